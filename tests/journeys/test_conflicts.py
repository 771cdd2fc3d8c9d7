"""A person and another program change the same lines: the person decides, and nothing is lost."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt

from desktop_app.ui.open_notebook import OpenNotebook
from desktop_app.ui.writing.open_file import FileStatus
from tests.support.dreaming import a_notebook
from tests.support.program import click, press, quiet, running, write
from tests.support.waiting import until

TODAY = f"{date.today()}"
DAY = f"# Daily Memory: {TODAY}\n\n## Notes (09:12)\n\n- Tea with Mara.\n- Rain.\n"
PLACES = {
    "memory": ("MEMORY.md", "serviced in March", "serviced in May"),
    "days": (f"memory/{TODAY}.md", "Tea with Mara", "Tea with Mara and Jonas"),
}
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@asynccontextmanager
async def conflicting(
    tmp_path: Path, name: str, *, crlf: bool = False
) -> AsyncIterator[tuple[OpenNotebook, Any, Path]]:
    """The page called `name`; a line in it ends with `, typed` and is another one on the disk."""
    path, before, after = PLACES[name]
    root = tmp_path / "notebook"
    if not root.exists():
        a_notebook(tmp_path, **{f"d{TODAY.replace('-', '')}": DAY})
    file = root / path
    if crlf:
        mark = b"\xef\xbb\xbf"
        file.write_bytes(mark + file.read_bytes().replace(b"\n", b"\r\n").rstrip())
    async with running(tmp_path, root) as program:
        await in_front(program, name)
        page = program.window.page
        lines = page.editor.text().split("\n")
        page.editor.setFocus()
        page.editor.go_to(next(n for n, line in enumerate(lines, 1) if before in line))
        press(page.editor, Qt.Key.Key_End)
        write(page.editor, ", typed")
        file.write_bytes(file.read_bytes().replace(before.encode(), after.encode()))
        page.file.flush()
        await until(lambda: page.file.state == FileStatus.CLASH)
        yield program, page, file


async def choosing(program: OpenNotebook, page: Any) -> Any:
    """The list of what is to be decided, by a click above the text."""
    click(page.bar.button)
    review = program.dreams_page.review
    await until(lambda: review.isVisible() and review.conflict is not None)
    return review


async def in_front(program: OpenNotebook, name: str) -> None:
    """The page called `name`, and the window so that keys arrive."""
    program.window.activateWindow()
    await until(program.window.isActiveWindow)
    program.window.show_page(name)
    await quiet(program)


@pytest.mark.parametrize(
    ("name", "key"),
    [("memory", Qt.Key.Key_A), ("memory", Qt.Key.Key_B), ("days", Qt.Key.Key_R)],
)
async def test_a_conflict_is_decided_by_a_key_on_its_card(
    qtbot: Any, tmp_path: Path, name: str, key: Qt.Key
) -> None:
    async with conflicting(tmp_path, name) as (program, page, file):
        theirs = file.read_bytes()
        view = await choosing(program, page)
        assert len(view.conflict.places()) == 1
        assert not view.footer.apply.isEnabled()
        press(view.list, key)
        assert file.read_bytes() == theirs, "nothing is written before Apply"
        click(view.footer.apply)
        await until(lambda: page.file.state == FileStatus.CLEAN)
        text = file.read_text()
        yours, other = ", typed" in text, PLACES[name][2] in text
        assert (yours, other) == {
            Qt.Key.Key_A: (True, False),
            Qt.Key.Key_R: (False, True),
            Qt.Key.Key_B: (True, True),
        }[key]
        assert page.editor.text() == text
        assert program.window.page is page, "whoever came from the text is back in it"
        assert page.stack.currentWidget().isVisible()
        assert "history" in program.window._toast.words
        path = PLACES[name][0]
        kept = [
            program.memory.history.content(v.version) for v in program.memory.history.versions(path)
        ]
        kept.append(file.read_bytes())
        assert any(b", typed" in data for data in kept)
        assert any(PLACES[name][2].encode() in data for data in kept)
        assert program.memory.drafts.find(path) is None


async def test_escape_leaves_the_choice_for_later_and_typing_goes_on(
    qtbot: Any, tmp_path: Path
) -> None:
    async with conflicting(tmp_path, "memory") as (program, page, file):
        theirs = file.read_bytes()
        view = await choosing(program, page)
        press(view.list, Qt.Key.Key_A)
        press(view.list, Qt.Key.Key_Escape)
        await until(lambda: program.window.page is page)
        assert page.bar.isVisible()
        page.editor.setFocus()
        assert page.editor.hasFocus()
        page.editor.go_to(1)
        press(page.editor, Qt.Key.Key_End)
        write(page.editor, " and more")
        await until(lambda: b"and more" in program.memory.drafts.find("MEMORY.md").data)
        assert file.read_bytes() == theirs
        view = await choosing(program, page)
        await quiet(program)
        assert view.footer.apply.isEnabled(), "the answer given before is kept"
        press(view.list, Qt.Key.Key_Return, CTRL)
        await until(lambda: page.file.state == FileStatus.CLEAN)
        assert ", typed" in file.read_text()
        assert file.read_text().startswith("# Memory and more")


@pytest.mark.parametrize("name", PLACES)
async def test_after_a_restart_the_kept_text_leads_to_the_same_choice(
    qtbot: Any, tmp_path: Path, name: str
) -> None:
    async with conflicting(tmp_path, name) as (_program, _page, file):
        theirs = file.read_bytes()
    assert file.read_bytes() == theirs
    async with running(tmp_path, tmp_path / "notebook") as program:
        await in_front(program, name)
        page = program.window.page
        await until(lambda: "was kept" in page.bar.words)
        view = await choosing(program, page)  # Bring it back
        assert file.read_bytes() == theirs
        press(view.list, Qt.Key.Key_B)
        click(view.footer.apply)
        await until(lambda: page.file.state == FileStatus.CLEAN)
        assert ", typed" in file.read_text()
        assert PLACES[name][2] in file.read_text()
        assert program.memory.drafts.find(PLACES[name][0]) is None


async def test_a_file_with_a_mark_and_windows_lines_keeps_them_and_its_typed_last_line_ends_so(
    qtbot: Any, tmp_path: Path
) -> None:
    async with conflicting(tmp_path, "memory", crlf=True) as (program, page, file):
        theirs = file.read_bytes()
        view = await choosing(program, page)
        press(view.list, Qt.Key.Key_B)
        click(view.footer.apply)
        await until(lambda: page.file.state == FileStatus.CLEAN)
        line = b"- The boiler is serviced in May."
        yours = b"\r\n- The boiler is serviced in March., typed\r\n"
        assert file.read_bytes() == theirs.replace(line, line + yours)


async def test_many_conflicts_are_answered_at_once_or_one_by_one(
    qtbot: Any, tmp_path: Path
) -> None:
    bullets = [f"- Thing {n} is blue." for n in range(80)]
    a_notebook(tmp_path, "# Memory\n\n" + "\n\n".join(bullets) + "\n")
    file = tmp_path / "notebook" / "MEMORY.md"
    async with running(tmp_path, file.parent) as program:
        await in_front(program, "memory")
        page = program.window.page
        page.editor.receive(page.editor.text().replace("blue", "red"))
        file.write_text(file.read_text().replace("blue", "green"))
        page.file.flush()
        await until(lambda: page.file.state == FileStatus.CLASH)
        view = await choosing(program, page)
        assert len(view.conflict.places()) == 80
        press(view.list, Qt.Key.Key_J)
        press(view.list, Qt.Key.Key_R)
        assert view.list.row.id == ("MEMORY.md", 2), "an answer leads on"
        press(view.list, Qt.Key.Key_A, SHIFT)
        press(view.list, Qt.Key.Key_K)
        press(view.list, Qt.Key.Key_R)
        assert "79\u00a0Yours" in view.footer.tally.text()
        click(view.footer.apply)
        await until(lambda: page.file.state == FileStatus.CLEAN)
        assert file.read_text() == file.read_text().replace("blue", "")
        assert file.read_text().count("red") == 79
        assert "- Thing 1 is green." in file.read_text()
        await asyncio.sleep(0)


# -- what Git left in a file ------------------------------------------------------------------

GIT = """## Work

<<<<<<< HEAD
- The survey begins on Mondays.
=======
- It begins on Tuesdays.
>>>>>>> laptop
"""


@pytest.mark.parametrize(
    ("name", "key"),
    [("memory", Qt.Key.Key_A), ("memory", Qt.Key.Key_B), ("days", Qt.Key.Key_R)],
)
async def test_a_conflict_of_git_is_named_on_its_page_and_decided_there(
    qtbot: Any, tmp_path: Path, name: str, key: Qt.Key
) -> None:
    a_notebook(tmp_path, **{f"d{TODAY.replace('-', '')}": DAY})
    file = tmp_path / "notebook" / PLACES[name][0]
    before = file.read_text()
    file.write_text(f"{before}\n{GIT}- Mara lives in Visby.\n")
    async with running(tmp_path, tmp_path / "notebook") as program:
        await in_front(program, name)
        page = program.window.page
        await until(page.bar.isVisible)
        assert "Git left a conflict" in page.bar.words
        view = await choosing(program, page)
        (row,) = view.conflict.places()
        assert "Work" in row.sentence
        assert [told for told, _ in row.answers.values()] == ["HEAD", "laptop", "Both"]
        press(view.list, key)
        click(view.footer.apply)
        await until(lambda: program.window.page is page)
        chosen = {
            Qt.Key.Key_A: "- The survey begins on Mondays.\n",
            Qt.Key.Key_R: "- It begins on Tuesdays.\n",
            Qt.Key.Key_B: "- It begins on Tuesdays.\n- The survey begins on Mondays.\n",
        }[key]
        assert file.read_text() == f"{before}\n## Work\n\n{chosen}- Mara lives in Visby.\n"
        await until(lambda: not page.bar.isVisible())
        kept = program.memory.history.versions(PLACES[name][0])
        assert any(b"<<<<<<<" in program.memory.history.content(one.version) for one in kept)
