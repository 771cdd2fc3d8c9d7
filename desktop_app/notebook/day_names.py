"""Day names: how folders, programs and people name days. Knows no files.

A form is in the tokens of moment.js, as Obsidian's settings are: `YYYY/MM/YYYY-MM-DD` is the path
of a day's file below the folder of days, without `.md`. Months and weekdays are read in each
language of `resources/language/calendar.json`, and written in one. That table has the names of
Unicode's CLDR, before them those of moment.js.
"""

import json
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import date, time
from functools import cache, lru_cache
from itertools import islice
from typing import Any, NamedTuple

from desktop_app import resources
from desktop_app.regex import regex

USUAL = "YYYY-MM-DD"
ENGLISH = "en"
_GREAT = (ENGLISH, "de", "fr", "es", "it", "pt", "ru", "ja", "zh", "zh_Hant")
"""The languages that count first where several have a name."""

# Every token that moment.js knows: a form with one that is not read here cannot be followed.
_PIECE = regex(
    r"\[(?P<kept>[^\]]*)\]|(?P<token>[MDWwQdy]o|DDDo|M{1,4}|D{1,4}|d{1,4}|ww?|WW?|Q|Y+|y+|N{1,5}"
    r"|(?:gg|GG){1,2}|[eEaAxX]|[Hh]mm(?:ss)?|hh?|HH?|kk?|mm?|ss?|S+|zz?|ZZ?|LTS?|L{1,4}|l{1,4})|.",
    re.DOTALL,
)
_TEXT = r"[^/]+?"
_READS = {
    "YYYY": "[0-9]{4}", "YY": "[0-9]{2}", "Q": "[1-4]", "WW": "[0-9]{2}",
    "MM": "[0-9]{2}", "M": "[0-9]{1,2}", "MMM": _TEXT, "MMMM": _TEXT,
    "DD": "[0-9]{2}", "D": "[0-9]{1,2}", "dddd": _TEXT, "ddd": _TEXT,
    "Do": r"[0-9]{1,2}(?:[-:.'][^\W\d_]{0,3}|[^\W\d_]{1,3}\.?)?",
}  # fmt: skip
_YEAR, _MONTH, _DAY = {"YYYY", "YY"}, {"MM", "M", "MMM", "MMMM"}, {"DD", "D", "Do"}
_NAMED = {"MMMM": "months", "MMM": "short_months", "dddd": "days", "ddd": "short_days"}
_SEEN = 200  # paths that tell the language
_SIGNS = " \t-_–—.,:()[]【】（）"
_NUMBERS_ONLY = regex(r"[0-9]+(?:[-_. ][0-9]+)*")

# As people write them; 05-01-2024 is the fifth of January or the first of May, so it is no date.
_NTH = r"(?:st|nd|rd|th|er|\.|º|日|일)?"
_OF = r"[ _.-]*(?:de |of |d['’])?"
_CLOCK = (
    r"(?:,?(?: at)?[ T_-]{0,3}(?P<hour>[01][0-9]|2[0-3]|[0-9](?=:))[:.h_-]?"
    r"(?P<minute>[0-5][0-9])(?::?[0-5][0-9])?(?![0-9])(?:[ \u202f]?(?P<half>[ap])\.?m\b)?)?"
)
_WRITTEN = [
    regex(rf"(?<![0-9]){day}{_CLOCK}(?![0-9])", re.IGNORECASE)
    for day in (
        r"(?P<year>[0-9]{4})[-_. 年](?P<month>[0-9]{1,2})[-_. 月](?P<day>[0-9]{1,2})(?![0-9])日?",
        r"(?P<year>(?:18|19|20|21)[0-9]{2})(?P<month>[0-9]{2})(?P<day>[0-9]{2})",
        rf"(?P<day>[0-9]{{1,2}}){_NTH}{_OF}(?P<name>[^\W\d_]+)\.?,?{_OF}"
        r"(?P<year>[0-9]{4})(?![0-9])",
        rf"(?<!\w)(?P<name>[^\W\d_]+)\.?[ _-]+(?P<day>[0-9]{{1,2}}){_NTH},?[ _-]+"
        r"(?P<year>[0-9]{4})(?![0-9])",
        r"(?P<day>[0-9]{1,2})\.(?P<month>[0-9]{1,2})\.(?P<year>[0-9]{4})(?![0-9])",
        r"(?P<day>1[3-9]|2[0-9]|3[01])[-_ ](?P<month>[0-9]{1,2})[-_ ](?P<year>[0-9]{4})(?![0-9])",
    )
]
_YEARS = regex("[0-9]{4}")
_LEARNED = (
    "YYYY-MM-DD", "YYYY_MM_DD", "YYYY.MM.DD", "YYYYMMDD", "YYYY年MM月DD日", "YYYY年M月D日",
    "YYYY-MM-DD dddd", "YYYY-MM-DD-dddd", "YYYY-MM-DD ddd", "YYYY-MM-DD-ddd",
    "DD.MM.YYYY", "D. MMMM YYYY", "D MMMM YYYY", "D MMM YYYY", "MMMM D, YYYY",
    "MMMM Do, YYYY", "MMM Do, YYYY", "dddd, MMMM Do YYYY", "dddd D MMMM YYYY", "dddd, D MMMM YYYY",
    "[daily.journal.]YYYY.MM.DD", "YYYY/MM/DD", "YYYY/MM - MMMM/DD - dddd",
)  # fmt: skip
"""Forms that are known by the names of files and of folders by year and month alone."""


class NamedDay(NamedTuple):
    """A day, its time if there is one, what else the name says, and whether the day `leads`."""

    day: date
    at: time | None
    rest: str
    leads: bool


def readable(form: str) -> bool:
    """Whether a form names a day by year, month and day, and has known pieces only: no hours."""
    tokens = {match["token"] for match in _PIECE.finditer(form)} - {None}
    return tokens <= _READS.keys() and all(part & tokens for part in (_YEAR, _MONTH, _DAY))


def written(form: str, day: date, language: str = ENGLISH) -> str:
    """The path of a day below the folder of days: `2026/11/2026-11-20`."""
    language = language or ENGLISH
    return "".join(
        match["kept"]
        if match["kept"] is not None
        else _write(match["token"], day, language)
        if match["token"] in _READS
        else match[0]
        for match in _PIECE.finditer(form)
    )


@lru_cache(maxsize=50_000)
def read(form: str, path: str, language: str = "") -> date | None:
    """The day that a path below the folder of days names; None for any other path.

    Names of months are read in the `language`, or in any in which they mean the same month.
    """
    match = _pattern(form).fullmatch(unicodedata.normalize("NFC", path))
    if match is None:
        return None
    try:
        return _day_of(match.groupdict(), language)
    except (ValueError, KeyError, OverflowError):  # well formed, but on no calendar
        return None


def language_of(form: str, paths: Iterable[str], usual: str = "") -> str:
    """The language in which most of these paths are read; of several the `usual` one, or English.

    "" if the form has no names.
    """
    if not any(match["token"] in _NAMED for match in _PIECE.finditer(form)):
        return ""
    found = Counter[str]()
    matches = (_pattern(form).fullmatch(unicodedata.normalize("NFC", path)) for path in paths)
    for match in islice(filter(None, matches), _SEEN):
        said = [(_NAMED[token], text) for token, text in match.groupdict().items()
                if token in _NAMED]  # fmt: skip
        for language in set.intersection(*(set(_means(*one)) for one in said)):
            names = _calendar()[language]
            here = [_first(names[kind][_means(kind, text)[language]]) for kind, text in said]
            there = [text for _, text in said]
            found[language] += 1 + ([*map(_flat, here)] == [*map(_flat, there)]) + (here == there)
    most = max(found.values(), default=0)
    best = {one for one, count in found.items() if count == most} or {usual or ENGLISH}
    likely = (one for one in (usual, *_GREAT) if one in best)
    return next(likely, "") or min(best, key=lambda one: (len(one), one))


@lru_cache(maxsize=20_000)
def in_name(name: str) -> NamedDay | None:
    """The day in a name without its ending, in any known way: `2024-01-05 0930 Harbour`."""
    if not _YEARS.search(name):
        return None
    for pattern in _WRITTEN:
        for match in pattern.finditer(name):
            with suppress(ValueError, KeyError):  # on no calendar, or a word that is no month
                said = match.groupdict()
                word, month = said.get("name", ""), int(said.get("month") or 0)
                if word and (len(word) > 2 or not word.isascii()):  # not "de" or "in"
                    month = _number(word, "short_months", "months") + 1
                day = date(int(match["year"]), month, int(match["day"]))
                at = _clock(match) if match["hour"] else None
                around = name[: match.start()].strip(_SIGNS), name[match.end() :].strip(_SIGNS)
                before, after = ("" if one and _flat(one) in _weekdays() else one for one in around)
                return NamedDay(day, at, " ".join(f"{before} {after}".split()), not before)
    return None


def _clock(match: re.Match[str]) -> time:
    hour, half = int(match["hour"]), (match["half"] or "").casefold()
    return time(hour % 12 + 12 * (half == "p") if half else hour, int(match["minute"]))


def learned(path: str) -> tuple[str, str] | None:
    """The folder of days and the form in the path of a day, such as ("notes", "YYYY/YYYY-MM-DD").

    None for a path that names no day, or more than a day.
    """
    folders = path.removesuffix(".md").split("/")
    for form in _LEARNED:
        if day := read(form, "/".join(folders[-form.count("/") - 1 :])):
            del folders[-form.count("/") - 1 :]
            break
    else:
        return None
    # Where day and month are one number, it is the month.
    token = {f"{day:%d}": "DD", f"{day:%m}": "MM", f"{day.year:04}": "YYYY"}
    while folders and _NUMBERS_ONLY.fullmatch(folders[-1]):
        part = re.sub("[0-9]+", lambda run: token.get(run[0], "?"), folders[-1])
        if "?" in part:
            break
        form = f"{part}/{form}"
        folders.pop()
    return "/".join(folders), form


# -- pieces ---------------------------------------------------------------------------------


def _write(token: str, day: date, language: str) -> str:
    """What stands for a token on a day. Only those that need names of months load them."""
    if kind := _NAMED.get(token):
        names = _names_in(language)[kind]
        return _first(names[day.month - 1 if "months" in kind else day.weekday()])
    if token == "Do":
        ends = _names_in(language)["nth"]
        return f"{day.day}{ends if isinstance(ends, str) else ends[day.day - 1]}"
    count = {
        "Y": day.year % 100 if token == "YY" else day.year, "M": day.month, "D": day.day,
        "Q": (day.month + 2) // 3, "W": day.isocalendar().week,
    }  # fmt: skip
    return f"{count[token[0]]:0{len(token)}}"


@lru_cache
def _pattern(form: str) -> re.Pattern[str]:
    named: set[str] = set()
    parts = []
    for match in _PIECE.finditer(form):
        token = match["token"]
        if token not in _READS:
            parts.append(re.escape(match["kept"] if match["kept"] is not None else match[0]))
        elif token in named:
            parts.append(f"(?P={token})")
        else:
            named.add(token)
            parts.append(f"(?P<{token}>{_READS[token]})")
    return re.compile("".join(parts))


def _day_of(said: Mapping[str, str], language: str) -> date:
    """The day of what the tokens say. Raises ValueError or KeyError if that is none."""
    if not all(_means(_NAMED[token], text) for token, text in said.items() if token in _NAMED):
        raise KeyError
    short = int(said.get("YY", "0"))
    year = int(said["YYYY"]) if "YYYY" in said else short + (1900 if short > 68 else 2000)
    month = next(token for token in ("MM", "M", "MMMM", "MMM") if token in said)
    of_year = (
        _number(said[month], _NAMED[month], language=language) + 1
        if month in _NAMED
        else int(said[month])
    )
    day = next(said[token] for token in ("DD", "D", "Do") if token in said)
    return date(year, of_year, int(re.sub(r"\D", "", day)))


# -- names ----------------------------------------------------------------------------------


@cache
def _calendar() -> dict[str, dict[str, Any]]:
    path = resources.folder() / "language/calendar.json"
    names: dict[str, dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    for language, one in [*names.items()]:  # "cs@": as cs, and named as if it stood alone
        ways = {kind: [each.split("|") for each in one[kind]] for kind in _NAMED.values()}
        alone = {kind: ["|".join([*way[1:2], way[0], *way[2:]]) for way in each]
                 for kind, each in ways.items()}  # fmt: skip
        if any(alone[kind] != one[kind] for kind in alone):
            names[f"{language}@"] = one | alone
    return names


def _names_in(language: str) -> dict[str, Any]:
    return _calendar().get(language) or _calendar()[ENGLISH]


@cache
def _numbers(kind: str) -> dict[str, dict[str, int]]:
    """What each name means, from 0, by language: cs and hr have their own `listopad`."""
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for language, names in _calendar().items():
        for number, ways in enumerate(names[kind]):
            for way in ways.split("|"):
                found[_flat(way)][language] = number
    return dict(found)


def _means(kind: str, name: str) -> dict[str, int]:
    """What a name means, from 0, in each language that has it."""
    return _numbers(kind).get(_flat(name), {})


def _number(name: str, *kinds: str, language: str = "") -> int:
    """What a name of these kinds means, from 0, in a language, or in each that has it. Raises
    KeyError if that is open.
    """
    means = {one: number for kind in kinds for one, number in _means(kind, name).items()}
    for likely in (language, *_GREAT):
        if likely in means:
            return means[likely]
    if len(set(means.values())) != 1:
        raise KeyError
    return means.popitem()[1]


@cache
def _weekdays() -> frozenset[str]:
    return frozenset(
        name for kind in ("days", "short_days") for name in _numbers(kind) if len(name) > 1
    )


def _flat(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold().strip(" .").replace("’", "'")


def _first(ways: str) -> str:
    return ways.partition("|")[0]
