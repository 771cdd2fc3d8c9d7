"""Fetches what a dream left in the days when one asks for it. Knows memory and one section."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from desktop_app.dreams.proposal import Proposal, Why
from desktop_app.ui.review.left_section import LeftSection
from desktop_app.ui.review.source_row import Names

if TYPE_CHECKING:
    from desktop_app.dreams.left import LeftLine
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory


class LeftDesk(QObject):
    """One proposal at a time; its lines are read from the files in a worker, each time anew."""

    unread = Signal(object)  # the Problem

    def __init__(self, jobs: "Jobs", section: LeftSection, name: str) -> None:
        """`name` tells its questions from those of another desk."""
        super().__init__(section)
        self._jobs, self._section, self._name = jobs, section, name
        self._memory: Memory | None = None
        self._proposal: Proposal | None = None
        self._wanted = ""
        section.asked.connect(self._ask)

    def show(self, memory: "Memory", proposal: Proposal | None) -> None:
        """The counts of this proposal; None: there is none to be known."""
        before = self._proposal
        self._memory, self._proposal = memory, proposal
        self._wanted = proposal.id if proposal else ""
        if before is not None and (proposal is None or proposal.id != before.id):
            self._section.show_counts({})
        self._section.show_counts(proposal.set_aside if proposal else {})
        self._section.refresh()

    def find(self, memory: "Memory", proposal_id: str) -> None:
        """The same for a proposal that is to be fetched first; "" for none."""
        if not proposal_id:
            self.show(memory, None)
            return
        if self._proposal is not None and self._proposal.id != proposal_id:
            self.show(memory, None)  # until it is here, nothing of another one
        self._wanted = proposal_id

        def arrive(proposal: Proposal) -> None:
            if self._wanted == proposal.id:
                self.show(memory, proposal)

        self._jobs.call(
            f"left.{self._name}.of",
            lambda: memory.dreams.proposal(proposal_id),
            arrive,
            self.unread.emit,
        )

    def _ask(self, kind: str) -> None:
        memory, proposal = self._memory, self._proposal
        if memory is None or proposal is None:
            return

        def look() -> "tuple[tuple[LeftLine, ...], int, Names]":
            lines, more = memory.dreams.left_lines(proposal, Why(kind))
            paths = {line.path for line in lines}
            days = memory.layout.dates_of(paths)
            return lines, more, Names(memory.today(), days)

        def arrive(answer: "tuple[tuple[LeftLine, ...], int, Names]") -> None:
            self._section.show_lines(Why(kind), *answer)

        self._jobs.call(f"left.{self._name}", look, arrive, self.unread.emit)
