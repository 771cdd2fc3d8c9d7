"""Days cut into statements: a bullet, a sentence, a row of a table, with the lines it stands on."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from desktop_app.language.tokens import is_cjk
from desktop_app.notebook.lines import split as split_lines
from desktop_app.notebook.source import DayText, Source, line_sha, no_text_at
from desktop_app.notebook.statements.blocks import (
    Block,
    Label,
    StatementPiece,
    blocks_of,
    blocks_of_turn,
    is_fields,
    lead_of,
)
from desktop_app.notebook.statements.dumps import dumps
from desktop_app.notebook.statements.markdown import (
    ITEMS,
    Markdown,
    MarkdownPart,
    MarkdownWords,
    StatementForm,
    cells_of,
    in_words,
)
from desktop_app.notebook.statements.markup import Box, unmasked
from desktop_app.notebook.statements.sentences import Joined, joined, sentences
from desktop_app.notebook.text.program_text import said
from desktop_app.notebook.text.records import Role

LONGEST_UNIT = 2_000
"""Characters; a longer sentence is counted and left alone, and so is a block ten times as long."""
LONGEST_BULLET = 240
"""Characters: a bullet is one unit up to here, its sentences beyond."""
_WRAPPED = 60  # columns, from which on a line may have been wrapped
_GOES_ON = tuple(",;:.!?，、；：。！？(（-–—")  # who ends a sentence writes more of them
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


@dataclass(frozen=True)
class Statement:
    """An item of a list, a sentence or a row. `headings` are the titles and labels above it, the
    outermost first, without the title of the file; `parent` is the bullet around it, and `lead`
    the bold words that its bullet or paragraph begins with. `quoted`: it stands in a quotation.

    `text` is the pieces, joined where a line ended; who speaks stands in it only where an assistant
    speaks of itself.
    """

    text: str
    day: date
    path: str
    headings: tuple[str, ...]
    pieces: tuple[StatementPiece, ...]
    mark: Box = Box.NONE
    form: StatementForm = StatementForm.BULLET
    label: Label | None = None
    speaker: str = ""
    parent: str = ""
    lead: str = ""
    quoted: bool = False

    @property
    def context(self) -> tuple[str, ...]:
        """What counts as its text, too: what stands above it and around it."""
        return (*self.headings, *filter(None, (self.parent, self.lead)))

    @property
    def full_text(self) -> str:
        """The text, behind its label where it says little without."""
        return labelled(self.label, self.text) if self.label and self.label.joins else self.text

    @property
    def all_pieces(self) -> tuple[StatementPiece, ...]:
        """The pieces, the label's before them where `full_text` has it."""
        joins = self.label is not None and self.label.joins
        return (self.label.piece, *self.pieces) if self.label and joins else self.pieces

    @property
    def lines(self) -> list[tuple[str, str]]:
        """What stands on the lines of all pieces, each with its line's hash."""
        return [(piece.quote, piece.sha) for piece in self.all_pieces]

    @property
    def sources(self) -> tuple[Source, ...]:
        """The lines of all pieces."""
        return tuple(map(self.source, self.all_pieces))

    def source(self, piece: StatementPiece) -> Source:
        """The line of one piece."""
        return Source(self.path, piece.line, piece.quote, piece.sha)


def labelled(label: Label, text: str) -> str:
    """A text behind its label."""
    return f"{label.text}{'：' if is_cjk(label.text[-1:] or ' ') else ': '}{text}"


def statements(day: DayText) -> Iterator[Statement]:
    """The statements of a day in reading order; none of a file that is no text."""
    if no_text_at(day.text):
        return
    lines = split_lines(day.text)
    conversations = dumps(lines)
    own = list(lines)  # without the conversations that programs wrote into it
    for dump in conversations:
        own[dump.first - 1 : dump.last] = ["\n"] * (dump.last - dump.first + 1)
    blocks = list(blocks_of(Markdown(own, note=True)))
    blocks += [
        block for dump in conversations for turn in dump.turns for block in blocks_of_turn(turn)
    ]
    for block in sorted(blocks, key=lambda block: block.part.words[0].line):
        yield from _units(block, day, lines)


def _units(block: Block, day: DayText, lines: list[str]) -> Iterator[Statement]:
    part = block.part
    like = Statement(
        "",
        day.date,
        day.path,
        block.headings,
        (),
        block.mark,
        form=block.form,
        label=block.label,
        speaker=block.speaker,
        parent=block.parent,
        lead=lead_of(part.words),
        quoted=part.quoted,
    )
    if block.form == StatementForm.ROW:
        yield from _row(part, like, lines)
    elif block.form == StatementForm.PARAGRAPH and is_fields(part.words):
        for words in part.words:
            yield from _spoken(joined([words]), replace(like, form=StatementForm.FIELD), lines)
    else:
        first, *more = _typed_apart(part.words, lines)
        yield from _spoken(joined(first), like, lines)
        plain = replace(like, form=StatementForm.PARAGRAPH, mark=Box.NONE)
        for typed in more:
            yield from _spoken(joined(typed), plain, lines)


def _typed_apart(
    words: Sequence[MarkdownWords], lines: list[str]
) -> Iterator[Sequence[MarkdownWords]]:
    """The lines of a paragraph or an item, apart where somebody began a new one: it is not set in,
    the next word had room, and neither side goes on. Markdown joins them; who types notes means
    each by itself.
    """
    most = max((_width(one.text) for one in words), default=0)
    start = 0
    for n in range(1, len(words)):
        before, line = words[n - 1].text.strip(), words[n].text.strip()
        next_word = line[:1] if is_cjk(line[:1] or " ") else line.split(" ")[0]
        had_room = most < _WRAPPED or _width(f"{before} {next_word}") <= most
        goes_on = before.endswith(_GOES_ON) or line[:1].islower()
        if had_room and not goes_on and not lines[words[n].line][:1].isspace():
            yield words[start:n]
            start = n
    yield words[start:]


def _width(text: str) -> int:
    """In columns: a Chinese character takes two."""
    return len(text) if text.isascii() else len(text) + sum(map(is_cjk, text))


def _spoken(whole: Joined, like: Statement, lines: list[str]) -> Iterator[Statement]:
    text = whole.text
    if len(text) > 10 * LONGEST_UNIT:
        piece = _piece(whole.words[0], whole.words[0].text[:_SHOWN], lines)
        yield replace(like, text=piece.quote, pieces=(piece,), mark=Box.LONG)
        return
    speaker = _SPEAKER.match(text, _after(text, 0, len(text), _BLANK, _CLOCK))
    assistant = speaker is not None and _ASSISTANT.match(speaker[0]) is not None
    if speaker and like.form in ITEMS:
        role = Role.ASSISTANT if assistant else Role.USER
        like = replace(like, form=StatementForm.TURN, speaker=role)
    uncut = like.form == StatementForm.FIELD or (like.form in ITEMS and len(text) <= LONGEST_BULLET)
    first_word, last_word = _said(text, speaker, assistant)
    for start, end in [(0, len(text))] if uncut else sentences(text):
        its_own = assistant and _FIRST_PERSON.search(text, start, end) is not None
        start = _after_opening(text, start, end, its_own)
        start, end = start if its_own else max(start, first_word), min(end, last_word)
        pieces = tuple(_piece(words, words.text, lines) for words in whole.cut(start, end))
        if pieces:
            long = end - start > LONGEST_UNIT
            said = unmasked(text[start:end])
            mark = Box.LONG if long else like.mark
            yield replace(like, text=said, pieces=pieces, mark=mark)


def _row(part: MarkdownPart, like: Statement, lines: list[str]) -> Iterator[Statement]:
    """A row as `header: cell; header: cell`."""
    [words], header = part.words, part.header
    if header is None or len(words.text) > LONGEST_UNIT:
        return
    quotes = [(one, one.text.strip("| \t")) for one in (header, words)]
    pieces = tuple(_piece(one, quote, lines) for one, quote in quotes if quote)
    text = unmasked(in_words(cells_of(header.text), cells_of(words.text)))
    yield replace(like, text=text, pieces=pieces)


def _piece(words: MarkdownWords, quote: str, lines: list[str]) -> StatementPiece:
    return StatementPiece(words.line + 1, quote, line_sha(lines[words.line]))


def _said(text: str, speaker: re.Match[str] | None, assistant: bool) -> tuple[int, int]:
    """Where in a text stand the words of whom it says to speak; all of it where it names nobody."""
    if speaker is None:
        return 0, len(text)
    words = said(text[speaker.end() :], by_person=not assistant)
    start = text.find(words, speaker.end())
    return (start, start + len(words)) if start >= 0 else (speaker.end(), len(text))


def _after_opening(text: str, start: int, end: int, its_own: bool) -> int:
    """Where the statement begins behind blanks, a time of day and the name of a speaker."""
    speaker = () if its_own else (_SPEAKER,)
    return _after(text, start, end, _BLANK, _CLOCK, *speaker)


def _after(text: str, start: int, end: int, *openings: re.Pattern[str]) -> int:
    for pattern in openings:
        opening = pattern.match(text, start, end)
        start = opening.end() if opening else start
    return start
