"""Markdown as headings and parts by line. Knows blocks, not words.

Lines are counted from 0 here and ends are excluded, as slices want them. A line that is only `§`
parts entries of a memory, as a blank line parts paragraphs.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

BETWEEN_ENTRIES = "§"
"""A line that parts entries of a memory."""

_KEY = re.compile(r"[^\s:#-][^:]*:(\s|$)|---|\.\.\.")
_STROKE = re.compile(r"(?<!\\)\|")


class StatementForm(StrEnum):
    """What a statement is, or is a sentence of; a turn is of a conversation that a program wrote
    into a day, an entry stands between lines of `§`, a field is a line `Label: value`.
    """

    BULLET = "bullet"
    NUMBER = "number"
    PARAGRAPH = "paragraph"
    FIELD = "field"
    ENTRY = "entry"
    ROW = "row"
    TURN = "turn"


@dataclass(frozen=True)
class HeadingLines:
    """A heading with its title and level, on lines `start` to `end`."""

    title: str
    level: int
    start: int
    end: int


@dataclass(frozen=True)
class Words:
    """What one line says for a part: `text` stands in line `line` from `column` on."""

    line: int
    column: int
    text: str


@dataclass(frozen=True)
class Part:
    """An item of a list, a paragraph or a row of a table, on lines `start` to `end`.

    `words` are its own, without what stands below an item; of a row they are its line, and
    `header` is what stands above its cells. `inside`: it stands in an item of a list. `top`: it
    is an item that stands in nothing.
    """

    form: StatementForm
    start: int
    end: int
    words: tuple[Words, ...]
    inside: bool
    top: bool
    header: tuple[str, ...] = ()


class Markdown:
    """Lines (with endings, split at newlines only) read by CommonMark; `body` is where front
    matter ends.
    """

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._plain, self.body = _plain(lines)
        self._tokens = _blocks(self._plain)

    @cached_property
    def headings(self) -> tuple[HeadingLines, ...]:
        """Those that stand in nothing."""
        return tuple(
            HeadingLines(self._tokens[n + 1].content, int(token.tag[1]), *_map(token))
            for n, token in enumerate(self._tokens)
            if _is_heading(token)
        )

    @cached_property
    def bullets(self) -> tuple[tuple[int, int], ...]:
        """The first line and the end of each bullet that stands in nothing."""
        return tuple(self._span(token) for token in self._tokens if _is_bullet(token))

    def parts(self) -> Iterator[Part]:
        """All items, paragraphs and rows, in reading order."""
        items = 0
        header: tuple[str, ...] = ()
        for before, token, after, further in zip(
            [None, *self._tokens],
            self._tokens,
            [*self._tokens[1:], None],
            [*self._tokens[2:], None, None],
            strict=False,
        ):
            items += (token.type == "list_item_open") - (token.type == "list_item_close")
            start, end = _map(token)
            if token.type == "list_item_open":
                form = StatementForm.BULLET if token.markup in "-*+" else StatementForm.NUMBER
                worded = after is not None and after.type == "paragraph_open"
                words = self._words(further) if worded and further else ()
                yield Part(form, *self._span(token), words, items > 1, token.level == 1)
            elif token.type == "paragraph_open" and after:
                if before is None or before.type != "list_item_open":
                    words = self._words(after)
                    yield Part(StatementForm.PARAGRAPH, start, end, words, items > 0, False)
            elif token.type == "tr_open":
                row = self._plain[start].strip(" \t>")
                if before and before.type == "thead_open":
                    header = cells_of(row)
                else:
                    words = (Words(start, self._plain[start].index(row), row),)
                    yield Part(StatementForm.ROW, start, end, words, items > 0, False, header)

    def passages(self) -> list[tuple[int, int]]:
        """The lines that are no heading, bullet or blank: paragraphs, numbered lists, fences,
        tables.

        Each passage is a first line and an end; front matter is one.
        """
        count = len(self._lines)
        taken = {n for n in range(self.body, count) if not self._lines[n].strip(" \t\r\n")}
        apart = {0, self.body}  # lines that something new begins on
        for token in self._tokens:
            start, end = _map(token)
            if _is_bullet(token):
                taken |= set(range(*self._span(token)))
            elif _is_heading(token):
                taken |= set(range(start, end))
            elif token.map and token.level == 0 and token.type != "bullet_list_open":
                taken -= set(range(start, _trimmed(self._plain, end)))
                apart.add(start)
        return _stretches(sorted(set(range(count)) - taken), apart)

    def open_end(self) -> int:
        """The line at which text can be added at the end, before an unclosed fence or comment."""
        count = len(self._plain)
        tokens = _blocks([*self._plain, "", "- probe"])
        if any(_is_bullet(token) and token.map == [count + 1, count + 2] for token in tokens):
            return count
        return max(token.map[0] for token in tokens if token.map and token.level == 0)

    def _words(self, inline: "Token") -> tuple[Words, ...]:
        start, _ = _map(inline)
        texts = [text.strip() for text in inline.content.split("\n")]
        while not self._plain[start].rstrip().endswith(texts[0]):
            start += 1  # a line of odd spaces, which are no blank to the parser
        return tuple(
            Words(line, len(self._plain[line].rstrip()) - len(text), text)
            for line, text in enumerate(texts, start)
        )

    def _span(self, item: "Token") -> tuple[int, int]:
        """Where an item begins and ends: before blank lines, and before a table right under it."""
        start, end = _map(item)
        table = next((n for n in range(start + 1, end) if self._plain[n].startswith("|")), end)
        return start, _trimmed(self._plain, table)


def cells_of(row: str) -> tuple[str, ...]:
    """What stands between the strokes of a table's row."""
    bare = row.strip().removeprefix("|")
    cells = [cell.strip() for cell in _STROKE.split(bare)]
    return tuple(cells if cells[-1] else cells[:-1])


def _stretches(numbers: list[int], apart: set[int]) -> list[tuple[int, int]]:
    """Numbers that follow each other, as first ones and ends; those `apart` begin anew."""
    stretches: list[tuple[int, int]] = []
    for n in numbers:
        goes_on = stretches and stretches[-1][1] == n and n not in apart
        stretches[-1:] = [(stretches[-1][0], n + 1)] if goes_on else [*stretches[-1:], (n, n + 1)]
    return stretches


def _map(token: "Token") -> tuple[int, int]:
    start, end = token.map or (0, 0)
    return start, end


def _is_heading(token: "Token") -> bool:
    return token.type == "heading_open" and token.level == 0


def _is_bullet(token: "Token") -> bool:
    return token.type == "list_item_open" and token.level == 1 and token.markup in "-*+"


def _trimmed(plain: list[str], end: int) -> int:
    """The end without the blank lines before it."""
    while not plain[end - 1].strip(" \t"):
        end -= 1
    return end


def _plain(lines: list[str]) -> tuple[list[str], int]:
    """The lines as the parser may count them: without front matter and marks of entries."""
    plain = [line.rstrip("\r\n") for line in lines]
    plain = ["" if line.strip() == BETWEEN_ENTRIES else line for line in plain]
    if not plain or plain[0].rstrip() != "---" or not _KEY.match("".join(plain[1:2])):
        return plain, 0  # a rule across the page opens no front matter
    ends = (n for n, line in enumerate(plain[1:], 2) if line.rstrip() in ("---", "..."))
    body = next(ends, 0)
    return [""] * body + plain[body:], body


def _blocks(plain: list[str]) -> "list[Token]":
    return _parser().parse("\n".join(plain))


@cache
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt  # takes a moment to load, and not every page reads Markdown

    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.enableOnly(["block"])  # every sign stays where it stands
    return parser
