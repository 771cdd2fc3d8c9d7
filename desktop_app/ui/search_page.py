"""Search: words or a question, what was found, and the note it stands in.

Knows its parts and memory's search, not how anything is found. An answer to another question than
the present one is never shown.
"""

from datetime import date
from functools import cached_property, partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from desktop_app.errors import Problem
from desktop_app.memory import Changed, Memory
from desktop_app.search.hits import Hit
from desktop_app.search.retrievers import SearchBy
from desktop_app.ui.conversation.talk_words import as_rows, read_note
from desktop_app.ui.look.theme import theme
from desktop_app.ui.page import Page, PageParts
from desktop_app.ui.parts.boxes import Pile, stacked
from desktop_app.ui.parts.controls import Button, IconButton
from desktop_app.ui.parts.delayed import delayed
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.inspector import name_of
from desktop_app.ui.parts.notices import EmptyState
from desktop_app.ui.plans import SEARCH
from desktop_app.ui.search.answers import Answer, Asked, HitRow, answer, nothing_said, words_of
from desktop_app.ui.search.search_pane import SearchPane
from desktop_app.ui.writing.note_view import NoteView
from desktop_app.words import tr

BEFORE, AFTER = "search.before", "search.after"
FOCUS_MODE = "view.focus"
_SOON, _LATER, _REST = 80, 250, 200  # milliseconds


class SearchPage(Page):
    plan = SEARCH

    def __init__(self, given: PageParts) -> None:
        super().__init__(given)
        self._clear()
        self.pane = SearchPane(lambda: self.memory.today() if self.memory else date.today())
        self.header = Header(self.registry)
        self.empty = EmptyState("search", "")
        self.empty.button.clicked.connect(self.pane.widen)
        self.open_button = Button(tr("Open"), act=self._enter)
        add = self.registry.add
        before = add(BEFORE, tr("Previous match"), partial(self._walk, -1), "Shift+F3",
            "chevron-left", self.name, listed=False)  # fmt: skip
        after = add(AFTER, tr("Next match"), partial(self._walk, 1), "F3",
            "chevron-right", self.name, listed=False)  # fmt: skip
        self.before = IconButton.of(before, "chevron-left")
        self.after = IconButton.of(after, "chevron-right")
        self.header.add(self.before, self.after, self.open_button)
        self._stack = Pile(self.empty)
        stacked(self, self.header, self._stack, grows=self._stack)
        self._connect()
        self._draw()

    @cached_property
    def reader(self) -> NoteView:
        reader = NoteView(tr("The note it was found in"), self.follow)
        self.setFocusProxy(reader)
        return reader

    def show_notebook(self, memory: Memory) -> None:
        super().show_notebook(memory)
        self._clear()
        self.pane.forget()
        self.pane.show_rows(())
        self._ask()

    def find_words(self, words: str) -> None:
        self.pane.widen()
        self.pane.ask(words)
        self.come()
        self._ask()

    def show_changed(self, changed: Changed) -> None:
        self.show_again()

    def show_again(self) -> None:
        """Asks again, once somebody looks here."""
        self._unheard = True
        if self.isVisible():
            self._again_later.start()

    def shown_path(self) -> str:
        return self.row.path if self.row else ""

    def entered(self) -> None:
        if self._unheard:
            self._ask()
        self.focus_search()

    def focus_search(self) -> None:
        if FOCUS_MODE in self.registry and self.registry[FOCUS_MODE].isChecked():
            self.registry[FOCUS_MODE].trigger()  # there is no input in focus mode
        self.bring_list()
        self.pane.take_keyboard()

    def ask_everywhere(self) -> None:
        self.come()
        self.focus_search()

    @property
    def row(self) -> HitRow | None:
        row: HitRow | None = self.pane.rows.thing
        return row

    @property
    def hit(self) -> Hit | None:
        return self.row.lines[self.at] if self.row else None

    @property
    def settled(self) -> bool:
        """Whether the rows answer what is typed and the chosen line is shown."""
        waiting = (self._show_soon, self._again_later, self._meaning_soon)
        return self.answered and not self._reads and not any(one.isActive() for one in waiting)

    def _clear(self) -> None:
        self.asked: Asked | None = None
        self.answer: Answer | None = None
        self.answered = True  # by the words
        self.at = 0  # which line of the row is shown
        self._due = False  # what it means is still to be looked for
        self._again = self._picked = False  # it was asked before; the person chose the row
        self._opens = False  # Enter came before the answer
        self._reads = False  # the note of the row is on its way
        self._shown: tuple[object, ...] | None = None  # a path, its line, its text and its marks
        self._told = self._unheard = False  # of a failure; or nobody looked here: it is asked again

    def _connect(self) -> None:
        self._again_later = delayed(self, _LATER, self._ask)
        # Letters come faster than one can read: the note follows when they rest a little.
        self._show_soon = delayed(self, _SOON, self._show_place)
        # What a line means is asked for when the words have answered and the letters rest.
        self._meaning_soon = delayed(self, _REST, partial(self._look, meaning=True))
        self.pane.asked.connect(self._ask)
        self.pane.rows.moved.connect(self._pick)
        self.pane.rows.clicked.connect(lambda _index: self.went.emit("", 0))
        self.pane.rows.entered.connect(self._enter)
        theme().changed.connect(self._mark)  # after the page was set anew

    # -- asking ---------------------------------------------------------------------------------

    def _ask(self) -> None:
        """Asks what the pane says now."""
        memory = self.memory
        if memory is None:
            return
        self._again_later.stop()
        self._meaning_soon.stop()
        asked = self.pane.question()
        self._again = asked == self.asked
        self._picked = self._picked and self._again
        self.asked, self.answered, self._opens, self._unheard = asked, False, False, False
        if not asked.query:
            self._take(Answer((), ""), meaning=False)
            return
        self._due = memory.meaning.choice.reads or memory.search.asks_elsewhere
        self._look(meaning=False)

    def _look(self, *, meaning: bool) -> None:
        """By `meaning` and among older notes, too, the list is sorted anew, and the line that was
        picked stays."""
        memory, asked = self.memory, self.asked
        arms = SearchBy.BOTH if meaning else SearchBy.WORDS
        self.jobs.call(
            "search.meaning" if meaning else "search",
            lambda: answer(memory, asked, arms, at_hand=not meaning),
            lambda found: self._take(found, meaning) if asked is self.asked else None,
            lambda problem: self._fail(problem) if asked is self.asked else None,
            alone=meaning,
        )

    def _take(self, found: Answer, meaning: bool) -> None:
        """The rows: of a new question with the first one, else with the line shown before."""
        before = self.row if (self._picked if meaning else self._again) else None
        line, opens = self.hit.line if self.hit else 0, self._opens
        self.answer, self.answered, self._opens = found, True, False
        self._due = self._due and not meaning
        if self._told:
            self._told = False
            self.told.emit("", "")
        same = [n for n, row in enumerate(found.rows) if before and row.path == before.path]
        exact = [n for n in same if any(hit.line == line for hit in found.rows[n].lines)]
        number = next(iter(exact or same), -1)
        self.pane.show_rows(found.rows, found.tally, found.hint, max(0, number))
        self._stand(line if number >= 0 else 0)
        if opens and self.row:
            self._enter()
        elif self.row:
            self._show_soon.start()
        else:
            self._draw()
        if self._due:
            self._meaning_soon.start()

    def _fail(self, problem: Problem) -> None:
        self.answer, self.answered, self._due = None, True, False
        self.pane.show_rows(())
        self._draw()
        self._told, self._unheard = self.isVisible(), not self.isVisible()
        if self._told:
            self.tell(problem)

    # -- which line -----------------------------------------------------------------------------

    def _stand(self, line: int) -> None:
        """At this line of the chosen row, else at its best one."""
        lines = self.row.lines if self.row else ()
        places = [hit.line for hit in lines]
        best = lines.index(self.row.best) if self.row else 0
        self.at = places.index(line) if line in places else best

    def _pick(self) -> None:
        self._picked = True
        self._stand(0)
        self._show_place()

    def _leads_on(self, by: int) -> bool:
        """Whether there is a match on that side, in this row or the one beside."""
        listed = self.pane.rows
        beside = 0 <= listed.number + by < listed.rows.rowCount()
        return self.row is not None and (0 <= self.at + by < len(self.row.lines) or beside)

    def _walk(self, by: int) -> None:
        """To the next match (+1), or the one before (-1)."""
        if not self._leads_on(by):
            return
        self._picked = True
        if 0 <= self.at + by < len(self.row.lines):
            self.at += by
        else:
            self.pane.rows.choose(self.pane.rows.number + by)
            self.at = 0 if by > 0 else max(0, len(self.row.lines) - 1)
        self._show_place()

    def _enter(self) -> None:
        """What is chosen is wanted on its own page; it is in use then, and stays in memory."""
        self._opens = not self.answered
        memory, hit = self.memory, self.hit
        if self.answered and hit is not None:
            place = (hit.path, hit.line, hit.line)
            self.jobs.do(lambda: memory.search.note_wanted([place]), lambda _: None)
            self.opened.emit(hit.path, hit.line)

    # -- what is shown --------------------------------------------------------------------------

    def _show_place(self) -> None:
        self._draw()
        row, hit = self.row, self.hit
        if row is None or hit is None:
            return

        def read(memory: Memory) -> tuple[str, tuple[str, list[int]] | None]:
            words = read_note(memory, row.path)
            return words, as_rows(words) if row.path.endswith(".jsonl") else None

        def show(found: tuple[str, tuple[str, list[int]] | None]) -> None:
            self._reads = False
            if (row, hit) != (self.row, self.hit):
                return
            words, rows = found
            self._stack.setCurrentWidget(self.reader)
            shown = (row.path, hit.line, *words_of(hit), words)
            if shown != self._shown:  # else one stays where one has scrolled to
                self._shown = shown
                self.reader.show_text(words, row.path, rows)
                self._mark()

        self._reads = True
        self.look_up("search.note", read, show, self._unread)

    def _mark(self) -> None:
        hit = self.hit
        if hit is not None and self._shown is not None and self._shown[0] == hit.path:
            self.reader.editor.show_line(hit.line, words_of(hit), hit.end_line)

    def _unread(self, problem: Problem) -> None:
        self._reads, self._shown = False, None
        self.empty.say(str(problem), "")
        self._stack.setCurrentWidget(self.empty)

    def _draw(self) -> None:
        self._show_soon.stop()  # what it waits for is shown now, or gone
        row, memory = self.row, self.memory
        for name, by in ((BEFORE, -1), (AFTER, 1)):
            self.registry[name].setVisible(row is not None)
            self.registry.allow(name, self._leads_on(by))
        self.open_button.setVisible(row is not None)
        if row is None or memory is None:
            self._reads = False
            self.header.say(self.title)
            self._draw_nothing()
            return
        lines = [tr("line %1 of %2", self.at + 1, len(row.lines))] if row.lines[1:] else []
        name = name_of(row.path, memory.layout, memory.today()) if row.day else row.title
        self.header.say(name, " · ".join([*lines, row.path, row.why]))

    def _draw_nothing(self) -> None:
        asked, narrowed, word = self.asked, self.pane.narrowed, ""
        words = tr("Everything you have kept, found while you type.")
        if asked is not None and asked.query:
            words = nothing_said(asked.query, narrowed, self.answer, self._due)
            word = tr("Search everything") if narrowed and not self._due else ""
        self.empty.say(words, word)
        self._stack.setCurrentWidget(self.empty)

    # -- keys -----------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc in what is read leads back to the words, and so to the list."""
        if event.key() != Qt.Key.Key_Escape or self.registry[FOCUS_MODE].isChecked():
            super().keyPressEvent(event)
        else:
            self.focus_search()
