"""Where a proposal stands in its notebook now. Knows memory and a proposal, no widget.

Files may have changed since the dream: what was dreamt over may be gone, lines have their times.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.dreams.loss import sentence
from desktop_app.dreams.proposal import Proposal
from desktop_app.notebook import days
from desktop_app.ui.review.source_row import Names

if TYPE_CHECKING:
    from desktop_app.memory import Memory


@dataclass(frozen=True)
class Standing:
    """`before` and `after` are MEMORY.md as it is, and as it would be with what is accepted.

    `gone` are the changes whose bullets were edited or pinned since, so that they can't be applied.
    `lost` is a sentence on what memory would no longer say.
    """

    names: Names
    before: str
    after: str
    gone: frozenset[int]
    lost: str = ""


def standing_of(memory: "Memory", proposal: Proposal) -> Standing:
    """Read what there is. Blocks: run it in a thread. Raises Problem when a file can't be read."""
    places = {source.path for change in proposal.changes for source in change.sources}
    dated = memory.layout.dates_of(places)
    times: dict[tuple[str, int], str] = {}
    for path in dated:
        for block in days.blocks(memory.files.read(path).text):
            if block.time:
                times |= {(path, n): block.time for n in range(block.line, block.end_line + 1)}
    bullets = memory.files.bullets().statements
    now = {bullet.text for bullet in bullets if not bullet.pinned}
    pinned = frozenset(bullet.text for bullet in bullets if bullet.pinned)
    gone = {change.n for change in proposal.changes if not now.issuperset(change.old)}
    return Standing(
        Names(memory.today(), dated, times, memory.layout.memory, pinned),
        _shown(memory.files.read(memory.layout.memory).data),
        _shown(memory.dreams.preview(proposal)),
        frozenset(gone),
        sentence(memory.dreams.lost(proposal)),
    )


def _shown(data: bytes) -> str:
    return data.decode("utf-8", "replace").replace("\r\n", "\n")
