"""The river of an open notebook: its months are read once, and again only where they changed."""

from collections import defaultdict
from datetime import date
from typing import TYPE_CHECKING

from desktop_app.clock import Clock
from desktop_app.notebook.notebook import Notebook

if TYPE_CHECKING:
    from desktop_app.dreams.almanac.river import River
    from desktop_app.dreams.almanac.spoken import SpokenWords


class Rivers:
    """Reads what days speak of. The first reading of ten years takes seconds: use a thread."""

    def __init__(self, notebook: Notebook, clock: Clock) -> None:
        self._notebook = notebook
        self._clock = clock
        self._known: dict[date, tuple[object, SpokenWords]] = {}

    def river(self) -> "River":
        """What the days up to today speak of, by month. Raises Problem when one can't be read."""
        from desktop_app.dreams.almanac.river import river  # long to load, seldom wanted
        from desktop_app.dreams.almanac.spoken import SpokenWords, spoken
        from desktop_app.notebook.dated import Dated

        dated = Dated(self._notebook)
        by_month: dict[date, list[date]] = defaultdict(list)
        for day in dated.days(self._clock.now().date()):
            by_month[day.replace(day=1)].append(day)
        signs = self._signs()
        for month, days in by_month.items():
            sign = (signs[month], signs[date.min], tuple(days))
            known = self._known.get(month)
            if known is None or known[0] != sign:
                words = SpokenWords()
                for day in days:
                    words.add_day(text for _, text in dated.notes(day))
                self._known[month] = (sign, words)
        self._known = {month: self._known[month] for month in by_month}
        named = {key for text in self._named() for key, _ in spoken(text)}
        words_by_month = {month: words for month, (_, words) in self._known.items()}
        return river(words_by_month, sum(map(len, by_month.values())), named)

    def _signs(self) -> dict[date, list[object]]:
        """What changes with the files of a month; under `date.min`, with a log of many days."""
        layout, stat = self._notebook.layout, self._notebook.files.stat
        signs: dict[date, list[object]] = defaultdict(list)
        for path in self._notebook.paths():
            if (day := layout.date_of(path)) is not None:
                signs[day.replace(day=1)].append((path, stat(path)))
        if layout.log:
            signs[date.min].append(stat(layout.log))
        return signs

    def _named(self) -> list[str]:
        """What was found worth keeping: memory, with its headings, and the names of the topics."""
        layout = self._notebook.layout
        memory = self._notebook.read(layout.memory).text.replace("#", "")
        return [memory, *filter(None, map(layout.topic, self._notebook.paths()))]
