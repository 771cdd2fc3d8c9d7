"""The days page: a month at a glance, the list of days, and one day, edited where it is read.

Knows its parts and memory's questions, not how a day is written.
"""

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QWidget

from desktop_app import dates
from desktop_app.errors import Problem
from desktop_app.memory.note_links import Backlink
from desktop_app.notebook import days
from desktop_app.notebook.day_list import Topic
from desktop_app.notebook.days import DayHead
from desktop_app.notebook.history import Version
from desktop_app.notebook.layout import FileKind
from desktop_app.ui.days.day_list import DayPane
from desktop_app.ui.days.day_side import DaySide, empty_words, sessions
from desktop_app.ui.days.note_deeds import NoteDeeds
from desktop_app.ui.note_page import NotePage
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.controls import Button, IconButton
from desktop_app.ui.parts.labels import surface
from desktop_app.ui.parts.notices import EmptyState
from desktop_app.ui.plans import DAYS
from desktop_app.ui.writing.document_bar import state_in_words
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Changed, Memory

_NOTES = "Notes"  # a title in the file, so not translated
_LATER = 250  # milliseconds


class DaysPage(NotePage):
    """The daily files."""

    plan = DAYS

    def __init__(self, jobs: "Jobs", actions: Actions) -> None:
        empty = EmptyState("days", *empty_words(None, None))
        super().__init__(jobs, actions, tr("Day"), empty)
        self.day: date | None = None
        self.heads: dict[date, DayHead] = {}
        self.topics: list[Topic] = []
        self._asked = ""  # the path that is shown or on its way
        self._writes = False  # what comes next is to be written on
        self.side = DaySide(tr("About this day"))
        self.marks.tell(self.side.suspicious)
        self.pane = DayPane(self.title, actions)
        self._drawn = ""  # the path that was drawn last
        self._blank = surface("doc")  # until it is known which days there are
        self.stack.addWidget(self._blank)
        add = actions.add
        before = add("days.before", tr("Day before"), lambda: self._step(1), "Ctrl+PgUp",
            "chevron-left", self.name, listed=False)  # fmt: skip
        after = add("days.after", tr("Day after"), lambda: self._step(-1), "Ctrl+PgDown",
            "chevron-right", self.name, listed=False)  # fmt: skip
        self.deeds = NoteDeeds(self, self.file)
        self.add_strip(self.deeds)
        self.add_tools(
            self.deeds.more,
            IconButton.of(before, "chevron-left"),
            IconButton.of(after, "chevron-right"),
        )
        self._connect()

    def list_pane(self) -> QWidget:
        return self.pane

    def inspector(self) -> QWidget:
        return self.side

    def show_notebook(self, memory: "Memory") -> None:
        super().show_notebook(memory)
        self.end_trips()
        self.file.close()
        self.day, self.heads, self.topics, self._asked = None, {}, [], ""
        self.pane.show_things((), (), memory.today())
        self.side.clear(memory.now())
        self.stack.setCurrentWidget(self._blank)
        self.header.say(self.title, tr("Reading the days…"))
        self._days_later.start()  # ten years take a moment, and another page may be in front

    def take_focus(self) -> None:
        if self.pane.isVisible():
            self.pane.list.view.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.focus_text()

    def entered(self) -> None:
        if self._days_later.isActive():
            self._days_later.stop()
            self._ask_days()

    def show_changed(self, changed: "Changed") -> None:
        if self.memory is None:
            return
        if self.file.path in changed.paths:
            self.file.look(own=changed.own)
        kinds = set(map(self.memory.layout.kind, changed.paths))
        if kinds & {FileKind.DAYS, FileKind.DREAMS}:
            self._days_later.start()

    def show_again(self) -> None:
        self.file.look()
        self._days_later.start()

    def shows(self, path: str) -> bool:
        return self.memory is not None and self.memory.layout.kind(path) is FileKind.DAYS

    def go_to(self, path: str, line: int) -> None:
        self.end_trips()
        writes, self._writes = self._writes, False
        there = self.write_on if writes else partial(self.arrive, line)
        if self.file.path == path == self._asked:
            there()
        else:
            self._open(path, there)

    def write_on(self) -> None:
        """The keyboard behind the last line of this day, or to the button that begins it."""
        self.editor.go_to_end()
        self.focus_text()

    def _connect(self) -> None:
        self._days_later = QTimer(self, singleShot=True, interval=_LATER)
        self._days_later.timeout.connect(self._ask_days)
        self._text_later = QTimer(self, singleShot=True, interval=_LATER)
        self._text_later.timeout.connect(self._ask_side)
        self.pane.chosen.connect(self._choose)
        self.pane.path_chosen.connect(self._choose_path)
        self.pane.entered.connect(self.write_on)
        self.deeds.left.connect(self.focus_text)
        self.deeds.done.connect(self._note_gone)
        self.file.opened.connect(self._opened)
        self.file.failed.connect(self._unopened)
        self.file.renewed.connect(lambda _outside: self.draw())
        self.file.saved.connect(self._text_later.start)
        self.editor.edited.connect(self._text_later.start)
        self.side.opened.connect(self.opened)
        self.side.line_chosen.connect(self.go_line)
        self.side.history.asked.connect(
            lambda version: self.history_asked.emit(self.file.path, version, 0)
        )
        self.empty.acted.connect(self._write)
        add = Button(tr("Add a conversation"), "quiet", "conversation")
        add.clicked.connect(self.registry["conversation"].trigger)
        self.empty.add(add)

    # -- which day ------------------------------------------------------------------------------

    def _ask_days(self) -> None:
        memory = self.memory
        if memory is not None:
            work = lambda: (memory.days.heads(), memory.days.topics())  # noqa: E731
            self.jobs.call("days.list", work, self._show_days, self._no_days)

    def _show_days(self, heads_and_topics: tuple[list[DayHead], list[Topic]]) -> None:
        heads, self.topics = heads_and_topics
        self.heads = {head.date: head for head in heads}
        today = self.memory.today()
        self.pane.show_things(heads, [one for one in self.topics if one.day is None], today)
        if not self._asked:
            newest = next((head.date for head in heads if head.date <= today), today)
            self._choose(newest)
        else:
            self.pane.show_path(self._asked, self.day)
            self.draw()

    def _no_days(self, problem: Problem) -> None:
        if not self._asked:
            self.header.say(self.title)
        self.tell(problem)

    def _choose(self, day: date) -> None:
        head = self.heads.get(day)
        self._choose_path(head.path if head else self.memory.layout.day(day))

    def _choose_path(self, path: str) -> None:
        if path != self._asked:
            self._open(path, lambda: self.went.emit(path, 0))

    def _open(self, path: str, then: Callable[[], None]) -> None:
        if path != self.file.path:
            self.side.clear(self.memory.now())  # it would tell of another day
        self._asked = path
        self.day = self.memory.layout.date_of(path)
        self.pane.show_path(path, self.day)
        self.end_trips()
        self.file.open(self.memory, path, then)

    def _opened(self) -> None:
        self._asked, self.day = self.file.path, self._shown_day
        self.draw()

    def _unopened(self) -> None:
        """The file could not be read: the day that is shown stays chosen."""
        if not self.file.path:
            self.header.say(self.title)
        elif self._asked != self.file.path:
            self._asked, self.day = self.file.path, self._shown_day
            self.pane.show_path(self._asked, self.day)
            self._ask_side()

    def _note_gone(self, path: str) -> None:
        """The note that was shown has another name now, or none: then the newest day is shown."""
        self._asked = ""
        if path:
            self.opened.emit(path, 0)
        self._ask_days()

    @property
    def _shown_day(self) -> date | None:
        """The day of the file that is shown, which may be another than the one on its way."""
        return self.memory.layout.date_of(self.file.path) if self.file.path else None

    def _step(self, by: int) -> None:
        """To the next day that has a file: +1 is older."""
        ordered = sorted(self.heads, reverse=True)
        if self.day is None or not ordered:
            return
        other = [day for day in ordered if (day < self.day if by > 0 else day > self.day)]
        if other:
            self._choose(other[0] if by > 0 else other[-1])

    def go_today(self) -> None:
        """Bring today to the front, to write on."""
        if self.memory is not None:
            self._writes = True
            self.opened.emit(self.memory.layout.day(self.memory.today()), 0)

    # -- what is shown --------------------------------------------------------------------------

    def draw(self) -> None:
        self.draw_header()
        text = self.file.text
        if (instead := self.trip_view()) is not None:
            self.stack.setCurrentWidget(instead)
        elif not self.file.path or self._is_bare(text):
            self._draw_empty()
        else:
            self.stack.setCurrentWidget(self.editor)
        self._drawn = self.file.path
        self.find_bar.refresh()
        self._ask_side()

    def _is_bare(self, text: str) -> bool:
        """There is nothing to show, and nobody is writing."""
        writes = self._drawn == self.file.path and self.editor.engine.hasFocus()
        return not text.strip() and not self.file.unsaved and not writes

    def _draw_empty(self) -> None:
        today = self.memory.today() if self.memory else None
        dated = not self.file.path or self._shown_day is not None
        self.empty.say(*empty_words(self._shown_day, today, dated=dated))
        self.stack.setCurrentWidget(self.empty)

    def draw_header(self) -> None:
        if self.memory is None or not self.file.path:
            return
        path, day = self.file.path, self._shown_day
        title = path.rpartition("/")[2]
        if day is not None:
            topic = self.memory.layout.topic(path)
            title = dates.title(day, self.memory.today())
            title = " · ".join(filter(None, (title, topic)))
        else:
            title = title.removesuffix(".md")
        head = self.heads.get(day)
        size = sessions(head.blocks) if head and head.path == path else ""
        state = state_in_words(self.file, self)
        self.header.say(title, " · ".join(filter(None, (path, state or size))))

    def _write(self) -> None:
        """Begins the day: its header, the template or a block for now, and the cursor after it."""
        memory = self.memory
        if memory is None:
            return
        if not self.file.path:
            self._open(memory.layout.day(memory.today()), self._write)
            return
        path, day = self.file.path, self._shown_day
        if day is None:
            name = path.rpartition("/")[2].removesuffix(".md")
            self._begin(path, f"# {name}\n\n- ")
            return

        def begin(template: str) -> None:
            now = memory.now()
            block = f"## {_NOTES} ({now:%H:%M})\n\n" if day == now.date() else ""
            self._begin(path, memory.template.opening(day) + (template or f"{block}- "))

        def without(problem: Problem) -> None:
            self.tell(problem)
            begin("")

        self.jobs.call("days.template", lambda: memory.template.for_day(day), begin, without)

    def _begin(self, path: str, text: str) -> None:
        if path != self.file.path or not self._is_bare(self.file.text):
            return  # meanwhile another day is shown, or somebody wrote
        self.file.begin(text)
        self.stack.setCurrentWidget(self.editor)
        self.editor.setFocus()
        self.editor.go_to_end()

    # -- the inspector --------------------------------------------------------------------------

    def _ask_side(self) -> None:
        memory, path, text = self.memory, self.file.path, self.file.text
        if memory is None or not path:
            return
        day = self._shown_day

        def work() -> tuple[list[days.DayBlock], list[Version]]:
            return days.blocks(text), memory.history.versions(path)

        def show(side: tuple[list[days.DayBlock], list[Version]]) -> None:
            if path != self._asked:
                return  # another day is on its way
            blocks, versions = side
            head, files, now = self.heads.get(day), self._files_of(day), memory.now()
            diary = memory.layout.diary(day) if head and head.dreamt else ""
            dated = day is not None
            self.side.show_day(blocks, files, diary, versions, now, dated=dated, shown=path)
            same = [head for head in self.heads.values() if day and _same_date(head.date, day)]
            self.side.show_years(same, memory.today())

        self.jobs.call("days.side", work, show, self.tell)
        self.jobs.call(
            "days.links", lambda: memory.note_links.to(path), partial(self._linked, path)
        )

    def _linked(self, path: str, links: list[Backlink]) -> None:
        """Ten years of notes take a second at first: the rest does not wait for it."""
        if path == self._asked:
            self.side.links.show_links(links, self.memory.layout, self.memory.today())

    def _files_of(self, day: date | None) -> list[tuple[str, str]]:
        """The files of a day, each with its name: the day's own first."""
        if day is None or self.memory is None:
            return []
        plain = self.memory.layout.day(day)
        more = [(topic.path, topic.name) for topic in self.topics if topic.day == day]
        head = self.heads.get(day)
        own = [(plain, tr("The day itself"))] if head and head.path == plain else []
        return own + more


def _same_date(other: date, day: date) -> bool:
    return other.year < day.year and (other.month, other.day) == (day.month, day.day)
