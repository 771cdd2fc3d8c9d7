"""The left of the search page: the question, where to look, and what was found.

Knows what is typed and chosen; finding is the page's business.
"""

import itertools
from collections.abc import Collection, Iterable, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from desktop_app.search.operators import Operator, Operators, TypedOperator, without
from desktop_app.search.query import SearchIn
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import in_row, stacked
from desktop_app.ui.parts.controls import Chip, IconButton
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.header import PaneHeader
from desktop_app.ui.parts.labels import Elided, rule, text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.search.day_range import DayRange
from desktop_app.ui.search.hit_list import HitList
from desktop_app.ui.search.hit_rows import HitRow
from desktop_app.ui.search.operator_chips import OperatorChips
from desktop_app.words import cut, tr

ALL = "all"
KINDS = tuple(SearchIn)
_WHERE_THERE_ARE_ANY = (SearchIn.TOPICS, SearchIn.SESSIONS)
_FILTERS = (Operator.IN, Operator.SINCE, Operator.UNTIL)
_LONGEST_LIKE = 26  # characters
_AFTER = 600  # milliseconds without a key, then the tally is said
_PAGE = 6  # rows that Page Up and Page Down go
_STEPS: dict[int, int] = {
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageDown: _PAGE,
    Qt.Key.Key_PageUp: -_PAGE,
}


class SearchPane(QFrame):
    """Says `asked` at every key and every filter."""

    asked = Signal()
    picked = Signal()  # the person chose another row, by key or by mouse
    pressed_row = Signal()  # with the mouse
    entered = Signal()  # Enter: open what is chosen
    like_left = Signal()  # other lines like one are no longer wanted

    def __init__(self) -> None:
        super().__init__()
        self._quiet = False
        self.setProperty("surface", "side")
        self.input = QLineEdit()
        self.input.setAccessibleName(tr("Search the notebook"))
        self.input.setPlaceholderText(tr("Words, or a question ending in ?"))
        self.input.textChanged.connect(self._typed)
        self.clear = IconButton("cross", tr("Clear the search"), 26)
        self.clear.clicked.connect(self._clear)
        self.chips = self._make_chips()
        self.range = DayRange()
        self.range.changed.connect(lambda: self._filter(Operator.SINCE, Operator.UNTIL))
        self.operators = OperatorChips()
        self.operators.left.connect(self._take_out)
        self.hint = text("", "meta", "text2", wrap=True)
        self.hint.hide()
        self.like = Chip("", "filter")
        self.like.setCheckable(False)
        self.like.clicked.connect(self._leave_like)
        self.like.hide()
        self.state = text("", "meta", "text2")  # beside the tally while all is well,
        self.late = text("", "meta", "text2", wrap=True)  # else below the list
        self._below = QWidget()
        self._below.hide()
        self.tally = Elided("", "meta", "text2")
        self.list = HitList(tr("Found"))
        self.list.picked.connect(self.picked)
        self.list.pressed_row.connect(self.pressed_row)
        self.list.activated.connect(lambda _index: self.entered.emit())
        for part in (self.input, self.list):
            part.installEventFilter(self)
        # Said when the typing rests, not at every key.
        self._say_later = QTimer(self, singleShot=True, interval=_AFTER)
        self._say_later.timeout.connect(self._say)
        self._build()
        theme().followed_by(self._measure)

    # -- what is asked --------------------------------------------------------------------------

    @property
    def query(self) -> str:
        """What is typed, without the blanks around it."""
        return self.input.text().strip()

    @property
    def kinds(self) -> tuple[SearchIn, ...]:
        """Where to look."""
        kind = next(name for name, chip in self.chips.items() if chip.isChecked())
        return KINDS if kind == ALL else (SearchIn(kind),)

    @property
    def narrowed(self) -> bool:
        """Whether a filter leaves anything out."""
        return self.kinds != KINDS or self.range.narrows or self._filtered

    def show_places(self, kinds: Collection[str]) -> None:
        """Offers only what the notebook has any of."""
        for kind in _WHERE_THERE_ARE_ANY:
            self.chips[kind].setVisible(kind in kinds)
            if self.chips[kind].isChecked() and kind not in kinds:
                self.chips[ALL].setChecked(True)

    def show_like(self, words: str) -> None:
        """Says of which line others like it are shown, in place of words; "" takes it back."""
        if words:
            self.forget()
        self.like.setText(tr("Like “%1”  ×").replace("%1", cut(words, _LONGEST_LIKE)))
        self.like.setAccessibleName(tr("Lines like: %1. Press to end").replace("%1", words))
        self.like.setToolTip(tr("Press to end"))
        self.like.setVisible(bool(words))

    def show_operators(self, understood: Operators) -> None:
        """What of the text narrows the search: as chips, and in the filters below."""
        had = {piece.operator for piece in self.operators.pieces}
        has = {piece.operator for piece in understood.pieces}
        self.operators.show_pieces(understood.pieces)
        self._quiet = True
        if Operator.IN in had | has:
            place = understood.places[0] if len(understood.places) == 1 else ALL
            self.chips.get(place, self.chips[ALL]).setChecked(True)
        bounds = {Operator.SINCE, Operator.UNTIL}
        if bounds & has:
            self.range.choose(understood.since, understood.until)
        elif bounds & had:
            self.range.widen()
        self._quiet = False

    def show_hint(self, words: str) -> None:
        """What is to be known of the operators."""
        self.hint.setText(words)
        self.hint.setVisible(bool(words))

    def show_state(self, words: str, *, fresh: bool) -> None:
        """How near the index is to the notes."""
        for part in (self.state, self.late):
            part.setText(words)
        self.state.setVisible(fresh)
        self._below.setVisible(not fresh)

    def ask(self, query: str) -> None:
        """Types this in place of what is there."""
        self.input.setText(query)
        self.input.setFocus(Qt.FocusReason.OtherFocusReason)

    def forget(self) -> None:
        """Takes the words away without asking anything."""
        self._quiet = True
        self.input.clear()
        self._quiet = False

    def widen(self) -> None:
        """Takes the filters away."""
        self._quiet = True
        self.chips[ALL].setChecked(True)
        self.range.widen()
        self._quiet = False
        self._strip(_FILTERS)
        self.input.setFocus(Qt.FocusReason.OtherFocusReason)
        self._ask()

    def focus_input(self) -> None:
        """The keyboard in the input, its words chosen so that typing replaces them."""
        self.input.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.input.selectAll()

    # -- what was found -------------------------------------------------------------------------

    def show_rows(self, rows: Sequence[HitRow], tally: str, number: int = -1) -> None:
        """Shows what was found, with one row chosen (-1: none)."""
        self.list.show_rows(rows, number)
        self.tally.setText(tally)
        self._say_later.start()

    def _say(self) -> None:
        """For who cannot see the rows: how many, and which one is chosen."""
        row = self.list.chosen
        if self.input.hasFocus() and self.tally.text():
            announce(self.input, ". ".join([self.tally.text(), *([row.title] if row else [])]))

    # -- building -------------------------------------------------------------------------------

    def _make_chips(self) -> dict[str, Chip]:
        words = {
            ALL: tr("All"),
            SearchIn.MEMORY: tr("Memory"),
            SearchIn.DAYS: tr("Days"),
            SearchIn.TOPICS: tr("Topics"),
            SearchIn.DREAMS: tr("Dreams"),
            SearchIn.SESSIONS: tr("Conversations"),
        }
        chips = {kind: Chip(label, "filter") for kind, label in words.items()}
        self._group = QButtonGroup(self)
        for kind, chip in chips.items():
            chip.setAccessibleName(tr("Look in: %1").replace("%1", words[kind]))
            self._group.addButton(chip)
            chip.toggled.connect(lambda on: self._filter(Operator.IN) if on else None)
        self._quiet = True
        chips[ALL].setChecked(True)
        self._quiet = False
        return chips

    def _build(self) -> None:
        inside = QHBoxLayout(self.input)
        inside.setContentsMargins(0, 0, 4, 0)
        inside.addStretch(1)
        inside.addWidget(self.clear)
        head = PaneHeader(tr("Search"))
        head.add(self.range)
        where = QWidget()
        self._chips = Flow(where)
        for kind, chip in self.chips.items():
            self._chips.addWidget(chip)
            chip.setVisible(kind not in _WHERE_THERE_ARE_ANY)
        self._head = QVBoxLayout()
        for part in (self.input, self.like, self.operators, where, self.range.days, self.hint):
            self._head.addWidget(part)
        row = in_row(self.tally, self.state, grows=self.tally)
        self._head.addLayout(row)
        self._head.setAlignment(self.like, Qt.AlignmentFlag.AlignLeft)
        column = stacked(self, head, self._head, self.list, grows=self.list)
        stacked(self._below, rule(), self.late)
        column.addWidget(self._below)
        days = (self.range, self.range.first, self.range.last)
        order = [self.input, self.clear, self.like, *self.chips.values(), *days, self.list]
        for one, other in itertools.pairwise(order):
            QWidget.setTabOrder(one, other)
        self.clear.hide()

    def _ask(self) -> None:
        if not self._quiet:
            self.asked.emit()

    @property
    def _filtered(self) -> bool:
        return any(piece.operator in _FILTERS for piece in self.operators.pieces)

    def _filter(self, *operators: Operator) -> None:
        """A filter was chosen: it takes the place of these operators in the text."""
        if not self._quiet:
            self._strip(operators)
            self.asked.emit()

    def _strip(self, operators: Iterable[Operator]) -> None:
        words, out = self.input.text(), tuple(operators)
        for piece in self.operators.pieces:
            if piece.operator in out:
                words = without(words, piece.typed)
        stay = [piece for piece in self.operators.pieces if piece.operator not in out]
        self.operators.show_pieces(stay)
        if words != self.input.text():
            self._quiet = True
            self.input.setText(words)
            self._quiet = False

    def _take_out(self, piece: TypedOperator) -> None:
        self.input.setText(without(self.input.text(), piece.typed))
        self.input.setFocus(Qt.FocusReason.OtherFocusReason)

    def _typed(self) -> None:
        self.clear.setVisible(bool(self.input.text()))
        self._ask()

    def _leave_like(self) -> None:
        self.show_like("")
        self.input.setFocus(Qt.FocusReason.OtherFocusReason)
        self.like_left.emit()

    def _clear(self) -> None:
        self.input.clear()
        self.input.setFocus(Qt.FocusReason.OtherFocusReason)

    def _measure(self) -> None:
        px = theme().px
        self.input.setTextMargins(0, 0, px(26), 0)
        self._head.setContentsMargins(px(14), 0, px(14), px(6))
        self._head.setSpacing(px(10))
        self._chips.setSpacing(px(6))
        self.late.setContentsMargins(px(14), px(6), px(14), px(6))

    # -- keys -----------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        if watched is self.list:
            return self._in_list(event)
        if event.key() in _STEPS and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self.list.step(_STEPS[event.key()])
            return True
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
            return True
        return event.key() == Qt.Key.Key_Escape and self._take_back()

    def _take_back(self) -> bool:
        """Esc takes the words back, then what is like; without either it is the window's."""
        if self.input.text():
            self.input.clear()
        elif self.like.isVisible():
            self._leave_like()
        else:
            return False
        return True

    def _in_list(self, event: QKeyEvent) -> bool:
        """Esc, and Up on the first row, lead back to the words."""
        up = event.key() == Qt.Key.Key_Up and self.list.number <= 0
        if up or event.key() == Qt.Key.Key_Escape:
            self.focus_input()
            return True
        return False
