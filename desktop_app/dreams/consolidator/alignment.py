"""Which statements a text was made from, found by rare shared words. Knows statements and words.

For lines of an answer that cite nothing, and for prose.
"""

import math
from collections import defaultdict
from collections.abc import Sequence

from rapidfuzz import fuzz

from desktop_app.dreams.comparing.points import points
from desktop_app.dreams.consolidator.shown import MarkedStatement
from desktop_app.language.words import normal

MOST = 3
"""Lines that one text is taken to be made from at most."""

_CANDIDATES = 8
_COVERED = 0.3  # of a text's words, weighed by rarity, that its best line has to share
_ALIKE = 0.75  # how alike letters are when the words are not
_MORE = 0.2  # what a further line has to add
_WORDS, _LETTERS = 0.7, 0.3


class Alignment:
    """Some statements by their words."""

    def __init__(self, notes: Sequence[MarkedStatement]) -> None:
        self._notes = list(notes)
        self._by_word: dict[str, list[int]] = defaultdict(list)
        for number, note in enumerate(self._notes):
            for word in _words(note.says):
                self._by_word[word].append(number)

    def lines(self, text: str, most: int = MOST) -> tuple[MarkedStatement, ...]:
        """The lines that `text` is made from, the nearest first; none when no line is near."""
        words = _words(text)
        whole_weight = sum(map(self._rarity, words))
        score: dict[int, float] = defaultdict(float)
        for word in words:
            for number in self._by_word.get(word, ()):
                score[number] += self._rarity(word) / whole_weight
        near = sorted(score, key=lambda number: (-score[number], -number))[:_CANDIDATES]
        near.sort(
            key=lambda n: (_WORDS * score[n] + _LETTERS * self._letters(text, n), n), reverse=True
        )
        if not near:
            return ()
        best = near[0]
        if score[best] < _COVERED and self._letters(text, best) < _ALIKE:
            return ()
        chosen = [best]
        uncovered = words - _words(self._notes[best].says)
        for number in near[1:]:
            adds = uncovered & _words(self._notes[number].says)
            if len(chosen) < most and sum(map(self._rarity, adds)) >= _MORE * whole_weight:
                chosen.append(number)
                uncovered -= adds
        return tuple(self._notes[number] for number in chosen)

    def _letters(self, text: str, number: int) -> float:
        """How alike the letters of a text and of a line are."""
        return fuzz.token_set_ratio(normal(text), normal(self._notes[number].says)) / 100

    def _rarity(self, word: str) -> float:
        return math.log(1 + len(self._notes) / max(1, len(self._by_word.get(word, ()))))


def _words(text: str) -> frozenset[str]:
    return points(text).marks
