"""Painting: it goes on and on without losing a reference, and a key paints what it changes."""

import gc
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QImage, QKeySequence, QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from desktop_app.ui.writing.editor import Editor
from tests.support.program import quiet, running, sample

PAGES = ("memory", "days", "dreams", "search", "settings")


async def _soak(tmp_path: Path, times: int) -> None:
    async with running(tmp_path, sample(tmp_path)) as program:
        for name in PAGES:
            program.window.show_page(name)
            await quiet(program)
            parts = [
                widget for widget in program.window.findChildren(QWidget) if widget.isVisible()
            ]
            assert parts
            for n in range(times // len(PAGES) // len(parts) + 1):
                for widget in parts:
                    widget.repaint()
                if n % 50 == 0:
                    gc.collect()


async def test_repaints_leave_the_program_alive(qtbot: Any, tmp_path: Path) -> None:
    await _soak(tmp_path, 200)


@pytest.mark.prove
async def test_twenty_thousand_repaints_leave_the_program_alive(qtbot: Any, tmp_path: Path) -> None:
    await _soak(tmp_path, 20_000)


WRITTEN = """# A heading

- a bullet that is long enough to go on in a second row of the column, as the words in it are many
  and some of them stand on a line of their own
- another with [[a link]] and **bold**
```
in a block of code
```

## Another heading

The last words.
"""
KEYS = (
    *("Down", "Down", "Home", "Backspace", "Enter", "Up", "Up"),
    *("x", "Home", "Enter", "Up", "`", "`", "`", "Backspace", "Backspace", "Backspace", "Down"),
    *("End", " ", "w", "o", "r", "d", "s", "Enter", "Tab", "y", "Backspace", "Ctrl+Z", "Ctrl+Z"),
    *("Shift+Up", "Shift+Left", "z", "Ctrl+Z", "Down", "Down", "Down", "Home", "#", " ", "Delete"),
    *("PgDown", "Home", "Backspace", "a", "Ctrl+Home", "-", " ", "b", "Ctrl+A", "Right", "!"),
)


def test_after_each_key_all_looks_as_if_it_were_painted_anew(editor: Editor, qtbot: Any) -> None:
    flashes = QApplication.cursorFlashTime()
    QApplication.setCursorFlashTime(0)
    editor.resize(500, 420)
    editor.load(WRITTEN)
    editor.go_to(4)
    editor.setFocus()
    QApplication.processEvents()
    small = 0
    try:
        for key in KEYS:
            painted = Painted(editor)
            keys = QKeySequence(key)[0]
            QTest.keyClick(editor, keys.key(), keys.keyboardModifiers(), 0)
            QApplication.processEvents()
            small += painted.area < editor.viewport().width() * editor.viewport().height() / 3
            shown = picture(editor)
            editor.draw_anew()
            editor.viewport().repaint()
            assert picture(editor) == shown, key
    finally:
        QApplication.setCursorFlashTime(flashes)
    assert small > len(KEYS) / 4, "a key paints what it changed alone"


class Painted(QObject):
    """The pixels of an editor that were painted since."""

    def __init__(self, editor: Editor) -> None:
        super().__init__()
        self.area = 0
        editor.viewport().installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.area += event.rect().width() * event.rect().height()
        return False


def picture(editor: Editor) -> QImage:
    """What stands on the screen, without painting it."""
    shown = editor.screen().grabWindow(editor.winId()).toImage()
    assert not shown.isNull()
    return shown
