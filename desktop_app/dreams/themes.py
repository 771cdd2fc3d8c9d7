"""What was told lately, so that no theme is told twice. Knows lines and their words, no files."""

from collections.abc import Iterable

from rapidfuzz import fuzz

from desktop_app.dreams.comparing.points import Points, points
from desktop_app.dreams.comparing.rarity import Rarity

_SHARED = 0.5  # of the words of the shorter one, by weight: both are about the same
_ALIKE = 75  # how alike letters are, of 100, of lines of one template
_LEAST = 2  # words that two lines share to be about the same, where both have as many


class Themes:
    """Lines that were told; `around` are lines of the same notes, which show what words weigh."""

    def __init__(self, told: Iterable[str] = (), around: Iterable[str] = ()) -> None:
        self._told = [one for one in map(points, told) if one.marks]
        lines = [*(one.marks for one in self._told), *(points(text).marks for text in around)]
        self._rarity = Rarity.of(lines)

    def has(self, text: str) -> bool:
        """Whether something was told that is about the same."""
        line = points(text)
        return any(self._is_same(line, other) for other in self._told)

    def add(self, text: str) -> None:
        """Take a line for told."""
        self._told.append(points(text))

    def _is_same(self, line: Points, other: Points) -> bool:
        shared = line.marks & other.marks
        fewest = min(len(line.marks), len(other.marks))
        if not shared or len(shared) < min(_LEAST, fewest):
            return line.key == other.key
        if fuzz.token_set_ratio(line.key, other.key) >= _ALIKE:
            return True
        shorter = min(map(self._rarity.weight, (line.marks, other.marks)))
        return self._rarity.weight(shared) >= _SHARED * shorter
