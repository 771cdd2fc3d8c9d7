"""Dreams: dream now, review what is proposed, read the diary, undo. Knows its parts.

Lists, cards and the diary only show and ask; `dream_work` does, and this page follows it.
"""

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QStackedWidget, QWidget

from desktop_app import dates
from desktop_app.dreams.proposal import Proposal, Support
from desktop_app.dreams.runs import DreamRun
from desktop_app.errors import Problem
from desktop_app.notebook.diaries import DiaryEntry
from desktop_app.notebook.layout import FileKind
from desktop_app.notebook.span_diaries import SpanDiary
from desktop_app.ui.dreams.cards import AskCard, ChatCard, FailedCard
from desktop_app.ui.dreams.diary_view import DiaryView
from desktop_app.ui.dreams.dream_list import DreamList
from desktop_app.ui.dreams.dream_menu import EngineChoice
from desktop_app.ui.dreams.dream_news import (
    DreamNews,
    NightlyOffer,
    lines_left_out,
    until_in_words,
)
from desktop_app.ui.dreams.dream_rows import (
    DreamRow,
    DreamRows,
    RowKind,
    dreams_of,
    first_waiting,
    newest_of,
    row_at,
    row_of,
    row_of_applied,
    source_paths,
    with_word,
)
from desktop_app.ui.dreams.dream_work import DreamWork
from desktop_app.ui.page import Page
from desktop_app.ui.parts.actions import LIST, Actions
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import Button, IconButton
from desktop_app.ui.parts.header import Header, more_button
from desktop_app.ui.parts.notices import EmptyState
from desktop_app.ui.parts.running import Running
from desktop_app.ui.plans import DREAMS
from desktop_app.ui.review.review import Review
from desktop_app.ui.review.source_row import Names
from desktop_app.words import together, tr

if TYPE_CHECKING:
    from desktop_app.dreams.apply import Applied, Undone
    from desktop_app.dreams.diary import Backing
    from desktop_app.dreams.dream import Outcome
    from desktop_app.dreams.question import DreamAnswer, DreamQuestion
    from desktop_app.dreams.span_writing import WrittenSpanDiary
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Changed, Memory
    from desktop_app.settings import Settings
    from desktop_app.ui.dreams.dream_work import Question
    from desktop_app.ui.review.standing import Standing

Pick = Callable[[list[DreamRow]], DreamRow | None]


class DreamsPage(Page):
    """The dreams of the notebook."""

    plan = DREAMS

    waiting = Signal(object)  # what all that waits Needs
    flush_asked = Signal()  # what is typed elsewhere is to be saved first

    def __init__(self, jobs: "Jobs", actions: Actions, settings: "Settings") -> None:
        super().__init__(jobs, actions)
        self._settings = settings
        self.work = DreamWork(jobs, settings, self)
        self.news = DreamNews(self)
        self.review = Review(jobs, actions)
        self.engines = EngineChoice(jobs, settings, self)
        self.list = DreamList(self.engines)
        self.ask = AskCard(actions)
        self.chat = ChatCard(actions)
        self._dreams = DreamRows()
        self._waits: bool | None = None  # whether anything does, once that is known
        # Where the list has no room beside the page:
        self.dreaming = Running(
            tr("A dream is under way"), tr("Starting"), wanted=False, surface="side"
        )
        self.nightly_offer = NightlyOffer(jobs, settings)
        self._row: DreamRow | None = None  # the one that is read, or was read last
        self._newest: date | None = None  # where the notes are, of a dream that read none
        self.reading = self._build_reading(actions)
        self._mending: DreamAnswer | None = None  # of an answer that the chat may mend
        self._pick: Pick | None = None
        self._kind = ""  # of what is to be decided, to be brought into sight
        self._seen = ""  # the id of the proposal that was reviewed last
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
        self.engines.use(memory)
        self.review.use(memory)
        self.news.front = False
        self.nightly_offer.clear()
        self.ask.question = self._mending = None
        self.chat.clear()
        self._waits = None
        self._dreams = DreamRows(now=memory.now())
        self.list.show_dreams(self._dreams)
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
        self.news.come()
        self._show_span()
        if self._documents.currentWidget() is self.review:
            self.review.focus()
        elif self.ask.question is not None:
            self.ask.focus()
        self._look(self._pick or self._unseen)

    def leave(self) -> None:
        self.news.front = False
        self.review.list.keep_edit()

    def focus_search(self) -> None:
        self.list.rows.setFocus()

    def dream(self, force: bool = False, until: date | None = None) -> None:
        """Start a dream, of the days up to `until` if given; it is followed in the list. While
        changes wait for a word, these come to the front in its place."""
        memory = self.memory
        if memory is None or self.work.running:
            return
        if force or self._waits is False:
            self._begin(force, until)
            return
        self.jobs.call(
            "dreams.waits",
            memory.dreams.proposals,
            lambda found: self._first_decide() if found else self._begin(force, until),
            self.tell,
        )

    def _first_decide(self) -> None:
        self.show_waiting()
        self.toast(tr("First decide what waits."))

    def _begin(self, force: bool, until: date | None) -> None:
        if not self.work.running:
            self._make_way()
            self.work.dream(force, until)

    def show_waiting(self, kind: str = "") -> None:
        """Bring the page to the front, and on it what is to be decided; a kind of it in sight."""
        self._come()
        self._kind = kind
        self._decide()
        self._look(first_waiting)

    def _decide(self) -> None:
        """Bring the list of what is to be decided to the front."""
        self._documents.setCurrentWidget(self.review)
        self.review.asking.look()
        if self.news.front:
            self.review.focus()

    def _come(self) -> None:
        self.registry[f"page.{self.name}"].trigger()

    # -- what dreams did ----------------------------------------------------------------------

    def _make_way(self) -> None:
        """A dream is about to begin: nothing is left to be said or asked of the one before."""
        self.told.emit("", "")
        self._put_away_question()

    def _retry(self, run: "DreamRun", builtin: bool = False) -> None:
        if self.memory is not None and not self.work.running:
            self._make_way()
            self.work.retry(run, builtin=builtin)

    def _asked(self, question: "Question") -> None:
        """Before the first dream with a model: the page comes forward, the question on it."""
        self._come()
        self.ask.ask(question)
        self._documents.setCurrentWidget(self.ask)
        self.ask.focus()

    def _answered(self, question: "Question", agreed: bool) -> None:
        self._make_way()
        self.work.answer(question, agreed)
        self.engines.changed.emit()
        self.engines.chosen.emit()

    def _put_away_question(self) -> None:
        self.ask.question = None
        if self._documents.currentWidget() is self.ask:
            self._documents.setCurrentWidget(self.reading)
            self.list.rows.setFocus(Qt.FocusReason.OtherFocusReason)
            self._look()

    def _ask_chat(self, question: "DreamQuestion") -> None:
        self._come()
        self._put_away_question()
        self._pick = self._mending = None  # no row is wanted in its place
        self.chat.ask(question.parts, len(question.days))
        self._documents.setCurrentWidget(self.chat)
        self.chat.focus()

    def _chat_heard(self, answer: "DreamAnswer") -> None:
        left_out = lines_left_out(answer)
        if answer.proposal is None and left_out:
            self.chat.refuse(together(answer.outcome.reason, left_out))
            return
        self.told.emit("", "")
        waits = self._documents.currentWidget() is self.chat  # nobody has left it meanwhile
        if answer.mend and waits and not self.chat.mends:
            proved = sum(one.verdict == Support.SUPPORTED for one in answer.changes)
            self.chat.mend(answer.mend, proved, len(answer.changes))
            self._mending = answer
        else:
            self._show_answer(answer)

    def _show_answer(self, answer: "DreamAnswer") -> None:
        self._mending = None
        self.chat.clear()
        self._dreamt(answer.outcome)
        if left_out := lines_left_out(answer):
            self.told.emit(tr("The answer said more, of which nothing is proposed."), left_out)

    def _leave_chat(self) -> None:
        if self._mending is not None:  # it waits already
            self._show_answer(self._mending)
            return
        self._documents.setCurrentWidget(self.reading)
        self._look()

    def _failed(self, outcome: "Outcome") -> None:
        self._look(partial(row_of, run_id=outcome.id))
        self.news.failed(outcome, self._come)

    def _show_running(self, running: bool) -> None:
        for part in (self.list, self.dreaming):
            part.show_running(running)
        self.failed.allow(not running)
        for place in (self.empty, self.nothing):
            place.button.setEnabled(not running)
        self.registry.allow("dream", not running)

    def _dreamt(self, outcome: "Outcome") -> None:
        if self._documents.currentWidget() is self.chat:
            self._documents.setCurrentWidget(self.reading)
        self._look(partial(row_of, run_id=outcome.id))
        again = partial(self.dream, force=outcome.newest is None, until=outcome.newest)
        self.news.dreamt(outcome, self.show_waiting, again)

    def _cancelled(self) -> None:
        self._look()
        self.toast(tr("The dream was cancelled. Nothing was written."))

    def _told_span(self, written: "WrittenSpanDiary") -> None:
        self._look(partial(row_at, path=written.path, line=1))
        self.news.wrote(written, partial(self.work.take_span_back, written))

    def _decided(self, proposal: Proposal) -> None:
        if self.review.proposal is not None and self.review.proposal.id != proposal.id:
            self.told.emit(tr("A newer proposal took its place. Your word counts there."), "")
            self._look(first_waiting)
        self.review.show_decision(proposal)
        self._show_rows(with_word(self._dreams, proposal))

    def _applied(self, applied: "Applied") -> None:
        proposal_id = applied.proposal.id
        self.news.applied(applied, partial(self.work.undo, proposal_id))
        self._close_review()
        self._look(partial(row_of_applied, proposal_id=proposal_id))
        if self.memory is not None:
            self.nightly_offer.look(self.memory)

    def _discard(self) -> None:
        if proposal := self.review.proposal:
            self._close_review()
            self.work.discard(proposal.id)
            words = tr("Dream discarded. MEMORY.md stays as it was.")
            self.toast(words, tr("Undo"), self._take_back)
            self._look()

    def _take_back(self) -> None:
        proposal_id = self.work.take_back()
        if proposal_id:
            self._look(partial(row_of, run_id=proposal_id))
        else:
            self.toast(tr("It is too late: the dream is discarded already."))

    def _undone(self, undone: "Undone") -> None:
        self.news.undone(undone)
        self._look()
        self.nightly_offer.clear()

    def _refused(self, problem: Problem) -> None:
        self.review.footer.show_applying(False)
        self.tell(problem)
        self._look()

    def _undo_shown(self) -> None:
        row = self.list.row()
        if row is not None and row.undoable:
            self.work.undo(row.undoable)

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
        kept = self._show_rows(dreams)
        rows = self.list.all()
        self._draw_turns()
        pick, self._pick = self._pick, None
        if pick is None and self._documents.currentWidget() is self.chat:
            return
        if self.review.proposal and not any(isinstance(r.thing, Proposal) for r in rows):
            self.review.close_proposal()  # none waits any more, perhaps by somebody else's deed
        wanted = pick(rows) if pick else None
        if wanted is None and self._documents.currentWidget() is self.review and not kept:
            return  # all is decided, and says so
        wanted = wanted or kept or (rows[0] if rows else None)
        if wanted is None:
            self._show_blank()
        elif wanted != kept:
            self.list.choose(wanted)
        else:
            self._show_row(wanted)

    def _show_rows(self, dreams: DreamRows) -> DreamRow | None:
        self._dreams, self._waits = dreams, bool(dreams.needs.count)
        self.waiting.emit(dreams.needs)
        return self.list.show_dreams(dreams)

    def _show_row(self, row: DreamRow) -> None:
        if self.memory is None or self.ask.question is not None:
            return
        if row.thing is None:
            if self._documents.currentWidget() is not self.review:
                self._decide()
            return
        if isinstance(row.thing, Proposal):
            if self._documents.currentWidget() is not self.review:
                self._documents.setCurrentWidget(self.reading)  # until the review was read
            self.work.look_at(row.thing, partial(self._show_review, row))
            return
        self._read(row, self.memory)
        self._documents.setCurrentWidget(self.reading)
        if isinstance(row.thing, SpanDiary):
            self.went.emit(row.thing.path, 1)
        if isinstance(row.thing, DiaryEntry):
            self._back(self.memory, row.thing, row.proposal)
            self.went.emit(row.thing.path, row.thing.line)

    def _back(self, memory: "Memory", entry: DiaryEntry, proposal: str) -> None:
        """Find the lines that an entry rests on."""

        def look() -> "tuple[Backing, Names]":
            backing = memory.dreams.backing(entry, proposal)
            days = memory.layout.dates_of(backing.paths)
            return backing, Names(memory.today(), days, memory=memory.layout.memory)

        show = lambda found: self.diary.show_backing(entry, *found)  # noqa: E731
        self.jobs.call("diary.backing", look, show, self.tell)

    def _unseen(self, rows: list[DreamRow]) -> DreamRow | None:
        """A proposal that was not looked at yet, perhaps of a dream from the command line."""
        row = first_waiting(rows)
        return row if row is not None and row.id != self._seen else None

    def _show_review(self, row: DreamRow, proposal: Proposal, standing: "Standing") -> None:
        """Brings the review to the front, unless the person chose something else meanwhile."""
        self.review.show_proposal(proposal, standing)
        self._seen = row.id
        if self.list.row() == row and self._documents.currentWidget() is self.reading:
            self._decide()
        self._lead()

    def _found(self) -> None:
        """Questions and lines were looked for: another number of them may wait."""
        if self.review.asking.settled:
            self._lead()
            self._look()

    def _lead(self) -> None:
        """Bring the kind of what is to be decided into sight that was asked for."""
        if self._kind and self.review.asking.settled:
            self.review.come_to(self._kind)
            self._kind = ""

    def _read(self, row: DreamRow, memory: "Memory") -> None:
        """Shows a diary, a dream that found nothing, or one that failed."""
        self._row, thing, today, (day, time) = row, row.thing, memory.today(), row.at
        words = tr("Dream of %1").replace("%1", dates.plain(day, today))
        if isinstance(thing, DiaryEntry | SpanDiary):
            self.header.say(tr("Diary") if isinstance(thing, SpanDiary) else words, thing.path)
            names = Names(today, memory.layout.dates_of(source_paths(thing)))
            self.diary.show_diary(thing, names, undoable=bool(row.undoable))
            self._read_now(self.diary)
            return
        self.header.say(words, time)
        if row.kind == RowKind.FAILED and isinstance(thing, DreamRun):
            self.failed.show_run(thing, today, settled=row.settled, resumes=row.resumes)
            self._read_now(self.failed)
        else:
            newest = self._newest = newest_of(row)
            again = tr("Dream again") if newest is None else until_in_words(newest, today)
            self.nothing.say(row.detail or tr("Nothing new to keep."), again)
            self._read_now(self.nothing)

    def _read_now(self, part: QWidget) -> None:
        self._read_stack.setCurrentWidget(part)
        self._draw_turns()

    def _turns(self) -> tuple[list[DreamRow], int | None]:
        """The dreams that can be turned to, and where among them the one stands that is read."""
        rows = [row for row in self.list.all() if row.kind != RowKind.WAITING]
        return rows, rows.index(self._row) if self._row in rows else None

    def _turn(self, by: int) -> None:
        rows, at = self._turns()
        if at is not None and 0 <= at + by < len(rows):
            self.list.choose(rows[at + by])

    def _draw_turns(self) -> None:
        self.more.setVisible(self._read_stack.currentWidget() is self.diary)
        rows, at = self._turns()
        for button, able in (
            (self.newer, bool(at)),
            (self.older, at is not None and at < len(rows) - 1),
        ):
            button.setVisible(at is not None and len(rows) > 1)
            button.setEnabled(able)

    def _show_blank(self) -> None:
        """There is no dream yet."""
        self._row = None
        self.header.say(self.title)
        self._read_now(self.empty)
        self._documents.setCurrentWidget(self.reading)

    def _close_review(self) -> None:
        self.review.close_proposal()
        self._documents.setCurrentWidget(self.reading)
        if self.news.front:  # the place where the keyboard stood may be gone
            self.list.rows.setFocus(Qt.FocusReason.OtherFocusReason)

    def _choose(self, row: DreamRow) -> None:
        """A row was chosen, or pressed again."""
        self.ask.question = None
        self._show_row(row)

    # -- building -----------------------------------------------------------------------------

    def _build_reading(self, actions: Actions) -> QFrame:
        """The document of a dream that is not to be decided: its diary, or why there is none."""
        self.header = Header(actions, self.title)
        self.newer = IconButton("chevron-left", tr("The dream after this one"))
        self.older = IconButton("chevron-right", tr("The dream before this one"))
        self.newer.clicked.connect(lambda: self._turn(-1))
        self.older.clicked.connect(lambda: self._turn(1))
        self.more = more_button(tr("More to do with this diary"), actions)
        self.header.add(self.more, self.newer, self.older)
        self.diary = DiaryView()
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
            chat = Button(tr("Dream by any chat"), act=self.work.ask_chat)
            place.add(chat)
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
        for card in (self.list.dreaming, self.dreaming):
            work.stepped.connect(card.say)
            card.cancel_asked.connect(work.cancel)
        narrow = self.registry[LIST]  # there is a way to the list: it is not beside the page
        narrow.changed.connect(lambda: self.dreaming.want(narrow.isVisible()))
        work.dreamt.connect(self._dreamt)
        work.failed.connect(self._failed)
        work.asked.connect(self._asked)
        work.questioned.connect(self._ask_chat)
        work.unanswered.connect(lambda problem: self.chat.refuse(str(problem)))
        work.chat_heard.connect(self._chat_heard)
        work.told_span.connect(self._told_span)
        work.span_back.connect(self._look)
        work.applied.connect(self._applied)
        work.answered.connect(self.news.did)
        work.undone.connect(self._undone)
        work.refused.connect(self._refused)
        work.weighed.connect(self.review.show_lost)
        work.decided.connect(self._decided)
        work.unread.connect(self.tell)

    def _connect_parts(self) -> None:
        work, menu, review = self.work, self.list.menu, self.review
        self.list.dream_asked.connect(self.dream)
        self.list.chosen.connect(self._choose)
        menu.chosen.connect(self._choose_span)
        menu.again_asked.connect(lambda: self.dream(force=True))
        menu.span_asked.connect(work.write_span)
        menu.until_asked.connect(lambda day: self.dream(until=day))
        menu.chat_asked.connect(work.ask_chat)
        self.ask.answered.connect(self._answered)
        self.ask.left.connect(self._put_away_question)
        self.chat.answered.connect(work.hear_chat)
        self.chat.left.connect(self._leave_chat)
        for part in (self.engines, self.nightly_offer):
            part.failed.connect(self._refused)
        self.empty.acted.connect(self.dream)
        self.nothing.acted.connect(
            lambda: self.dream(force=self._newest is None, until=self._newest)
        )
        self.failed.retry_asked.connect(self._retry)
        self.failed.builtin_asked.connect(partial(self._retry, builtin=True))
        self.diary.opened.connect(self.opened)
        self.diary.undo_asked.connect(self._undo_shown)
        review.decided.connect(work.decide)
        review.all_said.connect(work.decide_all)
        review.placed.connect(work.place)
        review.apply_asked.connect(lambda _id: self.told.emit("", ""))
        review.apply_asked.connect(work.apply)
        review.result_asked.connect(lambda one: work.preview(one, review.show_result))
        review.discard_asked.connect(self._discard)
        review.asking.did.connect(self.news.did)
        review.asking.failed.connect(self.tell)
        review.asking.found.connect(self._found)
        review.opened.connect(self.opened)
