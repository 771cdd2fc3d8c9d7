"""Folders of notes as others keep them, through the command line."""

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.support.cli import Shell

TODAY = date.today()
NOTE = "- Remember: the harbour report is due on 4 December.\n"


def day(back: int, form: str = "%Y-%m-%d") -> str:
    return (TODAY - timedelta(days=back)).strftime(form)


LAYOUTS = {
    "index": {"MEMORY.md": "- [Boat](boat.md)\n", "boat.md": NOTE, "team/ana.md": "- Ana.\n"},
    "beside": {"MEMORY.md": "- Ana.\n", f"{day(1)}.md": NOTE, f"{day(2)}.md": "- Two.\n"},
    "nested": {"MEMORY.md": "- Ana.\n", f"memory/{day(1, '%Y/%m/%Y-%m-%d')}.md": NOTE},
    "daily": {"MEMORY.md": "- Ana.\n", f"daily/{day(1)}.md": NOTE},
    "vault": {".obsidian/daily-notes.json": '{"folder": "Log", "format": "YYYY/DD.MM.YYYY"}',
              f"Log/{day(1, '%Y/%d.%m.%Y')}.md": NOTE, "Projects/boat.md": "- Not a day.\n"},
    "undated": {"boat.md": NOTE, "people/ana.md": "- Ana.\n"},
}  # fmt: skip
DATED = {"index": 0, "beside": 2, "nested": 1, "daily": 1, "vault": 1, "undated": 0}


def folder_of(root: Path, name: str) -> Path:
    for path, text in LAYOUTS[name].items():
        (root / name / path).parent.mkdir(parents=True, exist_ok=True)
        (root / name / path).write_text(text)
    return root / name


def contents(root: Path) -> dict[str, bytes]:
    files = (path for path in root.rglob("*") if path.is_file())
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in files}


@pytest.mark.parametrize("name", LAYOUTS)
def test_it_is_adopted_as_it_is_counted_and_searched(
    tmp_path: Path, capfdbinary: Any, name: str
) -> None:
    folder = folder_of(tmp_path, name)
    shell = Shell(folder, capfdbinary)
    before = contents(folder)
    code, made = shell.answer("init")
    assert (code, made["adopted"], made["days"]) == (0, True, DATED[name])
    assert made["made"] == [".nightstand.toml"]
    after = contents(folder)
    assert {path: after[path] for path in before} == before
    assert after.keys() - before.keys() == {".nightstand.toml"}
    assert shell.do("status")["days"] == DATED[name]
    hits = shell.do("search", "harbour report")["hits"]
    assert [hit["path"] for hit in hits] == [
        p for p, text in LAYOUTS[name].items() if NOTE[2:] in text
    ]
    others = shell.do("search", "not a day")["hits"]
    assert [hit["path"] for hit in others] == ["Projects/boat.md"] * (name == "vault")


def test_a_new_notebook_says_what_it_made(tmp_path: Path, capfdbinary: Any) -> None:
    shell = Shell(tmp_path / "new", capfdbinary)
    said = shell.says("init")
    assert "Made: .nightstand.toml, MEMORY.md, memory/, sessions/." in said


def test_a_folder_of_notes_that_is_no_notebook_yet_says_what_it_holds(
    tmp_path: Path, capfdbinary: Any
) -> None:
    folder = folder_of(tmp_path, "vault")
    shell = Shell(folder, capfdbinary)
    code, answer = shell.answer("status")
    assert code == 3
    assert "1 day has notes" in answer["problem"]
    assert "nightstand init" in answer["hint"]
    assert not (folder / ".nightstand.toml").exists()


def test_a_dream_of_old_notes_is_offered_and_made(tmp_path: Path, capfdbinary: Any) -> None:
    folder = tmp_path / "old"
    shell = Shell(folder, capfdbinary)
    (folder / "memory").mkdir(parents=True)
    for name in ("2026-03-14", "2026-03-01", "2025-12-31"):
        (folder / f"memory/{name}.md").write_text(NOTE)
    said = shell.says("dream")
    assert "The newest notes are of 14 March 2026, 3 days in all." in said
    assert "nightstand dream --until 2026-03-14" in said
    code, dream = shell.answer("dream", "--until", "2026-03-14")
    assert (code, dream["days_read"]) == (0, ["2026-03-14", "2026-03-01"])
    assert dream["id"].startswith(TODAY.strftime("%Y%m%d"))
    more = shell.do("dream", "--until", "2026-01-02", "--days", "3")
    assert more["days_read"] == ["2025-12-31"]


@pytest.mark.parametrize(
    ("until", "code", "told"),
    [("2026-02-30", 2, "not a day as YYYY-MM-DD"), ("soon", 2, "not a day"),
     ("9999-12-31", 3, "9999-12-31 is in the future.")],
)  # fmt: skip
def test_a_day_that_is_none_or_is_to_come_is_refused(
    tmp_path: Path, capfdbinary: Any, until: str, code: int, told: str
) -> None:
    folder = folder_of(tmp_path, "daily")
    shell = Shell(folder, capfdbinary)
    assert shell.run("dream", "--until", until) == code
    assert told in capfdbinary.readouterr().err.decode()


@pytest.mark.parametrize("linked", ["memory", "MEMORY.md", "sessions", ".nightstand.toml"])
@pytest.mark.parametrize("there", [True, False])
def test_a_link_out_of_the_folder_is_seen_before_anything_is_written(
    tmp_path: Path, capfdbinary: Any, linked: str, there: bool
) -> None:
    folder, outside = tmp_path / "notes", tmp_path / "elsewhere"
    shell = Shell(folder, capfdbinary)
    folder.mkdir()
    outside.mkdir()
    target = outside / linked
    if there and "." in linked:
        target.write_text("# Memory\n")
    elif there:
        target.mkdir()
    (folder / linked).symlink_to(target)
    before = sorted(outside.rglob("*")), sorted(folder.rglob("*"))
    code, told = shell.answer("init")
    assert (code, linked in told["problem"]) == (3, True)
    assert (sorted(outside.rglob("*")), sorted(folder.rglob("*"))) == before
