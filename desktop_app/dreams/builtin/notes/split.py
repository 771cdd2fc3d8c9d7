"""Days cut into units: one bullet or sentence with the lines it stands on. Knows Markdown only.

A bullet that is only a label ('Jonas:') opens those below it: they are read together, or, where it
is a heading in all but name ('Decisions:'), it stands above them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from desktop_app.dreams.builtin.notes.page import told
from desktop_app.dreams.dreamer import DayText
from desktop_app.dreams.proposal import line_sha
from desktop_app.language.cues import heading_says
from desktop_app.language.words import is_cjk
from desktop_app.notebook.lines import split as split_lines

LONGEST_UNIT = 2_000
"""Characters; a longer sentence is counted and left alone, and so is a block ten times as long."""
_LONGEST_BULLET = 240  # one unit up to here, sentences beyond
_LONGEST_NAME = 4  # words
_SHOWN = 80  # of a block that is too long to be read

_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$")
_BULLET = re.compile(r"(\s*)(?:[-*+•]|\d{1,3}[.)])\s+(?:\[([ xX])\]\s+)?(?=\S)")
_QUOTED = re.compile(r"\s{0,3}>[> ]*")
_LABEL = re.compile(r"(?:\*\*(.{1,60}?)[:：]?\*\*[:：]?|([^。.!?！？]{1,40})[:：])\s*$")
_DAY = r"(?:\d{4}-\d\d-\d\d[T ,]\s?)?"
_TIME = r"\d{1,2}[:：.]\d{2}(?:[:：]\d{2})?(?:\s?[ap]\.?m\.?)?"
_BLANK = re.compile(r"\s+")
_CLOCK = re.compile(
    rf"(?:[\[(（]{_DAY}{_TIME}[\])）]\s*[-–—|:：]?|{_DAY}{_TIME}\s*[-–—|])\s*", re.IGNORECASE
)
_SPEAKER = re.compile(
    r"(?:\*\*)?(?:user|assistant|human|ai|me|bot|用户|用戶|使用者|助手|助理|我)(?:\*\*)?\s*"
    r"(?:[\[(]\d\d:\d\d[\])])?\s*(?:\*\*)?(?:[:：]\*\*\s*|:\s+|：\s*)",
    re.IGNORECASE,
)
_ASSISTANT = re.compile(r"\W*(?:assistant|ai|bot|助手|助理)\b", re.IGNORECASE)
_FIRST_PERSON = re.compile(r"\b(?:I|I'm|I’m|me|my|mine|myself)\b|我(?!们|們)")
_END = re.compile(
    r"(?<=[。！？；…])(?![。！？!?」』”\"')）])"
    r"|(?<=[.!?])[\"')\]*_]*\s+(?=[\"'(*_`]*[A-Z0-9À-Þ\u3400-\u9fff])"
)
_ABBREVIATION = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|Prof|St|vs|e\.g|i\.e|etc|No|Inc|Ltd|ca|approx)\.$")


@dataclass(frozen=True)
class Piece:
    """The part of a unit that stands on one line (1-based), verbatim; `sha` is the line's hash."""

    line: int
    quote: str
    sha: str


@dataclass(frozen=True)
class Unit:
    """A bullet or a sentence. `headings` are those above it in its day, the outermost first.

    `mark` is `todo` or `done` for a ticked or unticked box, `long` for what is too long to read,
    else "". `text` is the pieces, joined where a line ended; who speaks stands in it only where an
    assistant speaks of itself (`its_own`).
    """

    text: str
    day: date
    path: str
    headings: tuple[str, ...]
    pieces: tuple[Piece, ...]
    mark: str = ""
    foreign: bool = False
    its_own: bool = False


def units(day: DayText) -> Iterator[Unit]:
    """The units of a day in reading order."""
    lines = split_lines(day.text)
    for block in _blocks(lines):
        yield from _units(block, day, lines)


@dataclass
class _Block:
    headings: tuple[str, ...]
    bullet: bool
    mark: str
    lines: list[tuple[int, str]]
    indent: int = 0


class _Above:
    """What stands above a line: headings, a label in a paragraph, bullets that are labels."""

    def __init__(self) -> None:
        self._titles: list[tuple[int, str]] = []
        self._label = ""
        self._openers: list[tuple[int, str, tuple[int, str]]] = []  # indent, label, its line

    def heading(self, level: int, title: str) -> None:
        self._titles = [*(one for one in self._titles if one[0] < level), (level, title)]
        self._label, self._openers = "", []

    def label(self, text: str) -> None:
        """A paragraph ended; it may have been a label for the list below."""
        self._label, self._openers = text, []

    def opener(self, block: _Block, label: str) -> None:
        """A bullet that is a label."""
        self._openers.append((block.indent, label, block.lines[0]))

    def bullet(self, indent: int) -> tuple[tuple[str, ...], list[tuple[int, str]]]:
        """The headings above a bullet, and the label to read it with, if there is one."""
        self._openers = [one for one in self._openers if one[0] < indent]
        labels = [self._label] if self._label else []
        labels += [label for _, label, _ in self._openers]
        with_it = self._openers[-1:] if self._openers and _names(self._openers[-1][1]) else []
        return (*self.titles(), *labels), [line for _, _, line in with_it]

    def titles(self) -> tuple[str, ...]:
        return tuple(title for _, title in self._titles)


def _blocks(lines: list[str]) -> Iterator[_Block]:
    above = _Above()
    block: _Block | None = None
    blank = True
    for number, line in told(lines):
        quoted = _QUOTED.match(line)
        inner = line[quoted.end() :] if quoted else line
        heading, bullet, bare = _HEADING.match(line), _BULLET.match(inner), inner.strip()
        ends = heading or bullet or not bare
        if block and (ends or (blank and not block.bullet)):
            if opens := _opens(block):
                above.opener(block, opens)
            else:
                yield block
            block = None
        if heading:
            above.heading(len(heading[1]), heading[2])
        elif bullet:
            indent = len(bullet[1].expandtabs(4))
            headings, label = above.bullet(indent)
            mark = {None: "", " ": "todo"}.get(bullet[2], "done")
            text = (number, inner[bullet.end() :].strip())
            block = _Block(headings, True, mark, [*label, text], indent)
        elif bare and block:
            block.lines.append((number, bare))
        elif bare and not (blank and line.startswith(("    ", "\t"))):
            above.label(_label_of(bare))
            if not _label_of(bare):
                block = _Block(above.titles(), False, "", [(number, bare)])
        blank = not bare
    if block and not _opens(block):
        yield block


def _opens(block: _Block) -> str:
    """The label that a bullet is, or an empty string."""
    alone = block.bullet and not block.mark and len(block.lines) == 1
    return _label_of(block.lines[0][1]) if alone else ""


def _label_of(text: str) -> str:
    found = _LABEL.match(text)
    return (found[1] or found[2]) if found else ""


def _names(label: str) -> bool:
    """Whether a label says whom or what the lines below are about; 'Decisions' does not."""
    return len(label.split()) <= _LONGEST_NAME and not heading_says(label)


def _units(block: _Block, day: DayText, lines: list[str]) -> Iterator[Unit]:
    text, starts = _joined(block.lines)
    if len(text) > 10 * LONGEST_UNIT:
        start, line = block.lines[0]
        piece = Piece(start, line[:_SHOWN], line_sha(lines[start - 1]))
        yield Unit(piece.quote, day.date, day.path, block.headings, (piece,), "long")
        return
    whole = block.bullet and len(text) <= _LONGEST_BULLET
    assistant = _is_assistants(text)
    for start, end in [(0, len(text))] if whole else _sentences(text):
        its_own = assistant and _FIRST_PERSON.search(text, start, end) is not None
        start = _after_opening(text, start, end, its_own)
        if start >= end:
            continue
        pieces = _pieces(text, start, end, starts, lines)
        mark = "long" if end - start > LONGEST_UNIT else block.mark
        said = text[start:end]
        yield Unit(said, day.date, day.path, block.headings, pieces, mark, its_own=its_own)


def _is_assistants(text: str) -> bool:
    speaker = _SPEAKER.match(text, _after(text, 0, len(text), _BLANK, _CLOCK))
    return speaker is not None and _ASSISTANT.match(speaker[0]) is not None


def _joined(lines: list[tuple[int, str]]) -> tuple[str, list[tuple[int, int]]]:
    """One text of several lines, and where in it each line (offset, number) starts."""
    text = ""
    starts: list[tuple[int, int]] = []
    for number, line in lines:
        if text and not ((is_cjk(text[-1]) or text[-1] in "：，；。") and is_cjk(line[:1] or " ")):
            text += " "
        starts.append((len(text), number))
        text += line
    return text, starts


def _pieces(
    text: str, start: int, end: int, starts: list[tuple[int, int]], lines: list[str]
) -> tuple[Piece, ...]:
    limits = [*(offset for offset, _ in starts[1:]), len(text)]
    found = []
    for (offset, number), limit in zip(starts, limits, strict=True):
        quote = text[max(start, offset) : min(end, limit)].strip()
        if quote:
            found.append(Piece(number, quote, line_sha(lines[number - 1])))
    return tuple(found)


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for end in _END.finditer(text):
        if _ABBREVIATION.search(text, max(start, end.start() - 8), end.start()):
            continue
        yield start, end.start() + len(end[0].rstrip())
        start = end.end()
    yield start, len(text)


def _after_opening(text: str, start: int, end: int, its_own: bool) -> int:
    """Where the unit begins behind blanks, a time of day and the name of a speaker.

    The name stays where an assistant speaks of itself: memory would take the I for the person's.
    """
    speaker = () if its_own else (_SPEAKER,)
    return _after(text, start, end, _BLANK, _CLOCK, *speaker)


def _after(text: str, start: int, end: int, *openings: re.Pattern[str]) -> int:
    for pattern in openings:
        opening = pattern.match(text, start, end)
        start = opening.end() if opening else start
    return start
