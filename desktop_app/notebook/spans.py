"""Weeks, months and years, as their diaries name them. Knows the calendar, no files."""

import calendar
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from desktop_app.regex import regex

_NAME = regex(r"([0-9]{4})(?:-W([0-9]{2})|-([0-9]{2}))?")


class SpanKind(StrEnum):
    """How long a span is."""

    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


@dataclass(frozen=True)
class Span:
    """A week from Monday, a month or a year: its first and last day, and what it is called:
    2026-W47, 2026-11 or 2026."""

    kind: SpanKind
    first: date
    last: date
    name: str

    def holds(self, day: date) -> bool:
        """Whether a day is in it."""
        return self.first <= day <= self.last


def span_around(kind: SpanKind, day: date) -> Span:
    """The week, month or year that a day is in."""
    if kind is SpanKind.WEEK:
        year, week, weekday = day.isocalendar()
        first = day - timedelta(days=weekday - 1)
        return Span(kind, first, first + timedelta(days=6), f"{year:04}-W{week:02}")
    if kind is SpanKind.MONTH:
        last = calendar.monthrange(day.year, day.month)[1]
        name = f"{day.year:04}-{day.month:02}"
        return Span(kind, day.replace(day=1), day.replace(day=last), name)
    return Span(kind, date(day.year, 1, 1), date(day.year, 12, 31), f"{day.year:04}")


def named_span(name: str) -> Span | None:
    """The span of this name; None for anything else."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    year, week, month = match.groups()
    try:
        if week:
            return span_around(SpanKind.WEEK, date.fromisocalendar(int(year), int(week), 1))
        if month:
            return span_around(SpanKind.MONTH, date(int(year), int(month), 1))
        return span_around(SpanKind.YEAR, date(int(year), 1, 1))
    except (ValueError, OverflowError):  # well formed, but on no calendar
        return None
