"""Markdown notes as entries, and the daily notes of an Obsidian vault. Knows texts and names.

A note goes in as it is written, with two exceptions: front matter, which is about the note, and a
first heading that only repeats its title stay out, and headings move down below that of its block.
Its day stands in its name, front matter or folders. The time when its file was changed is one for
who chooses so: a copy changes it.
"""

import re
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import PurePosixPath

from desktop_app.notebook import day_names
from desktop_app.notebook.layout import Layout
from desktop_app.notebook.lines import split
from desktop_app.notebook.statements.markdown import Markdown
from desktop_app.notebook.statements.markup import front_matter
from desktop_app.sessions.imports.entry import (
    ImportEntry,
    ImportKind,
    ImportRead,
    SkippedEntry,
    SkipWhy,
    refusal,
)
from desktop_app.sessions.imports.files import NOTES, ImportFile
from desktop_app.sessions.session_date import local
from desktop_app.visible import visible

TEXTS = (*NOTES, ".txt")
_OF_NOTION = re.compile(r"(.*) [0-9a-f]{32}")
_PROPERTIES = re.compile(r"# .*\n\n((?:[^\n:]{1,60}: .*\n)+)")


DAILY = "Daily note"
PLAIN = "Notes"

_KEYS = r"date(?:[ _-]?created)?|created(?:[ _-]?(?:at|on|time|date))?|creation[ _-]?date|day|日期"
_FRONT = re.compile(
    rf"^(?P<key>{_KEYS})[ \t]*[:=][ \t]*[\"'\[(]*(?P<value>[^\"'\])\n]+)",
    re.IGNORECASE | re.MULTILINE,
)
_SECONDS = re.compile(r"\d{10}(?:\d{3})?")  # since 1970, or thousandths of them
_UPPERMOST = 3  # the level below the heading of a block


def note(
    file: ImportFile, text: str, daily: tuple[Layout, ImportKind] | None, now: datetime
) -> ImportRead:
    """The note in a file. `daily` says how a vault names its daily notes, and what they are.

    A page of Notion has its id behind its title, and below that its properties, which stay there.
    """
    kind, name = ImportKind.MARKDOWN, file.name
    path = PurePosixPath(name)
    stem = path.stem
    lines = split(text)
    end = front_matter(lines)
    front, body = "".join(lines[:end]), "".join(lines[end:])
    if named_by_notion := _OF_NOTION.fullmatch(stem):
        stem, properties = named_by_notion[1], _PROPERTIES.match(text)
        front = properties[1] if properties else front
    at: datetime | None = None
    heading = DAILY
    day = daily[0].formed(f"{path.with_suffix('.md')}") if daily else None
    if daily and day:
        kind = daily[1]
    else:
        named = day_names.in_name(stem)
        told = None if named else in_front(front)
        if named is not None:
            day, heading = named.day, named.rest or PLAIN
            at = datetime.combine(named.day, named.at, now.tzinfo) if named.at else None
        elif told is not None:
            (day, at), heading = told, stem
        else:
            day, heading = _of_folders(path), PLAIN
            if day is None and file.changed and file.changed.date() <= now.date():
                kind, heading, at = ImportKind.UNDATED, stem, file.changed
    return placed(kind, f"note:{name}", (heading, stem), day, at, body, now, name)


def placed(
    kind: ImportKind,
    source: str,
    titles: tuple[str, ...],
    day: date | None,
    at: datetime | None,
    text: str,
    now: datetime,
    name: str,
) -> ImportRead:
    """A text as an entry of its day, that of the person's zone where `at` tells one. The first of
    its `titles` heads it, and a first line that repeats one goes; a person knows it by its `name`.
    """
    if at is not None:
        at = local(at, now) if at.tzinfo else at
        day = at.date()
    if day is None:
        return SkippedEntry(name, SkipWhy.NO_DATE)
    if why := refusal(day, now.date()):
        return SkippedEntry(name, why)
    shown = moved_down(without_title(text, (*titles, day.isoformat()))).strip("\n \t\ufeff")
    if not shown.strip():
        return SkippedEntry(name, SkipWhy.EMPTY)
    heading = " ".join(visible(titles[0]).split())
    return ImportEntry(kind, source, day, at, heading, shown)


def undated(title: str, text: str, now: datetime) -> ImportRead:
    """What a program noted down of a person, as an entry of today that is known on every day."""
    one = placed(ImportKind.MEMORY, "memory", (title,), now.date(), None, text, now, title)
    return replace(one, dated=False) if isinstance(one, ImportEntry) else one


def _of_folders(path: PurePosixPath) -> date | None:
    """The day that the folders name together with the file: `2024/01/05.md`."""
    *_, year, month = ("", "", *path.parent.parts)
    named = day_names.in_name(f"{year}-{month}-{path.stem}")
    return named.day if named and not named.rest else None


def without_title(text: str, titles: tuple[str, ...]) -> str:
    """The text without a first heading that only says what one of `titles` says."""
    first, _, rest = text.lstrip("\n \t").partition("\n")
    heading = first.lstrip("#").strip().casefold()
    says = {"daily memory: " + titles[-1], *(title.casefold() for title in titles)}
    return rest if first.startswith("#") and heading in says else text


def moved_down(text: str) -> str:
    """The text with its headings moved down, so that the uppermost is of the third level.

    A heading by a line under it becomes one by signs; what stands in fences stays.
    """
    lines = split(text)
    headings = Markdown(lines).headings
    down = max(0, _UPPERMOST - min((one.level for one in headings), default=_UPPERMOST))
    for one in headings:
        last = lines[one.end - 1]
        marks, title = "#" * min(6, one.level + down), " ".join(one.title.split())
        lines[one.start : one.end] = [""] * (one.end - one.start)
        lines[one.start] = f"{marks} {title}{last[len(last.rstrip()) :]}"
    return "".join(lines)


def in_front(front: str) -> tuple[date, datetime | None] | None:
    """The day that front matter names, and the moment if it tells one."""
    for match in _FRONT.finditer(front):
        value = match["value"].split("#")[0].strip()
        with suppress(ValueError, OverflowError):
            if moment := _moment(value):
                return moment.date(), moment
        if named := day_names.in_name(value):
            return named.day, datetime.combine(named.day, named.at) if named.at else None
    return None


def _moment(value: str) -> datetime | None:
    """The moment that a value tells, without a zone where it tells none. Raises ValueError."""
    if _SECONDS.fullmatch(value):
        return datetime.fromtimestamp(int(value[:10]), UTC)
    return datetime.fromisoformat(value) if len(value) > len("2024-01-05") else None
