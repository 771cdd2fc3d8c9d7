"""Dated: the texts of each day, from the files of days."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date

from desktop_app.notebook import days
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.remarks import git_conflict
from desktop_app.notebook.source import no_text_at
from desktop_app.notebook.template import TemplateLines


class Dated:
    """The texts of a notebook by day, as its files are named now; they are read on demand."""

    def __init__(self, notebook: Notebook) -> None:
        self._notebook = notebook
        self._template = TemplateLines(notebook)
        self._files: dict[date, list[str]] = defaultdict(list)
        for path in notebook.paths():  # without links that lead outside, pipes and the like
            if written_on := notebook.layout.date_of(path):
                self._files[written_on].append(path)

    def days(self, until: date) -> list[date]:
        """The days up to `until` that have a file, newest first."""
        return sorted((day for day in self._files if day <= until), reverse=True)

    def texts(self, day: date) -> Iterator[tuple[str, str]]:
        """The paths and texts of a day; each line has the same number as in its file."""
        for path in self._files.get(day, ()):
            text = self._notebook.used(path).text
            if not days.is_empty(self._template.blanked(day, text)):
                yield path, text

    def settled(self, day: date) -> Iterator[tuple[str, str]]:
        """The same without files that no dream reads."""
        yield from (one for one in self.texts(day) if self.torn_at(*one) is None)

    def torn_at(self, path: str, text: str) -> int | None:
        """The line on which a conflict of Git begins, or bytes that are no text; None for a text of
        a day without any."""
        conflict = git_conflict(text.encode("utf-8", "surrogateescape"))
        return conflict.line if conflict else no_text_at(text)

    def noted(self, day: date, text: str) -> str:
        """The text of a day without the lines of a template, each line in its place."""
        return self._template.blanked(day, text, headings=False)

    def newest(self, until: date) -> date | None:
        """The last day up to `until` that has any text."""
        return next((day for day in self.days(until) if any(self.texts(day))), None)
