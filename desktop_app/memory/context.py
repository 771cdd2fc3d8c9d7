"""What memory gives to a model's prompt: MEMORY.md, two days, and what answers the question."""

from datetime import timedelta
from functools import lru_cache

from desktop_app.clock import Clock
from desktop_app.dreams.model.reading.prompts import Prompt, a_fence
from desktop_app.language.words import script
from desktop_app.memory.search import Search
from desktop_app.notebook.notebook import Notebook
from desktop_app.search.arms import SearchBy
from desktop_app.search.hits import Hit
from desktop_app.sessions.prompt import (
    PieceWhy,
    PromptMaterial,
    PromptPiece,
    pieces,
    with_answers,
)

_HITS = 10
_script = lru_cache(maxsize=4)(script)
_KEPT = 8  # notes whose pieces are kept; a talk needs three


class Context:
    """Gathers what a prompt is made from."""

    def __init__(self, notebook: Notebook, clock: Clock, search: Search) -> None:
        self._notebook = notebook
        self._clock = clock
        self._search = search
        self._cut: dict[str, tuple[str, list[PromptPiece]]] = {}

    def material(
        self, question: str = "", arms: SearchBy = SearchBy.BOTH, *, without: str = ""
    ) -> PromptMaterial:
        """All that the prompt for this question may hold. An empty question finds nothing more.

        `without` is a path where nothing is searched, such as that of the talk itself.
        """
        layout, today = self._notebook.layout, self._clock.now().date()
        known = [
            piece
            for why, path in (
                (PieceWhy.MEMORY, layout.memory),
                (PieceWhy.TODAY, layout.day(today)),
                (PieceWhy.YESTERDAY, layout.day(today - timedelta(days=1))),
            )
            for piece in self._pieces(why, path)
        ]
        hits = self._search.for_a_model(question, _HITS, arms, without=without)
        every = with_answers(known, map(_answer, hits))
        language = _script("".join(piece.text for piece in known or every))
        return PromptMaterial(tuple(every), Prompt("context", language).fill("Notice"), a_fence())

    def _pieces(self, why: PieceWhy, path: str) -> list[PromptPiece]:
        """A note cut into pieces; it is cut again only when its text has changed."""
        there = self._notebook.read(path)
        sha, cut = self._cut.get(path, ("", []))
        if sha != there.sha or any(piece.why is not why for piece in cut[:1]):
            cut = pieces(why, path, there.text)
            self._cut = {**self._cut, path: (there.sha, cut)} if len(self._cut) < _KEPT else {}
        return cut


def _answer(hit: Hit) -> PromptPiece:
    text = f"{hit.path}:{hit.line}: {hit.text}\n"
    return PromptPiece(PieceWhy.QUESTION, hit.path, hit.line, hit.end_line, text)
