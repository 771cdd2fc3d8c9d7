"""Deep Dream: days and MEMORY.md in, a proposal out. Knows no engine's inside, no Qt, no clock.

Nothing is written into the notebook here: a dream only proposes.
"""

import asyncio
import dataclasses
import re
from datetime import date, datetime

from desktop_app.dreams.begun import Outcome, begin
from desktop_app.dreams.dreamer import DreamDraft, Dreamer
from desktop_app.dreams.left import not_read
from desktop_app.dreams.proposal import RunOutcome
from desktop_app.dreams.runs import DreamCause
from desktop_app.dreams.store import DreamStore
from desktop_app.errors import Problem
from desktop_app.jobs import Report
from desktop_app.notebook.length import UNLIMITED, Limits
from desktop_app.notebook.notebook import Notebook
from desktop_app.words import counted, tr


async def deep_dream(
    notebook: Notebook,
    store: DreamStore,
    dreamer: Dreamer,
    *,
    now: datetime,
    lookback_days: int | None = None,
    until: date | None = None,
    force: bool = False,
    enabled: bool = True,
    limits: Limits = UNLIMITED,
    cause: DreamCause = DreamCause.ASKED,
    report: Report = lambda step: None,
) -> Outcome:
    """Read the window, let `dreamer` propose, prove its sources, keep the proposal.

    `lookback_days=N` reads today and the N-1 days before, literally. Without it: every day since
    the last dream that ended well, at least 2, at most 30. `until` is the last day instead of
    today: then the N days that end there, 30 without N; the dream itself stays one of today. Days
    that the last dream read and that say the same as then are not dreamt again unless `force`,
    which also forgets what was rejected. What no longer fits in the `limits` of MEMORY.md is
    offered to be moved. Raises Problem for an N outside 1..365 and for a day to come; every other
    failure is an Outcome and changes nothing.

    Specification: Deep Dream triggered; Dedup prevents redundant runs; No daily content skips
    gracefully.
    """
    begun = begin(
        notebook, store, dreamer, now,
        lookback_days=lookback_days, until=until, force=force, cause=cause,
    )  # fmt: skip
    if not enabled:
        return Outcome(RunOutcome.NOTHING, begun.id, tr("Dreams are switched off in Settings."))
    steps = _RememberedSteps(report)
    material = None
    try:
        material, window = await asyncio.to_thread(begun.read, limits)
        steps.say(counted("Reading {count} day", "Reading {count} days", len(material.dates)))
        ended = await asyncio.to_thread(begun.without_reading, material, window)
        if ended is not None:
            return ended
        draft = await dreamer.dream(material, steps.say)
        steps.say(tr("Checking sources"))
        changes = await asyncio.to_thread(begun.checked, draft, material)
        moved = await asyncio.to_thread(begun.moved, changes, material)
    except Problem as problem:
        return await asyncio.to_thread(begun.failed, problem, material, steps.steps)
    proposal = await asyncio.to_thread(begun.proposed, draft, changes, moved, material)
    if not proposal.changes or (begun.waiting and not changes):
        reason = " ".join(filter(None, (_nothing_new(draft), not_read(material.older))))
        outcome = await asyncio.to_thread(
            begun.nothing, reason, material, read=window, tokens=draft.tokens
        )
        return dataclasses.replace(outcome, fell_back=draft.fell_back)
    return Outcome(
        RunOutcome.DONE,
        begun.id,
        proposal=await asyncio.to_thread(begun.keep, proposal, window, material),
        fell_back=draft.fell_back,
    )


class _RememberedSteps:
    """Hands steps on and remembers them; of steps that only count on, the last."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self.steps: list[str] = []

    def say(self, step: str) -> None:
        if self.steps and step.startswith(re.split(": |：", self.steps[-1])[0]):
            self.steps.pop()
        self.steps.append(step)
        self._report(step)


def _nothing_new(draft: DreamDraft) -> str:
    """Why nothing is proposed."""
    if not draft.read:
        return tr("Nothing new to keep.")
    return counted(
        "{count} line read, nothing marked as worth keeping.",
        "{count} lines read, nothing marked as worth keeping.",
        draft.read,
    )
