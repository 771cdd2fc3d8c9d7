"""What memory gives to a model's prompt: MEMORY.md, two days, and what answers the question."""

from collections.abc import Sequence
from datetime import timedelta

from desktop_app.clock import Clock
from desktop_app.dreams.model.reading.prompts import Prompt, a_fence
from desktop_app.errors import Problem
from desktop_app.language.words import script
from desktop_app.memory.search import Search
from desktop_app.notebook.notebook import Notebook
from desktop_app.search.arms import SearchBy
from desktop_app.search.query import SearchIn
from desktop_app.sessions.prompt import (
    MemoryPrompt,
    PieceWhy,
    PromptPiece,
    assembled,
    pieces,
    with_answers,
)
from desktop_app.words import tr

USUAL_BUDGET = 4_096
"""Tokens. Specification: production memory, 'High Token Budget with Detailed Context'."""

_HITS = 10
_SEARCHED = (SearchIn.MEMORY, SearchIn.DAYS, SearchIn.TOPICS, SearchIn.SESSIONS)  # never diaries


class Context:
    """Gathers the pieces of a prompt and fits them into a budget."""

    def __init__(self, notebook: Notebook, clock: Clock, search: Search) -> None:
        self._notebook = notebook
        self._clock = clock
        self._search = search

    def pieces(self, question: str = "", arms: SearchBy = SearchBy.BOTH) -> list[PromptPiece]:
        """All that the prompt for this question may hold. An empty question finds nothing more."""
        layout, today = self._notebook.layout, self._clock.now().date()
        known = [
            piece
            for why, path in (
                (PieceWhy.MEMORY, layout.memory),
                (PieceWhy.TODAY, layout.day(today)),
                (PieceWhy.YESTERDAY, layout.day(today - timedelta(days=1))),
            )
            for piece in pieces(why, path, self._notebook.read(path).text)
        ]
        hits = self._search.find(question, limit=_HITS, kinds=_SEARCHED, arms=arms).hits
        return with_answers(
            known,
            (
                PromptPiece(
                    PieceWhy.QUESTION,
                    hit.path,
                    hit.line,
                    hit.end_line,
                    f"{hit.path}:{hit.line}: {hit.text}\n",
                )
                for hit in hits
            ),
        )

    def prompt(self, every: Sequence[PromptPiece], budget: int = USUAL_BUDGET) -> MemoryPrompt:
        """As much of these pieces as fits. Raises Problem when not even one of them does."""
        language = script("".join(piece.text for piece in every))
        made = assembled(every, budget, a_fence(), Prompt("context", language).fill("Notice"))
        if every and not made.inside:
            raise Problem(
                tr("A budget of {budget} tokens has no room for any note.").format(budget=budget),
                tr("Allow more: all of them take about {wanted} tokens.").format(
                    wanted=made.wanted
                ),
            )
        return made
