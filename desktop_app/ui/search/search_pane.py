"""The left of the search page: the question, where to look, and what was found.

Knows what is typed and chosen; finding is the page's business.
"""

from collections.abc import Callable, Sequence
from datetime import date, timedelta

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QStyledItemDelegate, QWidget

from desktop_app.search.query import SearchIn
from desktop_app.ui.parts.asking_pane import AskingPane
from desktop_app.ui.parts.boxes import in_row
from desktop_app.ui.parts.delayed import delayed
from desktop_app.ui.parts.labels import Elided, text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.parts.rows import ThingRows, WordsDelegate
from desktop_app.ui.search.answers import Asked, HitRow, told
from desktop_app.words import spoken, tr

ALL = "all"
_PLACES: dict[str, str] = {
    ALL: tr("All"),
    SearchIn.MEMORY: tr("Memory"),
    SearchIn.DAYS: tr("Days"),
    SearchIn.TOPICS: tr("Topics"),
    SearchIn.DREAMS: tr("Dreams"),
    SearchIn.SESSIONS: tr("Conversations"),
}
_AFTER = 600  # milliseconds without a key, then the tally is said


class SearchPane(AskingPane):
    """Says `asked` at every filter, too."""

    def __init__(self, today: Callable[[], date]) -> None:
        hint, rows = tr("Words, or a question ending in ?"), ThingRows(tr("Found"), told)
        super().__init__(tr("Search"), tr("Search the notebook"), hint, rows)
        rows.setItemDelegate(WordsDelegate(rows))
        rows.installEventFilter(self)
        self._today = today
        self.place = _choice(tr("Look in"))
        for place, words in _PLACES.items():
            self.place.addItem(words, place)
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
        self.place.currentIndexChanged.connect(self._narrow)
        filters = QWidget()
        in_row(self.place, self.range, None, within=filters, gap=8)
        self.add(filters, self.tally, self.hint)
        self.hint.hide()

    # -- what is asked --------------------------------------------------------------------------

    def question(self) -> Asked:
        place, back = self.place.currentData(), self.range.currentData()
        kinds = tuple(SearchIn) if place == ALL else (SearchIn(place),)
        since = self._today() - timedelta(days=back - 1) if back > 0 else None
        return Asked(self.query, kinds, since)

    @property
    def narrowed(self) -> bool:
        return self.place.currentIndex() > 0 or self.range.currentIndex() > 0

    def ask(self, query: str) -> None:
        self.input.setText(query)
        self.input.setFocus(Qt.FocusReason.OtherFocusReason)

    def widen(self) -> None:
        """Everywhere, at any time."""
        with QSignalBlocker(self):
            self.place.setCurrentIndex(0)
            self.range.setCurrentIndex(0)
        self.input.setFocus(Qt.FocusReason.OtherFocusReason)
        self.asked.emit()

    def _narrow(self) -> None:
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
