"""Days cut into units: a bullet, a sentence, a row of a table, with the lines it stands on.

Knows Markdown only. Each unit knows the heading, label or parent that it stands under, and the
units that follow one another there have one `group`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from desktop_app.language.words import is_cjk
from desktop_app.notebook.lines import split as split_lines
from desktop_app.notebook.source import Source, line_sha
from desktop_app.notebook.statements.blocks import (
    Block,
    Box,
    Label,
    Piece,
    blocks_of,
    blocks_of_turn,
)
from desktop_app.notebook.statements.day_text import DayText
from desktop_app.notebook.statements.dumps import dumps
from desktop_app.notebook.statements.markdown import StatementForm
from desktop_app.notebook.text.program_text import said

LONGEST_UNIT = 2_000
"""Characters; a longer sentence is counted and left alone, and so is a block ten times as long."""
LONGEST_BULLET = 240
"""Characters: a bullet is one unit up to here, its sentences beyond."""
_SHOWN = 80  # of a block that is too long to be read

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
class Statement:
    """A bullet, a sentence or a row. `headings` are those above it, the outermost
    first, without the title of the file.

    `text` is the pieces, joined where a line ended; who speaks stands in it only where an assistant
    speaks of itself (`its_own`). Units of one `group` follow one another under one label; `head`
    says that the others of its group stand below it.
    """

    text: str
    day: date
    path: str
    headings: tuple[str, ...]
    pieces: tuple[Piece, ...]
    mark: Box = Box.NONE
    foreign: bool = False
    its_own: bool = False
    form: StatementForm = StatementForm.BULLET
    label: Label | None = None
    group: int = 0
    head: bool = False
    speaker: str = ""

    @property
    def full_text(self) -> str:
        """The text, behind its label where it says little without."""
        return labelled(self.label, self.text) if self.label and self.label.joins else self.text

    @property
    def all_pieces(self) -> tuple[Piece, ...]:
        """The pieces, the label's before them where `full_text` has it."""
        joins = self.label is not None and self.label.joins
        return (self.label.piece, *self.pieces) if self.label and joins else self.pieces

    @property
    def sources(self) -> tuple[Source, ...]:
        """The lines of all pieces."""
        return tuple(map(self.source, self.all_pieces))

    def source(self, piece: Piece) -> Source:
        """The line of one piece."""
        return Source(self.path, piece.line, piece.quote, piece.sha)


def labelled(label: Label, text: str) -> str:
    """A text behind its label."""
    return f"{label.text}{'：' if is_cjk(label.text[-1:] or ' ') else ': '}{text}"


def statements(day: DayText) -> Iterator[Statement]:
    """The units of a day in reading order."""
    lines = split_lines(day.text)
    conversations = dumps(lines)
    own = list(lines)  # without the conversations that programs wrote into it
    for dump in conversations:
        own[dump.first - 1 : dump.last] = ["\n"] * (dump.last - dump.first + 1)
    blocks = blocks_of(own)
    blocks += [
        block for dump in conversations for turn in dump.turns for block in blocks_of_turn(turn)
    ]
    for block in sorted(blocks, key=lambda block: block.lines[0][0]):
        yield from _units(block, day, lines)


def _units(block: Block, day: DayText, lines: list[str]) -> Iterator[Statement]:
    if block.form == StatementForm.ROW:
        yield from _row(block, day, lines)
        return
    text, starts = _joined(block.lines)
    if len(text) > 10 * LONGEST_UNIT:
        start, line = block.lines[0]
        piece = Piece(start, line[:_SHOWN], line_sha(lines[start - 1]))
        yield Statement(piece.quote, day.date, day.path, block.headings, (piece,), Box.LONG)
        return
    whole = block.form == StatementForm.BULLET and len(text) <= LONGEST_BULLET
    speaker = _SPEAKER.match(text, _after(text, 0, len(text), _BLANK, _CLOCK))
    assistant = speaker is not None and _ASSISTANT.match(speaker[0]) is not None
    first, last = _said(text, speaker, assistant)
    for start, end in [(0, len(text))] if whole else _sentences(text):
        its_own = assistant and _FIRST_PERSON.search(text, start, end) is not None
        start = _after_opening(text, start, end, its_own)
        start, end = start if its_own else max(start, first), min(end, last)
        if start >= end:
            continue
        yield Statement(
            text[start:end],
            day.date,
            day.path,
            block.headings,
            _pieces(text, start, end, starts, lines),
            Box.LONG if end - start > LONGEST_UNIT else block.mark,
            its_own=its_own,
            form=block.form,
            label=block.label,
            group=block.group,
            head=block.head,
            speaker=block.speaker,
        )


def _row(block: Block, day: DayText, lines: list[str]) -> Iterator[Statement]:
    """A row as `first: second`, further cells behind the header's words for them."""
    (number, row), header = block.lines[0], block.header
    cells, titles = _cells(row), _cells(header[1]) if header else []
    if header is None or not any(cells[1:]) or len(row) > LONGEST_UNIT:
        return
    named = [
        f"{title}: {cell}" if title else cell
        for title, cell in zip([*titles[2:], *[""] * len(cells)], cells[2:], strict=False)
        if cell
    ]
    text = "; ".join([": ".join(filter(None, cells[:2])), *named])
    pieces = [Piece(number, row.strip("| \t"), line_sha(lines[number - 1]))]
    if named:
        quote = header[1].strip().strip("| \t")
        pieces.insert(0, Piece(header[0], quote, line_sha(lines[header[0] - 1])))
    yield Statement(
        text,
        day.date,
        day.path,
        block.headings,
        tuple(pieces),
        form=StatementForm.ROW,
        label=block.label,
        group=block.group,
    )


def _cells(row: str) -> list[str]:
    return [cell.strip().strip("*") for cell in row.strip().strip("|").split("|")]


def _said(text: str, speaker: re.Match[str] | None, assistant: bool) -> tuple[int, int]:
    """Where in a text stand the words of whom it says to speak; all of it where it names nobody."""
    if speaker is None:
        return 0, len(text)
    words = said(text[speaker.end() :], by_person=not assistant)
    start = text.find(words, speaker.end())
    return (start, start + len(words)) if start >= 0 else (speaker.end(), len(text))


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
    pieces = []
    for (offset, number), limit in zip(starts, limits, strict=True):
        quote = text[max(start, offset) : min(end, limit)].strip()
        if quote:
            pieces.append(Piece(number, quote, line_sha(lines[number - 1])))
    return tuple(pieces)


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
