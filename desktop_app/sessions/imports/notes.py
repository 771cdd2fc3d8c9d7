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
from html import unescape
from pathlib import PurePosixPath
from typing import NamedTuple

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

_TAG = re.compile(r"<[^<>]*>")
_OF_JOPLIN = re.compile(r"(?:[a-z_]+:(?: .*)?\n)*type_: (?P<type>\d+)\s*")
_NOTE = "1"
TEXTS = (*NOTES, ".txt")  # of which the last ones may also be shown by others
_OF_NOTION = re.compile(r"(.*) [0-9a-f]{32}")
_PROPERTIES = re.compile(r"# .*\n\n((?:[^\n:]{1,60}: .*\n)+)")


class FormedNote(NamedTuple):
    """A note as its program keeps it; `title` is "" where only the file's name tells one."""

    text: str
    kind: ImportKind = ImportKind.MARKDOWN
    title: str = ""


Formed = FormedNote | SkippedEntry | None


def formed(file: ImportFile, text: str) -> FormedNote | SkippedEntry:
    """The note in a file, whoever wrote it."""
    return _joplin(file, text) or _notion(file, text) or FormedNote(text)


def _joplin(file: ImportFile, text: str) -> Formed:
    """An item of Joplin's own export, .jex or RAW: title, text, and what it notes down of it."""
    whole, _, told = text.rstrip().rpartition("\n\n")
    match = _OF_JOPLIN.fullmatch(told)
    if match is None or "\nid: " not in f"\n{told}":
        return None
    about = dict(line.partition(": ")[::2] for line in told.split("\n"))
    title, _, body = whole.partition("\n")
    name = title.strip() or file.name
    if match["type"] != _NOTE:
        return SkippedEntry(name, SkipWhy.OF_PROGRAM)
    if about.get("encryption_applied") == "1":
        return SkippedEntry(name, SkipWhy.UNREADABLE)
    if about.get("deleted_time", "0") not in ("", "0"):
        return SkippedEntry(name, SkipWhy.DELETED)
    if about.get("markup_language") == "2":
        body = unescape(_TAG.sub("", body))
    if about.get("is_todo") == "1":
        done = about.get("todo_completed", "0") not in ("", "0")
        body = f"- [{'x' if done else ' '}] {title}\n{body}"
    made = about.get("user_created_time") or about.get("created_time", "")
    return FormedNote(_fronted(made, body), ImportKind.JOPLIN, title.strip())


def _notion(file: ImportFile, text: str) -> FormedNote | None:
    """A page of Notion, whose properties stand below its title, and stay there."""
    named = _OF_NOTION.fullmatch(PurePosixPath(file.name).stem)
    told = _PROPERTIES.match(text)
    front = f"---\n{told[1]}---\n" if told else ""
    return FormedNote(front + text, title=named[1]) if named else None


def _fronted(made: str, text: str) -> str:
    return f"---\ncreated: {made}\n---\n{text}"


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
    file: ImportFile, formed: FormedNote, daily: tuple[Layout, ImportKind] | None, now: datetime
) -> ImportRead:
    """A note by its file, and by its title where its program tells one. `daily` says how a vault
    names its daily notes, and what they are."""
    name = file.name
    kind, title = formed.kind, formed.title
    lines = split(formed.text)
    end = front_matter(lines)
    front, body = "".join(lines[:end]), "".join(lines[end:])
    path = PurePosixPath(name)
    stem = title or path.stem
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
    return placed(kind, f"note:{name}", (heading, stem), day, at, body, now, title or name)


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
