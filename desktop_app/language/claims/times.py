"""When a text says something is: days, months, clocks, resolved from the day it was written.

Knows text and one date. What is written without a year may be several days; a source may mean any
of them.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from functools import cache, lru_cache

from desktop_app import resources
from desktop_app.language.claims.vocabulary import is_past
from desktop_app.language.spans import flat
from desktop_app.language.values import Value, ValueKind, chinese_number, values
from desktop_app.regex import regex

_NUMERAL = "[0-9]{1,3}|[一二两三四五六七八九十]{1,3}"
_BOTH_WAYS = 3  # days by which 'two weeks ago' may be off
_NEAR_DATE = 200  # days by which a date without its year may be away
_NEAR_YEAR = 330  # days by which the end of a month may be away
_FEW = 4  # more days than two readings of a date have
_WAS = regex(r"\b(?:was|were|had|did|been)\b|(?<!为)了(?!解)|过(?![年节来去期])")
_IS = regex(
    r"\b(?:is|are|be|will|(?:it|he|she|that|there)'s)\b|'(?:re|ll)\b|要|会(?!议)|将|打算|计划|准备"
)
_TO = regex(
    r"(?:\b(?:to|for|by) (?:early |late |mid-?)?|[到至]|[改定]在)(?:本|今)?$"
)  # moved to May
_WORD = regex(r"[a-z]+")
_NO_DAY = "(?![楼线桌窗门房店院机室铺床位仓柜])"  # number 3 of them
_CUT = regex(r"[,.;:!?，。；：！？\n]|\b(?:and|but|then)\b|但|而")
_BARE = regex(r"(?:\s|\b(?:in|on|early|late|mid|back)\b|-)*")  # beside a month: no part of its own
_HALF = regex(r"[ap]\.?m|上午|早上|清晨|凌晨|下午|傍晚|晚上|中午")


class MomentKind(StrEnum):
    """What a time names; `last week` is a span."""

    DATE = "date"
    WEEKDAY = "weekday"
    MONTH = "month"
    YEAR = "year"
    CLOCK = "clock"
    SPAN = "span"


@dataclass(frozen=True)
class Moment:
    """A time in a text, and where it stands.

    `key` names it within its kind: "5-3", a weekday from 0, a month, a year, minutes, "week-1"; an
    hour that may be of the morning or the afternoon ends in "?". `days` are the dates it may mean,
    none if nobody can tell.
    """

    kind: MomentKind
    key: str
    start: int
    end: int
    days: frozenset[date] = frozenset()


@dataclass(frozen=True)
class Times:
    """All times of some sources, to be asked whether they hold one of a claim.

    `keys` are kinds with what they are called, `days` single ones, `wide` those of longer spans.
    """

    keys: frozenset[tuple[MomentKind, str]]
    days: frozenset[date]
    wide: frozenset[date]

    def hold(self, moment: Moment) -> bool:
        """Whether one of the sources' times is this one or says as much."""
        if moment.kind == MomentKind.DATE and moment.days and self.days | self.wide:
            return not moment.days.isdisjoint(self.days | self.wide)
        if (moment.kind, moment.key) in self.keys:
            return True
        if moment.kind == MomentKind.CLOCK:
            return any(
                _same_clock(moment.key, key) for kind, key in self.keys if kind == MomentKind.CLOCK
            )
        if moment.kind != MomentKind.SPAN:
            return False
        # A span of another length may be the same time: 'last month' and 'five weeks ago'.
        unit = moment.key.rstrip("-0123456789.")
        same_unit = any(kind == MomentKind.SPAN and key.startswith(unit) for kind, key in self.keys)
        return not moment.days.isdisjoint(self.days if same_unit else self.days | self.wide)

    @property
    def years(self) -> frozenset[float]:
        """The years that are named or meant."""
        return frozenset(float(key) for kind, key in self.keys if kind == MomentKind.YEAR)

    @property
    def hours(self) -> frozenset[float]:
        """The clocks as hours from 0 to 12."""
        clocks = (int(key.rstrip("?")) for kind, key in self.keys if kind == MomentKind.CLOCK)
        return frozenset(clock % 720 / 60 for clock in clocks)


@lru_cache(maxsize=20_000)
def times(text: str, day: date | None) -> Times:
    """What a source written on `day` says of time; the day itself when it names no other."""
    times_named = moments(text, day)
    wide = frozenset().union(*(m.days for m in times_named if m.kind != MomentKind.MONTH))
    exact = [one for one in times_named if len(one.days) <= _FEW]
    days = frozenset().union(*(one.days for one in exact))
    weekdays = {n.weekday() for one in exact if "weekend" not in one.key for n in one.days}
    if day and all(one.kind == MomentKind.CLOCK for one in times_named):
        days = frozenset({day})  # a note that names no day is about its own
    keys = {(one.kind, one.key) for one in times_named} | {
        (MomentKind.WEEKDAY, str(n)) for n in weekdays
    }
    if day and not any(one.kind == MomentKind.YEAR for one in times_named):
        keys.add((MomentKind.YEAR, str(day.year)))
    keys |= {(MomentKind.DATE, f"{one.month}-{one.day}") for one in days}
    keys |= {(MomentKind.SPAN, f"day{(one - day).days}") for one in days if day}
    for one in wide | days:
        keys |= {(MomentKind.MONTH, str(one.month)), (MomentKind.YEAR, str(one.year))}
    return Times(frozenset(keys), days, wide - days)


def _same_clock(one: str, other: str) -> bool:
    apart = int(one.rstrip("?")) - int(other.rstrip("?"))
    return not apart or (apart % 720 == 0 and "?" in one + other)


@lru_cache(maxsize=20_000)
def moments(text: str, day: date | None) -> tuple[Moment, ...]:
    """Every time that `text`, written on `day`, speaks of, in reading order."""
    level = flat(text)
    accepted: list[Moment] = []
    relative = (read(match, day) for rule, read in _relative() for match in rule.finditer(level))
    for one in (*relative, *_written(level, values(text), day)):
        if one and all(one.end <= other.start or other.end <= one.start for other in accepted):
            accepted.append(one)
    return tuple(sorted(accepted, key=lambda one: (one.start, one.kind)))


def _written(level: str, values_found: tuple[Value, ...], day: date | None) -> Iterator[Moment]:
    """Dates, months, weekdays and clocks that are written out."""
    years = {value.start: int(value.key) for value in values_found if value.kind == ValueKind.YEAR}
    for value in values_found:
        kind, at = value.kind, (value.start, value.end)
        if kind == ValueKind.DATE:
            month, number = map(int, value.key.split("-"))
            days = _dates(month, number, years.get(value.start), day)
            yield Moment(MomentKind.DATE, value.key, *at, days)
        elif kind == ValueKind.MONTH:
            was = is_over(_part_at(level, *at)) and not _TO.search(level, 0, value.start)
            over = day if was and value.start not in years else None
            days = _months(int(value.key), years.get(value.start), day, over)
            yield Moment(MomentKind.MONTH, value.key, *at, days)
        elif kind == ValueKind.YEAR:
            yield Moment(MomentKind.YEAR, value.key, *at)
        elif kind == ValueKind.WEEKDAY:
            for key in value.key.split(","):
                yield Moment(MomentKind.WEEKDAY, key, *at, _around(int(key), None, day))
        elif kind == ValueKind.TIME:
            hour, minute = map(int, value.key.split(":"))
            half = _HALF.search(level, value.start, value.end + 3)
            open_half = 0 < hour <= 12 and half is None
            yield Moment(MomentKind.CLOCK, f"{hour * 60 + minute}{'?' * open_half}", *at)


def _dates(month: int, number: int, year: int | None, day: date | None) -> frozenset[date]:
    """That day of that year; without one the nearest, or two that are as near."""
    years = [year] if year else [day.year - 1, day.year, day.year + 1] if day else []
    dates = [one for one in (_date(y, month, number) for y in years) if one]
    return frozenset(one for one in dates if year or not day or abs((one - day).days) <= _NEAR_DATE)


def _months(month: int, year: int | None, day: date | None, over: date | None) -> frozenset[date]:
    """The days of that month of that year; without one of the nearest, or of two as near, or of the
    last one where it is `over` by a day.
    """
    firsts = _dates(month, 1, year, day)
    if over:
        firsts = frozenset([date(over.year - (month > over.month), month, 1)])
    return frozenset().union(*(_month(first, 0) for first in firsts))


def is_over(level: str) -> bool:
    """Whether a part of a flat text tells of what was, and not of what is to come."""
    past = _WAS.search(level) or any(is_past(one[0]) for one in _WORD.finditer(level))
    return bool(past) and not _IS.search(level)


def _part_at(level: str, start: int, end: int) -> str:
    """The part of a sentence in which a month stands, with the next one where it stands alone."""
    cuts = [(0, 0), *(one.span() for one in _CUT.finditer(level)), (len(level), len(level))]
    first = max(after for _, after in cuts if after <= start)
    last, *later = (before for before, _ in cuts if before >= end)
    alone = _BARE.fullmatch(level, first, start) and _BARE.fullmatch(level, end, last)
    return level[first : later[0] if alone and later else last]


def _date(year: int, month: int, number: int) -> date | None:
    try:
        return date(year, month, number)
    except ValueError:
        return None


def _shifted(day: date | None, by: Iterable[int]) -> frozenset[date]:
    """The dates so many days after `day`, as far as the calendar has them."""
    if not day:
        return frozenset()
    first, last, today = date.min.toordinal(), date.max.toordinal(), day.toordinal()
    return frozenset(date.fromordinal(today + n) for n in by if first <= today + n <= last)


def _around(number: int, week: int | None, day: date | None) -> frozenset[date]:
    """The days that a weekday may mean; `week` is -1 for the last one, 1 for the next."""
    if not day:
        return frozenset()
    near = _shifted(day, (7 * by + number - day.weekday() for by in (-1, 0, 1, 2)))
    first, last = (-7, 7) if week is None else (-14, -1) if week < 0 else (0, 7 * week + 7)
    return frozenset(one for one in near if first <= (one - day).days <= last)


Read = Callable[[re.Match[str], date | None], Moment | None]


def _day_by(by: int) -> Read:
    return lambda match, day: Moment(
        MomentKind.SPAN, f"day{by}", *match.span(), _shifted(day, [by])
    )


def _count_of(match: re.Match[str], day: date | None) -> Moment:
    """`two weeks ago`, `in 3 days`, 三天后."""
    count = _table("counts").get(match["n"]) or chinese_number(match["n"])
    return _span(match, -count if match.groupdict().get("back") else count, day)


def _next(match: re.Match[str], day: date | None) -> Moment:
    """`last week`, 下个月."""
    return _span(match, _table("away")[match["which"]], day)


def _span(match: re.Match[str], by: int, day: date | None) -> Moment:
    unit = next(unit for unit, words in _units().items() if match["unit"] in words)
    days: frozenset[date] = frozenset()
    if unit == "day":
        days = _shifted(day, [by])
    elif day and unit in ("week", "weekend"):
        monday = 7 * by - day.weekday()
        days = _shifted(day, range(monday + 5 * (unit == "weekend"), monday + 7))
        if unit == "week":
            days |= _shifted(day, range(7 * by - _BOTH_WAYS, 7 * by + _BOTH_WAYS + 1))
    elif day:
        january = 12 * by + 1 - day.month
        for away in range(january, january + 12) if unit == "year" else [by]:
            days |= _month(day, away)
    return Moment(MomentKind.SPAN, f"{unit}{by}", *match.span(), days)


def _month(day: date, away: int) -> frozenset[date]:
    """The days of the month so many months after that of `day`."""
    year, month = divmod(day.year * 12 + day.month - 1 + away, 12)
    first = _date(year, month + 1, 1)
    return frozenset(one for one in _shifted(first, range(31)) if one.month == month + 1)


def _month_end(match: re.Match[str], day: date | None) -> Moment:
    """`the end of next month`, 月底: its last day."""
    by = _table("away").get((match["which"] or "").rstrip("个"), 0)
    days = _month(day, by) if day else frozenset()
    return Moment(
        MomentKind.SPAN, f"month{by}.", *match.span(), frozenset([max(days)] if days else [])
    )


def _named_month_end(match: re.Match[str], day: date | None) -> Moment | None:
    """`the end of December`, 十二月底: the last one, or the next."""
    name = match["month"]
    listed = enumerate(resources.table("language/values")["months"], start=1)
    month = next((n for n, row in listed if name in row.split()), 0) or chinese_number(name)
    if not 1 <= month <= 12:
        return None
    years = [day.year - 1, day.year, day.year + 1] if day else []
    years = [int(match["year"])] if match["year"] else years
    ends = [_date(year + month // 12, month % 12 + 1, 1) for year in years]
    dates = [one - timedelta(days=1) for one in ends if one and one > date.min]
    near = [one for one in dates if match["year"] or (day and abs((one - day).days) < _NEAR_YEAR)]
    return Moment(MomentKind.SPAN, f"end{month}.", *match.span(), frozenset(near))


def _month_of(match: re.Match[str], day: date | None) -> Moment | None:
    """明年2月."""
    month, away = chinese_number(match["month"]), _table("away")[match["which"]]
    days = _month(day, 12 * away + month - day.month) if day else frozenset()
    valid = 1 <= month <= 12
    return Moment(MomentKind.MONTH, str(month), *match.span(), days) if valid else None


def _bare_day(match: re.Match[str], day: date | None) -> Moment | None:
    """`the 25th`: of this month, the last or the next."""
    days = _shifted(day, range(-31, 62))
    dates = frozenset(one for one in days if one.day == int(match["n"]))
    return (
        Moment(MomentKind.SPAN, f"{match['n']}.", *match.span(), dates)
        if int(match["n"]) < 32
        else None
    )


def _day_of_month(match: re.Match[str], day: date | None) -> Moment:
    """下个月 3 号."""
    month = _month(day, _table("away")[match["which"]]) if day else ()
    days = frozenset(one for one in month if one.day == int(match["n"]))
    return Moment(MomentKind.SPAN, f"{match['n']}.", *match.span(), days)


def _weekday(match: re.Match[str], day: date | None) -> Moment:
    """`next Friday`, 下周三; Chinese weeks are counted and begin on Monday."""
    week, name = _table("away").get((match["which"] or "").rstrip("个")), match["name"]
    rows = _weekdays() if name.isascii() else ["一", "二", "三", "四", "五", "六", "日天"]
    number = next(n for n, row in enumerate(rows) if name in row)
    days = _around(number, week, day)
    if day and week is not None and not name.isascii():
        days = _shifted(day, [7 * week + number - day.weekday()])
    return Moment(MomentKind.WEEKDAY, str(number), *match.span(), days)


def _table(name: str) -> dict[str, int]:
    table: dict[str, int] = resources.table("language/grounding_times")[name]
    return table


@cache
def _units() -> dict[str, list[str]]:
    table: dict[str, str] = resources.table("language/grounding_times")["units"]
    return {unit: words.split() for unit, words in table.items()}


@cache
def _weekdays() -> list[list[str]]:
    return [row.split() for row in resources.table("language/values")["weekdays"]]


@cache
def _relative() -> tuple[tuple[re.Pattern[str], Read], ...]:
    units = _any_of(word for words in _units().values() for word in words)
    away = _any_of(_table("away"))
    counts = f"(?P<n>{_any_of(_table('counts'))}|[0-9]{{1,3}})"
    numeral = f"(?P<n>{_NUMERAL})"
    weekdays = _any_of(word for row in _weekdays() for word in row)
    months = _any_of(w for row in resources.table("language/values")["months"] for w in row.split())
    days: dict[str, str] = resources.table("language/grounding_times")["day_away"]
    rules: list[tuple[str, Read]] = [
        *((rf"(?<![a-z])(?:{words})(?![a-z])", _day_by(int(by))) for by, words in days.items()),
        (rf"\b{counts}\s(?P<unit>{units})\s(?P<back>ago|back|earlier|before)\b", _count_of),
        (rf"\bin\s(?:about\s)?{counts}\s(?P<unit>{units})\b", _count_of),
        (rf"\bend\sof\s(?P<month>{months})\b(?:\s(?P<year>\d{{4}}))?", _named_month_end),
        (rf"(?:(?P<year>\d{{4}})\s?年\s?)?(?P<month>{_NUMERAL})\s?月底", _named_month_end),
        (rf"(?P<which>{away})年\s?(?P<month>{_NUMERAL})\s?月(?!底)", _month_of),
        (rf"\bend\sof\s(?:(?P<which>{away})|the)\smonth\b", _month_end),
        (rf"(?<![\d一二三四五六七八九十])(?P<which>(?:{away})个?)?月底", _month_end),
        (rf"(?<![\d月]){numeral}个?(?P<unit>{units})(?:(?P<back>之?前)|之?后)", _count_of),
        (
            r"(?P<which>[上下]{1,2}个?|这个?|本)(?:周|星期|礼拜)(?P<name>[一二三四五六日天])(?!次)",
            _weekday,
        ),
        (
            rf"\b(?:the|sat|sun|{weekdays})\s(?P<n>\d{{1,2}})(?:st|nd|rd|th)\b(?!\s(?:floor|time|century))",
            _bare_day,
        ),
        (rf"\b(?:(?P<which>{away})\s)?(?P<name>{weekdays})\b", _weekday),
        (rf"(?P<which>{away})个?月\s?(?P<n>\d{{1,2}})\s?[号日]{_NO_DAY}", _day_of_month),
        (rf"(?<![a-z])(?P<which>{away})(?:个|\s)?(?P<unit>{units})(?![a-z])", _next),
        (rf"(?<![\d月])(?<!月\s)(?P<n>\d{{1,2}})\s?[号日]{_NO_DAY}", _bare_day),
    ]
    return tuple((regex(pattern), read) for pattern, read in rules)


def _any_of(words: Iterable[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))
