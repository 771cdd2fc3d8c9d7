"""One bullet or line that differs, with *Put back* where it can be. Knows a Unit, restores none."""

import re

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.language.difference import Span, differing
from desktop_app.notebook.text.became import TextChange, TextPiece
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.diff_line import ADD, DEL, DiffLine
from desktop_app.words import cut, tr

_LONGEST = 2_000  # characters shown of one piece
_SHORT = 80  # characters of it in the name of its button
_BULLET = re.compile(r"[-*+] +")
_ODD = re.compile("[\ud800-\udfff]")  # bytes that are no text


class UnitRow(QWidget):
    """The old wording above the new one; the words that differ are marked."""

    put_back_asked = Signal(object)  # the Unit
    looked_at = Signal(object)  # the Unit, that one has pressed or come to by key

    def __init__(self, unit: TextChange, lost: TextPiece | None) -> None:
        """`lost` is the piece of it that can be put back."""
        super().__init__()
        self.unit = unit
        old, new = (_shown(piece) for piece in (unit.old, unit.new))
        went, came = _marks(old, new)
        lines = QVBoxLayout()
        lines.setSpacing(theme().px(4))
        self.lines: list[DiffLine] = []
        for tone, words, marks in ((DEL, old, went), (ADD, new, came)):
            if words is not None:
                line = DiffLine(tone, words, marks)
                self.lines.append(line)
                lines.addWidget(line)
        self.button = Button(tr("Put back"), "plain", "undo")
        if lost is None:
            self.button.hide()  # never shown here: without a parent it would be a window
        else:
            words = tr("Put back: %1").replace("%1", _shown(lost)[:_SHORT])
            self.button.setAccessibleName(words)
            self.button.setToolTip(tr("Only this, where it was or under its heading"))
        place = self.button.sizePolicy()
        place.setRetainSizeWhenHidden(True)  # so that all lines end at one edge
        self.button.setSizePolicy(place)
        self.button.clicked.connect(lambda: self.put_back_asked.emit(self.unit))
        self.button.installEventFilter(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme().px(12))
        row.addLayout(lines, 1)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignVCenter)

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        self.looked_at.emit(self.unit)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn:
            self.looked_at.emit(self.unit)
        return False


def _shown(piece: TextPiece | None) -> str | None:
    if piece is None:
        return None
    words = _ODD.sub("\ufffd", piece.text)
    if marker := _BULLET.match(words):
        words = words[marker.end() :]
    return cut(words, _LONGEST)


def _marks(old: str | None, new: str | None) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    return differing(old, new) if old is not None and new is not None else ((), ())
