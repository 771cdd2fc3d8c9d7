"""Counts of the lines that the owner of a notebook keeps, by their headings, forms and words.

A line is kept when it came into MEMORY.md. Knows no files and no store.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from desktop_app.language.words import tokens


class Trait(StrEnum):
    """What is counted of a line: the line itself, the words of a heading above it and the heading
    as it is written, its form, and each of its words.
    """

    LINE = "line"
    HEADING = "heading"
    TITLE = "title"
    FORM = "form"
    WORD = "word"


_CALM = 2.0  # lines seen without saying anything, so that one line teaches little
ENOUGH = 8  # kept lines before a habit shows
_OFTEN = 3  # lines under a heading before it is named
_CLEARLY = 0.5  # of the odds' logarithm: a habit that is told
_MOST = 3  # headings that are told


@dataclass(frozen=True)
class Seen:
    """One line the owner kept or did not keep."""

    headings: tuple[str, ...]
    form: str
    words: frozenset[str]
    kept: bool


@dataclass(frozen=True)
class Owner:
    """How often lines with a trait were kept, and how often they were left."""

    kept: Mapping[tuple[Trait, str], int] = field(default_factory=dict)
    left: Mapping[tuple[Trait, str], int] = field(default_factory=dict)

    @staticmethod
    def of(seen: Iterable[Seen]) -> "Owner":
        """The counts of these lines."""
        kept: Counter[tuple[Trait, str]] = Counter()
        left: Counter[tuple[Trait, str]] = Counter()
        for one in seen:
            (kept if one.kept else left).update(set(_traits(one)))
        return Owner(kept, left)

    @property
    def lines(self) -> tuple[int, int]:
        """How many lines it has learned from: kept, not kept."""
        return self.kept.get((Trait.LINE, ""), 0), self.left.get((Trait.LINE, ""), 0)

    def heading(self, headings: Sequence[str]) -> float:
        """How much more than others lines under these are kept; 0 where nothing is known."""
        return max((self._under(one) for one in headings), key=abs, default=0.0)

    def kept_under(self, headings: Sequence[str]) -> str:
        """The heading that speaks most for lines under these; "" where none does."""
        best = max(headings, key=self._under, default="")
        return best if best and self._under(best) > 0 else ""

    def headings_apart(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Headings whose lines are kept more than others, and less, the surest first."""
        titles: dict[str, str] = {}
        for kind, title in sorted({*self.kept, *self.left}, key=lambda one: self._count(*one)):
            if kind == Trait.TITLE:
                titles[_key(title)] = title
        often = [key for key in titles if self._count(Trait.HEADING, key) >= _OFTEN]
        by_leaning = sorted((self._leaning(Trait.HEADING, key), titles[key]) for key in often)
        up = tuple(title for leaning, title in reversed(by_leaning) if leaning > _CLEARLY)
        down = tuple(title for leaning, title in by_leaning if leaning < -_CLEARLY)
        return up[:_MOST], down[:_MOST]

    def form(self, form: str) -> float:
        """How much more than others lines of this form are kept."""
        return self._leaning(Trait.FORM, form)

    def topic(self, words: frozenset[str]) -> float:
        """How much more than others lines with these words are kept, by the mean of the words."""
        leanings = [
            self._leaning(Trait.WORD, word) for word in words if self._count(Trait.WORD, word)
        ]
        return sum(leanings) / (len(leanings) + _CALM) if leanings else 0.0

    def _under(self, heading: str) -> float:
        return self._leaning(Trait.HEADING, _key(heading))

    def _leaning(self, trait: Trait, key: str) -> float:
        """The logarithm of the odds, against those of all lines."""
        yes, no = self.lines
        if yes < ENOUGH:
            return 0.0
        usual = (yes + 1) / (yes + no + 2)
        own, other = self.kept.get((trait, key), 0), self.left.get((trait, key), 0)
        share = (own + _CALM * usual) / (own + other + _CALM)
        return math.log(share / (1 - share)) - math.log(usual / (1 - usual))

    def _count(self, trait: Trait, key: str) -> int:
        return self.kept.get((trait, key), 0) + self.left.get((trait, key), 0)


NOBODY = Owner()
"""An owner of whom nothing is known."""


def _traits(line: Seen) -> Iterable[tuple[Trait, str]]:
    yield Trait.LINE, ""
    yield Trait.FORM, line.form
    for title in line.headings:
        if key := _key(title):
            yield Trait.HEADING, key
            yield Trait.TITLE, title
    for word in line.words:
        yield Trait.WORD, word


def _key(heading: str) -> str:
    """A heading as it is compared: its words, without numbers and marks."""
    return " ".join(word for word in tokens(heading) if not word.isdigit())
