"""Phrases found in a text in one pass, however many there are. Knows tokens, not what they mean."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

_TOKEN = re.compile(r"[a-z]+(?:'[a-z]+)*|\d+|[^\sa-z\d]")
_Phrase = tuple[str, ...]


class Phrases:
    """Named lists of phrases. Words are matched whole, signs and Chinese characters one by one.

    A phrase of `inside` counts anywhere, one of `opening` only where the text begins.
    """

    def __init__(self, inside: Mapping[str, Iterable[str]], opening: Mapping[str, Iterable[str]]):
        """Both by name; phrases are flat text (see `spans.flat`)."""
        self._inside = _by_phrase(inside)
        self._opening = _by_phrase(opening)
        self._lengths: dict[str, list[int]] = defaultdict(list)
        for phrase in sorted({*self._inside, *self._opening}, key=len, reverse=True):
            if len(phrase) not in self._lengths[phrase[0]]:
                self._lengths[phrase[0]].append(len(phrase))

    def count(self, level: str, begins: Collection[int] = (0,)) -> dict[str, int]:
        """How many phrases of each name stand in a flat text, overlapping ones counted once.

        `begins` is where the text may be said to open: behind markup, behind a label.
        """
        tokens = list(_TOKEN.finditer(level))
        words = tuple(token[0] for token in tokens)
        found: dict[str, int] = defaultdict(int)
        covered: dict[str, int] = {}
        for n, word in enumerate(words):
            for length in self._lengths.get(word, ()):
                phrase = words[n : n + length]
                names = self._inside.get(phrase, ())
                if tokens[n].start() in begins:
                    names = (*names, *self._opening.get(phrase, ()))
                for name in names:
                    if covered.get(name, 0) <= n:
                        found[name] += 1
                        covered[name] = n + length
        return dict(found)


def listed(text: str) -> list[str]:
    """The phrases of a list as it stands in a table: set apart by commas."""
    return [" ".join(phrase.split()) for phrase in text.split(",") if phrase.strip()]


def _by_phrase(lists: Mapping[str, Iterable[str]]) -> dict[_Phrase, tuple[str, ...]]:
    names: dict[_Phrase, dict[str, None]] = defaultdict(dict)
    for name, phrases in lists.items():
        for phrase in phrases:
            names[tuple(_TOKEN.findall(phrase))][name] = None
    return {phrase: tuple(found) for phrase, found in names.items()}
