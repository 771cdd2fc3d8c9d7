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
from desktop_app.dreams.material import Mind
from desktop_app.dreams.proposal import CHAT, Proposal
from desktop_app.dreams.question import DreamAnswer
from desktop_app.dreams.question_store import AskedReading, DreamQuestion
from desktop_app.dreams.runs import DreamRun
from desktop_app.errors import Problem
from desktop_app.memory import Changed, Memory
from desktop_app.notebook.layout import FileKind
from desktop_app.notebook.lines import limits_of
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
from desktop_app.ui.page import A, Page, PageParts
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

    def __init__(self, given: PageParts) -> None:
        super().__init__(given)
        self.work = DreamWork(self, self.settings)
        self.list = self.pane = DreamList(self, self.work, self.server, self.settings)
        self.desk = desk = DreamDesk(self, self.work)
        self.header, self.diary, self.review = desk.header, desk.diary, desk.review
        self.blank, self.dreaming = desk.blank, desk.dreaming
        self._look_late = at_rest(self, self.show_again)
        self._seen = ""  # the id of the proposal that was reviewed last, or of what it left
        stacked(self, desk)
        work, review = self.work, self.review
        cancelled = tr("The dream was cancelled. Nothing was written.")
        work.cancelled.connect(partial(self.toast, cancelled))
        work.dreamt.connect(self._dreamt)
        work.failed.connect(self._failed)
        work.refused.connect(self._refused)
        self.list.chosen.connect(self._show_row)
        self.list.rows.clicked.connect(self._give_keys)
        self.list.listed.connect(self._show_dreams)
        self.blank.button.clicked.connect(self._dream_again)
        self.diary.undo_button.clicked.connect(lambda: self.undo(self.list.row().undoable))
        review.decided.connect(self._decided)
        review.apply_asked.connect(self._apply)
        review.discard_asked.connect(self._discard)
        review.asking.found.connect(lambda _asked: self.list.look())  # as another number may wait

    def show_notebook(self, memory: Memory) -> None:
        self.work.settle()
        self.work.cancel()
        super().show_notebook(memory)
        self.list.show_dreams(())
        self.desk.show_notebook(memory)
        self.show_again()

    def show_changed(self, changed: Changed) -> None:
        self._look_late.start()

    def show_again(self) -> None:
        self.list.look()
        self.review.asking.look()

    def shows(self, path: str) -> bool:
        return self.memory is not None and self.memory.layout.kind(path) is FileKind.DREAMS

    def go_to(self, path: str, line: int) -> None:
        self.list.look(partial(row_at, path=path, line=line))

    def shown_path(self) -> str:
        row, memory = self.list.row(), self.memory
        return (row and row.path) or (memory.layout.memory if memory else "")  # what it is about

    def take_focus(self) -> None:
        if self.list.isVisible():
            self.focus_search()
        else:
            super().take_focus()

    def entered(self) -> None:
        self.list.show_choices()
        if self.desk.shows("review"):
            self.review.focus()
        if self._look_late.isActive():
            self.review.asking.look()
        self.list.look(self.list.pick or partial(first_unseen, self._seen))

    def leave(self) -> None:
        self.review.list.keep_edit()

    def focus_search(self) -> None:
        self.list.rows.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- dreaming -----------------------------------------------------------------------------

    def dream(self, force: bool = False, until: date | None = None) -> None:
        """Start a dream, of the days up to `until` if given; it is followed above the page."""
        self.work.dream(force, until)

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

    def retry(self, *, builtin: bool = False) -> None:
        row = self.list.row()
        if row and isinstance(row.thing, DreamRun):
            self.work.retry(row.thing, builtin=builtin)

    def answer(self, question: Question, agreed: bool) -> None:
        self.focus_search()  # the button that was pressed is gone
        self.work.answer(question, agreed)
        self.list.show_choices()
        self.engine_chosen.emit()

    def leave_chat(self) -> None:
        self.list.look(first_waiting)
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
        self._call(tr("The dream failed. %1", outcome.reason), tr("Open Dreams"), self.come)

    def _call(self, words: str, word: str, act: Callable[[], object]) -> None:
        """Says how a dream ended: on the page if that is in front, else by a toast."""
        if self.isVisible():
            announce(self, words)
        else:
            self.toast(words, word, act)

    # -- a dream by any chat ------------------------------------------------------------------

    def dream_by_chat(self) -> None:
        days, limits = self.work.days, limits_of(self.settings.get)
        if self.work.allowed():
            ask = lambda memory: memory.dreams.mind(Mind(CHAT), limits).ask(days)
            self._write(ask, self._ask_chat)

    def _ask_chat(self, question: DreamQuestion | AskedReading) -> None:
        self.come()
        self.list.pick = None  # no row is wanted in its place
        self.desk.ask_chat(question)

    def hear_chat(self, answers: Sequence[str]) -> None:
        refuse = lambda problem: self.desk.chat.refuse(str(problem))
        reading, limits = self.desk.chat.reading or None, limits_of(self.settings.get)
        deed = lambda memory: memory.dreams.mind(Mind(CHAT), limits).answer(answers, reading)
        self._write(deed, self._chat_heard, refuse)

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
        self.toast(words, tr("Undo"), partial(self.undo, proposal_id))
        if applied.unwritten:
            self.told.emit(unwritten_words(applied), tr("Dream again to look at them anew."))
        self._close_review()
        self.list.look(partial(row_of, number=proposal_id))
        offers = lambda memory: memory.schedule.offers(self.settings.get)
        at = self.settings.get("dreams.time"), self.schedule_asked.emit
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

    def undo(self, proposal_id: str | None = None) -> None:
        """Take an applied dream back; without an id the last one."""
        self._write(lambda memory: memory.dreams.undo(proposal_id), self._undone)

    def _apply(self, proposal_id: str) -> None:
        self._write(lambda memory: memory.dreams.apply(proposal_id), self._applied)

    def save_typed(self) -> None:
        """Something is to be written: what is typed elsewhere comes before."""
        self.flush_asked.emit()
        self.told.emit("", "")

    def _write(
        self,
        deed: Callable[[Memory], A],
        done: Callable[[A], object],
        failed: Callable[[Problem], None] | None = None,
    ) -> None:
        self.save_typed()
        self.change(deed, done, failed or self._refused)

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

    def _give_keys(self) -> None:
        """A click on what waits gives its keys also where it is in front."""
        row = self.list.row()
        if row and row.kind == RowKind.WAITING and self.desk.shows("review"):
            self.review.focus()

    def _show_row(self, row: DreamRow) -> None:
        memory, thing = self.memory, row.thing
        if memory is None:
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
        shown, away = self.list.row(), ("chat",) if new else ("chat", "review")
        if shown and shown.key == row.key and not self.desk.shows(*away):
            self._decide()

    def _dream_again(self) -> None:
        """As the words of the row that failed or found nothing say, or for the first time."""
        row = self.list.row()
        if row and row.kind == RowKind.FAILED:
            self.retry()
            return
        newest = newest_of(row) if row else None
        force = bool(row and row.kind == RowKind.NOTHING and newest is None)
        self.dream(force, newest)
