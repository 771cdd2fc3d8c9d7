"""Almanacs of an open notebook: made of its days, written beside the diaries, found again."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

from desktop_app.clock import Clock
from desktop_app.dreams.almanac.told import STOPPED, ToldAlmanac, ToldOpening, opened
from desktop_app.dreams.almanac.writing import AlmanacWrite, WrittenAlmanac
from desktop_app.dreams.engines import USUAL, Engine, Engines
from desktop_app.errors import Problem, WrongUse
from desktop_app.jobs import Report
from desktop_app.memory.changed import Writing
from desktop_app.notebook import almanacs
from desktop_app.notebook.almanacs import Almanac
from desktop_app.notebook.layout import FileKind
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.quarantine import QuarantineBook, quotes_held
from desktop_app.notebook.spans import Span, SpanKind, named_span, span_around
from desktop_app.threads import to_its_end
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.notebook.statements.day_text import DayText


class Almanacs:
    """Makes and finds almanacs. All but `take_back` may take seconds: run them in a thread."""

    def __init__(
        self, notebook: Notebook, clock: Clock, writing: Writing, engines: Engines
    ) -> None:
        self._notebook = notebook
        self._clock = clock
        self._writing = writing
        self._engines = engines
        self._settled: date | None = None  # the day on which nothing was left to be written

    def every(self) -> list[Almanac]:
        """The almanacs that are written, newest first."""
        found = []
        for path in self._notebook.paths():
            name = path.rpartition("/")[2].removesuffix(".md")
            if self._notebook.layout.kind(path) is FileKind.DREAMS and named_span(name):
                with suppress(Problem):  # the others are shown
                    found.append(almanacs.parse(path, self._notebook.read(path).text))
        return sorted(filter(None, found), key=lambda one: one.span.last, reverse=True)

    def spans(self, kind: SpanKind, most: int = 60) -> list[Span]:
        """The weeks, months or years that have notes, newest first; none that is yet to begin."""
        from desktop_app.notebook.dated import Dated

        today = self._clock.now().date()
        days = Dated(self._notebook).days(today)
        return list(dict.fromkeys(span_around(kind, day) for day in days))[:most]

    def made(
        self, kind: SpanKind, day: date | None = None, go_on: Callable[[], None] = lambda: None
    ) -> tuple[Almanac, str]:
        """The almanac of the span that a day is in, and its language; nothing is written.

        Raises Problem when none of its days has notes. `go_on` is called often and may raise.
        """
        return self._composed(*self._given(kind, day), go_on)

    def _given(self, kind: SpanKind, day: date | None) -> "tuple[Span, tuple[DayText, ...]]":
        """A span and its days as they are read for an almanac, without what is forgotten."""
        from desktop_app.notebook.dated import Dated
        from desktop_app.notebook.statements.day_text import DayText

        today = self._clock.now().date()
        span, dated = span_around(kind, day or today), Dated(self._notebook)
        days = tuple(
            DayText(one, path, self._notebook.tombstones.blanked(text))
            for one in dated.days(today)
            if span.holds(one)
            for path, text in dated.notes(one)
        )
        if not days:
            raise Problem(
                tr("No day of {span} has notes.").format(span=span.name),
                tr("Name a day of another week, month or year: nightstand almanac week 2026-11-20"),
            )
        return span, days

    def _composed(
        self,
        span: Span,
        days: "Sequence[DayText]",
        go_on: Callable[[], None] = lambda: None,
    ) -> tuple[Almanac, str]:
        from desktop_app.dreams.almanac.composing import composed  # long to load, seldom wanted

        path = self._notebook.layout.almanac(span.name)
        return composed(span, days, path, _says_decision, go_on)

    async def told(
        self,
        kind: SpanKind,
        day: date | None,
        engine: Engine,
        report: Report = lambda step: None,
        *,
        stops: bool = True,
    ) -> ToldAlmanac:
        """The same as the chosen engine tells it: with an opening where a model is chosen and can
        write one, else as `made`. Nothing is written.

        A cancel leaves the model alone, and the almanac comes without its words; it ends all where
        it does not only `stops` the model. Raises Problem as `made` does.
        """
        given = await to_its_end(self._given, kind, day)
        almanac, language = await to_its_end(self._composed, *given)
        asked = (almanac, language, given[1], self._engines, engine, report)
        try:
            found = await opened(*asked)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if not stops or task is None:
                raise
            task.uncancel()
            found = ToldOpening(why=STOPPED)
        if found.opening is not None:  # minutes may have passed
            now = await to_its_end(self._given, kind, day)
            if now != given:
                given, (almanac, language) = now, await to_its_end(self._composed, *now)
        return found.put_before(almanac, language, given[1])

    async def write_told(
        self,
        kind: SpanKind,
        day: date | None,
        engine: Engine,
        report: Report = lambda step: None,
        *,
        anew: bool = False,
        stops: bool = True,
    ) -> WrittenAlmanac:
        """Write the almanac as the chosen engine tells it: see `told` and `write`."""
        self._notebook.need_room()
        told = await self.told(kind, day, engine, report, stops=stops)
        return await to_its_end(self._write, told, anew=anew)

    def write(
        self,
        kind: SpanKind,
        day: date | None = None,
        *,
        anew: bool = False,
        go_on: Callable[[], None] = lambda: None,
    ) -> WrittenAlmanac:
        """Make it without a model and write it: see `dreams.almanac.writing.write`.

        Raises Problem.
        """
        self._notebook.need_room()
        return self._write(ToldAlmanac(*self.made(kind, day, go_on)), anew=anew)

    def _write(self, told: ToldAlmanac, *, anew: bool) -> WrittenAlmanac:
        from desktop_app.dreams.almanac.writing import write

        now = self._clock.now()
        with self._writing.own() as paths:
            written = write(self._notebook, told.almanac, told.language, now, anew=anew)
            paths += [written.path] if written.done != AlmanacWrite.SAME else []
        return replace(written, unsaid=told.unsaid, wordless=told.wordless)

    async def write_due(
        self, engine: Engine = USUAL, report: Report = lambda step: None
    ) -> list[WrittenAlmanac]:
        """Write the almanacs of the last whole week, month and year, which have notes; each once,
        as the chosen engine tells it.

        One that is there, or was and is deleted, is not written again. Days are looked at once a
        day. Raises Problem where one cannot be written.
        """
        today = self._clock.now().date()
        if self._settled == today:
            return []
        written = []
        for kind in SpanKind:
            day = span_around(kind, today).first - timedelta(days=1)
            if await to_its_end(self._is_due, span_around(kind, day)):
                written.append(await self.write_told(kind, day, engine, report, stops=False))
        self._settled = today
        return written

    def _is_due(self, span: Span) -> bool:
        path = self._notebook.layout.almanac(span.name)
        if self._notebook.read(path).exists or self._notebook.history.versions(path, 1):
            return False
        return span in self.spans(span.kind, 2)

    def named(self, name: str) -> Almanac:
        """The almanac of this name, such as 2026-W47: as it is written, else as it would be.

        Raises WrongUse for another name, Problem where none of its days has notes.
        """
        span = named_span(name)
        if span is None:
            raise WrongUse(
                tr("No almanac is called “{name}”.").format(name=name[:20]),
                tr("It is the name of a week, a month or a year: 2026-W47, 2026-11 or 2026."),
            )
        there = self._notebook.read(self._notebook.layout.almanac(name))
        text = self._notebook.tombstones.blanked(there.text)
        written = almanacs.parse(there.path, text) if there.exists else None
        return self._unheld(written or self.made(span.kind, span.first)[0])

    def _unheld(self, almanac: Almanac) -> Almanac:
        """The almanac without what rests on a line that is in quarantine by now."""
        held = QuarantineBook(self._notebook.database).held()
        sections = (
            replace(
                section,
                items=tuple(
                    item
                    for item in section.items
                    if not quotes_held((one.quote for one in item.sources), held)
                ),
            )
            for section in almanac.sections
        )
        return replace(almanac, sections=tuple(one for one in sections if one.items))

    def take_back(self, written: WrittenAlmanac) -> None:
        """Put back what was there before. Raises Problem."""
        from desktop_app.dreams.almanac.writing import take_back

        with self._writing.own() as paths:
            take_back(self._notebook, written, self._clock.now())
            paths.append(written.path)


def _says_decision(text: str) -> bool:
    from desktop_app.sessions.importance import MemoryKind, kind_of

    return kind_of(text) is MemoryKind.DECISION
