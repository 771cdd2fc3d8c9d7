"""The days of a notebook: listed with the notes beside them, and added to."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import date

from desktop_app.errors import Problem
from desktop_app.memory.room import Room
from desktop_app.notebook import days
from desktop_app.notebook.files import Stat
from desktop_app.notebook.layout import FileKind
from desktop_app.notebook.template import TemplateLines
from desktop_app.words import tr


@dataclass(frozen=True)
class Topic:
    """A note beside the days: `name` says what it is about, `head` is its first line.

    `day` is the date of one of several files of a day, None of an undated topic.
    """

    path: str
    name: str
    head: str
    day: date | None = None


def _together(one: days.DayHead, other: days.DayHead, plain: str) -> days.DayHead:
    """Two files of a day as one head."""
    first, second = (other, one) if other.path == plain else (one, other)
    if first.path != plain:
        first, second = sorted((one, other), key=lambda head: head.path)
    return first._replace(head=first.head or second.head, words=first.words + second.words)


@dataclass(frozen=True)
class Noted:
    """Where a note went, in so many bullets; `added` is what `forget` needs."""

    path: str
    line: int
    count: int
    added: days.AddedToDay


class Days(Room):
    """Lists the days of an open notebook and adds to today. A file is read again only if its marks
    of change differ."""

    def _set_up(self) -> None:
        self._known: dict[str, tuple[Stat, days.DayHead]] = {}
        self._topics: dict[str, tuple[Stat, Topic]] = {}

    def heads(self) -> list[days.DayHead]:
        """Every day that has a file, newest first.

        If a day has several files, its head is that of the plain one, with the words of all.
        """
        dreamt = {entry.date for entry in self._notebook.diaries() if not entry.undone}
        layout, template = self._notebook.layout, TemplateLines(self._notebook)
        by_day: dict[date, days.DayHead] = {}
        for path in self._notebook.paths():
            day = layout.date_of(path)
            stat = self._notebook.files.stat(path) if day else None
            if day is None or stat is None:
                continue
            moon = day in dreamt
            cached = self._known.get(path)
            if cached is None or cached[0] != stat or cached[1].dreamt != moon:
                text = template.blanked(day, self._text_of(path))
                cached = self._known[path] = stat, days.head_of(day, path, text, dreamt=moon)
            head, other = cached[1], by_day.get(day)
            by_day[day] = _together(head, other, layout.day(day)) if other else head
        return sorted(by_day.values(), key=lambda head: head.date, reverse=True)

    def topics(self) -> list[Topic]:
        """The notes beside the plain files of days: undated ones by name, then dated ones."""
        layout, topics = self._notebook.layout, []
        for path in self._notebook.paths():
            day = layout.date_of(path)
            plain = day is not None and path == layout.day(day)
            beside = layout.kind(path) is FileKind.DAYS and not plain
            stat = self._notebook.files.stat(path) if beside else None
            if stat is None:
                continue
            cached = self._topics.get(path)
            if cached is None or cached[0] != stat:
                name = layout.topic(path) or layout.name_of(path)
                topic = Topic(path, name, days.head(self._text_of(path)), day)
                cached = self._topics[path] = (stat, topic)
            topics.append(cached[1])
        return sorted(topics, key=lambda one: (one.day is not None, one.day, one.name.casefold()))

    def _text_of(self, path: str) -> str:
        """The text of a file; "" if it can't be read, so that the list still shows the others."""
        with suppress(Problem):
            return self._notebook.read(path).text
        return ""

    def remember(self, text: str) -> Noted:
        """Add a note to today, a bullet for each line. Raises Problem when there is no text.

        It stands in the day when this returns. A program that had read the day before and writes
        it anew after that takes it away; then it is in the history.
        """
        if not text.strip():
            raise Problem(tr("There is no text to remember."), tr("Write a few words."))
        text, now = text.strip(), self._clock.now()
        with self._writing.own() as paths:
            added = days.append_note(self._notebook, text, now)
            paths.append(added.path)
        return Noted(added.path, added.line, len(days.bullets_of(text)), added)

    def opening(self, day: date) -> str:
        """What a new day begins with: see `days.opening`."""
        return days.opening(self._notebook, day)

    def forget(self, noted: Noted) -> None:
        """Take a remembered line out of its day again: see `days.take_back`."""
        with self._writing.own() as paths:
            days.take_back(self._notebook, noted.added, self._clock.now())
            paths.append(noted.path)
