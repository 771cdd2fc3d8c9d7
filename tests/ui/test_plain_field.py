"""The field of plain text: what it takes, and whose Enter is whose."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QToolTip

from desktop_app.ui.conversation.add_sheet import TalkField
from desktop_app.ui.conversation.composer import MessageField
from desktop_app.ui.look.theme import Theme
from desktop_app.ui.parts.fields import PlainField
from desktop_app.ui.review.list import Reword
from tests.support.program import press

FIELDS: dict[str, Callable[[], QPlainTextEdit]] = {
    "a message": MessageField,
    "a wording": lambda: Reword("New line", ""),
    "a conversation": TalkField,
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


def test_a_refused_paste_is_told_where_one_writes(qtbot: Any) -> None:
    field = PlainField("Words")
    qtbot.addWidget(field)
    field.show()
    field.insertFromMimeData(clip(" " * 70_000))
    assert QToolTip.text().startswith("This was not pasted: ")


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
