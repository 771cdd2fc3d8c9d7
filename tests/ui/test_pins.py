"""Pins in the window: the inspector, the menu of a right click, the palette, and the review."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from desktop_app.ui.parts.controls import Button
from tests.support import proposals
from tests.support.notes import MEMORY, Notes, notes
from tests.support.reviewing import core, place, pressable, reviewing, row
from tests.support.waiting import until

PINNED = MEMORY.replace("- Mara lives in Porto.", "- Mara lives in Porto. <!-- pinned -->")


def button(made: Notes, words: str) -> Button | None:
    there = made.memory_page.side.origin.findChildren(Button)
    return next((one for one in there if one.isVisible() and one.text() == words), None)


def words_in(made: Notes) -> str:
    labels = made.memory_page.side.origin.findChildren(QLabel)
    return "\n".join(label.text() for label in labels if label.isVisible())


def on_disk(made: Notes) -> str:
    return (made.root / "MEMORY.md").read_text()


async def test_the_inspector_pins_a_bullet_and_ctrl_z_takes_it_back(
    tmp_path: Path, qapp: Any, qtbot: Any
) -> None:
    assert PINNED != MEMORY
    async with notes(tmp_path, qapp) as made:
        page = made.memory_page
        page.go_to("MEMORY.md", 4)
        await until(lambda: button(made, "Pin") is not None)
        button(made, "Pin").click()
        await until(lambda: on_disk(made) == PINNED)
        await until(lambda: button(made, "Unpin") is not None)
        assert "Pinned: no dream changes it" in words_in(made)
        assert page.editor.line() == 4
        qtbot.keyClick(page.editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        page.file.flush()
        await until(lambda: on_disk(made) == MEMORY)


async def test_the_review_says_that_a_line_was_pinned_and_takes_no_yes(
    tmp_path: Path, qtbot: Any
) -> None:
    async with reviewing(tmp_path) as program:
        memory = core(program).decode()
        line = next(n for n, one in enumerate(memory.split("\n"), 1) if proposals.REPORT in one)
        program.memory.files.pin(line)
        program.dreams_page.show_again()
        await until(lambda: "is pinned, so the change cannot be applied" in row(program, 1).gone)
        assert "accepted" not in pressable(program, place(program, 1))
