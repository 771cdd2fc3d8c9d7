"""What the owner of a notebook keeps: under which headings, in which form, about what.

Pure counts of lines that came into MEMORY.md and lines that did not. Knows no files and no store.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from desktop_app.language.words import tokens

Kind = str
"""heading, form or word."""

_CALM = 2.0  # lines seen without saying anything, so that one line teaches little
_ENOUGH = 8  # kept lines from which on a habit shows


@dataclass(frozen=True)
class Seen:
    """One line the owner kept or did not keep."""

    headings: tuple[str, ...]
    form: str
    words: frozenset[str]
    kept: bool


@dataclass(frozen=True)
class Owner:
    """How often lines with a trait were kept, and how often they were not: by (kind, trait)."""

    kept: Mapping[tuple[Kind, str], int] = field(default_factory=dict)
    left: Mapping[tuple[Kind, str], int] = field(default_factory=dict)

    @staticmethod
    def of(seen: Iterable[Seen]) -> "Owner":
        """Counted over lines."""
        kept: Counter[tuple[Kind, str]] = Counter()
        left: Counter[tuple[Kind, str]] = Counter()
        for one in seen:
            (kept if one.kept else left).update(set(_traits(one)))
        return Owner(kept, left)

    def __add__(self, other: "Owner") -> "Owner":
        return Owner(
            Counter(self.kept) + Counter(other.kept), Counter(self.left) + Counter(other.left)
        )

    @property
    def lines(self) -> tuple[int, int]:
        """How many lines it has learned from: kept, not kept."""
        return self.kept.get(("line", ""), 0), self.left.get(("line", ""), 0)

    def heading(self, headings: Sequence[str]) -> float:
        """How much more than others lines under these are kept; 0 where nothing is known."""
        return max((self._leaning("heading", key) for key in _keys(headings)), key=abs, default=0.0)

    def form(self, form: str) -> float:
        """The same for a form."""
        return self._leaning("form", form)

    def topic(self, words: frozenset[str]) -> float:
        """The same for what a line is about: the mean of its words that are known."""
        known = [self._leaning("word", word) for word in words if self._count("word", word)]
        return sum(known) / (len(known) + _CALM) if known else 0.0

    def _leaning(self, kind: Kind, key: str) -> float:
        """The logarithm of the odds, against those of all lines."""
        yes, no = self.lines
        if yes < _ENOUGH:
            return 0.0
        usual = yes / max(1, yes + no)
        own, other = self.kept.get((kind, key), 0), self.left.get((kind, key), 0)
        share = (own + _CALM * usual) / (own + other + _CALM)
        return math.log(share / (1 - share)) - math.log(usual / (1 - usual)) if usual < 1 else 0.0

    def _count(self, kind: Kind, key: str) -> int:
        return self.kept.get((kind, key), 0) + self.left.get((kind, key), 0)


NOBODY = Owner()
"""Of whom nothing is known."""


def _traits(seen: Seen) -> Iterable[tuple[Kind, str]]:
    yield "line", ""
    yield "form", seen.form
    for key in _keys(seen.headings):
        yield "heading", key
    for word in seen.words:
        yield "word", word


def _keys(headings: Sequence[str]) -> set[str]:
    """Headings as they are compared: their words, without numbers and marks."""
    found = (" ".join(word for word in tokens(one) if not word.isdigit()) for one in headings)
    return {key for key in found if key}
