"""Dreams over time: the picture, the chosen dream in words, and the table of all. Knows dreams."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from desktop_app import dates
from desktop_app.dreams.ledger import (
    cause_in_words,
    growth_of,
    oldest_first,
    outcome_in_words,
    size_of,
)
from desktop_app.dreams.runs import DreamRun
from desktop_app.ui.dreams.engine_words import engine_in_words
from desktop_app.ui.dreams.history_picture import HistoryPicture
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.labels import text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.parts.spans import lasted
from desktop_app.words import counted, tr


class HistoryView(QFrame):
    """A document. Picture and table choose together; Enter opens a dream, Esc leaves."""

    opened = Signal(str)  # the id of a dream
    left = Signal()

    def __init__(self, actions: Actions) -> None:
        super().__init__()
        self.setProperty("surface", "doc")
        self._runs: Sequence[DreamRun] = ()
        self._now = datetime.min
        self._header = Header(actions, tr("Dreams over time"))
        self.picture = HistoryPicture()
        self.words = text("", "meta", "text2", wrap=True)
        self._model = QStandardItemModel(self)
        self.table = QTableView()
        self.table.setAccessibleName(tr("All dreams, the oldest first"))
        self.table.setModel(self._model)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setFrameShape(QFrame.Shape.NoFrame)
        self.table.setShowGrid(False)
        self.table.setTabKeyNavigation(False)
        self.table.setWordWrap(False)
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setHighlightSections(False)
        self.table.activated.connect(lambda index: self.opened.emit(self._runs[index.row()].id))
        self.picture.chosen.connect(self._choose)
        self.table.selectionModel().currentRowChanged.connect(self._chosen)
        self._body = QWidget()
        self._column = QVBoxLayout(self._body)
        self._column.addWidget(self.picture)
        self._column.addWidget(self.words)
        self._column.addWidget(self.table, 1)
        stacked(self, self._header, self._body, grows=self._body)
        for part in (self.picture, self.table):
            part.hide()  # until it is known what stands in it
        theme().followed_by(self._measure)

    def show_runs(self, runs: Sequence[DreamRun], now: datetime) -> None:
        """All dreams; the one that was chosen stays chosen, at first the newest."""
        before = self._runs[self.picture.current].id if self._runs else ""
        self._runs, self._now = oldest_first(runs), now
        self._header.say(
            tr("Dreams over time"), counted("{count} dream", "{count} dreams", len(runs))
        )
        with QSignalBlocker(self.table.selectionModel()):
            self._model.clear()
            for column, words in enumerate(_HEAD):
                head = _item((words, column in _NUMBERS))
                self._model.setHorizontalHeaderItem(column, head)
            for run in self._runs:
                self._model.appendRow([_item(words) for words in _cells(run, now)])
        self.picture.show_runs(self._runs, now)
        there = [n for n, run in enumerate(self._runs) if run.id == before]
        if there:
            self.picture.choose(there[0])
        self.picture.setVisible(bool(self._runs))
        self.table.setVisible(bool(self._runs))
        self._choose(self.picture.current)

    def focus(self) -> None:
        """The keyboard on the picture."""
        self.picture.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._runs:
            self.opened.emit(self._runs[self.picture.current].id)
        else:
            super().keyPressEvent(event)

    def _choose(self, number: int) -> None:
        """The picture's dream, in words and in the table."""
        if not self._runs:
            self.words.setText(tr("Nobody has dreamt here yet."))
            return
        words = _sentence(self._runs[number], self._now)
        self.words.setText(words)
        self.table.selectRow(number)
        self.table.scrollTo(self._model.index(number, 0))
        if self.picture.hasFocus():
            announce(self.picture, words)

    def _chosen(self, index: QModelIndex) -> None:
        """The table's dream."""
        if index.isValid():
            self.picture.choose(index.row())

    def _measure(self) -> None:
        px = theme().px
        self._column.setContentsMargins(px(20), px(14), px(20), px(14))
        self._column.setSpacing(px(8))
        self.table.setMinimumHeight(px(120))
        self.table.verticalHeader().setDefaultSectionSize(px(26))
        head = self.table.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        head.setStretchLastSection(True)


_HEAD = (
    tr("When"), tr("Changes"), tr("Bullets"), tr("What came of it"), tr("Why"), tr("Took"),
    tr("Tokens"), tr("Engine"),
)  # fmt: skip
_NUMBERS = frozenset({1, 2, 5, 6})  # columns
_LONGEST = 60  # signs of what came of a dream; the line above tells all


def _cells(run: DreamRun, now: datetime) -> Iterator[tuple[str, bool]]:
    """The words of a row, and whether they are a number."""
    size, growth, came = size_of(run), growth_of(run), outcome_in_words(run)
    grown = f" ({growth:+})" if growth else ""
    cells = (
        dates.when(run.made, now),
        f"{run.changes:,}",
        "" if size is None else f"{size:,}{grown}",
        came if len(came) <= _LONGEST else f"{came[:_LONGEST].rstrip()} …",
        cause_in_words(run),
        lasted(run.seconds) if run.seconds else "",
        f"{run.tokens:,}" if run.tokens else "",
        engine_in_words(run.engine, run.model),
    )
    return ((words, n in _NUMBERS) for n, words in enumerate(cells))


def _item(cell: tuple[str, bool]) -> QStandardItem:
    words, is_number = cell
    item = QStandardItem(words)
    side = Qt.AlignmentFlag.AlignRight if is_number else Qt.AlignmentFlag.AlignLeft
    item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
    return item


def _sentence(run: DreamRun, now: datetime) -> str:
    """24 November 03:00 · by itself · 12 changes · applied · 143 bullets."""
    size = size_of(run)
    parts = [
        dates.when(run.made, now),
        cause_in_words(run),
        counted("1 change", "{count} changes", run.changes),
        outcome_in_words(run),
    ]
    if size is not None:
        parts.append(counted("1 bullet", "{count} bullets", size))
    return " · ".join(parts)
