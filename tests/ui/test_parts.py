"""What every page is made of: strips that say what is wrong, and rows that go on below."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QAccessible, QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QPlainTextEdit,
)
from pytestqt.qtbot import QtBot

from desktop_app.dreams.model.progress import step
from desktop_app.ui.conversation.composer import MessageField
from desktop_app.ui.look.theme import Theme
from desktop_app.ui.parts.asking_pane import AskingPane
from desktop_app.ui.parts.column import LONGEST
from desktop_app.ui.parts.controls import Segmented, Switch
from desktop_app.ui.parts.fields import PlainField
from desktop_app.ui.parts.labels import text as label
from desktop_app.ui.parts.marked_text import TextLook, laid_out
from desktop_app.ui.parts.rows import RowWords, ThingRows
from desktop_app.ui.parts.running import Running
from tests.support.program import press


def test_a_label_shows_the_beginning_of_endless_words(theme: Theme, qtbot: QtBot) -> None:
    shown = label("x" * 100_000, wrap=True).text()
    assert len(shown) < 21_000 and "…" in shown
    assert label("a note").text() == "a note"


def test_endless_words_are_laid_out_no_further_than_they_may_be(theme: Theme) -> None:
    look = TextLook(theme.font("chat"), 22, *(theme.color(one) for one in ("text", "text", "hit")))
    layout = laid_out("x" * 100_000, [(5, 90_000)], look, 400)
    assert len(layout.text()) == LONGEST


def test_what_a_screen_reader_toggles_is_heard_once(theme: Theme, qtbot: QtBot) -> None:
    del theme  # it is worn
    group = Segmented({"Read": "Read", "Edit": "Edit"}, "View")
    switch, heard = Switch("On"), list[object]()
    for widget in (group, switch):
        qtbot.addWidget(widget)
    group.chosen.connect(heard.append)
    switch.toggled.connect(heard.append)
    for one in (group.part("Edit"), group.part("Edit"), switch, switch):
        actions = QAccessible.queryAccessibleInterface(one).actionInterface()
        actions.doAction(actions.actionNames()[0])
    assert heard == ["Edit", True, False]
    group.choose("Read")
    assert len(heard) == 3
    switch.click()
    assert heard[3:] == [True]


def test_enter_that_chooses_a_word_of_an_input_method_opens_nothing(qtbot, theme) -> None:
    rows = ThingRows("Found", RowWords)
    pane = AskingPane("Search", "Search", "", rows)
    qtbot.addWidget(pane)
    opened = list[None]()
    rows.entered.connect(lambda: opened.append(None))
    for composed, count in (("ni", 0), ("", 1)):
        QApplication.sendEvent(pane.input, QInputMethodEvent(composed, []))
        QTest.keyClick(pane.input, Qt.Key.Key_Return)
        assert len(opened) == count


# -- fields of plain text -------------------------------------------------------------------------


FIELDS: dict[str, Callable[[], QPlainTextEdit]] = {
    "a message": MessageField,
    "a wording": lambda: PlainField("New line", short=True),
    "any other": lambda: PlainField("Words"),
}


def clip(words: str) -> QMimeData:
    data = QMimeData()
    data.setText(words)
    return data


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("gap", [" ", " \u2028"])
def test_a_paste_that_qt_would_never_lay_out_is_refused(
    theme: Theme, qtbot: Any, name: str, gap: str
) -> None:
    field = FIELDS[name]()
    qtbot.addWidget(field)
    field.insertFromMimeData(clip("a" + gap * 70_000 + "b"))
    assert field.toPlainText() == ""
    field.insertFromMimeData(clip("a line\n" * 5_000))
    assert field.toPlainText() == "a line\n" * 5_000


def test_a_line_that_is_too_long_already_is_shown_in_pieces(qtbot: Any) -> None:
    field = PlainField("Words")
    qtbot.addWidget(field)
    field.setPlainText("a" + " " * 70_000 + "b")
    assert field.document().blockCount() > 1
    assert field.toPlainText().replace("\n", "") == "a" + " " * 70_000 + "b"


@pytest.mark.parametrize("short", [True, False])
def test_enter_keeps_a_line_or_begins_one_and_belongs_to_who_composes(
    qtbot: Any, short: bool
) -> None:
    field, entered = PlainField("Words", short=short), list[str]()
    qtbot.addWidget(field)
    field.entered.connect(lambda: entered.append(field.toPlainText()))
    field.show()
    QApplication.sendEvent(field, QInputMethodEvent("yào shi", []))
    press(field, Qt.Key.Key_Return)
    assert entered == [] and field.document().blockCount() == 1
    QApplication.sendEvent(field, QInputMethodEvent())
    press(field, Qt.Key.Key_Return)
    assert entered == ([""] if short else [])
    press(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert len(entered) == 1 + short


# -- what runs ------------------------------------------------------------------------------------


NAME = "Asking qwen3:8b (part 2 of 3)"


@pytest.mark.parametrize(
    ("told", "far"),
    [
        (step(NAME, 0, 4, None), "0 s"),
        (step(NAME, 0, 6, None), "waiting for the model to begin, 6 s"),
        (step(NAME, 0, 30, 120.4), "reading your notes: about 2 minutes, 25%"),
        (step(NAME, 0, 400, 120.0), "reading your notes: longer than expected, 95%"),
        (step(NAME, 1_234, 90, 60.0), "1,234 tokens, 90 s"),
    ],
)
def test_a_call_says_how_far_it_is_beside_what_it_does(
    theme: Theme, qtbot: QtBot, told: str, far: str
) -> None:
    running = Running("Dream", "Begins")
    qtbot.addWidget(running)
    running.show_running(True)
    running.say(told)
    assert running.step.text().replace("\u200b", "") == f"{NAME} …"
    assert running.spent.text() == far
