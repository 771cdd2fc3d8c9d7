"""The list of days: a head for each file of a day, read once. Knows files and days, no dreams."""

from collections.abc import Collection

from desktop_app.notebook import days
from desktop_app.notebook.files import Stat
from desktop_app.notebook.notebook import Notebook


class DayList:
    """Heads of days, kept by their file's marks of change: ten years of days are read once."""

    def __init__(self, notebook: Notebook) -> None:
        self._notebook = notebook
        self._known: dict[str, tuple[Stat, days.DayHead]] = {}

    def heads(self, dreamt: Collection[str]) -> list[days.DayHead]:
        """Every day that has a file, newest first; `dreamt` are the diaries of dreams that hold."""
        layout = self._notebook.layout
        found = []
        for path in self._notebook.paths():
            day = layout.date_of(path)
            stat = self._notebook.files.stat(path) if day else None
            if day is None or stat is None:
                continue
            moon = layout.diary(day) in dreamt
            known = self._known.get(path)
            if known is None or known[0] != stat or known[1].dreamt != moon:
                text = self._notebook.read(path).text
                known = self._known[path] = (stat, days.head_of(day, path, text, dreamt=moon))
            found.append(known[1])
        return sorted(found, key=lambda head: head.date, reverse=True)
