"""Headings with a time, as days and diaries have them. Knows one line of text."""

from datetime import datetime

from desktop_app.notebook.lines import writable
from desktop_app.regex import regex

_CLOCK = "((?:[01]?[0-9]|2[0-3]):[0-5][0-9])"
_TIME_LAST = regex(rf"(.*?)[ \t]*(?:[(\[（]{_CLOCK}[)\]）]|[-–—@,][ \t]*{_CLOCK})")
_TIME_FIRST = regex(rf"[(\[（]?{_CLOCK}[)\]）]?(?:[ \t]*[-–—:·][ \t]*|[ \t]+|$)(.*)")


def timed(title: str, now: datetime | None) -> str:
    """The heading of a block or run, on one line: `## Title (14:30)`; `## Title` without a time."""
    heading = f"## {' '.join(writable(title).split())}"
    return f"{heading} ({now:%H:%M})" if now else heading


def title_and_time(heading: str) -> tuple[str, str]:
    """A heading's title and its time as "14:30", "" without one; other programs' ways too."""
    if last := _TIME_LAST.fullmatch(heading):
        return last[1], (last[2] or last[3]).zfill(5)
    if first := _TIME_FIRST.fullmatch(heading):
        return first[2], first[1].zfill(5)
    return heading, ""
