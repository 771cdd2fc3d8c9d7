"""The document of a dream that is not to be decided: its diary, or why there is none.

Knows rows of the dreams' list and how to show one, not where they come from.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import date

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QStackedWidget

from desktop_app import dates
from desktop_app.dreams.runs import DreamRun
from desktop_app.notebook.almanacs import Almanac
from desktop_app.notebook.diaries import DiaryEntry
from desktop_app.ui.dreams.almanac_view import AlmanacView
from desktop_app.ui.dreams.diary_view import DiaryView
from desktop_app.ui.dreams.dream_rows import DreamRow, RowKind, newest_of
from desktop_app.ui.dreams.dream_words import until_in_words
from desktop_app.ui.dreams.failed_card import FailedCard
from desktop_app.ui.dreams.topic_view import TopicView
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import Button, IconButton
from desktop_app.ui.parts.header import Header, more_button
from desktop_app.ui.parts.notices import EmptyState
from desktop_app.ui.review.source_row import Names
from desktop_app.words import tr


class DreamReading(QFrame):
    """One of: a diary entry, a dream that found nothing, one that failed, no dream yet."""

    opened = Signal(str, int)
    undo_asked = Signal()
    dream_asked = Signal(bool)  # True: also when no day has changed
    chat_asked = Signal()  # a question to be copied into any chat
    until_asked = Signal(object)  # a dream of the days up to this date
    retry_asked = Signal(object)  # a Run that failed
    builtin_asked = Signal(object)  # the same, without a model
    browse_asked = Signal()  # what the days speak of
    turned = Signal(object)  # to the dream before or after: a Row

    def __init__(self, actions: Actions, title: str) -> None:
        super().__init__()
        self._title = title
        self._rows: list[DreamRow] = []
        self._row: DreamRow | None = None
        self._newest: date | None = None  # where the notes are, of a dream that read none
        self.header = Header(actions, title)
        self.newer = IconButton("chevron-left", tr("The dream after this one"))
        self.older = IconButton("chevron-right", tr("The dream before this one"))
        self.newer.clicked.connect(lambda: self._turn(-1))
        self.older.clicked.connect(lambda: self._turn(1))
        self.more = more_button(tr("More to do with this diary"), actions)
        self.header.add(self.more, self.newer, self.older)
        self.diary = DiaryView()
        self.diary.opened.connect(self.opened)
        self.diary.undo_asked.connect(self.undo_asked)
        self.nothing = EmptyState("check", "", tr("Dream again"))
        self.nothing.acted.connect(self._again)
        self.browse = Button(tr("Browse by topic"))
        self.browse.clicked.connect(self.browse_asked)
        self.nothing.add(self.browse)
        self.topics = TopicView()
        self.topics.opened.connect(self.opened)
        self.failed = FailedCard()
        self.failed.retry_asked.connect(self.retry_asked)
        self.failed.builtin_asked.connect(self.builtin_asked)
        self.empty = EmptyState(
            "dreams",
            tr(
                "A dream reads your recent days and proposes what belongs into MEMORY.md. "
                "Nothing is written before you say so."
            ),
            tr("Dream now"),
        )
        self.empty.acted.connect(lambda: self.dream_asked.emit(False))
        for place in (self.empty, self.nothing):
            chat = Button(tr("Dream by any chat"))
            chat.clicked.connect(self.chat_asked)
            place.add(chat)
        self.almanac = AlmanacView()
        self.almanac.opened.connect(self.opened)
        self.no_almanac = EmptyState(
            "days",
            tr(
                "An almanac says what the days were about, and what was decided. "
                "Each line leads to where the days say so."
            ),
        )
        self._stack = QStackedWidget()
        for part in (
            *(self.empty, self.diary, self.nothing, self.topics, self.failed),
            *(self.almanac, self.no_almanac),
        ):
            self._stack.addWidget(part)
        stacked(self, self.header, self._stack, grows=self._stack)
        self.show_blank()

    def show_rows(self, rows: Sequence[DreamRow]) -> None:
        """All dreams, so that one can be turned to from another."""
        self._rows = [row for row in rows if row.kind != RowKind.WAITING]
        self._draw_turns()

    def show_running(self, running: bool) -> None:
        """While a dream runs no other can be asked for."""
        self.failed.allow(not running)
        for part in (self.empty, self.nothing):
            part.button.setEnabled(not running)

    def show_blank(self) -> None:
        """There is no dream yet."""
        self._row = None
        self.header.say(self._title)
        self._stack.setCurrentWidget(self.empty)
        self._draw_turns()

    def show_no_almanac(self) -> None:
        """None of this kind is written yet."""
        self._row = None
        self.header.say(tr("Almanac"))
        self._stack.setCurrentWidget(self.no_almanac)
        self._draw_turns()

    def show_topics(self, almanac: Almanac, names: Names) -> None:
        """What the days speak of, in place of the dream that found nothing."""
        self.header.say(tr("By topic"), tr("Nothing of this is written"))
        self.topics.show_topics(almanac, names)
        self._stack.setCurrentWidget(self.topics)

    def show_row(
        self,
        row: DreamRow,
        dates_of: Callable[[Iterable[str]], dict[str, date]],
        today: date,
    ) -> None:
        """`dates_of` says which paths are days."""
        self._row = row
        day, time = row.at
        words = tr("Dream of %1").replace("%1", dates.plain(day, today))
        if isinstance(row.thing, Almanac):
            self.header.say(tr("Almanac"), row.thing.path)
            items = [item for part in row.thing.sections for item in part.items]
            places = {source.path for item in items for source in item.sources}
            self.almanac.show_almanac(row.thing, Names(today, dates_of(places)))
            self._stack.setCurrentWidget(self.almanac)
        elif isinstance(row.thing, DiaryEntry):
            self.header.say(words, row.thing.path)
            places = {source.path for change in row.thing.changes for source in change.sources}
            names = Names(today, dates_of(places))
            self.diary.show_entry(row.thing, names, undoable=bool(row.undoable))
            self._stack.setCurrentWidget(self.diary)
        elif row.kind == RowKind.FAILED and isinstance(row.thing, DreamRun):
            self.header.say(words, time)
            self.failed.show_run(row.thing, today, settled=row.settled, resumes=row.resumes)
            self._stack.setCurrentWidget(self.failed)
        else:
            self.header.say(words, time)
            self._newest = newest_of(row)
            word = tr("Dream again")
            if self._newest is not None:
                word = until_in_words(self._newest, today)
            self.nothing.say(row.detail or tr("Nothing new to keep."), word)
            self.browse.setVisible(isinstance(row.thing, DreamRun) and row.thing.days > 0)
            self._stack.setCurrentWidget(self.nothing)
        self._draw_turns()

    def _again(self) -> None:
        if self._newest is not None:
            self.until_asked.emit(self._newest)
        else:
            self.dream_asked.emit(True)

    def _turn(self, by: int) -> None:
        if self._row in self._rows:
            at = self._rows.index(self._row) + by
            if 0 <= at < len(self._rows):
                self.turned.emit(self._rows[at])

    def _draw_turns(self) -> None:
        self.more.setVisible(self._stack.currentWidget() in (self.diary, self.almanac))
        at = self._rows.index(self._row) if self._row in self._rows else None
        self.newer.setVisible(at is not None and len(self._rows) > 1)
        self.older.setVisible(at is not None and len(self._rows) > 1)
        self.newer.setEnabled(bool(at))
        self.older.setEnabled(at is not None and at < len(self._rows) - 1)
