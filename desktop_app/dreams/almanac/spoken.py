"""The words that days speak of, each with the form it is shown in. Knows text, no files.

Latin words are known by their stem. Chinese is cut into pairs, and into what stands between two
light characters where that is three or four characters long.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from desktop_app.language.secrets import looks_secret
from desktop_app.language.words import (
    calendar_words,
    fold,
    is_cjk,
    is_light,
    light_characters,
    stem,
)
from desktop_app.notebook.text.fences import fenced

_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_LINK = re.compile(r"https?://\S+|\]\([^)]*\)|`[^`]*`|<[^>]*>")
_SHORTEST, _LONGEST = 3, 30  # letters
_HAN_RUN = 400  # characters of a run that is looked at


@dataclass
class SpokenWords:
    """On how many days each word was spoken of, and the plainest form it was written in."""

    days: Counter[str] = field(default_factory=Counter)
    forms: dict[str, str] = field(default_factory=dict)

    def add_day(self, texts: Iterable[str]) -> None:
        """Count a day, of which these are the texts."""
        seen: set[str] = set()
        for text in texts:
            for key, form in spoken(text):
                seen.add(key)
                known = self.forms.get(key)
                self.forms[key] = form if known is None else min(known, form, key=plainness)
        self.days.update(seen)

    def add(self, other: "SpokenWords") -> None:
        """Count other days, too."""
        self.days.update(other.days)
        for key, form in other.forms.items():
            self.forms[key] = min(self.forms.get(key, form), form, key=plainness)


def plainness(form: str) -> tuple[int, str]:
    """The shorter form is the plainer one, then the one without capitals."""
    return len(form), form.swapcase()


def spoken(text: str) -> Iterator[tuple[str, str]]:
    """Each word of a text that says something, by its key; headings, code and secrets say none."""
    lines = text.split("\n")
    inside = fenced(lines)
    for n, line in enumerate(lines):
        if n in inside or line.startswith("#") or not line.strip() or looks_secret(line):
            continue
        for match in _WORD.finditer(_LINK.sub(" ", line)):
            yield from _keys(match[0])


def _keys(word: str) -> Iterator[tuple[str, str]]:
    if any(map(is_cjk, word[:_HAN_RUN])):
        yield from _chinese(word[:_HAN_RUN])
    elif _SHORTEST <= len(word) <= _LONGEST:
        lower = _bare(word)
        if not is_light(lower) and lower not in calendar_words():
            yield stem(lower), word[: len(lower)]


def _bare(word: str) -> str:
    return word.lower().replace("’", "'").removesuffix("'s")


def _chinese(run: str) -> Iterator[tuple[str, str]]:
    folded, start = fold(run), 0
    for end in range(len(run) + 1):
        if end == len(run) or folded[end] in light_characters() or not is_cjk(folded[end]):
            if end - start in (3, 4):
                yield folded[start:end], run[start:end]
            for at in range(start, end - 1):
                if folded[at : at + 2] not in calendar_words():
                    yield folded[at : at + 2], run[at : at + 2]
            start = end + 1
