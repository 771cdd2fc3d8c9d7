"""The list of days: a head for each day, its files read once. Knows files and days, no dreams."""

import dataclasses
from collections.abc import Collection
from datetime import date

from desktop_app.notebook import days
from desktop_app.notebook.files import Stat
from desktop_app.notebook.notebook import Notebook


class DayList:
    """Heads of days, kept by their file's marks of change: ten years of days are read once."""

    def __init__(self, notebook: Notebook) -> None:
        self._notebook = notebook
        self._known: dict[str, tuple[Stat, days.DayHead]] = {}

    def heads(self, dreamt: Collection[date]) -> list[days.DayHead]:
        """Every day that has a file, newest first; `dreamt` are the days of dreams that hold.

        Of several files of a day the plain one stands for it, with the words of all.
        """
        layout = self._notebook.layout
        found: dict[date, days.DayHead] = {}
        for path in self._notebook.paths():
            day = layout.date_of(path)
            stat = self._notebook.files.stat(path) if day else None
            if day is None or stat is None:
                continue
            moon = day in dreamt
            known = self._known.get(path)
            if known is None or known[0] != stat or known[1].dreamt != moon:
                text = self._notebook.read(path).text
                known = self._known[path] = (stat, days.head_of(day, path, text, dreamt=moon))
            head, other = known[1], found.get(day)
            found[day] = _together(head, other, layout.day(day)) if other else head
        return sorted(found.values(), key=lambda head: head.date, reverse=True)


def _together(one: days.DayHead, other: days.DayHead, plain: str) -> days.DayHead:
    """Two files of a day as one head."""
    first, second = (other, one) if other.path == plain else (one, other)
    if first.path != plain:
        first, second = sorted((one, other), key=lambda head: head.path)
    return dataclasses.replace(
        first,
        head=first.head or second.head,
        blocks=first.blocks + second.blocks,
        words=first.words + second.words,
        size=first.size + second.size,
    )
