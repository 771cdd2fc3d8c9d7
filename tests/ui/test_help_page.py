"""Help: the manual in the window, before a notebook is open and while one is."""

import re
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop_app import manual
from desktop_app.ui.help_page import HelpPage
from tests.support.program import press, running, sample
from tests.support.reviewing import reviewing
from tests.support.waiting import until

ESC, CONTROL, ALT = (
    Qt.Key.Key_Escape,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
KEY = re.compile(r"`((?:(?:Ctrl|Shift|Alt)\+)+[^`+\s]+|F\d+|[A-Z]|Ctrl\+\+)`")


def key(program: Any, wanted: Qt.Key, modifier: Any = Qt.KeyboardModifier.NoModifier) -> None:
    press(QApplication.focusWidget() or program.window, wanted, modifier)


def shown(program: Any) -> HelpPage:
    page = program.window.page
    assert isinstance(page, HelpPage)
    return page


async def test_links_lead_from_page_to_page_and_the_way_back_is_kept(
    tmp_path: Path, qtbot: Any
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        program.window.show_help(manual.FIRST)
        page = shown(program)
        for path in ("minds.md", "models.md"):
            page.reader.anchorClicked.emit(QUrl(path))
            assert page.path == path
            assert page.rows.currentIndex().data() == page.header.subtitle.text()
            row = page.rows.visualRect(page.rows.currentIndex())
            assert page.rows.viewport().rect().contains(row), "it is in sight"
        key(program, Qt.Key.Key_Left, ALT)
        assert page.path == "minds.md"
        key(program, Qt.Key.Key_Left, ALT)
        assert page.path == manual.FIRST
        page.rows.setFocus()
        key(program, Qt.Key.Key_Down)
        assert page.path == manual.pages()[1].path
        key(program, ESC)
        assert program.window.page.name == "memory", "Esc leaves all pages of the manual at once"


async def test_the_manual_is_searched_by_keys_and_enter_opens_the_place(
    tmp_path: Path, qtbot: Any
) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        program.window.activateWindow()
        await until(program.window.isActiveWindow)
        key(program, Qt.Key.Key_F1)
        key(program, Qt.Key.Key_F1)
        page = shown(program)
        assert QApplication.focusWidget() is page.input
        QTest.keyClicks(page.input, "Forget Restore")
        titles = [one.title for one in page.rows.rows.things]
        assert titles == ["History", "Command line"] and page.rows.number == 0
        assert page.path == "writing.md", "typing moves nothing"
        key(program, Qt.Key.Key_Return)
        assert page.path == "history.md" and page.reader.textCursor().blockNumber() > 0
        assert page.reader.extraSelections(), "the words are marked"
        assert QApplication.focusWidget() is page.reader
        key(program, Qt.Key.Key_F1)
        QTest.keyClicks(page.input, "zzz")
        assert page.rows.model().rowCount() == 0 and page.nothing.isVisible()
        key(program, Qt.Key.Key_Return)
        assert page.path == "history.md"
        key(program, ESC)
        assert page.rows.currentIndex().data() == "History", "all pages again"
        key(program, ESC)
        assert program.window.page.name == "memory"


async def test_every_key_that_the_manual_names_works(tmp_path: Path, qtbot: Any) -> None:
    async with reviewing(tmp_path) as program:
        program.window.make_pages()
        program.window.show_help("keys.md")
        working = {
            sequence.toString().replace("Return", "Enter")
            for known in program.actions
            for sequence in known.action.shortcuts()
        }
        working |= {"Shift+Enter"}  # of the small window: tests/ui/test_note_window.py
        for page in manual.pages():
            named = set(KEY.findall(page.text))
            assert named <= working, page.path
        assert len(set(KEY.findall("".join(page.text for page in manual.pages())))) > 30
