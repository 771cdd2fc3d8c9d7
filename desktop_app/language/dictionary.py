"""Phrases of any language found in a text in one pass. Knows lists, not what they mean."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from desktop_app.language.tokens import is_cjk

_WORD = re.compile(r"[^\W_\u3040-\u30ff\u3400-\u9fff]+(?:'[a-z]+)?")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_CUT = 3  # letters by which words with an open end are looked up


class FoundPhrase(NamedTuple):
    """A phrase of a list and where it stands."""

    start: int
    end: int
    phrase: str
    kinds: frozenset[str]


class Dictionary:
    """Lists of phrases by kind. The longest phrase at a place wins and hides what overlaps it.

    Words are matched whole, Chinese anywhere; phrases and texts are flat (see `spans.flat`), with
    or without accents. `word*` stands for any ending and `*word` for any beginning.
    """

    def __init__(self, lists: Mapping[str, Iterable[str]]) -> None:
        self._kinds: dict[str, frozenset[str]] = {}
        for kind, phrases in lists.items():
            for phrase in phrases:
                self._kinds[phrase] = self._kinds.get(phrase, frozenset()) | {kind}
        self._by_word: dict[str, list[tuple[str, list[str]]]] = {}
        self._by_sign: dict[str, list[str]] = {}
        for phrase in sorted(self._kinds, key=len, reverse=True):
            if is_cjk(phrase[0]) and _CJK.match(phrase):
                self._by_sign.setdefault(phrase[0], []).append(phrase)
            else:
                words = bare(phrase).split()
                self._by_word.setdefault(_key(words[0]), []).append((phrase, words))

    def scan(self, level: str) -> list[FoundPhrase]:
        """The phrases that stand in a flat text, in reading order."""
        phrases = list(self._words(bare(level)))
        if not level.isascii() and self._by_sign:
            phrases = sorted([*phrases, *self._signs(level)])
        return phrases

    def _words(self, level: str) -> Iterable[FoundPhrase]:
        tokens = list(_WORD.finditer(level))
        at = 0
        while at < len(tokens):
            word = tokens[at][0]
            keys = (word, f"{word[:_CUT]}*", f"*{word[-_CUT:]}")
            near = (one for key in keys for one in self._by_word.get(key, ()))
            phrase, size = next(((p, len(w)) for p, w in near if _stand(tokens, at, w)), ("", 1))
            if phrase:
                start, end = tokens[at].start(), tokens[at + size - 1].end()
                yield FoundPhrase(start, end, phrase, self._kinds[phrase])
            at += size

    def _signs(self, level: str) -> Iterable[FoundPhrase]:
        at = 0
        for match in _CJK.finditer(level):
            if match.start() < at:
                continue
            for phrase in self._by_sign.get(match[0], ()):
                if level.startswith(phrase, match.start()):
                    at = match.start() + len(phrase)
                    yield FoundPhrase(match.start(), at, phrase, self._kinds[phrase])
                    break


def bare(level: str) -> str:
    """A flat text without the accents of its Latin letters; no character moves."""
    return level if level.isascii() else "".join(map(_bare, level))


@lru_cache(maxsize=4_000)
def _bare(character: str) -> str:
    return unicodedata.normalize("NFD", character)[0] if character < "\u0250" else character


def _stand(tokens: list[re.Match[str]], at: int, words: list[str]) -> bool:
    here = [token[0] for token in tokens[at : at + len(words)]]
    return len(here) == len(words) and all(
        word == listed
        or (listed[-1] == "*" and word.startswith(listed[:-1]))
        or (listed[0] == "*" and word.endswith(listed[1:]))
        for word, listed in zip(here, words, strict=True)
    )


def _key(word: str) -> str:
    if word[-1] == "*":
        return f"{word[:_CUT]}*"
    return f"*{word[-_CUT:]}" if word[0] == "*" else word
