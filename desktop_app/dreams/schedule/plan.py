"""Schedule: when dreams begin by themselves, and what they may write. Knows settings by names."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import time
from enum import StrEnum
from typing import Any

from desktop_app.known_settings import WEEKDAYS
from desktop_app.words import tr

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
