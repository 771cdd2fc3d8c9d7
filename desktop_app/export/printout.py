"""What is to be read outside the program: memory, days, a dream's diary or a note. Changes nothing.

Knows names and texts, not what they are made into.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from functools import cached_property
from urllib.parse import quote

from desktop_app import dates
from desktop_app.errors import Missing, WrongUse
from desktop_app.notebook.dated import Dated
from desktop_app.notebook.layout import FileKind
from desktop_app.notebook.lines import split
from desktop_app.notebook.note_links import NoteLinks, NoteNames
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.pictures import picture_bytes
from desktop_app.notebook.statements.markup import front_matter
from desktop_app.notebook.text.pins import to_read
from desktop_app.words import counted, tr

_SPAN = re.compile(r"(\d{4}-\d\d-\d\d)?\.\.(\d{4}-\d\d-\d\d)?", re.ASCII)
_NAMED = re.compile(r"(dream|topic):(.+)", re.DOTALL)
_TITLE = re.compile(r"\s*# +(.+)")
_DIARY_HEAD = re.compile(r"^# .*\d{4}-\d\d-\d\d\s*\Z", re.MULTILINE)


class PrintKind(StrEnum):
    """What is printed or exported."""

    MEMORY = "memory"
    DAYS = "days"
    DREAM = "dream"
    TOPIC = "topic"


@dataclass(frozen=True)
class PrintWish:
    """What is wanted: of days and dreams from `first` to `last`; of a topic its `name`, or its
    path."""

    kind: PrintKind
    first: date = date.min
    last: date = date.max
    name: str = ""


@dataclass(frozen=True)
class PrintedNote:
    """One text of a printout. `title` replaces the first heading of the text."""

    path: str
    title: str
    text: str
    day: date | None = None


@dataclass(frozen=True)
class Printout:
    """Its title and what stands below it, the name of a file for it, and where its notes are, which
    are read one by one."""

    title: str
    about: str
    name: str
    places: tuple[date | str, ...]
    _notebook: Notebook = field(repr=False)
    _dated: Dated | None = field(default=None, repr=False)
    _day: date | None = None  # of a dream

    def notes(self, place: date | str) -> Iterator[PrintedNote]:
        """The notes of one of its places. Raises Problem when one cannot be read."""
        layout = self._notebook.layout
        if not isinstance(place, date):
            text = self._notebook.read(place).text
            if self._day is not None:
                text = _dreams_of(self._day, self._notebook, place, text)
            yield PrintedNote(place, self.title, to_read(text), self._day)
            return
        assert self._dated is not None
        own = layout.day(place)
        for path, text in sorted(self._dated.texts(place), key=lambda one: one[0] != own):
            title = " · ".join(filter(None, (dates.whole(place), layout.topic(path))))
            yield PrintedNote(path, title, text.lstrip("\n"), place)

    def names(self) -> NoteNames:
        """The notes of its notebook, by their names."""
        return NoteLinks(self._notebook).names()

    def anchor(self, path: str) -> str:
        """What names the note at a path on a page of this; "" where it is not on it."""
        layout = self._notebook.layout
        day = layout.date_of(path)
        if path not in self._there and day not in self._there:
            return ""
        return str(day) if day and path == layout.day(day) else quote(path)

    @cached_property
    def _there(self) -> frozenset[date | str]:
        return frozenset(self.places)

    def picture(self, path: str) -> bytes:
        """A picture of the notebook; nothing where it is none, is gone or is very large."""
        return picture_bytes(self._notebook.files, path)


def wanted(text: str) -> PrintWish:
    """`memory`, `2026-11-20`, `2026-11-01..2026-11-20`, `dream:2026-11-20` or `topic:harbour`; one
    end of a span may be open. Raises WrongUse for anything else."""
    text = text.strip()
    if text == PrintKind.MEMORY:
        return PrintWish(PrintKind.MEMORY)
    try:
        if named := _NAMED.fullmatch(text):
            if named[1] == PrintKind.TOPIC:
                return PrintWish(PrintKind.TOPIC, name=named[2].strip())
            day = date.fromisoformat(named[2])
            return PrintWish(PrintKind.DREAM, day, day)
        if span := _SPAN.fullmatch(text):
            first, last = (date.fromisoformat(end) if end else None for end in span.groups())
            if not (first or last):
                raise ValueError(text)
            return PrintWish(PrintKind.DAYS, first or date.min, last or date.max)
        if one := dates.iso_day(text):
            return PrintWish(PrintKind.DAYS, one, one)
    except ValueError:
        pass
    raise WrongUse(
        tr("“{text}” cannot be exported.").format(text=text),
        tr(
            "Write memory, a day such as 2026-11-20, days such as 2026-11-01..2026-11-20, "
            "dream:2026-11-20 or topic:NAME."
        ),
    )


def printout(notebook: Notebook, asked: PrintWish, today: date) -> Printout:
    """What was asked for, as far as it is there. Raises Missing where nothing is."""
    layout = notebook.layout
    match asked.kind:
        case PrintKind.MEMORY:
            return _note(notebook, layout.memory, layout.memory.removesuffix(".md"), today)
        case PrintKind.TOPIC:
            name = asked.name
            path = name if layout.kind(name) else NoteLinks(notebook).names().find(name)
            if layout.kind(path) not in (FileKind.DAYS, FileKind.DREAMS):
                raise Missing(tr("There is no topic “{name}”.").format(name=name))
            return _note(notebook, path, layout.topic(path) or layout.name_of(path), today)
        case PrintKind.DREAM:
            day = asked.first
            paths = list(dict.fromkeys(one.path for one in notebook.diaries() if one.date == day))
            if not paths:
                raise Missing(tr("No dream of {day} has a diary.").format(day=dates.plain(day)))
            title = tr("Dream of %1", dates.plain(day))
            return Printout(title, "", f"dream-{day}", tuple(paths), notebook, _day=day)
    return _days(notebook, asked)


def _days(notebook: Notebook, asked: PrintWish) -> Printout:
    if asked.last < asked.first:
        raise WrongUse(
            tr("The last day is before the first."),
            tr("Write the earlier day first."),
        )
    dated = Dated(notebook)
    found = sorted(day for day in dated.days(asked.last) if asked.first <= day)
    if len(found) < 2:
        found = [day for day in found if any(dated.texts(day))]
    if not found:
        raise Missing(tr("None of these days has notes."), tr("Choose other days."))
    first, last = max(asked.first, found[0]), min(asked.last, found[-1])
    if asked.first == asked.last:
        return Printout(dates.whole(first), "", str(first), tuple(found), notebook, dated)
    title = tr("{first} to {last}").format(first=dates.plain(first), last=dates.plain(last))
    about = counted("{count} day with notes", "{count} days with notes", len(found))
    return Printout(title, about, f"{first}_{last}", tuple(found), notebook, dated)


def _note(notebook: Notebook, path: str, name: str, today: date) -> Printout:
    """A note by itself, under its own title where it has one."""
    text = notebook.read(path).text
    if not text.strip():
        raise Missing(tr("{path} has no text.").format(path=path))
    lines = split(text)
    own = _TITLE.match("".join(lines[front_matter(lines) :]))
    about = tr("As of %1", dates.plain(today))
    title = own[1].strip() if own else name
    return Printout(title, about, name.replace("/", "-"), (path,), notebook)


def _dreams_of(day: date, notebook: Notebook, path: str, text: str) -> str:
    """The dreams of a day out of a file that may hold those of many."""
    runs = sorted((one for one in notebook.diaries() if one.path == path), key=lambda one: one.line)
    if all(one.date == day for one in runs):
        return text
    lines = text.split("\n")
    ends = [*(one.line - 1 for one in runs[1:]), len(lines)]
    parts = [
        "\n".join(lines[run.line - 1 : end])
        for run, end in zip(runs, ends, strict=True)
        if run.date == day
    ]
    return "\n\n".join(_DIARY_HEAD.sub("", part.rstrip()).rstrip() for part in parts) + "\n"
