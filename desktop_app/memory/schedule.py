"""Dreams by themselves over an open notebook: when, whether now, and what they may write.

What a dream needs is imported when one begins: most who ask want to know when the next one does.
"""

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime
from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from desktop_app import dates
from desktop_app.dreams.engine_choice import Engine, engine_of
from desktop_app.dreams.proposal import Proposal, ProposalState
from desktop_app.dreams.runs import DreamtOver, is_dreamt_over
from desktop_app.dreams.schedule import (
    LATE,
    Conditions,
    DueVerdict,
    Schedule,
    ScheduleBook,
    ScheduleKind,
    ScheduleNote,
    Skip,
    Writes,
    dreamt_in_words,
    next_in_words,
    schedule_of,
    skipped_in_words,
    verdict,
)
from desktop_app.errors import Problem
from desktop_app.memory.room import Room
from desktop_app.notebook.history import Cause
from desktop_app.notebook.lines import limits_of
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.storage.lock import taken
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.dreams.apply import Applied
    from desktop_app.dreams.dream import Outcome
    from desktop_app.jobs import Report


Get = Callable[[str], Any]
"""`Settings.get`."""


class ScheduleState(NamedTuple):
    """What every door shows.

    `next_at` is None where no time says when; `next_told` says it in a few words, "" where no dream
    begins by itself. `why` is what keeps a dream from beginning, `told` the same in a sentence.
    `tried` is when one by itself last began, `paused` why they pause.
    """

    schedule: Schedule
    next_at: datetime | None
    next_told: str
    why: Skip | None
    told: str
    tried: datetime | None
    paused: str


class DreamCause(StrEnum):
    """What a dream by itself came of: its time had come, or was missed."""

    SCHEDULED = "scheduled"
    CAUGHT_UP = "caught up"


class ScheduledDream(NamedTuple):
    """What came of the question whether a dream is due.

    `outcome` is None where none began: `verdict` says why. `applied` is what it wrote by itself,
    `problem` why it did not end well; `waiting` how many changes wait for a word.
    """

    verdict: DueVerdict
    told: str
    outcome: "Outcome | None" = None
    applied: "Applied | None" = None
    problem: Problem | None = None
    waiting: int = 0

    @property
    def cause(self) -> DreamCause | None:
        """Why it began; None where none did."""
        if self.outcome is None:
            return None
        return DreamCause.CAUGHT_UP if self.verdict.missed else DreamCause.SCHEDULED


class DreamSchedule(Room):
    """Dreams by themselves over one notebook. All but `run_if_due` block."""

    def _set_up(self) -> None:
        self._book = ScheduleBook(self._notebook.database)

    def offers(self, get: Get) -> bool:
        """Whether to offer dreams by themselves: they are off, and the first dream is applied."""
        off = get("dreams.schedule") == ScheduleKind.OFF
        return off and len(self._memory.dreams.proposals(ProposalState.APPLIED)) == 1

    def state(self, get: Get) -> ScheduleState:
        """How it stands with dreams by themselves now. Notes the schedule, if it is a new one."""
        schedule, now = schedule_of(get), self._clock.now()
        known = self._known(get, schedule, now, wanted=True)
        found = verdict(schedule, known, now)
        notes = self._book.notes()
        tried = notes.get("tried")
        return ScheduleState(
            schedule,
            found.next_at,
            next_in_words(found, now),
            found.why,
            skipped_in_words(found.why, known.paused, found.next_at) if found.why else "",
            tried.at if tried else None,
            known.paused,
        )

    def pause(self) -> None:
        """No dream begins by itself until `resume`."""
        self._book.note("paused", self._clock.now(), tr("You paused them."))

    def resume(self) -> None:
        """Let dreams begin by themselves again; what MEMORY.md is now is as it should be."""
        now = self._clock.now()
        self._keep_memory(now)
        self._book.strike("paused")
        self._book.note("resumed", now)

    async def run_if_due(
        self,
        get: Get,
        *,
        unsaved: bool = False,
        engine: Engine | None = None,
        report: "Report" = lambda step: None,
    ) -> ScheduledDream:
        """Dream if it is time, and write what may be written when nobody looks.

        `unsaved`: somebody types, and it could not be saved. Of two programs that ask at once one
        dreams. A dream that fails is tried again when the next one is due.
        Raises Problem where the notebook's own data cannot be read or written.
        """
        from asyncio import CancelledError, to_thread

        schedule, now = schedule_of(get), self._clock.now()
        found = await to_thread(self._asked, get, schedule, unsaved, now)
        if not found.verdict.due:
            return found
        words = tr("{doer}, since {now:%H:%M}").format(doer=self._memory.dreams.doer, now=now)
        with taken(self._notebook.own / "schedule", words) as other:
            if other is not None:  # another program asks the same right now
                return _skipped(Skip.RUNNING, found.verdict)
            # The other program may have dreamt since the first question.
            found = await to_thread(self._asked, get, schedule, unsaved, now)
            if not found.verdict.due:
                return found
            await to_thread(self._book.note, "tried", now)
            engine = engine or engine_of(get)
            days, limits = get("dreams.days") or None, limits_of(get)
            how: dict[str, Any] = {"limits": limits, "report": report}
            try:
                outcome = await self._memory.dreams.dream(days, engine=engine, **how)
            except DreamtOver:
                return _skipped(Skip.RUNNING, found.verdict)
            except CancelledError:  # the program ends: its next start catches it up
                self._book.strike("tried")
                raise
            dreamt = found._replace(outcome=outcome)
            return await to_thread(self._ended, get, schedule, dreamt)

    # -- whether it is time -----------------------------------------------------------------------

    def _asked(self, get: Get, schedule: Schedule, unsaved: bool, now: datetime) -> ScheduledDream:
        """Whether a dream is due. Other programs are looked for only where it is time for one."""
        known = self._known(get, schedule, now)._replace(unsaved=unsaved)
        found = verdict(schedule, known, now)
        if found.due:
            draft = self._memory.drafts.find(self._notebook.layout.memory)
            known = known._replace(
                unsaved=unsaved or draft is not None,
                running=is_dreamt_over(self._notebook.own),
                paused=self._alarm(known, now),
            )
            found = verdict(schedule, known, now)
        if found.why is None:
            return ScheduledDream(found, "")
        return _skipped(found.why, found, known.paused)

    def _known(
        self, get: Get, schedule: Schedule, now: datetime, *, wanted: bool = False
    ) -> Conditions:
        """What is known at once; `wanted`: also whether an alarm is to be told."""
        notes = self._book.notes()
        tried, paused = notes.get("tried"), notes.get("paused")
        known = Conditions(
            last=_latest(self._store.last_dream(), tried.at if tried else None),
            since=self._since(schedule, notes, now),
            enabled=bool(get("dreams.enabled")),
            paused=paused.text if paused else "",
        )
        if wanted and schedule.kind != ScheduleKind.OFF and not known.paused:
            known = known._replace(paused=self._alarm(known, now))
        return known

    def _since(
        self, schedule: Schedule, notes: dict[str, ScheduleNote], now: datetime
    ) -> datetime | None:
        """Since when this schedule holds. A time that has just passed still counts."""
        if schedule.kind == ScheduleKind.OFF:
            return None
        plan = f"{schedule.kind} {schedule.at:%H:%M} {schedule.days}"
        noted = notes.get("plan")
        if noted is None or noted.text != plan:
            noted = ScheduleNote(now - LATE, plan)
            self._book.note("plan", noted.at, plan)
            self._keep_memory(now)
        return noted.at

    def _keep_memory(self, now: datetime) -> None:
        """Keep MEMORY.md in the history as it is: later losses are told by it."""
        memory = self._notebook.read(self._notebook.layout.memory)
        if memory.exists:
            path, data = memory.path, memory.data
            self._notebook.history.keep(path, data, Cause.OUTSIDE, now, sha=memory.sha)

    def _alarm(self, known: Conditions, now: datetime) -> str:
        """Why dreams by themselves pause from now on, or did before; "" where they do not."""
        if known.paused:
            return known.paused
        resumed = self._book.notes().get("resumed")
        last = _latest(self._store.last_dream(), resumed.at if resumed else None)
        why = alarm(self._notebook, last or known.since, now)
        if why:
            self._book.note("paused", now, why)
        return why

    # -- the dream --------------------------------------------------------------------------------

    def _ended(self, get: Get, schedule: Schedule, dream: ScheduledDream) -> ScheduledDream:
        """The dream has ended: write what may be written, and say what came of it."""
        from desktop_app.dreams.decisions import needs_of

        assert dream.outcome is not None
        proposal = dream.outcome.proposal
        problem, applied = dream.outcome.problem, None
        if proposal is not None and schedule.writes != Writes.PROPOSE:
            try:
                applied = self._written(get, schedule, proposal)
            except Problem as refused:  # the whole proposal waits
                problem = refused
        pending = self._memory.dreams.proposals(ProposalState.PENDING)
        waiting = sum(len(one.changes) for one in pending)
        written = len(applied.proposal.changes) if applied else 0
        told = dreamt_in_words(dream.outcome, written, needs_of(pending), problem)
        return dream._replace(applied=applied, problem=problem, waiting=waiting, told=told)

    def _written(self, get: Get, schedule: Schedule, proposal: Proposal) -> "Applied | None":
        from desktop_app.dreams.decisions import writable
        from desktop_app.dreams.origin import LinesOfOwner

        folders = map(os.path.expanduser, get("dreams.agents_lines"))  # as a person types them
        is_named = os.path.realpath(self._notebook.root) in map(os.path.realpath, folders)
        is_own, verbatim = LinesOfOwner(self._notebook), schedule.writes == Writes.VERBATIM
        numbers = writable(proposal, is_own, agents=is_named, verbatim=verbatim)
        return self._memory.dreams.apply_part(proposal.id, numbers) if numbers else None


def _skipped(why: Skip, found: DueVerdict, paused: str = "") -> ScheduledDream:
    told = skipped_in_words(why, paused, found.next_at)
    return ScheduledDream(found._replace(due=False, why=why), told)


def _latest(*moments: datetime | None) -> datetime | None:
    known = [moment for moment in moments if moment is not None]
    return max(known, key=datetime.timestamp, default=None)


_LEAST, _SHARE = 10, 1 / 3  # bullets that were lost, and their share of what there was
_OURS = (Cause.DREAM, Cause.UNDO)


def alarm(notebook: Notebook, since: datetime | None, now: datetime) -> str:
    """Why dreams by themselves are to pause, in a sentence; "" for nothing.

    Looked at is what has become of MEMORY.md `since`; all that is known where it is None. Raises
    Problem when it cannot be read.
    """
    states = tuple(_states(notebook, since, now))
    for _, cause, at in states[1:]:
        if cause.kind == Cause.RESTORE:
            return tr("MEMORY.md was restored on {at}.").format(at=dates.moment(at))
    had = states[0][0] if states else 0  # with what dreams brought and took since
    for (before, *_), (after, cause, _) in pairwise(states):
        if cause.kind in _OURS:
            had += after - before
        had = max(had, after)
    lost = had - states[-1][0] if states else 0
    if lost < _LEAST or lost <= had * _SHARE:
        return ""
    told = tr("MEMORY.md has lost {lost} of {had} lines since the last dream.")
    return told.format(lost=lost, had=had)


def _states(
    notebook: Notebook, since: datetime | None, now: datetime
) -> Iterable[tuple[int, Cause, datetime]]:
    """How many bullets memory had, what had brought it there, and when, the oldest first."""
    from desktop_app.notebook.bullets import MemoryFile  # takes long to load

    memory = notebook.read(notebook.layout.memory)
    versions = notebook.history.versions(memory.path, -1)
    newest_first = []
    if not versions or versions[0].sha != memory.sha:  # nobody has noticed yet who wrote it
        newest_first.append((len(MemoryFile(memory.data).bullets), Cause.OUTSIDE, now))
    for one in versions:
        with suppress(Problem):  # a damaged version says nothing
            bullets = MemoryFile(notebook.history.content(one.version)).bullets
            newest_first.append((len(bullets), one.cause, one.at))
        if since is not None and one.at.timestamp() <= since.timestamp():
            break
    return reversed(newest_first)
