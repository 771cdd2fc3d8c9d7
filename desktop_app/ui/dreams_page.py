"""Dreams: dream now, review what is proposed, read the diary, undo. Knows Memory's dreams.

The page starts and follows jobs; lists, cards and the diary are parts that only show and ask.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QStackedWidget, QVBoxLayout, QWidget

from desktop_app.dreams.proposal import Proposal
from desktop_app.errors import Problem
from desktop_app.ui.actions import NOTEBOOK, Actions
from desktop_app.ui.page import Page
from desktop_app.ui.parts import dates
from desktop_app.ui.parts.change_list import ChangeList
from desktop_app.ui.parts.diary_view import DiaryView
from desktop_app.ui.parts.dream_list import DreamList
from desktop_app.ui.parts.dream_rows import (
    FAILED,
    TOLD,
    WAITING,
    Dreams,
    Row,
    dreams_of,
)
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.notices import EmptyState, announce
from desktop_app.ui.review import Review
from desktop_app.ui.theme import Theme

if TYPE_CHECKING:
    from desktop_app.dreams.apply import Applied, Undone
    from desktop_app.dreams.dream import Outcome
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Changed, Memory

JOB = "dream"
UNDO_MS = 8000


class Settings(Protocol):
    """What this page reads and keeps of the person's choices."""

    def get(self, key: str) -> object: ...

    def set(self, key: str, value: object) -> None: ...


class DreamsPage(Page):
    """The dreams of the notebook."""

    name = "dreams"

    waiting = Signal(int)  # how many changes wait for a word
    flush_asked = Signal()  # what is typed elsewhere is to be saved first

    def __init__(self, theme: Theme, jobs: "Jobs", actions: Actions, settings: Settings) -> None:
        super().__init__(theme, jobs, actions)
        self.title = self.tr("Dreams")
        self.about = self.tr("Dream, review, diary")
        self._settings = settings
        self._front = False
        self.list = DreamList(theme)
        self.changes = ChangeList(theme)
        self.review = Review(theme, actions)
        self.diary = DiaryView(theme)
        self.empty = EmptyState(
            theme,
            "dreams",
            self.tr(
                "A dream reads your recent days and proposes what belongs into MEMORY.md. "
                "Nothing is written before you say so."
            ),
            self.tr("Dream now"),
        )
        self._build()
        self._connect()
        actions.add(
            "dream", self.tr("Dream now"), self.dream, "Ctrl+Shift+D", "dreams", NOTEBOOK,
            detail=self.tr("Reads recent days, proposes changes to MEMORY.md"),
        )  # fmt: skip
        actions.add(
            "dream.undo", self.tr("Undo the last dream"), self._undo_last, "", "undo", NOTEBOOK,
            detail=self.tr("Takes its changes back"),
        )  # fmt: skip
        # Ctrl+Z means the dream only while its toast is up; an editor with the keyboard keeps it.
        actions.add("dream.undo.now", self.tr("Undo this dream"), self._undo_last, "Ctrl+Z",
                    listed=False)  # fmt: skip
        actions.allow("dream.undo.now", False)
        self._undo_time = QTimer(self, singleShot=True, interval=UNDO_MS)
        self._undo_time.timeout.connect(lambda: actions.allow("dream.undo.now", False))
        self.list.show_span(int(settings.get("dreams.days")))

    # -- the page -----------------------------------------------------------------------------

    def list_pane(self) -> QWidget:
        return self._lists

    def show_notebook(self, memory: "Memory") -> None:
        super().show_notebook(memory)
        self.list.show_dreams(Dreams((), 0, memory.now()))
        self._show_document(self._blank)
        self._lists.setCurrentWidget(self.list)
        self._look()

    def show_changed(self, changed: "Changed") -> None:
        layout = self.memory.layout if self.memory else None
        if layout and any(layout.kind(path) in ("dreams", "memory") for path in changed.paths):
            self._look()

    def shows(self, path: str) -> bool:
        return self.memory is not None and self.memory.layout.kind(path) == "dreams"

    def go_to(self, path: str, line: int) -> None:
        self._look(lambda rows: self._entry_at(rows, path, line))

    def entered(self) -> None:
        self._front = True
        self.list.show_span(int(self._settings.get("dreams.days")))
        self._look()

    def leave(self) -> None:
        self._front = False

    def focus_search(self) -> None:
        self.list.rows.setFocus()

    # -- dreaming -----------------------------------------------------------------------------

    def dream(self, force: bool = False) -> None:
        """Start a dream, once what is typed is saved; it is followed in the list."""
        if self.memory is None or self.jobs.running(JOB):
            return
        self.told.emit("", "")
        self.list.show_running(True)
        self.registry.allow("dream", False)
        self.list.dreaming.begin()
        self._lists.setCurrentWidget(self.list)
        self.flush_asked.emit()
        self.jobs.do(lambda: None, lambda _: self._start(force))

    def _start(self, force: bool) -> None:
        memory = self.memory
        assert memory is not None
        days = int(self._settings.get("dreams.days")) or None
        enabled = bool(self._settings.get("dreams.enabled"))

        async def work(report: Callable[[str], None]) -> "Outcome":
            return await memory.deep_dream(days, force=force, enabled=enabled, report=report)

        self.jobs.start(
            JOB,
            work,
            done=self._dreamt,
            failed=self._failed,
            cancelled=self._cancelled,
            step=self.list.dreaming.say,
        )

    def _dreamt(self, outcome: "Outcome") -> None:
        self._ended()
        if outcome.kind == "failed" and outcome.problem:
            self._failed(outcome.problem)
            return
        if outcome.proposal is None:
            self.toast(outcome.reason, self.tr("Dream again"), lambda: self.dream(force=True))
            self._look()
            return
        proposal = outcome.proposal
        self._look(lambda rows: self._row_of(rows, proposal.id) if self._front else None)
        count = len(proposal.changes)
        words = self.tr("Dream finished: %1 to review").replace("%1", _changes(self, count))
        if self._front:  # the review is there to be seen; a toast would only cover its buttons
            announce(self, words)
        else:
            self.toast(words, self.tr("Review"), self._show_waiting)

    def _failed(self, problem: Problem) -> None:
        self._ended()
        self.told.emit(problem.message, problem.hint)
        self._look()

    def _cancelled(self) -> None:
        self._ended()
        self.toast(self.tr("The dream was cancelled. Nothing was written."))

    def _ended(self) -> None:
        self.list.dreaming.end()
        self.list.show_running(False)
        self.registry.allow("dream", True)

    def _choose_span(self, days: int) -> None:
        try:
            self._settings.set("dreams.days", days)
        except Problem as problem:
            self.told.emit(problem.message, problem.hint)
        self.list.show_span(int(self._settings.get("dreams.days")))

    # -- deciding -----------------------------------------------------------------------------

    def _decide(self, number: int, accepted: bool, new: object) -> None:
        memory, proposal = self.memory, self.review.proposal
        if memory is None or proposal is None:
            return
        words = new if isinstance(new, str) else None
        self.jobs.do(
            lambda: memory.decide(proposal.id, number, accepted, words),
            self._decided,
            self._refused,
        )

    def _decided(self, proposal: Proposal) -> None:
        shown = self.review.proposal
        if self.memory is not None and shown is not None and shown.id == proposal.id:
            self.review.show_proposal(self.memory, proposal)
            self.changes.show_proposal(proposal)

    def _apply(self) -> None:
        memory, proposal = self.memory, self.review.proposal
        if memory is None or proposal is None:
            return
        self.review.apply_button.setEnabled(False)
        self.flush_asked.emit()
        self.jobs.do(lambda: memory.apply(proposal.id), self._applied, self._refused)

    def _applied(self, applied: "Applied") -> None:
        taken = sum(change.accepted for change in applied.proposal.changes)
        words = self.tr("MEMORY.md updated: %1 applied").replace("%1", _changes(self, taken))
        if applied.left:
            words = self.tr("%1; %2 left out, their bullets were edited meanwhile")
            words = words.replace("%1", self.tr("%1 applied").replace("%1", _changes(self, taken)))
            words = words.replace("%2", str(len(applied.left)))
        proposal_id = applied.proposal.id
        self.toast(words, self.tr("Undo"), lambda: self._undo(proposal_id))
        self.registry.allow("dream.undo.now", True)
        self._undo_time.start()
        self._close_review()
        made = applied.proposal
        self._look(
            lambda rows: next((r for r in rows if r.kind == TOLD and r.undoable == made.id), None)
        )

    def _discard(self) -> None:
        memory, proposal = self.memory, self.review.proposal
        if memory is not None and proposal is not None:
            self.jobs.do(lambda: memory.discard(proposal.id), self._discarded, self._refused)

    def _discarded(self, _proposal: Proposal) -> None:
        self.toast(self.tr("Discarded. MEMORY.md stays as it was."))
        self._close_review()
        self._look()

    def _undo_last(self) -> None:
        self._undo(None)

    def _undo(self, proposal_id: str | None) -> None:
        memory = self.memory
        if memory is not None:
            self.registry.allow("dream.undo.now", False)
            self.flush_asked.emit()
            self.jobs.do(lambda: memory.undo(proposal_id), self._undone, self._refused)

    def _undone(self, undone: "Undone") -> None:
        if undone.conflicts:
            count = len(undone.conflicts)
            words = self.tr("Undone. %1 edited since and stay as they are now").replace(
                "%1", self.tr("1 line was") if count == 1 else self.tr("%n lines were")
            )
            self.toast(words.replace("%n", str(count)))
        else:
            self.toast(self.tr("Undone. MEMORY.md is as it was before the dream."))
        self._look()

    def _refused(self, problem: Problem) -> None:
        self.told.emit(problem.message, problem.hint)
        if self.review.proposal is not None and self.memory is not None:
            self.review.apply_button.setEnabled(True)
        self._look()

    def _show_result(self) -> None:
        memory, proposal = self.memory, self.review.proposal
        if memory is None or proposal is None:
            return

        def work() -> tuple[str, str]:
            before = memory.read(memory.layout.memory).data
            after = memory.preview(proposal)
            return before.decode("utf-8", "replace"), after.decode("utf-8", "replace")

        self.jobs.call("review.result", work, lambda texts: self.review.result.show_result(*texts))

    # -- showing ------------------------------------------------------------------------------

    def _look(self, pick: Callable[[list[Row]], Row | None] = lambda rows: None) -> None:
        """Read what there is anew; `pick` may bring a row to the front."""
        memory = self.memory
        if memory is not None:
            self.jobs.call(
                "dreams.list",
                lambda: dreams_of(memory),
                lambda dreams: self._show_dreams(dreams, pick),
                self._unread,
            )

    def _unread(self, problem: Problem) -> None:
        self.told.emit(problem.message, problem.hint)

    def _show_dreams(self, dreams: Dreams, pick: Callable[[list[Row]], Row | None]) -> None:
        self.waiting.emit(dreams.waiting)
        kept = self.list.show_dreams(dreams)
        rows = list(dreams.rows)
        wanted = pick(rows)
        if wanted is None and kept is None and rows:
            wanted = rows[0]
        if wanted is not None and wanted != kept:
            self.list.choose(wanted)
        elif kept is not None:
            self._show_row(kept)
        elif not rows:
            self._show_document(self._blank)

    def _show_row(self, row: Row) -> None:
        assert self.memory is not None
        if row.kind == WAITING:
            self.review.show_proposal(self.memory, row.thing)
            self.changes.show_proposal(row.thing)
            self.changes.show_current(self.review.current)
            self._lists.setCurrentWidget(self.changes)
            self._show_document(self.review)
            if self._front:
                self.review.focus()
            return
        if row.kind == TOLD:
            entry = row.thing
            plain = dates.plain(entry.date, self.memory.today())
            self._header.say(self.tr("Dream of %1").replace("%1", plain), entry.path)
            self.diary.show_entry(
                entry,
                self.memory.today(),
                self.memory.layout.date_of,
                undoable=bool(row.undoable),
            )
            self._inner.setCurrentWidget(self.diary)
            self.went.emit(entry.path, entry.line)
        else:
            failed = row.kind == FAILED
            plain = dates.plain(row.at[0], self.memory.today())
            self._header.say(self.tr("Dream of %1").replace("%1", plain), row.at[1])
            self._idle.say(row.detail, self.tr("Retry") if failed else self.tr("Dream again"))
            self._inner.setCurrentWidget(self._idle)
        self._show_document(self._reading)

    def _undo_shown(self) -> None:
        row = self.list.row()
        if row is not None and row.undoable:
            self._undo(row.undoable)

    def _show_waiting(self) -> None:
        """Bring the proposal that waits to the front."""
        self.opened.emit(self.memory.layout.diary(self.memory.today()), 0) if self.memory else None
        self._look(lambda rows: next((row for row in rows if row.kind == WAITING), None))

    def _close_review(self) -> None:
        self.review.proposal = None
        self._lists.setCurrentWidget(self.list)

    def _all_dreams(self) -> None:
        self._lists.setCurrentWidget(self.list)
        self.list.rows.setFocus()

    @staticmethod
    def _row_of(rows: list[Row], proposal_id: str) -> Row | None:
        return next(
            (
                row
                for row in rows
                if isinstance(row.thing, Proposal) and row.thing.id == proposal_id
            ),
            None,
        )

    @staticmethod
    def _entry_at(rows: list[Row], path: str, line: int) -> Row | None:
        there = [row for row in rows if row.kind == TOLD and row.thing.path == path]
        before = [row for row in there if row.thing.line <= max(line, 1)]
        return max(before or there, key=lambda row: row.thing.line, default=None)

    def _show_document(self, part: QWidget) -> None:
        self._documents.setCurrentWidget(part)

    def _build(self) -> None:
        self._lists = QStackedWidget()
        self._lists.addWidget(self.list)
        self._lists.addWidget(self.changes)
        self._idle = EmptyState(self.theme, "dreams", "", self.tr("Dream again"))
        self._header = Header(self.theme, self.registry, self.title)
        self._inner = QStackedWidget()
        self._inner.addWidget(self.diary)
        self._inner.addWidget(self._idle)
        self._reading = QFrame()
        inside = QVBoxLayout(self._reading)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        inside.addWidget(self._header)
        inside.addWidget(self._inner, 1)
        self._blank = QFrame()
        blank = QVBoxLayout(self._blank)
        blank.setContentsMargins(0, 0, 0, 0)
        blank.setSpacing(0)
        blank.addWidget(Header(self.theme, self.registry, self.title))
        blank.addWidget(self.empty, 1)
        self._documents = QStackedWidget()
        for part in (self._blank, self._reading, self.review):
            self._documents.addWidget(part)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._documents)

    def _connect(self) -> None:
        self.list.dream_asked.connect(self.dream)
        self.list.again_asked.connect(lambda: self.dream(force=True))
        self.list.span_chosen.connect(self._choose_span)
        self.list.dreaming.cancel_asked.connect(lambda: self.jobs.cancel(JOB))
        self.list.chosen.connect(self._show_row)
        self.changes.chosen.connect(self.review.go_to)
        self.changes.back_asked.connect(self._all_dreams)
        self.review.current_changed.connect(self.changes.show_current)
        self.review.decided.connect(self._decide)
        self.review.apply_asked.connect(self._apply)
        self.review.discard_asked.connect(self._discard)
        self.review.result_asked.connect(self._show_result)
        self.review.opened.connect(self.opened)
        self.diary.opened.connect(self.opened)
        self.diary.undo_asked.connect(self._undo_shown)
        self.empty.acted.connect(self.dream)
        self._idle.acted.connect(lambda: self.dream(force=True))


def _changes(page: Page, count: int) -> str:
    words = page.tr("1 change") if count == 1 else page.tr("%1 changes")
    return words.replace("%1", str(count))
