"""The document of a dream that is not to be decided: its diary, or why there is none.

Knows rows of the dreams' list and how to show one, not where they come from.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import date

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QStackedWidget

from desktop_app import dates
from desktop_app.dreams.runs import DreamRun
from desktop_app.notebook.diaries import DiaryEntry
from desktop_app.notebook.span_diaries import SpanDiary, SpanLine
from desktop_app.ui.dreams.cards import FailedCard
from desktop_app.ui.dreams.diary_view import DiaryView
from desktop_app.ui.dreams.dream_news import until_in_words
from desktop_app.ui.dreams.dream_rows import DreamRow, RowKind, newest_of
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import Button, IconButton
from desktop_app.ui.parts.header import Header, more_button
from desktop_app.ui.parts.notices import EmptyState
from desktop_app.ui.review.source_row import Names
from desktop_app.words import tr


class DreamReading(QFrame):
    """One of: a diary, a dream that found nothing, one that failed, no dream yet."""

    chat_asked = Signal()  # a question to be copied into any chat
    turned = Signal(object)  # to the dream before or after: a DreamRow

    def __init__(self, actions: Actions, title: str) -> None:
        super().__init__()
        self._title = title
        self._rows: list[DreamRow] = []
        self._row: DreamRow | None = None
        self.newest: date | None = None  # where the notes are, of a dream that read none
        self.header = Header(actions, title)
        self.newer = IconButton("chevron-left", tr("The dream after this one"))
        self.older = IconButton("chevron-right", tr("The dream before this one"))
        self.newer.clicked.connect(lambda: self._turn(-1))
        self.older.clicked.connect(lambda: self._turn(1))
        self.more = more_button(tr("More to do with this diary"), actions)
        self.header.add(self.more, self.newer, self.older)
        self.diary = DiaryView()
        self.nothing = EmptyState("check", "", tr("Dream again"))
        self.failed = FailedCard()
        self.empty = EmptyState(
            "dreams",
            tr(
                "A dream reads your recent days and proposes what belongs into MEMORY.md. "
                "Nothing is written before you say so."
            ),
            tr("Dream now"),
        )
        for place in (self.empty, self.nothing):
            chat = Button(tr("Dream by any chat"))
            chat.clicked.connect(self.chat_asked)
            place.add(chat)
        self._stack = QStackedWidget()
        for part in (self.empty, self.diary, self.nothing, self.failed):
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

    def show_row(
        self,
        row: DreamRow,
        dates_of: Callable[[Iterable[str]], dict[str, date]],
        today: date,
    ) -> None:
        """`dates_of` says which paths are days."""
        self._row, thing, (day, time) = row, row.thing, row.at
        words = tr("Dream of %1").replace("%1", dates.plain(day, today))
        if isinstance(thing, DiaryEntry | SpanDiary):
            self.header.say(tr("Diary") if isinstance(thing, SpanDiary) else words, thing.path)
            told = thing.changes if isinstance(thing, DiaryEntry) else _lines(thing)
            places = {source.path for one in told for source in one.sources}
            names = Names(today, dates_of(places))
            self.diary.show_diary(thing, names, undoable=bool(row.undoable))
            self._stack.setCurrentWidget(self.diary)
        elif row.kind == RowKind.FAILED and isinstance(thing, DreamRun):
            self.header.say(words, time)
            self.failed.show_run(thing, today, settled=row.settled, resumes=row.resumes)
            self._stack.setCurrentWidget(self.failed)
        else:
            self.header.say(words, time)
            newest = self.newest = newest_of(row)
            again = tr("Dream again") if newest is None else until_in_words(newest, today)
            self.nothing.say(row.detail or tr("Nothing new to keep."), again)
            self._stack.setCurrentWidget(self.nothing)
        self._draw_turns()

    def _turn(self, by: int) -> None:
        if self._row in self._rows:
            at = self._rows.index(self._row) + by
            if 0 <= at < len(self._rows):
                self.turned.emit(self._rows[at])

    def _draw_turns(self) -> None:
        self.more.setVisible(self._stack.currentWidget() is self.diary)
        at = self._rows.index(self._row) if self._row in self._rows else None
        self.newer.setVisible(at is not None and len(self._rows) > 1)
        self.older.setVisible(at is not None and len(self._rows) > 1)
        self.newer.setEnabled(bool(at))
        self.older.setEnabled(at is not None and at < len(self._rows) - 1)


def _lines(diary: SpanDiary) -> list[SpanLine]:
    return [line for part in diary.sections for line in part.lines]
