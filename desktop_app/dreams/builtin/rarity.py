"""How rare words are in a memory: what stands in every bullet tells little. Knows words only."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

_FEW = 40  # in fewer lines than this no word can be called common


@dataclass(frozen=True)
class Rarity:
    """The weight of a word, between 0 and 1; 1 for every word where nothing is known."""

    lines: int = 0
    often: Mapping[str, int] = field(default_factory=dict)

    @staticmethod
    def of(lines: Iterable[frozenset[str]]) -> "Rarity":
        """Counted over the words of each line of a memory."""
        count = 0
        often: Counter[str] = Counter()
        for words in lines:
            count += 1
            often.update(words)
        return Rarity(count, often)

    def of_word(self, word: str) -> float:
        """1 for a word of one line or none, towards 0 for one that stands everywhere."""
        if self.lines < _FEW:
            return 1.0
        found = max(1, self.often.get(word, 1))
        return math.log(1 + self.lines / found) / math.log(1 + self.lines)


NEUTRAL = Rarity()
"""For a pair of sentences without a memory around them."""
