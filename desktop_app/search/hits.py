"""Hits: the results that a search shows for its rows. Knows rows and marks, not the search."""

import re
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from desktop_app.search.brought import NOTHING, TierLines
from desktop_app.search.explaining import WhyFound, explanations, marked
from desktop_app.search.find import FoundRow
from desktop_app.search.marks import Span, first_marks
from desktop_app.search.query import HitPer, Query, SearchPlan
from desktop_app.search.relevance import relevances
from desktop_app.search.retrievers import Arm, Arms, SearchBy

_WORDS_TOLD = 5


class Beside(StrEnum):
    """Why a line without any of the words was found."""

    HEAD = "words in its heading or date"
    AROUND = "words in the lines around it"


@dataclass(frozen=True)
class Hit:
    """A line, or the best line of a file: `count` is how many of its lines were found.

    `score` is 0..1 and never rises down the list. `marks` are character spans in `text`.
    `explained` says in full why the line was found, `relevance` how surely it answers, if the query
    asks for that. `whole`: the line has all words that were typed.
    """

    path: str
    line: int
    end_line: int
    heading: str
    date: date | None
    text: str
    score: float
    why: str
    marks: tuple[Span, ...]
    count: int = 1
    by: SearchBy = SearchBy.WORDS
    explained: WhyFound | None = None
    relevance: float | None = None
    whole: bool = False


def hits(
    connection: sqlite3.Connection,
    query: Query,
    plan: SearchPlan,
    rows: Sequence[FoundRow],
    arms: Mapping[int, Arms] | None = None,
    brought: TierLines = NOTHING,
) -> tuple[Hit, ...]:
    """The hits to show for `rows`, best first, which may be `brought` from elsewhere.

    `arms` says how each row was found; without it all were found by words.
    """
    arms = _by_words(rows) if arms is None else arms
    per_file = query.by == HitPer.FILE
    lines = Counter(row.path for row in rows)
    rows = (_best_of_each_file(rows) if per_file else rows)[: max(query.limit, 0)]
    spans = first_marks(connection, [row.text for row in rows], plan.marks)
    if not plan.marks:
        spans = [_places(row.text, plan.literal) for row in rows]
    bare = [row for row, own in zip(rows, spans, strict=True) if not own]
    heads = first_marks(connection, [row.head for row in bare], plan.marks)
    above = {row.id for row, head in zip(bare, heads, strict=True) if head}
    why: list[WhyFound | None] = [None] * len(rows)
    if query.explain:
        by = [arms[row.id] for row in rows]
        why = [*explanations((connection, *brought.tables), plan, rows, spans, by)]
    rated: list[float | None] = [None] * len(rows)
    if query.rate:
        rated = relevances(connection, plan, rows, arms, brought)
    return tuple(
        Hit(
            path=row.path,
            line=row.line,
            end_line=row.end_line,
            heading=row.heading,
            date=date.fromisoformat(row.day) if row.day else None,
            text=row.text,
            score=arms[row.id].score,
            why=_why(row.text, own, row.id in above, plan, arms[row.id].by),
            marks=own,
            count=lines[row.path] if per_file else 1,
            by=arms[row.id].by,
            explained=explained,
            relevance=sure,
            whole=row.whole,
        )
        for row, own, explained, sure in zip(rows, spans, why, rated, strict=True)
    )


def falling(rows: Iterable[FoundRow]) -> list[tuple[int, float]]:
    """The rank of each row, best first, none higher than the one before.

    A later step asks for less, so its own ranks do not compare with those of earlier steps.
    """
    rank, ranks = float("inf"), []
    for row in rows:
        rank = min(rank, max(row.rank, 0.0))
        ranks.append((row.id, rank))
    return ranks


def _best_of_each_file(rows: Iterable[FoundRow]) -> list[FoundRow]:
    best: dict[str, FoundRow] = {}
    for row in rows:
        best.setdefault(row.path, row)
    return list(best.values())


def _by_words(rows: Sequence[FoundRow]) -> dict[int, Arms]:
    ranks = enumerate(falling(rows), 1)
    return {row: Arms(Arm(n, rank / (1 + rank), 1.0)) for n, (row, rank) in ranks}


def _places(text: str, sign: str) -> tuple[Span, ...]:
    """Where these signs stand."""
    return tuple(match.span() for match in re.finditer(re.escape(sign), text)) if sign else ()


def _why(text: str, own: tuple[Span, ...], above: bool, plan: SearchPlan, by: SearchBy) -> str:
    if by == SearchBy.MEANING:
        return by
    reason: str = Beside.HEAD if above else Beside.AROUND
    if not plan.marks:
        reason = f"signs: {plan.literal}"
    elif own:
        reason = f"words: {', '.join(marked(text, own)[:_WORDS_TOLD])}"
    return f"meaning, {reason}" if by == SearchBy.BOTH else reason
