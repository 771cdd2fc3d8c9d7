"""The opening of an almanac in a model's words, proved sentence by sentence as a diary's is.

Knows an almanac, its days and a model, no files. The model is shown only the lines of the span on
which the almanac rests, and what it writes may rest on no others.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest

from desktop_app.dreams.consolidator.answer import plain_answer
from desktop_app.dreams.consolidator.faults import Fault
from desktop_app.dreams.consolidator.prompt import Prompt, a_fence
from desktop_app.dreams.consolidator.prose import DiaryProse, voice
from desktop_app.dreams.consolidator.shown import MarkedStatement, shown_of
from desktop_app.dreams.consolidator.tongue import strange
from desktop_app.dreams.dreamer import Material
from desktop_app.dreams.model.asking.calls import Ask, Asking, ModelQuestion
from desktop_app.dreams.model.measure import wished
from desktop_app.dreams.proposal import ToldSentence
from desktop_app.notebook.almanacs import Almanac, AlmanacSection
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.diaries import DiarySource
from desktop_app.notebook.statements.day_text import DayText
from desktop_app.words import tr

_MOST_LINES = 60  # of the almanac that a model is shown
_MOST_SENTENCES = 6
_ANSWER = 600  # tokens


@dataclass(frozen=True)
class AlmanacOpening:
    """A title, "" for none, and sentences that lines say; `unsaid` counts those that none says."""

    title: str = ""
    sentences: tuple[ToldSentence, ...] = ()
    unsaid: int = 0


async def opening_of(
    almanac: Almanac, days: Sequence[DayText], language: str, asking: Asking
) -> AlmanacOpening:
    """What a model writes before an almanac of these days. Raises Problem.

    It is asked once more where no line says anything of what it wrote.
    """
    lines = await asyncio.to_thread(_OpeningLines, almanac, days)
    if not lines.chosen:
        return AlmanacOpening()
    prompt, fence = Prompt("almanac", language), a_fence()
    notes = await asyncio.to_thread(_fitting, lines, prompt, fence, asking)
    proof = await asyncio.to_thread(_OpeningProof, lines, notes, prompt)
    question = ModelQuestion(
        _asked(prompt, fence, lines.rows(notes)), fence, _ANSWER, part=tr("almanac")
    )
    return await asking.ask(question, proof.heard)


class _OpeningLines:
    """The statements on which an almanac rests, as a model may see them: no secrets, no orders."""

    def __init__(self, almanac: Almanac, days: Sequence[DayText]) -> None:
        shown = shown_of(Material(MemoryFile(b""), tuple(days), (), frozenset()))
        self._at = {(one.path, one.line): note for note in shown.notes for one in note.sources}
        self._title: dict[str, str] = {}
        by_item = [
            self._of_item(section, item.sources)
            for section in almanac.sections
            for item in section.items
        ]
        every = filter(None, chain.from_iterable(zip_longest(*by_item)))
        self.chosen = list(dict.fromkeys(every))[:_MOST_LINES]
        """The first of each item, then the second of each, and so on."""

    def rows(self, notes: Sequence[MarkedStatement]) -> list[str]:
        """These statements under the titles of their parts."""
        by_title: dict[str, list[str]] = {title: [] for title in self._title.values()}
        for note in notes:
            by_title[self._title[note.mark]].append(note.row)
        return [row for title, rows in by_title.items() if rows for row in (f"{title}:", *rows)]

    def _of_item(
        self, section: AlmanacSection, sources: Sequence[DiarySource]
    ) -> list[MarkedStatement]:
        places = [(one.path, one.line) for one in sources]
        notes = list(dict.fromkeys(self._at[place] for place in places if place in self._at))
        for note in notes:
            self._title.setdefault(note.mark, section.title)
        return notes


class _OpeningProof:
    """Takes an answer apart, and keeps what these statements say."""

    def __init__(
        self, lines: _OpeningLines, notes: Sequence[MarkedStatement], prompt: Prompt
    ) -> None:
        self._notes = notes
        notes = [replace(note, to_do=note.cited.to_do) for note in notes]
        days = [note.day for note in notes if note.day]
        self._telling = DiaryProse(notes, (), max(days))
        self._own_lines = prompt.own_lines()

    def heard(self, answer: str, last: bool) -> AlmanacOpening | Fault:
        """The proved opening; a fault of an answer without any, where it can be asked again."""
        title, prose = voice(plain_answer(answer).split("\n"), self._own_lines)
        if not title and not prose:
            return Fault.NOTHING
        told, unsaid = self._telling.told(prose)
        kept = tuple(one for one in told if not self._strange(one.text))
        if not kept and not last:
            return self._strange(f"{title}\n{prose}") or Fault.WORDS
        titled = bool(title and kept and self._telling.sources(title)) and not self._strange(title)
        unsaid += len(told) - len(kept)
        return AlmanacOpening(title if titled else "", kept[:_MOST_SENTENCES], unsaid)

    def _strange(self, text: str) -> Fault | None:
        return strange([text], (note.says for note in self._notes))


def _asked(prompt: Prompt, fence: str, rows: Sequence[str]) -> Ask:
    return lambda fault: prompt.messages("Lines", fault, fence=fence, lines="\n".join(rows))


def _fitting(
    lines: _OpeningLines, prompt: Prompt, fence: str, asking: Asking
) -> list[MarkedStatement]:
    """As many of the chosen lines as the model can read at once, and in the time that it has."""
    wish = wished(asking.model.pace, asking.total)
    notes = lines.chosen
    while len(notes) > 1:
        texts = [one.content for one in _asked(prompt, fence, lines.rows(notes))(None)]
        size = asking.model.tokens.estimate(*texts)
        fits = size.high + asking.with_thoughts(_ANSWER) <= asking.longest
        if fits and (not wish or size.likely <= wish):
            break
        notes = notes[:-1]
    return notes
