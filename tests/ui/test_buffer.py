"""The real editors of Qt: what they show, and what one typed character changes in the file."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit
from pytestqt.qtbot import QtBot

from desktop_app.notebook.lines import as_buffer, map_buffer
from tests.support.odd_files import ODD_FILES

EDITORS = [QPlainTextEdit, QTextEdit]
CALLS = {
    "toPlainText": lambda editor: editor.toPlainText(),
    "toRawText": lambda editor: editor.document().toRawText(),
}


def text_of(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


@pytest.mark.parametrize("editor_type", EDITORS)
@pytest.mark.parametrize("data", ODD_FILES.values(), ids=ODD_FILES.keys())
def test_one_typed_character_changes_nothing_else_in_an_odd_file(
    qtbot: QtBot, editor_type: type[QPlainTextEdit | QTextEdit], data: bytes
) -> None:
    editor = editor_type()
    qtbot.addWidget(editor)
    editor.setPlainText(text_of(data))
    assert editor.toPlainText() == as_buffer(data)
    for operation in ("Start", "Down", "EndOfLine", "End"):
        cursor = editor.textCursor()
        cursor.movePosition(QTextCursor.MoveOperation[operation])
        editor.setTextCursor(cursor)
        QTest.keyClicks(editor, "Q")
        for read in CALLS.values():
            after = map_buffer(data, read(editor))
            assert after.count(b"Q") == 1
            assert after.replace(b"Q", b"") == data
        editor.undo()


@pytest.mark.parametrize("editor_type", EDITORS)
def test_the_buffer_is_what_the_editor_shows_for_any_bytes(
    qtbot: QtBot, editor_type: type[QPlainTextEdit | QTextEdit]
) -> None:
    editor = editor_type()
    qtbot.addWidget(editor)

    @settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
    @given(st.binary(max_size=40) | st.text(max_size=40).map(lambda text: text.encode()))
    def holds(data: bytes) -> None:
        editor.setPlainText(text_of(data))
        assert editor.toPlainText() == as_buffer(data)
        assert map_buffer(data, editor.document().toRawText()) == data

    holds()


@pytest.mark.parametrize("editor_type", EDITORS)
def test_a_typed_no_break_space_survives_in_the_raw_text_only(
    qtbot: QtBot, editor_type: type[QPlainTextEdit | QTextEdit]
) -> None:
    editor = editor_type()
    qtbot.addWidget(editor)
    editor.setPlainText("20km")
    cursor = editor.textCursor()
    cursor.setPosition(2)
    cursor.insertText("\u00a0")
    assert map_buffer(b"20km", CALLS["toRawText"](editor)) == "20\u00a0km".encode()
    assert map_buffer(b"20km", CALLS["toPlainText"](editor)) == b"20 km"
