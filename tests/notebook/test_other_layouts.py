"""Notebooks of other programs, opened where they are: nothing is written by opening them."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from itertools import count
from pathlib import Path

import pytest

from desktop_app.notebook import diaries
from desktop_app.notebook.notebook import Notebook

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
DREAMS = """# Dream Diary

<!-- openclaw:dreaming:diary:start -->
---

*April 5, 2026 at 3:00 AM GMT+8*

The repository whispered of forgotten endpoints tonight. Postgres slept.

---

*April 5, 2026, 11:30 PM*

Ten containers breathed.

*no date at all*

---

*2026-04-12T08:00:00Z — First dream*

An ISO one.

<!-- openclaw:dreaming:diary:end -->
"""

LAYOUTS = {
    "OpenClaw": {
        "MEMORY.md": "# Memory\n\n- Ana has the key.\n",
        "DREAMS.md": DREAMS,
        "SOUL.md": "Who I am.\n",
        "memory/2026-11-20.md": "# 2026-11-20\n\n- Plain.\n",
        "memory/2026-11-20-harbour.md": "- The harbour opens.\n",
        "memory/.dreams/state.json": "{}",
        "memory/people.md": "- Ana\n",
    },
    "CowAgent": {
        "MEMORY.md": "- Ana has the key.\n",
        "AGENT.md": "x\n",
        "RULE.md": "x\n",
        "memory/2026-11-20.md": "- Plain.\n",
        "memory/dreams/2026-11-20.md": "## A title (03:00)\n\nProse.\n",
    },
    "zh-TW specification": {
        "MEMORY.md": "- 安娜有鑰匙。\n",
        "daily/2026-11-20.md": "- 一件事\n",
    },
    "Nightstand": {
        "Memory.md": "- Ana\n",
        "memory/2026-11-20.md": "- Plain.\n",
    },
}
PATHS = {
    "OpenClaw": ["DREAMS.md", "MEMORY.md", "memory/2026-11-20-harbour.md",
                 "memory/2026-11-20.md", "memory/people.md"],
    "CowAgent": ["MEMORY.md", "memory/2026-11-20.md", "memory/dreams/2026-11-20.md"],
    "zh-TW specification": ["MEMORY.md", "daily/2026-11-20.md"],
    "Nightstand": ["Memory.md", "memory/2026-11-20.md"],
}  # fmt: skip

Opener = Callable[[dict[str, str]], Notebook]


@pytest.fixture
def opened(tmp_path: Path, opened: Callable[..., Notebook]) -> Opener:
    """Opens a notebook with these files."""
    numbers = count()

    def open_(files: dict[str, str]) -> Notebook:
        folder = tmp_path / f"notebook {next(numbers)}"
        for path, text in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text)
        return opened(folder)

    return open_


def contents(root: Path) -> dict[str, bytes | None]:
    return {
        str(path.relative_to(root)): path.read_bytes() if path.is_file() else None
        for path in root.rglob("*")
    }


@pytest.mark.parametrize("name", list(LAYOUTS))
def test_it_is_recognised_named_and_opened_without_writing(opened: Opener, name: str) -> None:
    notebook = opened(LAYOUTS[name])
    before = contents(notebook.root)
    assert notebook.layout.name == name
    assert notebook.paths() == PATHS[name]
    assert notebook.recover(lambda _intent: None, NOW) == []
    assert notebook.left_out() == []
    notebook.diaries()
    assert contents(notebook.root) == before


def test_the_layout_is_told_in_a_line(opened: Opener) -> None:
    told = {name: opened(files).layout.summary for name, files in LAYOUTS.items()}
    assert told == {
        "OpenClaw": "OpenClaw: MEMORY.md, days in memory/, diary in DREAMS.md",
        "CowAgent": "CowAgent: MEMORY.md, days in memory/, diaries in memory/dreams/",
        "zh-TW specification": (
            "zh-TW specification: MEMORY.md, days in daily/, diaries in daily/dreams/"
        ),
        "Nightstand": "Nightstand: Memory.md, days in memory/, diaries in memory/dreams/",
    }


def test_a_diary_of_many_days_is_read_by_its_dates(opened: Opener) -> None:
    entries = opened(LAYOUTS["OpenClaw"]).diaries()
    assert [(e.date, e.time, e.title) for e in entries] == [
        (date(2026, 4, 12), "08:00", "First dream"),
        (date(2026, 4, 5), "23:30", "Ten containers breathed."),
        (date(2026, 4, 5), "03:00", "The repository whispered of forgotten endpoints tonight."),
    ]
    assert entries[1].prose == "Ten containers breathed.\n\n*no date at all*"
    assert "openclaw" not in entries[0].prose


def entry(day: date, title: str, time: str = "03:00") -> diaries.DiaryEntry:
    return diaries.DiaryEntry(day, time, title, "Prose.", "2026-11-20 · without a model", (), "", 0,
                         "DREAMS.md")  # fmt: skip


def test_our_own_dreams_stand_in_it_under_their_days(opened: Opener) -> None:
    text = DREAMS
    told = [
        entry(date(2026, 11, 20), "One"),
        entry(date(2026, 11, 20), "Two", "04:00"),
        entry(date(2026, 11, 21), "Three"),
    ]
    for one in told:
        text = diaries.with_entry(text, one)
    assert text.startswith(DREAMS)
    assert text.count("# Dream Diary: ") == 2
    found = diaries.parse("DREAMS.md", text)[3:]
    assert [(e.date, e.title, e.prose) for e in found] == [
        (e.date, e.title, "Prose.") for e in told
    ]
    undone = diaries.parse("DREAMS.md", diaries.with_undone(text, found[2], NOW))
    assert [bool(e.undone) for e in undone] == [False] * 5 + [True]


def test_a_new_diary_of_many_days_begins_with_its_day(opened: Opener) -> None:
    text = diaries.with_entry("", entry(date(2026, 11, 20), "One"))
    assert text.startswith("# Dream Diary: 2026-11-20\n\n## One (03:00)\n")


def test_diaries_of_a_day_each_are_kept_where_there_are_some(opened: Opener) -> None:
    files = {**LAYOUTS["CowAgent"], "DREAMS.md": DREAMS}
    notebook = opened(files)
    assert notebook.layout.diary(NOW.date()) == "memory/dreams/2026-11-21.md"
    assert "DREAMS.md" not in notebook.paths()


# What is listed and never read as a note


@pytest.mark.parametrize(
    "name",
    [
        "2026-11-20.sync-conflict-20261121-101010-ABCDEFG.md",
        "2026-11-20 (Ana's conflicted copy 2026-11-21).md",
        "2026-11-20 (conflict 2026-11-21 101010).md",
        "2026-11-20 (Ana 的冲突副本).md",
        ".2026-11-20.md.icloud",
        "2026-11-20.md.cloudf",
    ],
)
def test_copies_and_placeholders_are_listed_and_no_notes(opened: Opener, name: str) -> None:
    notebook = opened({**LAYOUTS["CowAgent"], f"memory/{name}": "- x\n"})
    path = f"memory/{name}"
    assert [one for one in notebook.paths() if one != path] == PATHS["CowAgent"]
    assert (path in notebook.paths()) == (notebook.layout.kind(path) == "copies")
    assert [one.path for one in notebook.left_out()] == [path]
    assert notebook.layout.date_of(path) is None


def test_links_out_are_listed_and_no_note_is_read_twice(opened: Opener, tmp_path: Path) -> None:
    notebook = opened(LAYOUTS["CowAgent"])
    (tmp_path / "secret.md").write_text("secret")
    folder = notebook.root / "memory"
    (folder / "again.md").symlink_to("2026-11-20.md")
    (folder / "out.md").symlink_to(tmp_path / "secret.md")
    assert notebook.paths() == PATHS["CowAgent"]
    assert [one.path for one in notebook.left_out()] == ["memory/out.md"]


def test_a_memory_that_is_a_link_inside_is_still_the_memory(opened: Opener) -> None:
    notebook = opened({"notes/core.md": "- Ana\n", "memory/2026-11-20.md": "- x\n"})
    (notebook.root / "MEMORY.md").symlink_to("notes/core.md")
    assert notebook.paths() == ["MEMORY.md", "memory/2026-11-20.md"]
    assert notebook.left_out() == []
