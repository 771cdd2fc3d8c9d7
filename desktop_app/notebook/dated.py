"""Dated: which lines were written on which day, in files of days and in a log of many days.

Knows paths and text, not dreams.
"""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date

from desktop_app.notebook import days
from desktop_app.notebook.log import by_day
from desktop_app.notebook.notebook import Notebook


class Dated:
    """What a notebook says by its days, as its files are named now; texts are read when asked."""

    def __init__(self, notebook: Notebook) -> None:
        self._notebook = notebook
        self._files: dict[date, list[str]] = defaultdict(list)
        for path in notebook.paths():  # without links that lead outside, pipes and the like
            if written_on := notebook.layout.date_of(path):
                self._files[written_on].append(path)
        log = notebook.layout.log
        self._log = by_day(notebook.read(log).text) if log else {}

    def days(self, until: date) -> list[date]:
        """The days up to `until` that have a file or an entry, newest first."""
        return sorted((day for day in {*self._files, *self._log} if day <= until), reverse=True)

    def texts(self, day: date) -> Iterator[tuple[str, str]]:
        """Path and text of all that was written on a day; lines stand where they do in the file."""
        for path in self._files.get(day, ()):
            text = self._notebook.read(path).text
            if not days.is_empty(text):
                yield path, text
        if day in self._log:
            yield self._notebook.layout.log, self._log[day]

    def newest(self, until: date) -> date | None:
        """The last day up to `until` that says anything."""
        return next((day for day in self.days(until) if any(self.texts(day))), None)
