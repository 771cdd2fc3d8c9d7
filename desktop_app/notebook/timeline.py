"""The versions of one file over time, and which of them stood at a moment. Pure."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cached_property
from itertools import accumulate

from desktop_app.notebook.history import Version


@dataclass(frozen=True)
class Timeline:
    """The versions, the oldest first. Their order counts: a clock may have been set back."""

    versions: Sequence[Version]

    @cached_property
    def moments(self) -> list[datetime]:
        """When each began to stand, never before the one that it followed."""
        return list(accumulate((one.at.astimezone(UTC) for one in self.versions), max))

    def place(self, moment: datetime) -> int:
        """Which version stood at a moment, from 0; -1 before the first one that is known."""
        return bisect_right(self.moments, moment.astimezone(UTC)) - 1

    def at(self, moment: datetime) -> Version | None:
        """The version that stood at a moment; None before the first one that is known."""
        place = self.place(moment)
        return self.versions[place] if place >= 0 else None


def end_of(day: date, zone: tzinfo | None) -> datetime:
    """The last moment of a day of the person."""
    if day == date.max:
        return datetime.combine(day, time.max, zone)
    return datetime.combine(day + timedelta(days=1), time.min, zone) - timedelta(microseconds=1)
