"""A week or a month in a model's words, proved sentence by sentence as a diary is.

Knows days and a model, no files. The model is shown lines of these days only, without secrets and
orders, and what it writes may rest on no others.
"""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import chain, zip_longest

from desktop_app.dreams.consolidator.answer import plain_answer, strange
from desktop_app.dreams.consolidator.faults import Fault, sentence
from desktop_app.dreams.consolidator.prompt import Prompt, a_fence
from desktop_app.dreams.consolidator.prose import DiaryProse, voice
from desktop_app.dreams.consolidator.shown import MarkedStatement, shown_of
from desktop_app.dreams.dreamer import Material
from desktop_app.dreams.model.asking.calls import Ask, Asking, ModelQuestion
from desktop_app.dreams.model.measure import wished
from desktop_app.dreams.proposal import ToldSentence
from desktop_app.errors import Problem
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.diaries import DiarySource
from desktop_app.notebook.lines import split
from desktop_app.notebook.source import DayText
from desktop_app.notebook.span_diaries import SpanDiary, SpanLine, SpanSection, words
from desktop_app.notebook.spans import Span
from desktop_app.words import tr

_MOST_LINES = 60  # that a model is shown
_MOST_SENTENCES = 6
_ANSWER = 600  # tokens


@dataclass(frozen=True)
class SpanTelling:
    """A title, "" for none, and sentences that lines say; `unsaid` counts those that none says."""

    title: str = ""
    sentences: tuple[ToldSentence, ...] = ()
    unsaid: int = 0

    def diary(
        self, span: Span, path: str, days: Sequence[DayText], language: str, model: str
    ) -> SpanDiary:
        """What these days still say of it, to stand at `path`. Raises Problem for nothing."""
        if not self.sentences:
            raise Problem(sentence(Fault.WORDS, model), "")
        there = {(day.path, n): line for day in days for n, line in enumerate(split(day.text), 1)}
        lines = tuple(
            SpanLine(one.text, tuple(DiarySource(s.path, s.line, s.quote) for s in one.sources))
            for one in self.sentences
            if all(s.quote in there.get((s.path, s.line), "") for s in one.sources)
        )
        if not lines:
            raise Problem(tr("The notes were changed while the model wrote."), "")
        fixed = words(language)

        def count(name: str, number: int) -> str:
            one, many = fixed[name]
            return str(one if number == 1 else many.format(n=number))

        noted = count("days", len({day.date for day in days}))
        left = [count("unsaid", self.unsaid)] if self.unsaid else []
        meta = " · ".join([f"{span.first} – {span.last}", noted, *left, model])
        return SpanDiary(span, path, meta, self.title, (SpanSection(fixed["opening"], lines),))


async def told_by(days: Sequence[DayText], language: str, asking: Asking) -> SpanTelling:
    """What a model tells of these days; it is asked once more where no line says anything of it.

    Raises Problem.
    """
    chosen = await asyncio.to_thread(_chosen, days)
    if not chosen:
        return SpanTelling()
    prompt, fence = Prompt("span_diary", language), a_fence()
    notes = await asyncio.to_thread(_fitting, chosen, prompt, fence, asking)
    proof = await asyncio.to_thread(_Proof, notes, prompt)
    question = ModelQuestion(_asked(prompt, fence, notes), fence, _ANSWER, part=tr("diary"))
    return await asking.ask(question, proof.heard)


def _chosen(days: Sequence[DayText]) -> list[MarkedStatement]:
    """The first line of each day, then the second of each, and so on, in the order of the days."""
    notes = shown_of(Material(MemoryFile(b""), tuple(days), (), frozenset())).notes
    by_day: dict[date | None, list[MarkedStatement]] = defaultdict(list)
    for note in notes:
        by_day[note.day].append(note)
    first = filter(None, chain.from_iterable(zip_longest(*by_day.values())))
    return list(dict.fromkeys(first))[:_MOST_LINES]


class _Proof:
    def __init__(self, notes: Sequence[MarkedStatement], prompt: Prompt) -> None:
        self._notes = notes
        notes = [replace(note, to_do=note.cited.to_do) for note in notes]
        days = [note.day for note in notes if note.day]
        self._telling = DiaryProse(notes, (), max(days))
        self._own_lines = prompt.own_lines()

    def heard(self, answer: str, last: bool) -> SpanTelling | Fault:
        """What is proved; a fault of an answer without any, where it can be asked again."""
        title, prose = voice(plain_answer(answer).split("\n"), self._own_lines)
        if not title and not prose:
            return Fault.NOTHING
        told, unsaid = self._telling.told(prose)
        kept = tuple(one for one in told if not self._strange(one.text))
        if not kept and not last:
            return self._strange(f"{title}\n{prose}") or Fault.WORDS
        titled = bool(title and kept and self._telling.sources(title)) and not self._strange(title)
        unsaid += len(told) - len(kept)
        return SpanTelling(title if titled else "", kept[:_MOST_SENTENCES], unsaid)

    def _strange(self, text: str) -> Fault | None:
        return strange([text], (note.says for note in self._notes))


def _asked(prompt: Prompt, fence: str, notes: Sequence[MarkedStatement]) -> Ask:
    rows = "\n".join(
        note.row for note in sorted(notes, key=lambda one: (one.day, one.sources[0].line))
    )
    return lambda fault: prompt.messages("Lines", fault, fence=fence, lines=rows)


def _fitting(
    notes: list[MarkedStatement], prompt: Prompt, fence: str, asking: Asking
) -> list[MarkedStatement]:
    """As many of the chosen lines as the model can read at once, and in the time that it has."""
    wish = wished(asking.model.pace, asking.total)
    while len(notes) > 1:
        texts = [one.content for one in _asked(prompt, fence, notes)(None)]
        size = asking.model.tokens.estimate(*texts)
        fits = size.high + asking.with_thoughts(_ANSWER) <= asking.longest
        if fits and (not wish or size.likely <= wish):
            break
        notes = notes[:-1]
    return notes
