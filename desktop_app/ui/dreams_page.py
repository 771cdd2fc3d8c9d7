"""Dreams: dream now, review what is proposed, read the diary, undo. Knows its parts.

Lists, cards and the diary only show and ask; `dream_work` does, and this page follows it.
"""

from collections.abc import Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QStackedWidget, QWidget

from desktop_app import dates
from desktop_app.dreams.decisions import Needs, needs_of
from desktop_app.dreams.proposal import Proposal
from desktop_app.dreams.runs import DreamRun
from desktop_app.errors import Problem
from desktop_app.notebook.diaries import DiaryEntry
from desktop_app.notebook.layout import FileKind
from desktop_app.notebook.span_diaries import SpanDiary
from desktop_app.ui.dreams.cards import AskCard, ChatCard, FailedCard
from desktop_app.ui.dreams.diary_view import DiaryView
from desktop_app.ui.dreams.dream_list import DreamList
from desktop_app.ui.dreams.dream_news import (
    NightlyOffer,
    lines_left_out,
    undone_words,
    until_in_words,
    unwritten_words,
    written_words,
)
from desktop_app.ui.dreams.dream_rows import (
    DreamRow,
    DreamRows,
    Pick,
    RowKind,
    dreams_of,
    first_waiting,
    newest_of,
    row_at,
    row_of,
    row_of_applied,
    with_word,
)
from desktop_app.ui.dreams.dream_work import DreamWork
from desktop_app.ui.page import Page
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import Act, Button
from desktop_app.ui.parts.header import Header, more_button
from desktop_app.ui.parts.notices import EmptyState, announce
from desktop_app.ui.parts.running import Running
from desktop_app.ui.plans import DREAMS
from desktop_app.ui.review.review import Review
from desktop_app.ui.review.words import Names, changes
from desktop_app.words import together, tr

if TYPE_CHECKING:
    from desktop_app.dreams.apply import Applied, Undone
    from desktop_app.dreams.dream import Outcome
    from desktop_app.dreams.question import DreamAnswer, DreamQuestion
    from desktop_app.dreams.span_writing import WrittenSpanDiary
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Changed, Memory
    from desktop_app.settings import Settings
    from desktop_app.ui.dreams.dream_work import Question
    from desktop_app.ui.models.server import OllamaServer
    from desktop_app.ui.writing.document import Document


class DreamsPage(Page):
    """The dreams of the notebook."""

    plan = DREAMS

    waiting = Signal(object)  # what all that waits Needs
    flush_asked = Signal()  # what is typed elsewhere is to be saved first

    def __init__(
        self, jobs: "Jobs", actions: Actions, settings: "Settings", server: "OllamaServer"
    ) -> None:
        super().__init__(jobs, actions)
        self._settings = settings
        self.work = DreamWork(jobs, settings, self)
        self.review = Review(self)
        self.list = DreamList(server, settings)
        self.ask = AskCard(actions)
        self.chat = ChatCard(actions)
        self.dreaming = Running(tr("A dream is under way"), tr("Starting"), surface="side")
        self.nightly_offer = NightlyOffer(jobs, settings)
        self._dreams: DreamRows | None = None  # None until they are read
        self._front = False  # who reads the page needs no toast about a dream
        self._called = False  # a toast calls here
        self._row: DreamRow | None = None  # the one that is read, or was read last
        self._newest: date | None = None  # where the notes are, of a dream that read none
        self._pick: Pick | None = None
        self._seen = ""  # the id of the proposal that was reviewed last
        self.reading = self._build_reading(actions)
        self._documents = QStackedWidget()
        for part in (self.reading, self.review, self.ask, self.chat):
            self._documents.addWidget(part)
        stacked(self, self.dreaming, self.nightly_offer, self._documents, grows=self._documents)
        self._connect_work()
        self._connect_parts()
        self._show_span()

    def list_pane(self) -> QWidget:
        return self.list

    def show_notebook(self, memory: "Memory") -> None:
        super().show_notebook(memory)
        self.work.use(memory)
        self.review.use(memory)
        self.nightly_offer.clear()
        self.chat.clear()
        self.ask.question = self._dreams = None
        self._front = False
        self.list.show_dreams((), memory.today())
        self._show_blank()
        self._look()

    def show_changed(self, changed: "Changed") -> None:
        layout = self.memory.layout if self.memory else None
        kinds = {layout.kind(path) for path in changed.paths if layout}
        if kinds & {FileKind.DREAMS, FileKind.MEMORY}:
            self._look()

    def show_again(self) -> None:
        self._look()

    def shows(self, path: str) -> bool:
        return self.memory is not None and self.memory.layout.kind(path) is FileKind.DREAMS

    def go_to(self, path: str, line: int) -> None:
        self.ask.question = None
        self._look(partial(row_at, path=path, line=line))

    def shown_path(self) -> str:
        row = self.list.row()
        if row is not None and isinstance(row.thing, DiaryEntry | SpanDiary):
            return row.thing.path
        return self.memory.layout.memory if self.memory else ""  # which a dream is about

    def shown_day(self) -> date | None:
        row = self.list.row()
        return row.thing.date if row and isinstance(row.thing, DiaryEntry) else None

    def take_focus(self) -> None:
        if self.list.isVisible():
            self.focus_search()
        else:
            super().take_focus()

    def entered(self) -> None:
        self._front = True
        if self._called:
            self._called = False
            self.toast("")
        self._show_span()
        if self._shows(self.review):
            self.review.focus()
        elif self.ask.question is not None:
            self.ask.focus()
        self._look(self._pick or self._unseen)

    def leave(self) -> None:
        self._front = False
        self.review.list.keep_edit()

    def focus_search(self) -> None:
        self.list.rows.setFocus(Qt.FocusReason.OtherFocusReason)

    def _shows(self, document: QWidget) -> bool:
        return self._documents.currentWidget() is document

    # -- dreaming -----------------------------------------------------------------------------

    def dream(self, force: bool = False, until: date | None = None) -> None:
        """Start a dream, of the days up to `until` if given; it is followed above the page. A dream
        that waits comes to the front in its place, and may be replaced by a new one."""

        def begin() -> None:
            if not self.work.running:
                self._make_way()
                self.work.dream(force, until)

        def look(waits: object) -> None:
            if waits:
                self.show_waiting()
                self.toast(tr("This dream waits for you."), tr("Dream again"), begin)
            else:
                begin()

        memory = self.memory
        if memory is None or self.work.running:
            return
        if force or (self._dreams and not self._dreams.needs.count):
            begin()
        else:
            self.jobs.call("dreams.waits", memory.dreams.proposals, look, self.tell)

    def show_waiting(self) -> None:
        """Bring the page to the front, and on it what is to be decided."""
        self.come()
        self._decide()
        self._look(first_waiting)

    def show_conflict(self, document: "Document") -> None:
        """Bring the choice between two texts of a file to the front."""
        document.flush()  # what was typed just now is asked about as well
        self.show_waiting()
        self.review.show_conflict(document)

    def _decide(self) -> None:
        self._documents.setCurrentWidget(self.review)
        self.review.asking.look()
        if self._front:
            self.review.focus()

    def _make_way(self) -> None:
        """A dream is about to begin: nothing is left to be said or asked of the one before."""
        self.told.emit("", "")
        self._put_away_question()

    def _retry(self, run: DreamRun, builtin: bool = False) -> None:
        if self.memory is not None and not self.work.running:
            self._make_way()
            self.work.retry(run, builtin=builtin)

    def _asked(self, question: "Question") -> None:
        """Before the first dream with a model: the page comes forward, the question on it."""
        self.come()
        self.ask.ask(question)
        self._documents.setCurrentWidget(self.ask)
        self.ask.focus()

    def _answered(self, question: "Question", agreed: bool) -> None:
        self._make_way()
        self.work.answer(question, agreed)
        self.list.menu.show_engines()
        self.list.menu.engine_chosen.emit()

    def _put_away_question(self) -> None:
        self.ask.question = None
        if self._shows(self.ask):
            self._documents.setCurrentWidget(self.reading)
            self.focus_search()
            self._look()

    def _show_running(self, running: bool) -> None:
        self.list.show_running(running)
        self.dreaming.show_running(running)
        self.failed.allow(not running)
        for place in (self.empty, self.nothing):
            place.button.setEnabled(not running)
        self.registry.allow("dream", not running)

    def _dreamt(self, outcome: "Outcome") -> None:
        if self._shows(self.chat):
            self._documents.setCurrentWidget(self.reading)
        self._look(partial(row_of, run_id=outcome.id))
        if outcome.fell_back:
            self.told.emit(outcome.without_model, "")
        if outcome.proposal is not None:
            words = tr("Dream finished: %1").replace("%1", needs_of([outcome.proposal]).words)
            self._call(words, tr("To decide"), self.show_waiting)
        elif self.memory is not None:
            again = partial(self.dream, outcome.newest is None, outcome.newest)
            word = until_in_words(outcome.newest, self.memory.today())
            self._call(outcome.reason, word, again)

    def _failed(self, outcome: "Outcome") -> None:
        self._look(partial(row_of, run_id=outcome.id))
        words = tr("The dream failed. %1").replace("%1", outcome.reason)
        self._call(words, tr("Look"), self.come)

    def _call(self, words: str, word: str, act: Act) -> None:
        """Says how a dream ended: on the page if that is in front, else by a toast."""
        if self._front:
            announce(self, words)
        else:
            self._called = True
            self.toasted.emit(words, word, act)

    def _cancelled(self) -> None:
        self._look()
        self.toast(tr("The dream was cancelled. Nothing was written."))

    def _wrote(self, written: "WrittenSpanDiary") -> None:
        def back() -> None:
            self.work.do(lambda memory: memory.span_diaries.take_back(written), lambda _: look())

        look = self._look
        look(partial(row_at, path=written.path, line=1))
        undo = (tr("Undo"), back) if written.changed else ()
        self.toast(written_words(written), *undo)

    # -- a dream by any chat ------------------------------------------------------------------

    def dream_by_chat(self) -> None:
        """Make the question of a dream, to be copied into any chat."""
        self.work.ask_chat(self._ask_chat)

    def _ask_chat(self, question: "DreamQuestion") -> None:
        self.come()
        self._put_away_question()
        self._pick = None  # no row is wanted in its place
        self.chat.ask(question.parts, len(question.days))
        self._documents.setCurrentWidget(self.chat)
        self.chat.focus()

    def _chat_heard(self, answer: "DreamAnswer") -> None:
        left_out = lines_left_out(answer)
        if answer.proposal is None and left_out:
            self.chat.refuse(together(answer.outcome.reason, left_out))
            return
        self.told.emit("", "")
        self.chat.clear()
        self._dreamt(answer.outcome)
        if left_out := lines_left_out(answer):
            self.told.emit(tr("The answer said more, of which nothing is proposed."), left_out)

    def _leave_chat(self) -> None:
        self._documents.setCurrentWidget(self.reading)
        self._look()

    # -- what was decided ---------------------------------------------------------------------

    def _decided(self, proposal: Proposal, more: Needs) -> None:
        if self.review.proposal is not None and self.review.proposal.id != proposal.id:
            self.told.emit(tr("A newer proposal took its place. Your word counts there."), "")
            self._look(first_waiting)
        if self._dreams is not None:
            self._show_rows(with_word(self._dreams, proposal, more))

    def _apply(self, proposal_id: str) -> None:
        self.told.emit("", "")
        self.work.apply(proposal_id)

    def _applied(self, applied: "Applied") -> None:
        proposal_id = applied.proposal.id
        taken = changes(sum(change.accepted for change in applied.proposal.changes))
        words = tr("MEMORY.md updated: %1 applied").replace("%1", taken)
        self.toast(words, tr("Undo"), partial(self.work.undo, proposal_id))
        if applied.unwritten:
            again = tr("Dream again to look at them anew.")
            self.told.emit(unwritten_words(applied), again)
        self._close_review()
        self._look(partial(row_of_applied, proposal_id=proposal_id))
        if self.memory is not None:
            self.nightly_offer.look(self.memory)

    def _discard(self) -> None:
        if proposal := self.review.proposal:
            self._close_review()
            self.work.discard(proposal.id)
            words = tr("Dream discarded. The next dream reads its days again.")
            self.toast(words, tr("Undo"), self._take_back)
            self._look()

    def _take_back(self) -> None:
        if proposal_id := self.work.take_back():
            self._look(partial(row_of, run_id=proposal_id))
        else:
            self.toast(tr("It is too late: the dream is discarded already."))

    def _undone(self, undone: "Undone") -> None:
        self.toast(undone_words(undone))
        self._look()
        self.nightly_offer.clear()

    def _undo_shown(self) -> None:
        row = self.list.row()
        if row is not None and row.undoable:
            self.work.undo(row.undoable)

    def _refused(self, problem: Problem) -> None:
        self.review.footer.show_applying(False)
        self.tell(problem)
        self._look()

    def _close_review(self) -> None:
        self.review.close_proposal()
        self._documents.setCurrentWidget(self.reading)
        if self._front:  # the place where the keyboard stood may be gone
            self.focus_search()

    def _choose_span(self, days: int) -> None:
        try:
            self._settings.set("dreams.days", days)
        except Problem as problem:
            self.tell(problem)
        self._show_span()

    def _show_span(self) -> None:
        self.list.show_span(int(self._settings.get("dreams.days")))

    # -- showing ------------------------------------------------------------------------------

    def _look(self, pick: Pick | None = None) -> None:
        """Read what there is anew; `pick` may bring a row to the front."""
        memory, leaving = self.memory, self.work.left
        self._pick = pick or self._pick  # a later look answers for an earlier one, too
        if memory is not None:
            self.jobs.call(
                "dreams.list", lambda: dreams_of(memory, leaving), self._show_dreams, self.tell
            )

    def _show_dreams(self, dreams: DreamRows) -> None:
        kept, rows = self._show_rows(dreams), dreams.rows
        pick, self._pick = self._pick, None
        if pick is None and self._shows(self.chat):
            return
        if self.review.proposal and not any(isinstance(row.thing, Proposal) for row in rows):
            self.review.close_proposal()  # none waits any more, perhaps by somebody else's deed
        wanted = pick(rows) if pick else None
        if wanted is None and self._shows(self.review) and not kept:
            return  # all is decided, and says so
        wanted = wanted or kept or (rows[0] if rows else None)
        if wanted is None:
            self._show_blank()
        elif wanted != kept:
            self.list.choose(wanted)
        else:
            self._show_row(wanted)

    def _show_rows(self, dreams: DreamRows) -> DreamRow | None:
        """The list and the numbers; returns the row that stays chosen."""
        self._dreams = dreams
        self.waiting.emit(dreams.needs)
        return self.list.show_dreams(dreams.rows, self.memory.today() if self.memory else date.max)

    def _unseen(self, rows: Sequence[DreamRow]) -> DreamRow | None:
        """A proposal that was not looked at yet, perhaps of a dream from the command line."""
        row = first_waiting(rows)
        return row if row is not None and row.id != self._seen else None

    def _choose(self, row: DreamRow) -> None:
        self.ask.question = None
        self._show_row(row)

    def _show_row(self, row: DreamRow) -> None:
        memory, thing = self.memory, row.thing
        if memory is None or self.ask.question is not None:
            return
        if thing is None:
            if not self._shows(self.review):
                self._decide()
        elif isinstance(thing, Proposal):
            if not self._shows(self.review):
                self._documents.setCurrentWidget(self.reading)  # until the review was read
            self.review.look_at(thing, partial(self._reviewed, row))
        else:
            self._read(row, memory)
            self._documents.setCurrentWidget(self.reading)
            if isinstance(thing, SpanDiary):
                self.went.emit(thing.path, 1)
            elif isinstance(thing, DiaryEntry):
                self._back(memory, thing, row.proposal)
                self.went.emit(thing.path, thing.line)

    def _reviewed(self, row: DreamRow) -> None:
        """Brings the review to the front, unless the person chose something else meanwhile; what
        comes to a review in front has the keyboard."""
        new, self._seen = row.id != self._seen, row.id
        shown = self.list.row()
        here = self._shows(self.reading) or (new and self._shows(self.review))
        if shown and shown.key == row.key and here:
            self._decide()

    def _found(self) -> None:
        """Questions and lines were looked for: another number of them may wait."""
        if self.review.asking.settled:
            self._look()

    def _read(self, row: DreamRow, memory: "Memory") -> None:
        self._row, thing, today, (day, time) = row, row.thing, memory.today(), row.at
        words = tr("Dream of %1").replace("%1", dates.plain(day, today))
        self.header.say(words, time)
        if isinstance(thing, DiaryEntry | SpanDiary):
            self.header.say(tr("Diary") if isinstance(thing, SpanDiary) else words, thing.path)
            self.diary.show_diary(thing, Names(today, memory.layout))
            self._read_now(self.diary)
        elif row.kind == RowKind.FAILED and isinstance(thing, DreamRun):
            self.failed.show_run(thing, today, settled=row.settled, resumes=row.resumes)
            self._read_now(self.failed)
        else:
            self._newest = newest_of(row)
            again = until_in_words(self._newest, today)
            self.nothing.say(row.detail or tr("Nothing new to keep."), again)
            self._read_now(self.nothing)

    def _back(self, memory: "Memory", entry: DiaryEntry, proposal: str) -> None:
        look = partial(memory.dreams.backing, entry, proposal)
        self.jobs.call("diary.backing", look, partial(self.diary.show_backing, entry), self.tell)

    def _read_now(self, part: QWidget) -> None:
        self._read_stack.setCurrentWidget(part)
        self.more.setVisible(part is self.diary)
        undoable = bool(self._row and self._row.undoable)
        self.diary.undo_button.setVisible(part is self.diary and undoable)

    def _show_blank(self) -> None:
        self._row = None
        self.header.say(self.title)
        self._read_now(self.empty)
        self._documents.setCurrentWidget(self.reading)

    # -- building -----------------------------------------------------------------------------

    def _build_reading(self, actions: Actions) -> QFrame:
        """The document of a dream that is not to be decided: its diary, or why there is none."""
        self.header = Header(actions, self.title)
        self.more = more_button(tr("More to do with this diary"), actions)
        self.diary = DiaryView()
        self.header.add(self.diary.undo_button, self.more)
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
            place.add(Button(tr("Dream by any chat"), act=self.dream_by_chat))
        self._read_stack = QStackedWidget()
        for part in (self.empty, self.diary, self.nothing, self.failed):
            self._read_stack.addWidget(part)
        reading = QFrame()
        stacked(reading, self.header, self._read_stack, grows=self._read_stack)
        return reading

    def _connect_work(self) -> None:
        work = self.work
        work.began.connect(lambda: self._show_running(True))
        work.ended.connect(lambda: self._show_running(False))
        work.about_to_write.connect(self.flush_asked)
        work.cancelled.connect(self._cancelled)
        work.stepped.connect(self.dreaming.say)
        self.dreaming.cancel_asked.connect(work.cancel)
        work.dreamt.connect(self._dreamt)
        work.failed.connect(self._failed)
        work.asked.connect(self._asked)
        work.wrote.connect(self._wrote)
        work.applied.connect(self._applied)
        work.undone.connect(self._undone)
        work.refused.connect(self._refused)

    def _connect_parts(self) -> None:
        work, menu, review = self.work, self.list.menu, self.review
        self.list.dream_asked.connect(self.dream)
        self.list.chosen.connect(self._choose)
        menu.chosen.connect(self._choose_span)
        menu.again_asked.connect(lambda: self.dream(force=True))
        menu.span_asked.connect(work.write_span)
        menu.chat_asked.connect(self.dream_by_chat)
        self.ask.answered.connect(self._answered)
        self.ask.left.connect(self._put_away_question)
        self.chat.answered.connect(
            lambda answers: work.hear_chat(
                answers, self._chat_heard, lambda problem: self.chat.refuse(str(problem))
            )
        )
        self.chat.left.connect(self._leave_chat)
        menu.failed.connect(self._refused)
        self.nightly_offer.failed.connect(self._refused)
        self.empty.acted.connect(self.dream)
        self.nothing.acted.connect(lambda: self.dream(self._newest is None, self._newest))
        self.failed.retry_asked.connect(self._retry)
        self.failed.builtin_asked.connect(partial(self._retry, builtin=True))
        self.diary.opened.connect(self.opened)
        self.diary.undo_asked.connect(self._undo_shown)
        review.decided.connect(self._decided)
        review.apply_asked.connect(self._apply)
        review.discard_asked.connect(self._discard)
        review.asking.found.connect(self._found)
