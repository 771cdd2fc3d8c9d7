"""The old and the new lines of a change, in the tones of what becomes of them.

Knows a Change and its state, not how it is decided.
"""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QLayout, QVBoxLayout, QWidget

from desktop_app.dreams.proposal import Change, ChangeKind, Support
from desktop_app.language.difference import Span, differing_from_all
from desktop_app.notebook.source import Source
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.diff_line import ADD, DEL, DROP, KEEP, MOVE, WAIT, DiffLine
from desktop_app.ui.parts.labels import text
from desktop_app.ui.review.change_words import BOTH, HELD, OPEN, REJECTED, asks, state_of
from desktop_app.ui.review.doubting import places_of, spoken, verdict_of
from desktop_app.ui.review.source_row import Names, captioned
from desktop_app.words import tr

_MOST = 3  # lines of the notes that a question shows


class ChangeLines(QWidget):
    """One above the other, or side by side; those of a question with who says which."""

    opened = Signal(str, int)

    def __init__(self, names: Names) -> None:
        super().__init__()
        self._names = names
        self._box = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._box.setContentsMargins(0, 0, 0, 0)

    def show_change(self, change: Change, *, gone: bool, beside: bool, editing: bool) -> None:
        """`gone`: its bullet was edited since; `editing`: the new line stands in a field."""
        empty(self._box)
        self._box.setSpacing(theme().px(6))
        beside = beside and change.new is not None and not editing
        direction = QBoxLayout.Direction
        self._box.setDirection(direction.LeftToRight if beside else direction.TopToBottom)
        old = [*self._old_head(change, beside), *_old(change, gone)]
        new = list(self._new(change, gone, beside, editing))
        if beside:
            for parts in (old, new):
                self._box.addLayout(self._side(parts), 1)
        else:
            for part in (*old, *new):
                self._box.addWidget(part)

    def _old_head(self, change: Change, beside: bool) -> Iterator[QWidget]:
        """What stands above the old lines."""
        if asks(change):
            places = [one for one in change.sources if one.path == self._names.memory]
            yield self._quoted(tr("MEMORY.md says"), places)
        elif change.kind == ChangeKind.MOVED and change.to:
            yield self._quoted(tr("Moves to %1").replace("%1", change.to), [])
        elif beside:
            yield text(tr("Now"), "caption", "text3")
            if not change.old:
                yield text(tr("Not in MEMORY.md yet"), "meta", "text3", wrap=True)

    def _new(self, change: Change, gone: bool, beside: bool, editing: bool) -> Iterator[QWidget]:
        """What comes; of a question, each line of the notes as it stands, and what would come of
        it where that is another."""
        new = _new(change, gone)
        if asks(change):
            notes = _noted(change, self._names.memory)
            for quote, places in list(notes.items())[:_MOST]:
                yield self._quoted(tr("Your notes say"), places)
                own = new is not None and _same(quote, change.new or "") and not editing
                yield new if own and new else _kept(quote, change.old)
            if new is None or editing or any(_same(quote, change.new or "") for quote in notes):
                return
            yield self._quoted(self._would_be(change, bool(notes)), [])
        elif beside:
            yield text(tr("After"), "caption", "text3")
        if new is not None and not editing:
            yield new

    def _would_be(self, change: Change, noted: bool) -> str:
        if change.proposed is not None:
            return tr("Your wording")
        return tr("With the note's, it would be") if noted else tr("As one line")

    def _quoted(self, words: str, places: Sequence[Source]) -> QWidget:
        return captioned(words, places, self._names, self.opened.emit)

    def _side(self, parts: Sequence[QWidget]) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(theme().px(6))
        for part in parts:
            column.addWidget(part)
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


def _old(change: Change, gone: bool) -> list[QWidget]:
    state = state_of(change)
    out = state == REJECTED or gone
    waits = state in (OPEN, HELD) and (asks(change) or change.new is None)
    stays = out or waits or state == BOTH
    goes = MOVE if change.kind == ChangeKind.MOVED else DEL
    left, _ = differing_from_all(change.old, change.new or "")
    return [
        DiffLine(KEEP if stays else goes, words, _telling(words, marks))
        for words, marks in zip(change.old, left, strict=True)
    ]


def _new(change: Change, gone: bool) -> DiffLine | None:
    if change.new is None:
        return None
    state = state_of(change)
    unsure = state in (OPEN, HELD) and verdict_of(change) != Support.SUPPORTED
    waits = state == OPEN and asks(change)
    tone = KEEP if waits else WAIT if unsure else ADD
    if state == REJECTED or gone:
        tone = DROP
    _, came = differing_from_all(change.old, change.new)
    return DiffLine(tone, change.new, _telling(change.new, came), places_of(change))


def _noted(change: Change, memory: str) -> dict[str, list[Source]]:
    """What the notes say, each quote as it stands with the places that say it."""
    by_line: dict[str, list[Source]] = {}
    for source in change.sources:
        if source.path != memory:
            by_line.setdefault(spoken(source).quote, []).append(source)
    return by_line


def _kept(words: str, old: Sequence[str]) -> DiffLine:
    _, came = differing_from_all(old, words)
    return DiffLine(KEEP, words, _telling(words, came))


def _same(quote: str, new: str) -> bool:
    """Whether what would come is the note's own line, but for spaces."""
    return "".join(quote.split()) == "".join(new.split())


def _telling(words: str, marks: Sequence[Span]) -> Sequence[Span]:
    """The marks of words; those of a mere comma only where nothing else differs."""
    lettered = [place for place in marks if any(sign.isalnum() for sign in words[slice(*place)])]
    return lettered or marks
