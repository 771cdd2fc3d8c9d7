"""The notes without a date, below the days: a quiet group that can be folded away. Knows topics,
opens nothing.
"""

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QWidget

from desktop_app.notebook.day_list import Topic
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import in_row, stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.labels import rule, section
from desktop_app.ui.parts.rows import DETAIL, ICON, THING, TITLE, EnteredRows, RowDelegate
from desktop_app.words import tr

_ROW, _SEEN = 50, 4  # pixels of a row; rows that show without scrolling, where there is room

_PART = 4  # of what days and topics have together the topics' rows have one in so many


class TopicList(QWidget):
    """The topics of a notebook, below its days; hidden if there are none."""

    chosen = Signal(str)  # a path
    entered = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._topics: Sequence[Topic] = ()
        self._folded = False
        self._room = 0  # pixels of days and topics together
        self._path = ""
        self._words = section(tr("Topics"))
        self._words.setToolTip(tr("Notes without a date, beside the days"))
        self.fold = Button("", "quiet", "chevron-down")
        self.fold.clicked.connect(self._fold)
        self.view = EnteredRows(tr("Topics"))
        self.view.setItemDelegate(RowDelegate(self.view, _ROW))
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self._model = QStandardItemModel(self)
        self.view.setModel(self._model)
        # Not of what is current: that moves when the keyboard only comes by.
        self.view.selectionModel().selectionChanged.connect(lambda *_: self._choose(self._picked()))
        self.view.entered.connect(self._enter)
        self._head = in_row(self._words, self.fold, grows=self._words)
        self._column = stacked(self, rule(), self._head, self.view)
        theme().changed.connect(self._measure)
        self.hide()

    def show_topics(self, topics: Sequence[Topic]) -> None:
        """Shows these in place of the ones before; the chosen one stays so."""
        if topics == self._topics:
            return
        self._topics = topics
        with QSignalBlocker(self.view.selectionModel()):
            self._model.clear()
            for topic in topics:
                item = QStandardItem()
                item.setData(topic.name, TITLE)
                item.setData(topic.head, DETAIL)
                item.setData("note", ICON)
                item.setData(topic.path, THING)
                item.setAccessibleText(", ".join(filter(None, (topic.name, topic.head))))
                self._model.appendRow(item)
        self.show_path(self._path)
        self._measure()
        self.setVisible(bool(topics))

    def show_path(self, path: str) -> None:
        """Marks the topic with this path as chosen, or none, without saying so."""
        self._path = path
        with QSignalBlocker(self.view.selectionModel()):
            row = next((n for n, one in enumerate(self._topics) if one.path == path), -1)
            if row < 0:
                self.view.selectionModel().clear()
            else:
                self.view.setCurrentIndex(self._model.index(row, 0))
                self.view.scrollTo(self._model.index(row, 0))
        self.view.viewport().update()

    def share(self, room: int) -> None:
        """Divides this many pixels between days and topics; the days get most."""
        if room != self._room:
            self._room = room
            self._measure()

    def _fold(self) -> None:
        """Folds the rows away, or shows them again."""
        self._folded = not self._folded
        self._measure()

    def _picked(self) -> str:
        rows = self.view.selectionModel().selectedIndexes()
        return rows[0].data(THING) if rows else ""

    def _choose(self, path: str) -> None:
        if path and path != self._path:
            self._path = path
            self.chosen.emit(path)

    def _enter(self) -> None:
        """Enter on a row; the first one may not be chosen yet."""
        self._choose(self.view.currentIndex().data(THING) or "")
        self.entered.emit()

    def _measure(self) -> None:
        px = theme().px
        self._column.setContentsMargins(0, 0, 0, px(6))
        self._head.setContentsMargins(px(18), px(4), px(10), 0)
        self.view.setMinimumHeight(px(_ROW) + 2)
        seen = min(len(self._topics), _SEEN, max(1, self._room // _PART // px(_ROW)))
        self.view.setMaximumHeight(seen * px(_ROW) + 2)
        self.view.setHidden(self._folded)
        self.fold.setText(f"{len(self._topics):,}")
        self.fold.set_kind("quiet", "chevron-up" if self._folded else "chevron-down")
        words = tr("Show the topics") if self._folded else tr("Fold the topics away")
        self.fold.setAccessibleName(words)
        self.fold.setToolTip(words)
