"""Hard facts of a text: numbers, and what is spelled letter by letter. Knows one text at a time.

A number is compared by its value: `twenty-five`, 25 and 二十五 are one, and so are 90 minutes and
an hour and a half.
"""

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from desktop_app import resources
from desktop_app.language.spans import flat

_QUOTE = re.compile(
    r"\"([^\"\n]{3,80})\"|“([^”\n]{3,80})”|「([^」\n]{2,80})」|『([^』\n]{2,80})』|《([^》\n]{2,80})》|(?<!\w)'([^'\n]{3,80})'(?!\w)"
)
_CODE = re.compile(r"`([^`\n]+)`")
_SPELLED = re.compile(
    r"https?://[^\s<>)\]，。；]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+"  # an address
    r"|(?<![\w./\\~])[a-z]:\\[^\s，。]+|(?<![\w./])(?:~|\.{1,2})?/[\w.@~-]+(?:/[\w.@~*-]*)*"
    r"|(?<![\w./])[\w.@~-]+(?:/[\w.@~*-]+)+/?"  # a path
    r"|(?<![\w.-])(?:[\w-]+\.)+[a-z]{2,10}(?![\w(])"  # a file, a host
    r"|(?<![\w.])v\d+(?:\.\d+)*(?![\w.])|(?<![\w.])\d+(?:\.\d+){2,}(?:[-+.]\w+)*"  # a version
    r"|(?<![\w-])--?[a-z][\w-]*(?![\w])"  # an option of a command
    r"|(?<!\w)#\d+"
    r"|(?<![\w.])(?=[\w-]*\d)(?=[\w-]*[a-z])[a-z0-9_]+(?:-[a-z0-9_]+)*(?![\w])"  # B12, gpt-4o
    r"|(?<!\w)[a-z]+(?:_[a-z0-9]+)+(?!\w)",  # a name in a program
    re.ASCII,
)
_JUST_A_NUMBER = re.compile(
    r"-?\d+(?:[.,]\d+)*(?:st|nd|rd|th|s|k|m|x|am|pm|h|min|[a-zµ°%]{1,3})?$|\d+(?:/\d+)+$|\d+-\d+$|\d+-[a-z-]+$"
)
_DIGITS = re.compile(
    r"(?<![\w.])(?:(?P<currency>[$€£¥])\s?)?(?P<n>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
    r"(?P<many>\s?(?:(?:k|m|bn|million|billion|thousand|hundred|dozen)(?![a-z])|[万亿千百](?!分)))?"
    r"(?P<ending>(?:st|nd|rd|th|s)(?![a-z]))?"
)
_AND_A_HALF = re.compile(
    r"\b(?:an?|one)\s(?P<unit>hour|day|week|month|year|mile|metre|meter|kilo|litre|liter)\sand\sa\shalf"
    r"|(?P<n>[一二两三四五六七八九十\d]+)个半(?=小时|钟头|月|星期|礼拜)"
    r"|(?P<m>[一二两三四五六七八九十\d]+)(?P<after>年|天|公里|小时|斤|公斤|米)半"
)
_NUMERAL = re.compile(r"[零〇一二三四五六七八九十百千万亿两廿半]+")
_MANY = {
    "k": 1e3,
    "m": 1e6,
    "bn": 1e9,
    "hundred": 1e2,
    "thousand": 1e3,
    "million": 1e6,
    "billion": 1e9,
    "dozen": 12,
    "万": 1e4,
    "亿": 1e8,
    "千": 1e3,
    "百": 1e2,
}
_UNIT = re.compile(r"[\s-]*([a-z]+|[\u4e00-\u9fff]{1,2}|%)")


@dataclass(frozen=True)
class Number:
    """A number, what it counts (the word or the characters after it) and where it stands.

    A `soft` one, such as `once` or `first`, often says something else.
    """

    value: float
    unit: str
    start: int
    end: int
    soft: bool = False


@dataclass(frozen=True)
class Literal:
    """What has to stand letter by letter in the sources: an address, a path, code, a quote."""

    text: str
    start: int
    end: int
    quoted: bool = False


@lru_cache(maxsize=20_000)
def literals(text: str) -> tuple[Literal, ...]:
    """What is spelled letter by letter, in reading order; quotes too."""
    level = flat(text)
    found: list[Literal] = []
    for match in _CODE.finditer(level):
        found.append(Literal(match[1].strip(), match.start(1), match.end(1)))
    for match in _QUOTE.finditer(level):
        group = match.lastindex or 0
        found.append(Literal(match[group], match.start(group), match.end(group), quoted=True))
    taken = [(one.start, one.end) for one in found]
    for match in _SPELLED.finditer(level):
        plain = match[0].rstrip(".,;:-")
        inside = any(start <= match.start() < end for start, end in taken)
        if inside or len(plain) < 2 or _JUST_A_NUMBER.match(plain) or _is_words(plain):
            continue
        found.append(Literal(plain, match.start(), match.start() + len(plain)))
    return tuple(sorted(found, key=lambda one: one.start))


def spelled(text: str) -> str:
    """The letters and digits of a text alone, to find a quote in it."""
    return re.sub(r"[\W_]+", " ", flat(text)).strip()


@lru_cache(maxsize=20_000)
def numbers(text: str) -> tuple[Number, ...]:
    """The numbers of a text in reading order, dates and clocks among them."""
    level = flat(text)
    taken = bytearray(len(level))
    found: list[Number] = []

    def take(value: float, start: int, end: int, unit: str = "", soft: bool = False) -> None:
        if not any(taken[start:end]):
            taken[start:end] = b"\1" * (end - start)
            found.append(Number(value, unit or _unit_after(level, end), start, end, soft))

    for match in _AND_A_HALF.finditer(level):
        numeral = match["n"] or match["m"]
        unit = match["unit"] or match["after"] or ""
        take((_written(numeral) if numeral else 1) + 0.5, *match.span(), unit)
    for match in _DIGITS.finditer(level):
        value = float(match["n"].replace(",", "")) * _MANY.get((match["many"] or "").strip(), 1)
        take(value, *match.span(), match["currency"] or "")
    for match in _english().finditer(level):
        spoken = _spoken(match[0])
        if spoken is not None:
            take(spoken, *match.span(), soft=match[0] == "one")
    for match in _idioms().finditer(level):
        taken[match.start() : match.end()] = b"\1" * (match.end() - match.start())
    for match in _NUMERAL.finditer(level):
        value = _written(match[0])
        if value >= 0:
            alone = len(match[0]) == 1 and not _unit_after(level, match.end())
            take(value, *match.span(), soft=alone or value == 1)
    for word, value in _soft().items():
        for match in re.finditer(rf"\b{word}\b", level):
            take(value, *match.span(), soft=True)
    return tuple(sorted(found, key=lambda one: one.start))


def measure(number: Number) -> tuple[str, float] | None:
    """The number in the base unit of what it measures, None when it measures nothing known."""
    scale = _scales().get(number.unit) or _scales().get(number.unit[:1])
    return (scale[0], round(number.value * scale[1], 6)) if scale else None


def _is_words(plain: str) -> bool:
    """`and/or` and `check-in` are words."""
    return plain.isalpha() or (plain.count("/") == 1 and plain.replace("/", "").isalpha())


def _unit_after(level: str, end: int) -> str:
    found = _UNIT.match(level, end)
    return found[1] if found else ""


def _spoken(text: str) -> float | None:
    """`three hundred and twenty` is 320, `two and a half` 2.5; None for a bare article."""
    table: dict[str, float] = _table()["spoken"]
    total = current = 0.0
    known = False
    for word in re.findall(r"[a-z]+", text):
        value = table.get(word)
        if value is None:
            if word == "half":
                current += 0.5
                known = True
            continue
        known = True
        if value >= 1000:
            total, current = total + (current or 1) * value, 0
        elif value in (100, 12) and word in ("hundred", "hundreds", "dozen"):
            current = (current or 1) * value
        else:
            current += value
    return total + current if known else None


def _written(text: str) -> float:
    """A Chinese numeral: 六千五 is 6500, 两半 no number (-1), 半 is a half."""
    if text.isdigit():
        return float(text)
    digits = _table()["chinese_digits"]
    if text == "半":
        return 0.5
    half = 0.5 if text.endswith("半") else 0.0
    text = text.rstrip("半")
    if all(c in digits for c in text) and len(text) > 1:  # 二〇二六
        return float("".join(str(digits[c]) for c in text))
    total = section = current = 0.0
    last = 1.0
    for character in text:
        if character in digits:
            current = digits[character]
            continue
        power = {"十": 10.0, "廿": 20.0, "百": 100.0, "千": 1e3, "万": 1e4, "亿": 1e8}.get(
            character
        )
        if power is None:
            return -1
        if power >= 1e4:
            total, section, current = (total + section + current) * power, 0.0, 0.0
        elif power == 20:
            section, current = section + 20, 0.0
        else:
            section, current = section + (current or 1) * power, 0.0
        last = power
    # 六千五 is said for 六千五百.
    tail = (
        current * last / 10
        if current and last >= 100 and len(text) > 1 and text[-2] in "百千万亿"
        else current
    )
    return total + section + tail + half


def _table() -> dict[str, Any]:
    return resources.table("language/grounding_numbers")


@cache
def _english() -> re.Pattern[str]:
    words = "|".join(sorted(_table()["spoken"], key=len, reverse=True))
    many = "hundred|thousand|million|billion|dozen"
    return re.compile(
        rf"\b(?:half\s)?(?:(?:{words})|a\s(?:{many}))(?:(?:[\s-]|\sand\s)(?:{words}))*(?:\sand\sa\shalf)?\b"
    )


@cache
def _idioms() -> re.Pattern[str]:
    words = str(_table()["chinese_idioms"]).split()
    return re.compile("|".join(sorted(words, key=len, reverse=True)))


@cache
def _soft() -> dict[str, float]:
    table: dict[str, float] = _table()["soft"]
    return table


@cache
def _scales() -> dict[str, tuple[str, float]]:
    rows: dict[str, dict[str, float]] = _table()["scales"]
    return {unit: (kind, factor) for kind, units in rows.items() for unit, factor in units.items()}
