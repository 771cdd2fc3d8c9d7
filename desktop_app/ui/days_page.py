"""The days page: a month at a glance, the list of days, and one day, edited where it is read.

Knows its parts and memory's questions, not how a day is written.
"""

from collections.abc import Callable
from datetime import date
from functools import cached_property, partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from desktop_app import dates
from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.memory.days import Topic
from desktop_app.notebook import days
from desktop_app.notebook.days import DayHead
from desktop_app.notebook.layout import FileKind
from desktop_app.ui.days.day_list import DayPane
from desktop_app.ui.days.note_deeds import NoteDeeds
from desktop_app.ui.file_side import DaySide, empty_words
from desktop_app.ui.look.icons import icon
from desktop_app.ui.note_page import NotePage
from desktop_app.ui.page import AT_END, PageParts
from desktop_app.ui.parts.controls import Button, IconButton
from desktop_app.ui.parts.delayed import at_rest
from desktop_app.ui.parts.labels import surface
from desktop_app.ui.parts.notices import EmptyState
from desktop_app.ui.plans import DAYS
from desktop_app.ui.writing.document_bar import state_in_words
from desktop_app.words import tr

_NOTES = "Notes"  # a title in the file, so not translated


class DaysPage(NotePage):
    plan = DAYS
    kinds = frozenset({FileKind.DAYS, FileKind.DREAMS})

    def __init__(self, given: PageParts) -> None:
        super().__init__(given, tr("Day"))
        self.day: date | None = None
        self.today = date.min  # the one of list, month and texts
        self.heads: dict[date, DayHead] = {}
        self.topics: list[Topic] = []
        self.pane = DayPane(self.title, self.registry)
        self._drawn = ""  # the path that was drawn last
        self._blank = surface("doc")  # until it is known which days there are
        add = self.registry.add
        before = add("days.before", tr("Day before"), lambda: self._step(1), "Ctrl+PgUp",
            "chevron-left", self.name, listed=False)  # fmt: skip
        after = add("days.after", tr("Day after"), lambda: self._step(-1), "Ctrl+PgDown",
            "chevron-right", self.name, listed=False)  # fmt: skip
        self.deeds = NoteDeeds(self, self.file)
        self.add_tools(
            self.deeds.more,
            IconButton.of(before, "chevron-left"),
            IconButton.of(after, "chevron-right"),
        )
        self._connect()

    @cached_property
    def side(self) -> DaySide:
        return self.heard(DaySide(tr("About this day")))

    @cached_property
    def empty(self) -> EmptyState:
        empty, talk = EmptyState("days", ""), self.registry["conversation"].trigger
        empty.add(Button(tr("Add a conversation"), "quiet", "conversation", act=talk))
        empty.button.clicked.connect(self._write)
        return empty

    def show_notebook(self, memory: Memory) -> None:
        super().show_notebook(memory)
        self.file.close()
        self.day, self.heads, self.topics, self.asked = None, {}, [], ""
        self.today = memory.today()
        self.pane.show_things((), (), self.today)
        if "side" in vars(self):
            self.side.clear()
        self.stack.setCurrentWidget(self._blank)
        self.header.say(self.title, tr("Reading the days…"))
        self.files_later.start()  # ten years take a moment, and another page may be in front

    def take_focus(self) -> None:
        if self.pane.isVisible():
            self.pane.list.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.focus_text()

    def shows(self, path: str) -> bool:
        kind = self.memory.layout.kind(path) if self.memory else FileKind.MEMORY
        return path.endswith(".md") and kind in (FileKind.DAYS, FileKind.COPIES, None)

    def go_to(self, path: str, line: int) -> None:
        self._at(path, self.write_on if line == AT_END else partial(self.arrive, line))

    def write_on(self) -> None:
        """The keyboard behind the last line, or to the button that begins the day. A note begins
        at once.
        """
        if self._is_bare() and self._shown_day is None:
            self._write()
        self.editor.go_to_end()
        self.focus_text()

    def _connect(self) -> None:
        grid, rows = self.pane.month.grid, self.pane.list
        grid.chosen.connect(self._choose)
        rows.chosen.connect(lambda thing: self._choose_path(thing.path))
        for part in (grid, rows):
            part.entered.connect(self.write_on)
        self.deeds.done.connect(self._note_gone)
        self.file.opened.connect(self._opened)
        self.file.failed.connect(self._unopened)
        self.file.renewed.connect(lambda _outside: self.draw())
        self._side_later = at_rest(self, self._ask_side)
        self.file.saved.connect(self._side_later.start)
        self.editor.edited.connect(self._side_later.start)
        self.editor.menu_opened.connect(self._offer_forgetting)

    # -- which day ------------------------------------------------------------------------------

    def ask_files(self) -> None:
        work = lambda memory: (memory.days.heads(), memory.days.topics())
        self.look_up("days.list", work, self._show_days, self._no_days)

    def _show_days(self, heads_and_topics: tuple[list[DayHead], list[Topic]]) -> None:
        heads, self.topics = heads_and_topics
        self.heads = {head.date: head for head in heads}
        before, self.today = self.today, self.memory.today()
        undated = [one for one in self.topics if one.day is None]
        self.pane.show_things(heads, undated, self.today)
        stays = self.day != before or self.editor.hasFocus()
        if not self.asked:
            past = (head.date for head in heads if head.date <= self.today)
            self._choose(next(past, self.today))
        elif before == self.today or stays:
            self.pane.show_path(self.asked, self.day)
            self.draw()
        else:  # today was shown, which is another day now
            self._choose(self.today)

    def _no_days(self, problem: Problem) -> None:
        if not self.asked:
            self.header.say(self.title)
        self.tell(problem)

    def _choose(self, day: date) -> None:
        head = self.heads.get(day)
        self._choose_path(head.path if head else self.memory.day_path(day))

    def _choose_path(self, path: str) -> None:
        if path != self.asked:
            self._open(path, lambda: self.went.emit(path, 0))

    def _at(self, path: str, then: Callable[[], None]) -> None:
        if self.file.path == path == self.asked:
            then()
        else:
            self._open(path, then)

    def _open(self, path: str, then: Callable[[], None]) -> None:
        if path != self.file.path:
            self.side.clear()  # it would tell of another day
        self.asked = path
        self.day = self.memory.layout.date_of(path)
        self.pane.show_path(path, self.day)
        self.file.open(self.memory, path, then)

    def _opened(self) -> None:
        self.asked, self.day = self.file.path, self._shown_day
        self.draw()

    def _unopened(self) -> None:
        if not self.file.path:
            self.header.say(self.title)
        elif self.asked != self.file.path:
            self.asked, self.day = self.file.path, self._shown_day
            self.pane.show_path(self.asked, self.day)
            self._ask_side()

    def _note_gone(self, path: str) -> None:
        """The note that was shown has another name now, or none: then the newest day is shown."""
        self.asked = ""
        if path:
            self.opened.emit(path, 0)
        self.ask_files()

    @property
    def _shown_day(self) -> date | None:
        """The day of the file that is shown, which may be another than the one on its way."""
        return self.memory.layout.date_of(self.file.path) if self.file.path else None

    def _step(self, by: int) -> None:
        """To the next day that has a file: +1 is older."""
        if self.day is None:
            return
        beside = [day for day in self.heads if (day < self.day if by > 0 else day > self.day)]
        if beside:
            self._choose(max(beside) if by > 0 else min(beside))

    def go_today(self) -> None:
        self.opened.emit(self.memory.day_path(self.memory.today()), AT_END)

    def _offer_forgetting(self, menu: QMenu, line: int) -> None:
        forget = menu.addAction(icon("trash"), tr("Forget for good…"))
        forget.triggered.connect(lambda: self.deeds.forget_line(line))

    # -- what is shown --------------------------------------------------------------------------

    def draw(self) -> None:
        self.draw_header()
        if not self.file.path or self._is_bare():
            dated = not self.file.path or self._shown_day is not None
            self.empty.say(*empty_words(self._shown_day, self.today, dated=dated))
            self.stack.setCurrentWidget(self.empty)
        else:
            self.stack.setCurrentWidget(self.editor)
        self._drawn = self.file.path
        if "find_bar" in vars(self):
            self.find_bar.refresh()
        self._ask_side()

    def _is_bare(self) -> bool:
        """There is nothing to show, and nobody is writing."""
        writes = self._drawn == self.file.path and self.editor.hasFocus()
        return not self.file.text.strip() and not self.file.unsaved and not writes

    def draw_header(self) -> None:
        if self.memory is None or not self.file.path:
            return
        path, day = self.file.path, self._shown_day
        title = path.rpartition("/")[2].removesuffix(".md")
        if day is not None:
            named = (dates.title(day, self.today), self.memory.layout.topic(path))
            title = " · ".join(filter(None, named))
        self.header.say(title, " · ".join(filter(None, (path, state_in_words(self.file)))))

    def _write(self) -> None:
        """Begins the day: its header and a block for now, or what a vault begins it with."""
        memory = self.memory
        if not self.file.path:
            self._open(memory.day_path(memory.today()), self._write)
            return
        path, day = self.file.path, self._shown_day
        if day is None:
            name = path.rpartition("/")[2].removesuffix(".md")
            self.begin(f"# {memory.note_links.titles.get(path, name)}\n\n- ")
            return

        def begin(opening: str) -> None:
            if path != self.file.path or not self._is_bare():
                return  # meanwhile another day is shown, or somebody wrote
            now = memory.now()
            block = f"## {_NOTES} ({now:%H:%M})\n\n" if day == now.date() else ""
            of_vault = opening and memory.layout.followed
            self.begin(opening if of_vault else f"{opening}{block}- ")

        self.look_up("days.opening", lambda memory: memory.days.opening(day), begin)

    # -- the inspector --------------------------------------------------------------------------

    def _ask_side(self) -> None:
        memory, path, text, day = self.memory, self.file.path, self.file.text, self._shown_day
        if not path:
            return
        show = partial(self.side.show_blocks, dated=day is not None)
        self.ask_beside("blocks", lambda: days.blocks(text), show)
        self.ask_past()
        if path != self.asked:
            return  # another day is on its way
        head = self.heads.get(day)
        diary = memory.layout.diary(day) if head and head.dreamt else ""
        self.side.show_files(self._files_of(day), path, diary)

    def _files_of(self, day: date | None) -> list[tuple[str, str]]:
        if day is None:
            return []
        plain, head = self.memory.layout.day(day), self.heads.get(day)
        own = [(plain, tr("The day itself"))] if head and head.path == plain else []
        return own + [(topic.path, topic.name) for topic in self.topics if topic.day == day]
