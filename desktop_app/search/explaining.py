"""Explaining: which words of a search stand in, above and around a line. Knows rows and marks.

A search finds a line by its own text, by its headings with the date and name of its file, and by
the lines around it. Its plan says which of them it looks at.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from desktop_app.language.words import fold, is_paired
from desktop_app.search.find import FoundRow
from desktop_app.search.marks import Span, first_marks
from desktop_app.search.query import LineColumn, SearchPlan
from desktop_app.search.retrievers import Arms
from desktop_app.search.schema import NEAR


@dataclass(frozen=True)
class WhyFound:
    """Why a line was found: the words found in it, above it and around it, and its scores."""

    own: tuple[str, ...]
    head: tuple[str, ...]
    around: tuple[str, ...]
    arms: Arms


def explanations(
    tables: Sequence[sqlite3.Connection],
    plan: SearchPlan,
    rows: Sequence[FoundRow],
    own: Sequence[Sequence[Span]],
    arms: Sequence[Arms],
) -> list[WhyFound]:
    """Why each of `rows` of these tables was found; `own` are the marks in their texts."""
    connection = tables[0]
    heads: list[tuple[str, ...]] = [()] * len(rows)
    around = list(heads)
    if LineColumn.HEAD in plan.columns:
        titles = _words_in(connection, plan, [row.heading for row in rows])
        others = _words_in(connection, plan, [_unpaired(row.head) for row in rows])
        heads = [_once((*one, *other)) for one, other in zip(titles, others, strict=True)]
    if LineColumn.AROUND in plan.columns:
        around = _words_in(connection, plan, [_beside(tables, row) for row in rows])
    texts = [marked(row.text, spans) for row, spans in zip(rows, own, strict=True)]
    every = zip(texts, heads, around, arms, strict=True)
    # Words in a line that they did not find are no reason.
    return [WhyFound(*one) if one[3].words else WhyFound((), (), (), one[3]) for one in every]


def marked(text: str, spans: Iterable[Span]) -> tuple[str, ...]:
    """The words at these places, each once."""
    return _once(text[start:end] for start, end in spans)


def _words_in(
    connection: sqlite3.Connection, plan: SearchPlan, texts: Sequence[str]
) -> list[tuple[str, ...]]:
    spans = first_marks(connection, texts, plan.marks)
    return [marked(text, some) for text, some in zip(texts, spans, strict=True)]


def _once(words: Iterable[str]) -> tuple[str, ...]:
    """Each word once, in small letters, whichever script it is written in."""
    by_fold: dict[str, str] = {}
    for word in words:
        by_fold.setdefault(fold(word).casefold(), word.casefold())
    return tuple(by_fold.values())


def _beside(tables: Iterable[sqlite3.Connection], row: FoundRow) -> str:
    """The text of the lines around this one."""
    select = "select text from chunks where id between ? and ? and id <> ? order by id"
    bounds = (row.id - NEAR, row.id + NEAR, row.id)
    return "\n".join(text for table in tables for (text,) in table.execute(select, bounds))


def _unpaired(head: str) -> str:
    """Headings and date as people write them; the index holds Chinese runs as overlapping pairs."""
    read = []
    for word in head.split():
        paired = is_paired(word[0])
        read.append(word[0] if paired else word)
        read.append("" if paired and len(word) > 1 else " ")
    return "".join(read)
