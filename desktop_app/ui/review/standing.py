"""Where a proposal stands in its notebook now. Knows memory and a proposal, no widget.

Files may have changed since the dream: what was dreamt over may be gone, lines have their times.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.dreams.loss import sentence
from desktop_app.dreams.proposal import Change, ChangeKind, Proposal
from desktop_app.dreams.screen import why_held
from desktop_app.notebook import days
from desktop_app.notebook.bullets import Bullet, MemoryFile
from desktop_app.ui.review.source_row import Names
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.memory import Memory


@dataclass(frozen=True)
class Standing:
    """`memory` is MEMORY.md as it is, `after` as it would be with what is accepted.

    `places` are the lines of memory, from 1, at which each change finds what it takes; `gone` are
    the changes that find none of it, and why; `held` those that a yes to many leaves, and why.
    `lost` is a sentence on what memory would no longer say.
    """

    names: Names
    memory: MemoryFile
    after: str
    places: Mapping[int, tuple[tuple[int, int], ...]]
    gone: Mapping[int, str]
    held: Mapping[int, str]
    lost: str = ""

    @property
    def before(self) -> str:
        """MEMORY.md as it is."""
        return _shown(self.memory.data)


def standing_of(memory: "Memory", proposal: Proposal) -> Standing:
    """Read what there is. Blocks: run it in a thread. Raises Problem when a file can't be read."""
    paths = {source.path for change in proposal.changes for source in change.sources}
    dated = memory.layout.dates_of(paths)
    times: dict[tuple[str, int], str] = {}
    for path in dated:
        for block in days.blocks(memory.files.read(path).text):
            if block.time:
                times |= {(path, n): block.time for n in range(block.line, block.end_line + 1)}
    now = memory.files.bullets()
    finder = _Finder(now)
    places = {change.n: finder.places(change) for change in proposal.changes if change.old}
    gone = {
        change.n: _PINNED if finder.pinned.intersection(change.old) else _EDITED
        for change in proposal.changes
        if change.old and len(places[change.n]) < len(change.old)
    }
    held = {change.n: why for change in proposal.changes if (why := why_held(change.new or ""))}
    return Standing(
        Names(memory.today(), dated, times, memory.layout.memory),
        now,
        _shown(memory.dreams.preview(proposal)),
        places,
        gone,
        held,
        sentence(memory.dreams.lost(proposal)),
    )


class _Finder:
    """Finds what changes take in MEMORY.md as it is now."""

    def __init__(self, memory: MemoryFile) -> None:
        self._memory = memory
        self._by_text: dict[str, list[Bullet]] = defaultdict(list)
        for one in memory.statements:
            self._by_text[one.text].append(one)
        self.pinned = {one.text for one in memory.statements if one.pinned}

    def places(self, change: Change) -> tuple[tuple[int, int], ...]:
        """Line and character of what it takes, the nearest to where the dream saw it."""
        if change.kind == ChangeKind.RETITLED:
            titles = [(one.line, 0) for one in self._memory.headings if one.title in change.old]
            return tuple(titles[:1])
        found: list[tuple[int, int]] = []
        for text in change.old:
            alike = [(one.line, one.start) for one in self._by_text[text] if not one.pinned]
            free = [place for place in alike if place not in found]
            if free:
                found.append(min(free, key=lambda place: abs(place[0] - change.line)))
        return tuple(found)


_PINNED = tr(
    "This line is pinned, so the change cannot be applied. Unpin it first, or reject this."
)
_EDITED = tr("This line was edited after the dream. The next dream looks at it anew.")


def _shown(data: bytes) -> str:
    return data.decode("utf-8", "replace").replace("\r\n", "\n")
