"""The small window for a note to today, in the program."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_app.errors import Problem
from desktop_app.ui.note_window import NoteWindow
from tests.support.accessible import nameless
from tests.support.instead import Instead
from tests.support.program import press, quiet, running, sample
from tests.support.waiting import until

Key = Qt.Key


async def test_a_small_window_keeps_what_was_typed(tmp_path: Path, qtbot: Any) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        memory = program.memory
        assert memory is not None and "note" not in program.__dict__
        today = memory.layout.day(memory.today())
        before = memory.files.read(today).text
        program.note.ask()
        window = program.note
        assert isinstance(window, NoteWindow) and window.isVisible()
        await until(window.box.hasFocus)
        await quiet(program)
        QTest.keyClicks(window.box, "Half a th")
        press(window.box, Key.Key_Escape)
        assert not window.isVisible() and memory.files.read(today).text == before
        for _ in range(3):  # before what was kept has come back
            program.note.ask()
        await until(lambda: window.box.toPlainText() == "Half a th")
        await quiet(program)
        press(window.box, Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
        window.box.insertPlainText("买一个手提箱")
        assert nameless(window) == []
        full, here = True, memory.days

        def remember(text: str) -> object:
            if full:
                raise Problem("The disk is full.", "Free some space.")
            return here.remember(text)

        window.memory = Instead(memory, days=Instead(here, remember=remember))
        press(window.box, Key.Key_Return)
        press(window.box, Key.Key_Escape)  # put away before it is known
        await until(lambda: window.banner.words and window.box.toPlainText())
        assert window.isVisible() and window.box.toPlainText() == "Half a th\n买一个手提箱"
        full = False
        press(window.box, Key.Key_Return)
        await until(lambda: not window.isVisible())
        assert "- Half a th\n- 买一个手提箱\n" in memory.files.read(today).text
        window.close()
        assert not window.isVisible()
