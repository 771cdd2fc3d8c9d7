"""When dreams begin by themselves, what they may write, whether one is due now, and what is noted
of that in history.db. Knows settings by names, no dream.

Moments are compared as instants: Python compares two times of one
zone by their wall clocks, which is wrong in the hour that an autumn night has twice.
"""

from collections.abc import Callable, Iterator
from datetime import datetime, time, timedelta, timezone
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from desktop_app import dates
from desktop_app.database import Database
from desktop_app.dreams.proposal import RunOutcome
from desktop_app.errors import Problem
from desktop_app.notebook.kept_tables import KeptTables
from desktop_app.tables import NewTable, Tables, making
from desktop_app.words import counted, listed, together, tr

if TYPE_CHECKING:
    from desktop_app.dreams.decisions import Needs
    from desktop_app.dreams.dream import Outcome


class ScheduleKind(StrEnum):
    """When dreams begin by themselves: never, or at a time of day."""

    OFF = "off"
    DAILY = "daily"


class Writes(StrEnum):
    """What a dream may write when nobody looks: nothing, what the table `What is ticked` allows,
    or also what no source supports.
    """

    PROPOSE = "propose"
    SUPPORTED = "supported"
    VERBATIM = "verbatim"


WRITES_IN_WORDS: dict[str, str] = {
    Writes.PROPOSE: tr("Every change waits for your review."),
    Writes.SUPPORTED: tr(
        "What your own lines say, also in other words. All else waits for your review."
    ),
    Writes.VERBATIM: tr(
        "Also new lines that your notes do not fully support, if they rest on lines that you "
        "typed. Questions and removals wait."
    ),
}


class Schedule(NamedTuple):
    """When dreams begin by themselves, and what they may write.

    `at` is a local time of day; a dream begins on the first one that is at least so many `days`
    after the day of the last dream.
    """

    kind: ScheduleKind = ScheduleKind.OFF
    at: time = time(3)
    days: int = 1
    writes: Writes = Writes.PROPOSE


def schedule_of(get: Callable[[str], Any]) -> Schedule:
    """The schedule that the person's settings name; `get` is that of `Settings`."""
    return Schedule(
        kind=ScheduleKind(get("dreams.schedule")),
        at=time.fromisoformat(get("dreams.time")),
        days=get("dreams.every_days"),
        writes=Writes(get("dreams.unattended")),
    )


LATE = timedelta(minutes=15)
"""A dream that nobody could begin within this time has missed its time, and is caught up."""
_BEYOND = timedelta(days=1).total_seconds()
"""A moment so far in the future was told by a wrong clock."""
_BACK = range(1, -3, -1)
"""Days around today in which a time of day has come at least once."""


class Skip(StrEnum):
    """Why no dream begins now. The first three are for the person to change."""

    DISABLED = "disabled"
    OFF = "off"
    PAUSED = "paused"
    NOT_YET = "not yet"
    RUNNING = "another dream runs"
    UNSAVED = "unsaved text"


class Conditions(NamedTuple):
    """What is known when it is asked whether a dream is due.

    `last` is when the last dream ended well or was last tried. A time of day before `since` counts
    for nothing (None: only one that is hardly late counts). `paused` is why dreams by themselves
    are paused, "" where they are not.
    """

    last: datetime | None = None
    since: datetime | None = None
    unsaved: bool = False
    running: bool = False
    enabled: bool = True
    paused: str = ""


class DueVerdict(NamedTuple):
    """Whether a dream is `due`, or why not; when the next one comes, if a time says so.

    `wanted` is the time of day that asks for a dream, None where none does; `missed`: it passed
    while nobody was there to begin one.
    """

    due: bool
    why: Skip | None
    next_at: datetime | None
    wanted: datetime | None = None
    missed: bool = False


def verdict(schedule: Schedule, known: Conditions, now: datetime) -> DueVerdict:
    """Whether a dream begins now."""
    last = _believed(known.last, now)
    wanted = _wanted(schedule, known, last, now)
    if not known.enabled or schedule.kind == ScheduleKind.OFF:
        return DueVerdict(False, Skip.OFF if known.enabled else Skip.DISABLED, None)
    if known.paused:
        return DueVerdict(False, Skip.PAUSED, None, wanted)
    upcoming = next_at(schedule, last, now)
    if wanted is None:
        return DueVerdict(False, Skip.NOT_YET, upcoming)
    why = Skip.RUNNING if known.running else Skip.UNSAVED if known.unsaved else None
    missed = _seconds(wanted, now) > LATE.total_seconds()
    return DueVerdict(why is None, why, upcoming, wanted, missed)


def next_at(schedule: Schedule, last: datetime | None, now: datetime) -> datetime | None:
    """The first moment after `now` at which a time asks for a dream; None where no time does."""
    if schedule.kind == ScheduleKind.OFF:
        return None
    slots = _slots(schedule, now, range(-1, schedule.days + 3))
    coming = (slot for slot in slots if _seconds(now, slot) > 0)
    return next((slot for slot in coming if _is_after(schedule, last, slot)), None)


def _is_after(schedule: Schedule, last: datetime | None, slot: datetime) -> bool:
    """Whether a time of day is enough days after the last dream, if that was at its time."""
    least = timedelta(days=schedule.days - 1).total_seconds()
    return last is None or _seconds(last, slot) > least


def _wanted(
    schedule: Schedule, known: Conditions, last: datetime | None, now: datetime
) -> datetime | None:
    """The newest time of day that has come and that no dream has answered."""
    since = _believed(known.since, now)
    for slot in _slots(schedule, now, _BACK):
        if _seconds(slot, now) < 0:
            continue
        late = _seconds(slot, now) > LATE.total_seconds()
        counts = not late if since is None else _seconds(since, slot) >= 0
        return slot if counts and _is_after(schedule, last, slot) else None
    return None


def _slots(schedule: Schedule, now: datetime, days: range) -> Iterator[datetime]:
    """The chosen time on these days around today, in the zone of `now`."""
    for n in days:
        try:
            day = now.date() + timedelta(days=n)
            slot = _in_zone(datetime.combine(day, schedule.at), now)
        except (OverflowError, ValueError, OSError):  # no calendar, and no system, goes on for ever
            continue
        yield slot


def _in_zone(wall: datetime, now: datetime) -> datetime:
    """A time on the wall as a moment in the zone of `now`. One that a spring night leaves out comes
    as much later; of one that an autumn night has twice, the first is meant.

    The machine's clock tells only an offset; its zone is the system's.
    """
    system = now.replace(tzinfo=None).astimezone()
    if type(now.tzinfo) is timezone and system.utcoffset() == now.utcoffset():
        return wall.astimezone()
    moment = wall.replace(tzinfo=now.tzinfo)
    return datetime.fromtimestamp(moment.timestamp(), now.tzinfo)


def _believed(moment: datetime | None, now: datetime) -> datetime | None:
    """The moment, unless a wrong clock has told it."""
    return None if moment is None or _seconds(now, moment) > _BEYOND else moment


def _seconds(earlier: datetime, later: datetime) -> float:
    return later.timestamp() - earlier.timestamp()


_EVENING, _MORNING = 18, 6  # hours of the clock between which it is night

_SENTENCES = {
    Skip.DISABLED: tr("Dreams are switched off in Settings."),
    Skip.OFF: tr("Automatic dreams are off."),
    Skip.RUNNING: tr("Another dream runs over this notebook."),
    Skip.UNSAVED: tr("Some text is not saved yet."),
}


def skipped_in_words(why: Skip, paused: str, at: datetime | None) -> str:
    """Why no dream begins now, in a sentence; `at` is when the next one does, `paused` why they
    pause."""
    if why == Skip.PAUSED:
        return tr("Automatic dreams are paused. {why}").format(why=paused)
    if why == Skip.NOT_YET:
        return tr("The next dream is not due yet: {at}.").format(
            at=dates.moment(at) if at else tr("no time is set")
        )
    return _SENTENCES[why]


def next_in_words(found: DueVerdict, now: datetime) -> str:
    """When the next dream comes, as the status bar says it; "" where none does."""
    if found.why in (Skip.DISABLED, Skip.OFF):
        return ""
    if found.why == Skip.PAUSED:
        return tr("Dreams are paused")
    if found.wanted is not None:
        return tr("Next dream soon")
    return tr("Next dream {when}").format(when=_when(found.next_at, now)) if found.next_at else ""


def dreamt_in_words(
    outcome: "Outcome", written: int, needs: "Needs", problem: Problem | None
) -> str:
    """What came of a dream by itself: how many changes it wrote, and what the others need."""
    if problem is not None:
        return str(problem)
    if outcome.kind != RunOutcome.DONE:
        return together(outcome.without_model, outcome.reason)
    wrote = counted("{count} change written", "{count} changes written", written) if written else ""
    told = listed(filter(None, (wrote, needs.words if needs.count else "")))
    return together(outcome.without_model, told or tr("Nothing new to keep."))


def _when(at: datetime, now: datetime) -> str:
    """`tonight 03:00`, `today 14:00`, `tomorrow 14:00`, or with its date."""
    time = f"{at:%H:%M}"
    days, morning = (at.date() - now.date()).days, at.hour < _MORNING
    tonight = at.hour >= _EVENING or (morning and now.hour < _MORNING)
    if tonight if days == 0 else days == 1 and morning:
        return tr("tonight {time}").format(time=time)
    if days == 0:
        return tr("today {time}").format(time=time)
    return tr("tomorrow {time}").format(time=time) if days == 1 else dates.moment(at)


class ScheduleNote(NamedTuple):
    """A moment, and what was noted of it."""

    at: datetime
    text: str = ""


class ScheduleBook:
    """Notes by their names. Every method raises Problem when the disk below refuses.

    `plan` is the schedule and since when it holds, `tried` when a dream by itself last began,
    `paused` since when and why none begins, `resumed` when somebody last let them go on.
    """

    def __init__(self, database: Database) -> None:
        self._kept = KeptTables(database, _TABLES)

    def notes(self) -> dict[str, ScheduleNote]:
        """Every note."""
        rows = self._kept.rows("select name, at, text from schedule")
        return {name: ScheduleNote(datetime.fromisoformat(at), text) for name, at, text in rows}

    def note(self, name: str, at: datetime, text: str = "") -> None:
        """Keep a note in place of an earlier one of this name."""
        with self._kept.writing() as db:
            row = (name, at.isoformat(), text)
            db.execute("insert or replace into schedule values (?, ?, ?)", row)

    def strike(self, name: str) -> None:
        """Keep a note of this name no longer."""
        with self._kept.writing() as db:
            db.execute("delete from schedule where name = ?", [name])


_NOTES = NewTable("schedule", {"name": str, "at": str, "text": str}, "name", filled=True)
_TABLES = Tables("schedule", making("_schedule", _NOTES))
