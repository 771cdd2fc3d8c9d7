"""Phrases of both languages found in a text in one pass. Knows lists, not what they mean."""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from desktop_app.language.words import is_cjk

_WORD = re.compile(r"[^\W_\u3040-\u30ff\u3400-\u9fff]+(?:'[a-z]+)?")
_CJK = re.compile(r"[\u3400-\u9fff]")


class Found(NamedTuple):
    """A phrase of a list and where it stands."""

    start: int
    end: int
    phrase: str
    kinds: frozenset[str]


class Dictionary:
    """Lists of phrases by kind. The longest phrase at a place wins and hides what overlaps it.

    Words are matched whole, Chinese anywhere; phrases and texts are flat (see `spans.flat`).
    """

    def __init__(self, lists: Mapping[str, Iterable[str]]) -> None:
        self._kinds: dict[str, frozenset[str]] = {}
        for kind, phrases in lists.items():
            for phrase in phrases:
                self._kinds[phrase] = self._kinds.get(phrase, frozenset()) | {kind}
        self._by_word: dict[str, list[tuple[str, ...]]] = {}
        self._by_sign: dict[str, list[str]] = {}
        for phrase in sorted(self._kinds, key=len, reverse=True):
            if is_cjk(phrase[0]):
                self._by_sign.setdefault(phrase[0], []).append(phrase)
            else:
                words = tuple(phrase.split())
                self._by_word.setdefault(words[0], []).append(words)

    def scan(self, level: str) -> list[Found]:
        """The phrases that stand in a flat text, in reading order."""
        found = list(self._words(level))
        if not level.isascii() and self._by_sign:
            found = sorted([*found, *self._signs(level)])
        return found

    def _words(self, level: str) -> Iterable[Found]:
        tokens = [(match[0], match.start(), match.end()) for match in _WORD.finditer(level)]
        at = 0
        while at < len(tokens):
            step = 1
            for words in self._by_word.get(tokens[at][0], ()):
                last = at + len(words)
                if last <= len(tokens) and all(
                    tokens[at + n][0] == word for n, word in enumerate(words)
                ):
                    phrase = " ".join(words)
                    yield Found(tokens[at][1], tokens[last - 1][2], phrase, self._kinds[phrase])
                    step = len(words)
                    break
            at += step

    def _signs(self, level: str) -> Iterable[Found]:
        at = 0
        for match in _CJK.finditer(level):
            if match.start() < at:
                continue
            for phrase in self._by_sign.get(match[0], ()):
                if level.startswith(phrase, match.start()):
                    at = match.start() + len(phrase)
                    yield Found(match.start(), at, phrase, self._kinds[phrase])
                    break
