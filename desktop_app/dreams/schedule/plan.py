"""Schedule: when dreams begin by themselves, what they may write, and whether one is due now.

Pure; knows settings by names. Moments are compared as instants: Python compares two times of one
zone by their wall clocks, which is wrong in the hour that an autumn night has twice.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, time, timedelta, timezone
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from desktop_app import dates
from desktop_app.dreams.proposal import RunOutcome
from desktop_app.errors import Problem
from desktop_app.known_settings import WEEKDAYS
from desktop_app.words import counted, listed, together, tr

if TYPE_CHECKING:
    from desktop_app.dreams.decisions import Needs
    from desktop_app.dreams.dream import Outcome


EVERY_DAY = frozenset(range(7))


class ScheduleKind(StrEnum):
    """When dreams begin by themselves: never, at a time of day, or once there is enough new."""

    OFF = "off"
    DAILY = "daily"
    ENOUGH = "enough"


class Writes(StrEnum):
    """What a dream may write when nobody looks: nothing, what the table `What is ticked` allows,
    or also what no source supports.
    """

    PROPOSE = "propose"
    SUPPORTED = "supported"
    VERBATIM = "verbatim"


WRITES_IN_WORDS: dict[str, str] = {
    Writes.PROPOSE: tr("Every change waits for your review."),
    Writes.SUPPORTED: tr("What your own lines say, as they are. All else waits for your review."),
    Writes.VERBATIM: tr(
        "Also what no note supports, of your own lines. Questions and removals wait."
    ),
}


@dataclass(frozen=True)
class Schedule:
    """When dreams begin by themselves, and what they may write.

    `at` is a local time of day on `weekdays` (0 is Monday). With ENOUGH a dream begins once so many
    new `lines`, or new lines in so many `days`, stand in the notebook. It begins when the person is
    `idle` for so many minutes (0: also at work) and, without `battery`, only on mains. `minutes` is
    the longest it may take, 0 without a limit.
    """

    kind: ScheduleKind = ScheduleKind.OFF
    at: time = time(3)
    weekdays: frozenset[int] = EVERY_DAY
    lines: int = 20
    days: int = 3
    minutes: int = 60
    idle: int = 10
    battery: bool = False
    writes: Writes = Writes.PROPOSE


def schedule_of(get: Callable[[str], Any]) -> Schedule:
    """The schedule that the person's settings name; `get` is that of `Settings`."""
    return Schedule(
        kind=ScheduleKind(get("dreams.schedule")),
        at=time.fromisoformat(get("dreams.time")),
        weekdays=frozenset(map(WEEKDAYS.index, get("dreams.weekdays"))),
        lines=get("dreams.enough_lines"),
        days=get("dreams.enough_days"),
        minutes=get("dreams.limit_minutes"),
        idle=get("dreams.idle_minutes"),
        battery=get("dreams.on_battery"),
        writes=Writes(get("dreams.unattended")),
    )


LATE = timedelta(minutes=15)
"""A dream that nobody could begin within this time has missed its time, and is caught up."""
REST = timedelta(hours=6)
"""The least time between two dreams that begin because there is enough new."""
_BEYOND = timedelta(days=1).total_seconds()
"""A moment so far in the future was told by a wrong clock."""
_AHEAD, _BACK = range(-1, 16), range(0, -16, -1)
"""Days around today in which each weekday comes at least twice."""


class Skip(StrEnum):
    """Why no dream begins now. The first three are for the person to change."""

    DISABLED = "disabled"
    OFF = "off"
    PAUSED = "paused"
    NOT_YET = "not yet"
    NOT_ENOUGH = "not enough new"
    RUNNING = "another dream runs"
    UNSAVED = "unsaved text"
    BATTERY = "on battery"
    BUSY = "somebody is at work"


@dataclass(frozen=True)
class Conditions:
    """What is known when it is asked whether a dream is due.

    `last` is when the last dream ended well or was last tried. A time of day before `since` counts
    for nothing (None: only one that is hardly late counts). `put_off` is when a dream that was due
    was last put off. `lines` and `days` are new since the last dream that ended well. `idle` is in
    seconds; it and `mains` are None where the system does not tell. `paused` is why dreams by
    themselves are paused, "" where they are not.
    """

    last: datetime | None = None
    since: datetime | None = None
    put_off: datetime | None = None
    lines: int = 0
    days: int = 0
    idle: float | None = None
    mains: bool | None = None
    unsaved: bool = False
    running: bool = False
    enabled: bool = True
    paused: str = ""


@dataclass(frozen=True)
class DueVerdict:
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
    upcoming = next_at(schedule, last, now)
    wanted = _wanted(schedule, known, last, now)
    why = (
        _forbidden(schedule, known)
        or _untimely(schedule, known, last, wanted, now)
        or _hindered(schedule, known)
    )
    if why in (Skip.DISABLED, Skip.OFF, Skip.PAUSED):
        return DueVerdict(False, why, None, wanted if why == Skip.PAUSED else None)
    put_off = known.put_off is not None and wanted is not None and known.put_off >= wanted
    late = wanted is not None and _seconds(wanted, now) > LATE.total_seconds()
    return DueVerdict(why is None, why, upcoming, wanted, missed=late and not put_off)


def next_at(schedule: Schedule, last: datetime | None, now: datetime) -> datetime | None:
    """The first moment after `now` at which a time asks for a dream; None where no time does.

    Dreams that wait for enough new rest for a while after the `last` one.
    """
    if schedule.kind == ScheduleKind.DAILY:
        return next(
            (slot for slot in _slots(schedule, now, _AHEAD) if _seconds(now, slot) > 0), None
        )
    if schedule.kind == ScheduleKind.ENOUGH and _rests(last, now):
        assert last is not None
        return datetime.fromtimestamp(last.timestamp() + REST.total_seconds(), now.tzinfo)
    return None


def _forbidden(schedule: Schedule, known: Conditions) -> Skip | None:
    if not known.enabled:
        return Skip.DISABLED
    if schedule.kind == ScheduleKind.OFF:
        return Skip.OFF
    return Skip.PAUSED if known.paused else None


def _untimely(
    schedule: Schedule,
    known: Conditions,
    last: datetime | None,
    wanted: datetime | None,
    now: datetime,
) -> Skip | None:
    if schedule.kind == ScheduleKind.DAILY:
        return None if wanted is not None else Skip.NOT_YET
    if known.lines < schedule.lines and known.days < schedule.days:
        return Skip.NOT_ENOUGH
    return Skip.NOT_YET if _rests(last, now) else None


def _hindered(schedule: Schedule, known: Conditions) -> Skip | None:
    if known.running:
        return Skip.RUNNING
    if known.unsaved:
        return Skip.UNSAVED
    if known.mains is False and not schedule.battery:
        return Skip.BATTERY
    if known.idle is not None and known.idle < schedule.idle * 60:
        return Skip.BUSY
    return None


def _wanted(
    schedule: Schedule, known: Conditions, last: datetime | None, now: datetime
) -> datetime | None:
    """The newest time of day that has come and that no dream has answered."""
    if schedule.kind != ScheduleKind.DAILY:
        return None
    since = _believed(known.since, now)
    for slot in _slots(schedule, now, _BACK):
        if _seconds(slot, now) < 0:
            continue
        if last is not None and _seconds(last, slot) <= 0:
            return None
        late = _seconds(slot, now) > LATE.total_seconds()
        counts = not late if since is None else _seconds(since, slot) >= 0
        return slot if counts else None
    return None


def _slots(schedule: Schedule, now: datetime, days: range) -> Iterator[datetime]:
    """The chosen time on the chosen ones of these days around today, in the zone of `now`."""
    for n in days:
        try:
            day = now.date() + timedelta(days=n)
            slot = _in_zone(datetime.combine(day, schedule.at), now)
        except (OverflowError, ValueError, OSError):  # no calendar, and no system, goes on for ever
            continue
        if day.weekday() in schedule.weekdays:
            yield slot


def _in_zone(wall: datetime, now: datetime) -> datetime:
    """A time on the wall as a moment in the zone of `now`. One that a spring night leaves out comes
    as much later; of one that an autumn night has twice, the first is meant.

    The machine's clock tells only an offset; its zone is the system's.
    """
    system = now.replace(tzinfo=None).astimezone()
    if now.tzinfo is not None and system.utcoffset() == now.utcoffset() and _is_fixed(now):
        return wall.astimezone()
    moment = wall.replace(tzinfo=now.tzinfo)
    return datetime.fromtimestamp(moment.timestamp(), now.tzinfo)


def _is_fixed(now: datetime) -> bool:
    return type(now.tzinfo) is timezone


def _rests(last: datetime | None, now: datetime) -> bool:
    return last is not None and 0 <= _seconds(last, now) < REST.total_seconds()


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
    Skip.BATTERY: tr("The computer runs on its battery."),
    Skip.BUSY: tr("Somebody is at work at this computer."),
}


def skipped_in_words(why: Skip, schedule: Schedule, known: Conditions, at: datetime | None) -> str:
    """Why no dream begins now, in a sentence; `at` is when the next one does."""
    if why == Skip.PAUSED:
        return tr("Automatic dreams are paused. {why}").format(why=known.paused)
    if why == Skip.NOT_YET:
        return tr("The next dream has not come yet: {at}.").format(
            at=dates.moment(at) if at else tr("no time says when")
        )
    if why == Skip.NOT_ENOUGH:
        return tr("There is not enough new: {lines} of {of_lines}, {days} of {of_days}.").format(
            lines=known.lines,
            of_lines=counted("{count} line", "{count} lines", schedule.lines),
            days=known.days,
            of_days=counted("{count} day", "{count} days", schedule.days),
        )
    return _SENTENCES[why]


def next_in_words(schedule: Schedule, found: DueVerdict, now: datetime) -> str:
    """When the next dream comes, as the status bar says it; "" where none does."""
    if found.why in (Skip.DISABLED, Skip.OFF):
        return ""
    if found.why == Skip.PAUSED:
        return tr("Dreams are paused")
    if found.due or found.wanted is not None:
        return tr("Next dream soon")
    if schedule.kind == ScheduleKind.ENOUGH:
        return tr("Next dream when there is enough new")
    return tr("Next dream {when}").format(when=_when(found.next_at, now)) if found.next_at else ""


def dreamt_in_words(
    outcome: "Outcome", written: int, needs: "Needs", problem: Problem | None
) -> str:
    """What came of a dream by itself: how many changes it wrote, and what the others need."""
    if problem is not None:
        return str(problem)
    if outcome.kind != RunOutcome.DONE:
        return together(outcome.without_model, outcome.reason)
    parts = [counted("{count} change written", "{count} changes written", written)] * bool(written)
    parts += [needs.words] * bool(needs.count)
    return together(outcome.without_model, listed(parts) or tr("Nothing new to keep."))


def _when(at: datetime, now: datetime) -> str:
    """`tonight 03:00`, `today 14:00`, `tomorrow 14:00`, or with its date."""
    time = f"{at:%H:%M}"
    days = (at.date() - now.date()).days
    evening, morning = at.hour >= _EVENING, at.hour < _MORNING
    if (days == 0 and (evening or (morning and now.hour < _MORNING))) or (days == 1 and morning):
        return tr("tonight {time}").format(time=time)
    if days == 0:
        return tr("today {time}").format(time=time)
    if days == 1:
        return tr("tomorrow {time}").format(time=time)
    return dates.moment(at)
