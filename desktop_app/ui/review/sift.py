"""Which changes of a proposal one looks at, and what one word on all of them means.

Knows a Proposal, a family and a page; no widget.
"""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from desktop_app.dreams.deciding import FAMILIES, acceptable, in_sight, waits
from desktop_app.dreams.proposal import Change, ChangeKind, Proposal
from desktop_app.ui.review.change_words import HELD, OPEN, state_of

QUESTIONS = "questions"
_FAMILY = {kind: family for family, kinds in FAMILIES.items() for kind in kinds}


@dataclass(frozen=True)
class ForAll:
    """The numbers that a yes and a no to all would answer.

    `held` are left for a word of their own; `first` says that nothing of it is answered yet.
    """

    yes: tuple[int, ...] = ()
    no: tuple[int, ...] = ()
    held: int = 0
    first_yes: bool = True
    first_no: bool = True


@dataclass
class Sift:
    """`family` is one of `FAMILIES`, or "" for all; `more` shows the second page, too."""

    family: str = ""
    more: bool = False

    def in_sight(self, proposal: Proposal) -> list[Change]:
        """All that is offered so far, of every family."""
        return [change for change in proposal.changes if in_sight(change, self.more)]

    def shown(self, proposal: Proposal) -> list[Change]:
        """What one looks at."""
        return [change for change in self.in_sight(proposal) if self.lets_through(change)]

    def lets_through(self, change: Change) -> bool:
        """Whether a change is of the family one looks at."""
        return not self.family or _FAMILY.get(change.kind, "new") == self.family

    def behind(self, proposal: Proposal) -> int:
        """How many more could be shown."""
        return len(proposal.changes) - len(self.in_sight(proposal))

    def counts(self, proposal: Proposal) -> dict[str, int]:
        """How many of each family are in sight, all of them first."""
        there = self.in_sight(proposal)
        counted = Counter(_FAMILY.get(change.kind, "new") for change in there)
        return {"": len(there)} | {name: counted[name] for name in FAMILIES if counted[name]}

    def next_family(self, proposal: Proposal, by: int) -> str:
        """The family after this one, or before it, and round."""
        every = list(self.counts(proposal))
        at = every.index(self.family) if self.family in every else 0
        return every[(at + by) % len(every)]

    def for_all(self, proposal: Proposal, gone: Collection[int]) -> ForAll:
        """What one word on all that is shown would answer; a question has words of its own.

        A no takes back what the engine took beforehand, as long as nothing was answered.
        """
        asked = self.family == QUESTIONS
        there = [
            change
            for change in self.shown(proposal)
            if (change.kind == ChangeKind.QUESTION) == asked and change.n not in gone
        ]
        fresh = not any(change.decided for change in there)
        yes = acceptable(there, proposal.changes)
        no = [change for change in there if waits(change) or (fresh and not change.decided)]
        return ForAll(
            tuple(change.n for change in yes),
            tuple(change.n for change in no),
            sum(waits(change) for change in there) - len(yes),
            fresh and not any(change.accepted for change in there),
            fresh,
        )

    def next_to_decide(self, proposal: Proposal, gone: Collection[int], after: int) -> int:
        """The next change that waits for a word, here or else anywhere in sight; 0 for none."""
        for there in (self.shown(proposal), self.in_sight(proposal)):
            numbers = [change.n for change in there]
            at = numbers.index(after) + 1 if after in numbers else 0
            for change in (*there[at:], *there[:at]):
                if state_of(change) in (OPEN, HELD) and change.n not in gone:
                    return change.n
        return 0
