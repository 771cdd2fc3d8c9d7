"""The card for a note to today: typed on any page, kept at once, never lost."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from desktop_app.errors import Problem
from desktop_app.ui.open_notebook import OpenNotebook
from tests.support.accessible import nameless
from tests.support.instead import Instead
from tests.support.program import click, press, press_toast, quiet, running, sample, write
from tests.support.waiting import until

Key, SHIFT = Qt.Key, Qt.KeyboardModifier.ShiftModifier


def today(program: OpenNotebook) -> str:
    memory = program.memory
    return memory.files.read(memory.layout.day(memory.today())).text


async def asked(program: OpenNotebook) -> Any:
    program.actions["note"].trigger()
    await until(program.note.box.hasFocus)
    await quiet(program)
    return program.note


async def test_a_line_of_any_page_goes_into_today_and_the_toast_leads_there(
    tmp_path: Path, qtbot: Any
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        assert "note" not in program.__dict__
        program.window.activateWindow()
        await until(program.window.isActiveWindow)
        press(program.window, Key.Key_N, Qt.KeyboardModifier.ControlModifier | SHIFT)
        note = program.note
        await until(note.box.hasFocus)
        assert nameless(note) == []
        write(note.box, "Buy a blue suitcase")
        press(note.box, Key.Key_Return)
        press(note.box, Key.Key_Return)
        await until(lambda: not note.isVisible())
        assert program.window._toast.words == "Added to today"
        assert today(program).count("\n- Buy a blue suitcase\n") == 1
        assert note.box.toPlainText() == ""
        await press_toast(program)
        await quiet(program)
        page = program.days_page
        line = page.editor.line()
        assert page.file.text.split("\n")[line - 1] == "- Buy a blue suitcase"


async def test_each_line_that_is_typed_or_pasted_is_a_bullet_and_they_are_counted(
    tmp_path: Path, qtbot: Any
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        note = await asked(program)
        note.box.setPlainText("\n\n")
        press(note.box, Key.Key_Return)
        assert not note.add_button.isEnabled() and note.isVisible(), "no words are no note"
        note.box.setPlainText("")
        write(note.box, "Two things")
        press(note.box, Key.Key_Return, SHIFT)
        QApplication.clipboard().setText("and this\n  with more of it\n- and that\n")
        note.box.paste()
        click(note.add_button)
        await until(lambda: not note.isVisible())
        assert "\n- Two things\n- and this\n  with more of it\n- and that\n" in today(program)
        assert program.window._toast.words == "3 lines added to today"


async def test_what_is_not_kept_yet_stays_and_what_no_disk_takes_comes_back(
    tmp_path: Path, qtbot: Any
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        note, before = await asked(program), today(program)
        write(note.box, "Half a th")
        press(note.box, Key.Key_Escape)
        assert not note.isVisible() and today(program) == before
        for _ in range(3):  # before what was kept has come back
            program.note.ask()
        await until(lambda: note.box.toPlainText() == "Half a th")
        await quiet(program)
        press(note.box, Key.Key_Return, SHIFT)
        note.box.insertPlainText("买一个手提箱")
        full, memory = True, program.memory

        def remember(text: str) -> object:
            if full:
                raise Problem("The disk is full.", "Free some space.")
            return memory.days.remember(text)

        note.memory = Instead(memory, days=Instead(memory.days, remember=remember))
        press(note.box, Key.Key_Return)
        press(note.box, Key.Key_Escape)  # put away before it is known
        await until(lambda: note.banner.words and note.box.toPlainText())
        assert note.banner.words == "The disk is full. Free some space."
        assert note.isVisible() and note.box.toPlainText() == "Half a th\n买一个手提箱"
        full = False
        press(note.box, Key.Key_Return)
        await until(lambda: not note.isVisible())
        assert "- Half a th\n- 买一个手提箱\n" in today(program)


async def test_what_is_typed_before_a_kept_note_came_back_stands_below_it_once(
    tmp_path: Path, qtbot: Any
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        note = await asked(program)
        note.box.setPlainText("kept")
        note.leave()
        await program.jobs.written()
        note.show_notebook(program.memory)
        note.box.setPlainText("typed")
        note.leave()  # before what was kept has come
        note.leave()
        await program.jobs.written()
        assert note.box.toPlainText() == "kept\ntyped"
        note.show_notebook(program.memory)
        await program.jobs.written()
        assert note.box.toPlainText() == "kept\ntyped"
