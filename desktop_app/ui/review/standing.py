"""Where a proposal stands in its notebook now, and how much waits in all. Knows memory, no widget.

Files may have changed since the dream: what was dreamt over may be gone, lines have their times.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from desktop_app.dataclass import dataclass
from desktop_app.dreams.guard import sentence
from desktop_app.dreams.proposal import Change, ChangeKind, Proposal
from desktop_app.dreams.result import is_in_file
from desktop_app.language.gate import held, reason_of
from desktop_app.notebook import days
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.ui.review.words import Names
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.memory import Memory

Place = tuple[int, int]
"""A line of MEMORY.md, from 1, and where in the file a statement begins there; 0 for a heading."""


@dataclass(frozen=True)
class Standing:
    """`memory` is MEMORY.md as it is, `after` as it would be with what is accepted.

    `places` are where in memory each change finds what it takes; `gone` are
    the changes that find none of it, and why; `held` those that a yes to many leaves, and why.
    `lost` is a sentence on what memory would no longer say.
    """

    names: Names
    memory: MemoryFile
    after: str
    places: Mapping[int, tuple[Place, ...]]
    gone: Mapping[int, str]
    held: Mapping[int, str]
    lost: str = ""

    def without_known(self, proposal: Proposal) -> Proposal:
        """The proposal without what the file has already: nothing of that waits."""
        return proposal.only(c for c in proposal.changes if self.gone.get(c.n) != IN_FILE)

    @property
    def before(self) -> str:
        """MEMORY.md as it is."""
        return _shown(self.memory.data)


def standing_of(memory: "Memory", proposal: Proposal) -> Standing:
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
        if (why := held(one.new or "")) is not None
    }
    return Standing(
        Names(memory.today(), memory.layout, times),
        now,
        _shown(memory.dreams.preview(proposal)),
        places,
        gone,
        waiting,
        sentence(memory.dreams.lost(proposal)),
    )


def standing_in(
    memory: MemoryFile, changes: Iterable[Change]
) -> tuple[dict[int, tuple[Place, ...]], dict[int, str]]:
    """Where each change finds what it takes in memory, and why those that do not are gone."""
    pinned = {one.text for one in memory.statements if one.pinned}
    places: dict[int, tuple[Place, ...]] = {}
    gone: dict[int, str] = {}
    taken: set[int] = set()
    for change in changes:
        places[change.n] = tuple(_places(change, memory, taken))
        taken.update(start for _, start in places[change.n])
        if is_in_file(memory, change):
            gone[change.n] = IN_FILE
        elif len(places[change.n]) < len(change.old):
            gone[change.n] = _PINNED if pinned.intersection(change.old) else _EDITED
    return places, gone


def _places(change: Change, memory: MemoryFile, taken: Collection[int]) -> Iterator[Place]:
    """The places nearest to where the dream saw them; what no other change takes comes first."""
    own: set[int] = set()
    for text in change.old:
        if change.kind == ChangeKind.RETITLED:
            heading = memory.titled(text, change.line)
            yield from [(heading.line, 0)] if heading else []
        else:
            one = memory.nearest(text, change.line, {*taken, *own} if own else taken)
            if one and not one.pinned and one.start not in own:
                own.add(one.start)
                yield one.line, one.start


IN_FILE = tr("Already in the file")
_PINNED = tr(
    "This line is pinned, so the change cannot be applied. Unpin it first, or reject this."
)
_EDITED = tr("This line was edited after the dream. The next dream looks at it anew.")


def _shown(data: bytes) -> str:
    return data.decode("utf-8", "replace").replace("\r\n", "\n")
