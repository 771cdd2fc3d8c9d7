"""Coverage: how much of a line those said before have, each in its section. Knows gists only."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from desktop_app.dreams.comparing.gist import Gist, Rarity

_SAID, _IN_SECTION = 0.45, 0.6  # of a line's weight that one statement, one section has


class Coverage:
    """Lines, each in its section; words that all of them share weigh little.

    Only what is `sought` is looked for, and only lines that could say it are read by their clauses.
    """

    def __init__(self, lines: Iterable[tuple[Gist, str]], sought: Iterable[Gist]) -> None:
        marked, every = [one.marks for one in sought], list(lines)
        self._sought = frozenset().union(*marked)
        shared = (line.marks & self._sought for line, _ in every)
        self._rarity = Rarity.of(chain(shared, marked))
        self._lines: list[Gist] = []
        # Word -> section -> the numbers of its lines that have the word.
        self._having: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        self._keys: set[str] = set()
        for line, section in every:
            self.add(line, section)

    def add(self, line: Gist, section: str) -> None:
        """A line is said, among others of a section."""
        for mark in line.marks & self._sought:
            self._having[mark][section].append(len(self._lines))
        self._lines.append(line)
        self._keys.add(line.key)

    def is_there(self, line: Gist) -> bool:
        """Whether the very line was said."""
        return line.key in self._keys

    def says(self, line: Gist) -> bool:
        """Whether one statement, or one section, has most of a line by weight."""
        whole = self._rarity.weight(line.marks)
        words = {*line.marks, *(said[0] for said in line.said)}
        sections = {word: self._having.get(word, {}) for word in words}
        lines = {
            word: {n: [n] for having in sections[word].values() for n in having} for word in words
        }
        return self._has(line, _SAID * whole, lines) or self._has(
            line, _IN_SECTION * whole, sections
        )

    def _has(
        self, line: Gist, least: float, places: Mapping[str, Mapping[Any, Sequence[int]]]
    ) -> bool:
        """Whether a place says so much of a line: of those that have its words."""
        shares: dict[Any, float] = defaultdict(float)
        for mark in sorted(line.marks):  # sets have no order, and sums of fractions hang on it
            weight = self._rarity.weight([mark])
            for one in places[mark]:
                shares[one] += weight

        def says(one: Any) -> bool:
            share = 0.0
            for said in sorted(line.said):
                there = places[said[0]].get(one, ())
                if any(said in self._lines[n].said for n in there):
                    share += self._rarity.weight(said[:1])
            return share >= least

        return any(share >= least and says(one) for one, share in shares.items())
