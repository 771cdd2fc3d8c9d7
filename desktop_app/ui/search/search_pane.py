"""The left of the search page: the question, where to look, and what was found.

Knows what is typed and chosen; finding is the page's business.
"""

import itertools
from collections.abc import Callable, Collection, Sequence
from datetime import date, timedelta

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QFrame,
    QLineEdit,
    QStyledItemDelegate,
    QToolButton,
    QWidget,
)

from desktop_app.search.operators import Operator, TypedOperator, read, without
from desktop_app.search.query import SearchIn
from desktop_app.ui.parts.boxes import sized, stacked
from desktop_app.ui.parts.controls import Chip
from desktop_app.ui.parts.delayed import delayed
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.header import PaneHeader
from desktop_app.ui.parts.labels import Elided, text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.parts.rows import ThingRows, ThingsModel, WordsDelegate
from desktop_app.ui.search.answers import Asked, HitRow, roles
from desktop_app.words import cut, tr

ALL, OLDER = "all", "older"
_PLACES: dict[str, str] = {
    ALL: tr("All"),
    SearchIn.MEMORY: tr("Memory"),
    SearchIn.DAYS: tr("Days"),
    SearchIn.TOPICS: tr("Topics"),
    SearchIn.DREAMS: tr("Dreams"),
    SearchIn.SESSIONS: tr("Conversations"),
    SearchIn.COPIES: tr("Second texts"),
    OLDER: tr("Older notes"),
}
_WHERE_THERE_ARE_ANY = (SearchIn.TOPICS, SearchIn.SESSIONS, SearchIn.COPIES, OLDER)
_TYPED = -1  # the data of “From … to …”, which is typed as operators
_LONGEST = 26  # characters of a chip
_BOUNDS = (Operator.SINCE, Operator.UNTIL)
_AFTER = 600  # milliseconds without a key, then the tally is said
_PAGE = 6  # rows that Page Up and Page Down go
_STEPS: dict[int, int] = {
    Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: _PAGE, Qt.Key.Key_PageUp: -_PAGE,
}  # fmt: skip


class SearchPane(QFrame):
    """Says `asked` at every key and every filter."""

    asked = Signal()
    entered = Signal()  # Enter: open what is chosen

    def __init__(self, today: Callable[[], date]) -> None:
        """`today` tells which day it is in the notebook."""
        super().__init__()
        self._today = today
        self._quiet = False
        self._like: tuple[str, int, str] | None = None  # the line others like it are wanted of
        self._pieces: tuple[TypedOperator, ...] = ()  # of what is typed,
        self.words = ""  # and what is left without them
        self.setProperty("surface", "side")
        self.input = QLineEdit()
        self.input.setAccessibleName(tr("Search the notebook"))
        self.input.setPlaceholderText(tr("Words, or a question ending in ?"))
        self.input.setClearButtonEnabled(True)
        self.input.findChild(QToolButton).setAccessibleName(tr("Clear the search"))
        self.input.textChanged.connect(self._typed)
        self.range = QComboBox()
        self.range.setItemDelegate(QStyledItemDelegate(self.range))  # the style sheet needs it
        self.range.setAccessibleName(tr("From which days"))
        self.range.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        for words, back in (
            (tr("Any time"), 0), (tr("Past 7 days"), 7), (tr("Past 30 days"), 30),
            (tr("Past year"), 365), (tr("From … to …"), _TYPED),
        ):  # fmt: skip
            self.range.addItem(words, back)
        self.range.currentIndexChanged.connect(lambda _index: self._chose_days())
        self.hint = text("", "meta", "text2", wrap=True)
        self.like = Chip("", "filter")
        self.like.setCheckable(False)
        self.like.clicked.connect(self._leave_like)
        self.tally = Elided("", "meta", "text2")
        self.list = ThingRows(tr("Found"), ThingsModel(roles), WordsDelegate(self))
        self.list.activated.connect(lambda _index: self.entered.emit())
        for part in (self.input, self.list):
            part.installEventFilter(self)
        self._say_later = delayed(self, _AFTER, self._say)  # not at every key
        self._build()

    # -- what is asked --------------------------------------------------------------------------

    @property
    def query(self) -> str:
        """What is typed, without the blanks around it."""
        return self.input.text().strip()

    def question(self) -> Asked:
        """What is asked now; of the text, what narrows the search is shown by the filters."""
        query, today = self.query, self._today()
        understood = read(query, today)
        had_places, had_days = self._has(Operator.IN), self._has(*_BOUNDS)
        self._pieces, self.words = understood.pieces, understood.text.strip()
        self._quiet = True
        if had_places or self._has(Operator.IN):
            place = understood.places[0] if len(understood.places) == 1 else ALL
            self.chips.get(place, self.chips[ALL]).setChecked(True)
        if had_days or self._has(*_BOUNDS):
            typed = self.range.findData(_TYPED)
            self.range.setCurrentIndex(typed if self._has(*_BOUNDS) else 0)
        self._quiet = False
        if query:
            self.show_like(None)
        place, back = self._place, self.range.currentData()
        kinds = tuple(SearchIn) if place in (ALL, OLDER) else (SearchIn(place),)
        since = today - timedelta(days=back - 1) if back > 0 else None
        return Asked(query, kinds, since, self._like, place == OLDER)

    @property
    def narrowed(self) -> bool:
        """Whether a filter leaves anything out."""
        return self._place != ALL or self.dated or self._has(Operator.IN)

    @property
    def dated(self) -> bool:
        """Whether any day is left out."""
        return self.range.currentIndex() > 0 or self._has(*_BOUNDS)

    def show_places(self, places: Collection[str]) -> None:
        """Offers only what the notebook has any of; OLDER: notes that a tier keeps."""
        for place in _WHERE_THERE_ARE_ANY:
            self.chips[place].setVisible(place in places)
            if self.chips[place].isChecked() and place not in places:
                self.chips[ALL].setChecked(True)

    def show_like(self, like: tuple[str, int, str] | None) -> None:
        """Others like this line are wanted, in place of words; None takes it back."""
        self._like = like
        if like is not None:
            self.forget()
            self.like.setText(tr("Like “%1”  ×").replace("%1", cut(like[2], _LONGEST)))
            self.like.setAccessibleName(tr("Lines like: %1. Press to end").replace("%1", like[2]))
        self.like.setVisible(like is not None)

    def show_hint(self, words: str) -> None:
        """What is to be known of the operators."""
        self.hint.setText(words)
        self.hint.setVisible(bool(words))

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
        self.range.setCurrentIndex(0)
        self._quiet = False
        self.input.setFocus(Qt.FocusReason.OtherFocusReason)
        self._filter(Operator.IN, *_BOUNDS)

    def focus_input(self) -> None:
        """The keyboard in the input, its words chosen so that typing replaces them."""
        self.input.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.input.selectAll()

    # -- what was found -------------------------------------------------------------------------

    def show_rows(self, rows: Sequence[HitRow], tally: str, number: int = -1) -> None:
        """Shows what was found, with one row chosen (-1: none)."""
        self.list.rows.show(rows)
        self.list.scrollToTop()
        self.list.choose(number)
        self.tally.setText(tally)
        self._say_later.start()

    def _say(self) -> None:
        """For who cannot see the rows: how many, and which one is chosen."""
        if self.input.hasFocus() and self.tally.text():
            row = self.list.thing
            announce(self.input, ". ".join([self.tally.text(), *([row.title] if row else [])]))

    # -- inside ---------------------------------------------------------------------------------

    def _build(self) -> None:
        self.chips = {place: Chip(label, "filter") for place, label in _PLACES.items()}
        self.chips[ALL].setChecked(True)
        where, group, head = QWidget(), QButtonGroup(self), QWidget()
        chips = sized(Flow(where), gap=6)
        for place, chip in self.chips.items():
            chip.setAccessibleName(tr("Look in: %1").replace("%1", _PLACES[place]))
            chip.toggled.connect(lambda on: self._filter(Operator.IN) if on else None)
            group.addButton(chip)
            chips.addWidget(chip)
            chip.setVisible(place not in _WHERE_THERE_ARE_ANY)
        title = PaneHeader(tr("Search"))
        title.add(self.range)
        column = stacked(head, self.input, self.like, where, self.hint, self.tally)
        column.setAlignment(self.like, Qt.AlignmentFlag.AlignLeft)
        sized(column, (14, 0, 14, 6), 10)
        stacked(self, title, head, self.list, grows=self.list)
        order = [self.input, self.like, *self.chips.values(), self.range, self.list]
        for one, other in itertools.pairwise(order):
            QWidget.setTabOrder(one, other)
        self.like.hide()
        self.hint.hide()

    @property
    def _place(self) -> str:
        return next(place for place, chip in self.chips.items() if chip.isChecked())

    def _has(self, *operators: Operator) -> bool:
        return any(piece.operator in operators for piece in self._pieces)

    def _filter(self, *operators: Operator) -> None:
        """A filter was chosen: it takes the place of these operators in the text."""
        if self._quiet:
            return
        words = self.input.text()
        for piece in self._pieces:
            if piece.operator in operators:
                words = without(words, piece.typed)
        self._pieces = tuple(one for one in self._pieces if one.operator not in operators)
        if words != self.input.text():
            with QSignalBlocker(self.input):
                self.input.setText(words)
        self.asked.emit()

    def _chose_days(self) -> None:
        """Two days are typed; they stand there to be changed."""
        if self._quiet or self.range.currentData() != _TYPED:
            self._filter(*_BOUNDS)
            return
        today = self._today()
        days = f"since:{today - timedelta(days=30)} until:{today}"
        self.ask(f"{self.query} {days}".strip())
        self.input.setSelection(self.input.text().index("since:") + 6, 10)

    def _typed(self) -> None:
        if not self._quiet:
            self.asked.emit()

    def _leave_like(self) -> None:
        self.show_like(None)
        self.input.setFocus(Qt.FocusReason.OtherFocusReason)
        self.asked.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        key = event.key()
        if watched is self.list:  # Esc, and Up on the first row, lead back to the words
            back = key == Qt.Key.Key_Escape or (key == Qt.Key.Key_Up and self.list.number <= 0)
            if back:
                self.focus_input()
            return back
        if key in _STEPS and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self.list.step(_STEPS[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        elif key == Qt.Key.Key_Escape and self.input.text():
            self.input.clear()
        elif key == Qt.Key.Key_Escape and self.like.isVisible():
            self._leave_like()
        else:
            return False  # Esc is the window's
        return True
