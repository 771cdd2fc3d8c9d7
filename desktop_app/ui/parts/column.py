"""What every text widget here shares: the column it stands in and how it is handed its text."""

from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate
from typing import TYPE_CHECKING

from PySide6.QtGui import QResizeEvent, QTextBlock, QTextCursor, QTextDocument, QTextFormat
from PySide6.QtWidgets import QAbstractScrollArea, QTextEdit

from desktop_app.ui.look.theme import theme

if TYPE_CHECKING:
    from PySide6.QtWidgets import QPlainTextEdit as TextWidget
else:
    TextWidget = object  # the Qt class comes with whoever stands before it

COLUMN = 680  # the column's greatest width
PAD = 12  # between the column's edge and the text, where a line's ground shows
LINE = 25  # the least height of a line
ABOVE, BELOW = 20, 120  # free space before the first line and after the last

LONGEST = 32_000
"""Characters of one line, as it is laid out. Qt lays a line out anew at each key, in a time that
grows with the square of what has no place to break at: 15 ms of 20,000 letters, 90 of 65,000, 700
of 199,000. It never ends where a line breaks before 65,536 spaces, which it counts in 16 bits."""


def handed(text: str) -> str:
    """A text as it must be handed to Qt, which drops one byte order mark at its start."""
    return f"\ufeff{text}" if text.startswith("\ufeff") else text


def blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def set_font(field: QAbstractScrollArea, role: str) -> None:
    """The font of what is typed, and of what the field says while it is empty: the viewport's."""
    for part in (field, field.viewport()):
        part.setFont(theme().font(role))


def units(text: str) -> Callable[[int], int]:
    """From places in a Python string to Qt's, which counts an emoji as two."""
    if text.isascii() or max(text) <= "\uffff":
        return lambda place: place
    return lambda place: place + sum(sign > "\uffff" for sign in text[:place])


_PIECE = 4_000  # characters of a piece of an endless line


def too_long(text: str) -> bool:
    """Whether a line of it must not be laid out."""
    return len(text) > LONGEST and max(map(len, text.split("\n"))) > LONGEST


def folded(
    text: str, read: Callable[[str], list[str]] = lambda line: [line]
) -> tuple[str, list[int]]:
    """The text with too long lines cut in pieces, and the row (from 0) each line begins in; `read`
    gives what is shown of a line."""
    lines = [[part for row in read(line) for part in _pieces(row)] for line in text.split("\n")]
    starts = [0, *accumulate(map(len, lines[:-1]))]
    return "\n".join(piece for line in lines for piece in line), starts


def _pieces(line: str) -> list[str]:
    size = _PIECE if len(line) > LONGEST else LONGEST
    return [line[at : at + size] for at in range(0, max(1, len(line)), size)]


_MOST_MARKS = 200


def mark(at: QTextCursor, ground: str, ink: str = "") -> QTextEdit.ExtraSelection:
    """These words on another ground, in ink of another colour; without any, the whole row."""
    made = QTextEdit.ExtraSelection()
    made.cursor = at
    made.format.setBackground(theme().color(ground))
    if ink:
        made.format.setForeground(theme().color(ink))
    else:
        made.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
    return made


def marks_of(
    words: Iterable[str], first: QTextBlock, after: QTextBlock
) -> list[QTextEdit.ExtraSelection]:
    """Marks on these words, from the first block to the one `after` the last."""
    marks, document = list[QTextEdit.ExtraSelection](), first.document()
    end = after.position() if after.isValid() else document.characterCount()
    for word in filter(None, words):
        at = document.find(word, QTextCursor(first))
        while not at.isNull() and at.selectionEnd() <= end and len(marks) < _MOST_MARKS:
            if not _inside_a_word(at):
                marks.append(mark(QTextCursor(at), "hit", "text"))
            at = document.find(word, at)
    return marks


def _inside_a_word(cursor: QTextCursor) -> bool:
    """Whether it is only a part of a longer word, as `the` is of `these`. Chinese has no gaps."""
    sign = cursor.document().characterAt
    edges = (cursor.selectionStart(), cursor.selectionEnd())
    pairs = ((sign(edge - 1), sign(edge)) for edge in edges)
    return any(
        one.isalnum() and other.isalnum() and (one + other).isascii() for one, other in pairs
    )


class Column(TextWidget):
    """Stands before QTextEdit or QPlainTextEdit in a widget's bases."""

    most = COLUMN + 2 * PAD  # pixels of its width

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.centre()
        # The margins may just have made the viewport narrower than the event knows.
        super().resizeEvent(QResizeEvent(self.viewport().size(), event.oldSize()))

    def centre(self) -> None:
        """Keeps the column in the middle, whether or not there is a scroll bar."""
        px = theme().px
        bar = self.verticalScrollBar()
        taken = bar.sizeHint().width() if bar.isVisible() else 0
        room = (self.width() - px(self.most)) // 2
        left = max(px(16), room)
        margins = (left, 0, max(px(4), left - taken), 0)
        before = self.viewportMargins()
        if margins != (before.left(), before.top(), before.right(), before.bottom()):
            self.setViewportMargins(*margins)
