"""Deep Dream: days and MEMORY.md in, a proposal out. Knows no engine's inside, no Qt, no clock.

Nothing is written into the notebook here: a dream only proposes.
"""

import asyncio
import dataclasses
import hashlib
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from desktop_app.dreams.carrying import asked_again, carried, left_over
from desktop_app.dreams.dreamer import DreamDraft, Dreamer, Material
from desktop_app.dreams.forgetting import not_shown, unforgotten
from desktop_app.dreams.left import lines_left
from desktop_app.dreams.proposal import Change, Proposal, ProposalState, RunOutcome, Why
from desktop_app.dreams.runs import DreamCause, DreamRun
from desktop_app.dreams.store import DayHashes, DreamStore
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
    cause: DreamCause = DreamCause.ASKED,
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
    _check_window(lookback_days, until, now.date())
    begun = _Begun(
        notebook=notebook,
        store=store,
        dreamer=dreamer,
        id=store.free_id(now),
        now=now,
        until=until if until != now.date() else None,
        lookback_days=lookback_days,
        force=force,
        waiting=next((one.id for one in store.proposals(ProposalState.PENDING)), None),
        cause=cause,
        started=time.monotonic(),
    )
    if not enabled:
        return Outcome(RunOutcome.NOTHING, begun.id, tr("Dreams are switched off in Settings."))
    steps = _RememberedSteps(report)
    material = None
    try:
        material, window = await asyncio.to_thread(
            gathered, notebook, store, lookback_days, now.date(), force, begun.until, learn
        )
        material = await asyncio.to_thread(not_shown, notebook.tombstones, material)
        steps.say(counted("Reading {count} day", "Reading {count} days", len(material.dates)))
        ended = await asyncio.to_thread(begun.without_reading, material, window)
        if ended is not None:
            return ended
        draft = await dreamer.dream(material, steps.say)
        steps.say(tr("Checking sources"))
        from desktop_app.dreams.diary import told_lately  # long to load, and seldom wanted
        from desktop_app.dreams.proving import proved

        changes = await asyncio.to_thread(proved, draft, material, now.date())
        changes = await asyncio.to_thread(unforgotten, notebook.tombstones, changes)
        moved = await asyncio.to_thread(
            making_room, notebook, material, changes, limits, now.date()
        )
    except Problem as problem:
        return await asyncio.to_thread(begun.failed, problem, material, steps.steps)
    lately = await asyncio.to_thread(told_lately, notebook, now.date())
    proposal = begun.proposed(draft, changes, moved, material, lately)
    proposal = await asyncio.to_thread(begun.with_questions, proposal, material)
    if not proposal.changes or (begun.waiting and not changes):
        # Days in which the rules see more than the model did are read again by the next dream.
        read = None if draft.overlooked else window
        reason = _nothing_new(draft, material)
        outcome = await asyncio.to_thread(
            begun.nothing, reason, material, read=read, tokens=draft.tokens
        )
        return dataclasses.replace(outcome, fell_back=draft.fell_back)
    return Outcome(
        RunOutcome.DONE,
        begun.id,
        proposal=await asyncio.to_thread(begun.keep, proposal, window, material),
        fell_back=draft.fell_back,
        unordered=draft.unordered,
    )


def _check_window(lookback_days: int | None, until: date | None, today: date) -> None:
    if lookback_days is not None and not 1 <= lookback_days <= LONGEST_LOOKBACK:
        raise Problem(
            tr("A dream cannot look back {lookback_days} days.").format(
                lookback_days=lookback_days
            ),
            tr("Choose from 1 to {longest_lookback} days.").format(
                longest_lookback=LONGEST_LOOKBACK
            ),
        )
    if until is not None and until > today:
        raise Problem(
            tr("{until} has not come yet.").format(until=until),
            tr("Choose today or an earlier day."),
        )


@dataclass(frozen=True)
class _Begun:
    """A dream that has begun: what it works on, and how it was asked for.

    `until` is an earlier day than today, or None. `waiting` is the id of an older proposal.
    `started` is of `time.monotonic`.
    """

    notebook: Notebook
    store: DreamStore
    dreamer: Dreamer
    id: str
    now: datetime
    until: date | None
    lookback_days: int | None
    force: bool
    waiting: str | None
    cause: DreamCause
    started: float

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return round(time.monotonic() - self.started, 3)

    def without_reading(self, material: Material, window: DayHashes) -> Outcome | None:
        """How the dream ends where its days say nothing new; None where they do."""
        if not material.dates:
            newest, reason = nothing_written(self.notebook, self.now.date())
            return self.nothing(reason, material, newest)
        last = self.store.last_window()
        if self.force or any(last.get(day) != sha for day, sha in window.items()):
            return None
        if self.waiting is None and (proposal := self._only_questions(material, window)):
            return Outcome(RunOutcome.DONE, self.id, proposal=proposal)
        reason = tr("The days have not changed since the last dream.")
        if self.waiting:
            reason = f"{reason} {tr('Its proposal waits for you.')}"
        return self.nothing(reason, material)

    def nothing(
        self,
        reason: str,
        material: Material,
        newest: date | None = None,
        read: DayHashes | None = None,
        tokens: int | None = None,
    ) -> Outcome:
        """The dream ends without a proposal. The next one reads all days but those of `read`."""
        row = self._row(RunOutcome.NOTHING, reason, material)
        self.store.add_run(dataclasses.replace(row, newest=_iso(newest), tokens=tokens), read)
        return Outcome(RunOutcome.NOTHING, self.id, reason, waiting=self.waiting, newest=newest)

    def failed(self, problem: Problem, material: Material | None, steps: Sequence[str]) -> Outcome:
        """The dream ends with a problem; what another try needs is kept."""
        row = dataclasses.replace(
            self._row(RunOutcome.FAILED, problem.message, material),
            hint=problem.hint, model=self.dreamer.model or "", steps="\n".join(steps),
            lookback=self.lookback_days or 0, force=self.force,
        )  # fmt: skip
        self.store.add_run(row)
        return Outcome(
            RunOutcome.FAILED, self.id, problem.message, problem=problem, waiting=self.waiting
        )

    def _row(self, kind: RunOutcome, reason: str, material: Material | None) -> DreamRun:
        """The dream without a proposal; no `material`: it came to read none."""
        days = len(material.dates) if material else 0
        bullets = len(material.memory.bullets) if material else None
        return DreamRun(
            self.id, self.now, kind, reason, self.dreamer.name, days,
            until=_iso(self.until), cause=self.cause, seconds=self.seconds,
            bullets_before=bullets, bullets_after=bullets,
        )  # fmt: skip

    def proposed(
        self,
        draft: DreamDraft,
        changes: tuple[Change, ...],
        moved: tuple[Change, ...],
        material: Material,
        lately: Sequence[str],
    ) -> Proposal:
        """The proposal of a draft, with its proved changes and those that make room in memory; its
        diary leaves out what was told `lately`."""
        from desktop_app.dreams.diary import composed  # long to load, and seldom wanted

        title, prose, told = composed(draft, material, changes, lately)
        if moved and not changes:
            told = ()
            title, prose = only_moves("\n".join(old for change in moved for old in change.old))
        return Proposal(
            id=self.id,
            made=self.now,
            engine=self.dreamer.name,
            model=self.dreamer.model,
            days_read=material.dates,
            days_missing=material.missing,
            state=ProposalState.PENDING,
            changes=(*changes, *moved),
            title=title,
            prose=prose,
            set_aside=dict(draft.set_aside),
            seconds=self.seconds,
            tokens=draft.tokens,
            diary=None,
            undone=None,
            memory_sha=hashlib.sha256(material.memory.data).hexdigest(),
            aside=draft.aside,
            told=told,
            unsaid=draft.unsaid,
        )

    def with_questions(self, proposal: Proposal, material: Material) -> Proposal:
        """The proposal, and the questions of the last one that nobody answered."""
        last = self.store.last_settled()
        if last is None:
            return proposal
        return asked_again(proposal, last, material.memory, material.rejected)

    def _only_questions(self, material: Material, window: DayHashes) -> Proposal | None:
        """A new proposal of the questions alone that nobody answered; None without any."""
        last = self.store.last_settled()
        if last is None:
            return None
        title, prose = only_open(last.prose)
        bare = dataclasses.replace(
            last,
            id=self.id,
            made=self.now,
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
            told=(),
            unsaid=0,
        )
        proposal = self.with_questions(bare, material)
        if not proposal.changes:
            return None
        return self.keep(proposal, self.store.last_window() | window, material)

    def keep(self, proposal: Proposal, window: DayHashes, material: Material) -> Proposal:
        """The proposal as it is kept: it takes over what waits, as it was decided meanwhile.

        Days that it did not read count as read, but for those that have more to say.
        """
        day_of = self.notebook.layout.date_of
        with self.notebook.lock():
            for older in self.store.proposals(ProposalState.PENDING):
                proposal = carried(proposal, older, day_of, anew=self.force)
                more = {day.isoformat() for day in left_over(older, (), day_of)}
                read = self.store.window(older.id)
                window = {day: sha for day, sha in read.items() if day not in more} | window
            bullets = len(material.memory.bullets)
            self.store.add(proposal, window, _iso(self.until), self.cause, bullets)
        return proposal


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
    reply = tr("Your notes say “{text}”; memory has nothing of the kind.").format(
        text=asked[0].text
    )
    others = len(asked) - 1 + more
    again = counted("So it is with {count} more line.", "So it is with {count} more lines.", others)
    return f"{reply} {again}" if others else reply
