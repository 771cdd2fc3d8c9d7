"""Days cut into units: one bullet or sentence with the lines it stands on. Knows Markdown only.

Front matter, fences, indented code, tables, rules and comments tell nothing that could be kept.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from desktop_app.dreams.dreamer import DayText
from desktop_app.dreams.proposal import line_sha
from desktop_app.language.words import is_cjk
from desktop_app.notebook.lines import split as split_lines

LONGEST_UNIT = 2_000
"""Characters; a longer sentence is counted and left alone, and so is a block ten times as long."""
_LONGEST_BULLET = 240  # one unit up to here, sentences beyond
_SHOWN = 80  # of a block that is too long to be read

_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$")
_FENCE = re.compile(r"\s*(?:[-*+] +)?(`{3,}|~{3,})")
_RULE = re.compile(r"\s{0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|=+[ \t]*)$")
_BULLET = re.compile(r"(\s*)(?:[-*+•]|\d{1,3}[.)])\s+(?:\[([ xX])\]\s+)?(?=\S)")
_QUOTED = re.compile(r"\s{0,3}>[> ]*")
_LABEL = re.compile(r"(?:\*\*(.{1,60}?)[:：]?\*\*[:：]?|([^。.!?！？]{1,40})[:：])\s*$")
_CLOCK = re.compile(
    r"(?:[\[(]\d{1,2}:\d{2}(?::\d{2})?[\])]\s*[-–—|:]?|\d{1,2}:\d{2}(?::\d{2})?\s*[-–—|])\s*"
)
_SPEAKER = re.compile(
    r"(?:\*\*)?(?:user|assistant|human|ai|me|bot|用户|用戶|使用者|助手|助理|我)(?:\*\*)?\s*"
    r"(?:\(\d\d:\d\d\))?(?:[:：]\*\*\s*|:\s+|：\s*)",
    re.IGNORECASE,
)
_END = re.compile(
    r"(?<=[。！？；…])(?![。！？!?」』”\"')）])"
    r"|(?<=[.!?])[\"')\]*_]*\s+(?=[\"'(*_`]*[A-Z0-9À-Þ\u3400-\u9fff])"
)
_ABBREVIATION = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|Prof|St|vs|e\.g|i\.e|etc|No|Inc|Ltd|ca|approx)\.$")
_NOT_UTF8 = re.compile("[\udc80-\udcff]")


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
    else "". `text` is the pieces, joined where a line ended.
    """

    text: str
    day: date
    path: str
    headings: tuple[str, ...]
    pieces: tuple[Piece, ...]
    mark: str = ""
    foreign: bool = False


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


def _blocks(lines: list[str]) -> Iterator[_Block]:
    titles: list[tuple[int, str]] = []
    label = ""
    block: _Block | None = None
    blank = True
    for number, line in _told(lines):
        heading = _HEADING.match(line)
        bullet = _BULLET.match(line)
        quoted = _QUOTED.match(line)
        bare = line[quoted.end() if quoted else 0 :].strip()
        ends = heading or bullet or not bare
        if block and (ends or (blank and not block.bullet)):
            yield block
            block = None
        if heading:
            level = len(heading[1])
            titles = [*(title for title in titles if title[0] < level), (level, heading[2])]
            label = ""
        elif bullet:
            above = (*(title for _, title in titles), *([label] if label else []))
            mark = {None: "", " ": "todo"}.get(bullet[2], "done")
            block = _Block(above, True, mark, [(number, line[bullet.end() :].strip())])
        elif bare and block:
            block.lines.append((number, bare))
        elif bare and not (blank and line.startswith(("    ", "\t"))):
            labelled = _LABEL.match(bare)
            label = (labelled[1] or labelled[2]) if labelled else ""
            if not labelled:
                block = _Block(tuple(title for _, title in titles), False, "", [(number, bare)])
        blank = not bare
    if block:
        yield block


def _told(lines: list[str]) -> Iterator[tuple[int, str]]:
    """The numbered lines that may tell something; a blank one stands for what is left out."""
    fence = ""
    comment = False
    front = bool(lines) and lines[0].rstrip() == "---"
    for number, line in enumerate(lines, start=1):
        line = line.rstrip("\r\n").removeprefix("\ufeff")
        marker = _FENCE.match(line)
        if front:
            front = number == 1 or line.rstrip() not in ("---", "...")
            line = ""
        elif fence:
            fence = "" if marker and marker[1].startswith(fence) else fence
            line = ""
        elif comment:
            comment = "-->" not in line
            line = ""
        elif marker:
            fence, line = marker[1], ""
        elif line.lstrip().startswith("<!--"):
            comment, line = "-->" not in line, ""
        elif line.lstrip().startswith("|") or _RULE.match(line) or _NOT_UTF8.search(line):
            line = ""
        yield number, line


def _units(block: _Block, day: DayText, lines: list[str]) -> Iterator[Unit]:
    text, starts = _joined(block.lines)
    if len(text) > 10 * LONGEST_UNIT:
        start, line = block.lines[0]
        piece = Piece(start, line[:_SHOWN], line_sha(lines[start - 1]))
        yield Unit(piece.quote, day.date, day.path, block.headings, (piece,), "long")
        return
    whole = block.bullet and len(text) <= _LONGEST_BULLET
    for start, end in [(0, len(text))] if whole else _sentences(text):
        start = _after_opening(text, start, end)
        if start >= end:
            continue
        pieces = _pieces(text, start, end, starts, lines)
        mark = "long" if end - start > LONGEST_UNIT else block.mark
        yield Unit(text[start:end], day.date, day.path, block.headings, pieces, mark)


def _joined(lines: list[tuple[int, str]]) -> tuple[str, list[tuple[int, int]]]:
    """One text of several lines, and where in it each line (offset, number) starts."""
    text = ""
    starts: list[tuple[int, int]] = []
    for number, line in lines:
        if text and not (is_cjk(text[-1]) and line and is_cjk(line[0])):
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


def _after_opening(text: str, start: int, end: int) -> int:
    """Where the unit begins behind blanks, a time of day and the name of a speaker."""
    for pattern in (re.compile(r"\s+"), _CLOCK, _SPEAKER):
        opening = pattern.match(text, start, end)
        start = opening.end() if opening else start
    return start
