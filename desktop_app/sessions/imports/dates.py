"""Dates in the front matter of notes. Knows no files.

The time when a file was changed is none, since a copy changes it.
"""

import re
from contextlib import suppress
from datetime import UTC, date, datetime

from desktop_app.notebook import day_names

_KEYS = r"date(?:[ _-]?created)?|created(?:[ _-]?(?:at|on|time|date))?|creation[ _-]?date|day|日期"
_FRONT = re.compile(
    rf"^(?P<key>{_KEYS})[ \t]*[:=][ \t]*[\"'\[(]*(?P<value>[^\"'\])\n]+)",
    re.IGNORECASE | re.MULTILINE,
)
_OF_NOTESNOOK = re.compile(r"(\d\d)-(\d\d)-(\d{4}) (\d\d):(\d\d) ([AP])M")
_SECONDS = re.compile(r"\d{10}(?:\d{3})?")  # since 1970, or thousandths of them


def in_front(front: str) -> tuple[date, datetime | None] | None:
    """The day that front matter names, and the moment if it tells one."""
    for match in _FRONT.finditer(front):
        value = match["value"].split("#")[0].strip()
        with suppress(ValueError, OverflowError):
            if moment := _moment(match["key"], value):
                return moment.date(), moment
        if named := day_names.in_name(value):
            return named.day, datetime.combine(named.day, named.at) if named.at else None
    return None


def _moment(key: str, value: str) -> datetime | None:
    """The moment that a value tells, without a zone where it tells none. Raises ValueError."""
    if _SECONDS.fullmatch(value):
        return datetime.fromtimestamp(int(value[:10]), UTC)
    # Of 05-01-2024 only the program that writes it so knows which is the month.
    if key.casefold() == "created_at" and (told := _OF_NOTESNOOK.fullmatch(value)):
        day, month, year, hour, minute = map(int, told.groups()[:5])
        return datetime(year, month, day, hour % 12 + 12 * (told[6] == "P"), minute)
    return datetime.fromisoformat(value) if len(value) > len("2024-01-05") else None
