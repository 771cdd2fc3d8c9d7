"""The keyboard: each page can be gone on with at once by key, and Enter presses what has it."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from desktop_app.ui.parts.controls import Button
from tests.support.program import press, quiet, running, sample
from tests.support.reviewing import call_all_fine
from tests.support.waiting import until

CONTROL = Qt.KeyboardModifier.ControlModifier


def key(program: Any, wanted: Qt.Key, modifier: Any = Qt.KeyboardModifier.NoModifier) -> None:
    press(QApplication.focusWidget() or program.window, wanted, modifier)


async def test_what_is_typed_after_a_page_key_is_written(tmp_path: Path, qtbot: Any) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        key(program, Qt.Key.Key_4, CONTROL)
        await quiet(program)
        key(program, Qt.Key.Key_1, CONTROL)
        QTest.keyClicks(QApplication.focusWidget(), "Typed")
        assert program.window.made("memory").editor.text().startswith("Typed")


async def test_the_arrows_go_on_in_the_list_of_the_page_that_came(
    tmp_path: Path, qtbot: Any
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        call_all_fine(program)
        key(program, Qt.Key.Key_2, CONTROL)
        await quiet(program)
        first = program.days_page.file.path
        key(program, Qt.Key.Key_Down)
        await until(lambda: program.days_page.file.path not in ("", first))
        key(program, Qt.Key.Key_3, CONTROL)
        await quiet(program)
        before = program.dreams_page.list.row()
        key(program, Qt.Key.Key_Down)
        assert program.dreams_page.list.row() != before
        key(program, Qt.Key.Key_Comma, CONTROL)
        sections = program.settings_page.sections
        before = sections.currentIndex()
        key(program, Qt.Key.Key_Down)
        assert sections.currentIndex() != before


async def test_enter_in_a_line_presses_no_button_that_gets_the_keyboard_by_it(
    tmp_path: Path, qtbot: Any
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        line, button = QLineEdit(program.window), Button("Cancel")
        button.setParent(program.window)
        pressed = []
        button.clicked.connect(lambda: pressed.append(button))
        line.returnPressed.connect(lambda: button.setFocus(Qt.FocusReason.OtherFocusReason))
        for part in (line, button):
            part.show()
        line.setFocus()
        press(line, Qt.Key.Key_Return)
        assert button.hasFocus() and pressed == []
        press(button, Qt.Key.Key_Return)
        assert pressed == [button]
