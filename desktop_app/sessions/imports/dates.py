"""Dates of notes: in the name of a file, or in its front matter. Knows no files.

Only what names one day counts: 05-01-2024 is the fifth of January or the first of May, so it is no
date here. The time when a file was changed is none either, since a copy changes it.
"""

import re
from contextlib import suppress
from datetime import date, datetime, time
from typing import NamedTuple

_CLOCK = r"(?:[ T_-]{1,3}(?P<hour>[01][0-9]|2[0-3])[:.h_-]?(?P<minute>[0-5][0-9])(?![0-9]))?"
_APART = re.compile(
    r"(?<![0-9])(?P<year>[0-9]{4})[-_. 年](?P<month>[0-9]{1,2})[-_. 月]"
    r"(?P<day>[0-9]{1,2})(?![0-9])日?" + _CLOCK
)
_TOGETHER = re.compile(
    r"(?<![0-9])(?P<year>(?:18|19|20|21)[0-9]{2})(?P<month>[0-9]{2})(?P<day>[0-9]{2})"
    r"(?:[ T_-]?(?P<hour>[01][0-9]|2[0-3])(?P<minute>[0-5][0-9])(?:[0-5][0-9])?)?(?![0-9])"
)
_KEYS = r"date|created|created[ _-]?(?:at|on)?|creation[ _-]?date|day|日期"
_FRONT = re.compile(
    rf"^(?:{_KEYS})[ \t]*:[ \t]*[\"'\[(]*(?P<value>[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}[^\"'\])\n]*)",
    re.IGNORECASE | re.MULTILINE,
)
_SIGNS = " \t-_–—.,:()[]【】（）"


class NamedDay(NamedTuple):
    """A day, its time if there is one, and what else the name says."""

    day: date
    at: time | None
    rest: str


def in_name(name: str) -> NamedDay | None:
    """The day in the name of a file, without its ending: `2024-01-05 0930 Harbour`."""
    for match in (*_APART.finditer(name), *_TOGETHER.finditer(name)):
        with suppress(ValueError):  # on no calendar
            day = date(int(match["year"]), int(match["month"]), int(match["day"]))
            at = time(int(match["hour"]), int(match["minute"])) if match["hour"] else None
            rest = f"{name[: match.start()]} {name[match.end() :]}".strip(_SIGNS)
            return NamedDay(day, at, " ".join(rest.split()))
    return None


def in_front(front: str) -> tuple[date, datetime | None] | None:
    """The day that front matter names, and the moment if it tells one."""
    for match in _FRONT.finditer(front):
        value = match["value"].split("#")[0].strip()
        with suppress(ValueError):
            if len(value) == len("2024-01-05"):
                return date.fromisoformat(value), None
            moment = datetime.fromisoformat(value)
            return moment.date(), moment
        with suppress(ValueError):
            return date.fromisoformat(value[:10]), None
    return None
