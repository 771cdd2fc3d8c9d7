"""What a person asks for the words they chose: strong, a box. Knows
cursors, not which editor or file. Each is one step of undo.
"""

import re
from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QTextBlock, QTextCursor

from desktop_app.regex import regex
from desktop_app.ui.parts.column import units
from desktop_app.ui.writing import markup

EMPHASIS, STRONG = 1, 2  # as many stars on both sides

_BEFORE = regex(r"\s*(?:(?:#{1,6}|>+)[ \t]+|(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)?")
_KEEP = QTextCursor.MoveMode.KeepAnchor


def star(line: str, start: int, end: int, stars: int) -> tuple[str, int, int]:
    """The line with so many stars around these characters, or without them where they stand there;
    and where the characters are then. Blanks and the mark of a list item stay outside."""
    start = max(start, _BEFORE.match(line).end())
    end = max(start, end)
    while start < end and line[start] in " \t*":
        start += 1
    while end > start and line[end - 1] in " \t*":
        end -= 1
    before = len(line[:start]) - len(line[:start].rstrip("*"))
    after = len(line[end:]) - len(line[end:].lstrip("*"))
    there = min(before, after)
    if there >= STRONG if stars == STRONG else there % 2:
        line = line[: start - stars] + line[start:end] + line[end + stars :]
        return line, start - stars, end - stars
    sign = "*" * stars
    line = f"{line[:start]}{sign}{line[start:end]}{sign}{line[end:]}"
    return line, start + stars, end + stars


def ticked(line: str) -> str | None:
    """The line with its box turned: ticked if it was not; None for one that has no box."""
    start, end = markup.box(line)
    sign = "x" if line[start + 1 : end - 1] == " " else " "
    return f"{line[:start]}[{sign}]{line[end:]}" if end else None


def item(line: str) -> str:
    indent = line[: len(line) - len(line.lstrip())]
    return line if markup.list_mark(line) else f"{indent}- {line.lstrip()}"


def boxed(line: str) -> str:
    """The line as a list item with a box; a box that is there is turned."""
    if (turned := ticked(line)) is not None:
        return turned
    line = item(line)
    mark = markup.list_mark(line)
    return f"{mark}[ ] {line[len(mark) :].lstrip()}"


def surround(cursor: QTextCursor, stars: int) -> None:
    """`star` for the chosen words of each line, or for the word at the cursor; they stay chosen.
    Where there is no word the cursor comes to stand between the stars."""
    if not cursor.hasSelection():
        cursor.select(QTextCursor.SelectionType.WordUnderCursor)
    first, last = cursor.selectionStart(), cursor.selectionEnd()
    places: list[int] = []
    cursor.beginEditBlock()
    shift = 0
    for block in _blocks(cursor):
        line = block.text()
        start, end = (_column(line, place + shift - block.position()) for place in (first, last))
        if not line[start:end].strip() and first != last:
            continue
        new, start, end = star(line, start, end, stars)
        shift += _put(block, new)
        places += [block.position() + units(new)(column) for column in (start, end)]
    if places:
        cursor.setPosition(places[0])
        cursor.setPosition(places[-1], _KEEP)
    cursor.endEditBlock()


def turn_lines(cursor: QTextCursor, change: Callable[[str], str]) -> None:
    """Change each chosen line that says something, or the empty one at the cursor."""
    blocks = _blocks(cursor)
    _change([block for block in blocks if block.text().strip()] or blocks, change)


def _change(blocks: list[QTextBlock], change: Callable[[str], str]) -> None:
    """Change these lines in one step of undo."""
    if blocks:
        step = QTextCursor(blocks[0])
        step.beginEditBlock()
        for block in blocks:
            _put(block, change(block.text()))
        step.endEditBlock()


def _blocks(cursor: QTextCursor) -> list[QTextBlock]:
    """The lines that anything is chosen of, or the one at the cursor."""
    start, end = cursor.selectionStart(), cursor.selectionEnd()
    block = cursor.document().findBlock(start)
    blocks = [block]
    while (block := block.next()).isValid() and block.position() < end:
        blocks.append(block)
    return blocks


def _put(block: QTextBlock, line: str) -> int:
    """Exchange what differs in a line. Returns by how many places it is longer now."""
    from rapidfuzz.distance import Postfix, Prefix  # wanted after the first picture

    old = block.text()
    if old == line:
        return 0
    size = block.length()
    start = Prefix.similarity(old, line)
    tail = Postfix.similarity(old[start:], line[start:])
    to = units(old)
    cursor = QTextCursor(block)
    cursor.setPosition(block.position() + to(start))
    cursor.setPosition(block.position() + to(len(old) - tail), _KEEP)
    cursor.insertText(line[start : len(line) - tail])
    return block.length() - size


_STEP = "  "  # a nested bullet stands this much deeper
_NUMBER = regex(r"(\s*)(\d{1,9})([.)] )")


def handled(event: QKeyEvent, cursor: QTextCursor) -> bool:
    """Does what the key means in Markdown through `cursor`; False when it means nothing special."""
    key, held = event.key(), event.modifiers()
    plain = held in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
    if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and plain:
        return _next_item(cursor)
    if key == Qt.Key.Key_Tab and plain:
        _indent(cursor)
        return True
    if key == Qt.Key.Key_Backtab:
        _change(_blocks(cursor), lambda line: re.sub(rf"^(\t| {{1,{len(_STEP)}}})", "", line))
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
    _start, box = markup.box(line)
    if not line[box or len(mark) :].strip():
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
    if cursor.hasSelection() or markup.list_mark(line):
        _change([one for one in _blocks(cursor) if not _is_heading(one)], lambda of: f"{_STEP}{of}")
    elif not _is_heading(cursor.block()):
        cursor.insertText(" " * (len(_STEP) - column(cursor, line) % len(_STEP)))


def _is_heading(block: QTextBlock) -> bool:
    """Whether the line is a heading. Indented, it would be none, or one that looks wrong."""
    before = max(markup.NORMAL, block.previous().userState())  # -1 where nobody has coloured it
    return before == markup.NORMAL and markup.heading_level(block.text()) > 0


def column(cursor: QTextCursor, line: str) -> int:
    """Where the cursor stands in a Python string of its line."""
    return _column(line, cursor.positionInBlock())


def _column(line: str, place: int) -> int:
    """The character of a Python string at a place of Qt's, which counts an emoji as two."""
    before = line.encode("utf-16-le", "surrogatepass")[: max(0, place) * 2]
    return len(before.decode("utf-16-le", "surrogatepass"))
