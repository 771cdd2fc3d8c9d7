"""What keys do in a Markdown editor beyond typing. Knows cursors, not which editor or file.

Enter goes on with a list and ends it on an empty bullet; Tab and Shift+Tab indent; F6 or Ctrl+Tab
leave the editor, since Tab does not.
"""

import re

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QTextBlock, QTextCursor

from desktop_app.ui.writing import markup

_STEP = "  "  # a nested bullet stands this much deeper
_NUMBER = re.compile(r"(\s*)(\d{1,9})([.)] )")
_BOX = re.compile(r"\[[ xX]\] ")


def handled(event: QKeyEvent, cursor: QTextCursor) -> bool:
    """Does what the key means in Markdown through `cursor`; False when it means nothing special."""
    key, held = event.key(), event.modifiers()
    plain = held in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
    if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and plain:
        if not _next_item(cursor):
            cursor.insertText("\n")  # Qt's own Enter takes the height from an empty line
        return True
    if key == Qt.Key.Key_Tab and plain:
        _indent(cursor)
        return True
    if key == Qt.Key.Key_Backtab:
        _outdent(cursor)
        return True
    return False


def leaves(event: QKeyEvent) -> int:
    """+1 when the key asks for the next control, -1 for the one before, 0 otherwise."""
    control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
    shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
    tab = event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab) and control
    if event.key() == Qt.Key.Key_F6 or tab:
        return -1 if shift or event.key() == Qt.Key.Key_Backtab else 1
    return 0


def _next_item(cursor: QTextCursor) -> bool:
    line = cursor.block().text()
    mark = markup.list_mark(line)
    before = line[: column(cursor, line)]
    if cursor.hasSelection() or not mark or len(before) < len(mark):
        return False
    box = _BOX.match(line, len(mark))
    if not line[len(mark) + (len(box[0]) if box else 0) :].strip():
        cursor.movePosition(QTextCursor.MoveOperation.StartOfBlock)
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()  # Enter on an empty bullet ends the list
        return True
    if number := _NUMBER.fullmatch(mark):
        mark = f"{number[1]}{int(number[2]) + 1}{number[3]}"
    cursor.insertText(f"\n{mark}{'[ ] ' if box else ''}")
    return True


def _indent(cursor: QTextCursor) -> None:
    line = cursor.block().text()
    if not cursor.hasSelection() and not markup.list_mark(line):
        if not _is_heading(cursor.block()):
            wanted = len(_STEP) - column(cursor, line) % len(_STEP)
            cursor.insertText(" " * wanted)
        return
    for start in _starts(cursor):
        if not _is_heading(start.block()):
            start.insertText(_STEP)
    cursor.endEditBlock()


def _is_heading(block: QTextBlock) -> bool:
    """Whether the line is a heading. Indented, it would be none, or one that looks wrong."""
    before = max(markup.NORMAL, block.previous().userState())  # -1 where nobody has coloured it
    runs, _ = markup.runs(block.text(), before)
    return any(kind.startswith("heading") for run in runs for kind in run.kinds)


def _outdent(cursor: QTextCursor) -> None:
    for start in _starts(cursor):
        line = start.block().text()
        gone = 1 if line.startswith("\t") else len(line[:2]) - len(line[:2].lstrip(" "))
        if gone:
            start.setPosition(start.position() + gone, QTextCursor.MoveMode.KeepAnchor)
            start.removeSelectedText()
    cursor.endEditBlock()


def _starts(cursor: QTextCursor) -> list[QTextCursor]:
    """A cursor at the start of each selected line, inside one step of undo that is now open."""
    document = cursor.document()
    block = document.findBlock(cursor.selectionStart())
    last = document.findBlock(cursor.selectionEnd()).blockNumber()
    starts = []
    while block.isValid() and block.blockNumber() <= last:
        starts.append(QTextCursor(block))
        block = block.next()
    cursor.beginEditBlock()
    return starts


def column(cursor: QTextCursor, line: str) -> int:
    """Where the cursor stands in a Python string of its line."""
    before = line.encode("utf-16-le", "surrogatepass")[: cursor.positionInBlock() * 2]
    return len(before.decode("utf-16-le", "surrogatepass"))
