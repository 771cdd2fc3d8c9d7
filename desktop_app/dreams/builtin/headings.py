"""Under which heading an addition goes. Knows the headings of MEMORY.md and their words."""

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache

from desktop_app import resources
from desktop_app.dreams.builtin.notes.split import LONGEST_UNIT
from desktop_app.dreams.builtin.relating.sense import Sense, sense
from desktop_app.language.cues import marks
from desktop_app.language.phrases import Phrases, listed
from desktop_app.language.spans import flat
from desktop_app.notebook.bullets import MemoryFile

_FITS, _NAMED, _TOPIC, _KNOWN, _ENOUGH = 2.5, 4.0, 2.0, 1.0, 1.8
_CAPITAL = re.compile(r"\b[A-Z][\w-]{2,}")


class Headings:
    """The headings of one MEMORY.md with the words that stand below each."""

    def __init__(self, memory: MemoryFile, language: str) -> None:
        self._language = language
        self._flat = bool(memory.bullets) and not any(b.heading for b in memory.bullets)
        self._words: dict[str, Counter[str]] = {title: Counter() for title in _titles(memory)}
        self._names: dict[str, set[str]] = {title: set() for title in self._words}
        for bullet in memory.bullets:
            if bullet.heading in self._words:
                self._words[bullet.heading].update(sense(bullet.text[:LONGEST_UNIT]).bag)
                self._names[bullet.heading] |= _capitals(bullet.text)
        self._spread = Counter(word for words in self._words.values() for word in words)

    def best(self, text: str, kind: str) -> str:
        """The existing heading that fits, else a usual name in the notes' language.

        A memory that is one list without headings stays one: "".
        """
        if self._flat:
            return ""
        said = sense(text)
        about, names = _topics("words", flat(text)), _capitals(text)
        scores = {
            title: self._score(title, said, kind)
            + _TOPIC * bool(about & _topics("names", flat(title)))
            + _KNOWN * bool(names & self._names[title])
            for title in self._words
        }
        best = max(scores, key=scores.__getitem__, default="")
        if best and scores[best] >= _ENOUGH:
            return best
        return str(_table()[kind][self._language])

    def _score(self, title: str, said: Sense, kind: str) -> float:
        words = self._words[title]
        many = 1 + 0.15 * math.sqrt(sum(words.values()))
        shared = sum(min(3, words[word]) * self._rarity(word) for word in said.bag if words[word])
        named = any(name in sense(title).bag for name in said.names)
        return shared / many + _FITS * bool(_fitting(kind).search(flat(title))) + _NAMED * named

    def _rarity(self, word: str) -> float:
        return math.log(1 + len(self._words) / self._spread[word])


def _capitals(text: str) -> set[str]:
    """What may be names: capitalised words that are no cue, at whatever place."""
    return {match[0] for match in _CAPITAL.finditer(text) if not marks(match[0])}


def _topics(side: str, level: str) -> frozenset[str]:
    """The topics that a heading is called by, or that a line has words of."""
    return frozenset(_topic_words(side).count(level))


@cache
def _topic_words(side: str) -> Phrases:
    rows: dict[str, dict[str, str]] = resources.table("language/topics")
    return Phrases({name: listed(row[side]) for name, row in rows.items()}, {})


def _titles(memory: MemoryFile) -> Sequence[str]:
    """Headings of sections: not the file's title, unless every heading is of level 1."""
    deeper = [heading.title for heading in memory.headings if heading.level > 1]
    alone = len(memory.headings) == 1
    return deeper or ([] if alone else [heading.title for heading in memory.headings])


@cache
def _fitting(kind: str) -> re.Pattern[str]:
    row = _table()[kind]
    latin = "|".join(map(re.escape, row["fits"]))
    return re.compile(rf"\b(?:{latin})\b|{'|'.join(map(re.escape, row['chinese_fits']))}")


def _table() -> dict[str, dict[str, list[str]]]:
    return resources.table("language/headings")
