"""What memory gives to a model's prompt: MEMORY.md, two days, and what answers the question."""

import re
from collections.abc import Sequence
from datetime import timedelta
from functools import lru_cache

from desktop_app.dreams.consolidator.prompt import Prompt, a_fence
from desktop_app.language.tokens import script
from desktop_app.memory.room import Room
from desktop_app.notebook.layout import TRANSCRIPT
from desktop_app.notebook.remarks import advice, git_conflict, words
from desktop_app.search.hits import Hit
from desktop_app.search.marks import Span
from desktop_app.search.retrievers import SearchBy
from desktop_app.search.section import SectionLine
from desktop_app.sessions.levels.level import (
    SIZES,
    MemoryLevel,
    MemoryPart,
    level_for,
    levels,
    usual_tokens,
)
from desktop_app.sessions.prompt import (
    PieceWhy,
    PromptMaterial,
    PromptPiece,
    Title,
    pieces,
    with_answers,
)

_HITS = 90  # more than have room in 4,096 tokens, a sentence of each
_script = lru_cache(maxsize=4)(script)
_TELLING = 20  # of them, by whose text the language is known where nothing else has one
_KEPT = 8  # notes whose pieces are kept; a talk needs three
_OF_A_BLOCK = re.compile(r"\(\d\d:\d\d\)$")


class Context(Room):
    """Gathers what a prompt is made from."""

    def _set_up(self) -> None:
        self._search = self._memory.search
        self._cut: dict[str, tuple[str, list[PromptPiece]]] = {}

    def material(
        self,
        question: str = "",
        arms: SearchBy = SearchBy.BOTH,
        *,
        without: str = "",
        hits: int = _HITS,
    ) -> PromptMaterial:
        """All that the prompt for this question may hold. An empty question finds nothing more.

        `without` is a path where nothing is searched, such as that of the talk itself; at most
        `hits` lines are found.
        """
        layout, today = self._notebook.layout, self._clock.now().date()
        known = [
            piece
            for why, path in (
                (PieceWhy.MEMORY, layout.memory),
                (PieceWhy.TODAY, self._notebook.day_path(today)),
                (PieceWhy.YESTERDAY, self._notebook.day_path(today - timedelta(days=1))),
            )
            for piece in self._pieces(why, path)
        ]
        found = self._search.for_a_model(question, hits, arms, without=without, rate=True)
        sure = [hit for hit in found if level_for(hit.relevance) is not MemoryLevel.SENTENCE]
        self._search.note_used(hit.path for hit in sure)
        around = self._search.around((hit.path, hit.line) for hit in sure)
        most = SIZES[MemoryLevel.SENTENCE]
        long = [hit.text for hit in found if usual_tokens(f"- {hit.text}") > most]
        marks = dict(zip(long, self._search.marks(question, long), strict=True))
        answers = [
            _answer(n, hit, around.get((hit.path, hit.line), ()), marks.get(hit.text, ()))
            for n, hit in enumerate(found)
        ]
        every = with_answers(known, answers)
        told = known or every[:_TELLING]
        language = _script("".join(piece.text for piece in told))
        return PromptMaterial(tuple(every), Prompt("context", language).fill("Notice"), a_fence())

    def _pieces(self, why: PieceWhy, path: str) -> list[PromptPiece]:
        """A note cut into pieces; it is cut again only when its text has changed."""
        there = self._notebook.used(path)
        if conflict := git_conflict(there.data):
            told = f"{words(path, conflict.line)} {advice()}\n"
            return [PromptPiece(why, path, conflict.line, conflict.line, told)]
        sha, cut = self._cut.get(path, ("", []))
        if sha != there.sha or any(piece.why is not why for piece in cut[:1]):
            cut = pieces(why, path, there.text)
            self._cut = {**self._cut, path: (there.sha, cut)} if len(self._cut) < _KEPT else {}
        return cut


def _answer(
    rank: int, hit: Hit, section: Sequence[SectionLine], marks: Sequence[Span]
) -> PromptPiece:
    """A hit as a piece of its file, with the levels that its section gives."""
    title = Title(0, _title(hit))
    parts = [_part(*line) for line in section]
    own = _part(hit.line, hit.end_line, hit.text)
    if own not in parts:  # a far piece of a very long line
        parts = [own]
    at = parts.index(own)
    wanted = frozenset(hit.text[start:end] for start, end in marks)
    return PromptPiece(
        PieceWhy.QUESTION,
        hit.path,
        hit.line,
        hit.end_line,
        parts[at].text,
        (title,),
        rank,
        hit.relevance,
        levels=levels(parts, at, wanted, level_for(hit.relevance)),
    )


def _title(hit: Hit) -> str:
    """What stands above a line that was found: its day, or its file with the heading there."""
    day = None if hit.path.endswith(TRANSCRIPT) else hit.date
    told = not hit.heading or _OF_A_BLOCK.search(hit.heading) or str(day) in hit.heading
    return (str(day) if day else hit.path) + ("" if told else f", {hit.heading}")


def _part(line: int, end_line: int, text: str) -> MemoryPart:
    indented = text.replace("\n", "\n  ")
    return MemoryPart(line, end_line, f"- {indented}\n")
