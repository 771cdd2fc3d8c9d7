"""Search: words or a question, what was found, and the note it stands in.

Knows its parts and memory's search, not how anything is found. What follows from what is decided in
`search/search_state.py`.
"""

from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from desktop_app.errors import Problem
from desktop_app.notebook.layout import FileKind
from desktop_app.search.arms import SearchBy
from desktop_app.search.operators import read
from desktop_app.ui.page import Page
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import Button, IconButton
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.notices import EmptyState
from desktop_app.ui.plans import SEARCH
from desktop_app.ui.search.asking import Asked, answer, nothing_said
from desktop_app.ui.search.found_note import FoundNote, SearchTips, WhyStrip
from desktop_app.ui.search.hits import name_of
from desktop_app.ui.search.search_pane import OLDER, SearchPane
from desktop_app.ui.search.search_state import Do, Effects, SearchState, Trouble
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

    def __init__(self, jobs: "Jobs", actions: Actions) -> None:
        super().__init__(jobs, actions)
        self.state = SearchState()
        self._like: tuple[str, int, str] | None = None  # the line others like it are wanted of
        self.pane = SearchPane(lambda: self.memory.today() if self.memory else date.today())
        self.header = Header(actions)
        self.note = FoundNote(jobs, tr("The note it was found in"))
        self.why = WhyStrip()
        self.tips = SearchTips()
        self.empty = EmptyState("search", "")
        self.open_button = Button(tr("Open"))
        back, on = lambda: self._do(self.state.walk(-1)), lambda: self._do(self.state.walk(1))
        before = actions.add(BEFORE, tr("Match before"), back, "Shift+F3",
            "chevron-left", self.name, listed=False)  # fmt: skip
        after = actions.add(AFTER, tr("Next match"), on, "F3",
            "chevron-right", self.name, listed=False)  # fmt: skip
        why = actions.add(WHY, tr("Why it was found"), self._ask_why, "Ctrl+I", "info",
            self.name, checkable=True, listed=False)  # fmt: skip
        self.before = IconButton.of(before, "chevron-left")
        self.after = IconButton.of(after, "chevron-right")
        self.why_button = IconButton.of(why, "info")
        self.header.add(self.why_button, self.before, self.after, self.open_button)
        self._stack = QStackedWidget()
        for part in (self.tips, self.empty, self.note):
            self._stack.addWidget(part)
        stacked(self, self.header, self.why, self._stack, grows=self._stack)
        self.setFocusProxy(self.note)
        self._connect()
        self._effects: dict[Do, Callable[[], object]] = {
            Do.ASK_WORDS: lambda: self._look(meaning=False),
            Do.ASK_MEANING: lambda: self._look(meaning=True),
            Do.REST: self._meaning_soon.start,
            Do.SHOW_ROWS: self._show_rows,
            Do.CHOOSE: lambda: self.pane.list.choose(self.state.number),
            Do.SHOW_SOON: self._show_soon.start,
            Do.SHOW_SAME: self._show_same,
            Do.SHOW_NOW: self._show_place,
            Do.DRAW: self._draw,
            Do.OPEN: self._open,
            Do.TELL: lambda: self.tell(self.state.problem) if self.state.problem else None,
            Do.UNTELL: lambda: self.told.emit("", ""),
        }
        self._draw()

    def list_pane(self) -> QWidget:
        return self.pane

    def show_notebook(self, memory: "Memory") -> None:
        super().show_notebook(memory)
        self._like = None
        self._do(self.state.forget())
        self.note.stale()
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

    def find_words(self, words: str, first: date | None, last: date | None) -> None:
        """Shows what has these words, on the days from the first to the last; None is no bound."""
        self._like = None
        self.pane.show_like("")
        self.pane.widen()
        since = f"since:{first}" if first else ""
        self.pane.ask(" ".join(filter(None, (words, since, f"until:{last}" if last else ""))))
        self.registry[f"page.{self.name}"].trigger()
        self._ask()

    def show_freshness(self, freshness: "Freshness") -> None:
        """How near the index is to the notes."""
        self.pane.show_state(freshness.title, fresh=freshness.fresh)

    def show_changed(self, changed: "Changed") -> None:
        for path in changed.paths:
            self.note.stale(path)
        self._again_later.start()
        self._ask_places()

    def show_again(self) -> None:
        self._again_later.start()

    def shown_path(self) -> str:
        return self.state.row.path if self.state.row else ""

    def entered(self) -> None:
        if self.state.trouble is Trouble.UNHEARD:
            self._ask()
        self._ask_places()
        self.focus_search()

    def focus_search(self) -> None:
        if FOCUS_MODE in self.registry and self.registry[FOCUS_MODE].isChecked():
            self.registry[FOCUS_MODE].trigger()  # there is no input in focus mode
        self.bring_list()
        self.pane.focus_input()

    def ask_everywhere(self) -> None:
        """Come to the front, ready to be typed into."""
        self.registry[f"page.{self.name}"].trigger()
        self.focus_search()

    @property
    def settled(self) -> bool:
        """Whether the rows answer what is typed and the chosen line is shown."""
        waiting = (self._show_soon, self._again_later, self._meaning_soon)
        if not self.state.answered or any(timer.isActive() for timer in waiting):
            return False
        return self.state.row is None or not self.note.needs(self.state.row.path)

    def _connect(self) -> None:
        self._again_later = QTimer(self, singleShot=True, interval=_LATER)
        self._again_later.timeout.connect(self._ask)
        # Letters come faster than one can read: the note follows when they rest a little.
        self._show_soon = QTimer(self, singleShot=True, interval=_SOON)
        self._show_soon.timeout.connect(self._show_place)
        # What a line means is asked for when the words have answered and the letters rest.
        self._meaning_soon = QTimer(self, singleShot=True, interval=_REST)
        self._meaning_soon.timeout.connect(lambda: self._do(self.state.rested()))
        self.pane.asked.connect(self._ask)
        self.pane.list.picked.connect(lambda: self._do(self.state.pick(self.pane.list.number)))
        self.pane.list.clicked.connect(lambda _index: self.went.emit("", 0))
        self.pane.entered.connect(lambda: self._do(self.state.enter()))
        self.pane.like_left.connect(self._leave_like)
        self.tips.chosen.connect(self.pane.ask)
        self.empty.acted.connect(self.pane.widen)
        self.open_button.clicked.connect(lambda: self._do(self.state.enter()))
        self.note.reader.link_opened.connect(self.opened)
        self.note.reader.name_asked.connect(self.open_named)
        self.note.reader.tag_asked.connect(self.find_tag)
        self.note.arrived.connect(self._arrived)
        self.note.failed.connect(self._unread)

    def _do(self, effects: Effects) -> None:
        """What follows from what has happened."""
        for effect in effects:
            self._effects[effect]()

    # -- asking ---------------------------------------------------------------------------------

    def _ask(self) -> None:
        """Asks what the pane says now; an empty line asks for the newest days."""
        memory = self.memory
        if memory is None:
            return
        self._again_later.stop()
        query = self.pane.query
        self.pane.show_operators(read(query, memory.today()))
        if query and self._like:
            self._like = None
            self.pane.show_like("")
        pane, why = self.pane, self.registry[WHY].isChecked()
        asked = Asked(query, pane.kinds, pane.since, self._like, pane.older, explain=why)
        self._meaning_soon.stop()
        more = memory.meaning.choice.reads or memory.search.asks_elsewhere
        self._do(self.state.ask(asked, bool(query) and more))

    def _ask_why(self) -> None:
        self._draw_why()
        if self.registry[WHY].isChecked():
            self._ask()  # the same, explained

    def _look(self, *, meaning: bool) -> None:
        """By `meaning` and among older notes, too, the list is sorted anew, and the line that was
        picked stays. Lines like one need no model."""
        memory, asked = self.memory, self.state.asked
        arms = SearchBy.BOTH if meaning or asked.like else SearchBy.WORDS
        self.jobs.call(
            "search.meaning" if meaning else "search",
            lambda: answer(memory, asked, arms, at_hand=not meaning),
            lambda result: self._do(self.state.take(asked, result)),
            lambda problem: self._do(self.state.fail(asked, problem, self.isVisible())),
            alone=meaning,
        )

    def _ask_places(self) -> None:
        if (memory := self.memory) is None:
            return

        def places() -> set[str]:
            found: set[str] = set(memory.search.places())
            return found | {OLDER} if memory.search.asks_elsewhere else found

        self.jobs.call("search.places", places, self.pane.show_places)

    def _leave_like(self) -> None:
        self._like = None
        self._ask()

    # -- what is shown --------------------------------------------------------------------------

    def _show_rows(self) -> None:
        answer = self.state.answer
        self.pane.show_hint(answer.hint if answer else "")
        self.pane.show_rows(self.state.rows, answer.tally if answer else "", self.state.number)

    def _show_same(self) -> None:
        if self.note.needs(self.shown_path()):
            self._show_soon.start()
        else:
            self._draw()

    def _show_place(self) -> None:
        """The chosen line in its note."""
        self._draw()
        row = self.state.row
        if self.memory is not None and row is not None:
            self.note.show_hit(self.memory, row.path, row.day, self.state.hit)

    def _open(self) -> None:
        """What is found and opened is in use, and stays in memory."""
        path, line, memory = self.shown_path(), self.state.line, self.memory
        if memory is not None:
            self.jobs.do(lambda: memory.search.note_wanted([(path, line, line)]), lambda _: None)
        self.opened.emit(path, line)

    def _arrived(self) -> None:
        if self.state.row is not None:
            self._stack.setCurrentWidget(self.note)

    def _unread(self, problem: Problem) -> None:
        self.empty.say(str(problem), "")
        self._stack.setCurrentWidget(self.empty)

    def _draw(self) -> None:
        """The header; and a sentence where no line is chosen."""
        self._show_soon.stop()  # what it waits for is shown now, or gone
        state, row, memory = self.state, self.state.row, self.memory
        self.registry[WHY].setVisible(row is not None and bool(row.why))
        self._draw_why()
        for name, by in ((BEFORE, -1), (AFTER, 1)):
            self.registry[name].setVisible(row is not None)
            self.registry.allow(name, row is not None and state.leads_on(by))
        self.open_button.setVisible(row is not None)
        if row is None or memory is None:
            self.header.say(self.title)
            self._draw_nothing()
            return
        details = [row.path]
        if state.hit is not None and row.why:
            match = tr("match %1 of %2").replace("%1", str(state.at + 1))
            details = [match.replace("%2", str(len(row.lines))), row.path, row.why]
        name = name_of(row.path, memory.layout, memory.today()) if row.day else row.title
        self.header.say(name, " · ".join(details))
        a_day = row.kind is FileKind.DAYS and row.day
        self.open_button.setText(tr("Open day") if a_day else tr("Open"))

    def _draw_why(self) -> None:
        """The reasons of the chosen hit, where they are wanted."""
        why = self.registry[WHY]
        self.why.setVisible(why.isChecked() and why.isVisible())
        self.why.show_hit(self.state.hit)

    def _draw_nothing(self) -> None:
        """Why nothing is shown, and what could be done."""
        state, asked, narrowed = self.state, self.state.asked, self.pane.narrowed
        if asked is None or not (asked.query or asked.like):
            self._stack.setCurrentWidget(self.tips)
            return
        due = state.meaning_due
        word = tr("Search everything") if narrowed and not due else ""
        words, dated = self.pane.words or asked.query, self.pane.dated
        self.empty.say(nothing_said(asked, words, dated, narrowed, state.answer, due), word)
        self._stack.setCurrentWidget(self.empty)

    # -- keys -----------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc in what is read leads back to the words, and so to the list."""
        if event.key() != Qt.Key.Key_Escape or self.registry[FOCUS_MODE].isChecked():
            super().keyPressEvent(event)
        else:
            self.focus_search()
