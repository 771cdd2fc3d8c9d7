"""What if another engine dreamt: two of them over one snapshot of the days and of memory.

Nothing is written and nothing counts as dreamt. What is taken from both is one proposal, proved
anew like every other.
"""

import asyncio
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from desktop_app.dreams.begun import BegunDream, begin
from desktop_app.dreams.dreamer import DreamDraft, Dreamer, Material
from desktop_app.dreams.proposal import BETWEEN, WHAT_IF, Change, Proposal, Support, Why
from desktop_app.dreams.store import DayHashes, DreamStore
from desktop_app.dreams.whatif.pairing import ChangePair, PairSide, paired
from desktop_app.dreams.whatif.picking import Pick, Picks, changes_of, said_by
from desktop_app.dreams.window import nothing_written
from desktop_app.errors import Problem
from desktop_app.jobs import Report
from desktop_app.notebook.length import UNLIMITED, Limits
from desktop_app.notebook.notebook import Notebook
from desktop_app.words import counted, tr


@dataclass(frozen=True)
class WhatIfSide:
    """What one engine would do. `name` is `builtin` or that of a model.

    Either it has a `proposal`, which nobody keeps, or a `problem` that says why not.
    """

    name: str
    proposal: Proposal | None
    problem: Problem | None = None
    seconds: float = 0.0

    @property
    def changes(self) -> tuple[Change, ...]:
        """Its changes, numbered from 1."""
        return self.proposal.changes if self.proposal else ()

    @property
    def held_back(self) -> int:
        """How many the notes do not fully say, or that would cost an answer."""
        return sum(one.verdict != Support.SUPPORTED or bool(one.costs) for one in self.changes)


@dataclass(frozen=True)
class WhatIf:
    """Two engines over the same `material`, which was read at `now`; `window` is what its days
    said. `force` is as it was asked for."""

    now: datetime
    material: Material
    window: DayHashes
    left: WhatIfSide
    right: WhatIfSide
    pairs: tuple[ChangePair, ...]
    force: bool = False

    def side(self, side: PairSide) -> WhatIfSide:
        """What one engine would do."""
        return self.left if side == PairSide.LEFT else self.right

    def names_of(self, pick: Pick) -> str:
        """Who says what is taken."""
        return BETWEEN.join(self.side(side).name for side in said_by(self.pairs, pick))

    @property
    def sides(self) -> tuple[WhatIfSide, WhatIfSide]:
        """Both, the left one first."""
        return self.left, self.right


async def compared(
    notebook: Notebook,
    store: DreamStore,
    dreamers: tuple[Dreamer, Dreamer],
    *,
    now: datetime,
    lookback_days: int | None = None,
    until: date | None = None,
    force: bool = False,
    limits: Limits = UNLIMITED,
    report: Report = lambda step: None,
) -> WhatIf:
    """Let two engines dream, one after the other; of one that fails the reason is kept.

    The days are those of `deep_dream`, also where no line of them is new. Raises Problem where
    they have no notes.
    """
    first, second = (
        begin(notebook, store, one, now, lookback_days=lookback_days, until=until, force=force)
        for one in dreamers
    )
    material, window = await asyncio.to_thread(first.read, limits)
    if not material.dates:
        raise _no_notes(notebook, now.date(), material)
    report(counted("Reading {count} day", "Reading {count} days", len(material.dates)))
    left = await _side(first, dreamers[0], material, _led(report, 1))
    right = await _side(second, dreamers[1], material, _led(report, 2))
    left, right = await asyncio.to_thread(_tested, material, left, right)
    return WhatIf(now, material, window, left, right, paired(left.changes, right.changes), force)


def _led(report: Report, number: int) -> Report:
    """Says which of the two a step belongs to."""
    lead = tr("Engine {number} of 2").format(number=number)
    return lambda step: report(f"{lead} · {step}")


async def _side(
    begun: BegunDream, dreamer: Dreamer, material: Material, report: Report
) -> WhatIfSide:
    started = time.monotonic()
    try:
        draft = await dreamer.dream(material, report)
        report(tr("Checking sources"))
        changes = await asyncio.to_thread(begun.checked, draft, material)
        proposal = await asyncio.to_thread(begun.proposed, draft, changes, (), material)
    except Problem as problem:
        return WhatIfSide(_name(dreamer), None, problem, round(time.monotonic() - started, 3))
    seconds = round(time.monotonic() - started, 3)
    return WhatIfSide(_name(dreamer), proposal, None, seconds)


def _tested(material: Material, *sides: WhatIfSide) -> Iterator[WhatIfSide]:
    """Each side with what the recall test finds for what it accepts beforehand."""
    from desktop_app.dreams.recall.result import RecallTest  # long to load

    test = RecallTest(material.memory.data, material.memory_path, material.days)
    for side in sides:
        yield replace(side, proposal=test.of(side.proposal)) if side.proposal else side


def _name(dreamer: Dreamer) -> str:
    return dreamer.model or str(dreamer.name)


def _no_notes(notebook: Notebook, today: date, material: Material) -> Problem:
    newest, reason = nothing_written(notebook, today, material)
    if newest is None:
        return Problem(reason, tr("Write something down first, then compare."))
    return Problem(
        reason, tr("Compare the days up to then: `--until {newest}`.").format(newest=newest)
    )


@dataclass(frozen=True)
class _TwoEngines:
    """Who such a proposal is by."""

    model: str
    name: str = WHAT_IF


def combined(
    notebook: Notebook,
    store: DreamStore,
    whatif: WhatIf,
    picks: Picks,
    *,
    now: datetime,
    limits: Limits,
) -> Proposal:
    """Keep what is taken from both as one proposal, which waits for its review.

    It is proved against the notes as they are now; which engine each change is from stays with it.
    What waited before is taken over as by any newer dream. Raises Problem where nothing is taken.
    """
    chosen = [
        replace(change, by=whatif.names_of(pick), page=1)
        for pick, change in changes_of(whatif.pairs, picks)
    ]
    if not chosen:
        raise Problem(tr("Nothing is taken from either engine."), tr("Take at least one change."))
    days = whatif.material.window
    names = [name for one in chosen for name in one.by.split(BETWEEN)]
    by = _TwoEngines(BETWEEN.join(dict.fromkeys(names)))
    begun = begin(
        notebook, store, by, now, lookback_days=len(days), until=days[0], force=whatif.force
    )
    material, _ = begun.read(limits)
    draft = _draft(whatif, chosen)
    changes = begun.checked(draft, material)
    if not changes:
        raise Problem(
            tr("Nothing of this can be proposed any more."),
            tr("The notes have changed, or you rejected it meanwhile. Compare once more."),
        )
    moved = begun.moved(changes, material)
    proposal = begun.proposed(draft, changes, moved, material)
    seconds = sum(side.seconds for side in whatif.sides)
    # The days as the engines read them: what was written since is new to the next dream.
    return begun.keep(replace(proposal, seconds=seconds), whatif.window, material)


def _draft(whatif: WhatIf, changes: Sequence[Change]) -> DreamDraft:
    """What is taken, with what either of the two left in the days."""
    proposals = [side.proposal for side in whatif.sides if side.proposal]
    aside = dict.fromkeys(line for one in proposals for line in one.aside)
    counts = {why: max(one.set_aside.get(why, 0) for one in proposals) for why in Why}
    tokens = sum(one.tokens or 0 for one in proposals)
    set_aside = {why: count for why, count in counts.items() if count}
    return DreamDraft(tuple(changes), "", "", set_aside, tuple(aside), tokens or None)
