"""A proposed change as a card: what goes, what comes, from which lines, and the person's word.

Knows one Change and how to show it; what a decision does is decided elsewhere.
"""

from PySide6.QtCore import Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout

from desktop_app.dreams.proposal import Change
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.labels import Elided, Pill, restyle, text
from desktop_app.ui.review.change_lines import ChangeLines, empty
from desktop_app.ui.review.change_notes import change_notes, reason_of
from desktop_app.ui.review.change_words import (
    ACCEPTED,
    BOTH,
    REJECTED,
    answers_to,
    asks,
    forgets,
    kind_of,
    state_of,
    state_word,
    title_of,
)
from desktop_app.ui.review.doubting import doubts_of, nearest_of
from desktop_app.ui.review.reword import Reword
from desktop_app.ui.review.source_row import Names
from desktop_app.ui.review.verdict_buttons import VerdictButtons
from desktop_app.words import tr

_NARROW, _BESIDES = 460, 116  # pixels of a card; of its margins, gaps and a word of heading


class ChangeCard(QFrame):
    """Shows a change and asks for a word on it."""

    decided = Signal(int, str, object)  # number, answer, the person's own wording or None
    opened = Signal(str, int)
    pressed = Signal(int)
    edited = Signal(int)  # the field is open, or closed again

    def __init__(self, change: Change, names: Names, *, gone: bool = False) -> None:
        """`gone`: its bullet was edited since the dream."""
        super().__init__()
        self._names, self.gone = names, gone
        self.change = change
        self._beside = False
        self.setProperty("surface", "card")
        self.setProperty("card", "change")
        self._heading = Elided("", "section")
        self._heading.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._kind = Pill("")
        self._tools = VerdictButtons()
        self._tools.edit_asked.connect(self.edit)
        self._tools.quote_asked.connect(self.use_quote)
        self._tools.answered.connect(self.say)
        self.reject_button, self.accept_button = self._tools.reject, self._tools.accept
        self.both_button, self.quote_button = self._tools.both, self._tools.quote
        self._lines = ChangeLines(names)
        self._lines.opened.connect(self.opened)
        self._field: Reword | None = None  # made when it is wanted
        self._zoom = theme().zoom
        self._build()
        theme().changed.connect(self._follow)
        self.show_change(change, gone=gone)

    def show_change(
        self, change: Change, *, gone: bool = False, names: Names | None = None
    ) -> None:
        """The change in another state or wording, or with other `names`."""
        self.change, self.gone, self._names = change, gone, names or self._names
        self._redraw()
        title_words = (kind_of(change), title_of(change), state_word(change))
        self.setAccessibleName(". ".join(title_words))
        doubts = [doubt.message for doubt in doubts_of(change)]
        self.setAccessibleDescription(" ".join(filter(None, [reason_of(change), *doubts])))

    def show_side_by_side(self, beside: bool) -> None:
        """Old and new next to each other, or one above the other."""
        if beside != self._beside:
            self._beside = beside
            self._draw_lines()

    def show_current(self, current: bool) -> None:
        """Whether the keys mean this card."""
        restyle(self, current="true" if current else "false")

    def say(self, answer: str) -> None:
        """The person's word; what this card does not offer is not heard."""
        if answer in answers_to(self.change) and (answer == REJECTED or not self.gone):
            self.decided.emit(self.change.n, answer, None)

    def use_quote(self) -> None:
        """Puts the note's own sentence in place of the proposed words."""
        nearest = nearest_of(self.change)
        if nearest is not None and not self.gone:
            self._keep(nearest.quote)

    def offers(self, name: str) -> bool:
        """Whether one can accept, reject, both, edit or quote here."""
        button = getattr(self._tools, name)
        return bool(button.isEnabled() and not button.isHidden())

    def edit(self) -> None:
        """Lets the new line be written anew: Enter keeps it, Esc leaves it."""
        if self.change.new is not None and not self.gone and not self.editing:
            self._field = self._field or self._made_field()
            self._hint.show()
            self._field.begin(self.change.new)
            self._draw_lines()
            self.edited.emit(self.change.n)

    @property
    def editing(self) -> bool:
        """Whether the field is open."""
        return self._field is not None and not self._field.isHidden()

    def keep_edit(self) -> None:
        """What stands in an open field is taken, as by Enter."""
        if self._field is not None and self.editing:
            words = self._field.toPlainText().strip()
            if words:
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
        self._notes = QVBoxLayout()
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._top)
        self._column.addWidget(self._lines)
        self._column.addLayout(self._notes)

    def _made_field(self) -> Reword:
        """The field for another wording, below the lines."""
        field = Reword(tr("New line"))
        field.kept.connect(self._keep)
        field.left.connect(self._end_edit)
        self._hint = text(
            tr("Enter keeps it · Shift+Enter makes a new line · Esc leaves it"),
            "meta",
            "text2",
            wrap=True,
        )
        at = self._column.indexOf(self._lines) + 1
        self._column.insertWidget(at, field)
        self._column.insertWidget(at + 1, self._hint)
        return field

    def _follow(self) -> None:
        """Colours follow the theme by themselves; sizes are set anew."""
        if theme().zoom != self._zoom:
            self._zoom = theme().zoom
            self._redraw()

    def _redraw(self) -> None:
        self._draw_state()
        self._draw_lines()
        self._draw_notes()
        self._measure()

    def _draw_state(self) -> None:
        change = self.change
        folder = change.to.rpartition("/")[0]  # its name stands in the list and in the text
        top = folder or tr("A file") if change.makes_file else tr("Top of MEMORY.md")
        self._heading.setText(change.heading or top)
        self._kind.setText(kind_of(change))
        restyle(self._kind, tone="warn" if asks(change) or forgets(change) else "accent")
        self._tools.show_change(change, gone=self.gone)

    def _draw_lines(self) -> None:
        self._lines.show_change(
            self.change, gone=self.gone, beside=self._beside, editing=self.editing
        )

    def _draw_notes(self) -> None:
        empty(self._notes)
        for part in change_notes(self.change, self._names, self.opened.emit, gone=self.gone):
            self._notes.addWidget(part)

    def _keep(self, words: str) -> None:
        """The person's wording is a yes; to a question it may go beside the old line, too."""
        if self.editing:
            self._end_edit()
        answer = BOTH if state_of(self.change) == BOTH else ACCEPTED
        self.decided.emit(self.change.n, answer, words)

    def _end_edit(self) -> None:
        if self._field is not None:
            self._field.hide()
            self._hint.hide()
        self._draw_lines()
        self.edited.emit(self.change.n)

    def _measure(self) -> None:
        px = theme().px
        self._column.setContentsMargins(px(15), px(11), px(15), px(13))
        self._column.setSpacing(px(10))
        self._top.setSpacing(px(8))
        self._notes.setSpacing(px(8))
        self._fit()

    def _fit(self) -> None:
        """In a narrow window the buttons stand below, in one card as in the next."""
        words = self._kind.sizeHint().width() + self._tools.sizeHint().width()
        below = self.width() < max(theme().px(_NARROW), words + theme().px(_BESIDES))
        if below and self._top.indexOf(self._tools) >= 0:
            self._top.removeWidget(self._tools)
            self._column.addWidget(self._tools)
            self._tools.stand_below(True)
        elif not below and self._top.indexOf(self._tools) < 0:
            self._column.removeWidget(self._tools)
            self._top.addWidget(self._tools)
            self._tools.stand_below(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.pressed.emit(self.change.n)
        super().mousePressEvent(event)
