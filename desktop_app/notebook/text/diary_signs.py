"""How other programs date a dream in a diary of many days. Knows lines, no files.

*April 5, 2026 at 3:00 AM GMT+8*
*2026-04-12T08:00:00Z — First dream*
"""

import re
from datetime import date
from typing import NamedTuple

from desktop_app import dates
from desktop_app.notebook import day_names

_SIGNED = re.compile(r"\*([^*·]{8,80}?)(?: +[—–-] +([^*]{1,200}))?\*")
_CLOCK = re.compile(r"[T\s]([0-9]{1,2}):([0-9]{2})(?::[0-9]{2})?[ \u202f]?([AaPp][Mm])?")
_LONGEST = 40  # characters behind the day, such as a zone
FURNITURE = re.compile(r"\s*(?:---+|<!--.*-->)\s*")
"""A line that only parts or marks dreams."""


class Signed(NamedTuple):
    """What a line of date says; `time` and `title` may be ""."""

    date: date
    time: str
    title: str


def dated(lines: list[str]) -> dict[int, Signed]:
    """The lines that date a dream, by their number from 0."""
    read = ((n, _read(line.strip())) for n, line in enumerate(lines) if line.startswith("*"))
    return {n: signed for n, signed in read if signed}


def _read(line: str) -> Signed | None:
    match = _SIGNED.fullmatch(line)
    named = day_names.in_name(match[1]) if match else None
    if match is None or named is None or not named.leads or len(named.rest) > _LONGEST:
        return None
    clock, time = _CLOCK.search(match[1]), ""
    if not clock and dates.iso_day(match[1][:10]):  # what our own dreams remark
        return None
    if clock:
        hour = int(clock[1]) % 12 + 12 * (clock[3].lower() == "pm") if clock[3] else int(clock[1])
        time = f"{hour:02}:{clock[2]}"
    return Signed(named.day, time, (match[2] or "").strip())
