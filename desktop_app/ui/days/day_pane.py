"""The list pane of the days: a month at a glance over the list, the topics below it. Knows heads,
opens nothing.
"""

from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from desktop_app.notebook.days import DayHead
from desktop_app.ui.days.calendar import Calendar
from desktop_app.ui.days.day_list import DayList
from desktop_app.ui.days.topic_list import TopicList
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import IconButton
from desktop_app.ui.parts.header import PaneHeader
from desktop_app.ui.parts.labels import rule

_LEAST = 100  # pixels of the list, below which the pane scrolls


class DayPane(QFrame):
    """Both show the same chosen day; choosing in either says so."""

    chosen = Signal(object)  # a date
    topic_chosen = Signal(str)  # the path of a note without a date
    entered = Signal()  # the person wants to read it

    def __init__(self, title: str, actions: Actions) -> None:
        super().__init__()
        self.setProperty("surface", "side")
        self.month = Calendar()
        self.list = DayList()
        self.topics = TopicList()
        self.topics.chosen.connect(self.topic_chosen)
        self.topics.entered.connect(self.entered)
        self.month.chosen.connect(self.chosen)
        self.month.entered.connect(self.entered)
        self.list.chosen.connect(self.chosen)
        self.list.entered.connect(self.entered)
        self._inset = QVBoxLayout()
        self._inset.addWidget(self.month)
        header = PaneHeader(title)
        for action, icon in (("note", "plus"), ("conversation", "conversation")):
            header.add(IconButton.of(actions[action], icon))
        inside = QWidget()
        inside.setProperty("clear", "true")
        stacked(inside, self._inset, rule(), self.list, self.topics, grows=self.list)
        self.room = QScrollArea()  # where a window is too low for all of it
        self.room.setWidgetResizable(True)
        self.room.setFrameShape(QFrame.Shape.NoFrame)
        self.room.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.room.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.room.setWidget(inside)
        stacked(self, header, self.room, grows=self.room)
        theme().followed_by(self._measure)

    def show_heads(self, heads: Sequence[DayHead], today: date) -> None:
        """Shows these days, newest first."""
        dreamt = {head.date for head in heads if head.dreamt}
        words = {head.date: head.words for head in heads}
        self.month.show_days(words, dreamt, today)
        self.list.show_heads(heads)

    def show_day(self, day: date | None, topic: str = "") -> None:
        """Marks a day as chosen, or a topic by its path, or none, without saying so."""
        self.list.show_day(day)
        self.topics.show_path(topic)
        if day is not None:
            self.month.show_day(day)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        above = self.month.sizeHint().height() + theme().px(56)
        self.topics.share(self.height() - above)

    def _measure(self) -> None:
        px = theme().px
        self._inset.setContentsMargins(px(16), 0, px(12), px(10))
        self.list.view.setMinimumHeight(px(_LEAST))
