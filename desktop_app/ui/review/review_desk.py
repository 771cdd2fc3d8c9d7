"""The review at work: shows a proposal, keeps decisions, has it applied or set aside.

Knows the review, its list of changes and the dreams' deeds; not the page that they stand on.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from desktop_app.dreams.proposal import Proposal
from desktop_app.errors import Problem
from desktop_app.ui.dreams.dream_work import DreamWork
from desktop_app.ui.frame.actions import Actions
from desktop_app.ui.look.theme import Theme
from desktop_app.ui.review.change_list import ChangeList
from desktop_app.ui.review.change_words import ACCEPTED, BOTH
from desktop_app.ui.review.left_desk import LeftDesk
from desktop_app.ui.review.review import RESULT, Review
from desktop_app.ui.review.standing import Standing, standing_of

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory


class ReviewDesk(QObject):
    """`review` is the document, `changes` the list beside it."""

    told = Signal(str, str)  # a Problem's message and hint; ("", "") clears it

    def __init__(self, theme: Theme, jobs: "Jobs", actions: Actions, work: DreamWork) -> None:
        super().__init__(work)
        self._jobs, self._work = jobs, work
        self._memory: Memory | None = None
        self._words = 0  # how often the person decided, and how often that was answered
        self.review = Review(theme, jobs, actions)
        self.changes = ChangeList(theme)
        self._left = LeftDesk(jobs, self.review.left, "review")
        self._left.told.connect(self.told)
        self.changes.rows.addActions(self.review.keys.actions)
        self.changes.chosen.connect(self.review.go_to)
        self.review.current_changed.connect(self.changes.show_current)
        self.review.decided.connect(self._decide)
        self.review.apply_asked.connect(self._apply)
        self.review.result_asked.connect(self._show_result)
        self.review.all_said.connect(self._decide_all)
        self.review.sifted.connect(self._list_changes)
        work.decided.connect(self._decided)
        work.refused.connect(self._refused)

    def use(self, memory: "Memory") -> None:
        """Another notebook: nothing is on the desk."""
        self._memory = memory
        self.close()

    def close(self) -> None:
        """The proposal is settled, or no longer to be looked at."""
        self.review.proposal = None
        self.review.footer.show_applying(False)

    def show(self, proposal: Proposal, shown: Callable[[], None]) -> None:
        """Shows a proposal as it stands in the notebook now, then calls `shown`."""
        memory, words = self._memory, self._words
        if memory is None:
            return

        def arrive(found: tuple[Proposal, Standing]) -> None:
            proposal, standing = found
            if words != self._words:  # it was read before the person's last word was kept
                self.show(proposal, shown)
                return
            self.review.show_proposal(proposal, standing)
            self._left.show(memory, proposal)
            self._list_changes()
            if self.review.modes.value == RESULT:
                self.review.show_result(standing, memory.layout.memory)
            shown()

        def work() -> tuple[Proposal, Standing]:
            kept = memory.dreams.proposal(
                proposal.id
            )  # it may have been listed before it was decided on
            now = kept if kept.state == proposal.state else proposal
            return now, standing_of(memory, now)

        self._jobs.call("review.standing", work, arrive, self._unread)

    def _decide(self, number: int, answer: str, new: object) -> None:
        if proposal := self.review.proposal:
            words = new if isinstance(new, str) else None
            taken = answer in (ACCEPTED, BOTH)
            self._words += 1
            self._work.decide(proposal.id, number, taken, words, both=answer == BOTH)

    def _decide_all(self, numbers: Sequence[int], yes: bool, words: str) -> None:
        if proposal := self.review.proposal:
            self._words += 1
            self._work.decide_all(proposal.id, numbers, yes, words)

    def _list_changes(self) -> None:
        """The list tells what the review shows."""
        self.changes.show_changes(self.review.shown(), self.review.gone)
        self.changes.show_current(self.review.current)

    def _decided(self, proposal: Proposal) -> None:
        self._words += 1
        shown = self.review.proposal
        if shown is not None and shown.id == proposal.id:
            self.review.show_decision(proposal)
            self._list_changes()

    def _apply(self) -> None:
        if proposal := self.review.proposal:
            self.review.keep_edits()
            self.review.footer.show_applying(True)
            self.told.emit("", "")
            self._work.apply(proposal.id)

    def _refused(self, _problem: Problem) -> None:
        self.review.footer.show_applying(False)  # the button may be pressed again

    def _show_result(self) -> None:
        memory, proposal = self._memory, self.review.proposal
        if memory is not None and proposal is not None:
            self._jobs.call(
                "review.result",
                lambda: standing_of(memory, proposal),
                lambda standing: self.review.show_result(standing, memory.layout.memory),
                self._unread,
            )

    def _unread(self, problem: Problem) -> None:
        self.told.emit(problem.message, problem.hint)
