"""Where a proposal stands in its notebook now, and how much waits in all. Knows memory, no widget.

Files may have changed since the dream: what was dreamt over may be gone, lines have their times.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from desktop_app.dreams.guard import sentence
from desktop_app.dreams.proposal import Proposal, Why
from desktop_app.dreams.result import IN_FILE, Place, standing_in
from desktop_app.dreams.skipped_lines import LEFT, LeftLine
from desktop_app.language.gate import doubted, reason_of
from desktop_app.memory import Memory
from desktop_app.notebook import days
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.ui.review.change_words import Names, State, state_of


@dataclass(frozen=True)
class Standing:
    """`memory` is MEMORY.md as it is, `after` as it would be with what is accepted.

    `places` are where in memory each change finds what it takes; `gone` are
    the changes that find none of it, and why; `doubted` those that a yes to many leaves, and why.
    `lost` is a sentence on what memory would no longer say. `left` are the lines that the dream
    read and left in the days, as far as they still stand there, and how many more it does not name.
    """

    names: Names
    memory: MemoryFile
    after: str
    places: Mapping[int, tuple[Place, ...]]
    gone: Mapping[int, str]
    doubted: Mapping[int, str]
    lost: str = ""
    left: Mapping[Why, tuple[Sequence[LeftLine], int]] = field(default_factory=dict)

    def without_known(self, proposal: Proposal) -> Proposal:
        """The proposal without what the file has already: nothing of that waits."""
        return proposal.only(c for c in proposal.changes if self.gone.get(c.n) != IN_FILE)

    def counted(self, proposal: Proposal) -> tuple[list[str], list[Proposal]]:
        """The states of its changes, and what of it still counts."""
        known = self.without_known(proposal)
        lost = {one.n for one in known.changes if one.accepted and one.n in self.gone}
        states = [State.GONE if one.n in lost else state_of(one) for one in known.changes]
        return states, [known.only(one for one in known.changes if one.n not in lost)]

    @property
    def before(self) -> str:
        return _shown(self.memory.data)


def standing_of(memory: Memory, proposal: Proposal) -> Standing:
    """Read what there is. Blocks: run it in a thread. Raises Problem when a file can't be read."""
    paths = {source.path for change in proposal.changes for source in change.sources}
    times: dict[tuple[str, int], str] = {}
    for path in filter(memory.layout.date_of, paths):
        for block in days.blocks(memory.files.read(path).text):
            if block.time:
                times |= {(path, n): block.time for n in range(block.line, block.end_line + 1)}
    now = memory.files.bullets()
    places, gone = standing_in(now, proposal.changes)
    waiting = {
        one.n: reason_of(why)
        for one in proposal.changes
        if (why := doubted(one.new or "")) is not None
    }
    left = {
        why: memory.dreams.left_lines(proposal, why) for why in LEFT if why in proposal.set_aside
    }
    return Standing(
        Names(memory.today(), memory.layout, times),
        now,
        _shown(memory.dreams.preview(proposal)),
        places,
        gone,
        waiting,
        sentence(memory.dreams.lost(proposal)),
        {why: ([one for one in lines if one.text], more) for why, (lines, more) in left.items()},
    )


def _shown(data: bytes) -> str:
    return data.decode("utf-8", "replace").replace("\r\n", "\n")
