"""An almanac with a model's opening, or without one and why. Knows engines and days, no files.

The opening is a part of its own, before the others: each sentence with its lines. Whatever goes
wrong, the almanac stands as it was made without a model.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from desktop_app import resources
from desktop_app.dreams.engines import Engine, Engines, looking
from desktop_app.dreams.proposal import ToldSentence
from desktop_app.errors import Problem
from desktop_app.jobs import Report
from desktop_app.notebook.almanacs import Almanac, AlmanacItem, AlmanacPart, AlmanacSection, titles
from desktop_app.notebook.diaries import DiarySource
from desktop_app.notebook.lines import split
from desktop_app.notebook.statements.day_text import DayText
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.dreams.model.opening import AlmanacOpening

STOPPED = tr("The model was stopped.")


@dataclass(frozen=True)
class ToldAlmanac:
    """An almanac and the language that it is written in. `unsaid` counts a model's sentences that
    no line says; `wordless` is why it has no opening though a model was to write one, else ""."""

    almanac: Almanac
    language: str
    unsaid: int = 0
    wordless: str = ""


@dataclass(frozen=True)
class ToldOpening:
    """What a model wrote to open an almanac, and its name; `why` is why there is nothing."""

    opening: "AlmanacOpening | None" = None
    model: str = ""
    why: str = ""

    def put_before(self, almanac: Almanac, language: str, days: Sequence[DayText]) -> ToldAlmanac:
        """The almanac with what these days still say of it."""
        if self.opening is None or self.why:
            unsaid = self.opening.unsaid if self.opening else 0
            return ToldAlmanac(almanac, language, unsaid, self.why)
        lines = {
            (day.path, n): line
            for day in days
            for n, line in enumerate(split(day.text), 1)
            if line.strip()  # a log's lines of other days are empty
        }
        items = tuple(
            AlmanacItem(one.text, tuple(_place(one)))
            for one in self.opening.sentences
            if all(
                source.quote in lines.get((source.path, source.line), "") for source in one.sources
            )
        )
        if not items:
            why = tr("The notes were changed while the model wrote.")
            return ToldAlmanac(almanac, language, self.opening.unsaid, why)
        part = AlmanacSection(AlmanacPart.OPENING, titles(language)[AlmanacPart.OPENING], items)
        worded = replace(
            almanac,
            meta=_meta(almanac.meta, language, self.opening.unsaid, self.model),
            prose=self.opening.title,
            sections=(part, *almanac.sections),
        )
        return ToldAlmanac(worded, language, self.opening.unsaid)


async def opened(
    almanac: Almanac,
    language: str,
    days: Sequence[DayText],
    engines: Engines,
    engine: Engine,
    report: Report,
) -> ToldOpening:
    """Have the chosen model write the opening. No Problem comes out: it is why there is none.

    A model that is not chosen is not asked, and nothing is said of it.
    """
    if not engine.asks or not almanac.sections:
        return ToldOpening()
    try:
        found = await _asked(almanac, language, days, engines, engine, report)
    except Problem as problem:
        found = ToldOpening(why=problem.message)
    if found.why:
        why = found.why.rstrip(".。")
        report(tr("{reason}: the almanac has no opening").format(reason=why))
    return found


async def _asked(
    almanac: Almanac,
    language: str,
    days: Sequence[DayText],
    engines: Engines,
    engine: Engine,
    report: Report,
) -> ToldOpening:
    from desktop_app.dreams.consolidator.faults import Fault, sentence
    from desktop_app.dreams.model.opening import opening_of  # long to load, seldom wanted

    report(looking(engine))
    choice = await engines.chosen(engine)
    if choice.model is None:
        return ToldOpening(why=choice.reason)
    async with engines.local(engine).opened(choice.model.name, report) as asking:
        opening = await opening_of(almanac, days, language, asking)
    why = "" if opening.sentences else sentence(Fault.WORDS, choice.model.name)
    return ToldOpening(opening, choice.model.name, why)


def _place(sentence: ToldSentence) -> list[DiarySource]:
    return [DiarySource(one.path, one.line, one.quote) for one in sentence.sources]


def _meta(meta: str, language: str, unsaid: int, model: str) -> str:
    """The remark with the model's name at its end, and how many sentences were left out."""
    numbers, _, engine = meta.rpartition(" · ")
    one, many = resources.table("language/almanac")[language]["unsaid"]
    left = [str(one if unsaid == 1 else many.format(n=unsaid))] if unsaid else []
    return " · ".join([numbers, *left, f"{engine} + {model}"])
