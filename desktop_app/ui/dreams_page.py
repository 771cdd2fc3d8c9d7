"""Dreams: dream now, review what is proposed, read the diary, undo. Knows its parts.

Lists, cards and the diary only show and ask; `dream_work` does, and this page follows it.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from desktop_app import dates
from desktop_app.dreams.decisions import Needs
from desktop_app.dreams.proposal import Proposal
from desktop_app.dreams.runs import DreamRun
from desktop_app.dreams.schedule import ScheduleKind
from desktop_app.errors import Problem
from desktop_app.notebook.diaries import DiaryEntry
from desktop_app.notebook.layout import FileKind
from desktop_app.ui.dreams.cards import ChatCard, WordsCard
from desktop_app.ui.dreams.diary_view import DiaryView
from desktop_app.ui.dreams.dream_list import DreamList
from desktop_app.ui.dreams.dream_rows import (
    DreamRow,
    Pick,
    RowKind,
    dreams_of,
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
from desktop_app.ui.page import Page
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import Pile, stacked
from desktop_app.ui.parts.controls import Act, Button
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.notices import Banner, EmptyState, announce
from desktop_app.ui.parts.running import Running
from desktop_app.ui.plans import DREAMS
from desktop_app.ui.review.change_words import Names, changes
from desktop_app.ui.review.review import Review
from desktop_app.words import filled, together, tr

if TYPE_CHECKING:
    from desktop_app.dreams.apply import Applied, Undone
    from desktop_app.dreams.dream import Outcome
    from desktop_app.dreams.question import DreamAnswer, DreamQuestion
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Changed, Memory
    from desktop_app.settings import Settings
    from desktop_app.ui.models.server import OllamaServer
    from desktop_app.ui.writing.document import Document


class DreamsPage(Page):
    """The dreams of the notebook."""

    plan = DREAMS

    waiting = Signal(object)  # what all that waits Needs
    scheduled = Signal()  # dreams each night, by one click
    engine_chosen = Signal()  # by an answer to a question
    flush_asked = Signal()  # what is typed elsewhere is to be saved first

    def __init__(
        self, jobs: "Jobs", actions: Actions, settings: "Settings", server: "OllamaServer"
    ) -> None:
        super().__init__(jobs, actions)
        self._settings = settings
        self.work = DreamWork(jobs, settings, self)
        self.list = self.pane = DreamList(server, settings)
        self.dreaming = Running(tr("A dream is under way"), tr("Starting"), surface="side")
        self.nightly_offer = Banner()
        self._called = False  # a toast calls here
        self._needs: Needs | None = None  # of all that waits; None until the dreams are read
        self._pick: Pick | None = None
        self._seen = ""  # the id of the proposal that was reviewed last
        self._question: Question | None = None  # that is asked before a dream
        self.header = Header(actions, self.title)
        self.diary = DiaryView()
        self.header.add(self.diary.undo_button)
        self.blank = EmptyState("dreams", "", tr("Dream now"))
        self.blank.add(Button(tr("Dream with any AI chat"), act=self.dream_by_chat))
        self.review = Review(self)
        self._documents = Pile(self.blank, self.diary, self.review)
        stacked(self, self.dreaming, self.nightly_offer, self.header, self._documents,
            grows=self._documents)  # fmt: skip
        self._connect()

    @cached_property
    def failed(self) -> WordsCard:
        card = WordsCard(
            tr("A dream that failed"), tr("Retry"), tr("Dream without a model instead"),
            "warn", "danger",
        )  # fmt: skip
        card.answered.connect(self._retry)
        return card

    @cached_property
    def ask(self) -> WordsCard:
        card = WordsCard(
            tr("The first dream with a model"), tr("Dream with it"), tr("Dream without a model")
        )
        card.answered.connect(self._answered)
        card.left.connect(self._put_away_question)
        return card

    @cached_property
    def chat(self) -> ChatCard:
        card = ChatCard(self.jobs)
        refuse = lambda problem: card.refuse(str(problem))
        card.answered.connect(
            lambda answers: self.work.hear_chat(answers, self._chat_heard, refuse)
        )
        card.left.connect(self._leave_card)
        if self.memory is not None:
            card.show_notebook(self.memory)
        return card

    def show_notebook(self, memory: "Memory") -> None:
        super().show_notebook(memory)
        self.work.use(memory)
        self.review.clear()
        self.nightly_offer.clear()
        if "chat" in vars(self):
            self.chat.show_notebook(memory)
        self.diary.show_diary(None, Names(memory.today()))
        self._question = self._needs = None
        self.list.show_dreams((), memory.today())
        self._show_blank()
        self._look()

    def show_changed(self, changed: "Changed") -> None:
        layout = self.memory.layout if self.memory else None
        kinds = {layout.kind(path) for path in changed.paths if layout}
        shows_places = self.isVisible() and (self._shows("review", "diary"))
        rests = FileKind.DAYS in kinds and shows_places
        if rests or kinds & {FileKind.DREAMS, FileKind.MEMORY}:
            self._look()

    def show_again(self) -> None:
        self._look()

    def shows(self, path: str) -> bool:
        return self.memory is not None and self.memory.layout.kind(path) is FileKind.DREAMS

    def go_to(self, path: str, line: int) -> None:
        self._question = None
        self._look(partial(row_at, path=path, line=line))

    def shown_path(self) -> str:
        row = self.list.row()
        if row and row.path:
            return row.path
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
        if self._called:
            self._called = False
            self.toast("")
        self.list.show_choices()
        if self._settings.get("dreams.schedule") != ScheduleKind.OFF:
            self.nightly_offer.clear()
        if self._shows("review"):
            self.review.focus()
        elif self._question is not None:
            self.ask.first.setFocus(Qt.FocusReason.OtherFocusReason)
        self._look(self._pick or self._unseen)

    def leave(self) -> None:
        self.review.list.keep_edit()
        if "chat" in vars(self):
            self.chat.unsent.keep()

    def unkept(self) -> list[str]:
        return [tr("a chat's answer")] if "chat" in vars(self) and self.chat.unsent.lost else []

    def focus_search(self) -> None:
        self.list.rows.setFocus(Qt.FocusReason.OtherFocusReason)

    def _shows(self, *documents: str) -> bool:
        """Whether one of these is in front; none is made to be asked about."""
        shown = self._documents.currentWidget()
        return any(vars(self).get(one) is shown for one in documents)

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
                self.toast(
                    tr("This dream still waits for your decisions."), tr("Dream again"), begin
                )
            else:
                begin()

        memory = self.memory
        if memory is None or self.work.running:
            return
        if force or (self._needs is not None and not self._needs.count):
            begin()
        else:
            self.jobs.call("dreams.waits", memory.dreams.proposals, look, self.tell)

    def show_waiting(self) -> None:
        """Bring the page to the front, and on it what is to be decided."""
        self.come()
        self.list.rows.choose(-1)  # where nothing waits, no diary comes in its place
        self._decide()
        self._look(first_waiting)

    def show_conflict(self, document: "Document") -> None:
        """Bring the choice between two texts of a file to the front."""
        document.flush()  # what was typed just now is asked about as well
        self.show_waiting()
        self.review.show_conflict(document)

    def _decide(self) -> None:
        self._bring(self.review)
        self.review.asking.look()
        if self.isVisible():
            self.review.focus()

    def _make_way(self) -> None:
        """A dream is about to begin: nothing is left to be said or asked of the one before."""
        self.told.emit("", "")
        self._put_away_question()

    def _retry(self, asks_model: bool) -> None:
        row, work = self.list.row(), self.work
        if row is not None and isinstance(row.thing, DreamRun) and not work.running:
            self._make_way()
            work.retry(row.thing, builtin=not asks_model)

    def _asked(self, question: Question) -> None:
        """Before the first dream with a model: the page comes forward, the question on it."""
        self.come()
        self._question = question
        self.ask.ask(question)
        self._bring(self.ask, tr("Before this dream"))
        self.ask.first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _answered(self, agreed: bool) -> None:
        if question := self._question:
            self._make_way()
            self.work.answer(question, agreed)
            self.list.show_choices()
            self.engine_chosen.emit()

    def _put_away_question(self) -> None:
        self._question = None
        if self._shows("ask"):
            self.focus_search()
            self._leave_card()

    def _leave_card(self) -> None:
        self._make_room()
        self._look()

    def _make_room(self) -> None:
        """Until something else was read, what was read before."""
        self._bring(self.diary, self.title)

    def _show_running(self, running: bool) -> None:
        self.list.show_running(running)
        self.dreaming.show_running(running)
        if "failed" in vars(self):
            self.failed.buttons.setEnabled(not running)
        self.blank.button.setEnabled(not running)
        self.registry.allow("dream", not running)

    def _dreamt(self, outcome: "Outcome") -> None:
        if self._shows("chat"):
            self._make_room()
        self._look(partial(row_of, number=outcome.id))
        if outcome.fell_back:
            self.told.emit(outcome.without_model, "")
        if outcome.proposal is not None:
            count = changes(len(outcome.proposal.changes))
            words = tr("Dream finished: %1 proposed", count)
            self._call(words, tr("To decide"), self.show_waiting)
        elif self.memory is not None:
            again = partial(self.dream, outcome.newest is None, outcome.newest)
            word = until_in_words(outcome.newest, self.memory.today())
            self._call(outcome.reason, word, again)

    def _failed(self, outcome: "Outcome") -> None:
        self._look(partial(row_of, number=outcome.id))
        words = tr("The dream failed. %1", outcome.reason)
        self._call(words, tr("Open Dreams"), self.come)

    def _call(self, words: str, word: str, act: Act) -> None:
        """Says how a dream ended: on the page if that is in front, else by a toast."""
        if self.isVisible():
            announce(self, words)
        else:
            self._called = True
            self.toasted.emit(words, word, act)

    def _cancelled(self) -> None:
        self._look()
        self.toast(tr("The dream was cancelled. Nothing was written."))

    # -- a dream by any chat ------------------------------------------------------------------

    def dream_by_chat(self) -> None:
        """Make the question of a dream, to be copied into any chat."""
        self.work.ask_chat(self._ask_chat)

    def _ask_chat(self, question: "DreamQuestion") -> None:
        self.come()
        self._put_away_question()
        self._pick = None  # no row is wanted in its place
        self.chat.ask(question.parts, len(question.days))
        self._bring(self.chat, tr("Dream with any AI chat"))
        self.chat.focus()

    def _chat_heard(self, answer: "DreamAnswer") -> None:
        left_out = lines_left_out(answer)
        if answer.proposal is None and left_out:
            self.chat.refuse(together(answer.outcome.reason, left_out))
            return
        self.told.emit("", "")
        self.chat.clear()
        self._dreamt(answer.outcome)
        if left_out:
            self.told.emit(tr("The answer said more, of which nothing is proposed."), left_out)

    # -- what was decided ---------------------------------------------------------------------

    def _decided(self, proposal: Proposal, more: Needs) -> None:
        if self.review.proposal is not None and self.review.proposal.id != proposal.id:
            self.told.emit(tr("A newer dream replaced this one. Your decision is kept there."), "")
            self._look(first_waiting)
        if self._needs is not None:
            rows = [
                replace(row, thing=proposal, needs=row.needs + more)
                if row.id == proposal.id
                else row
                for row in self.list.all()
            ]
            self._show_rows(rows, self._needs + more)

    def _apply(self, proposal_id: str) -> None:
        self.told.emit("", "")
        self.work.apply(proposal_id)

    def _applied(self, applied: "Applied") -> None:
        proposal_id = applied.proposal.id
        taken = changes(sum(change.accepted for change in applied.proposal.changes))
        words = tr("MEMORY.md updated: %1 applied", taken)
        self.toast(words, tr("Undo"), partial(self.work.undo, proposal_id))
        if applied.unwritten:
            again = tr("Dream again to look at them anew.")
            self.told.emit(unwritten_words(applied), again)
        self._close_review()
        self._look(partial(row_of, number=proposal_id))
        if (memory := self.memory) is not None:
            get = self._settings.get
            self.jobs.call("dreams.offer", lambda: memory.schedule.offers(get), self._offer)

    def _offer(self, offers: bool) -> None:
        """Dreams each night, once, after the first dream that was applied."""
        words = tr("Have dreams begin each night at %1? What they find waits for you.")
        words = filled(words, self._settings.get("dreams.time"))
        self.nightly_offer.clear()
        if offers:
            self.nightly_offer.say(words, "", tr("Dream each night"), "info", act=self._take_offer)

    def _take_offer(self) -> None:
        try:
            self._settings.set("dreams.schedule", ScheduleKind.DAILY)
        except Problem as problem:
            self.tell(problem)
            self._offer(True)
        else:
            self.scheduled.emit()

    def _discard(self) -> None:
        if proposal := self.review.proposal:
            self._close_review()
            self.work.discard(proposal.id)
            words = tr("Dream discarded. The next dream reads its days again.")
            self.toast(words, tr("Undo"), self._take_back)
            self._look()

    def _take_back(self) -> None:
        if proposal_id := self.work.take_back():
            self._look(partial(row_of, number=proposal_id))
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
        self._make_room()
        if self.isVisible():  # the place where the keyboard stood may be gone
            self.focus_search()

    # -- showing ------------------------------------------------------------------------------

    def _look(self, pick: Pick | None = None) -> None:
        """Read what there is anew; `pick` may bring a row to the front."""
        memory, leaving = self.memory, self.work.left
        self._pick = pick or self._pick  # a later look answers for an earlier one, too
        if memory is not None:
            look = partial(dreams_of, memory, leaving)
            self.jobs.call("dreams.list", look, self._show_dreams, self.tell)

    def _show_dreams(self, dreams: tuple[list[DreamRow], Needs]) -> None:
        rows, kept = dreams[0], self._show_rows(*dreams)
        pick, self._pick = self._pick, None
        if pick is None and self._shows("chat"):
            return
        if self.review.proposal and not any(isinstance(row.thing, Proposal) for row in rows):
            self.review.close_proposal()  # none waits any more, perhaps by somebody else's deed
        wanted = pick(rows) if pick else None
        if wanted is None and self._shows("review") and not kept:
            return  # all is decided, and says so
        wanted = wanted or kept or (rows[0] if rows else None)
        if wanted is None:
            self._show_blank()
        elif wanted != kept:
            self.list.choose(wanted)
        else:
            self._show_row(wanted)

    def _show_rows(self, rows: Sequence[DreamRow], needs: Needs) -> DreamRow | None:
        """The list and the numbers; returns the row that stays chosen."""
        self._needs = needs
        self.waiting.emit(needs)
        return self.list.show_dreams(rows, self.memory.today() if self.memory else date.max)

    def _unseen(self, rows: Sequence[DreamRow]) -> DreamRow | None:
        """A proposal that was not looked at yet, perhaps of a dream from the command line."""
        row = first_waiting(rows)
        return row if row is not None and row.id != self._seen else None

    def _choose(self, row: DreamRow) -> None:
        self._question = None
        self._show_row(row)

    def _show_row(self, row: DreamRow) -> None:
        memory, thing = self.memory, row.thing
        if memory is None or self._question is not None:
            return
        if thing is None:
            if not self._shows("review"):
                self._decide()
        elif isinstance(thing, Proposal):
            if self._shows("ask", "chat"):
                self._make_room()
            self.review.look_at(thing, partial(self._reviewed, row))
        else:
            self._read(row, memory)
            if row.path:
                self.went.emit(row.path, row.line)

    def _reviewed(self, row: DreamRow) -> None:
        """Brings the review to the front, unless the person chose something else meanwhile; what
        comes to a review in front has the keyboard."""
        new, self._seen = row.id != self._seen, row.id
        shown = self.list.row()
        away = ("ask", "chat") if new else ("ask", "chat", "review")
        if shown and shown.key == row.key and not self._shows(*away):
            self._decide()

    def _read(self, row: DreamRow, memory: "Memory") -> None:
        thing, today, (day, time) = row.thing, memory.today(), row.at
        words = tr("Dream of %1", dates.plain(day, today))
        if isinstance(thing, DiaryEntry):
            self.diary.show_diary(thing, Names(today, memory.layout))
            self._bring(self.diary, words, thing.path)
            self.diary.undo_button.setVisible(bool(row.undoable))
            look = partial(memory.dreams.backing, thing, row.proposal)
            show = partial(self.diary.show_backing, thing)
            self.jobs.call("diary.backing", look, show, self.tell)
        elif row.kind == RowKind.FAILED and isinstance(thing, DreamRun):
            self.failed.show_run(thing, today, settled=row.settled, resumes=row.resumes)
            self.failed.buttons.setEnabled(not self.work.running)
            self._bring(self.failed, words, time)
        else:
            again = until_in_words(newest_of(row), today)
            self.blank.say(row.detail or tr("Nothing new to keep."), again)
            self._bring(self.blank, words, time)

    def _bring(self, part: QWidget, title: str = "", subtitle: str = "") -> None:
        self.header.say(title, subtitle)
        self.header.setVisible(part is not self.review)  # which has one of its own
        self.diary.undo_button.hide()
        self._documents.setCurrentWidget(part)

    def _show_blank(self) -> None:
        words = tr(
            "A dream reads your recent days and proposes what belongs in MEMORY.md. "
            "Nothing is written before you say so."
        )
        self.blank.say(words, tr("Dream now"))
        self._bring(self.blank, self.title)

    def _dream_again(self) -> None:
        """As the words of the row that found nothing say, or for the first time."""
        row = self.list.row()
        newest = newest_of(row) if row else None
        force = bool(row and row.kind == RowKind.NOTHING and newest is None)
        self.dream(force, newest)

    def _connect(self) -> None:
        work, menu, review = self.work, self.list.menu, self.review
        work.began.connect(lambda: self._show_running(True))
        work.ended.connect(lambda: self._show_running(False))
        work.about_to_write.connect(self.flush_asked)
        work.cancelled.connect(self._cancelled)
        work.stepped.connect(self.dreaming.say)
        self.dreaming.cancel_asked.connect(work.cancel)
        work.dreamt.connect(self._dreamt)
        work.failed.connect(self._failed)
        work.asked.connect(self._asked)
        work.applied.connect(self._applied)
        work.undone.connect(self._undone)
        work.refused.connect(self._refused)
        self.list.dream_asked.connect(self.dream)
        self.list.chosen.connect(self._choose)
        menu.again_asked.connect(lambda: self.dream(force=True))
        menu.chat_asked.connect(self.dream_by_chat)
        menu.failed.connect(self._refused)
        self.blank.button.clicked.connect(self._dream_again)
        self.diary.opened.connect(self.opened)
        self.diary.undo_asked.connect(self._undo_shown)
        review.decided.connect(self._decided)
        review.apply_asked.connect(self._apply)
        review.discard_asked.connect(self._discard)
        review.asking.found.connect(lambda _asked: self._look())  # as another number may wait
