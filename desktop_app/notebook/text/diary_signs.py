"""How other programs date a dream in a diary of many days. Knows lines, no files.

*April 5, 2026 at 3:00 AM GMT+8*
*2026-04-12T08:00:00Z — First dream*
"""

import re
from datetime import date
from typing import NamedTuple

_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
)  # fmt: skip
_WRITTEN = re.compile(
    r"\*([A-Za-z]{3,9})\.? (\d{1,2}), (\d{4})"
    r"(?:(?:,| at) (\d{1,2}):(\d{2})(?::\d{2})?[ \u202f]?([AaPp][Mm])?)?[^*]{0,40}\*"
)
_ISO = re.compile(
    r"\*(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})[^ *]*(?:[ ]+[—–-][ ]+([^*]{1,200}))?\*"
)
_FURNITURE = re.compile(r"\s*(?:---+|<!--.*-->)\s*")


class Signed(NamedTuple):
    """What a line of date says; `time` and `title` may be ""."""

    date: date
    time: str
    title: str


def dated(lines: list[str]) -> dict[int, Signed]:
    """The lines that date a dream, by their number from 0."""
    read = ((n, _read(line.strip())) for n, line in enumerate(lines) if line.startswith("*"))
    return {n: signed for n, signed in read if signed}


def is_furniture(line: str) -> bool:
    """Whether a line only parts or marks dreams."""
    return _FURNITURE.fullmatch(line) is not None


def _read(line: str) -> Signed | None:
    try:
        if match := _ISO.fullmatch(line):
            day = date(int(match[1]), int(match[2]), int(match[3]))
            return Signed(day, f"{match[4]}:{match[5]}", (match[6] or "").strip())
        if match := _WRITTEN.fullmatch(line):
            day = date(int(match[3]), _month(match[1]), int(match[2]))
            return Signed(day, _time(match[4], match[5], match[6]), "")
    except ValueError:  # no such day, or no such month
        pass
    return None


def _month(word: str) -> int:
    """The number of a month by its name or a beginning of it. Raises ValueError for others."""
    return [name[: len(word)] for name in _MONTHS].index(word.lower()) + 1


def _time(hour: str | None, minute: str | None, half: str | None) -> str:
    if hour is None:
        return ""
    number = int(hour)
    if half:
        number = number % 12 + (12 if half.lower() == "pm" else 0)
    return f"{number:02}:{minute}"
