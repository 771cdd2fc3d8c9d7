"""Dates in the front matter of notes. Knows no files.

The time when a file was changed is none, since a copy changes it.
"""

import re
from contextlib import suppress
from datetime import date, datetime

_KEYS = r"date|created|created[ _-]?(?:at|on)?|creation[ _-]?date|day|日期"
_FRONT = re.compile(
    rf"^(?:{_KEYS})[ \t]*:[ \t]*[\"'\[(]*(?P<value>[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}[^\"'\])\n]*)",
    re.IGNORECASE | re.MULTILINE,
)


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
