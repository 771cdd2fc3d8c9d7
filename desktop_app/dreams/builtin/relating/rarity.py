"""How rare words are in a memory: what stands in every bullet tells little. Knows words only."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

_FEW = 40  # in fewer lines than this no word can be called common


@dataclass(frozen=True)
class Rarity:
    """The weight of a word, between 0 and 1; 1 for every word where nothing is known.

    `weights` are those of words that more than one line has.
    """

    weights: Mapping[str, float] = field(default_factory=dict)

    @staticmethod
    def of(lines: Iterable[frozenset[str]]) -> "Rarity":
        """Counted over the words of each line of a memory."""
        count = 0
        often: Counter[str] = Counter()
        for words in lines:
            count += 1
            often.update(words)
        if count < _FEW:
            return NEUTRAL
        whole = math.log(1 + count)
        return Rarity({w: math.log(1 + count / n) / whole for w, n in often.items() if n > 1})


NEUTRAL = Rarity()
"""For a pair of sentences without a memory around them."""
