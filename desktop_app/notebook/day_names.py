"""Day names: how a folder names its daily files, in Obsidian's letters. Knows no files.

`YYYY/MM/YYYY-MM-DD` is a form: the path of a day's file below the folder of days, without `.md`.
"""

import calendar
import re
from datetime import date
from functools import lru_cache

USUAL = "YYYY-MM-DD"

_PIECE = re.compile(
    r"\[(?P<kept>[^\]]*)\]|(?P<token>YYYY|M{1,4}|Do|D{1,2}|d{3,4}|[A-Za-z]+)|[^A-Za-z]", re.DOTALL
)
_READS = {
    "YYYY": r"[0-9]{4}", "MM": "[0-9]{2}", "M": "[0-9]{1,2}", "DD": "[0-9]{2}", "D": "[0-9]{1,2}",
    "Do": "[0-9]{1,2}(?:st|nd|rd|th)", "MMMM": r"\w+", "MMM": r"\w+", "dddd": r"\w+", "ddd": r"\w+",
}  # fmt: skip
_PLAIN = re.compile(r"([0-9]{4})([-_.]?)([0-9]{2})\2([0-9]{2})")
_NUMBERS_ONLY = re.compile(r"[0-9]+(?:[-_. ][0-9]+)*")
_ENDS = {1: "st", 2: "nd", 3: "rd"}


def readable(form: str) -> bool:
    """Whether a form names one day and has known pieces only: no weeks, no hours."""
    tokens = {token for token in _tokens(form) if token}
    month, day = tokens & {"MM", "M", "MMMM", "MMM"}, tokens & {"DD", "D", "Do"}
    return tokens <= _READS.keys() and "YYYY" in tokens and bool(month and day)


def written(form: str, day: date) -> str:
    """The path of a day below the folder of days: `2026/11/2026-11-20`."""
    pieces = {
        "YYYY": f"{day.year:04}", "MM": f"{day.month:02}", "M": str(day.month),
        "DD": f"{day.day:02}", "D": str(day.day), "Do": f"{day.day}{_end(day.day)}",
        "MMMM": calendar.month_name[day.month], "MMM": calendar.month_abbr[day.month],
        "dddd": calendar.day_name[day.weekday()], "ddd": calendar.day_abbr[day.weekday()],
    }  # fmt: skip
    return "".join(
        match["kept"] if match["kept"] is not None else pieces.get(match["token"], match[0])
        for match in _PIECE.finditer(form)
    )


def read(form: str, path: str) -> date | None:
    """The day that a path below the folder of days names; None for any other path."""
    match = _pattern(form).fullmatch(path)
    if match is None:
        return None
    pieces = match.groupdict()
    try:
        day = re.sub("[a-z]+", "", _first(pieces, "DD", "D", "Do"))
        return date(int(pieces["YYYY"]), _month(pieces), int(day))
    except ValueError:  # well formed, but on no calendar
        return None


def learned(path: str) -> tuple[str, str] | None:
    """The folder of days and the form in the path of a day, such as ("notes", "YYYY/YYYY-MM-DD").

    None for a path that names no day, or more than a day.
    """
    *folders, name = path.removesuffix(".md").split("/")
    match = _PLAIN.fullmatch(name)
    if match is None:
        return None
    year, sign, month, day = match.groups()
    try:
        date(int(year), int(month), int(day))
    except ValueError:
        return None
    token = {day: "DD", month: "MM", year: "YYYY"}  # where day and month are one, the month
    form = sign.join(("YYYY", "MM", "DD"))
    while folders and _NUMBERS_ONLY.fullmatch(folders[-1]):
        part = re.sub("[0-9]+", lambda run: token.get(run[0], "?"), folders[-1])
        if "?" in part:
            break
        form = f"{part}/{form}"
        folders.pop()
    return "/".join(folders), form


@lru_cache
def _pattern(form: str) -> re.Pattern[str]:
    named: set[str] = set()
    parts = []
    for match in _PIECE.finditer(form):
        token = match["token"]
        if token is None:
            parts.append(re.escape(match["kept"] if match["kept"] is not None else match[0]))
        elif token in named:
            parts.append(f"(?P={token})")
        else:
            named.add(token)
            parts.append(f"(?P<{token}>{_READS[token]})")
    return re.compile("".join(parts))


def _tokens(form: str) -> list[str | None]:
    return [match["token"] for match in _PIECE.finditer(form)]


def _month(pieces: dict[str, str]) -> int:
    if number := _first(pieces, "MM", "M"):
        return int(number)
    names = calendar.month_name if "MMMM" in pieces else calendar.month_abbr
    return list(names).index(_first(pieces, "MMMM", "MMM"))


def _first(pieces: dict[str, str], *tokens: str) -> str:
    return next((pieces[token] for token in tokens if token in pieces), "")


def _end(day: int) -> str:
    return "th" if day in (11, 12, 13) else _ENDS.get(day % 10, "th")
