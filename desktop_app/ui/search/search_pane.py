"""The left of the search page: the question, where to look, and what was found.

Knows what is typed and chosen; finding is the page's business.
"""

from collections.abc import Callable, Collection, Sequence
from datetime import date, timedelta

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QStyledItemDelegate, QWidget

from desktop_app.search.operators import Operator, TypedOperator, read, without
from desktop_app.search.query import SearchIn
from desktop_app.ui.parts.asking_pane import AskingPane
from desktop_app.ui.parts.boxes import in_row
from desktop_app.ui.parts.delayed import delayed
from desktop_app.ui.parts.labels import Elided, text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.parts.rows import ThingRows, WordsDelegate
from desktop_app.ui.search.answers import Asked, HitRow, told
from desktop_app.words import spoken, tr

ALL, OLDER = "all", "older"
_PLACES: dict[str, str] = {
    ALL: tr("All"),
    SearchIn.MEMORY: tr("Memory"),
    SearchIn.DAYS: tr("Days"),
    SearchIn.TOPICS: tr("Topics"),
    SearchIn.DREAMS: tr("Dreams"),
    SearchIn.SESSIONS: tr("Conversations"),
    SearchIn.COPIES: tr("Conflict copies"),
    OLDER: tr("Older notes"),
}
_WHERE_THERE_ARE_ANY = (SearchIn.TOPICS, SearchIn.SESSIONS, SearchIn.COPIES, OLDER)
_BOUNDS = (Operator.SINCE, Operator.UNTIL)
_AFTER = 600  # milliseconds without a key, then the tally is said


class SearchPane(AskingPane):
    """Says `asked` at every filter, too."""

    def __init__(self, today: Callable[[], date]) -> None:
        hint, rows = tr("Words, or a question ending in ?"), ThingRows(tr("Found"), told)
        super().__init__(tr("Search"), tr("Search the notebook"), hint, rows)
        rows.setItemDelegate(WordsDelegate(rows))
        rows.installEventFilter(self)
        self._today = today
        self._pieces: tuple[TypedOperator, ...] = ()  # of what is typed,
        self.words = ""  # and what is left without them
        self.place = _choice(tr("Look in"))
        self.range = _choice(tr("From which days"))
        for words, back in (
            (tr("Any time"), 0), (tr("Past 7 days"), 7), (tr("Past 30 days"), 30),
            (tr("Past year"), 365),
        ):  # fmt: skip
            self.range.addItem(words, back)
        self.range.currentIndexChanged.connect(self._narrow)
        self.hint = text("", "meta", "text2", wrap=True)
        self.tally = Elided("", "meta", "text2")
        self._say_later = delayed(self, _AFTER, self._say)  # not at every key
        self.show_places(())
        self.place.currentIndexChanged.connect(self._narrow)
        filters = QWidget()
        in_row(self.place, self.range, None, within=filters, gap=8)
        self.add(filters, self.tally, self.hint)
        self.hint.hide()

    # -- what is asked --------------------------------------------------------------------------

    def question(self) -> Asked:
        """What is asked now; what narrows it in the text narrows it beside the filters."""
        query, today = self.query, self._today()
        understood = read(query, today)
        self._pieces, self.words = understood.pieces, understood.text.strip()
        place, back = self.place.currentData(), self.range.currentData()
        kinds = tuple(SearchIn) if place in (ALL, OLDER) else (SearchIn(place),)
        since = today - timedelta(days=back - 1) if back > 0 else None
        return Asked(query, kinds, since, place == OLDER)

    @property
    def narrowed(self) -> bool:
        return self.place.currentIndex() > 0 or self.dated or self._has(Operator.IN)

    @property
    def dated(self) -> bool:
        return self.range.currentIndex() > 0 or self._has(*_BOUNDS)

    def show_places(self, places: Collection[str]) -> None:
        """Offers only what the notebook has any of; OLDER: notes that a tier keeps."""
        wanted = [one for one in _PLACES if one in places or one not in _WHERE_THERE_ARE_ANY]
        if wanted == [self.place.itemData(n) for n in range(self.place.count())]:
            return
        before, self._quiet = self.place.currentData(), True
        self.place.clear()
        for place in wanted:
            self.place.addItem(_PLACES[place], place)
        self.place.setCurrentIndex(max(0, self.place.findData(before)))
        self._quiet = False
        if before not in (None, self.place.currentData()):
            self.asked.emit()

    def ask(self, query: str) -> None:
        self.input.setText(query)
        self.input.setFocus(Qt.FocusReason.OtherFocusReason)

    def widen(self) -> None:
        """Everywhere, at any time."""
        words = self.input.text()
        for piece in self._pieces:
            if piece.operator in (Operator.IN, *_BOUNDS):
                words = without(words, piece.typed)
        self._quiet = True
        self.input.setText(words)
        self.place.setCurrentIndex(0)
        self.range.setCurrentIndex(0)
        self._quiet = False
        self.input.setFocus(Qt.FocusReason.OtherFocusReason)
        self.asked.emit()

    def _narrow(self) -> None:
        if not self._quiet:
            self.asked.emit()

    # -- what was found -------------------------------------------------------------------------

    def show_rows(
        self, rows: Sequence[HitRow], tally: str = "", hint: str = "", number: int = -1
    ) -> None:
        self.rows.rows.show(rows)
        self.rows.scrollToTop()
        self.rows.choose(number)
        self.tally.setText(tally)
        self.hint.setText(hint)
        self.hint.setVisible(bool(hint))
        self._say_later.start()

    def _say(self) -> None:
        """For who cannot see the rows: how many, and which one is chosen."""
        if self.input.hasFocus() and self.tally.text():
            row = self.rows.thing
            told = (self.tally.text(), self.hint.text(), row.title if row else "")
            announce(self.input, spoken(*told))

    def _has(self, *operators: Operator) -> bool:
        return any(piece.operator in operators for piece in self._pieces)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if super().eventFilter(watched, event):
            return True
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        if watched is not self.rows:  # Esc is the window's
            return False
        # Esc, and Up on the first row, lead back to the words.
        first = event.key() == Qt.Key.Key_Up and self.rows.number <= 0
        back = first or event.key() == Qt.Key.Key_Escape
        if back:
            self.take_keyboard()
        return back


def _choice(name: str) -> QComboBox:
    box = QComboBox()
    box.setItemDelegate(QStyledItemDelegate(box))  # the style sheet needs it
    box.setAccessibleName(name)
    box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return box
