"""Log: one file with entries of many days, cut into days. Knows text, no files.

An entry begins with its date: `[2026-11-20 14:30] …`, or a heading that does.
"""

from collections.abc import Mapping
from datetime import date

from desktop_app import dates
from desktop_app.regex import regex

_ENTRY = regex(r"[ \t]*(?:#{1,6}[ \t]+|[-*+][ \t]+)?\[?([0-9]{4}-[0-9]{2}-[0-9]{2})(?![0-9])")


def by_day(text: str) -> Mapping[date, str]:
    """A log by its days: each day has a text in which the lines of other days are empty."""
    days: dict[date, list[str]] = {}
    now: date | None = None
    for number, line in enumerate(text.split("\n")):
        now = _begun(line) or now
        if now is not None and line.strip():
            lines = days.setdefault(now, [])
            lines += [""] * (number - len(lines)) + [line]
    return {day: "\n".join([*lines, ""]) for day, lines in days.items()}


def _begun(line: str) -> date | None:
    match = _ENTRY.match(line)
    return dates.iso_day(match[1]) if match else None
