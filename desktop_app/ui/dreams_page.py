"""Dreams: dream now, review what is proposed, read the diary, undo. Knows its parts.

Lists, cards and the diary only show and ask; `dream_work` does, and this page follows it.
"""

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial

from PySide6.QtCore import Qt, Signal

from desktop_app.dreams.apply import Applied, Undone
from desktop_app.dreams.decisions import Needs
from desktop_app.dreams.dream import Outcome
from desktop_app.dreams.proposal import Proposal
from desktop_app.dreams.question import DreamAnswer
from desktop_app.dreams.question_store import AskedReading, DreamQuestion
from desktop_app.dreams.runs import DreamRun
from desktop_app.errors import Problem
from desktop_app.jobs import Jobs
from desktop_app.memory import Changed, Memory
from desktop_app.notebook.diaries import DiaryEntry
from desktop_app.notebook.layout import FileKind
from desktop_app.settings import Settings
from desktop_app.ui.dreams.desk import DreamDesk
from desktop_app.ui.dreams.dream_list import DreamList
from desktop_app.ui.dreams.dream_rows import (
    DreamRow,
    Pick,
    RowKind,
    first_unseen,
    first_waiting,
    lines_left_out,
    newest_of,
    row_at,
    row_of,
    undone_words,
    until_in_words,
    unwritten_words,
)
from desktop_app.ui.dreams.dream_work import DreamWork, Question
from desktop_app.ui.models.server import OllamaServer
from desktop_app.ui.page import Page
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.delayed import at_rest
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.plans import DREAMS
from desktop_app.ui.review.change_words import changes
from desktop_app.ui.writing.document import Document
from desktop_app.words import together, tr


class DreamsPage(Page):
    plan = DREAMS

    engine_chosen = Signal()  # by an answer to a question
    schedule_asked = Signal()  # where it is chosen
    flush_asked = Signal()  # what is typed elsewhere is to be saved first

    def __init__(
        self, jobs: Jobs, actions: Actions, settings: Settings, server: OllamaServer
    ) -> None:
        super().__init__(jobs, actions)
        self._settings = settings
        self.work = DreamWork(jobs, settings, self)
        self.list = self.pane = DreamList(self, self.work, server, settings)
        self.desk = desk = DreamDesk(self, self.work)
        self.header, self.diary, self.review = desk.header, desk.diary, desk.review
        self.blank, self.dreaming = desk.blank, desk.dreaming
        self._look_late = at_rest(self, self.show_again)
        self._seen = ""  # the id of the proposal that was reviewed last, or of what it left
        stacked(self, desk)
        self._connect()

    def show_notebook(self, memory: Memory) -> None:
        super().show_notebook(memory)
        self.work.use(memory)
        self.list.show_dreams(())
        self.desk.show_notebook(memory)
        self.show_again()

    def show_changed(self, changed: Changed) -> None:
        layout = self.memory.layout if self.memory else None
        kinds = {layout.kind(path) for path in changed.paths if layout}
        if kinds & {FileKind.DAYS, FileKind.DREAMS, FileKind.MEMORY}:
            self._look_late.start()

    def show_again(self) -> None:
        self.list.look()
        self.review.asking.look()

    def shows(self, path: str) -> bool:
        return self.memory is not None and self.memory.layout.kind(path) is FileKind.DREAMS

    def go_to(self, path: str, line: int) -> None:
        self.desk.leave_question()
        self.list.look(partial(row_at, path=path, line=line))

    def shown_path(self) -> str:
        row, memory = self.list.row(), self.memory
        return (row and row.path) or (memory.layout.memory if memory else "")  # what it is about

    def shown_day(self) -> date | None:
        row = self.list.row()
        return row.thing.date if row and isinstance(row.thing, DiaryEntry) else None

    def take_focus(self) -> None:
        if self.list.isVisible():
            self.focus_search()
        else:
            super().take_focus()

    def entered(self) -> None:
        self.list.show_choices()
        self.desk.entered()
        if self._look_late.isActive():
            self.review.asking.look()
        self.list.look(self.list.pick or partial(first_unseen, self._seen))

    def leave(self) -> None:
        self.desk.leave()

    def unkept(self) -> list[str]:
        return [tr("a chat's answer")] if self.desk.lost else []

    def focus_search(self) -> None:
        self.list.rows.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- dreaming -----------------------------------------------------------------------------

    def dream(self, force: bool = False, until: date | None = None) -> None:
        """Start a dream, of the days up to `until` if given; it is followed above the page. A dream
        that waits comes to the front in its place; where it is in front, a new one replaces it."""

        def begin() -> None:
            if not self.work.running:
                self._make_way()
                self.work.dream(force, until)

        def look(waits: object) -> None:
            if waits:
                self.show_waiting()
                words = tr("This dream still waits for your decisions.")
                self.toast(words, tr("Dream again"), begin)
            else:
                begin()

        if self.memory is None or self.work.running:
            return
        seen = self.isVisible() and self.desk.shows("review")
        if force or seen or (self.list.needs is not None and not self.list.needs.count):
            begin()
        else:
            self.look_up("dreams.waits", lambda memory: memory.dreams.proposals(), look)

    def show_waiting(self) -> None:
        self.come()
        self.list.rows.choose(-1)  # where nothing waits, no diary comes in its place
        self._decide()
        self.list.look(first_waiting)

    def show_conflict(self, document: Document) -> None:
        document.flush()  # what was typed just now is asked about as well
        self.show_waiting()
        self.review.show_conflict(document)

    def _decide(self) -> None:
        self.desk.bring(self.review)
        self.review.asking.look()
        if self.isVisible():
            self.review.focus()

    def _make_way(self) -> None:
        self.told.emit("", "")
        if self.desk.shows("ask"):
            self.leave_card()

    def retry(self, asks_model: bool) -> None:
        row = self.list.row()
        if row and isinstance(row.thing, DreamRun) and not self.work.running:
            self._make_way()
            self.work.retry(row.thing, builtin=not asks_model)

    def answer(self, question: Question, agreed: bool) -> None:
        self._make_way()
        self.work.answer(question, agreed)
        self.list.show_choices()
        self.engine_chosen.emit()

    def leave_card(self) -> None:
        if self.desk.shows("ask"):
            self.focus_search()
        self.list.look(first_waiting if self.desk.shows("chat") else None)
        self.desk.make_room()

    def _dreamt(self, outcome: Outcome) -> None:
        if self.desk.shows("chat"):
            self.desk.make_room()
        self.list.look(first_waiting if outcome.waiting else partial(row_of, number=outcome.id))
        if outcome.fell_back:
            self.told.emit(outcome.without_model, "")
        if outcome.proposal is not None and outcome.reason:
            self.toast(outcome.reason)
        elif outcome.proposal is not None:
            words = tr("Dream finished: %1 proposed", changes(len(outcome.proposal.changes)))
            self._call(words, tr("To decide"), self.show_waiting)
        elif outcome.waiting:
            self.toast(outcome.reason, tr("To decide"), self.show_waiting)
        elif self.memory is not None:
            again = partial(self.dream, outcome.newest is None, outcome.newest)
            word = until_in_words(outcome.newest, self.memory.today())
            self._call(outcome.reason, word, again)

    def _failed(self, outcome: Outcome) -> None:
        self.list.look(partial(row_of, number=outcome.id))
        words = tr("The dream failed. %1", outcome.reason)
        self._call(words, tr("Open Dreams"), self.come)

    def _call(self, words: str, word: str, act: Callable[[], object]) -> None:
        """Says how a dream ended: on the page if that is in front, else by a toast."""
        if self.isVisible():
            announce(self, words)
        else:
            self.toast(words, word, act)

    def _cancelled(self) -> None:
        self.list.look()
        self.toast(tr("The dream was cancelled. Nothing was written."))

    # -- a dream by any chat ------------------------------------------------------------------

    def dream_by_chat(self) -> None:
        self.work.ask_chat(self._ask_chat)

    def _ask_chat(self, question: DreamQuestion | AskedReading) -> None:
        self.come()
        self.list.pick = None  # no row is wanted in its place
        self.desk.ask_chat(question)

    def _ask_anew(self) -> None:
        """Another number of days was chosen: the question for a chat that is shown is of these."""
        if self.desk.shows("chat") and not self.desk.chat.reading:
            self.dream_by_chat()

    def hear_chat(self, answers: Sequence[str]) -> None:
        refuse = lambda problem: self.desk.chat.refuse(str(problem))
        self.work.hear_chat(answers, self.desk.chat.reading, self._chat_heard, refuse)

    def _chat_heard(self, answer: DreamAnswer) -> None:
        left_out = lines_left_out(answer)
        if answer.proposal is None and left_out:
            self.desk.chat.refuse(together(answer.outcome.reason, left_out))
            return
        self.told.emit("", "")
        self.desk.chat.clear()
        self._dreamt(answer.outcome)
        if answer.second and answer.second.unproved:
            self._ask_chat(answer.second)
        if left_out:
            self.told.emit(tr("The answer said more, of which nothing is proposed."), left_out)

    # -- what was decided ---------------------------------------------------------------------

    def _decided(self, proposal: Proposal, more: Needs) -> None:
        if self.review.proposal is not None and self.review.proposal.id != proposal.id:
            self.told.emit(tr("A newer dream replaced this one. Your decision is kept there."), "")
            self.list.look(first_waiting)
        self.list.take_decision(proposal, more)

    def _applied(self, applied: Applied) -> None:
        proposal_id, self._seen = applied.proposal.id, applied.waiting.id if applied.waiting else ""
        taken = changes(sum(change.accepted for change in applied.proposal.changes))
        words = tr("MEMORY.md updated: %1 applied", taken)
        self.toast(words, tr("Undo"), partial(self.work.undo, proposal_id))
        if applied.unwritten:
            self.told.emit(unwritten_words(applied), tr("Dream again to look at them anew."))
        self._close_review()
        self.list.look(partial(row_of, number=proposal_id))
        offers = lambda memory: memory.schedule.offers(self._settings.get)
        at = self._settings.get("dreams.time"), self.schedule_asked.emit
        self.look_up("dreams.offer", offers, lambda yes: self.desk.offer_schedule(yes, *at))

    def _discard(self) -> None:
        if proposal := self.review.proposal:
            self._close_review()
            self.work.discard(proposal.id)
            words = tr("Dream discarded. The next dream reads its days again.")
            self.toast(words, tr("Undo"), self._take_back)
            self.list.look()

    def _take_back(self) -> None:
        if proposal_id := self.work.take_back():
            self.list.look(partial(row_of, number=proposal_id))
        else:
            self.toast(tr("It is too late: the dream is discarded already."))

    def _undone(self, undone: Undone) -> None:
        self.toast(undone_words(undone))
        self.list.look()
        self.desk.offer.clear()

    def _undo_shown(self) -> None:
        if (row := self.list.row()) and row.undoable:
            self.work.undo(row.undoable)

    def _refused(self, problem: Problem) -> None:
        self.review.footer.show_applying(False)
        self.tell(problem)
        self.list.look()

    def _close_review(self) -> None:
        self.review.close_proposal()
        self.desk.make_room()
        if self.isVisible():  # the place where the keyboard stood may be gone
            self.focus_search()

    # -- showing ------------------------------------------------------------------------------

    def _show_dreams(self, kept: DreamRow | None, pick: Pick | None) -> None:
        """The rows are there: `kept` stays chosen, `pick` may bring another one to the front."""
        rows = self.list.all()
        if pick is None and self.desk.shows("chat"):
            return
        if self.review.proposal and not any(isinstance(row.thing, Proposal) for row in rows):
            self.review.close_proposal()  # none waits any more, perhaps by somebody else's deed
        wanted = (pick(rows) if pick else None) or kept
        if wanted is None and self.desk.shows("review") and not first_waiting(rows):
            return  # all is decided, and says so
        wanted = wanted or (rows[0] if rows else None)
        if wanted is None:
            self.desk.show_blank()
        elif wanted != kept:
            self.list.choose(wanted)
        else:
            self._show_row(wanted)

    def _choose(self, row: DreamRow) -> None:
        self.desk.leave_question()
        self._show_row(row)

    def _give_keys(self) -> None:
        """A click on what waits gives its keys also where it is in front."""
        row = self.list.row()
        if row and row.kind == RowKind.WAITING and self.desk.shows("review"):
            self.review.focus()

    def _show_row(self, row: DreamRow) -> None:
        memory, thing = self.memory, row.thing
        if memory is None or self.desk.shows("ask"):
            return
        if thing is None:
            if not self.desk.shows("review"):
                self._decide()
        elif isinstance(thing, Proposal):
            if self.desk.shows("chat"):
                self.desk.make_room()
            new = self.review.proposal is None or self.review.proposal.id != thing.id
            self.review.look_at(thing, partial(self._reviewed, row, new))
        else:
            self.desk.read(row, memory)
            if row.path:
                self.went.emit(row.path, row.line)

    def _reviewed(self, row: DreamRow, new: bool) -> None:
        """Brings the review to the front, unless the person chose something else meanwhile; what
        comes to a review in front has the keyboard."""
        self._seen = row.id
        shown, away = self.list.row(), ("ask", "chat") if new else ("ask", "chat", "review")
        if shown and shown.key == row.key and not self.desk.shows(*away):
            self._decide()

    def _dream_again(self) -> None:
        """As the words of the row that found nothing say, or for the first time."""
        row = self.list.row()
        newest = newest_of(row) if row else None
        force = bool(row and row.kind == RowKind.NOTHING and newest is None)
        self.dream(force, newest)

    def _connect(self) -> None:
        work, review = self.work, self.review
        work.about_to_write.connect(self.flush_asked)
        work.about_to_write.connect(lambda: self.told.emit("", ""))
        work.cancelled.connect(self._cancelled)
        work.dreamt.connect(self._dreamt)
        work.failed.connect(self._failed)
        review.read_asked.connect(lambda model: work.read_again(model, self._ask_chat))
        work.applied.connect(self._applied)
        work.undone.connect(self._undone)
        work.refused.connect(self._refused)
        self.list.chosen.connect(self._choose)
        self.list.menu.chosen.connect(self._ask_anew)
        self.list.rows.clicked.connect(self._give_keys)
        self.list.listed.connect(self._show_dreams)
        self.blank.button.clicked.connect(self._dream_again)
        self.diary.undo_button.clicked.connect(self._undo_shown)
        review.decided.connect(self._decided)
        review.apply_asked.connect(work.apply)
        review.discard_asked.connect(self._discard)
        review.asking.found.connect(lambda _asked: self.list.look())  # as another number may wait
