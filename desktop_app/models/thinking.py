"""Thinking apart from the answer, where a model writes it into its text. Pure.

Blocks may lack their beginning (the template had opened it) or their end (the answer ran out). A
mark in backticks is a quotation and stays, and so does a mark in the middle of a line that has no
counterpart.
"""

import re
from dataclasses import dataclass
from itertools import islice

from desktop_app.models.model import AnswerPiece

_MARK = re.compile(r"(?<!`)<(/?)(?:thinking|thought|think|reasoning)>(?!`)", re.IGNORECASE)
_LONGEST_MARK = len("</reasoning>")
_MOST_MARKS = 1_000


@dataclass(frozen=True)
class _Mark:
    start: int
    end: int
    closing: bool
    begins_line: bool
    ends_line: bool


def apart(text: str) -> tuple[str, str]:
    """What is answered and what is thought in a whole text."""
    kept: list[str] = []
    thought: list[str] = []
    opened: _Mark | None = None
    rest = 0
    marks = _marks(text)
    if len(marks) > _MOST_MARKS:
        return "", text  # repeated for ever: nothing was said
    for mark in marks:
        if not mark.closing:
            if opened is None or (mark.begins_line and not opened.begins_line):
                opened = mark
        elif opened is not None:
            kept.append(text[rest : opened.start])
            thought.append(text[opened.end : mark.start])
            opened, rest = None, mark.end
        elif mark.begins_line or mark.ends_line:
            thought += [*kept, text[rest : mark.start]]
            kept, rest = [], mark.end
    if opened is not None and opened.begins_line:
        thought.append(text[opened.end :])
        kept.append(text[rest : opened.start])
    else:
        kept.append(text[rest:])
    return "".join(kept), "\n".join(each.strip() for each in thought if each.strip())


def _marks(text: str) -> list[_Mark]:
    return [
        _Mark(
            found.start(),
            found.end(),
            bool(found.group(1)),
            _begins_line(text, found.start()),
            not text[found.end() : found.end() + 80].partition("\n")[0].strip(),
        )
        for found in islice(_MARK.finditer(text), _MOST_MARKS + 1)
    ]


def _begins_line(text: str, at: int) -> bool:
    before = text[max(0, at - 80) : at].rpartition("\n")
    return not before[2].strip() and (bool(before[1]) or at <= 80)


class Splitter:
    """Sorts a stream into text and thinking while it comes, to show it.

    It can't know of a block whose beginning is missing, and what was shown stays shown: what
    counts is what `apart` finds in the whole.
    """

    def __init__(self) -> None:
        self._held = ""
        self._line = False  # whether anything but blanks was given of the line at hand
        self._thinking = False

    def feed(self, piece: str) -> AnswerPiece:
        """What can be sorted already and was not given before."""
        text = self._held + piece
        given: dict[bool, list[str]] = {True: [], False: []}
        start = seen = 0
        for mark in _MARK.finditer(text):
            self._go_on(text[seen : mark.start()])
            seen, closing = mark.start(), bool(mark.group(1))
            if closing == self._thinking and (closing or not self._line):
                given[self._thinking].append(text[start : mark.start()])
                self._thinking, self._line = not self._thinking, False
                start = seen = mark.end()
        sure = _sure(text)
        self._go_on(text[seen:sure])
        given[self._thinking].append(text[start:sure])
        self._held = text[sure:]
        return AnswerPiece("".join(given[False]), "".join(given[True]))

    def rest(self) -> AnswerPiece:
        """What was held back because a mark might have begun there; the stream has ended."""
        held, self._held = self._held, ""
        return AnswerPiece(thinking=held) if self._thinking else AnswerPiece(held)

    def _go_on(self, text: str) -> None:
        _, end, line = text.rpartition("\n")
        self._line = bool(line.strip()) or (self._line and not end)


def _sure(text: str) -> int:
    """How far the text can't be the beginning of a mark."""
    tail = text.rfind("<", -_LONGEST_MARK)
    return len(text) if tail < 0 or ">" in text[tail:] else tail
