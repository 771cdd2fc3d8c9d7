"""Hard facts of a text: numbers by their value, and what is spelled letter by letter.

Knows one text at a time. `twenty-five`, 25 and 二十五 are one number.
"""

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from desktop_app import resources
from desktop_app.language.spans import flat
from desktop_app.language.values import Value, ValueKind, values
from desktop_app.regex import regex

_QUOTE = regex(
    r"`([^`\n]+)`|\"([^\"\n]{3,80})\"|“([^”\n]{3,80})”|「([^」\n]{2,80})」|『([^』\n]{2,80})』"
    r"|《([^》\n]{2,80})》|(?<!\w)'([^'\n]{3,80})'(?!\w)"
)
_SPELLED = regex(
    r"(?<![\w/])(?:~|\.{1,2})?/[\w.@~*/-]+|(?<![\w-])--?[a-z][\w-]*|(?<!\w)#(?:[0-9a-f]{6}|\d+)(?!\w)"
    r"|(?<![\w-])(?=[\w-]*\d)[a-z][\w-]*(?!\w)|(?<!\w)[a-z]+(?:_[a-z0-9]+)+(?!\w)"
    r"|(?<![\w.])[\w-]+(?:\.[\w-]+)*\.[a-z]{2,5}(?![\w(])",
    re.ASCII,
)
_NO_CODE = regex(r"[a-z]?\d+(?:st|nd|rd|th|am|pm|[a-z])?$|[a-z]{1,3}\d+$", re.ASCII)
_LITERAL = {ValueKind.LINK, ValueKind.VERSION, ValueKind.CODE, ValueKind.PHONE}
_MANY = regex(r"\s?(k|m|bn|[a-z]+|[万亿千百])(?![a-z])")
_JOINED = regex(r"[\s-](?:and )?")


@dataclass(frozen=True)
class Number:
    """A number and where it stands. A `soft` one, such as `once`, often says something else."""

    value: float
    start: int
    end: int
    soft: bool = False


@dataclass(frozen=True)
class Spelled:
    """What has to stand letter by letter in the sources: an address, a path, code, a quote."""

    text: str
    start: int
    end: int


@lru_cache(maxsize=20_000)
def literals(text: str) -> tuple[Spelled, ...]:
    """What is spelled letter by letter, in reading order; quotes too."""
    level = flat(text)
    spelled: list[Spelled] = []

    def take(plain: str, start: int) -> None:
        inside = any(one.start <= start < one.end for one in spelled)
        if len(plain) > 1 and not inside:
            spelled.append(Spelled(plain, start, start + len(plain)))

    for match in _QUOTE.finditer(level):
        group = match.lastindex or 0
        take(match[group].strip(), match.start(group))
    for value in values(text):
        if value.kind in _LITERAL:
            take(level[value.start : value.end].strip("`"), value.start)
    for match in _SPELLED.finditer(level):
        plain = match[0].rstrip(".,;:-")
        if not (_NO_CODE.match(plain) or plain.replace("/", "").isalpha()):
            take(plain, match.start())
    return tuple(sorted(spelled, key=lambda one: one.start))


def letters(text: str) -> str:
    """The letters and digits of a text alone, to find a quote in it."""
    return re.sub(r"[\W_]+", " ", flat(text)).strip()


@lru_cache(maxsize=20_000)
def numbers(text: str) -> tuple[Number, ...]:
    """The numbers of a text in reading order, those that only hint at one among them."""
    level = flat(text)
    counted: list[Number] = []
    for value in values(text):
        number = _number(value, level) if value.kind == ValueKind.NUMBER else None
        if number and counted and _is_rest(counted[-1], number, level):
            before = counted.pop()
            number = Number(before.value + number.value, before.start, number.end)
        if number:
            counted.append(number)
    soft = _table()["soft"]
    for match in re.finditer("[a-z]+", level):
        if match[0] in soft:
            counted.append(Number(soft[match[0]], *match.span(), soft=True))
    return tuple(sorted(counted, key=lambda one: one.start))


def soft_number(word: str) -> float | None:
    """What a word such as `fifth` hints at."""
    return _table()["soft"].get(word)


def _number(value: Value, level: str) -> Number | None:
    many = _MANY.match(level, value.end)
    times = _table()["many"].get(many[1], 1) if many else 1
    try:
        plain = float(value.key.strip("$€£¥%").replace(",", "."))
    except ValueError:
        return None
    end = many.end() if many and times > 1 else value.end
    return Number(plain * times, value.start, end)


def _is_rest(one: Number, other: Number, level: str) -> bool:
    """Whether a number goes on: twenty-five, two hundred and ten."""
    words = level[max(one.start, one.end - 2) : one.end].isalpha()  # not: 1000M
    joined = _JOINED.fullmatch(level, one.end, other.start)
    tens = one.value % 10 == 0 and 20 <= one.value < 100 and other.value < 10
    return bool(words and joined and (tens or (one.value % 100 == 0 and other.value < 100)))


@cache
def _table() -> dict[str, dict[str, float]]:
    table: dict[str, dict[str, float]] = resources.table("language/grounding")
    return table
