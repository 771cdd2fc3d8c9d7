"""Deep Dream: days and MEMORY.md in, a proposal out. Knows no engine's inside, no Qt, no clock.

Nothing is written into the notebook here: a dream only proposes.
"""

import asyncio
import dataclasses
import hashlib
import time
from dataclasses import dataclass
from datetime import date, datetime

from desktop_app.dreams.carrying import asked_again, carried, left_over
from desktop_app.dreams.dreamer import DreamDraft, Dreamer, Material
from desktop_app.dreams.left import lines_left
from desktop_app.dreams.proposal import Change, Proposal, ProposalState, RunOutcome, Why
from desktop_app.dreams.store import DayHashes, DreamRun, DreamStore
from desktop_app.dreams.telling import only_moves, only_open
from desktop_app.dreams.using import making_room
from desktop_app.dreams.window import gathered, nothing_written
from desktop_app.errors import Problem
from desktop_app.jobs import Report
from desktop_app.notebook.length import UNLIMITED, Limits
from desktop_app.notebook.notebook import Notebook
from desktop_app.words import counted, tr

LONGEST_LOOKBACK = 365
_OVERLOOKED = tr("The model kept nothing of notes that look worth it; they will be read again.")


@dataclass(frozen=True)
class Outcome:
    """How a dream ended: `done` with a proposal, `nothing` with a reason, `failed` with a problem.

    `waiting` is the id of an older proposal that still waits when there was nothing to do;
    `fell_back` and `unordered` are as in `DreamDraft`. `newest` is the day of the newest notes
    where the window had none.
    """

    kind: RunOutcome
    id: str
    reason: str = ""
    proposal: Proposal | None = None
    problem: Problem | None = None
    waiting: str | None = None
    fell_back: str = ""
    newest: date | None = None
    unordered: str = ""


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
    learn: bool = True,
    limits: Limits = UNLIMITED,
    report: Report = lambda step: None,
) -> Outcome:
    """Read the window, let `dreamer` propose, prove its sources, keep the proposal.

    `lookback_days=N` reads today and the N-1 days before, literally. Without it: every day since
    the last dream that ended well, at least 2, at most 30. `until` is the last day instead of
    today: then the N days that end there, 30 without N; the dream itself stays one of today. Days
    that the last dream read and that say the same as then are not dreamt again unless `force`,
    which also forgets what was rejected. With `learn` what the owner kept before moves the order of
    what is offered. What no longer fits in the `limits` of MEMORY.md is
    offered to be moved. Raises Problem for an N outside 1..365 and for a day to
    come; every other failure is an Outcome and changes nothing.

    Specification: Deep Dream triggered; Dedup prevents redundant runs; No daily content skips
    gracefully.
    """
    if lookback_days is not None and not 1 <= lookback_days <= LONGEST_LOOKBACK:
        raise Problem(
            tr("A dream cannot look back {lookback_days} days.").format(
                lookback_days=lookback_days
            ),
            tr("Choose from 1 to {longest_lookback} days.").format(
                longest_lookback=LONGEST_LOOKBACK
            ),
        )
    if until is not None and until > now.date():
        raise Problem(
            tr("{until} has not come yet.").format(until=until),
            tr("Choose today or an earlier day."),
        )
    until = until if until != now.date() else None
    run_id = store.free_id(now)
    if not enabled:
        return Outcome(RunOutcome.NOTHING, run_id, tr("Dreams are switched off in Settings."))
    started = time.monotonic()
    waiting = next((proposal.id for proposal in store.proposals(ProposalState.PENDING)), None)
    steps = _ToldSteps(report)
    report = steps.say
    material = None
    try:
        material, window = await asyncio.to_thread(
            gathered, notebook, store, lookback_days, now.date(), force, until, learn
        )
        report(counted("Reading {count} day", "Reading {count} days", len(material.dates)))
        reason = "" if force else _nothing_to_read(window, store.last_window(), waiting)
        if reason or not material.days:
            newest = None
            if not material.days:
                newest, reason = await asyncio.to_thread(nothing_written, notebook, now.date())
            if waiting is None and material.days:
                found = await asyncio.to_thread(
                    _only_questions, notebook, store, material, window, run_id, now, until
                )
                if found is not None:
                    return Outcome(RunOutcome.DONE, run_id, proposal=found)
            run = DreamRun(
                run_id, now, RunOutcome.NOTHING, reason, dreamer.name, len(material.dates),
                until=_iso(until), newest=_iso(newest),
            )  # fmt: skip
            await asyncio.to_thread(store.add_run, run)
            return Outcome(RunOutcome.NOTHING, run_id, reason, waiting=waiting, newest=newest)
        draft = await dreamer.dream(material, report)
        report("Checking sources")
        from desktop_app.dreams.proving import proved  # long to load, and seldom wanted

        changes = await asyncio.to_thread(proved, draft, material, now.date())
        room = (notebook, material, changes, limits, now.date())
        moved = await asyncio.to_thread(making_room, *room)
    except Problem as problem:
        failed = DreamRun(
            id=run_id,
            made=now,
            outcome=RunOutcome.FAILED,
            reason=problem.message,
            engine=dreamer.name,
            days=len(material.dates) if material else 0,
            hint=problem.hint,
            model=dreamer.model or "",
            steps="\n".join(steps.told),
            lookback=lookback_days or 0,
            force=force,
            until=_iso(until),
        )
        await asyncio.to_thread(store.add_run, failed)
        return Outcome(RunOutcome.FAILED, run_id, problem.message, problem=problem, waiting=waiting)
    title, prose = (draft.title, draft.prose) if changes else _of_room(moved, draft)
    proposal = Proposal(
        id=run_id,
        made=now,
        engine=dreamer.name,
        model=dreamer.model,
        days_read=material.dates,
        days_missing=material.missing,
        state=ProposalState.PENDING,
        changes=(*changes, *moved),
        title=title,
        prose=prose,
        set_aside=dict(draft.set_aside),
        seconds=round(time.monotonic() - started, 3),
        tokens=draft.tokens,
        diary=None,
        undone=None,
        memory_sha=hashlib.sha256(material.memory.data).hexdigest(),
        aside=draft.aside,
    )
    proposal = await asyncio.to_thread(_with_questions, store, proposal, material)
    if not proposal.changes or (waiting and not changes):
        reason = _nothing_new(draft, material)
        days = len(material.dates)
        run = DreamRun(
            run_id, now, RunOutcome.NOTHING, reason, dreamer.name, days, until=_iso(until)
        )
        # Days in which the rules see more than the model did are read again by the next dream.
        await asyncio.to_thread(store.add_run, run, None if draft.overlooked else window)
        return Outcome(
            RunOutcome.NOTHING, run_id, reason, waiting=waiting, fell_back=draft.fell_back
        )
    proposal = await asyncio.to_thread(_kept, notebook, store, proposal, window, force, until)
    return Outcome(
        RunOutcome.DONE,
        run_id,
        proposal=proposal,
        fell_back=draft.fell_back,
        unordered=draft.unordered,
    )


def _of_room(moved: tuple[Change, ...], draft: DreamDraft) -> tuple[str, str]:
    """Title and prose of a dream over notes that bring nothing."""
    if not moved:
        return draft.title, draft.prose
    return only_moves("\n".join(old for change in moved for old in change.old))


def _with_questions(store: DreamStore, proposal: Proposal, material: Material) -> Proposal:
    """The proposal with what was asked when the last one was applied, and nobody answered."""
    last = store.last_settled()
    if last is None:
        return proposal
    return asked_again(proposal, last, material.memory, material.rejected)


def _only_questions(
    notebook: Notebook,
    store: DreamStore,
    material: Material,
    window: DayHashes,
    run_id: str,
    now: datetime,
    until: date | None,
) -> Proposal | None:
    """What was asked when the last dream was applied and nobody answered, where nothing else is
    new; kept. None where nothing was left open."""
    last = store.last_settled()
    if last is None:
        return None
    title, prose = only_open(last.prose)
    bare = dataclasses.replace(
        last,
        id=run_id,
        made=now,
        days_read=material.dates,
        days_missing=material.missing,
        state=ProposalState.PENDING,
        changes=(),
        title=title,
        prose=prose,
        set_aside={},
        seconds=0.0,
        tokens=None,
        diary=None,
        memory_sha=hashlib.sha256(material.memory.data).hexdigest(),
        aside=(),
        carried=(),
    )
    asked = asked_again(bare, last, material.memory, material.rejected)
    if not asked.changes:
        return None
    return _kept(notebook, store, asked, store.last_window() | window, False, until)


def _kept(
    notebook: Notebook,
    store: DreamStore,
    proposal: Proposal,
    window: DayHashes,
    force: bool,
    until: date | None,
) -> Proposal:
    """The proposal as it is kept: it takes on what waits, as it was decided meanwhile.

    Days that it did not read count to it, but for those that have more to say than was proposed.
    """
    day_of = notebook.layout.date_of
    with notebook.lock():
        for older in store.proposals(ProposalState.PENDING):
            proposal = carried(proposal, older, day_of, anew=force)
            more = {day.isoformat() for day in left_over(older, (), day_of)}
            handed = {d: sha for d, sha in store.window(older.id).items() if d not in more}
            window = handed | window
        store.add(proposal, window, _iso(until))
    return proposal


class _ToldSteps:
    """Hands steps on and remembers them; of steps that only count on, the last."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self.told: list[str] = []

    def say(self, step: str) -> None:
        if self.told and step.startswith(self.told[-1].partition(": ")[0]):
            self.told.pop()
        self.told.append(step)
        self._report(step)


def _nothing_to_read(window: DayHashes, last: DayHashes, waiting: str | None) -> str:
    if window and all(last.get(day) == sha for day, sha in window.items()):
        same = tr("The days have not changed since the last dream.")
        return f"{same} {tr('Its proposal waits for you.')}" if waiting else same
    return ""


def _iso(day: date | None) -> str:
    return day.isoformat() if day else ""


def _nothing_new(draft: DreamDraft, material: Material) -> str:
    """Why nothing is proposed; what the notes ask to forget is named if memory does not say it."""
    if draft.overlooked:
        return _OVERLOOKED
    lines = material.lines()
    asked, more = lines_left(draft, Why.FORGET, lambda path: "".join(lines[path]))
    if not asked:
        return tr("Nothing new to keep.")
    told = tr("Your notes say “{text}”; memory has nothing of the kind.").format(text=asked[0].text)
    others = len(asked) - 1 + more
    again = counted("So it is with {count} more line.", "So it is with {count} more lines.", others)
    return f"{told} {again}" if others else told
