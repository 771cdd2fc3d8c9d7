"""The search page: as one types, what is found, and beside it the note where it stands.

Knows its parts and memory's questions, not how a word is found.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from desktop_app.errors import Problem
from desktop_app.notebook.layout import FileKind
from desktop_app.search.arms import SearchBy
from desktop_app.search.hits import Hit
from desktop_app.ui.look.theme import Theme
from desktop_app.ui.page import Page
from desktop_app.ui.parts.actions import LIST, Actions
from desktop_app.ui.parts.controls import Button, IconButton
from desktop_app.ui.parts.freshness_words import in_words
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.notices import EmptyState
from desktop_app.ui.plans import SEARCH
from desktop_app.ui.search.found_note import FoundNote
from desktop_app.ui.search.hit_rows import HitRow, name_of, place_in
from desktop_app.ui.search.nothing_words import not_yet_said, nothing_said
from desktop_app.ui.search.search_pane import SearchPane
from desktop_app.ui.search.search_tips import SearchTips
from desktop_app.ui.search.searching import Answer, Asked, answer, same_row
from desktop_app.ui.search.why_strip import WhyStrip
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Changed, Memory
    from desktop_app.search.freshness import Freshness

BEFORE, AFTER, WHY = "search.before", "search.after", "search.why"
FOCUS_MODE = "view.focus"
_SOON, _LATER, _REST = 80, 250, 200  # milliseconds


class SearchPage(Page):
    """Search, with the chosen hit's note beside the list."""

    plan = SEARCH

    def __init__(self, theme: Theme, jobs: "Jobs", actions: Actions) -> None:
        super().__init__(theme, jobs, actions)
        self._asked: Asked | None = None
        self._like: tuple[str, int, str] | None = None  # the line others like it are wanted of
        self._answered = True
        self._moved = False  # whether the person chose another line than the first
        self._meaning_due = False  # whether what it means was not looked for yet
        self._open_first = False  # Enter came before the answer
        self._told = False  # whether the banner says something of ours
        self._unheard = False  # whether trouble came while nobody looked here
        self._row: HitRow | None = None
        self._at = 0  # which of the row's lines is shown
        self._came = False  # whether the row was not found here, but asked for by its place
        self._found = Answer((), "")
        self.pane = SearchPane(theme)
        self.header = Header(theme, actions)
        self.note = FoundNote(theme, jobs, tr("The note it was found in"))
        self.why = WhyStrip(theme, jobs)
        self.tips = SearchTips(theme)
        self.empty = EmptyState(theme, "search", "")
        self.open_button = Button(tr("Open"))
        before = actions.add(BEFORE, tr("Match before"), lambda: self._walk(-1), "Shift+F3",
            "chevron-left", self.name)  # fmt: skip
        after = actions.add(AFTER, tr("Next match"), lambda: self._walk(1), "F3",
            "chevron-right", self.name)  # fmt: skip
        why = actions.add(WHY, tr("Why it was found"), self._draw_why, "Ctrl+I", "info",
            self.name, checkable=True,
            detail=tr("Its words, where they stand, ranks and scores"))  # fmt: skip
        self.before = IconButton.of(theme, before, "chevron-left")
        self.after = IconButton.of(theme, after, "chevron-right")
        self.why_button = IconButton.of(theme, why, "info")
        self._build()
        self._connect()
        self._draw()

    def list_pane(self) -> QWidget:
        return self.pane

    def show_notebook(self, memory: "Memory") -> None:
        super().show_notebook(memory)
        self._asked = self._row = self._like = None
        self._came = False
        self.note.stale()
        self.why.forget()
        self.pane.forget()
        self.pane.show_like("")
        self.pane.show_rows((), "")
        self.show_freshness(memory.index.freshness)
        self._ask()
        self._ask_places()

    def find_like(self, path: str, line: int, words: str) -> None:
        """Shows what says something like a line, whose words they are."""
        self._like = path, line, words
        self.pane.show_like(words)
        self.registry[f"page.{self.name}"].trigger()
        self._ask()

    def show_freshness(self, freshness: "Freshness") -> None:
        """How near the index is to the notes."""
        self.pane.show_state(in_words(freshness), fresh=freshness.fresh)

    def show_changed(self, changed: "Changed") -> None:
        for path in changed.paths:
            self.note.stale(path)
        self._again_later.start()
        self._ask_places()

    def show_again(self) -> None:
        self._again_later.start()

    def shows(self, path: str) -> bool:
        return self.memory is not None and self.memory.layout.kind(path) is FileKind.SESSIONS

    def go_to(self, path: str, line: int) -> None:
        """A conversation at a turn; what was found stays in the list."""
        if self.memory is None:
            return
        if self._row is None or (self._row.path, self._line) != (path, line):
            self._row = place_in(path, max(line, 1), self.memory.layout, self.memory.today())
            self._at, self._came, self._moved = 0, True, True
            self.pane.list.choose(-1)
        self._show_place()
        self.note.setFocus(Qt.FocusReason.OtherFocusReason)

    def shown_path(self) -> str:
        return self._row.path if self._row else ""

    def entered(self) -> None:
        if self._unheard:
            self._ask()
        self.focus_search()

    def focus_search(self) -> None:
        if FOCUS_MODE in self.registry and self.registry[FOCUS_MODE].isChecked():
            self.registry[FOCUS_MODE].trigger()  # there is no input in focus mode
        listing = self.registry[LIST]
        if listing.isVisible() and not listing.isChecked():
            listing.trigger()  # in a narrow window the input is in a drawer
        self.pane.focus_input()

    @property
    def settled(self) -> bool:
        """Whether the rows answer what is typed and the chosen line is shown."""
        waiting = (self._show_soon, self._again_later, self._meaning_soon)
        if not self._answered or any(timer.isActive() for timer in waiting):
            return False
        return self._row is None or not self.note.needs(self._row.path)

    # -- building -------------------------------------------------------------------------------

    def _build(self) -> None:
        self.header.add(self.why_button, self.before, self.after, self.open_button)
        self._stack = QStackedWidget()
        for part in (self.tips, self.empty, self.note):
            self._stack.addWidget(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(self.why)
        column.addWidget(self._stack, 1)
        self.setFocusProxy(self.note)

    def _connect(self) -> None:
        self._again_later = QTimer(self, singleShot=True, interval=_LATER)
        self._again_later.timeout.connect(self._ask)
        # Letters come faster than one can read: the note follows when they rest a little.
        self._show_soon = QTimer(self, singleShot=True, interval=_SOON)
        self._show_soon.timeout.connect(self._show_place)
        # What a line means is asked for when the words have answered and the letters rest.
        self._meaning_soon = QTimer(self, singleShot=True, interval=_REST)
        self._meaning_soon.timeout.connect(self._ask_meaning)
        self.pane.asked.connect(self._ask)
        self.pane.picked.connect(self._pick)
        self.pane.pressed_row.connect(lambda: self.went.emit("", 0))
        self.pane.entered.connect(self._open)
        self.pane.like_left.connect(self._leave_like)
        self.tips.chosen.connect(self.pane.ask)
        self.empty.acted.connect(self.pane.widen)
        self.open_button.clicked.connect(self._open)
        self.note.link_opened.connect(self.opened)
        self.note.arrived.connect(self._arrived)
        self.note.failed.connect(self._unread)

    # -- asking ---------------------------------------------------------------------------------

    def ask_everywhere(self) -> None:
        """Come to the front, ready to be typed into."""
        self.registry[f"page.{self.name}"].trigger()
        self.focus_search()

    def _ask(self) -> None:
        """Asks what the pane says now; an empty line asks for the newest days."""
        memory = self.memory
        if memory is None:
            return
        self._again_later.stop()
        query = self.pane.query
        if query and self._like:
            self._like = None
            self.pane.show_like("")
        since, until = self.pane.range.bounds(memory.today())
        asked = Asked(query, self.pane.kinds, since, until, self._like)
        again, self._asked = asked == self._asked, asked
        self._moved, self._came = self._moved and again, self._came and again
        self.why.forget()
        arms = SearchBy.BOTH if asked.like else SearchBy.WORDS  # lines like one need no model
        self._meaning_soon.stop()
        self._answered = self._open_first = self._unheard = False
        self._meaning_due = bool(query) and memory.meaning.choice.reads

        def done(found: Answer) -> None:
            self._show(found, again)
            if self._meaning_due:
                self._meaning_soon.start()

        self.jobs.call("search", lambda: answer(memory, asked, arms), done, self._failed)

    def _ask_meaning(self) -> None:
        """The same by meaning, too: the list is sorted anew, the line that was picked stays."""
        memory, asked = self.memory, self._asked
        if memory is None or asked is None:
            return

        def done(found: Answer) -> None:
            if asked is self._asked and memory is self.memory:
                self._meaning_due = False
                self._show(found, again=self._moved)

        failed = lambda problem: self._failed(problem) if asked is self._asked else None  # noqa: E731
        look = lambda: answer(memory, asked, SearchBy.BOTH)  # noqa: E731
        self.jobs.call("search.meaning", look, done, failed, alone=True)

    def _ask_places(self) -> None:
        if (memory := self.memory) is not None:
            self.jobs.call("search.places", memory.search.places, self.pane.show_places)

    def _leave_like(self) -> None:
        self._like = None
        self._ask()

    def _show(self, found: Answer, again: bool) -> None:
        """Shows the rows: of a new question the first one, else the line that was shown before."""
        self._answered = True
        if self._told:
            self._told = False
            self.told.emit("", "")
        self._found = found
        if self._came:  # what is read stays
            self.pane.show_rows(found.rows, found.tally, -1)
            self._show_soon.start()
            return
        number = same_row(found.rows, self._row, self._line) if again and self._row else -1
        line = self._line if number >= 0 else 0
        if number < 0 and (self._asked.query or self._asked.like):
            number = 0
        self.pane.show_rows(found.rows, found.tally, number if found.rows else -1)
        self._choose(line)
        if self._open_first:
            self._open()
        elif self._row is None or (line and not self.note.needs(self._row.path)):
            self._show_soon.stop()
            self._draw()
        else:
            self._show_soon.start()

    def _failed(self, problem: Problem) -> None:
        self._answered, self._meaning_due = True, False
        self._row, self._came = None, False
        self.pane.show_rows((), "")
        self._draw()
        self._told = self.isVisible()
        self._unheard = not self._told  # nobody asked just now: it is told when it matters
        if self._told:
            self.told.emit(problem.message, problem.hint)

    # -- which line -----------------------------------------------------------------------------

    @property
    def _hit(self) -> Hit | None:
        return self._row.lines[self._at] if self._row and self._row.lines else None

    @property
    def _line(self) -> int:
        return self._hit.line if self._hit else 0

    def _choose(self, line: int) -> None:
        """The row chosen in the list, at this line, else at its best one."""
        self._row, self._came = self.pane.list.chosen, False
        lines = self._row.lines if self._row else ()
        same = [n for n, hit in enumerate(lines) if hit.line == line]
        self._at = same[0] if same else lines.index(self._row.best) if lines else 0

    def _pick(self) -> None:
        self._moved = True
        self._show_soon.stop()
        self._choose(0)
        self._show_place()

    def _walk(self, by: int) -> None:
        """To the next match (+1) or the one before: in this row, then in the one beside it."""
        if self._row is None or not self._leads_on(by):
            return
        self._moved = True
        if 0 <= self._at + by < len(self._row.lines):
            self._at += by
        else:
            self.pane.list.choose(self.pane.list.number + by)
            self._choose(0)
            self._at = 0 if by > 0 else max(0, len(self._row.lines) - 1)
        self._show_place()

    def _leads_on(self, by: int) -> bool:
        """Whether there is a match on that side."""
        inside = self._row is not None and 0 <= self._at + by < len(self._row.lines)
        rows = self.pane.list.hits.rows
        return inside or (bool(rows) and 0 <= self.pane.list.number + by < len(rows))

    def _open(self) -> None:
        if not self._answered:
            self._open_first = True
        elif self._row is not None:
            self._note_use(self._row.path, self._line)
            self.opened.emit(self._row.path, self._line)

    def _note_use(self, path: str, line: int) -> None:
        """What is found and opened is in use, and stays in memory."""
        if (memory := self.memory) is not None:
            self.jobs.do(lambda: memory.search.note_wanted([(path, line, line)]), lambda _: None)

    # -- what is shown --------------------------------------------------------------------------

    def _show_place(self) -> None:
        """The chosen line in its note."""
        self._draw()
        if self.memory is not None and self._row is not None:
            self.note.show_hit(self.memory, self._row.path, self._row.day, self._hit)

    def _arrived(self) -> None:
        if self._row is not None:
            self._stack.setCurrentWidget(self.note)

    def _unread(self, problem: Problem) -> None:
        self.empty.say(f"{problem.message} {problem.hint}".strip(), "")
        self._stack.setCurrentWidget(self.empty)

    def _draw(self) -> None:
        """The header; and a sentence where no line is chosen."""
        row, memory = self._row, self.memory
        self.registry[WHY].setVisible(row is not None and bool(row.why))
        self._draw_why()
        for name, by in ((BEFORE, -1), (AFTER, 1)):
            self.registry[name].setVisible(row is not None)
            self.registry.allow(name, row is not None and self._leads_on(by))
        self.open_button.setVisible(row is not None and row.kind is not FileKind.SESSIONS)
        if row is None or memory is None:
            self.header.say(self.title)
            self._draw_nothing()
            return
        said = [row.path]
        if self._hit is not None and row.why:
            match = tr("match %1 of %2").replace("%1", str(self._at + 1))
            said = [match.replace("%2", str(len(row.lines))), row.path, row.why]
        name = name_of(row.path, memory.layout, memory.today()) if row.day else row.title
        self.header.say(name, " · ".join(said))
        a_day = row.kind is FileKind.DAYS and row.day
        self.open_button.setText(tr("Open day") if a_day else tr("Open"))

    def _draw_why(self) -> None:
        """The reasons of the chosen hit, where they are wanted."""
        why = self.registry[WHY]
        self.why.show_why(why.isChecked() and why.isVisible())
        if self.memory is not None and self._asked is not None:
            self.why.follow(self.memory, self._asked, self._found.arms, self._hit)

    def _draw_nothing(self) -> None:
        """Why nothing is shown, and what could be done."""
        query = self.pane.query
        if not query and not self._like:
            self._stack.setCurrentWidget(self.tips)
            return
        if self._meaning_due:
            self.empty.say(not_yet_said(query), "")
        else:
            pane = self.pane
            dated, narrowed = pane.range.narrows, pane.narrowed
            word = tr("Search everything") if narrowed else ""
            complete = self._found.complete
            self.empty.say(nothing_said(query, pane.kinds, dated, narrowed, complete), word)
        self._stack.setCurrentWidget(self.empty)

    # -- keys -----------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc in what is read leads back to the words, and so to the list."""
        if event.key() != Qt.Key.Key_Escape or self.registry[FOCUS_MODE].isChecked():
            super().keyPressEvent(event)
        else:
            self.focus_search()
