"""To decide: what a dream would make of MEMORY.md, questions about it, suspicious lines; one list,
one set of keys.

Knows a Proposal, how to walk through it and how to keep a person's words on it, and the page that
it is on; asks, by signals, for the dream to be applied or discarded.
"""

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QFrame, QMenu

from desktop_app.dreams.decisions import Needs, needs_of
from desktop_app.dreams.proposal import Proposal
from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.memory.dreams import Dreams
from desktop_app.memory.poison import PoisonedLine
from desktop_app.ui.page import Page
from desktop_app.ui.parts.boxes import Pile, stacked
from desktop_app.ui.parts.controls import Segmented
from desktop_app.ui.parts.delayed import delayed
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.labels import rule
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.review.asking import (
    AskedWork,
    ToDecide,
    TornFile,
    TornFiles,
    asked_rows,
    in_quarantine,
)
from desktop_app.ui.review.change_words import (
    Names,
    Standing,
    State,
    changes,
    standing_of,
    state_of,
)
from desktop_app.ui.review.list import STOPS, ReviewList, add_keys
from desktop_app.ui.review.press import Deed
from desktop_app.ui.review.result import ResultView, ReviewFooter
from desktop_app.ui.review.rows import Kept, ReviewRow, RowForm, TornPlace, placed_with, rows_of
from desktop_app.ui.writing.document import Document
from desktop_app.words import filled, together, tr

CHANGES, RESULT = "changes", "result"
WEIGH_MS = 1500
"""How long after a person's last word memory is asked what it would no longer say."""


class Review(QFrame):
    """The document of what waits for a decision, which keeps each word that a person says."""

    decided = Signal(object, object)  # the Proposal with the person's word; what more it Needs
    apply_asked = Signal(str)  # the proposal's id
    discard_asked = Signal()

    def __init__(self, page: Page) -> None:
        super().__init__()
        self.setProperty("surface", "doc")
        self.proposal: Proposal | None = None
        self._standing: Standing | None = None
        self._page, self._jobs, self._actions = page, page.jobs, page.registry
        self._words = 0  # how often the person decided, and how often that was answered
        self.torn = TornFiles(page, self._draw, self._settled)
        self.came_from = ""  # the path of the text that a person left to choose
        self._counted: tuple[list[str], Needs] = [], Needs()
        self._unfolded: set[int] = set()
        self._soon = delayed(self, WEIGH_MS, self._weigh)
        self.asking = AskedWork(page)
        self.asking.found.connect(self._draw)
        self.header = Header(page.registry)
        self.modes = Segmented({CHANGES: tr("Changes"), RESULT: tr("Result")}, tr("View"))
        self.modes.chosen.connect(self._show_mode)
        self.header.add(self.modes)
        self.list = ReviewList(tr("To decide"))
        self.list.asked.connect(self.do)
        self.list.moved.connect(self._moved)
        self.list.reworded.connect(self._reword)
        self._stack = Pile(self.list)
        self.footer = ReviewFooter(self._apply, self.discard_asked, self.go_on)
        stacked(self, self.header, self._stack, rule(), self.footer, grows=self._stack)
        add_keys(self, page.registry)

    @cached_property
    def result(self) -> ResultView:
        return ResultView(self._page.follow)

    def clear(self) -> None:
        self._soon.stop()
        self.asking.asked = ToDecide()
        self.came_from = ""
        self.close_proposal()

    def look_at(self, proposal: Proposal, then: Callable[[], object] | None = None) -> None:
        """Shows a proposal as it stands in the notebook now; the same one keeps the place. Without
        `then` only what is shown still."""
        memory, words = self._page.memory, self._words

        def read(memory: Memory) -> tuple[Proposal, Standing]:
            # It may have been listed before it was decided on.
            kept = memory.dreams.proposal(proposal.id)
            now = kept if kept.state == proposal.state else proposal
            return now, standing_of(memory, now)

        def show(found: tuple[Proposal, Standing]) -> None:
            shown = self.proposal is not None and self.proposal.id == proposal.id
            if words != self._words:  # it was read before the person's last word was kept
                self.look_at(proposal, then)
            elif then or shown:
                self._show_proposal(*found)
                if then:
                    then()

        if memory is not None:
            name = "review.standing" if then else "review.weigh"
            self._jobs.call(name, partial(read, memory), show, self._page.tell)

    def _show_proposal(self, proposal: Proposal, standing: Standing) -> None:
        same = self.proposal is not None and self.proposal.id == proposal.id
        if not same:
            self.list.keep_edit()  # to the proposal that it is in
        self.proposal, self._standing = proposal, standing
        if not same:
            self._unfolded = set()
            self._show_changes()
        self._draw()
        if not same and self.conflict is None:
            self.list.to_first()
            self.list.verticalScrollBar().setValue(0)
        if self.modes.value == RESULT:
            self.result.show_result(standing, proposal)

    def show_conflict(self, document: Document) -> None:
        self.came_from = document.path
        self._show_changes()
        self._draw()
        if conflict := self.torn.files.get(document):
            self.list.go_to(self.list.rows.index(conflict.rows()[0]))
            self.go_on()

    @property
    def conflict(self) -> TornFile | None:
        item = self.list.row.item if self.list.row else None
        return item.file if isinstance(item, TornPlace) else None

    def close_proposal(self) -> None:
        self.list.leave_edit()
        self.proposal = self._standing = None
        self._show_changes()
        self.footer.show_applying(False)
        self._draw()

    def focus(self) -> None:
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def do(self, asked: Deed) -> None:
        row = self.list.row
        if row is None:
            return
        if asked.name == "open":
            self._page.opened.emit(asked.path, asked.line)
        elif isinstance(row.item, Kept):
            self.asking.take_back(row.item)
        elif asked.name in (State.ACCEPTED, State.REJECTED, State.BOTH, State.LATER):
            self._say(row, asked.name)
        elif asked.name in ("yes", "no"):
            self.say_all(row, yes=asked.name == "yes")
        elif asked.name == "tick" and row.change:
            self._say(row, State.REJECTED if row.change.accepted else State.ACCEPTED)
        elif asked.name == "edit":
            self.list.edit_line()
        elif asked.name == "fold":
            self._unfolded ^= {row.line}
            self._draw()
        elif asked.name == "heading":
            self.choose_heading()

    def _say(self, row: ReviewRow, answer: str) -> None:
        """The person's word; what the row does not offer is not heard."""
        change = row.change
        if conflict := self.conflict:
            if answer in row.answers:
                conflict.say(row, answer)
                announce(self, self.list.row.sentence if self.list.row else "")
        elif row.kind == RowForm.ASK:
            self.asking.answer(row, answer)
        elif change is None:
            if answer in (State.ACCEPTED, State.REJECTED):
                self.say_all(row, yes=answer == State.ACCEPTED)
        elif self.proposal and answer in row.answers:
            if change.decided and state_of(change) == answer:
                answer = State.OPEN  # the same word again takes it back
            self._decide(change.n, answer)

    def say_all(self, row: ReviewRow | None, *, yes: bool) -> None:
        if row and isinstance(row.item, TornPlace):
            self._say(row, State.ACCEPTED if yes else State.REJECTED)
        if row is None or self.proposal is None:
            return
        numbers, name = row.yes if yes else row.no, self.proposal.id
        if not numbers:
            return
        words = filled(tr("%1 accepted.") if yes else tr("%1 rejected."), changes(len(numbers)))
        if yes and len(row.no) > len(numbers):
            still = tr("%1 left; decide each one separately.", len(row.no) - len(numbers))
            words = together(words, still)

        def done(both: tuple[Proposal, Proposal]) -> None:
            undo = partial(self._keep, lambda dreams: dreams.undecide(*both), self._kept)
            self._kept(both[1])
            self._page.toast(words, tr("Undo"), undo)

        self._keep(lambda dreams: dreams.decide_all(name, numbers, yes), done)

    def _reword(self, row: ReviewRow, words: str) -> None:
        """The person's wording is a yes; to a question it may go beside the old line, too."""
        if row.kind == RowForm.ASK:
            self.asking.answer(row, "edit", words)
        elif self.proposal is not None and row.change:
            place = self.list.place_of(row.change.n)
            now = self.list.rows[place].change if place is not None else None
            answer = State.BOTH if now and now.both else State.ACCEPTED
            self._decide(row.change.n, answer, words)

    def choose_heading(self) -> None:
        placed = placed_with(self.list.row, self.proposal)
        if not placed or self._standing is None or self.proposal is None:
            return
        menu, proposal_id, heading = self._menu(), self.proposal.id, placed[0].heading
        numbers = [one.n for one in placed]
        titles = dict.fromkeys([heading, *(one.title for one in self._standing.memory.headings)])
        for title in titles:
            deed = lambda dreams, title=title: dreams.place(proposal_id, numbers, title)
            keep = partial(self._keep, deed, self._kept)
            action = menu.addAction(title or tr("Top of MEMORY.md"), keep)
            action.setCheckable(True)
            action.setChecked(title == heading)
        menu.popup(self.list.below())

    def _menu(self) -> QMenu:
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def go_on(self) -> None:
        rows, at = self.list.rows, self.list.currentIndex().row()
        places = (*range(at + 1, len(rows)), *range(at + 1))
        if (place := next((n for n in places if rows[n].waits), None)) is not None:
            self.list.go_to(place)
            self.focus()

    def enter(self) -> None:
        row = self.list.row
        if row and row.kind == RowForm.FOLD:
            self.do(Deed("fold"))
        elif row and row.sources:
            self._page.opened.emit(row.sources[0].path, row.sources[0].line)

    def _apply(self) -> None:
        if conflict := self.conflict:
            conflict.apply()
        elif self.proposal is not None:
            self.list.keep_edit()
            self.footer.show_applying(True)
            self.apply_asked.emit(self.proposal.id)

    def _keep(self, deed: Callable[[Dreams], Any], done: Callable[[Any], None]) -> None:
        self._words += 1
        self._page.change(lambda memory: deed(memory.dreams), done, self._refused)

    def _refused(self, problem: Problem) -> None:
        self.footer.show_applying(False)
        self._page.tell(problem)
        self._page.show_again()

    def _decide(self, number: int, answer: str, new: str | None = None) -> None:
        """Keep an answer to a change, `new` in the person's own words; `OPEN` takes it back."""
        name = self.proposal.id if self.proposal else ""
        accepted = None if answer == State.OPEN else answer in (State.ACCEPTED, State.BOTH)

        def done(proposal: Proposal) -> None:
            self._kept(proposal)
            self._page.acted.emit()
            place = self.list.place_of(number)
            if self.proposal is proposal and place is not None:
                announce(self, self.list.rows[place].sentence)

        both = answer == State.BOTH
        self._keep(lambda dreams: dreams.decide(name, number, accepted, new, both=both), done)

    def _kept(self, proposal: Proposal) -> None:
        """Another word on some change, perhaps of a newer proposal than the one that is shown."""
        self._words += 1
        shown, more = self.proposal, Needs()
        if shown is not None and shown.id == proposal.id:
            self.proposal, before = proposal, self._counted[1]
            self._draw()
            more = self._counted[1] - before
        self.decided.emit(proposal, more)
        self._soon.start(0 if self.modes.value == RESULT else WEIGH_MS)

    def _weigh(self) -> None:
        """Find how memory would be, and what it would no longer say."""
        if self.proposal is not None:
            self.look_at(self.proposal)

    def _draw(self, *_told: object) -> None:
        proposal, standing, memory = self.proposal, self._standing, self._page.memory
        if memory is None:
            return
        asked = self.asking.asked
        names = standing.names if standing else Names(memory.today(), memory.layout)
        dreamt = rows_of(proposal, standing, self._unfolded) if proposal and standing else ()
        others = asked_rows(asked, self._unfolded)
        rows = (*self.torn.rows(), *dreamt, *others)
        states, counted = standing.counted(proposal) if proposal and standing else ([], [])
        if proposal is None and not any(row.kind == RowForm.ASK for row in rows):
            rows = (ReviewRow(RowForm.NOTE, tr("No open questions")), *rows)
        needs = needs_of(counted, sum(row.waits for row in others))
        self.list.show_rows(rows, names)
        row = self.list.row
        if proposal is None and (row is None or row.kind in (RowForm.SECTION, RowForm.NOTE)):
            self.list.to_first()
        self._counted = states, needs
        told = needs.words
        if proposal is None and (held := len(asked.held)):
            told = f"{told} · {in_quarantine(held)}"
        self.header.say(tr("To decide"), told)
        self.modes.setVisible(proposal is not None)
        self.footer.setVisible(any(row.kind in STOPS for row in rows))
        self._moved()

    def _settled(self, path: str, words: str) -> None:
        """Whoever came from the text goes back to it."""
        if path == self.came_from:
            self.go_back()
        history = partial(self._page.history_asked.emit, path, 0)
        self._page.toast(words, tr("History"), history)

    def go_back(self) -> None:
        path, self.came_from = self.came_from, ""
        if path:
            self._page.opened.emit(path, 0)

    def _moved(self) -> None:
        self._actions.allow("review.leave", bool(self.came_from))
        if conflict := self.conflict:
            self.footer.show_conflict(conflict.places(), conflict.document.path, conflict.ready)
        else:
            self.footer.show_count(*self._counted)

    def answer(self, answer: str) -> None:
        """An answer by key; in a conflict it leads on to the next place without one. Of a
        suspicious line it is chosen from a menu: whoever accepts line by line must not clear it."""
        row = self.list.row
        if row and isinstance(row.item, PoisonedLine):
            if not QApplication.activePopupWidget():  # else the key is held
                menu = self._menu()
                for name, (words, _) in row.answers.items():
                    menu.addAction(words, partial(self._say, row, name))
                menu.popup(self.list.below())
            return
        self.do(Deed(answer))
        if (conflict := self.conflict) and any(row.waits for row in conflict.places()):
            self.go_on()

    def _show_changes(self) -> None:
        self.modes.choose(CHANGES)
        self._stack.setCurrentWidget(self.list)

    def _show_mode(self, mode: str) -> None:
        self._stack.setCurrentWidget(self.result if mode == RESULT else self.list)
        if mode == RESULT:
            self.list.keep_edit()
            self._weigh()
