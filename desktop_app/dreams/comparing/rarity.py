"""How rare words are: what stands in every line tells little. Knows words only."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

_PRIOR = 8  # lines that are taken as read: in a memory of six lines every word looks rare


@dataclass(frozen=True)
class Rarity:
    """The weight of a word, above 0 and at most 1; `weights` are those of words that were seen in
    `lines` lines.
    """

    weights: Mapping[str, float] = field(default_factory=dict)
    lines: int = 0

    @staticmethod
    def of(lines: Iterable[frozenset[str]]) -> "Rarity":
        """Counted over the words of each line."""
        often: Counter[str] = Counter()
        count = _PRIOR
        for words in lines:
            count += 1
            often.update(words)
        whole = math.log(1 + count)
        return Rarity(
            {word: math.log(1 + count / n) / whole for word, n in often.items()}, count - _PRIOR
        )

    def weight(self, words: Iterable[str]) -> float:
        """The sum of the weights; a word that was never seen weighs 1."""
        return sum(self.weights.get(word, 1.0) for word in words)


NEUTRAL = Rarity()
"""For a pair of lines without a memory around them."""
