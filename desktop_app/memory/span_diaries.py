"""Diaries of weeks and months of an open notebook: told by a model, found again."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from desktop_app.clock import Clock
from desktop_app.dreams.engine_choice import Engine
from desktop_app.dreams.engines import Engines, looking
from desktop_app.dreams.span_writing import WrittenSpanDiary, take_back, write
from desktop_app.errors import Problem
from desktop_app.jobs import Report
from desktop_app.language.language_of import written_in
from desktop_app.memory.changed import Writing
from desktop_app.notebook import span_diaries
from desktop_app.notebook.layout import FileKind
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.span_diaries import SpanDiary
from desktop_app.notebook.spans import Span, SpanKind, named_span, span_around
from desktop_app.threads import to_its_end
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.notebook.source import DayText


@dataclass(eq=False)
class SpanDiaries:
    """Writes and finds them. All but `take_back` may take seconds: run them in a thread."""

    _notebook: Notebook
    _clock: Clock
    _writing: Writing
    _engines: Engines

    def every(self) -> list[SpanDiary]:
        """Those that are written, newest first."""
        found = []
        for path in self._notebook.paths():
            name = path.rpartition("/")[2].removesuffix(".md")
            if self._notebook.layout.kind(path) is FileKind.DREAMS and named_span(name):
                with suppress(Problem):  # the others are shown
                    found.append(span_diaries.parse(path, self._notebook.read(path).text))
        return sorted(filter(None, found), key=lambda one: one.span.last, reverse=True)

    async def write(
        self, kind: SpanKind, day: date | None, engine: Engine, report: Report = lambda step: None
    ) -> WrittenSpanDiary:
        """Have a model tell of the week or month around a day (today's by default), and write it.

        Raises Problem where no day of it has notes, where no model is there, and where no line says
        what it wrote; then nothing is written.
        """
        from desktop_app.dreams.model.span_diary import told_by  # long to load, seldom wanted

        self._notebook.need_room()
        span, days = await to_its_end(self._given, kind, day)
        language = written_in("\n".join(one.text for one in days))
        report(looking(engine))
        choice = await self._engines.chosen(engine)
        if choice.model is None:
            raise Problem(choice.reason or tr("A diary of a week or a month needs a model."), "")
        model = choice.model.name
        async with self._engines.local(engine).opened(model, report) as asking:
            telling = await told_by(days, language, asking)
        _, days = await to_its_end(self._given, kind, day)  # minutes may have passed
        path = self._notebook.layout.span_diary(span.name)
        diary = telling.diary(span, path, days, language, model)
        return await to_its_end(self.put, diary, language, telling.unsaid)

    def put(self, diary: SpanDiary, language: str, unsaid: int = 0) -> WrittenSpanDiary:
        """Write a diary that is told: see `dreams.span_writing`. Raises Problem."""
        with self._writing.own() as paths:
            written = write(self._notebook, diary, language, self._clock.now(), unsaid)
            paths += [written.path] if written.changed else []
        return written

    def take_back(self, written: WrittenSpanDiary) -> None:
        """Put back what was there before. Raises Problem."""
        with self._writing.own() as paths:
            take_back(self._notebook, written, self._clock.now())
            paths.append(written.path)

    def _given(self, kind: SpanKind, day: date | None) -> "tuple[Span, Sequence[DayText]]":
        """A span and its days, without what is forgotten."""
        from desktop_app.notebook.dated import Dated
        from desktop_app.notebook.source import DayText

        today = self._clock.now().date()
        span, dated = span_around(kind, day or today), Dated(self._notebook)
        days = tuple(
            DayText(one, path, self._notebook.tombstones.blanked(text))
            for one in dated.days(today)
            if span.holds(one)
            for path, text in dated.notes(one)
        )
        if not days:
            raise Problem(tr("No day of {span} has notes.").format(span=span.name), "")
        return span, days
