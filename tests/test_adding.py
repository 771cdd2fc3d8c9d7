"""Adding: what CONTRIBUTING shows of an operation, a page, a setting and a table does work."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DIFFS = re.findall(
    r"```diff\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.S
)
MOST = 15


def parts(diff: str) -> Iterator[tuple[str, str, str]]:
    """Of each file of a diff: its path, the lines it has before, and those it has afterwards."""
    for part in diff.split("+++ ")[1:]:
        path, *lines = part.splitlines()
        before = [line[1:] for line in lines if line[:1] != "+"]
        after = [line[1:] for line in lines if line[:1] != "-"]
        yield path, "\n".join(before), "\n".join(after)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program with all that CONTRIBUTING adds."""
    root = tmp_path_factory.mktemp("adding")
    for folder in ("desktop_app", "resources"):
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for diff in DIFFS:
        for path, before, after in parts(diff):
            file = root / path
            text = file.read_text(encoding="utf-8") if before else ""
            assert text.count(before) == 1 or not before, f"{path} is not as CONTRIBUTING has it"
            assert before or not file.exists()
            file.write_text(text.replace(before, after) if before else after, encoding="utf-8")
    return root


def answer(copy: Path, *words: str) -> str:
    """What Python says of these words, in the copy."""
    places = {name: str(copy / "home") for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    env = os.environ | places | {"PYTHONPATH": str(copy), "QT_QPA_PLATFORM": "offscreen"}
    ended = subprocess.run(
        [sys.executable, *words], cwd=copy, env=env, capture_output=True, text=True, timeout=240
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_each_is_added_in_a_few_lines() -> None:
    assert len(DIFFS) == 4
    for diff in DIFFS:
        changed = [line for line in diff.splitlines() if line[0] in "+-" and line[:3] != "+++"]
        assert len(changed) < MOST


def test_an_operation_answers_on_the_command_line(copy: Path) -> None:
    notebook = str(copy / "notebook")
    answer(copy, "-m", "desktop_app", "init", notebook)
    (copy / "notebook" / "MEMORY.md").write_text("- Tea at four\n- Cake on Sunday\n")
    assert answer(copy, "-m", "desktop_app", "--notebook", notebook, "bullets") == "2 bullets\n"
    assert "say how many bullets" in answer(copy, "-m", "desktop_app", "--help")


def test_a_setting_is_known_to_the_command_line(copy: Path) -> None:
    assert "appearance.moon = true" in answer(copy, "-m", "desktop_app", "settings")


def test_a_page_is_in_the_rail_and_a_setting_has_its_switch(copy: Path) -> None:
    code = """
import asyncio
from pathlib import Path
from desktop_app.app import live
from desktop_app.settings import Places

async def look(program):
    opened = program.front
    running = asyncio.ensure_future(program.run())
    opened.opening.open(Path("tides"), create=True)
    while opened.memory is None:
        await asyncio.sleep(.01)
    moon = opened.settings_page.control("appearance.moon")
    before = moon.isChecked()
    moon.click()
    opened.actions["page.tides"].trigger()
    print(opened.window.page.title, before, opened.settings.get("appearance.moon"))
    opened.window.close()
    await running

live(Places.default(), look)
"""
    assert answer(copy, "-c", code).split() == ["Tides", "True", "False"]


def test_a_table_is_made_in_a_new_file_and_in_an_old_one(copy: Path) -> None:
    code = """
from pathlib import Path
from desktop_app.database import Database
from desktop_app.dreams.runs import TABLES
from desktop_app.dreams.store import DreamStore
from desktop_app.tables import Tables

for path, steps in ((Path("new.db"), []), (Path("old.db"), TABLES._steps[:-1])):
    if steps:
        old = Database(path, lambda connection: None, durable=True)
        old.has(Tables("dreams", *steps))
        old.close()
    database = Database(path, lambda connection: None, durable=True)
    DreamStore(database)
    print(database.connection().execute("select count(*) from moons").fetchone()[0])
    database.close()
"""
    assert answer(copy, "-c", code).split() == ["0", "0"]
