"""Parts of a note in their context: what stands above each, and what is left out with it."""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile, zip_longest
from typing import NamedTuple
from unicodedata import category

from desktop_app.notebook.source import line_sha
from desktop_app.notebook.statements import markup
from desktop_app.notebook.statements.dumps import Turn
from desktop_app.notebook.statements.markdown import (
    ITEMS,
    HeadingLines,
    Markdown,
    MarkdownPart,
    MarkdownWords,
    StatementForm,
)
from desktop_app.notebook.statements.markup import Box
from desktop_app.regex import regex

_LABEL = regex(r"(?:\*\*(.{1,60}?)[:：]?\*\*[:：]?|([^。.!?！？]{1,40})[:：])\s*$")
_FIELD = regex(r"[*_]{0,2}[^\W_][^.!?。！？:：]{0,40}[:：](?!//)[*_]{0,2}(?:\s|(?<=：))\s*\S")
_LEAD = regex(r"\*\*(.{1,60}?)[:：]?\*\*")
_AT = regex(r"\d{1,2}[:：]\d{2}")


class StatementPiece(NamedTuple):
    """The part of a statement that stands on one line (1-based), verbatim; `sha` is the line's
    hash."""

    line: int
    quote: str
    sha: str


class Label(NamedTuple):
    """What a statement stands under: `text` without marks. `joins`: it says little without it."""

    text: str
    piece: StatementPiece
    joins: bool


@dataclass
class Block:
    """A part, and what it stands under: the titles and labels above it, the nearest of them, and
    the bullet around it.
    """

    part: MarkdownPart
    headings: tuple[str, ...] = ()
    label: Label | None = None
    parent: str = ""
    mark: Box = Box.NONE
    speaker: str = ""

    @property
    def form(self) -> StatementForm:
        """The form of its part."""
        return self.part.form


def is_fields(words: Sequence[MarkdownWords]) -> bool:
    """Whether the lines of a paragraph are each a label and its value, or stand behind a sign of
    their own, such as ✅."""
    signed = all(category(one.text[0]) == "So" for one in words)
    return len(words) > 1 and (signed or all(_FIELD.match(one.text) for one in words))


def lead_of(words: Sequence[MarkdownWords]) -> str:
    """The bold words that a bullet or a paragraph begins with; "" for none."""
    match = _LEAD.match(words[0].text) if words else None
    return markup.unmasked(match[1]) if match else ""


def blocks_of(markdown: Markdown, *, whole: bool = False) -> Iterator[Block]:
    """The blocks of a note in reading order. `whole`: an item stands for all that stands in it, and
    nobody asks what is above or around it."""
    return _Blocks(markdown, whole).read()


def blocks_of_turn(turn: Turn) -> Iterator[Block]:
    """The parts of what somebody says."""
    lines = [""] * (turn.last - turn.first + 1)
    for number, line in turn.lines:
        lines[number - turn.first] = line.strip()
    for part in Markdown(lines, note=True).parts():
        words = tuple(one._replace(line=one.line + turn.first - 1) for one in part.words)
        if markup.has_words(_text(words)):
            said = part._replace(form=StatementForm.TURN, words=words)
            yield Block(said, speaker=turn.speaker)


class _Blocks:
    def __init__(self, markdown: Markdown, whole: bool) -> None:
        self._markdown = markdown
        self._whole = whole
        self._titles: list[tuple[int, Label]] = []
        self._label: Label | None = None  # a paragraph that is a label for the list below
        self._openers: list[tuple[int, Label]] = []  # bullets that are labels, by their depth
        self._items: list[tuple[int, str]] = []  # bullets, by their depth
        self._said = False  # whether something stands below the last heading

    def read(self) -> Iterator[Block]:
        parts = list(self._markdown.parts())
        text = "".join(self._markdown.lines)
        may = any(sign in text for sign in markup.MAY_LEAVE_OUT)
        left_out = _left_out(parts) if may else set[int]()
        dream: int | None = None  # the level of a heading of another program's dream
        every: list[HeadingLines | MarkdownPart] = [*self._markdown.headings, *parts]
        every.sort(key=lambda one: one.start)
        rules = deque(self._markdown.rules)
        for one, below in zip_longest(every, every[1:]):
            while rules and rules[0] < one.start:
                rules.popleft()
                self._rule()
            if isinstance(one, HeadingLines):
                if dream is None or one.level <= dream:
                    dream = one.level if markup.tells_of_a_dream(one.title, title=True) else None
                self._heading(one)
            elif dream is None and id(one) not in left_out and not (self._whole and one.depth):
                yield from self._part(one, below if isinstance(below, MarkdownPart) else None)

    def _part(self, part: MarkdownPart, below: MarkdownPart | None) -> Iterator[Block]:
        self._openers = [opener for opener in self._openers if opener[0] < part.depth]
        self._items = [item for item in self._items if item[0] < part.depth]
        mark, label, behind = Box.NONE, None, None
        self._said = True
        first = part.words[0] if part.words else None
        if part.form in ITEMS and first and not self._whole:
            mark, at = markup.state(first.text)
            first = MarkdownWords(first.line, first.column + at, first.text[at:])
            last = part.words[-1]
            if len(part.words) > 1 and not self._markdown.lines[last.line][:1].isspace():
                behind = self._label_of(last, below is not None and below.form in ITEMS)
            words = part.words[1 : -1 if behind else None]
            part = part._replace(words=(first, *words))
            if not mark and len(part.words) == 1:
                leads = below is not None and below.depth > part.depth
                label = self._label_of(first, leads, part.titled) if leads or part.titled else None
                self._openers += [(part.depth, label)] if label else []
        elif part.form == StatementForm.PARAGRAPH and first and not part.depth:
            leads = below is not None and below.form != StatementForm.PARAGRAPH
            labels = list(takewhile(bool, (self._label_of(one, leads) for one in part.words)))
            self._label = labels[-1] if labels else None
            part = part._replace(words=part.words[len(labels) :])
        if part.form in ITEMS and label:
            return
        whole = self._whole and part.form in ITEMS and self._markdown.says(part)
        text = "" if whole else _text(part.words)
        if whole or markup.has_words(text):
            parent = self._items[-1][1] if self._items else ""
            yield Block(part, () if self._whole else self._above(), self._under(), parent, mark)
        if behind:
            self._label, self._openers, self._items = behind, [], []
        elif part.form in ITEMS and not self._whole:
            self._items.append((part.depth, text))

    def _heading(self, heading: HeadingLines) -> None:
        level = heading.level if self._titles or heading.level > 1 else 0  # the title of the file
        title = markup.unmasked(heading.title)
        label = Label(_plain(title), self._piece(heading.start, title), False)
        self._titles = [*(one for one in self._titles if one[0] < level), (level, label)]
        self._label, self._openers, self._items = None, [], []
        self._said = False

    def _rule(self) -> None:
        """A rule ends the section that it stands in, but for one right below its heading."""
        if self._said:
            if self._titles and self._titles[-1][0]:  # and not the title of the file
                self._titles.pop()
            self._label, self._openers, self._items = None, [], []

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

    def _label_of(self, words: MarkdownWords, leads: bool, titled: bool = False) -> Label | None:
        """The words as a label: they end with a colon, are a heading, or are bold and something
        stands below that they lead to.
        """
        match = _LABEL.match(words.text)
        bold = leads or words.text.rstrip(" *").endswith((":", "："))
        if not (match and bold) and not titled:
            return None
        text = (match[1] or match[2]) if match else words.text
        return Label(_plain(markup.unmasked(text)), self._piece(words.line, words.text), not titled)

    def _piece(self, line: int, quote: str) -> StatementPiece:
        return StatementPiece(line + 1, quote, line_sha(self._markdown.lines[line]))


def _left_out(parts: Sequence[MarkdownPart]) -> set[int]:
    """What is cancelled or of another program's dream, by its `id`, with all that stands in it."""
    found: set[int] = set()
    around: list[MarkdownPart] = []
    for part in parts:
        around = [one for one in around if one.depth < part.depth]
        text = _text(part.words)
        if markup.tells_of_a_dream(text):
            found.add(id(around[-1] if around else part))
        elif part.form in ITEMS and markup.is_cancelled(text):
            found.add(id(part))
        around += [part] if part.form in ITEMS else []
    hidden: MarkdownPart | None = None
    for part in parts:
        hidden = hidden if hidden and part.depth > hidden.depth else None
        if hidden or id(part) in found:
            hidden = hidden or part
            found.add(id(part))
    return found


def _text(words: Sequence[MarkdownWords]) -> str:
    return " ".join(markup.unmasked(" ".join(one.text for one in words)).split())


def _plain(title: str) -> str:
    """A title without marks, numbers and a time of day: `2. **Rules** (14:30)` is `Rules`."""
    text = re.sub(r"[*`#]+|\s*[(（\[]\s*\d{1,2}[:：]\d{2}[^)）\]]*[)）\]]", "", title)
    text = re.sub(r"^[\W\d]*(?=\w)(?:\d+(?:\.\d+)*[.)、]\s*)?", "", text).strip(" :：-–—")
    return text or title.strip()
