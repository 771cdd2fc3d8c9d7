"""Lines of a day read into blocks: bullets, paragraphs and rows, with what stands above each.

Knows Markdown only, no sentences. Blocks that follow one another under one label have one `group`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import count

from desktop_app.notebook.source import line_sha
from desktop_app.notebook.statements.dumps import Turn
from desktop_app.notebook.statements.markdown import StatementForm
from desktop_app.notebook.statements.page import PageLine, page_lines

_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$")
_BULLET = re.compile(r"(\s*)(?:[-*+•]|\d{1,3}[.)])\s+(?:\[([ xX])\]\s+)?(?=\S)")
_QUOTED = re.compile(r"\s{0,3}>[> ]*")
_LABEL = re.compile(r"(?:\*\*(.{1,60}?)[:：]?\*\*[:：]?|([^。.!?！？]{1,40})[:：])\s*$")
_AT = re.compile(r"\d{1,2}[:：]\d{2}")


class Box(StrEnum):
    """Whether a unit has a box, unticked or ticked, or is too long to be read."""

    NONE = ""
    TODO = "todo"
    DONE = "done"
    LONG = "long"


@dataclass(frozen=True)
class Piece:
    """The part of a unit that stands on one line (1-based), verbatim; `sha` is the line's hash."""

    line: int
    quote: str
    sha: str


@dataclass(frozen=True)
class Label:
    """What a unit stands under: `text` without marks. `joins`: the unit says little without it.

    A heading does not join; a bullet or paragraph that is only a label does.
    """

    text: str
    piece: Piece
    joins: bool


@dataclass
class Block:
    """Some lines of one form, numbered from 1, and what they stand under."""

    form: StatementForm
    headings: tuple[str, ...]
    label: Label | None
    lines: list[tuple[int, str]]
    mark: Box = Box.NONE
    indent: int = 0
    header: tuple[int, str] | None = None
    group: int = 0
    head: bool = False
    speaker: str = ""


def blocks_of(lines: list[str]) -> list[Block]:
    """The blocks of some lines in reading order, lists numbered as groups."""
    blocks = list(_Blocks(lines).read())
    _group(blocks)
    return blocks


def blocks_of_turn(turn: Turn) -> Iterator[Block]:
    """The paragraphs of a turn."""
    paragraph: list[tuple[int, str]] = []
    for number, line in [*turn.lines, (0, "")]:
        bullet = _BULLET.match(line)
        if paragraph and (bullet or not line.strip() or number != paragraph[-1][0] + 1):
            yield Block(StatementForm.TURN, (), None, paragraph, speaker=turn.speaker)
            paragraph = []
        text = line[bullet.end() :].strip() if bullet else line.strip()
        if text:
            paragraph = [*paragraph, (number, text)]


@dataclass
class _Blocks:
    """Reads lines into blocks; knows what stands above each."""

    source: list[str]
    _titles: list[tuple[int, Label]] = field(default_factory=list)
    _begun: bool = False  # a heading was read
    _label: Label | None = None  # a paragraph that is a label for the list below
    _openers: list[tuple[int, Label]] = field(default_factory=list)  # bullets that are labels

    def read(self) -> Iterator[Block]:
        block: Block | None = None
        blank = True
        for one in page_lines(self.source):
            line = one.line
            quoted = _QUOTED.match(line)
            inner = line[quoted.end() :] if quoted else line
            heading, bullet, bare = _HEADING.match(line), _BULLET.match(inner), inner.strip()
            ends = heading or bullet or one.header or not bare
            if block and (ends or (blank and block.form != StatementForm.BULLET)):
                yield from self._ended(block)
                block = None
            if heading:
                self._heading(len(heading[1]), heading[2], one.number)
            elif one.header:
                yield Block(
                    StatementForm.ROW,
                    self._above(),
                    self._under(),
                    [(one.number, bare)],
                    header=one.header,
                )
            elif bullet:
                block = self._bullet(one, inner, bullet)
            elif bare and block:
                block.lines.append((one.number, bare))
            elif bare and not (blank and line.startswith(("    ", "\t"))):
                self._label, self._openers = self._label_of(one.number, bare), []
                if not self._label:
                    block = Block(
                        StatementForm.PARAGRAPH, self._above(), self._under(), [(one.number, bare)]
                    )
            blank = not bare
        if block:
            yield from self._ended(block)

    def _ended(self, block: Block) -> Iterator[Block]:
        """The block, unless it is a bullet that is only a label for those below."""
        number, text = block.lines[0]
        alone = block.form == StatementForm.BULLET and not block.mark and len(block.lines) == 1
        label = self._label_of(number, text) if alone else None
        if label:
            self._openers.append((block.indent, label))
        else:
            yield block

    def _heading(self, level: int, title: str, number: int) -> None:
        label = Label(_plain(title), self._piece(number, title), False)
        if level == 1 and not self._begun:
            level = 0  # the title of the file
        self._begun = True
        self._titles = [*(one for one in self._titles if one[0] < level), (level, label)]
        self._label, self._openers = None, []

    def _bullet(self, one: PageLine, inner: str, bullet: re.Match[str]) -> Block:
        indent = len(bullet[1].expandtabs(4))
        self._openers = [opener for opener in self._openers if opener[0] < indent]
        mark = {None: Box.NONE, " ": Box.TODO}.get(bullet[2], Box.DONE)
        text = inner[bullet.end() :].strip()
        return Block(
            StatementForm.BULLET,
            self._above(),
            self._under(),
            [(one.number, text)],
            mark=mark,
            indent=indent,
        )

    def _above(self) -> tuple[str, ...]:
        labels = [self._label] if self._label else []
        labels += [label for _, label in self._openers]
        titles = [label for level, label in self._titles if level]
        return tuple(label.text for label in (*titles, *labels))

    def _under(self) -> Label | None:
        """The nearest label; of headings none that is the file's title or a time of the day."""
        if self._openers:
            return self._openers[-1][1]
        if self._label:
            return self._label
        level, title = self._titles[-1] if self._titles else (0, None)
        return title if title and level and not _AT.search(title.piece.quote) else None

    def _label_of(self, number: int, text: str) -> Label | None:
        match = _LABEL.match(text)
        if not match:
            return None
        return Label(_plain(match[1] or match[2]), self._piece(number, text), True)

    def _piece(self, number: int, quote: str) -> Piece:
        return Piece(number, quote, line_sha(self.source[number - 1]))


def _plain(title: str) -> str:
    """A title without marks, numbers and a time of day: `2. **Rules** (14:30)` is `Rules`."""
    text = re.sub(r"[*`#]+|\s*[(（\[]\s*\d{1,2}[:：]\d{2}[^)）\]]*[)）\]]", "", title)
    text = re.sub(r"^[\W\d]*(?=\w)(?:\d+(?:\.\d+)*[.)、]\s*)?", "", text).strip(" :：-–—")
    return text or title.strip()


def _group(blocks: Sequence[Block]) -> None:
    """Number the lists: bullets side by side, or a bullet with what stands below it."""
    numbers = count(1)
    before: Block | None = None
    root: Block | None = None  # the outermost bullet of the list at hand
    for block, after in zip(blocks, [*blocks, None][1:], strict=True):
        joined = before and (before.form, before.label) == (block.form, block.label)
        below = bool(
            joined and root and block.form == StatementForm.BULLET and block.indent > root.indent
        )
        block.head = bool(
            after
            and not below
            and (after.form, block.form, after.label)
            == (StatementForm.BULLET, StatementForm.BULLET, block.label)
            and after.indent > block.indent
        )
        if below and root:
            block.group = root.group
        elif joined and before and not block.head and not (root and root.head):
            block.group = before.group
        else:
            block.group = next(numbers)
        if not below:
            root = block
        before = block
