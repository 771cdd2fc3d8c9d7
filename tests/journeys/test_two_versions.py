"""Two versions of the program over one notebook: after a step back, and side by side."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app import __version__
from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.settings import Places
from tests.support.copied import HOUSE, newer, run


@pytest.fixture
def notebook(tmp_path: Path) -> Path:
    folder = tmp_path / "Memory"
    assert run(HOUSE, "init", str(folder)).returncode == 0
    return folder


@pytest.fixture
def memory(notebook: Path) -> Iterator[Memory]:
    memory = Memory.open(notebook, Places.default())
    memory.days.remember("The boat is called Tern")
    memory.index.refresh()
    yield memory
    memory.close()


def files(*folders: Path) -> dict[str, bytes]:
    """All files and their bytes; not what SQLite keeps beside one that is open."""
    found = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    return {str(p): p.read_bytes() for p in found if not p.name.endswith(("-wal", "-shm"))}


def remember(house: Path, text: str, notebook: Path) -> None:
    ended = run(house, "remember", text, "--notebook", str(notebook))
    assert ended.returncode == 0, ended.stderr


def test_an_older_version_refuses_the_tables_of_a_newer_one_and_touches_nothing(
    tmp_path: Path, notebook: Path
) -> None:
    remember(newer(tmp_path / "newer"), "Bread on Friday", notebook)
    before = files(notebook, tmp_path / "home")
    for words in (["status"], ["remember", "Milk"], ["history"], ["dream"], ["search", "bread"]):
        ended = run(HOUSE, *words, "--notebook", str(notebook))
        assert ended.returncode == 3 and "Traceback" not in ended.stderr, ended.stderr
        assert "changed by Nightstand 9.8.7" in ended.stderr
        assert f"this is Nightstand {__version__}" in ended.stderr
    assert files(notebook, tmp_path / "home") == before


def test_an_older_version_that_runs_replaces_nothing_once_a_newer_one_has_changed_the_tables(
    tmp_path: Path, memory: Memory
) -> None:
    remember(newer(tmp_path / "newer"), "Bread on Friday", memory.root)
    before = files(memory.root)
    snapshot = memory.files.read("MEMORY.md")
    with pytest.raises(Problem, match=r"9\.8\.7"):
        memory.files.save("MEMORY.md", b"# Other\n", snapshot)
    with pytest.raises(Problem, match=r"9\.8\.7"):
        memory.history.versions()
    assert files(memory.root) == before
    noted = memory.days.remember("Milk")  # added at a file's end, it takes nothing from anybody
    assert "Milk" in memory.files.read(noted.path).text


def test_an_index_made_by_another_version_is_told_while_running_and_made_anew_at_the_next_start(
    tmp_path: Path, memory: Memory
) -> None:
    other = newer(tmp_path / "newer", history=False)
    run(HOUSE, "search", "tern", "--notebook", str(memory.root))  # what it counts has its table
    found = run(other, "search", "tern", "--notebook", str(memory.root))
    assert "The boat is called Tern" in found.stdout, found.stderr
    with pytest.raises(Problem, match="Another version of Nightstand"):
        memory.search.find("tern")
    memory.days.remember("Milk on Friday")  # what search cannot do hinders no writing
    for house in (HOUSE, other, HOUSE):
        found = run(house, "search", "milk", "--notebook", str(memory.root))
        assert "Milk on Friday" in found.stdout, found.stderr


def test_settings_of_a_newer_version_stay_when_an_older_one_changes_its_own(
    tmp_path: Path,
) -> None:
    file = Places.default().config / "settings.toml"
    file.parent.mkdir(parents=True)
    file.write_text('[appearance]\nmode = "sepia"  # new\nmoon = true\n[moons]\nnames = ["Io"]\n')
    assert run(HOUSE, "settings").returncode == 0
    assert run(HOUSE, "settings", "appearance.zoom", "120").returncode == 0
    text = file.read_text()
    for line in ('mode = "sepia"  # new', "moon = true", 'names = ["Io"]', "zoom = 120"):
        assert line in text
