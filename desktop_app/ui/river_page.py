"""The river: what the notes speak of, month by month, as a picture and as the table behind it.

Knows its parts and memory's question, not how topics are chosen.
"""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, QTimer
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStackedWidget,
    QTableView,
    QWidget,
)

from desktop_app import dates
from desktop_app.dreams.almanac.river import River
from desktop_app.ui.look.theme import theme
from desktop_app.ui.page import Page
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.labels import text
from desktop_app.ui.parts.notices import EmptyState, announce
from desktop_app.ui.plans import RIVER
from desktop_app.ui.river.river_picture import RiverPicture
from desktop_app.ui.river.river_words import last_day, span_in_words, told
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.errors import Problem
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Changed, Memory

_LATER = 1000  # milliseconds


class RiverPage(Page):
    """Picture and table choose together; Enter or a click leads to the days of a topic."""

    plan = RIVER

    def __init__(self, jobs: "Jobs", actions: Actions) -> None:
        super().__init__(jobs, actions)
        self.river = River()
        self._asked = False
        self.header = Header(actions, self.title)
        self.picture = RiverPicture()
        self.words = text("", "ui", "text2", wrap=True)
        self.open_button = Button(tr("Show these days"))
        self.table = _table()
        self._model = QStandardItemModel(self)
        self.table.setModel(self._model)
        self.empty = EmptyState("chart", "")
        self._body = QWidget()
        self._stack = QStackedWidget()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self._body)
        self._column = stacked(self._body, self.picture, self.words, self.open_button, self.table)
        self._column.setStretch(0, 3)
        self._column.setStretch(3, 2)
        stacked(self, self.header, self._stack, grows=self._stack)
        self._later = QTimer(self, singleShot=True, interval=_LATER)
        self._later.timeout.connect(self._ask)
        self.picture.chosen.connect(self._choose)
        self.picture.opened.connect(self._open)
        self.open_button.clicked.connect(self._open)
        self.table.selectionModel().currentChanged.connect(self._chosen)
        self.table.activated.connect(lambda _index: self._open())
        self.setFocusProxy(self.picture)
        theme().followed_by(self._measure)

    def show_notebook(self, memory: "Memory") -> None:
        super().show_notebook(memory)
        self.river, self._asked = River(), False
        self.empty.say(tr("Reading the days…"))
        self._stack.setCurrentWidget(self.empty)
        if self.isVisible():
            self._ask()

    def entered(self) -> None:
        self._ask()

    def show_changed(self, changed: "Changed") -> None:
        if self.isVisible():
            self._later.start()

    def show_again(self) -> None:
        if self.isVisible():
            self._later.start()

    @property
    def settled(self) -> bool:
        """Whether the river of the notes as they are is shown."""
        return not self._asked and not self._later.isActive()

    def _ask(self) -> None:
        if (memory := self.memory) is not None:
            self._asked = True
            work, done = memory.rivers.river, partial(self._show, memory)
            self.jobs.call("river", work, done, self._failed, alone=True)

    def _failed(self, problem: "Problem") -> None:
        self._asked = False
        self.tell(problem)

    def _show(self, memory: "Memory", river: River) -> None:
        self._asked = False
        if memory is not self.memory:
            return
        self.header.say(self.title, span_in_words(river) if river.months else "")
        if not river.streams:
            self.empty.say(tr("No word comes back on several days yet. Write on; they show here."))
            self._stack.setCurrentWidget(self.empty)
        elif river != self.river or self._stack.currentWidget() is self.empty:
            stream, month = self._kept(river)
            self._fill(river)
            self.river = river
            self.picture.show_river(river, stream, month)
            self._stack.setCurrentWidget(self._body)
            self._choose(stream, month)

    def _kept(self, river: River) -> tuple[int, int]:
        """What was chosen, found again; else where the topic of most days was strongest."""
        names = [stream.name for stream in river.streams]
        if self.river.streams:
            name = self.river.streams[self.picture.stream].name
            month = self.river.months[self.picture.month]
            if name in names and month in river.months:
                return names.index(name), river.months.index(month)
        most = max(range(len(names)), key=lambda n: sum(river.streams[n].days))
        days = river.streams[most].days
        return most, days.index(max(days))

    def _fill(self, river: River) -> None:
        """A row for each month, a column for each topic."""
        with QSignalBlocker(self.table.selectionModel()):
            self._model.clear()
            self._model.setHorizontalHeaderLabels([stream.name for stream in river.streams])
            self._model.setVerticalHeaderLabels([dates.month(month) for month in river.months])
            for n in range(len(river.months)):
                for column, stream in enumerate(river.streams):
                    item = QStandardItem(f"{stream.days[n]:,}" if stream.days[n] else "")
                    item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
                    item.setAccessibleText(told(river, column, n))
                    self._model.setItem(n, column, item)
            self._model.setVerticalHeaderLabels([dates.month(month) for month in river.months])

    def _choose(self, stream: int, month: int) -> None:
        """The picture's place, in words and in the table."""
        words = told(self.river, stream, month)
        self.words.setText(words)
        self.open_button.setEnabled(self.river.streams[stream].days[month] > 0)
        index = self._model.index(month, stream)
        if index != self.table.currentIndex():
            self.table.setCurrentIndex(index)
            self.table.scrollTo(index)
        if self.picture.hasFocus():
            announce(self.picture, words)

    def _chosen(self, index: QModelIndex) -> None:
        """The table's place."""
        if index.isValid():
            self.picture.choose(index.column(), index.row())

    def _open(self) -> None:
        """The days of the chosen month that speak of the topic, found by search."""
        stream, month = self.river.streams[self.picture.stream], self.picture.month
        if stream.days[month]:
            first = self.river.months[month]
            self.words_asked.emit(stream.name, first, last_day(first))

    def _measure(self) -> None:
        px = theme().px
        self._column.setContentsMargins(px(20), px(12), px(20), px(12))
        self._column.setSpacing(px(8))
        self.table.setMinimumHeight(px(90))
        self.table.verticalHeader().setDefaultSectionSize(px(26))
        self.table.horizontalHeader().setMinimumSectionSize(px(90))


def _table() -> QTableView:
    table = QTableView()
    table.setAccessibleName(tr("Days that speak of each topic, by month"))
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setFrameShape(QFrame.Shape.NoFrame)
    table.setShowGrid(False)
    table.setTabKeyNavigation(False)
    table.horizontalHeader().setHighlightSections(False)
    table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    table.verticalHeader().setHighlightSections(False)
    return table
