"""Fusion: two lists of lines, by words and by meaning, made into one. Knows scores, not lines.

Specification: hybrid search. Within the best 50 of each list scores are spread over 0..1 (min-max);
a line counts for nothing in a list that lacks it. The share of the vectors is their embedder's.
Of a line that has no vector yet the words decide alone, and likeness that is hardly any counts for
nothing: else the least unlike of all lines would have the whole share.
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from desktop_app.search.arms import Arms, ranked, weighed

DEPTH = 50
"""How many lines of each list are looked at."""

FLOOR = 0.5
"""How near, of 0..1, a line has to lie that no word found: in a small notebook every line is among
the nearest. Of what is found this costs nothing (LoCoMo R@10 .776, .774 without)."""

ANY = -math.inf

Scored = Sequence[tuple[int, float]]


@dataclass(frozen=True)
class Bounds:
    """Which likeness counts (see `nearest.relative`): none up to `noise`. From `clear` on it may
    find a line that no word found, if that lies at `floor`, of 0..1, of the nearest, too.
    """

    noise: float = ANY
    clear: float = ANY
    floor: float = FLOOR


USUAL = Bounds(noise=0.15, clear=0.3)
"""Of the sample's lines the nearest to what the notes know nothing of (zebra crossings, world cups)
lie at .17 to .29. Of what is found this costs nothing (LoCoMo R@10 .782, .779 without)."""

HARDLY = Bounds(noise=0.15, clear=0.24)
"""Where words found hardly anything: the lines of the sample that say something of a heater, a mum
or heating lie at .25 to .29."""

FEW = Bounds()
"""Of a notebook of few lines nobody can say what is noise."""


def fused(
    by_words: Scored,
    by_meaning: Scored,
    share: float,
    bounds: Bounds | None = None,
    unread: Collection[int] = (),
) -> dict[int, Arms]:
    """One list, best first, of two that are best first; `share`, 0..1, is that of the vectors.

    Without `bounds` all of the nearest count. Those `unread` have no vector: their words have the
    whole share.
    Of lines that are equally good the order by words is kept, then that by meaning.
    """
    words = ranked(spread(by_words[:DEPTH]), 1 - share)
    words |= {line: replace(words[line], share=1.0) for line in unread if line in words}
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
    """Likeness as 0..1 by line, without what is noise; the nearest has 1 if it is a clear one."""
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
    """Scores as 0..1 by line; of lines that are all equally good each has 1."""
    if not scored:
        return {}
    numbers = [score for _, score in scored]
    low, high = min(numbers), max(numbers)
    wide = high - low
    return {line: (score - low) / wide if wide > 0 else 1.0 for line, score in scored}
