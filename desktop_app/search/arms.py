"""Arms: how words and meaning each saw a line, and what they make together. Knows numbers only."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class SearchBy(StrEnum):
    """By which arms lines are looked for, or by which one was found."""

    WORDS = "words"
    MEANING = "meaning"
    BOTH = "both"


@dataclass(frozen=True)
class Arm:
    """What one of the two says of a line.

    `rank` is its place in that list, from 1; `score`, 0..1, is what it has there, and `share`,
    0..1, the part of the whole score that this counts for.
    """

    rank: int
    score: float
    share: float


@dataclass(frozen=True)
class Arms:
    """By what a line was found, and how well: one of them at least."""

    words: Arm | None = None
    meaning: Arm | None = None

    @property
    def score(self) -> float:
        """What both say, each by its share: 0..1."""
        both = (arm.score * arm.share for arm in (self.words, self.meaning) if arm)
        return min(sum(both), 1.0)

    @property
    def by(self) -> SearchBy:
        if self.words and self.meaning:
            return SearchBy.BOTH
        return SearchBy.MEANING if self.meaning else SearchBy.WORDS


def ranked(scores: Mapping[int, float], share: float) -> dict[int, Arm]:
    """One arm's lines, which come best first, with their ranks."""
    return {line: Arm(n, score, share) for n, (line, score) in enumerate(scores.items(), 1)}


def weighed(words: Mapping[int, Arm], meaning: Mapping[int, Arm]) -> dict[int, Arms]:
    """Both arms' lines, best first; where they are equal by words, then by meaning."""
    lines = {**words, **meaning}
    both = {line: Arms(words.get(line), meaning.get(line)) for line in lines}
    return dict(sorted(both.items(), key=lambda one: -one[1].score))
