"""Lines of words joined to one text, and that text cut into sentences. Knows no file."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from desktop_app.language.words import is_cjk
from desktop_app.notebook.statements.markdown import Words

_END = re.compile(
    r"(?<=[。！？；…])(?![。！？!?」』”\"')）])"
    r"|(?<=[.!?])[\"')\]*_]*\s+(?=[\"'(*_`]*[A-Z0-9À-Þ\u3400-\u9fff])"
)
_ABBREVIATION = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|Prof|St|vs|e\.g|i\.e|etc|No|Inc|Ltd|ca|approx)\.$")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


@dataclass(frozen=True)
class Joined:
    """The words of several lines as one text; `starts` are where in it each of them begins."""

    text: str
    words: tuple[Words, ...]
    starts: tuple[int, ...]

    @property
    def shown(self) -> str:
        """The text with spaces in place of its comments."""
        return _COMMENT.sub(lambda comment: " " * len(comment[0]), self.text)

    def at(self, offset: int) -> tuple[int, int]:
        """The line and the column that hold a place of the text."""
        start, words = next(
            (start, words)
            for start, words in zip(reversed(self.starts), reversed(self.words), strict=True)
            if start <= offset
        )
        return words.line, words.column + min(offset - start, len(words.text))


def joined(lines: Sequence[Words]) -> Joined:
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


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """Where each sentence of a text begins and ends."""
    start = 0
    for end in _END.finditer(text):
        if _ABBREVIATION.search(text, max(start, end.start() - 8), end.start()):
            continue
        yield start, end.start() + len(end[0].rstrip())
        start = end.end()
    yield start, len(text)
