"""Relevance: how surely a line that was found answers the question, 0..1. Knows rows and words.

A rank orders the lines of one search and says nothing across searches. Relevance does: of the lines
with .7, seven in ten hold what was asked for. It is a logistic fit over a few signs, made with
questions of the project's own (`python -m tests.support.relevance_fitting`).
"""

import math
import re
import sqlite3
from collections.abc import Mapping, Sequence
from functools import cache

from desktop_app import resources
from desktop_app.search.brought import NOTHING, TierLines
from desktop_app.search.find import FoundRow
from desktop_app.search.query import AnyOf, SearchPlan
from desktop_app.search.ranking import rarity
from desktop_app.search.retrievers import Arms
from desktop_app.search.schema import chunk_count

RelevanceSigns = Mapping[str, float]
"""What speaks for a line, by name; each about 0..1."""

_LONGEST = 2_000  # characters that are looked at
_MOST = 10_000  # lines; a word in more of them is no less telling
_SENTENCE = re.compile(r"[^.!?。！？…]+[.!?。！？…]*")


def relevances(
    connection: sqlite3.Connection,
    plan: SearchPlan,
    rows: Sequence[FoundRow],
    arms: Mapping[int, Arms],
    brought: TierLines = NOTHING,
) -> list[float | None]:
    """The relevance of each row, found by these arms; None where no question was asked."""
    fit = "both" if any(arm.meaning for arm in arms.values()) else "words"
    every = relevance_signs(connection, plan, rows, arms, brought)
    return [None if signs is None else relevance(signs, fit) for signs in every]


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
    above = [math.exp(row.rank - best) for row in rows]
    every = math.fsum(above)
    found: list[RelevanceSigns | None] = []
    for row, share in zip(rows, above, strict=True):
        near = arms[row.id].meaning
        found.append(
            {
                "words": min(row.rank / whole, 1.5),
                "best": row.rank / best,
                "alone": share / every,
                "meaning": near.score if near else 0.0,
                "asks": _asks(row.text),
            }
        )
    return found


def _rarities(
    connection: sqlite3.Connection, words: Sequence[str], brought: TierLines
) -> list[float]:
    total = chunk_count(connection) + brought.total
    count = "select count(*) from (select 1 from stemmed where stemmed match ? limit ?)"
    matches = [f"{{body}} : {word}" for word in words]
    having = (connection.execute(count, [one, _MOST]).fetchone()[0] for one in matches)
    more = (brought.having.get(word, (0, 0))[0] for word in words)
    return [rarity(many + other, total) for many, other in zip(having, more, strict=True)]


def _asks(text: str) -> float:
    """What part of a text stands in questions."""
    sentences = _SENTENCE.findall(text[:_LONGEST])
    asking = sum(len(one) for one in sentences if one.endswith(("?", "？", "吗", "嗎", "呢")))
    return asking / max(1, sum(map(len, sentences)))


@cache
def _weights(fit: str) -> dict[str, float]:
    weights: dict[str, float] = resources.table("language/relevance")[fit]
    return weights
