"""Hard facts of a text: dates, times, numbers, versions, links. Knows text, not their use.

Two spellings of one value have the same key: `3 May`, `2027-05-03` and `5月3日` are all `5-3`.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache

from desktop_app import resources
from desktop_app.language.spans import flat
from desktop_app.language.tokens import is_cjk

_DIGITS = "一二三四五六七八九十百千万两"
_UNITS = {"亿": 10**8, "万": 10_000, "千": 1000, "百": 100, "十": 10}
_AS_DIGITS = str.maketrans("零〇一二三四五六七八九两兩萬億", "0012345678922万亿")
_LONGEST_NUMERAL = 30  # characters
_ABOUT = re.compile(r"[一二三四五六七八九两兩]{2}.*[十百千万萬亿億]")  # five or six: no number
_NUMERAL = r"(?:\d{1,2}|[一二三四五六七八九十]{1,3})"


class ValueKind(StrEnum):
    """What a value is; a code is `db-2` or `4b`."""

    DATE = "date"
    YEAR = "year"
    MONTH = "month"
    TIME = "time"
    WEEKDAY = "weekday"
    PHONE = "phone"
    VERSION = "version"
    NUMBER = "number"
    LINK = "link"
    CODE = "code"


KeyedValue = tuple[ValueKind, str]
"""The kind and the key of a value."""


@dataclass(frozen=True)
class Value:
    """A value and where it stands."""

    kind: ValueKind
    key: str
    start: int
    end: int

    @property
    def mark(self) -> str:
        """Kind and key: equal for values that say the same."""
        return f"{self.kind}:{self.key}"


Reader = Callable[[re.Match[str], str], Iterable[KeyedValue]] | ValueKind
"""What a match says; a kind where its words say it themselves."""


@lru_cache(maxsize=20_000)
def values(text: str) -> tuple[Value, ...]:
    """Every value of `text` in reading order; a date with a year is a date and a year."""
    level = flat(text)
    if "，" in text:  # between two numbers it is no part of one
        level = "".join("，" if c == "，" else low for c, low in zip(text, level, strict=True))
    taken = bytearray(len(level))
    values_found: list[Value] = []
    for needed, pattern, read in _rules():
        for match in pattern.finditer(level) if needed.search(level) else ():
            start, end = match.span()
            if any(taken[start:end]):
                continue
            if isinstance(read, ValueKind):
                pairs = [(read, match[0].strip("`"))]
            else:
                pairs = list(read(match, text))
            if pairs:
                taken[start:end] = b"\1" * (end - start)
                values_found += [Value(kind, key, start, end) for kind, key in pairs]
    return tuple(sorted(values_found, key=lambda value: (value.start, value.kind)))


def without_values(text: str) -> str:
    """The text with blanks where its values stand, so that what is left are words."""
    characters = list(text)
    for value in values(text):
        characters[value.start : value.end] = " " * (value.end - value.start)
    return "".join(characters)


def chinese_number(text: str) -> int:
    """`二十七` is 27, `三千五` is 3500, `1.5万` is 15000; 0 for anything else."""
    if len(text) > _LONGEST_NUMERAL or _ABOUT.search(text):
        return 0
    return int(round(_numeral(text.translate(_AS_DIGITS)), 6))


def _numeral(text: str) -> float:
    for sign, unit in _UNITS.items():
        many, found, rest = text.partition(sign)
        if found:
            times = _numeral(many) if many else float(unit == 10)
            more = _numeral(rest) if sign not in rest else 0.0
            if rest.isdecimal() and len(rest) == 1:  # the 五 of 三千五 counts hundreds
                more *= unit / 10
            fits = 0 < times < (10 if unit < 10_000 else unit) and (not rest or 0 < more < unit)
            return times * unit + more if fits else 0.0
    return float(text) if re.fullmatch(r"\d+(?:\.\d+)?", text) else 0.0


def _date(month: int, day: int, year: str | None) -> list[KeyedValue]:
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return []
    return [(ValueKind.DATE, f"{month}-{day}"), *([(ValueKind.YEAR, year)] if year else [])]


def _iso(match: re.Match[str], text: str) -> list[KeyedValue]:
    return _date(int(match[2]), int(match[3]), match[1])


def _chinese_date(match: re.Match[str], text: str) -> list[KeyedValue]:
    return _date(chinese_number(match[2]), chinese_number(match[3]), match[1])


def _day_month(match: re.Match[str], text: str) -> list[KeyedValue]:
    return _date(_months()[match[2]], int(match[1]), match[3])


def _month_day(match: re.Match[str], text: str) -> list[KeyedValue]:
    return _date(_months()[match[1]], int(match[2]), match[3])


def _month(match: re.Match[str], text: str) -> list[KeyedValue]:
    start = match.start()
    everyday = match[1] in _words("capital_months") and (not start or not text[start].isupper())
    pairs = [(ValueKind.MONTH, str(_months()[match[1]]))]
    return [] if everyday else pairs + ([(ValueKind.YEAR, match[2])] if match[2] else [])


def _chinese_month(match: re.Match[str], text: str) -> list[KeyedValue]:
    month, year = chinese_number(match[2]), match[1]
    pairs = [(ValueKind.MONTH, str(month)), *([(ValueKind.YEAR, year)] if year else [])]
    return pairs if 1 <= month <= 12 else []


def _chinese_year(match: re.Match[str], text: str) -> list[KeyedValue]:
    return [(ValueKind.YEAR, match[1])]


def _clock(match: re.Match[str], text: str) -> list[KeyedValue]:
    hour, minute, half = int(match[1]), match[2] or "00", match[3]
    if hour > 24 or int(minute) > 59:
        return []
    if half:
        hour = hour % 12 + (12 if half[0] == "p" else 0)
    return [(ValueKind.TIME, f"{hour}:{minute}")]


def _half_clock(match: re.Match[str], text: str) -> list[KeyedValue]:
    hour = int(match[1])
    return (
        [(ValueKind.TIME, f"{hour % 12 + (12 if match[2] == 'p' else 0)}:00")] if hour <= 12 else []
    )


def _chinese_clock(match: re.Match[str], text: str) -> list[KeyedValue]:
    part, hour, rest = match[1], chinese_number(match[2]), match[3] or ""
    if match[2] == "一" and not (part or rest):
        return []  # 一点 is 'a little'
    minute = {"半": 30, "一刻": 15, "三刻": 45}.get(rest) or chinese_number(rest.rstrip("分"))
    if part in _words("afternoon") and hour < 12:
        hour += 12
    return [(ValueKind.TIME, f"{hour}:{minute:02d}")] if hour <= 24 and minute <= 59 else []


def _weekday(match: re.Match[str], text: str) -> list[KeyedValue]:
    everyday = match[0] in _words("capital_weekdays") and not text[match.start()].isupper()
    return [] if everyday else [(ValueKind.WEEKDAY, str(_weekdays()[match[0]]))]


def _hour(match: re.Match[str], text: str) -> list[KeyedValue]:
    hour = int(match[1])
    return [(ValueKind.TIME, f"{hour}:00")] if hour <= 24 else []


def _named_hour(match: re.Match[str], text: str) -> list[KeyedValue]:
    return [(ValueKind.TIME, {"noon": "12:00", "midnight": "0:00"}[match[0]])]


def _slashed(match: re.Match[str], text: str) -> list[KeyedValue]:
    """3/10 is a date in Chinese, elsewhere only where one of the two can't be a month."""
    first, second = int(match[1]), int(match[2])
    if any(map(is_cjk, text)) or 12 < second <= 31:
        return _date(first, second, None)
    return _date(second, first, None) if 12 < first <= 31 else []


def _chinese_weekdays(match: re.Match[str], text: str) -> list[KeyedValue]:
    days = (str(min(_words("chinese_weekdays").index(sign), 6)) for sign in match[1])
    return [(ValueKind.WEEKDAY, ",".join(days))]


def _phone(match: re.Match[str], text: str) -> list[KeyedValue]:
    digits = re.sub(r"[^\d+]", "", match[0])
    return [(ValueKind.PHONE, digits)] if len(digits) >= 7 else []


def _number(match: re.Match[str], text: str) -> list[KeyedValue]:
    digits = re.sub(r",(?=\d{3}(?!\d))", "", match[2])
    digits = digits.rstrip("0").rstrip(".") if "." in digits else digits
    coin = match[1] or _currencies().get(match[4] or "", "")
    return [(ValueKind.NUMBER, f"{coin}{digits}{match[3] or ''}")]


def _word_number(match: re.Match[str], text: str) -> list[KeyedValue]:
    return [(ValueKind.NUMBER, _numbers()[match[0]])]


def _chinese_count(match: re.Match[str], text: str) -> list[KeyedValue]:
    if match[0] == "半":
        return [(ValueKind.NUMBER, "0.5")]
    number = chinese_number(match[0])
    # 一个 and 一位 are 'a' more often than one.
    article = (
        number == 1 and text[: match.start()][-1:] != "第" and _ARTICLE.match(text, match.end())
    )
    return [] if article or not number else [(ValueKind.NUMBER, str(number))]


_JOINED = re.compile(r"\d*[^\W\d_]+/[^\W\d_]+|w/")
_ARTICLE = re.compile("[个個位名家條条件隻只張张本部間间份台輛辆支層层樓楼成點点套雙双把些下起]")


@cache
def _rules() -> tuple[tuple[re.Pattern[str], re.Pattern[str], Reader], ...]:
    """What a text needs to have a value, which is quick to find; where it stands; what it says."""
    months, weekdays = map(_any_of, (_months(), _weekdays()))
    numbers = _any_of(_numbers())
    year = r"(?:,?\s(\d{4})\b)?"
    ending = r"(?:st|nd|rd|th)?"
    parts = _any_of((*_words("morning"), *_words("afternoon"), "中午"))
    units, after_hour = map(_any_of, (_words("units"), _words("after_hour")))
    rules: list[tuple[str, str, Reader]] = [
        ("://", r"[a-z][a-z0-9+.-]{1,9}://[^\s<>)\]，。,]+", ValueKind.LINK),
        ("@", r"[\w.+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+", ValueKind.LINK),
        (r"\.\w", r"(?<![\w.-])(?:[a-z0-9-]{2,}\.){2,}[a-z]{2,10}(?![\w-]|\.\w)", ValueKind.LINK),
        (r"\d[-/]\d", r"(?<![\d-])(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?![\d-])", _iso),
        (
            r"/|\.[a-z]",
            r"(?<![\w./-])/?(?:[a-z0-9_.~-]*[a-z_~][a-z0-9_.~-]*/)+(?:[a-z0-9_.~-]*[a-z0-9_~-])?"
            r"(?=[\s`),;:.]|$)|(?<![\w./-])[a-z_][\w-]*\.[a-z]{2,5}\b(?![.(])",
            _path,
        ),
        ("月", rf"(?:(\d{{4}}) ?年 ?)?({_NUMERAL}) ?月 ?({_NUMERAL}) ?[日号]", _chinese_date),
        (r"\d/\d", r"(?<![\d/.])(?!24/7)(\d{1,2})/(\d{1,2})(?![\d/%])", _slashed),
        (
            months,
            rf"\b(\d\d?){ending}\s(?:of\s)?({months})\b(?:\.(?=\s\d{{4}}))?{year}",
            _day_month,
        ),
        (months, rf"\b({months})\.?\s(\d{{1,2}}){ending}\b(?!:){year}", _month_day),
        (months, rf"\b({months})\b(?:\s(\d{{4}})\b)?", _month),
        ("月", rf"(?:(\d{{4}}) ?年 ?)?(?<![\d个])({_NUMERAL}) ?月(?!\d)", _chinese_month),
        ("年", r"(?<!\d)(\d{4}) ?年", _chinese_year),
        (r"\d:\d", r"(?<![\d.])(?<!\d:)(\d\d?):(\d\d)(?::\d\d)?(?!\d)(?:\s?(am|pm)\b)?", _clock),
        (r"\d\s?[ap]", r"(?<![\w:.])(\d{1,2})\s?(a|p)\.?m\b", _half_clock),
        (r"\d\.\d", r"(?<![\d.])(\d{1,2})\.(\d{2})(?:\s?(am|pm)\b|(?=\s?(?:h|uhr)\b))", _clock),
        (r"at\s\d", rf"\bat\s(\d\d?)(?=$|[,;.)]?$|[,;)]|\s(?:{after_hour})\b)", _hour),
        ("noon|midnight", r"\b(?:noon|midnight)\b", _named_hour),
        (
            "点",
            rf"({parts})? ?({_NUMERAL}|两) ?点(半|[一三]刻|(?:{_NUMERAL}) ?分?)?"
            rf"(?!{_any_of(_words('points'))})",
            _chinese_clock,
        ),
        (weekdays, rf"\b(?:{weekdays})\b", _weekday),
        (
            "[周期拜]",
            r"(?<!(?<![周期拜])[一二三四五六七八九十两几\d])(?:周|星期|礼拜)([一二三四五六日天]+)(?!次)",
            _chinese_weekdays,
        ),
        (r"\d[\d ()-]{5}", r"(?<![\w.])\+?\d[\d ()-]{5,}\d(?!\w|\.\w)", _phone),
        (r"[v.]\d", r"(?<![\w.])(?:v\d+(?:\.\d+)*|\d+\.\d+(?:\.\d+)+)(?![\w])", ValueKind.VERSION),
        (
            r"[-_][a-z\d]|\d[a-f]",
            r"(?<![\w-])(?=[\w-]*\d)[a-z][a-z\d]*(?:[-_][a-z\d]+)+(?![\w-])|(?<![\w-])\d+[a-f](?![\w-])",
            ValueKind.CODE,
        ),
        (
            r"\d",
            r"(?<![a-z_\d.])(?:([$€£¥])\s?)?(\d+(?:[.,]\d+)*)(?:\s?(%)|(?:st|nd|rd|th)\b)?"
            rf"(?:\s?({_any_of(_currencies())})(?![a-z]))?",
            _number,
        ),
        (numbers, rf"\b(?:{numbers})\b", _word_number),
        (f"[{_DIGITS}半]", rf"(?:(?<![{_DIGITS}])[{_DIGITS}]+|半)(?={units})", _chinese_count),
    ]
    return tuple((re.compile(needed), re.compile(where), read) for needed, where, read in rules)


def _path(match: re.Match[str], text: str) -> list[KeyedValue]:
    plain = match[0]
    # and/or is no path, nor are 150g/day.
    return [] if _JOINED.fullmatch(plain) else [(ValueKind.LINK, plain)]


def _any_of(words: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


@cache
def _words(name: str) -> tuple[str, ...]:
    return tuple(resources.table("language/values")[name].split())


@cache
def _months() -> dict[str, int]:
    return _numbered("months", 1)


@cache
def _weekdays() -> dict[str, int]:
    return _numbered("weekdays", 0)


@cache
def _numbers() -> dict[str, str]:
    return dict(pair.split("=") for pair in _words("numbers"))


@cache
def _currencies() -> dict[str, str]:
    return dict(pair.split("=") for pair in _words("currencies"))


def _numbered(name: str, first: int) -> dict[str, int]:
    rows = resources.table("language/values")[name]
    return {word: n for n, row in enumerate(rows, start=first) for word in row.split()}
