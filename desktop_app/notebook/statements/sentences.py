"""Lines of words joined to one text, and that text cut into sentences. Knows no file."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from desktop_app.language.tokens import is_cjk
from desktop_app.notebook.statements.markdown import MarkdownWords
from desktop_app.notebook.statements.markup import MASK
from desktop_app.regex import regex

_END = regex(
    r"(?<=[。！？；…])(?![。！？!?」』”\"')）])"
    r"|(?<=[.!?])[\"')\]*_]*\s+(?=[\"'(*_`]*[A-Z0-9À-Þ\u3400-\u9fff])"
)
_SPOKEN = regex(  # many write in small letters, so a sentence may begin with one as well
    rf"{_END.pattern}|(?<=[!?])(?=[\s\u3040-\u30ff\u3400-\u9fff])"
    r"|(?<=[a-z0-9]{3}[.])\s+(?=[a-z])"
)
_ABBREVIATION = regex(
    r"\b(?:mrs?|ms|dr|prof|st|vs|e\.g|i\.e|etc|no|inc|ltd|ca|approx)\.$", re.IGNORECASE
)
_UNMASKED = regex(f"[^{MASK}]+")


class Joined(NamedTuple):
    """The words of several lines as one text; `starts` are where in it each of them begins."""

    text: str
    words: tuple[MarkdownWords, ...]
    starts: tuple[int, ...]

    def cut(self, start: int, end: int) -> tuple[MarkdownWords, ...]:
        """The words between two places of the text, none of them masked."""
        return tuple(self._cut(start, end))

    def _cut(self, start: int, end: int) -> Iterator[MarkdownWords]:
        limits = [*self.starts, len(self.text)][1:]
        for words, offset, limit in zip(self.words, self.starts, limits, strict=True):
            first = max(start, offset)
            for run in _UNMASKED.finditer(self.text[first : max(first, min(end, limit))]):
                bare = run[0].strip()
                if bare:
                    at = first - offset + run.start() + run[0].index(bare)
                    yield MarkdownWords(words.line, words.column + at, bare)


def joined(lines: Sequence[MarkdownWords]) -> Joined:
    """One text of several lines, with a space between two, but between Chinese."""
    text = ""
    starts: list[int] = []
    for words in lines:
        line = words.text
        if text and not ((is_cjk(text[-1]) or text[-1] in "：，；。") and is_cjk(line[:1] or " ")):
            text += " "
        starts.append(len(text))
        text += line
    return Joined(text, tuple(lines), tuple(starts))


def sentences(text: str, *, spoken: bool = False) -> Iterator[tuple[int, int]]:
    """Where each sentence of a text begins and ends."""
    start = 0
    for end in (_SPOKEN if spoken else _END).finditer(text):
        if _ABBREVIATION.search(text, max(start, end.start() - 8), end.start()):
            continue
        stop = end.start() + len(end[0].rstrip())
        if text.count("**", start, stop) % 2 and "**" in text[stop:]:
            continue  # within bold words
        yield start, stop
        start = end.end()
    yield start, len(text)
