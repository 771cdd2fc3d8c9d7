"""A memory that fits: which bullets may move to topic files, so that agents read all of the rest.

Pure: MEMORY.md and what is known of its use in, changes out. Knows no file, store or engine.
"""

import dataclasses
import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby

from desktop_app import dates
from desktop_app.dreams.proposal import (
    Change,
    ChangeKind,
    bullet_change,
    change_key,
    old_lines,
    source_of,
)
from desktop_app.dreams.result import topic_with, written
from desktop_app.notebook.bullets import Bullet, MemoryFile
from desktop_app.notebook.layout import Layout
from desktop_app.notebook.length import Limits, length_of
from desktop_app.words import tr

FRESH = timedelta(days=14)
"""What was changed or found since then is in use."""
ON_FIRST_PAGE, MOST = 20, 100
SMALL = 5
"""Bullets of a section that moves as one, when nobody uses any of them."""

_OVER = {
    "lines": tr("over the limit of {limit:,} lines"),
    "characters": tr("over the limit of {limit:,} characters"),
}
_A_FILE = re.compile(r"\]\((?!\w[\w+.-]*:)|\]\[|<img\b")  # a path that would lead elsewhere


@dataclass(frozen=True)
class Use:
    """When a bullet was last found by a search or fetched, when it last changed (None: never, as
    far as is known), and whether the days say it again.
    """

    found_on: date | None = None
    changed_on: date | None = None
    said_again: bool = False

    @property
    def last(self) -> date:
        """The last day on which anything is known of it."""
        return max(self.found_on or date.min, self.changed_on or date.min)


_UNUSED = Use()


def moves(
    memory: MemoryFile,
    layout: Layout,
    changes: Sequence[Change],
    uses: Mapping[str, Use],
    limits: Limits,
    today: date,
    rejected: Collection[str] = frozenset(),
) -> tuple[Change, ...]:
    """What a dream proposes to move, so that memory with its accepted `changes` is in the limits.

    `uses` are by the bullets' texts. Those go first that were longest of no use, and of the same
    age those that stand last, which agents do not read anyway. What the dream or the days speak
    of stays, what was refused (`rejected`, as in `Material`), what is pinned, and what leads to a
    file by its path.
    """
    over = passed(memory, layout, limits, changes)
    if not over:
        return ()
    spoken = old_lines(changes)
    spoken |= {s.quote for change in changes for s in change.sources if s.path == layout.memory}
    offered: dict[Bullet, Change] = {}
    for bullet in memory.bullets:
        use = uses.get(bullet.text, _UNUSED)
        busy = use.said_again or bullet.text in spoken or today - use.last < FRESH
        change = _moved(bullet, layout, _reason(use, limits, over, today))
        busy = busy or bullet.pinned or change_key(change) in rejected
        if not busy and _goes_anywhere(bullet, change):
            offered[bullet] = change
    units = _in_order(memory, offered, uses)[:MOST]

    def fits(count: int) -> bool:
        gone = [offered[bullet] for unit in units[:count] for bullet in unit]
        return not passed(memory, layout, limits, [*changes, *gone])

    enough = bisect_left(range(len(units)), True, key=fits)
    chosen = [bullet for unit in units[:enough] for bullet in unit][:MOST]
    first, more = chosen[:ON_FIRST_PAGE], chosen[ON_FIRST_PAGE:]
    paged = [(1, bullet) for bullet in first] + [(2, bullet) for bullet in more]
    paged.sort(key=lambda one: (one[0], one[1].line))
    return tuple(
        dataclasses.replace(offered[bullet], n=n, page=page, accepted=False)
        for n, (page, bullet) in enumerate(paged, start=len(changes) + 1)
    )


def passed(memory: MemoryFile, layout: Layout, limits: Limits, changes: Sequence[Change]) -> str:
    """Which limit memory is over with its accepted changes: see `Limits.passed`."""
    return limits.passed(length_of(written(memory.data, changes, layout.memory)[0]))


def _in_order(
    memory: MemoryFile, offered: Collection[Bullet], uses: Mapping[str, Use]
) -> list[list[Bullet]]:
    """Bullets, or small sections of which all may go, by how long nobody used them."""
    units: list[list[Bullet]] = []
    for _, group in groupby(memory.bullets, lambda bullet: memory.heading_above(bullet.line)):
        section = list(group)
        whole = len(section) <= SMALL and all(bullet in offered for bullet in section)
        units += [section] if whole else [[bullet] for bullet in section if bullet in offered]

    def age(unit: Iterable[Bullet]) -> tuple[date, int]:
        return max((uses.get(one.text, _UNUSED).last, -one.line) for one in unit)

    return sorted(units, key=age)


def _moved(bullet: Bullet, layout: Layout, reason: str) -> Change:
    """The move of a bullet, as if it were accepted."""
    source, to = source_of(layout.memory, bullet), layout.about(bullet.heading)
    return bullet_change(bullet, ChangeKind.MOVED, [source], reason, accepted=True, to=to)


def _goes_anywhere(bullet: Bullet, change: Change) -> bool:
    """Whether a bullet can stand in another file without a change to its text."""
    alone = bool(bullet.text) and not _A_FILE.search(bullet.text)
    return alone and topic_with(b"", [change]) is not None


def _reason(use: Use, limits: Limits, over: str, today: date) -> str:
    limit = _OVER[over].format(limit=getattr(limits, over))
    return f"{limit}; {', '.join(_history(use, today))}"


def _history(use: Use, today: date) -> Iterator[str]:
    if use.found_on:
        yield tr("last found on {day}").format(day=dates.plain(use.found_on, today))
    else:
        yield tr("never found in a search")
    if use.changed_on:
        yield tr("last changed on {day}").format(day=dates.plain(use.changed_on, today))
