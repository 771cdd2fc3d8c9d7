"""Words of many languages found in a text with their places and kinds. Knows lists, not rules."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from desktop_app.language.phrases import listed

_HAN = "\u3005-\u3007\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
# Scripts that set words apart. A figure in front belongs to its word (2FA), one behind does not.
_LETTERS = "a-z\u00aa-\u024f\u0300-\u03ff\u0400-\u074f\u0900-\u097f\u1e00-\u1eff"
_WORD = re.compile(f"(?:(?<!\\d)\\d)?[{_LETTERS}]+|[\uac00-\ud7a3]+")
_WITHOUT_SPACES = re.compile(f"[{_HAN}]")
_CUT = 3  # characters by which beginnings and endings of words are looked up
_BETWEEN = re.compile(r"\s+|[-'_/.]")  # two words of one phrase


class Found(NamedTuple):
    """A phrase in a text: where it stands and of which kinds it is."""

    start: int
    end: int
    kinds: frozenset[str]


class Lexicon:
    """Lists of phrases by kind; the longest phrase at a place hides shorter ones.

    Phrases are set apart by commas, flat (see `spans.flat`), with or without their accents.
    `word*` stands for any ending and `*word` for any beginning; what is written in Chinese
    characters or kana is found anywhere.
    """

    def __init__(self, lists: Mapping[str, str]):
        kinds: dict[str, set[str]] = defaultdict(set)
        for kind, phrases in lists.items():
            for phrase in listed(phrases):
                kinds[phrase].add(kind)
        self._spaced: defaultdict[str, list[_Phrase]] = defaultdict(list)
        self._unspaced: dict[str, frozenset[str]] = {}
        for phrase, names in kinds.items():
            if _WITHOUT_SPACES.search(phrase):
                self._unspaced[phrase] = frozenset(names)
            else:
                words = tuple(map(bare, phrase.split()))
                self._spaced[_key(words[0])].append((words, frozenset(names)))
        self._run = re.compile("|".join(sorted(map(re.escape, self._unspaced), key=len)[::-1]))
        self._beginning_with = lru_cache(maxsize=20_000)(self._look_up)

    def find(self, level: str) -> list[Found]:
        """The phrases of a flat text in their order, none inside another."""
        found = self._find_spaced(level)
        if not level.isascii() and self._unspaced:
            runs = self._run.finditer(level)
            found += [Found(run.start(), run.end(), self._unspaced[run[0]]) for run in runs]
            found.sort()
        return found

    def _find_spaced(self, level: str) -> list[Found]:
        words = [(match.start(), match.end(), match[0]) for match in _WORD.finditer(level)]
        found = []
        place = 0
        for number, (start, _, word) in enumerate(words):
            if number < place:
                continue  # inside a phrase
            length, kinds = 0, frozenset[str]()
            for phrase, its_kinds in self._beginning_with(word):
                if len(phrase) < length:
                    break
                if len(phrase) == 1 or _stands(level, phrase, words, number):
                    kinds = kinds | its_kinds if len(phrase) == length else its_kinds
                    length = len(phrase)
            if length:
                found.append(Found(start, words[number + length - 1][1], kinds))
                place = number + length
        return found

    def _look_up(self, word: str) -> list["_Phrase"]:
        """The phrases whose first word `word` may be, longest first."""
        word = bare(word)
        keys = (word, word[:_CUT] + "*", "*" + word[-_CUT:])
        phrases = [phrase for key in keys for phrase in self._spaced.get(key, ())]
        return sorted(
            (phrase for phrase in phrases if _is(word, phrase[0][0])),
            key=lambda phrase: len(phrase[0]),
            reverse=True,
        )


_Phrase = tuple[tuple[str, ...], frozenset[str]]
_Word = tuple[int, int, str]


def _stands(level: str, phrase: tuple[str, ...], words: list[_Word], place: int) -> bool:
    """Whether the words after the first of a phrase follow at `place`."""
    if place + len(phrase) > len(words):
        return False
    for number, wanted in enumerate(phrase[1:], place + 1):
        start, _, word = words[number]
        if not _is(bare(word), wanted):
            return False
        if not _BETWEEN.fullmatch(level, words[number - 1][1], start):
            return False
    return True


def _is(word: str, wanted: str) -> bool:
    if wanted[-1] == "*":
        return word.startswith(wanted[:-1])
    if wanted[0] == "*":
        return word.endswith(wanted[1:])
    return word == wanted


def _key(wanted: str) -> str:
    if wanted[-1] == "*":
        return wanted[:_CUT] + "*"
    return "*" + wanted[-_CUT:] if wanted[0] == "*" else wanted


def bare(word: str) -> str:
    """A lower-case word without its accents."""
    return word if word.isascii() else _bare(word)


@lru_cache(maxsize=20_000)
def _bare(word: str) -> str:
    marks = unicodedata.normalize("NFD", word)
    return "".join(c for c in marks if not unicodedata.combining(c)).replace("ß", "ss")
