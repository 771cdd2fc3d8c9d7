"""What the bullets of MEMORY.md are used for: searched, fetched, changed; and which sections may
therefore move to topic files, so that agents read all of the rest.
"""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta

from desktop_app import dates
from desktop_app.dreams.finds import Finds
from desktop_app.dreams.material import Material
from desktop_app.dreams.origin import origins_of
from desktop_app.dreams.proposal import (
    Change,
    ChangeKind,
    bullet_change,
    change_key,
    numbered,
    old_lines,
    source_of,
)
from desktop_app.dreams.result import topic_with, written
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.files import Snapshot, sha_of
from desktop_app.notebook.layout import Layout
from desktop_app.notebook.lines import Limits, length_of
from desktop_app.notebook.memory_text import Bullet
from desktop_app.notebook.notebook import Notebook
from desktop_app.words import counted, tr


def making_room(
    notebook: Notebook, material: Material, changes: Sequence[Change]
) -> tuple[Change, ...]:
    """What a dream proposes to move out of a MEMORY.md that is too long: see `moves`."""
    memory, layout = material.memory, notebook.layout
    limits, today = material.limits, material.today
    finds = Finds(notebook.database)
    is_known = today - finds.since(today) >= UNUSED
    if not is_known or not passed(memory, limits, changes):
        return ()
    snapshot = Snapshot(layout.memory, memory.data, sha_of(memory.data))
    found_on = finds.found_on()
    uses = {
        one.bullet.text: max(found_on(one.bullet) or date.min, one.date or date.min)
        for one in origins_of(notebook, snapshot, memory.bullets, today)
    }
    return moves(memory, layout, changes, uses, limits, today, material.rejected)


UNUSED = timedelta(days=30)
"""A section moves when for so long its use was noted, and nobody changed or found a line of it."""

_OVER = {
    "lines": tr("over the limit of {limit:,} lines"),
    "characters": tr("over the limit of {limit:,} characters"),
}
_A_FILE = re.compile(r"\]\((?!\w[\w+.-]*:)|\]\[|<img\b")  # a path that would lead elsewhere


def moves(
    memory: MemoryFile,
    layout: Layout,
    changes: Sequence[Change],
    uses: Mapping[str, date],
    limits: Limits,
    today: date,
    rejected: Collection[str] = frozenset(),
) -> tuple[Change, ...]:
    """What a dream proposes to move, so that memory with its accepted `changes` is in the limits:
    whole sections, one change each.

    `uses` are the days on which a bullet was last found by a search, fetched or changed, by its
    text; none: never, as far as is known. Those go first that were longest of no use, and of the
    same age those that stand last, which agents do not read anyway. A section stays of which the
    dream speaks, that was refused (`rejected`, as in `Material`), or that has a pinned line, one
    that leads to a file by its path, or text outside of bullets.
    """
    over = passed(memory, limits, changes)
    if not over:
        return ()
    spoken = old_lines(changes)
    spoken |= {s.quote for change in changes for s in change.sources if s.path == layout.memory}
    offered: list[tuple[tuple[date, int], Change]] = []
    for section in _sections(memory):
        texts = [one.text for one in section]
        last = max(uses.get(text, date.min) for text in texts)
        stays = today - last < UNUSED or any(one.pinned for one in section)
        if stays or not spoken.isdisjoint(texts) or any(not t or _A_FILE.search(t) for t in texts):
            continue
        reason = _reason(last, limits, over, len(section), today)
        change = _moved(section, layout, reason)
        # Its bullets can stand in another file without a change to their texts.
        if change_key(change) not in rejected and topic_with(b"", [change]) is not None:
            offered.append(((last, -section[0].line), change))
    order = [change for _, change in sorted(offered, key=lambda one: one[0])]

    def fits(count: int) -> bool:
        return not passed(memory, limits, [*changes, *order[:count]])

    chosen = order[: bisect_left(range(len(order)), True, key=fits)]
    waiting = (replace(one, accepted=False) for one in sorted(chosen, key=lambda one: one.line))
    return numbered(waiting, len(changes) + 1)


def passed(memory: MemoryFile, limits: Limits, changes: Sequence[Change]) -> str:
    """Which limit memory is over with its accepted changes: see `Limits.passed`."""
    return limits.passed(length_of(written(memory.data, changes)[0]))


def _sections(memory: MemoryFile) -> Iterator[list[Bullet]]:
    by_line: dict[int, list[Bullet]] = {}
    for bullet in memory.bullets:
        above = memory.heading_above(bullet.line)
        if above is not None:
            by_line.setdefault(above.line, []).append(bullet)
    alone = {heading.line for heading in memory.emptied(memory.bullets)}
    return (section for line, section in by_line.items() if line in alone)


def _moved(section: Sequence[Bullet], layout: Layout, reason: str) -> Change:
    first = section[0]
    sources = [source_of(layout.memory, first)]
    change = bullet_change(first, ChangeKind.MOVED, sources, reason, accepted=True)
    old = tuple(bullet.text for bullet in section)
    return replace(change, old=old, to=layout.about(first.heading))


def _reason(last: date, limits: Limits, over: str, lines: int, today: date) -> str:
    limit = _OVER[over].format(limit=getattr(limits, over))
    size = counted("{count} line", "{count} lines", lines)
    if last == date.min:
        unused = tr("not found by a search and not changed since Nightstand began to count")
    else:
        unused = tr("last found or changed on {day}").format(day=dates.plain(last, today))
    return f"{limit}; {size}, {unused}"
