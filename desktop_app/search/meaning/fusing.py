"""Fusion: two lists of lines, by words and by meaning, made into one. Knows scores, not lines.

Specification: hybrid search. Within the best 50 of each list scores are spread over 0..1 (min-max);
a line counts for nothing in a list that lacks it. The share of the vectors is their embedder's.
Of a line that has no vector yet the words decide alone.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

from desktop_app.search.arms import Arms, ranked, weighed

DEPTH = 50
"""How many lines of each list are looked at."""

FLOOR = 0.5
"""How near, of 0..1, a line has to lie that no word found: in a small notebook every line is among
the nearest. Of what is found this costs nothing (LoCoMo R@10 .776, .774 without)."""

Scored = Sequence[tuple[int, float]]


def fused(
    by_words: Scored,
    by_meaning: Scored,
    share: float,
    floor: float = 0.0,
    unread: Collection[int] = (),
) -> dict[int, Arms]:
    """One list, best first, of two that are best first; `share`, 0..1, is that of the vectors.

    Lines that only the vectors have are left out below `floor` of the nearest. Those `unread` have
    no vector: their words have the whole share.
    Of lines that are equally good the order by words is kept, then that by meaning.
    """
    words = ranked(spread(by_words[:DEPTH]), 1 - share)
    words |= {line: replace(words[line], share=1.0) for line in unread if line in words}
    meaning = ranked(spread(by_meaning[:DEPTH]), share)
    near = {line: arm for line, arm in meaning.items() if line in words or arm.score >= floor}
    return weighed(words, near)


def spread(scored: Scored) -> dict[int, float]:
    """Scores as 0..1 by line; of lines that are all equally good each has 1."""
    if not scored:
        return {}
    numbers = [score for _, score in scored]
    low, high = min(numbers), max(numbers)
    wide = high - low
    return {line: (score - low) / wide if wide > 0 else 1.0 for line, score in scored}
