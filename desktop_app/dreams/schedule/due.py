"""Due: whether a dream is to begin now, and why not. Pure: a schedule and what is known, in."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Skip(StrEnum):
    """Why no dream begins now."""

    DISABLED = "disabled"
    OFF = "off"
    PAUSED = "paused"
    NOT_YET = "not yet"
    NOT_ENOUGH = "not enough new"
    BUSY = "somebody is at work"
    BATTERY = "on battery"
    UNSAVED = "unsaved text"
    RUNNING = "another dream runs"


@dataclass(frozen=True)
class Conditions:
    """What is known when it is asked whether a dream is due.

    `last` is when the last dream ended well or was last tried, `since` the moment from which on a
    time of day counts as missed (None: never asked before). `lines` and `days` are new since the
    last dream that ended well. `idle` is in seconds; it and `mains` are None where the system does
    not tell. `paused` is why dreams by themselves are paused, "" where they are not.
    """

    last: datetime | None = None
    since: datetime | None = None
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
    """Whether a dream is `due`, or why not; when the next one comes, if a time says so; `missed`:
    it is due, and its time passed while nobody was there to begin it.
    """

    due: bool
    why: Skip | None
    next_at: datetime | None
    missed: bool = False
