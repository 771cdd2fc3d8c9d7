"""The lines of many days, as an almanac compares them. Knows days and lines, no files.

Secrets and orders to a model are never told in an almanac, and stay out here.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from desktop_app.dreams.comparing.points import Points, points
from desktop_app.dreams.comparing.rarity import Rarity
from desktop_app.language.gate import held
from desktop_app.notebook.source import Source
from desktop_app.notebook.statements.day_text import DayText
from desktop_app.notebook.statements.markdown import StatementForm
from desktop_app.notebook.statements.markup import Box
from desktop_app.notebook.statements.reader import Statement, statements

_FEWEST, _LONGEST = 3, 400  # words and values of a line that says something, and characters
_COMMON = 40  # lines that share a word, beyond which it brings no two together


@dataclass(frozen=True, eq=False)
class AlmanacLine:
    """A line of a day; `order` counts up from the oldest."""

    unit: Statement
    order: int

    @property
    def day(self) -> date:
        """The day it was written on."""
        return self.unit.day

    @property
    def text(self) -> str:
        """What it says, with the label that it says little without."""
        return self.unit.full_text

    @cached_property
    def points(self) -> Points:
        """The same, to be compared."""
        return points(self.text)

    @property
    def sources(self) -> tuple[Source, ...]:
        """The places it stands on."""
        return self.unit.sources


def lines_of(days: Iterable[DayText], go_on: Callable[[], None]) -> list[AlmanacLine]:
    """The lines that say something, the oldest first. `go_on` is called often and may raise."""
    lines: list[AlmanacLine] = []
    for day in sorted(days, key=lambda one: (one.date, one.path)):
        for unit in statements(day):
            go_on()
            line = AlmanacLine(unit, len(lines))
            if _says_something(line):
                lines.append(line)
    return lines


def _says_something(line: AlmanacLine) -> bool:
    unit = line.unit
    if unit.mark == Box.LONG or unit.form == StatementForm.TURN or len(line.text) > _LONGEST:
        return False
    if len(line.points.marks) < _FEWEST or line.text.rstrip(" *_").endswith((":", "：")):
        return False
    return held(line.text) is None


class Likeness:
    """Which of many lines are about the same, by the weight of the words that they share."""

    def __init__(self, lines: Sequence[AlmanacLine]) -> None:
        self._rarity = Rarity.of(line.points.marks for line in lines)
        self._whole = {line: self._weight(line.points.marks) for line in lines}
        self._by_mark: dict[str, list[AlmanacLine]] = defaultdict(list)
        for line in lines:
            for mark in line.points.marks:
                self._by_mark[mark].append(line)

    def near(self, line: AlmanacLine) -> Iterator[AlmanacLine]:
        """The lines that share a word with it which few lines have, each once."""
        seen = {line}
        for mark in sorted(line.points.marks):
            others = self._by_mark.get(mark, ())
            for other in others if len(others) <= _COMMON else ():
                if other not in seen:
                    seen.add(other)
                    yield other

    def share(self, line: AlmanacLine, other: AlmanacLine) -> float:
        """What share of the weight of a line's words another one has; 0 for a single word."""
        return self._shared(line, other) / self._whole[line]

    def same(self, line: AlmanacLine, other: AlmanacLine) -> float:
        """How much the two say of each other: the geometric mean of their shares."""
        whole = self._whole[line] * self._whole[other]
        return float(self._shared(line, other) / whole**0.5)

    def _shared(self, line: AlmanacLine, other: AlmanacLine) -> float:
        if len(line.points.bag & other.points.bag) < 2:
            return 0.0
        return self._weight(line.points.marks & other.points.marks)

    def _weight(self, marks: frozenset[str]) -> float:
        return self._rarity.weight(sorted(marks))  # sums of fractions hang on their order
