"""Deep Dream: days and MEMORY.md in, a proposal out. Knows no engine's inside, no Qt, no clock.

Nothing is written into the notebook here: a dream only proposes. It begins, and ends with a
proposal, with nothing or with a problem.
"""

import dataclasses
import time
from asyncio import to_thread
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import TypedDict

from desktop_app.dreams import plain_prose
from desktop_app.dreams.carry_over import carried, left_over, withdrawn
from desktop_app.dreams.decisions import resting_on
from desktop_app.dreams.diary_entry import only_moves
from desktop_app.dreams.forgetting import not_shown, unforgotten
from desktop_app.dreams.guard import weighed
from desktop_app.dreams.material import DreamDraft, Dreamer, DreamtBy, Material
from desktop_app.dreams.proposal import Change, Proposal, ProposalState, RunOutcome, Why
from desktop_app.dreams.result import is_in_file
from desktop_app.dreams.runs import DreamRun
from desktop_app.dreams.skipped_lines import not_read, told_otherwise
from desktop_app.dreams.store import DayHashes, DreamStore
from desktop_app.dreams.usage import making_room
from desktop_app.dreams.window import gathered, nothing_written, unread
from desktop_app.errors import Problem
from desktop_app.jobs import Report
from desktop_app.language.tokens import script
from desktop_app.notebook.layout import TRANSCRIPT
from desktop_app.notebook.lines import UNLIMITED, Limits
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.quarantine import QuarantineBook
from desktop_app.notebook.source import Source, line_sha
from desktop_app.threads import uncollected
from desktop_app.words import counted, together, tr

LONGEST_LOOKBACK = 365


@dataclass(frozen=True)
class Outcome:
    """How a dream ended: `done` with a proposal, `nothing` with a reason, `failed` with a problem.

    `waiting` is the id of an older proposal that still waits when there was nothing to do;
    `fell_back` is as in `DreamDraft`. `newest` is the day of the newest notes
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

    @property
    def without_model(self) -> str:
        """That it ran without a model, and why, in a sentence; "" where none was to be asked."""
        return without_model(self.fell_back)


def without_model(reason: str) -> str:
    """The sentence that a dream ran without a model; "" without a reason."""
    told = tr("{reason}, so the dream ran without a model.")
    return told.format(reason=reason.rstrip(".。")) if reason else ""


@dataclass(frozen=True)
class BegunDream:
    """A dream that has begun: what it works on, and how it was asked for.

    `until` is an earlier day than today, or None. `waiting` is the id of an older proposal.
    `started` is of `time.monotonic`.
    """

    notebook: Notebook
    store: DreamStore
    dreamer: DreamtBy
    id: str
    now: datetime
    until: date | None
    lookback_days: int | None
    force: bool
    waiting: str | None
    started: float

    @uncollected()
    def read(self, limits: Limits) -> tuple[Material, DayHashes]:
        """What the dream reads, and what its days say; nothing that a person had forgotten. The
        history keeps the days, so that what comes into them later is known as new."""
        material, window = gathered(
            self.notebook, self.store, self.lookback_days, self.now.date(), self.force, self.until,
            limits,
        )  # fmt: skip
        for path in {day.path for day in material.days}:
            with suppress(Problem):
                self.notebook.keep_seen(self.notebook.read(path), self.now)
        return not_shown(self.notebook.tombstones, material), window

    def checked(self, draft: DreamDraft, material: Material) -> tuple[Change, ...]:
        """The changes of a draft, proved line by line; none says what a person had forgotten."""
        from desktop_app.dreams.evidence import proved  # long to load, and seldom wanted

        changes = proved(draft, material, self.now.date())
        return unforgotten(self.notebook.tombstones, changes)

    def without_reading(self, material: Material, window: DayHashes) -> Outcome | None:
        """How the dream ends where its days say nothing new; None where they do."""
        if not material.dates:
            newest, reason = nothing_written(self.notebook, self.now.date(), material)
            return self.nothing(reason, material, newest)
        last = self.store.texts_read(only_last=True)
        if self.force or any(last.get(day) != sha for day, sha in window.items()):
            return None
        waits = tr("Its proposal waits for you.") if self.waiting else ""
        reason = tr("The days have not changed since the last dream.")
        return self.nothing(together(reason, waits), material)

    def nothing(
        self,
        reason: str,
        material: Material,
        newest: date | None = None,
        read: DayHashes | None = None,
    ) -> Outcome:
        """The dream ends without a proposal. The next one reads all days but those of `read`."""
        if (told := unread(material)) not in reason:
            reason = together(reason, told)
        row = self._row(RunOutcome.NOTHING, reason, material)
        self.store.add_run(dataclasses.replace(row, newest=_iso(newest)), read)
        return Outcome(RunOutcome.NOTHING, self.id, reason, waiting=self.waiting, newest=newest)

    def failed(self, problem: Problem, material: Material | None) -> Outcome:
        """The dream ends with a problem, which is kept."""
        reason, kind = problem.message, RunOutcome.FAILED
        row = self._row(kind, reason, material)
        model = self.dreamer.model or ""
        self.store.add_run(dataclasses.replace(row, hint=problem.hint, model=model))
        return Outcome(kind, self.id, reason, problem=problem, waiting=self.waiting)

    def _row(self, kind: RunOutcome, reason: str, material: Material | None) -> DreamRun:
        days = len(material.dates) if material else 0
        return DreamRun(
            self.id, self.now, kind, reason, self.dreamer.name, days,
            until=_iso(self.until),
        )  # fmt: skip

    def proposed(
        self, draft: DreamDraft, changes: tuple[Change, ...], material: Material
    ) -> Proposal:
        """The proposal of a draft, with its proved changes and those that make room in memory."""
        moved = making_room(self.notebook, material, changes)
        told = draft.voice
        prose = plain_prose.prose(told) if told else draft.prose
        title = draft.title or plain_prose.title(changes, script(prose) if prose else "")
        if moved and not changes:
            told = ()
            title, prose = only_moves("\n".join(old for change in moved for old in change.old))
        return Proposal(
            self.id, self.now, self.dreamer.name, self.dreamer.model, material.dates,
            material.missing,
            changes=(*changes, *moved), title=title, prose=prose,
            set_aside={**Counter(one.why for one in material.torn), **draft.set_aside},
            seconds=round(time.monotonic() - self.started, 3), tokens=draft.tokens,
            aside=(*material.torn, *draft.aside),
            told=told, older=material.older, caution=draft.caution,
        )  # fmt: skip

    def keep(
        self, proposal: Proposal, window: DayHashes, material: Material, question: str = ""
    ) -> Proposal:
        """The proposal as it is kept: it takes over what waits, as it was decided meanwhile, but
        for an earlier answer to the same `question`.

        Days that it did not read count as read, but for those that have more to say.
        """
        day_of = self.notebook.layout.date_of
        stands = self._standing(material)
        with self.notebook.lock():
            for older in self.store.proposals(ProposalState.PENDING):
                before = withdrawn(older, question)
                proposal = carried(proposal, before, day_of, stands, anew=self.force)
                more = {day.isoformat() for day in left_over(older, (), day_of)}
                more |= self.store.again(older.id)
                read = self.store.window(older.id)
                window = {day: sha for day, sha in read.items() if day not in more} | window
            applied = self.store.proposals(ProposalState.APPLIED)
            proposal = weighed(proposal, material.memory, material.limits, applied, self.now)
            held = QuarantineBook(self.notebook.database).held()  # also what went meanwhile
            proposal = resting_on(proposal, held, refused=True)
            self.store.add(proposal, window, _iso(self.until))
        return proposal

    def _standing(self, material: Material) -> Callable[[Change], bool]:
        """Whether what a change is made of stands: its lines of memory, and a note, as far as they
        were read."""
        day_of = self.notebook.layout.date_of
        shas = {path: set(map(line_sha, lines)) for path, lines in material.lines().items()}
        read = {*material.dates, *material.missing}
        memory = material.memory
        there = {one.text for one in (*memory.statements, *memory.bullets)}
        there |= {one.title for one in memory.headings}

        def is_noted(source: Source) -> bool:
            if source.path in shas:
                return not source.sha or source.sha in shas[source.path]
            return source.path.endswith(TRANSCRIPT) or day_of(source.path) not in read

        def stands(change: Change) -> bool:
            noted = not change.sources or any(map(is_noted, change.sources))
            return noted and there.issuperset(change.old) and not is_in_file(memory, change)

        return stands


def begin(
    notebook: Notebook,
    store: DreamStore,
    dreamer: DreamtBy,
    now: datetime,
    *,
    lookback_days: int | None = None,
    until: date | None = None,
    force: bool = False,
) -> BegunDream:
    """A dream that begins now; it has read nothing yet. Raises Problem for days it cannot read."""
    if lookback_days is not None and not 1 <= lookback_days <= LONGEST_LOOKBACK:
        raise Problem(
            tr("A dream cannot read {lookback_days} days.").format(lookback_days=lookback_days),
            tr("Choose from 1 to {longest_lookback} days.").format(
                longest_lookback=LONGEST_LOOKBACK
            ),
        )
    if until is not None and until > now.date():
        told = tr("{until} is in the future.").format(until=until)
        raise Problem(told, tr("Choose today or an earlier day."))
    until = until if until != now.date() else None
    waiting = next((one.id for one in store.proposals(ProposalState.PENDING)), None)
    return BegunDream(
        notebook, store, dreamer, store.free_id(now), now, until, lookback_days, force, waiting,
        time.monotonic(),
    )  # fmt: skip


def _iso(day: date | None) -> str:
    return day.isoformat() if day else ""


class DreamWish(TypedDict, total=False):
    """How a dream is asked for, beside its days: see `deep_dream`."""

    until: date | None
    force: bool
    enabled: bool
    limits: Limits
    report: Report


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
    report: Report = lambda step: None,
) -> Outcome:
    """Read the window, let `dreamer` propose, prove its sources, keep the proposal.

    `lookback_days=N` reads today and the N-1 days before, literally. Without it: every day since
    the last dream that ended well, at least 2, at most 30. `until` is the last day instead of
    today: then the N days that end there, 30 without N; the dream itself stays one of today. Days
    that the last dream read and that say the same as then are not dreamt again unless `force`,
    which also reads the days of what waits and forgets what was rejected. What no longer fits in
    the `limits` of MEMORY.md is offered to be moved. Raises Problem for an N outside 1..365 and for
    a day to come; every other failure is an Outcome and changes nothing.

    Specification: Deep Dream triggered; Dedup prevents redundant runs; No daily content skips
    gracefully.
    """
    begun = begin(
        notebook, store, dreamer, now,
        lookback_days=lookback_days, until=until, force=force,
    )  # fmt: skip
    if not enabled:
        return Outcome(RunOutcome.NOTHING, begun.id, tr("Dreams are switched off in Settings."))
    material = None
    try:
        material, window = await to_thread(begun.read, limits)
        report(counted("Reading {count} day", "Reading {count} days", len(material.dates)))
        if ended := await to_thread(begun.without_reading, material, window):
            return ended
        draft = await dreamer.dream(material, report)
        report(tr("Checking sources"))
        changes = await to_thread(begun.checked, draft, material)
        proposal = await to_thread(begun.proposed, draft, changes, material)
    except Problem as problem:
        return await to_thread(begun.failed, problem, material)
    if not proposal.changes or (begun.waiting and not changes):
        reason = together(_nothing_new(draft), not_read(material.older))
        end = partial(begun.nothing, reason, material, read=window)
        return dataclasses.replace(await to_thread(end), fell_back=draft.fell_back)
    kept = await to_thread(begun.keep, proposal, window, material)
    return Outcome(RunOutcome.DONE, begun.id, proposal=kept, fell_back=draft.fell_back)


def _nothing_new(draft: DreamDraft) -> str:
    held = sum(draft.set_aside.get(why, 0) for why in (Why.SECRET, Why.ORDER))
    left_out = counted(
        "{count} line was left out: it looks like a secret, or may steer an agent.",
        "{count} lines were left out: they look like secrets, or may steer an agent.",
        held,
    )
    left_out = left_out if held else ""
    if not draft.read:
        return together(tr("Nothing new to keep."), left_out)
    told = counted(
        "{count} line read, nothing to propose.",
        "{count} lines read, nothing to propose.",
        draft.read,
    )
    only = tr(
        "Without a model, a dream takes only these: lines that ask to be kept; decisions, "
        "lessons, rules and preferences; and changes of what MEMORY.md says."
    )
    return together(told, told_otherwise(draft), left_out, only)
