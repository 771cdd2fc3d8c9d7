"""Phrases: what a person wants forgotten, as runs of words, and the lines that say it. Pure.

Signs, case, width and composed letters make no difference: `Ana’s **PIN**` says what `ana's pin`
says. A sign of a script without spaces is a word of its own.
"""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile

from desktop_app.errors import Problem
from desktop_app.notebook.text.marks import LIST_MARK
from desktop_app.regex import regex
from desktop_app.words import tr

Phrase = tuple[str, ...]

# Thai to Burmese, Khmer, kana, Han: written without spaces.
_ALONE = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\U00020000-\U000323af"
)
_MARKS = "\u0300-\u036f\u0900-\u0dff\u1ab0-\u1aff\u1dc0-\u1dff"  # signs that are parts of words
_WORD = regex(rf"[{_ALONE}]|(?:[^\W_{_ALONE}]|[{_MARKS}])+")
_PLAIN_WORD = regex(r"[a-z0-9]+")  # the same of ASCII, several times as fast
_ITEM = regex(rf"\s*(?:>\s*)*{LIST_MARK}\s")
_ESCAPE = regex(r"\\u[0-9a-fA-F]{4}|\\[nrt\"\\/]")
MANY = 3
"""So many words make a quote that says something of its own."""


def words_in(text: str) -> list[str]:
    """The words of a text, in their order, in the form in which they are compared."""
    return _words(_folded(text))


def _folded(text: str) -> str:
    return text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).casefold()


def _words(folded: str) -> list[str]:
    return (_PLAIN_WORD if folded.isascii() else _WORD).findall(folded)


@dataclass(frozen=True)
class Sought:
    """What is to be forgotten: a text that says one of the phrases says it.

    `topic`: the phrases name a topic, to which a section or a file of that name belongs.
    """

    phrases: tuple[Phrase, ...]
    topic: bool = False

    def said_by(self, text: str) -> bool:
        """Whether a text says it, also where it is escaped as JSON is."""
        return any(True for _ in self.runs([text])) or (
            _ESCAPE.search(text) is not None and self.said_by(unescaped(text))
        )

    def is_all_of(self, text: str) -> bool:
        """Whether a text says a phrase and nothing else."""
        return tuple(words_in(text)) in self.phrases

    def is_title(self, text: str) -> bool:
        """Whether a title is made of the beginning of a phrase, as a diary has it."""
        words = words_in(text)
        pairs = (zip(words, phrase, strict=False) for phrase in self.phrases)
        same = max(sum(1 for _ in takewhile(lambda two: two[0] == two[1], one)) for one in pairs)
        return same >= MANY and 2 * same > len(words)

    def runs(self, lines: Sequence[str]) -> Iterator[tuple[int, int]]:
        """The first and the last line of each place where the lines say it, from 0."""
        whole = _folded("\n".join(line.rstrip("\n") for line in lines))
        folded = whole.split("\n")
        for phrase in self.phrases:
            rarest = max(phrase, key=len)
            if not all(word in whole for word in phrase):
                continue
            found: set[tuple[int, int]] = set()
            for number, line in enumerate(folded):
                if rarest in line:
                    words, at = _around(folded, number, len(phrase))
                    found.update(
                        (at[start], at[start + len(phrase) - 1]) for start in _starts(words, phrase)
                    )
            yield from sorted(found)


def sought(texts: Iterable[str], *, topic: bool = False) -> Sought:
    """What these texts ask to forget. Raises Problem where they have no word."""
    phrases = {phrase for text in texts if (phrase := tuple(words_in(_first_item(text))))}
    if not phrases:
        raise Problem(tr("There is nothing to forget."), tr("Name a line, or a few of its words."))
    return Sought(tuple(sorted(phrases)), topic)


def unescaped(text: str) -> str:
    """A text without the escapes of JSON."""

    def plain(match: re.Match[str]) -> str:
        return str(json.loads(f'"{match[0]}"'))

    with suppress(ValueError):
        text = re.sub(rf"(?:{_ESCAPE.pattern})+", plain, text)
    return text


def _first_item(text: str) -> str:
    first, *rest = text.strip().split("\n")
    return "\n".join([first, *takewhile(lambda line: not _ITEM.match(line), rest)])


def _around(lines: Sequence[str], number: int, size: int) -> tuple[list[str], list[int]]:
    """The words of a line and as many before and behind it, and the line of each."""
    first = last = number
    words = _words(lines[number])
    at = [number] * len(words)
    before = behind = 0
    while first > 0 and before < size:
        first -= 1
        own = _words(lines[first])
        words, at, before = own + words, [first] * len(own) + at, before + len(own)
    while last + 1 < len(lines) and behind < size:
        last += 1
        own = _words(lines[last])
        words, at, behind = words + own, at + [last] * len(own), behind + len(own)
    return words, at


def _starts(words: list[str], phrase: Phrase) -> Iterator[int]:
    at, size = -1, len(phrase)
    with suppress(ValueError):
        while True:
            at = words.index(phrase[0], at + 1)
            if tuple(words[at : at + size]) == phrase:
                yield at
