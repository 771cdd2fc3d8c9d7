"""The old and the new lines of a change, in the tones of what becomes of them.

Knows a Change and its state, not how it is decided.
"""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QLayout, QVBoxLayout, QWidget

from desktop_app.dreams.proposal import Change
from desktop_app.language.difference import Span, differing_from_all
from desktop_app.ui.look.theme import Theme
from desktop_app.ui.parts.labels import text
from desktop_app.ui.review.change_words import BOTH, HELD, OPEN, REJECTED, asks, state_of
from desktop_app.ui.review.diff_line import ADD, DEL, DROP, KEEP, WAIT, DiffLine
from desktop_app.ui.review.doubting import SUPPORTED, places_of, verdict_of
from desktop_app.ui.review.source_row import Names, captioned


class ChangeLines(QWidget):
    """One above the other, or side by side; those of a question with who says which."""

    opened = Signal(str, int)

    def __init__(self, theme: Theme, names: Names) -> None:
        super().__init__()
        self._theme, self._names = theme, names
        self._box = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._box.setContentsMargins(0, 0, 0, 0)

    def show_change(self, change: Change, *, gone: bool, beside: bool, editing: bool) -> None:
        """`gone`: its bullet was edited since; `editing`: the new line stands in a field."""
        empty(self._box)
        self._box.setSpacing(self._theme.px(6))
        beside = beside and change.new is not None and not editing
        direction = QBoxLayout.Direction
        self._box.setDirection(direction.LeftToRight if beside else direction.TopToBottom)
        old, new = _lines(self._theme, change, gone)
        come = [new] if new is not None and not editing else []
        if beside:
            self._box.addLayout(self._side(self._head(change, True, self.tr("Now")), old), 1)
            self._box.addLayout(self._side(self._head(change, False, self.tr("After")), come), 1)
        else:
            for lines, is_old in ((old, True), (come, False)):
                if asks(change) and lines:
                    self._box.addWidget(self._head(change, is_old))
                for line in lines:
                    self._box.addWidget(line)

    def _head(self, change: Change, old: bool, caption: str = "") -> QWidget:
        """The caption of one side; in a question both sides have their say, and their places."""
        if not asks(change):
            return text(caption, "caption", "text3")
        days = self._names.days
        places = [source for source in change.sources if (source.path not in days) == old]
        words = self.tr("MEMORY.md says") if old else self.tr("Your notes say")
        return captioned(self._theme, words, places, self._names, self.opened.emit)

    def _side(self, head: QWidget, lines: list[DiffLine]) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(self._theme.px(6))
        column.addWidget(head)
        for line in lines:
            column.addWidget(line)
        if not lines:
            column.addWidget(text(self.tr("Not in MEMORY.md yet"), "meta", "text3", wrap=True))
        column.addStretch(1)
        return column


def empty(layout: QLayout) -> None:
    """Takes everything out, for good."""
    while item := layout.takeAt(0):
        if widget := item.widget():
            widget.hide()
            widget.deleteLater()
        elif inner := item.layout():
            empty(inner)
            inner.deleteLater()


def _lines(theme: Theme, change: Change, gone: bool) -> tuple[list[DiffLine], DiffLine | None]:
    state = state_of(change)
    out = state == REJECTED or gone
    waits = state == OPEN and asks(change)
    left, came = differing_from_all(change.old, change.new or "")
    stays = out or waits or state == BOTH or (change.new is None and state in (OPEN, HELD))
    old = [
        DiffLine(theme, KEEP if stays else DEL, words, _telling(words, marks))
        for words, marks in zip(change.old, left, strict=True)
    ]
    if change.new is None:
        return old, None
    unsure = state in (OPEN, HELD) and verdict_of(change) != SUPPORTED
    tone = DROP if out else KEEP if waits else WAIT if unsure else ADD
    return old, DiffLine(theme, tone, change.new, _telling(change.new, came), places_of(change))


def _telling(words: str, marks: Sequence[Span]) -> Sequence[Span]:
    """The marks of words; those of a mere comma only where nothing else differs."""
    said = [place for place in marks if any(sign.isalnum() for sign in words[slice(*place)])]
    return said or marks
