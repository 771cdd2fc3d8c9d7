"""Markdown notes as entries, and the daily notes of an Obsidian vault. Knows texts and names.

A note goes in as it is written, with two exceptions: front matter, which is about the note, and a
first heading that only repeats its title stay out, and headings move down below that of its block.
Its day stands in its name, front matter or folders. The time when its file was changed is one for
who chooses so: a copy changes it.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from desktop_app.notebook import day_names
from desktop_app.notebook.layout import Layout
from desktop_app.notebook.lines import split
from desktop_app.notebook.statements.markdown import Markdown
from desktop_app.notebook.statements.markup import BETWEEN_ENTRIES, front_matter
from desktop_app.notebook.text.pasted import pasted
from desktop_app.notebook.text.records import NotOneError, loads
from desktop_app.sessions.imports.entry import (
    ImportEntry,
    ImportKind,
    ImportRead,
    ImportReads,
    SkippedEntry,
    SkipWhy,
    refusal,
)
from desktop_app.sessions.imports.files import NOTES, Bundle, ImportFile, text_of
from desktop_app.sessions.session_date import local
from desktop_app.visible import visible

_OF_JOPLIN = re.compile(r"(?:[a-z_]+:(?: .*)?\n)*type_: (?P<type>\d+)\s*")
_NOTE = "1"
INFO = ".textbundle/info.json"
TEXTS = (*NOTES, ".html", ".txt")  # of which the last ones may also be shown by others
_BEAR = "net.shinyfrog.bear"
_OF_NOTION = re.compile(r"(.*) [0-9a-f]{32}")
_PROPERTIES = re.compile(r"# .*\n\n((?:[^\n:]{1,60}: .*\n)+)")
_META = re.compile(r"<meta\s+name=[\"']created-at[\"']\s+content=[\"']([^\"'\n]*)")
_BODY = re.compile(r"<body[^>]*>(.*)", re.DOTALL | re.IGNORECASE)
_FILE_TAG = re.compile(
    r"<img\b[^>]*?\bsrc=[\"'](?!data:)(?P<src>[^\"'\s]+)[^>]*>"
    r"|<a\b[^>]*?\bhref=[\"'](?P<href>\.[^\"'\s]+)[^>]*>(?P<words>[^<]*)</a>"
)


class FormedNote(NamedTuple):
    """A note as its program keeps it; `title` is "" where only the file's name tells one."""

    text: str
    kind: ImportKind = ImportKind.MARKDOWN
    title: str = ""


Formed = FormedNote | SkippedEntry | None


def formed(file: ImportFile, text: str, bundle: Bundle) -> FormedNote | SkippedEntry:
    """The note in a file, whoever wrote it."""
    found = (read(file, text, bundle) for read in _READERS)
    return next((one for one in found if one is not None), FormedNote(text))


def _joplin(file: ImportFile, text: str, bundle: Bundle) -> Formed:
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
        body = _plain(body)
    if about.get("is_todo") == "1":
        done = about.get("todo_completed", "0") not in ("", "0")
        body = f"- [{'x' if done else ' '}] {title}\n{body}"
    made = about.get("user_created_time") or about.get("created_time", "")
    return FormedNote(_fronted(made, body), ImportKind.JOPLIN, title.strip())


def _bear(file: ImportFile, text: str, bundle: Bundle) -> Formed:
    """The text of a bundle of text and pictures, as Bear backs its notes up."""
    info = _info(file.name, bundle)
    if info is None:
        return None
    folder = PurePosixPath(file.name).parent.name or bundle.name
    heading = re.match(r"\s*#\s+(.+)", text)
    title = heading[1].strip() if heading else folder.removesuffix(".textbundle")
    about = info.get(_BEAR)
    if not isinstance(about, dict):
        return FormedNote(text, title=title)
    if about.get("encrypted"):
        return SkippedEntry(title, SkipWhy.UNREADABLE)
    if about.get("trashed"):
        return SkippedEntry(title, SkipWhy.DELETED)
    return FormedNote(_fronted(str(about.get("creationDate")), text), ImportKind.BEAR, title)


def _info(name: str, bundle: Bundle) -> dict[str, Any] | None:
    """What stands beside the text of such a bundle."""
    path = PurePosixPath(name)
    about = bundle.files.get(str(path.with_name("info.json"))) if path.stem == "text" else None
    text = text_of(about) if about else None
    try:
        info = loads(text) if isinstance(text, str) else None
    except NotOneError:
        return None
    return info if isinstance(info, dict) else None


def _notesnook(file: ImportFile, text: str, bundle: Bundle) -> Formed:
    """A page that tells when its note was made, as Notesnook writes them."""
    if not file.name.casefold().endswith(".html"):
        return None
    made, body = _META.search(text), _BODY.search(text)
    if made is None or body is None:
        return SkippedEntry(file.name, SkipWhy.NOT_READ)
    return FormedNote(_fronted(made[1], _plain(body[1]), "created_at"))


def _notion(file: ImportFile, text: str, bundle: Bundle) -> Formed:
    """A page of Notion, whose properties stand below its title, and stay there."""
    named = _OF_NOTION.fullmatch(PurePosixPath(file.name).stem)
    told = _PROPERTIES.match(text)
    front = f"---\n{told[1]}---\n" if told else ""
    return FormedNote(front + text, title=named[1]) if named else None


_READERS: tuple[Callable[[ImportFile, str, Bundle], Formed], ...] = (
    _joplin, _bear, _notesnook, _notion,
)  # fmt: skip


def _fronted(made: str, text: str, key: str = "created") -> str:
    return f"---\n{key}: {made}\n---\n{text}"


def _plain(html: str) -> str:
    """Markdown of HTML, with its pictures and files of the same export."""

    def link(match: re.Match[str]) -> str:
        return f"![]({match['src']})" if match["src"] else f"[{match['words']}]({match['href']})"

    return pasted(_FILE_TAG.sub(link, html), "")


DAILY = "Daily note"
PLAIN = "Notes"

_KEYS = r"date(?:[ _-]?created)?|created(?:[ _-]?(?:at|on|time|date))?|creation[ _-]?date|day|日期"
_FRONT = re.compile(
    rf"^(?P<key>{_KEYS})[ \t]*[:=][ \t]*[\"'\[(]*(?P<value>[^\"'\])\n]+)",
    re.IGNORECASE | re.MULTILINE,
)
_OF_NOTESNOOK = re.compile(r"(\d\d)-(\d\d)-(\d{4}) (\d\d):(\d\d) ([AP])M")
_SECONDS = re.compile(r"\d{10}(?:\d{3})?")  # since 1970, or thousandths of them
BETWEEN = re.compile(rf"^{BETWEEN_ENTRIES}$", re.MULTILINE)  # what parts a memory of Hermes
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


def of_hermes(title: str, text: str, now: datetime) -> ImportReads:
    """The entries of a memory of Hermes, each of them a bullet."""
    every = (one.strip().replace("\n", "\n  ") for one in BETWEEN.split(text))
    return (undated(f"Hermes: {title}", f"- {one}", now) for one in every if one)


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
