"""Fusion: two lists of lines, by words and by meaning, made into one. Knows scores, not lines.

Specification: hybrid search. The scores of the best 50 of each list are spread over 0..1 (min-max).
A line gets nothing for a list that lacks it. The share of the vectors depends on the embedder. If a
line has no vector yet, its words decide alone. A very low likeness counts for nothing; otherwise
the best of many unlike lines would get the whole share.
"""

import math
from collections.abc import Collection, Sequence
from typing import NamedTuple

from desktop_app.search.retrievers import Arms, ranked, weighed

DEPTH = 50
"""How many lines of each list are looked at."""

FLOOR = 0.5
"""How near, 0..1, a line must be that no word found: in a small notebook every line is among the
nearest. This loses no hits (LoCoMo R@10 .776, .774 without)."""

ANY = -math.inf

Scored = Sequence[tuple[int, float]]


class Bounds(NamedTuple):
    """Which likeness counts (see `nearest.relative`). Up to `noise` it counts for nothing.

    A line that no word found needs a likeness of at least `clear`, and at least `floor`, 0..1, of
    the score of the nearest line.
    """

    noise: float = ANY
    clear: float = ANY
    floor: float = FLOOR


USUAL = Bounds(noise=0.15, clear=0.3)
"""For subjects that the sample does not mention (zebra crossings), its nearest lines have
.17 to .29. These bounds lose no hits (LoCoMo R@10 .782, .779 without)."""

HARDLY = Bounds(noise=0.15, clear=0.24)
"""For searches whose words find hardly anything: the sample's lines about a heater or a mum have
.25 to .29."""

FEW = Bounds()
"""For a notebook of few lines, in which nobody can tell noise from likeness."""


def fused(
    by_words: Scored,
    by_meaning: Scored,
    share: float,
    bounds: Bounds | None = None,
    unread: Collection[int] = (),
) -> dict[int, Arms]:
    """Merge two lists, each best first, into one; `share`, 0..1, is the share of the vectors.

    Without `bounds` all of the nearest lines count. Lines that are `unread` have no vector, so
    their words decide alone. Equally good lines keep their order by words, then by meaning.
    """
    words = ranked(spread(by_words[:DEPTH]), 1 - share)
    words |= {line: words[line]._replace(share=1.0) for line in unread if line in words}
    near = dict(by_meaning[:DEPTH])
    meaning = ranked(_like(by_meaning[:DEPTH], bounds), share)
    if bounds is not None:
        meaning = {
            line: arm
            for line, arm in meaning.items()
            if line in words or (arm.score >= bounds.floor and near[line] >= bounds.clear)
        }
    return weighed(words, meaning)


def _like(scored: Scored, bounds: Bounds | None) -> dict[int, float]:
    """Likeness as 0..1 by line, without noise; the nearest line has 1 if its likeness is clear."""
    if bounds is None or bounds.noise == ANY or not scored:
        return spread(scored)
    numbers = [score for _, score in scored]
    low = max(bounds.noise, min(numbers))
    wide = max(bounds.clear, *numbers) - low
    return {
        line: max(0.0, score - low) / wide if wide > 0 else 1.0
        for line, score in scored
        if score > bounds.noise
    }


def spread(scored: Scored) -> dict[int, float]:
    """Scores as 0..1 by line; if all are equally good, each has 1."""
    if not scored:
        return {}
    numbers = [score for _, score in scored]
    low, high = min(numbers), max(numbers)
    wide = high - low
    return {line: (score - low) / wide if wide > 0 else 1.0 for line, score in scored}
