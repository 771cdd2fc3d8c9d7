"""Under which heading an addition goes. Knows the headings of MEMORY.md and their words."""

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache

from desktop_app import resources
from desktop_app.dreams.comparing.points import Points, points
from desktop_app.language.spans import flat
from desktop_app.language.words import tokens
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.statements.reader import LONGEST_UNIT

_FITS, _NAMED, _ENOUGH = 2.0, 3.0, 1.2
_KINDS = ("preference", "decision", "lesson", "event", "fact")


class Headings:
    """The headings of one MEMORY.md with the words that stand below each."""

    def __init__(self, memory: MemoryFile, language: str) -> None:
        self._language = language
        self._flat = bool(memory.bullets) and not any(b.heading for b in memory.bullets)
        self._words: dict[str, Counter[str]] = {title: Counter() for title in _titles(memory)}
        for bullet in memory.bullets:
            if bullet.heading in self._words:
                line = points(bullet.text[:LONGEST_UNIT])
                self._words[bullet.heading].update(line.bag | line.names)
        self._spread = Counter(word for words in self._words.values() for word in words)

    def best(self, text: str, above: Sequence[str] = ()) -> str:
        """The existing heading that fits, else a usual name in the notes' language.

        `above` are the headings that the text stands under in its day, the nearest last. A memory
        that is one list without headings stays one: "".
        """
        if self._flat:
            return ""
        same = {title.casefold(): title for title in self._words}
        for title in reversed(above):
            if title.casefold() in same:
                return same[title.casefold()]
        line, kind = points(text), kind_of(text)
        scores = {title: self._score(title, line, kind) for title in self._words}
        best = max(scores, key=scores.__getitem__, default="")
        if best and scores[best] >= _ENOUGH:
            return best
        return str(_table()[kind][self._language])

    def _score(self, title: str, line: Points, kind: str) -> float:
        words = self._words[title]
        many = 1 + 0.15 * math.sqrt(sum(words.values()))
        own = line.bag | line.names
        shared = sum(min(3, words[word]) * self._rarity(word) for word in own if words[word])
        named = not own.isdisjoint(tokens(title))
        return shared / many + _FITS * bool(_pattern(kind).search(flat(title))) + _NAMED * named

    def _rarity(self, word: str) -> float:
        return math.log(1 + len(self._words) / self._spread[word])


def kind_of(text: str) -> str:
    """preference, decision, lesson or event by the text's own words, else fact."""
    level = flat(text)
    return next((kind for kind in _KINDS if _pattern(kind, "words").search(level)), "fact")


def _titles(memory: MemoryFile) -> Sequence[str]:
    """Headings of sections: not the file's title, unless every heading is of level 1."""
    deeper = [heading.title for heading in memory.headings if heading.level > 1]
    alone = len(memory.headings) == 1
    return deeper or ([] if alone else [heading.title for heading in memory.headings])


@cache
def _pattern(kind: str, column: str = "fits") -> re.Pattern[str]:
    row = _table()[kind]
    latin, chinese = ("|".join(row[f"{script}{column}"].split()) for script in ("", "chinese_"))
    return re.compile(rf"(?<![a-z])(?:{latin or '(?!)'})|{chinese or '(?!)'}")


def _table() -> dict[str, dict[str, str]]:
    return resources.table("language/headings")
