"""A proposed change as a card: what goes, what comes, from which lines, and the person's word.

Knows one Change and how to show it; what a decision does is decided elsewhere.
"""

from collections.abc import Iterator

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout

from desktop_app.dreams.proposal import Change
from desktop_app.language.difference import differing_from_all
from desktop_app.ui.look.theme import Theme
from desktop_app.ui.parts.labels import Elided, Pill, restyle, text
from desktop_app.ui.review.change_words import (
    OPEN,
    REJECTED,
    kind_word,
    state_of,
    state_word,
    title_of,
)
from desktop_app.ui.review.diff_line import ADD, DEL, DROP, KEEP, DiffLine
from desktop_app.ui.review.reword import Reword
from desktop_app.ui.review.source_row import Names, source_rows
from desktop_app.ui.review.verdict_buttons import VerdictButtons

_NARROW, _BESIDES = 460, 116  # pixels of a card; of its margins, gaps and a word of heading


class ChangeCard(QFrame):
    """Shows a change and asks for a word on it."""

    decided = Signal(int, bool, object)  # number, accepted, the person's own wording or None
    opened = Signal(str, int)
    pressed = Signal(int)
    edited = Signal(int)  # the field is open, or closed again

    def __init__(self, theme: Theme, change: Change, names: Names, *, gone: bool = False) -> None:
        """`gone`: its bullet was edited since the dream."""
        super().__init__()
        self._theme, self._names, self.gone = theme, names, gone
        self.change = change
        self._beside = False
        self.setProperty("surface", "card")
        self.setProperty("card", "change")
        self._heading = Elided("", "section")
        self._heading.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._kind = Pill("")
        self._tools = VerdictButtons(theme)
        self._tools.edit_asked.connect(self.edit)
        self._tools.said.connect(self.say)
        self.reject_button, self.accept_button = self._tools.reject, self._tools.accept
        self._field = Reword(theme, self.tr("New line"))
        self._field.kept.connect(self._keep)
        self._field.left.connect(self._end_edit)
        self._zoom = theme.zoom
        self._build()
        theme.changed.connect(self._follow)
        self.show_change(change, gone=gone)

    def show_change(self, change: Change, *, gone: bool = False) -> None:
        """The change in another state or wording."""
        self.change, self.gone = change, gone
        self._redraw()
        told = (kind_word(change.kind), title_of(change), state_word(state_of(change)))
        self.setAccessibleName(". ".join(told))

    def show_side_by_side(self, beside: bool) -> None:
        """Old and new next to each other, or one above the other."""
        if beside != self._beside:
            self._beside = beside
            self._draw_lines()

    def show_current(self, current: bool) -> None:
        """Whether the keys J, K, A and R mean this card."""
        restyle(self, current="true" if current else "false")

    def say(self, accepted: bool) -> None:
        """The person's word."""
        if not (accepted and self.gone):
            self.decided.emit(self.change.n, accepted, None)

    def edit(self) -> None:
        """Lets the new line be written anew: Enter keeps it, Esc leaves it."""
        if self.change.new is not None and not self.gone and not self.editing:
            self._hint.show()
            self._field.begin(self.change.new)
            self._draw_lines()
            self.edited.emit(self.change.n)

    @property
    def editing(self) -> bool:
        """Whether the field is open."""
        return not self._field.isHidden()

    def keep_edit(self) -> None:
        """What stands in an open field is taken, as by Enter."""
        words = self._field.toPlainText().strip()
        if self.editing and words:
            self._keep(words)

    def open_source(self) -> None:
        """Opens the first line the change rests on."""
        if self.change.sources:
            self.opened.emit(self.change.sources[0].path, self.change.sources[0].line)

    # -- inside -------------------------------------------------------------------------------

    def _build(self) -> None:
        self._top = QHBoxLayout()
        self._top.addWidget(self._heading)
        self._top.addWidget(self._kind)
        self._top.addStretch(1)
        self._top.addWidget(self._tools)
        self._lines = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._hint = text(
            self.tr("Enter keeps it · Shift+Enter makes a new line · Esc leaves it"),
            "meta",
            "text2",
        )
        self._notes = QVBoxLayout()
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._top)
        self._column.addLayout(self._lines)
        self._column.addWidget(self._field)
        self._column.addWidget(self._hint)
        self._column.addLayout(self._notes)
        self._field.hide()
        self._hint.hide()

    def _follow(self) -> None:
        """Colours follow the theme by themselves; sizes are set anew."""
        if self._theme.zoom != self._zoom:
            self._zoom = self._theme.zoom
            self._redraw()

    def _redraw(self) -> None:
        self._draw_state()
        self._draw_lines()
        self._draw_notes()
        self._measure()

    def _draw_state(self) -> None:
        change = self.change
        self._heading.setText(change.heading or self.tr("Top of MEMORY.md"))
        asks = change.kind == "question"
        self._kind.setText(kind_word(change.kind))
        restyle(self._kind, tone="warn" if asks else "accent")
        self._tools.show_state(
            state_of(change),
            asks=asks,
            editable=change.new is not None and not self.gone,
            acceptable=not self.gone,
        )

    def _draw_lines(self) -> None:
        _empty(self._lines)
        beside = self._beside and self.change.new is not None and not self.editing
        direction = QBoxLayout.Direction
        self._lines.setDirection(direction.LeftToRight if beside else direction.TopToBottom)
        old, new = self._old_and_new()
        if self.editing:
            new = None  # it stands in the field
        if beside:
            self._lines.addLayout(self._side(self.tr("Now"), old), 1)
            self._lines.addLayout(self._side(self.tr("After"), [new] if new else []), 1)
            return
        asks = self.change.kind == "question"
        said = [(self.tr("MEMORY.md says"), line) for line in old]
        said += [(self.tr("Your notes say"), new)] if new is not None else []
        for caption, line in said:
            if asks:
                self._lines.addWidget(text(caption, "caption", "text3"))
            self._lines.addWidget(line)

    def _old_and_new(self) -> tuple[list[DiffLine], DiffLine | None]:
        """The lines in the tones of what becomes of them."""
        change, state = self.change, state_of(self.change)
        out = state == REJECTED or self.gone
        waits = state == OPEN and change.kind == "question"
        gone, come = differing_from_all(change.old, change.new or "")
        old = [
            DiffLine(self._theme, KEEP if out or waits else DEL, words, marks)
            for words, marks in zip(change.old, gone, strict=True)
        ]
        if change.new is None:
            return old, None
        tone = DROP if out else KEEP if waits else ADD
        return old, DiffLine(self._theme, tone, change.new, come)

    def _side(self, caption: str, lines: list[DiffLine]) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(self._theme.px(6))
        column.addWidget(text(caption, "caption", "text3"))
        for line in lines:
            column.addWidget(line)
        if not lines:
            column.addWidget(text(self.tr("Not in MEMORY.md yet"), "meta", "text3", wrap=True))
        column.addStretch(1)
        return column

    def _draw_notes(self) -> None:
        _empty(self._notes)
        change = self.change
        warned = list(self._warnings())
        for words in warned:
            self._notes.addWidget(_strip(self._theme, words))
        if change.reason and change.verdict != "unsupported":
            self._notes.addWidget(text(_sentence(change.reason), "meta", "text2", wrap=True))
        if change.sources:
            # A quote that was not found there would only mislead.
            unsaid = {one.quote for one in change.sources if not one.sha}
            caption = self.tr("It points at") if change.verdict == "unsupported" else ""
            known = {*change.old, *unsaid}
            rows = source_rows(
                self._theme, change.sources, self._names, self.opened.emit, known, caption
            )
            self._notes.addWidget(rows)

    def _warnings(self) -> Iterator[str]:
        change = self.change
        if self.gone:
            yield self.tr(
                "This line of MEMORY.md was edited after the dream, so the change cannot be "
                "applied any more. The next dream looks at it anew."
            )
        if change.verdict == "unsupported":
            held = self.tr("so it is held back until you say otherwise.")
            taken = self.tr("and you have accepted it all the same.")
            end = taken if change.accepted and change.decided else held
            yield self.tr(
                "No source found for this line. A dream may only use what you wrote, %1"
            ).replace("%1", end)
        elif change.verdict == "partly":
            yield self.tr("Your notes say only a part of this. Compare it with its source.")

    def _keep(self, words: str) -> None:
        self._end_edit()
        self.decided.emit(self.change.n, True, words)

    def _end_edit(self) -> None:
        self._field.hide()
        self._hint.hide()
        self._draw_lines()
        self.edited.emit(self.change.n)

    def _measure(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(px(15), px(11), px(15), px(13))
        self._column.setSpacing(px(10))
        self._top.setSpacing(px(8))
        self._lines.setSpacing(px(6))
        self._notes.setSpacing(px(8))
        self._fit()

    def _fit(self) -> None:
        """In a narrow window the buttons stand below, in one card as in the next."""
        words = self._kind.sizeHint().width() + self._tools.sizeHint().width()
        below = self.width() < max(self._theme.px(_NARROW), words + self._theme.px(_BESIDES))
        if below and self._top.indexOf(self._tools) >= 0:
            self._top.removeWidget(self._tools)
            self._column.addWidget(self._tools, 0, Qt.AlignmentFlag.AlignLeft)
        elif not below and self._top.indexOf(self._tools) < 0:
            self._column.removeWidget(self._tools)
            self._top.addWidget(self._tools)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.pressed.emit(self.change.n)
        super().mousePressEvent(event)


def _strip(theme: Theme, words: str) -> QFrame:
    """An amber line: this one waits for a word."""
    strip = QFrame()
    strip.setProperty("kind", "banner")
    row = QHBoxLayout(strip)
    row.setContentsMargins(theme.px(12), theme.px(7), theme.px(12), theme.px(7))
    row.addWidget(text(words, "meta", "", wrap=True))
    return strip


def _sentence(words: str) -> str:
    whole = f"{words[:1].upper()}{words[1:]}"
    return whole if whole.endswith((".", "!", "?", "。")) else f"{whole}."


def _empty(layout: QBoxLayout) -> None:
    while item := layout.takeAt(0):
        if widget := item.widget():
            widget.hide()
            widget.deleteLater()
        elif inner := item.layout():
            _empty(inner)
            inner.deleteLater()
