"""All times of some sources, asked whether they hold one of a claim. Knows moments, no words."""

from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from desktop_app.language.claims.moments import Moment, moments

_FEW = 4  # more days than a short span or two readings of a date have
_KINDS = ("date", "weekday", "month", "year", "span", "clock")


@dataclass(frozen=True)
class Times:
    """All times of some sources, to be asked whether they hold one of a claim.

    `days` are the single ones, `wide` those of weeks, months and years.
    """

    dates: frozenset[str]
    days: frozenset[date]
    wide: frozenset[date]
    weekdays: frozenset[int]
    months: frozenset[int]
    years: frozenset[int]
    spans: frozenset[str]
    clocks: frozenset[tuple[int, bool]]

    def hold(self, moment: Moment) -> bool:
        """Whether one of the sources' times is this one or says as much."""
        if moment.kind == "clock":
            minutes, sure = _clock_of(moment.key)
            return any(
                minutes == other or (not (sure and known) and (minutes - other) % 720 == 0)
                for other, known in self.clocks
            )
        if moment.kind == "date":
            return moment.key in self.dates
        if moment.kind == "weekday":
            return int(moment.key) in self.weekdays
        if moment.kind == "month":
            return int(moment.key) in self.months
        if moment.kind == "year":
            return int(moment.key) in self.years
        if moment.key in self.spans or not self.days.isdisjoint(moment.days):
            return True
        # A span of another length may be the same time: 'last month' and 'five weeks ago'.
        unit = moment.key.rstrip("-0123456789./")
        alike = any(span.startswith(unit) for span in self.spans) if unit else True
        return not alike and not self.wide.isdisjoint(moment.days)


@lru_cache(maxsize=20_000)
def times(text: str, day: date | None) -> Times:
    """What a source written on `day` says of time; the day itself when it names no other."""
    found = moments(text, day)
    exact = [one for one in found if len(one.days) <= _FEW]
    days = frozenset().union(*(one.days for one in exact))
    wide = frozenset().union(*(one.days for one in found)) - days
    single = frozenset().union(*(one.days for one in exact if not one.key.startswith("weekend")))
    named = {kind: {one.key for one in found if one.kind == kind} for kind in _KINDS}
    if day and all(one.kind == "clock" for one in found):
        days = frozenset({day})  # a note that names no day is about its own
    years = {one.year for one in wide | days} | {int(key) for key in named["year"]}
    if day and not named["year"]:
        years.add(day.year)
    return Times(
        dates=frozenset(named["date"]) | {f"{one.month}-{one.day}" for one in days},
        days=days,
        wide=wide,
        weekdays=frozenset(map(int, named["weekday"])) | {one.weekday() for one in single},
        months=frozenset(map(int, named["month"])) | {one.month for one in wide | days},
        years=frozenset(years),
        spans=frozenset(named["span"]) | {f"day{(one - day).days}" for one in days if day},
        clocks=frozenset(_clock_of(key) for key in named["clock"]),
    )


def together(many: list[Times]) -> Times:
    """What several sources say of time."""
    return Times(
        *(
            frozenset().union(*(getattr(one, name) for one in many))
            for name in Times.__dataclass_fields__
        )
    )


def _clock_of(key: str) -> tuple[int, bool]:
    """Minutes of the day, and whether morning and afternoon are told apart."""
    return int(key.rstrip("?")), not key.endswith("?")
