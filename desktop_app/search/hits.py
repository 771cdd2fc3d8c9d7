"""Hits: what a search shows of the rows it found. Knows rows and marks, not how they were found."""

import sqlite3
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from desktop_app.search.find import Found
from desktop_app.search.marks import Span, marks
from desktop_app.search.query import Marks, Plan, Query

_WORDS_TOLD = 5


@dataclass(frozen=True)
class Hit:
    """A line, or the best line of a file: `count` is how many of its lines were found.

    `score` is 0..1 and never rises down the list; `marks` are character spans in `text`.
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
    by: Literal["words", "meaning", "both"] = "words"


def hits(
    connection: sqlite3.Connection, query: Query, plan: Plan, rows: Sequence[Found]
) -> tuple[Hit, ...]:
    """The hits to show for `rows`, which are in order, best first."""
    lines = Counter(row.path for row in rows)
    if query.by == "file":
        best: dict[str, Found] = {}
        for row in rows:
            best.setdefault(row.path, row)
        rows = list(best.values())
    rows = rows[: max(query.limit, 0)]
    spans = _marked(connection, [row.text for row in rows], plan.marks)
    bare = [row for row, own in zip(rows, spans, strict=True) if not own]
    heads = zip(bare, _marked(connection, [row.head for row in bare], plan.marks), strict=True)
    above = {row.id for row, marked in heads if marked}
    found: list[Hit] = []
    rank = float("inf")
    for row, own in zip(rows, spans, strict=True):
        # A later step found the line by less; its own rank does not compare with what is above.
        rank = min(rank, max(row.rank, 0.0))
        found.append(
            Hit(
                path=row.path,
                line=row.line,
                end_line=row.end_line,
                heading=row.heading,
                date=date.fromisoformat(row.day) if row.day else None,
                text=row.text,
                score=rank / (1 + rank),
                why=_why(row.text, own, row.id in above, plan),
                marks=own,
                count=lines[row.path] if query.by == "file" else 1,
            )
        )
    return tuple(found)


def _marked(
    connection: sqlite3.Connection, texts: Sequence[str], wanted: Sequence[Marks]
) -> list[tuple[Span, ...]]:
    found: list[tuple[Span, ...]] = [()] * len(texts)
    for some in wanted:
        bare = [number for number, spans in enumerate(found) if not spans]
        if bare:
            marked = marks(connection, [texts[number] for number in bare], some)
            for number, spans in zip(bare, marked, strict=True):
                found[number] = spans
    return found


def _why(text: str, own: tuple[Span, ...], above: bool, plan: Plan) -> str:
    if own:
        words = dict.fromkeys(text[start:end].casefold() for start, end in own)
        return f"words: {', '.join(list(words)[:_WORDS_TOLD])}"
    if not plan.marks:
        return f"signs: {plan.literal}"
    return "words in its heading or date" if above else "words in the lines around it"
