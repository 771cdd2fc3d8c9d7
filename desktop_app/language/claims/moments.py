"""When a text says something is: days, months, clocks, resolved from the day it was written.

Knows text and one date. What is written without a year or a month may be several days; a source
may mean any of them.
"""

import calendar
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache

from desktop_app import resources
from desktop_app.language.spans import flat
from desktop_app.language.values import Value, chinese_number, values

_NUMERAL = "[0-9]{1,3}|[一二两三四五六七八九十]{1,3}"
_BOTH_WAYS = 3  # days by which 'two weeks ago' may be off


@dataclass(frozen=True)
class Moment:
    """A time in a text, and where it stands.

    `kind` is date, weekday, month, year, clock or span (`last week`). `key` names it within its
    kind: "5-3", a weekday from 0, a month, a year, minutes, "week-1". `days` are the dates it may
    mean, none when nobody can tell.
    """

    kind: str
    key: str
    start: int
    end: int
    days: frozenset[date] = frozenset()


@lru_cache(maxsize=20_000)
def moments(text: str, day: date | None) -> tuple[Moment, ...]:
    """Every time that `text`, written on `day`, speaks of, in reading order."""
    level = flat(text)
    found = list(_written(text, day))
    taken = bytearray(len(level))
    for one in found:
        taken[one.start : one.end] = b"\1" * (one.end - one.start)
    for pattern, read in _relative():
        for match in pattern.finditer(level):
            if any(taken[match.start() : match.end()]):
                continue
            if moment := read(match, day):
                taken[match.start() : match.end()] = b"\1" * (match.end() - match.start())
                found.append(moment)
    return tuple(sorted(found, key=lambda one: (one.start, one.kind)))


def _written(text: str, day: date | None) -> Iterator[Moment]:
    """Dates, months, weekdays and clocks that are written out."""
    found = values(text)
    years = {value.start: int(value.key) for value in found if value.kind == "year"}
    for value in found:
        at = value.start, value.end
        if value.kind == "date":
            month, number = map(int, value.key.split("-"))
            year = years.get(value.start)
            yield Moment("date", value.key, *at, _dates(month, number, year, day))
        elif value.kind == "month":
            yield Moment("month", value.key, *at)
        elif value.kind == "year":
            yield Moment("year", value.key, *at)
        elif value.kind == "weekday" and text[value.start].isascii():
            yield from _weekday_of(value, flat(text), day)
        elif value.kind == "time":
            hour, minute = map(int, value.key.split(":"))
            sure = hour > 12 or not hour or _tells_half(flat(text), value)
            yield Moment("clock", f"{hour * 60 + minute}{'' if sure else '?'}", *at)


def _tells_half(level: str, value: Value) -> bool:
    return (
        re.search(
            r"[ap]\.?m|上午|早上|清晨|凌晨|下午|傍晚|晚上|中午", level[value.start : value.end + 3]
        )
        is not None
    )


def _dates(month: int, number: int, year: int | None, day: date | None) -> frozenset[date]:
    wanted = [year] if year else [day.year - 1, day.year, day.year + 1] if day else []
    found = frozenset(one for one in (_date(y, month, number) for y in wanted) if one)
    if year or not day:
        return found
    # The last one and the next one: nobody means another without saying the year.
    past = max((one for one in found if one <= day), default=None)
    coming = min((one for one in found if one >= day), default=None)
    return frozenset(one for one in (past, coming) if one)


def _date(year: int, month: int, number: int) -> date | None:
    try:
        return date(year, month, number)
    except ValueError:
        return None


def _shifted(day: date, by: Iterable[int]) -> set[date]:
    """The dates so many days after `day`, as far as the calendar has them."""
    first, last = date.min.toordinal(), date.max.toordinal()
    return {date.fromordinal(n) for each in by if first <= (n := day.toordinal() + each) <= last}


def _weekday_of(value: Value, level: str, day: date | None) -> Iterator[Moment]:
    before = _which().search(level, max(0, value.start - 12), value.start)
    which = _offset(before[0].strip()) if before and before.end() == value.start else None
    start = before.start() if before and which is not None else value.start
    yield _weekday(int(value.key), which, start, value.end, day)


def _weekday(
    number: int, week: int | None, start: int, end: int, day: date | None, counted: bool = False
) -> Moment:
    """A weekday; `week` is -1 for the last one, 1 for the next, None when nothing is said.

    `counted` weeks begin on Monday, as in 下周三; 'next Friday' may be this week's or the next.
    """
    days: set[date] = set()
    if day:
        monday = -day.weekday()
        offsets = [week] if counted and week is not None else [-1, 0, 1]
        around = _shifted(day, (monday + 7 * by + number for by in offsets))
        if counted and week is not None:
            days = around
        elif week is None:
            days = {one for one in around if abs((one - day).days) <= 7}
        elif week < 0:
            days = {one for one in around if one < day}
        else:
            around |= _shifted(day, [monday + 14 + number])
            days = {one for one in around if 0 <= (one - day).days <= 7 * (week + 1)}
    return Moment("weekday", str(number), start, end, frozenset(days))


@cache
def _which() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(sorted(_words(), key=len, reverse=True))})\s*$")


@cache
def _words() -> dict[str, int]:
    """Words before a weekday, week, month or year: how far away it is."""
    table: dict[str, str] = resources.table("language/grounding")["away"]
    return {word: int(number) for number, words in table.items() for word in words.split()}


def _offset(word: str) -> int | None:
    return _words().get(word)


Read = Callable[[re.Match[str], date | None], Moment | None]


def _day_by(by: int) -> Read:
    def read(match: re.Match[str], day: date | None) -> Moment:
        days = frozenset(_shifted(day, [by])) if day else frozenset()
        return Moment("span", f"day{by}", *match.span(), days)

    return read


def _ago(match: re.Match[str], day: date | None) -> Moment | None:
    count = _count(match["n"])
    unit = _unit(match["unit"])
    back = match.groupdict().get("back")
    by = -count if back else count
    return _span(unit, by, match, day, rough=unit != "day")


def _away(match: re.Match[str], day: date | None) -> Moment | None:
    by = _offset(match["which"])
    return None if by is None else _span(_unit(match["unit"]), by, match, day)


def _span(
    unit: str, by: int, match: re.Match[str], day: date | None, rough: bool = False
) -> Moment | None:
    if unit == "day":
        return _day_by(by)(match, day)
    days: set[date] = set()
    if day and abs(by) < 400:
        if unit in ("week", "weekend"):
            monday = 7 * by - day.weekday()
            first, last = (5, 6) if unit == "weekend" else (0, 6)
            days = _shifted(day, range(monday + first, monday + last + 1))
            if unit == "week" and (rough or abs(by) == 1):
                days |= _shifted(day, range(7 * by - _BOTH_WAYS, 7 * by + _BOTH_WAYS + 1))
        elif unit == "month":
            at = day.year * 12 + day.month - 1 + by
            if 12 <= at < 9999 * 12:
                year, month = at // 12, at % 12 + 1
                length = calendar.monthrange(year, month)[1]
                days = {date(year, month, n) for n in range(1, length + 1)}
        elif unit == "year" and 1 <= day.year + by <= 9999:
            days = {date(day.year + by, month, 1) for month in range(1, 13)}
    return Moment("span", f"{unit}{by}", *match.span(), frozenset(days))


def _bare_day(match: re.Match[str], day: date | None) -> Moment | None:
    """`the 25th`: of this month, the last or the next."""
    number = int(match["n"])
    if not 1 <= number <= 31:
        return None
    days: set[date] = set()
    if day:
        for by in (-1, 0, 1):
            at = day.year * 12 + day.month - 1 + by
            one = _date(at // 12, at % 12 + 1, number) if at >= 12 else None
            days |= {one} if one else set()
    return Moment("span", f"{number}.", *match.span(), frozenset(days))


def _either_way(match: re.Match[str], day: date | None) -> Moment | None:
    """`9/18` is a day of September; `9/8` may be one of August too."""
    one, two = int(match["a"]), int(match["b"])
    days = _dates(one, two, None, day) if one <= 12 else frozenset()
    days |= _dates(two, one, None, day) if two <= 12 else frozenset()
    return Moment("span", f"{one}/{two}", *match.span(), days) if days else None


def _chinese_date(match: re.Match[str], day: date | None) -> Moment | None:
    """2026 年 1 月 5 日 with blanks, or less of it."""
    month = chinese_number(match["month"])
    number = chinese_number(match["n"]) if match["n"] else 0
    if not 1 <= month <= 12 or number > 31:
        return None
    if not number:
        return Moment("month", str(month), *match.span())
    year = int(match["year"]) if match["year"] else None
    return Moment("date", f"{month}-{number}", *match.span(), _dates(month, number, year, day))


def _month_and_day(match: re.Match[str], day: date | None) -> Moment | None:
    month, number = int(match["month"]), int(match["n"])
    known = 1 <= month <= 12 and 1 <= number <= 31
    days = _dates(month, number, None, day) if known else frozenset()
    return Moment("date", f"{month}-{number}", *match.span(), days) if known else None


def _range(match: re.Match[str], day: date | None) -> Moment | None:
    """The first day of `24-26 April` or 3月28、29日; the other one is read as a date."""
    beside = values(match.string)
    known = [v for v in beside if v.kind == "date" and v.start <= match.end("n") + 3 <= v.end + 3]
    if not known:
        return None
    month = int(min(known, key=lambda v: abs(v.start - match.end("n"))).key.split("-")[0])
    days = _dates(month, int(match["n"]), None, day)
    return Moment("date", f"{month}-{int(match['n'])}", match.start("n"), match.end("n"), days)


def _abbreviated(match: re.Match[str], day: date | None) -> Moment | None:
    names: dict[str, int] = resources.table("language/grounding")["short_weekdays"]
    return _weekday(names[match["name"]], None, *match.span(), day)


def _chinese_weekday(match: re.Match[str], day: date | None) -> Moment | None:
    name = match["name"]
    number = min("一二三四五六日天".index(name), 6)
    which = match["which"] or ""
    week = {"": None, "上": -1, "下": 1}.get(which[:1], 0)
    week = week * len(which.rstrip("个")) if week else week
    return _weekday(number, week, *match.span(), day, counted=bool(which))


def _both_days(match: re.Match[str], day: date | None) -> Moment | None:
    """六日: Saturday and Sunday."""
    return _span("weekend", 0, match, day)


def _half_past(match: re.Match[str], day: date | None) -> Moment | None:
    hour = _count(match["n"])
    part = match["part"]
    minutes = hour * 60 + {"half": 30, "half past": 30, "quarter past": 15, "quarter to": -15}[part]
    return Moment("clock", f"{minutes}?", *match.span()) if hour <= 12 else None


def _hour(match: re.Match[str], day: date | None) -> Moment | None:
    hour = _count(match["n"])
    return Moment("clock", f"{hour * 60}?", match.start("n"), match.end("n")) if hour < 24 else None


def _dotted(match: re.Match[str], day: date | None) -> Moment | None:
    hour, minute = int(match["h"]), int(match["m"])
    return Moment("clock", f"{hour * 60 + minute}?", *match.span()) if hour < 24 else None


def _chinese_hour(match: re.Match[str], day: date | None) -> Moment | None:
    hour, part, rest = chinese_number(match["n"]), match["part"] or "", match["rest"] or ""
    if hour > 24 or (match["n"] == "一" and not (part or rest)):
        return None  # 一点 is 'a little'
    minutes = {"半": 30, "一刻": 15, "三刻": 45}.get(rest) or chinese_number(rest.rstrip("分"))
    hour += 12 if part in ("下午", "傍晚", "晚上", "晚", "夜里") and hour < 12 else 0
    sure = "" if part or hour > 12 else "?"
    return Moment("clock", f"{hour * 60 + minutes}{sure}", *match.span())


def _fixed_clock(match: re.Match[str], day: date | None) -> Moment | None:
    return Moment("clock", "0" if match[0] in ("midnight", "午夜") else "720", *match.span())


def _count(text: str) -> int:
    words: list[str] = resources.table("language/grounding")["counts"].split()
    if text in ("a", "an"):
        return 1
    return words.index(text) if text in words else chinese_number(text)


def _unit(text: str) -> str:
    units: dict[str, str] = resources.table("language/grounding")["time_units"]
    return units[text]


@cache
def _relative() -> tuple[tuple[re.Pattern[str], Read], ...]:
    table = resources.table("language/grounding")
    units = "|".join(sorted(table["time_units"], key=len, reverse=True))
    counts = "|".join([*table["counts"].split(), "an?", _NUMERAL])
    which = "|".join(sorted(_words(), key=len, reverse=True))
    short = "|".join(sorted(table["short_weekdays"], key=len, reverse=True))
    rules: list[tuple[str, Read]] = [
        *(
            (rf"(?<![a-z])(?:{words})(?![a-z])", _day_by(int(by)))
            for by, words in table["day_away"].items()
        ),
        (rf"\b(?P<n>{counts})\s(?P<unit>{units})\s(?P<back>ago|back|earlier|before)\b", _ago),
        (rf"\bin\s(?:about\s)?(?P<n>{counts})\s(?P<unit>{units})\b", _ago),
        (rf"\b(?P<which>{which})\s(?P<unit>{units})\b", _away),
        (rf"(?P<n>{_NUMERAL})个?(?P<unit>{units})(?P<back>之?前)", _ago),
        (rf"(?P<n>{_NUMERAL})个?(?P<unit>{units})之?后", _ago),
        (
            r"(?P<which>上上个?|下下个?|上个?|下个?|这个?|本)?(?:周|星期|礼拜)"
            r"(?P<name>[一二三四五六日天])(?!次)",
            _chinese_weekday,
        ),
        (rf"(?P<which>{which})个?(?P<unit>{units})", _away),
        (r"(?<![十月初第一二三四五])六日(?![子期常])|周末", _both_days),
        (
            rf"(?:(?P<year>\d{{4}})\s?年\s?)?(?P<month>{_NUMERAL})\s?月(?:份|底|初|中旬|上旬|下旬)?"
            rf"(?:\s?(?P<n>{_NUMERAL})\s?[日号])?",
            _chinese_date,
        ),
        (r"(?P<month>\d{1,2})月(?P<n>\d{1,2})(?![\d日号个])", _month_and_day),
        (r"(?<![\d-])(?P<month>0[1-9]|1[0-2])-(?P<n>[0-3]\d)(?![\d-])", _month_and_day),
        (rf"\b(?P<name>{short})\b", _abbreviated),
        (
            r"(?<!\d)(?P<n>\d{1,2})(?=\s?(?:[-–—/&,、至到]|and|to)\s?\d{1,2}(?:\s?[a-z]|[日号]))",
            _range,
        ),
        (
            r"(?:\bthe\s)?(?<![\d.])(?P<n>\d{1,2})(?:st|nd|rd|th)\b(?!\s(?:floor|time|century))",
            _bare_day,
        ),
        (r"(?<![\d月])(?P<n>\d{1,2})[号日]", _bare_day),
        (r"(?<![\d./-])(?P<a>\d{1,2})/(?P<b>\d{1,2})(?![\d/])", _either_way),
        (
            rf"\b(?P<part>half past|half|quarter past|quarter to)\s(?P<n>{counts})\b"
            rf"(?!\s(?:{units}))",
            _half_past,
        ),
        (
            rf"\b(?:at|by|from|until|till|before|after|around|about|@|-|–|to)\s?(?P<n>\d{{1,2}}|{counts})\b(?![.:]?\d|\s?[%a-z]?(?:{units}))",
            _hour,
        ),
        (r"(?<![\d.])(?P<h>[01]?\d|2[0-3])[.h](?P<m>[0-5]\d)(?![\d.])", _dotted),
        (
            r"(?P<part>上午|早上|早|清晨|凌晨|中午|下午|傍晚|晚上|晚|夜里)?(?P<n>\d{1,2}|[一二两三四五六七八九十]{1,3})点"
            r"(?P<rest>半|[一三]刻|\d{1,2}分?|[一二三四五六七八九十]{1,3}分)?(?![数子心儿])",
            _chinese_hour,
        ),
        (r"\b(?:noon|midday|midnight)\b|午夜|正午", _fixed_clock),
    ]
    return tuple((re.compile(pattern), read) for pattern, read in rules)
