"""Headings with a time, as days and diaries have them. Knows one line of text."""

import re
from dataclasses import dataclass
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


WHOLE = 50_000  # characters; above, a text is set in sections
LONG_LINE = 20_000  # characters of a line or paragraph; a longer one is not read as Markdown
LINE = 25  # a line costs as much as so many characters
_SECTION = 40_000
_FULL = 130_000  # the weight of a section that holds no more, whatever its characters
_CUT = re.compile(r"#{1,6}[ \t]|[-*+][ \t]|\s*$")


@dataclass(frozen=True)
class Section:
    """A part of a long text; `first` is its first line in the whole, 1-based. `bare`: a part of an
    endless line, shown as it stands."""

    first: int
    count: int
    text: str
    bare: bool = False


def sections_of(text: str) -> list[Section]:
    """A text as one section, or a long one as several, cut where a heading or bullet begins."""
    count = text.count("\n") + 1
    if len(text) <= WHOLE and len(text) + LINE * count <= _FULL:
        return [Section(1, count, text)]
    cut: list[Section] = []
    taken: list[str] = []
    size, first = 0, 1
    for number, line in enumerate(text.split("\n"), 1):
        endless = len(line) > LONG_LINE
        heavy = size + LINE * len(taken)
        full = size > _SECTION and (_CUT.match(line) or size > 1.5 * _SECTION)
        if taken and (full or heavy > _FULL or endless):
            cut.append(Section(first, len(taken), "\n".join(taken)))
            taken, size, first = [], 0, number
        if endless:
            places = range(0, len(line), LONG_LINE)
            cut += [Section(number, 1, line[at : at + LONG_LINE], bare=True) for at in places]
            first = number + 1
        else:
            taken.append(line)
            size += len(line) + 1
    if taken or not cut:
        cut.append(Section(first, len(taken), "\n".join(taken)))
    return cut
