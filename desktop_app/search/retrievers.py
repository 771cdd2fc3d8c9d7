"""Arms: the scores of a line by words and by meaning, and both together. Knows numbers only."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple


class SearchBy(StrEnum):
    """By which arms lines are looked for, or by which one was found."""

    WORDS = "words"
    MEANING = "meaning"
    BOTH = "both"


class Arm(NamedTuple):
    """How one of the two arms rates a line.

    `rank` is the line's place in the list of that arm, from 1, and `score`, 0..1, its score there.
    `share`, 0..1, is how much of the whole score this arm decides.
    """

    rank: int
    score: float
    share: float


class Arms(NamedTuple):
    """The arms that found a line, at least one of them."""

    words: Arm | None = None
    meaning: Arm | None = None

    @property
    def score(self) -> float:
        """The scores of both arms, each by its share: 0..1."""
        both = (arm.score * arm.share for arm in (self.words, self.meaning) if arm)
        return min(sum(both), 1.0)

    @property
    def by(self) -> SearchBy:
        if self.words and self.meaning:
            return SearchBy.BOTH
        return SearchBy.MEANING if self.meaning else SearchBy.WORDS


def ranked(scores: Mapping[int, float], share: float) -> dict[int, Arm]:
    """The lines of one arm, best first, with their ranks."""
    return {line: Arm(n, score, share) for n, (line, score) in enumerate(scores.items(), 1)}


def weighed(words: Mapping[int, Arm], meaning: Mapping[int, Arm]) -> dict[int, Arms]:
    """The lines of both arms, best first; of equal ones those found by words come first."""
    lines = {**words, **meaning}
    both = {line: Arms(words.get(line), meaning.get(line)) for line in lines}
    return dict(sorted(both.items(), key=lambda one: -one[1].score))
