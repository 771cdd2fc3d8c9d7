"""A sync program leaves a second text of a note: one sees what differs, chooses, and it goes."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt

from desktop_app.notebook.layout import FileKind
from tests.support.dreaming import a_notebook, opened
from tests.support.program import click, press, quiet, running
from tests.support.waiting import until

TODAY = date.today()
NOTE = f"# Daily Memory: {TODAY}\n\n## Notes (09:12)\n\n- Tea with Mara.\n- Rain.\n"
OTHER = NOTE.replace("Rain.", "Remember: the quay is closed on Mondays.")
MARKS = [
    "-DESKTOP-4F2A",  # OneDrive
    " 2",  # iCloud
    f" (Ana's conflicted copy {TODAY})",  # Dropbox
    ".sync-conflict-20261121-101010-ABCDEFG",  # Syncthing
]
OTHERS = [
    " (1)",  # Google Drive
    f" (copie en conflit de Ana {TODAY})",  # Dropbox in French
    f" (In Konflikt stehende Kopie von Ana {TODAY})",  # and in German
    "_conflict-20261121-101010",  # ownCloud
    "_ANA_Nov-21-101010-2026_Conflict",  # Synology
    "-anasbox-safeBackup-0001",  # OneDrive under Linux
    " (conflicted copy 2026-11-21 101010)",  # Nextcloud
    " (SFConflict ana@x.example 2026-11-21-10-10-10)",  # Seafile
    " (Conflicted copy laptop 202611211010)",  # Obsidian Sync
    ".Conflict",  # Resilio
    " (Case Conflict)",  # Dropbox, for capitals
]
NAMES = [f"{TODAY}{mark}.md" for mark in MARKS]
STAYS = {
    Qt.Key.Key_A: (True, False),
    Qt.Key.Key_R: (False, True),
    Qt.Key.Key_B: (True, True),
}
"""Whether the lines of the note and of the copy stay, by the key that is pressed."""


@pytest.mark.parametrize(
    ("note", "name"),
    [
        *(("2026-11-21.md", f"2026-11-21{mark}.md") for mark in (*MARKS, *OTHERS)),
        ("21.11.2026.md", "21.11.2026 2.md"),
        ("November 21st, 2026.md", "November 21st, 2026-Anas-MacBook.md"),
        ("harbour.md", "harbour (conflict 2026-11-20 101010).md"),
    ],
)
async def test_a_copy_is_one_only_where_its_note_is_there(
    tmp_path: Path, note: str, name: str
) -> None:
    root = a_notebook(tmp_path)
    (root / "memory" / name).write_text(OTHER)
    memory = opened(root, tmp_path)
    layout, day = memory.layout, memory.layout.date_of(f"memory/{name}")
    assert layout.kind(f"memory/{name}") is FileKind.DAYS and not layout.copied(f"memory/{name}")
    if day:
        assert f"memory/{name}" in [head.path for head in memory.days.heads()]
        assert memory.day_path(day) == f"memory/{name}"  # the day gets no second file
        await memory.dreams.dream()
        assert "quay" in str(memory.dreams.proposals())
    (root / "memory" / note).write_text(NOTE)
    memory.index.refresh()
    assert layout.kind(f"memory/{name}") is FileKind.COPIES
    assert layout.copied(f"memory/{name}") == f"memory/{note}"
    assert memory.search.find("quay closed").hits and not memory.index.check()
    (root / "memory" / note).unlink()
    memory.index.refresh()
    assert not memory.index.check()


@pytest.mark.parametrize(
    "name",
    [
        "Chapter 2.md", "Chapter (2026-11-20).md", f"{TODAY}-boat.md", f"{TODAY} (boat).md",
        f"{TODAY}_143000.md", f"{TODAY}_ticket-1234567.md", f"{TODAY} (2026-11-21 trip).md",
        f"{TODAY} (since 2026-11-21).md", f"{TODAY} (conflict with Ana).md",
    ],
)  # fmt: skip
def test_what_a_person_names_so_is_no_copy(tmp_path: Path, name: str) -> None:
    root = a_notebook(tmp_path, **{f"d{TODAY:%Y%m%d}": NOTE})
    (root / "memory/Chapter.md").write_text(NOTE)
    memory = opened(root, tmp_path)
    assert memory.layout.kind(f"memory/{name}") is FileKind.DAYS


@pytest.mark.parametrize(
    ("name", "key"),
    [*zip(NAMES, (*STAYS, Qt.Key.Key_B), strict=True)],
    ids=["A", "R", "B", "B too"],
)
async def test_what_differs_is_chosen_and_the_copy_is_put_away(
    qtbot: Any, tmp_path: Path, name: str, key: Qt.Key
) -> None:
    root = a_notebook(tmp_path, **{f"d{TODAY:%Y%m%d}": NOTE})
    copy, note = root / "memory" / name, root / f"memory/{TODAY}.md"
    copy.write_text(OTHER)
    async with running(tmp_path, root) as program:
        program.window.activateWindow()
        await until(program.window.isActiveWindow)
        await until(lambda: "conflict copy" in program.window.workspace.banner.words)
        click(program.window.workspace.banner.button)
        page = program.days_page
        await until(lambda: page.file.path == f"memory/{TODAY}.md" and page.bar.isVisible())
        found = program.memory.search.find("quay closed").hits
        assert [hit.path for hit in found] == [f"memory/{name}"]
        click(page.bar.button)
        review = program.dreams_page.review
        await until(lambda: review.isVisible() and review.conflict is not None)
        assert len(review.conflict.places()) == 1
        press(review.list, key)
        click(review.footer.apply)
        await until(lambda: not copy.exists())
        await quiet(program)
        text = note.read_text()
        assert ("Rain." in text, "the quay" in text) == STAYS[key]
        kept = program.memory.history.versions(f"memory/{name}")[-1]
        assert program.memory.history.content(kept.version).decode() == OTHER
        await until(lambda: not page.bar.isVisibleTo(page))


async def test_what_is_opened_is_the_copy_that_is_named(qtbot: Any, tmp_path: Path) -> None:
    root = a_notebook(tmp_path, d20261120=NOTE, d20261121=NOTE)
    (root / "memory/2026-11-20 2.md").write_text(OTHER)
    async with running(tmp_path, root) as program:
        banner = program.window.workspace.banner
        await until(lambda: "2026-11-20 2.md" in banner.words)
        banner.clear()
        (root / "memory/2026-11-21 2.md").write_text(OTHER)
        program.lookout.look()
        await until(lambda: "2026-11-21 2.md" in banner.words)
        click(banner.button)
        await until(lambda: program.days_page.file.path == "memory/2026-11-21.md")


async def test_a_copy_is_no_second_source_of_a_dream(tmp_path: Path) -> None:
    root = a_notebook(tmp_path, d20261121=NOTE)
    (root / "memory/2026-11-21 2.md").write_text(OTHER)
    memory = opened(root, tmp_path)
    await memory.dreams.dream()
    assert "quay" not in str(memory.dreams.proposals())


async def test_a_copy_that_says_the_same_is_put_away_by_one_press(
    qtbot: Any, tmp_path: Path
) -> None:
    root = a_notebook(tmp_path, **{f"d{TODAY:%Y%m%d}": NOTE})
    copy = root / "memory" / NAMES[0]
    copy.write_text(NOTE)
    async with running(tmp_path, root) as program:
        page = program.days_page
        program.window.open(f"memory/{TODAY}.md")
        await until(lambda: page.bar.isVisible() and "same text" in page.bar.words)
        click(page.bar.button)
        await until(lambda: not copy.exists() and not page.bar.isVisible())
