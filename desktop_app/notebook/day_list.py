"""The list of days: a head for each day, its files read once, and the notes without a date.

Knows files and days, no dreams.
"""

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from datetime import date

from desktop_app.errors import Problem
from desktop_app.notebook import days
from desktop_app.notebook.files import Stat
from desktop_app.notebook.layout import FileKind
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.template import TemplateLines


@dataclass(frozen=True)
class Topic:
    """A note beside the days: `name` says what it is about, `head` is its first line.

    `day` is the date of one of several files of a day, None of an undated topic.
    """

    path: str
    name: str
    head: str
    day: date | None = None


class DayHeads:
    """Heads of days. A file is read again only if its marks of change differ."""

    def __init__(self, notebook: Notebook) -> None:
        self._notebook = notebook
        self._known: dict[str, tuple[Stat, days.DayHead]] = {}
        self._topics: dict[str, tuple[Stat, Topic]] = {}

    def heads(self, dreamt: Collection[date]) -> list[days.DayHead]:
        """Every day that has a file, newest first; `dreamt` are the days of dreams not undone.

        If a day has several files, its head is that of the plain one, with the words of all.
        """
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
                made = days.head_of(day, path, text, dreamt=moon)
                cached = self._known[path] = (stat, made._replace(size=stat.size))
            head, other = cached[1], by_day.get(day)
            by_day[day] = _together(head, other, layout.day(day)) if other else head
        return sorted(by_day.values(), key=lambda head: head.date, reverse=True)

    def topics(self) -> list[Topic]:
        """The notes beside the plain files of days: undated ones by name, then dated ones."""
        layout = self._notebook.layout
        topics = []
        for path in self._notebook.paths():
            day = layout.date_of(path)
            plain = day is not None and path == layout.day(day)
            if layout.kind(path) is FileKind.DAYS and not plain:
                topics += self._topic(path, day)
        return sorted(topics, key=lambda one: (one.day is not None, one.day, one.name.casefold()))

    def _topic(self, path: str, day: date | None) -> list[Topic]:
        """The topic in a file; none where the file is gone."""
        stat = self._notebook.files.stat(path)
        if stat is None:
            return []
        cached = self._topics.get(path)
        if cached is None or cached[0] != stat:
            layout = self._notebook.layout
            name = layout.topic(path) or layout.name_of(path)
            topic = Topic(path, name, days.head(self._text_of(path)), day)
            cached = self._topics[path] = (stat, topic)
        return [cached[1]]

    def _text_of(self, path: str) -> str:
        """The text of a file; "" if it can't be read, so that the list still shows the others."""
        with suppress(Problem):
            return self._notebook.read(path).text
        return ""


def _together(one: days.DayHead, other: days.DayHead, plain: str) -> days.DayHead:
    """Two files of a day as one head."""
    first, second = (other, one) if other.path == plain else (one, other)
    if first.path != plain:
        first, second = sorted((one, other), key=lambda head: head.path)
    return first._replace(
        head=first.head or second.head,
        blocks=first.blocks + second.blocks,
        words=first.words + second.words,
        size=first.size + second.size,
    )
