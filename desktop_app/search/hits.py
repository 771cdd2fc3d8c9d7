"""Hits: the results that a search shows for its rows. Knows rows and marks, not the search."""

import math
import re
import sqlite3
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import NamedTuple

from desktop_app import resources
from desktop_app.search.brought import NOTHING, TierLines
from desktop_app.search.find import FoundRow
from desktop_app.search.marks import Span, first_marks
from desktop_app.search.postings import Postings
from desktop_app.search.query import AnyOf, HitPer, Query, SearchPlan
from desktop_app.search.ranking import rarity
from desktop_app.search.retrievers import Arm, Arms, SearchBy

RelevanceSigns = Mapping[str, float]
"""What speaks for a line, by name; each about 0..1."""

_LONGEST = 2_000  # characters that are looked at
_SENTENCE = re.compile(r"[^.!?。！？…]+[.!?。！？…]*")
_ASKING = ("?", "？", "吗", "嗎", "呢")


def relevance(signs: RelevanceSigns, fit: str = "words") -> float:
    """How surely a line with these signs answers, 0..1, by the fit for the arms of the search:
    `words` or `both`."""
    weights = _weights(fit)
    whole = weights["bias"] + math.fsum(weights[name] * value for name, value in signs.items())
    return 1 / (1 + math.exp(-whole))


def relevance_signs(
    connection: sqlite3.Connection,
    plan: SearchPlan,
    rows: Sequence[FoundRow],
    arms: Mapping[int, Arms],
    brought: TierLines = NOTHING,
) -> list[RelevanceSigns | None]:
    """What speaks for each row.

    `words`: how much of a line with all the words its rank is worth. `best`: its rank beside the
    best. `alone`: how far it stands out of all. `meaning`: how near it is, beside the nearest.
    `asks`: how much of it is a question itself.
    """
    sought = next((step for step in plan.steps if isinstance(step, AnyOf)), None)
    if sought is None or not rows:
        return [None] * len(rows)
    whole = math.fsum(_rarities(connection, sought.words, brought)) or 1.0
    best = max(max(row.rank for row in rows), 1e-9)
    every = math.fsum(math.exp(row.rank - best) for row in rows)
    return [
        {
            "words": min(row.rank / whole, 1.5),
            "best": row.rank / best,
            "alone": math.exp(row.rank - best) / every,
            "meaning": near.score if (near := arms[row.id].meaning) else 0.0,
            "asks": _asks(row.text),
        }
        for row in rows
    ]


def _rarities(
    connection: sqlite3.Connection, words: Sequence[str], brought: TierLines
) -> list[float]:
    postings = Postings(connection)
    total = postings.total + brought.total
    having = (postings.count(f"{{body}} : {word}") for word in words)
    more = (brought.having.get(word, (0, 0))[0] for word in words)
    return [rarity(many + other, total) for many, other in zip(having, more, strict=True)]


def _asks(text: str) -> float:
    """What part of a text stands in questions."""
    if not any(sign in text for sign in _ASKING):
        return 0.0
    sentences = _SENTENCE.findall(text[:_LONGEST])
    asking = sum(len(one) for one in sentences if one.endswith(_ASKING))
    return asking / max(1, sum(map(len, sentences)))


@cache
def _weights(fit: str) -> dict[str, float]:
    weights: dict[str, float] = resources.table("language/relevance")[fit]
    return weights


_WORDS_TOLD = 5
AROUND = "words around it"
"""Why a line without any of the words was found: they stand in its heading, its date or near it."""


@dataclass(frozen=True)
class Hit:
    """A line, or the best line of a file: `count` is how many of its lines were found.

    `arms` found it; their `score` is 0..1 and never rises down the list. `marks` are character
    spans in `text`. `relevance` says how surely it answers, if the query asks for that. `whole`:
    the line has all words that were typed.
    """

    path: str
    line: int
    end_line: int
    heading: str
    date: date | None
    text: str
    why: str
    marks: tuple[Span, ...]
    arms: Arms
    count: int = 1
    relevance: float | None = None
    whole: bool = False

    @property
    def score(self) -> float:
        return self.arms.score

    @property
    def by(self) -> SearchBy:
        return self.arms.by


class Results(NamedTuple):
    """Hits, best first. `behind` counts files known to differ from what was searched.

    `complete` is false when the time for a search ran out before all of the index was ranked.
    `note` tells why it went by words alone where it should not have, `skipped` which tier could not
    be asked and why. `with_all` counts the hits that have all of several words that were typed.
    """

    hits: tuple[Hit, ...]
    took_ms: float
    arms: tuple[SearchBy, ...]
    behind: int
    complete: bool = True
    note: str = ""
    skipped: str = ""
    hint: str = ""
    with_all: int | None = None


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
    per_file, every = query.by == HitPer.FILE, rows
    lines = Counter(row.path for row in rows)
    rows = (_best_of_each_file(rows) if per_file else rows)[: max(query.limit, 0)]
    arms = _by_words(every, {row.id for row in rows}) if arms is None else arms
    plan = plan._replace(marks=()) if query.for_model else plan
    spans = first_marks(connection, [row.text for row in rows], plan.marks)
    if not plan.marks:
        spans = [_places(row.text, plan.literal) for row in rows]
    rated: list[float | None] = [None] * len(rows)
    if query.rate:
        fit = "both" if any(arm.meaning for arm in arms.values()) else "words"
        signs = relevance_signs(connection, plan, rows, arms, brought)
        rated = [None if one is None else relevance(one, fit) for one in signs]
    return tuple(
        Hit(
            path=row.path,
            line=row.line,
            end_line=row.end_line,
            heading=row.heading,
            date=date.fromisoformat(row.day) if row.day else None,
            text=row.text,
            why=_why(row.text, own, plan, arms[row.id].by),
            marks=own,
            arms=arms[row.id],
            count=lines[row.path] if per_file else 1,
            relevance=sure,
            whole=row.whole,
        )
        for row, own, sure in zip(rows, spans, rated, strict=True)
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


def _by_words(rows: Sequence[FoundRow], shown: Container[int]) -> dict[int, Arms]:
    ranks = enumerate(falling(rows), 1)
    return {row: Arms(Arm(n, rank / (1 + rank), 1.0)) for n, (row, rank) in ranks if row in shown}


def _places(text: str, sign: str) -> tuple[Span, ...]:
    """Where these signs stand."""
    return tuple(match.span() for match in re.finditer(re.escape(sign), text)) if sign else ()


def _why(text: str, own: tuple[Span, ...], plan: SearchPlan, by: SearchBy) -> str:
    if by == SearchBy.MEANING:
        return by
    reason = AROUND
    if not plan.marks:
        reason = f"signs: {plan.literal}"
    elif own:
        found = dict.fromkeys(text[start:end].casefold() for start, end in own)
        reason = f"words: {', '.join([*found][:_WORDS_TOLD])}"
    return f"meaning, {reason}" if by == SearchBy.BOTH else reason
