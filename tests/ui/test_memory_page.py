"""The memory page: this bullet, outline, size, history."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from desktop_app.models.tokens import rough
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.inspector import SideLine
from desktop_app.ui.parts.labels import QLabel
from tests.support.notes import FILES, MEMORY, Notes, notes
from tests.support.waiting import until

DIARY = """# Dream Diary: 2026-11-13

## One fact came up to date (03:00)

The report has a new date.

*7 days read · without a model · 1 s*

### What changed

- **Updated** in Work: The report is due in May.
  - was: The report is due in April.
  - from [memory/2026-11-20.md, line 6](../2026-11-20.md): “Tea at four.”
"""


def said(widget) -> str:
    """All words a part of the inspector shows."""
    return "\n".join(label.text() for label in widget.findChildren(QLabel) if label.isVisible())


def lines(widget) -> list[tuple[str, str]]:
    return [(one.text(), one.aside) for one in widget.findChildren(SideLine) if one.isVisible()]


async def at_line(made: Notes, line: int) -> None:
    """The memory page with the cursor in a line, and its origin shown."""
    made.memory_page.go_to("MEMORY.md", line)
    await until(lambda: MEMORY.split("\n")[line - 1][2:] in said(made.memory_page.side.origin))


async def test_the_file_is_shown_with_its_outline_and_size(tmp_path: Path, qapp, qtbot) -> None:
    async with notes(tmp_path, qapp) as made:
        page = made.memory_page
        assert page.editor.text() == MEMORY
        await until(lambda: lines(page.side.outline))
        assert lines(page.side.outline) == [("People", "1"), ("Work", "1")]
        assert "2 bullets" in said(page.side)
        assert f"about {rough(MEMORY)} of 1,000 tokens" in said(page.side)
        assert page.header.subtitle.text() == "2 bullets"


async def test_the_outline_goes_to_its_heading(tmp_path: Path, qapp, qtbot) -> None:
    async with notes(tmp_path, qapp) as made:
        page = made.memory_page
        await until(lambda: lines(page.side.outline))
        page.side.outline.findChildren(SideLine)[-1].click()
        assert page.editor.line() == 6
        assert page.editor.hasFocus()


async def test_a_bullet_that_was_always_there_says_so(tmp_path: Path, qapp, qtbot) -> None:
    async with notes(tmp_path, qapp) as made:
        await at_line(made, 4)
        assert "In the file from the start" in said(made.memory_page.side.origin)


async def test_a_dreams_bullet_tells_its_source_and_opens_it(tmp_path: Path, qapp, qtbot) -> None:
    files = {**FILES, "memory/dreams/2026-11-13.md": DIARY}
    async with notes(tmp_path, qapp, files) as made:
        await at_line(made, 7)
        origin = made.memory_page.side.origin
        assert "Tea at four." in said(origin)
        assert "The report is due in April." in said(origin)
        [chip] = [one for one in origin.findChildren(Button) if one.property("kind") == "chip"]
        assert chip.text() == "20 Nov · line 6"
        assert chip.width() < origin.width() * 0.8  # as wide as its words
        chip.click()
        await until(lambda: made.window.page is made.days_page)
        await until(lambda: made.days_page.editor.line() == 6)


async def test_an_empty_memory_greets_with_one_button(tmp_path: Path, qapp, qtbot) -> None:
    async with notes(tmp_path, qapp, {"MEMORY.md": "# Memory\n"}) as made:
        page = made.memory_page
        await until(page.empty.isVisible)
        page.empty.button.click()
        await until(page.editor.hasFocus)
        assert made.bytes_of("MEMORY.md") == b"# Memory\n"  # nothing was typed yet
        qtbot.keyClicks(page.editor, "Mara lives in Porto.")
        page.file.flush()
        await until(lambda: made.bytes_of("MEMORY.md") == b"# Memory\n\n- Mara lives in Porto.\n")


async def test_find_looks_through_what_is_shown(tmp_path: Path, qapp, qtbot) -> None:
    async with notes(tmp_path, qapp) as made:
        page = made.memory_page
        page.focus_search()
        qtbot.keyClicks(QApplication.focusWidget(), "porto")
        assert page.find_bar.count.text() == "1 of 1"
        assert page.editor.line() == 4
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
        assert page.find_bar.isHidden()
        assert page.editor.hasFocus()


async def test_a_memory_longer_than_agents_read_says_so_until_it_fits(
    tmp_path: Path, qapp, qtbot
) -> None:
    long = MEMORY + "".join(f"- Berth {n} was sounded.\n" for n in range(300))
    size = len(long.split("\n")) - 1
    async with notes(tmp_path, qapp, FILES | {"MEMORY.md": long}) as made:
        page = made.memory_page
        words = f"MEMORY.md has {size} lines; agents read the first 200."
        await until(lambda: words in said(page.side))
        assert f"{size} lines, agents read 200" in page.header.subtitle.text()
        made.settings.set("memory.lines", 0)
        made.settings.set("memory.characters", 3000)
        page.entered()  # as from the settings
        assert f"{len(long):,} characters; agents read the first 3,000." in said(page.side)
        made.outside("MEMORY.md", MEMORY)
        await until(lambda: "agents read" not in said(page.side))
        assert "agents read" not in page.header.subtitle.text()
