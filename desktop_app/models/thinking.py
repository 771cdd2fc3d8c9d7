"""Thinking apart from the answer, where a model writes it into its text. Pure.

A block may lack its beginning (the template had opened it) or its end (the answer was cut off). A
mark in backticks is a quotation and stays. A mark without a counterpart in the middle of a line
stays, too.
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
    """The answer and the thinking in a whole text."""
    answered: list[str] = []
    thought: list[str] = []
    opened: _Mark | None = None
    rest = 0
    marks = [
        _Mark(
            match.start(),
            match.end(),
            bool(match.group(1)),
            _begins_line(text, match.start()),
            not text[match.end() : match.end() + 80].partition("\n")[0].strip(),
        )
        for match in islice(_MARK.finditer(text), _MOST_MARKS + 1)
    ]
    if len(marks) > _MOST_MARKS:
        return "", text  # repeated for ever: nothing was said
    for mark in marks:
        if not mark.closing:
            if opened is None or (mark.begins_line and not opened.begins_line):
                opened = mark
        elif opened is not None:
            answered.append(text[rest : opened.start])
            thought.append(text[opened.end : mark.start])
            opened, rest = None, mark.end
        elif mark.begins_line or mark.ends_line:
            thought += [*answered, text[rest : mark.start]]
            answered, rest = [], mark.end
    if opened is not None and opened.begins_line:
        thought.append(text[opened.end :])
        answered.append(text[rest : opened.start])
    else:
        answered.append(text[rest:])
    return "".join(answered), "\n".join(each.strip() for each in thought if each.strip())


def _begins_line(text: str, at: int) -> bool:
    before = text[max(0, at - 80) : at].rpartition("\n")
    return not before[2].strip() and (bool(before[1]) or at <= 80)


class Splitter:
    """Sorts a stream into text and thinking while it arrives, to show it.

    It can't recognise a block without a beginning, and nobody takes back what was shown. In the end
    the result of `apart` counts.
    """

    def __init__(self) -> None:
        self._held = ""
        self._line = False  # whether anything but blanks was given of the line at hand
        self._thinking = False

    def feed(self, piece: str) -> AnswerPiece:
        """The part of the stream that can be sorted now and was not returned before."""
        text = self._held + piece
        given: dict[bool, list[str]] = {True: [], False: []}
        start = scanned = 0
        for mark in _MARK.finditer(text):
            self._go_on(text[scanned : mark.start()])
            scanned, closing = mark.start(), bool(mark.group(1))
            if closing == self._thinking and (closing or not self._line):
                given[self._thinking].append(text[start : mark.start()])
                self._thinking, self._line = not self._thinking, False
                start = scanned = mark.end()
        sure = _sure(text)
        self._go_on(text[scanned:sure])
        given[self._thinking].append(text[start:sure])
        self._held = text[sure:]
        return AnswerPiece("".join(given[False]), "".join(given[True]))

    def rest(self) -> AnswerPiece:
        """The end of the stream, which was held back because a mark might begin there."""
        text, self._held = self._held, ""
        return AnswerPiece(thinking=text) if self._thinking else AnswerPiece(text)

    def _go_on(self, text: str) -> None:
        _, end, line = text.rpartition("\n")
        self._line = bool(line.strip()) or (self._line and not end)


def _sure(text: str) -> int:
    """The length of the text before a possible beginning of a mark."""
    tail = text.rfind("<", -_LONGEST_MARK)
    return len(text) if tail < 0 or ">" in text[tail:] else tail
