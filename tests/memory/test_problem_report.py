"""A problem report: it helps, and has no word of the notes, no name, no path and no address."""

import getpass
import logging
import socket
from pathlib import Path

import pytest

from desktop_app import __version__
from desktop_app.errors import Problem
from desktop_app.logs import scrubbed
from desktop_app.memory.problem_report import problem_report
from desktop_app.settings import Settings
from tests.support.dreaming import a_notebook, opened

PLANTED = ("quillback", "Amaryllis", "河邊", "Zebrafinch", "10.77.3.9", "Ignatius")


@pytest.fixture
def log(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A log as the program writes it, with an error whose words come from a note."""
    folder = tmp_path / "data" / "log"
    folder.mkdir(parents=True)
    handler = logging.FileHandler(folder / "nightstand.log", encoding="utf-8")
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    log = logging.getLogger("quillback.Zebrafinch")
    log.addHandler(handler)
    try:
        with_words = "quillback\nAmaryllis: 河邊\nValueErrorAmaryllis: x\n"
        frame = '  File "/home/Ignatius/desktop_app/Amaryllis.py", line 3, in quillback'
        Settings(tmp_path / "none.toml").set("team.nothing", with_words + frame)
    except Problem:
        log.exception("Ignatius wrote “quillback” on 10.77.3.9\n%s", frame)
    log.removeHandler(handler)
    handler.close()
    return folder


def test_an_error_is_told_by_its_type_and_the_places_in_the_program_alone(log: Path) -> None:
    (entry,) = scrubbed(log)
    assert "ERROR desktop_app.settings:" in entry and entry.endswith("desktop_app.errors.Problem")
    assert not any(word.casefold() in entry.casefold() for word in PLANTED)
    assert scrubbed(log / "gone") == []


def test_a_report_has_no_word_of_the_notes_nor_of_the_person(tmp_path: Path, log: Path) -> None:
    root = a_notebook(
        tmp_path, "# Memory\n\n- quillback 河邊 10.77.3.9\n", d20261120="- Amaryllis\n"
    )
    (root / "memory" / "Zebrafinch.md").write_text("- Ignatius\n")
    (root / "MEMORY (conflicted copy).md").write_text("- quillback\n")
    (root / "memory" / "Amaryllis.md").write_bytes(b"- \0\n")
    settings = Settings(tmp_path / "settings.toml")
    settings.set("models.address", "10.77.3.9:11434")
    settings.set("tiers.cold", "redis://10.77.3.9:6379/0")
    settings.set("models.consent", "Zebrafinch")
    settings.set("team.name", "Ignatius")
    settings.set("dreams.model", "Amaryllis:8b")
    settings.set("agents.review", ["quillback"])
    settings.set("dreams.time", "04:30")
    settings.set("appearance.zoom", 125)
    memory = opened(root, tmp_path)
    try:
        report = memory.problem_report(settings.get)
    finally:
        memory.close()
    names = {getpass.getuser(), socket.gethostname(), str(tmp_path), str(Path.home()), str(root)}
    told = report.casefold()
    assert [word for word in PLANTED if word.casefold() in told] == []
    assert [name for name in names - {"root"} if name.casefold() in told] == []
    assert "/" not in report and "\\" not in report
    for line in (
        f"Nightstand {__version__}", "appearance.zoom = 125", "agents.review = 1 of them",
        "models.address = (something)", "dreams.time = 04:30", "1 names", "1 files",
        "bullets: 1", "ERROR desktop_app.settings:",
    ):  # fmt: skip
        assert line in report, line


def test_without_a_notebook_there_is_a_report_too(tmp_path: Path) -> None:
    report = problem_report(Settings(tmp_path / "settings.toml").get, tmp_path)
    assert "none is open" in report and __version__ in report
