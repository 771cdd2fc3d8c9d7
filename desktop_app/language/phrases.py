"""Phrases counted in a text in one pass. Knows tokens, not what they mean."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

_TOKEN = re.compile(r"[a-z]+(?:'[a-z]+)*|\d+|[^\sa-z\d]")
_Phrase = tuple[str, ...]


class Phrases:
    """Named lists of phrases. Words are matched whole, signs and Chinese characters one by one."""

    def __init__(self, lists: Mapping[str, Iterable[str]]) -> None:
        """By name; phrases are flat text (see `spans.flat`)."""
        self._names: dict[_Phrase, list[str]] = defaultdict(list)
        for name, phrases in lists.items():
            for phrase in dict.fromkeys(phrases):
                self._names[tuple(_TOKEN.findall(phrase))].append(name)
        self._lengths: dict[str, list[int]] = defaultdict(list)
        for words in sorted(self._names, key=len, reverse=True):
            if len(words) not in self._lengths[words[0]]:
                self._lengths[words[0]].append(len(words))

    def count(self, level: str) -> dict[str, int]:
        """How many phrases of each name stand in a flat text, overlapping ones counted once."""
        counts: dict[str, int] = defaultdict(int)
        covered: dict[str, int] = {}
        for name, n, end in self._found(level):
            if covered.get(name, 0) <= n:
                counts[name] += 1
                covered[name] = end
        return dict(counts)

    def begin(self, level: str) -> set[str]:
        """The names of the phrases with which a flat text begins."""
        return {name for name, n, _ in self._found(level) if n == 0}

    def _found(self, level: str) -> Iterator[tuple[str, int, int]]:
        words = tuple(_TOKEN.findall(level))
        for n, word in enumerate(words):
            for length in self._lengths.get(word, ()):
                for name in self._names.get(words[n : n + length], ()):
                    yield name, n, n + length


def listed(text: str) -> list[str]:
    """The phrases of a list as it stands in a table: set apart by commas."""
    return [" ".join(phrase.split()) for phrase in text.split(",") if phrase.strip()]
