"""Markdown as headings and parts by line. Knows blocks, not words.

Lines are counted from 0 here and ends are excluded, as slices want them. A line that is only `§`
parts entries of a memory, as a blank line parts paragraphs.
"""

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cache, cached_property
from itertools import zip_longest
from operator import contains
from typing import TYPE_CHECKING, NamedTuple

from desktop_app.notebook.statements.markup import (
    BETWEEN_ENTRIES,
    MASK,
    front_matter,
    has_words,
    may_hide,
    words_only,
)
from desktop_app.notebook.text.marks import bare
from desktop_app.regex import regex

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.token import Token

_POINT = regex(r"^([\s>]*)•(?=\s)")
_SENTENCE = regex(r".{60}|[.!?;,。！？；，]\s*$", re.DOTALL)
_RULED = f"-=_*~ {MASK}"  # signs of lines across the page
_STROKE = regex(r"(?<!\\)\|")
_PLAIN_ITEM = regex(  # its words begin nothing else, such as a rule, a quotation or a definition
    r"([-*+]) (?:[^-+*_#>|<=`~\[\d\s]|[*_]{1,3}[^*_\s]|`(?!`)|\d{1,9}(?![\d.)])"
    r"|\[[^\[\]\\]*\](?!:))"
)
_ENDS_ITEM = regex(r"[-*+] +[^\s]|#{1,6} ")
_RULER = regex(r"[ \t]*[-:|][-:| \t]*$", re.MULTILINE)  # of a table, below its head


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


ITEMS = (StatementForm.BULLET, StatementForm.NUMBER)
"""Forms of what stands in a list."""


class HeadingLines(NamedTuple):
    """A heading with its title and level, on lines `start` to `end`."""

    title: str
    level: int
    start: int
    end: int

    @property
    def line(self) -> int:
        """Its line from 1."""
        return self.start + 1


class MarkdownWords(NamedTuple):
    """What one line says for a part: `text` stands in line `line` from `column` on."""

    line: int
    column: int
    text: str


class MarkdownPart(NamedTuple):
    """An item of a list, a paragraph or a row of a table, on lines `start` to `end`.

    `words` are its own, without what stands below an item; of a row they are its line, and
    `header` is the line above with the words of its cells. `depth` counts the items around it.
    `top`: it is an item that stands in nothing. `titled`: its words are a heading's. `quoted`: it
    stands in a quotation.
    """

    form: StatementForm
    start: int
    end: int
    words: tuple[MarkdownWords, ...]
    depth: int
    top: bool = False
    titled: bool = False
    header: MarkdownWords | None = None
    quoted: bool = False


class Markdown:
    """Lines (with endings, split at newlines only) read by CommonMark; `body` is where front
    matter ends.

    As a `note` is read, what is not closed hides nothing, text set in is code only outside of
    lists, `•` begins a bullet, and an underlined sentence is no heading.
    """

    def __init__(self, lines: list[str], *, note: bool = False) -> None:
        self.lines = lines
        self._note = note
        if note:
            self._plain, self.body = [_POINT.sub(r"\1-", line) for line in self._shown], 0
        else:
            self._plain, self.body = _plain(lines)
        self._tokens = _blocks(self._plain, note)

    @cached_property
    def _shown(self) -> list[str]:
        return words_only(self.lines)

    @cached_property
    def headings(self) -> tuple[HeadingLines, ...]:
        """Those that stand in nothing."""
        return tuple(one for one, depth, _ in self._every_heading if not depth)

    def sections(self) -> Iterator[tuple[HeadingLines, int]]:
        """Every heading with the end of its section: that of the list's item or quotation in which
        it stands, or where the next one of its level begins there. Only a heading with `#` ends a
        section: `---` below a line may be meant as a rule.
        """
        every = self._every_heading
        for n, (heading, depth, end) in enumerate(every):
            after = (
                one.start
                for one, at, _ in every[n + 1 :]
                if at == depth and one.level <= heading.level and one.end - one.start == 1
            )
            yield heading, min(end, next(after, end))

    @cached_property
    def rules(self) -> tuple[int, ...]:
        """The lines that are a rule across the page, and stand in nothing."""
        return tuple(
            _map(one)[1] - 1
            for one in self._tokens
            if not one.level and (one.type == "hr" or self._is_sentence(one))
        )

    @cached_property
    def _every_heading(self) -> list[tuple[HeadingLines, int, int]]:
        """Each heading, how deep it stands in items and quotations, and the end of the last one."""
        found, ends = [], [len(self.lines)]
        for n, token in enumerate(self._tokens):
            if token.type in ("list_item_open", "blockquote_open"):
                ends.append(_map(token)[1])
            elif token.type in ("list_item_close", "blockquote_close"):
                ends.pop()
            elif token.type == "heading_open" and not self._is_sentence(token):
                title = self._tokens[n + 1].content
                heading = HeadingLines(title, int(token.tag[1]), *_map(token))
                found.append((heading, len(ends) - 1, ends[-1]))
        return found

    @cached_property
    def bullets(self) -> tuple[tuple[int, int], ...]:
        """The first line and the end of each bullet that stands in nothing."""
        return tuple(self._span(token) for token in self._tokens if _is_bullet(token))

    def parts(self) -> Iterator[MarkdownPart]:
        """All items, paragraphs and rows, in reading order."""
        depth = quotes = 0
        header: MarkdownWords | None = None
        owned: Token | None = None  # the words of the item at hand
        for n, token in enumerate(self._tokens):
            if token.type == "list_item_open":
                form = StatementForm.BULLET if token.markup in "-*+" else StatementForm.NUMBER
                first = self._tokens[n + 1].type
                owned = self._tokens[n + 2] if first in ("paragraph_open", "heading_open") else None
                words, titled = self._words(owned), first == "heading_open"
                span, top = self._span(token), token.level == 1
                yield MarkdownPart(form, *span, words, depth, top, titled, quoted=quotes > 0)
                depth += 1
            elif token.type in ("blockquote_open", "blockquote_close"):
                quotes += token.nesting
            elif token.type == "list_item_close":
                depth -= 1
            elif token.type == "inline" and token is not owned:
                opening = self._tokens[n - 1]
                if opening.type == "paragraph_open" or self._is_sentence(opening):
                    span, words = _map(token), self._words(token)
                    form = StatementForm.PARAGRAPH
                    yield MarkdownPart(form, *span, words, depth, quoted=quotes > 0)
            elif token.type == "tr_open":
                start, end = _map(token)
                row = self._shown[start].strip(f" \t>{MASK}")
                words = (MarkdownWords(start, self._shown[start].index(row), row),)
                if self._tokens[n - 1].type == "thead_open":
                    header = words[0]
                elif "|" in row:
                    yield MarkdownPart(StatementForm.ROW, start, end, words, depth, header=header)
                else:
                    yield MarkdownPart(StatementForm.PARAGRAPH, start, end, words, depth)

    def says(self, part: MarkdownPart) -> bool:
        """Whether a part, with all that stands in it, has words."""
        return has_words(" ".join(map(bare, self._shown[part.start : part.end])))

    def passages(self) -> list[tuple[int, int]]:
        """The lines that are no heading, bullet or blank: paragraphs, numbered lists, fences,
        tables.
        """
        count = len(self.lines)
        taken = {n for n in range(self.body, count) if not self.lines[n].strip(" \t\r\n")}
        apart = {0, self.body}  # lines that something new begins on
        for token in self._tokens:
            start, end = _map(token)
            if _is_bullet(token):
                taken |= set(range(*self._span(token)))
            elif token.type == "heading_open" and token.level == 0:
                taken |= set(range(start, end))
            elif token.map and token.level == 0 and token.type != "bullet_list_open":
                taken -= set(range(start, _trimmed(self._plain, end)))
                apart.add(start)
        return _stretches(sorted(set(range(count)) - taken), apart)

    def open_end(self) -> int:
        """The line at which text can be added at the end, before an unclosed fence or comment."""
        count = len(self._plain)
        if not may_hide(self._plain):
            return count
        tokens = _blocks([*self._plain, "", "- probe"])
        if any(_is_bullet(token) and token.map == [count + 1, count + 2] for token in tokens):
            return count
        return max(token.map[0] for token in tokens if token.map and token.level == 0)

    def _is_sentence(self, heading: "Token") -> bool:
        """Whether what is underlined as a heading is a sentence, above a rule."""
        start, end = _map(heading)
        underlined = self._note and heading.type == "heading_open" and heading.markup in ("-", "=")
        words = self._plain[start].rstrip() if underlined else ""
        return underlined and (end - start > 2 or _SENTENCE.search(words) is not None)

    def _words(self, inline: "Token | None") -> tuple[MarkdownWords, ...]:
        if inline is None:
            return ()
        start, end = _map(inline)
        if end - start == 1 and (text := inline.content.strip()) in self._plain[start]:
            at = self._plain[start].rindex(text)
            one = MarkdownWords(start, at, self._shown[start][at : at + len(text)])
            return (one,) if one.text.strip(_RULED) else ()
        texts = [text.strip() for text in inline.content.split("\n")]
        # A line of odd spaces at the top is no blank to the parser, and is not in what it gives.
        last = end - len(texts)
        while start <= last and not all(map(contains, self._plain[start:end], texts)):
            start += 1
        if start > last:
            return ()
        words = []
        for line, text in zip(range(start, end), texts, strict=False):
            at = self._plain[line].rindex(text)
            words.append(MarkdownWords(line, at, self._shown[line][at : at + len(text)]))
        return tuple(one for one in words if one.text.strip(_RULED))

    def _span(self, item: "Token") -> tuple[int, int]:
        """Where an item begins and ends: before blank lines, and before a table right under it."""
        start, end = _map(item)
        if end - start == 1:
            return start, end
        table = next((n for n in range(start + 1, end) if self._plain[n].startswith("|")), end)
        return start, _trimmed(self._plain, table)


def cells_of(row: str) -> tuple[str, ...]:
    """What stands between the strokes of a table's row."""
    bare = row.strip().removeprefix("|")
    cells = [cell.strip() for cell in _STROKE.split(bare)]
    return tuple(cells if cells[-1] else cells[:-1])


def in_words(header: Sequence[str], cells: Sequence[str]) -> str:
    """A row as `header: cell; header: cell`."""
    pairs = zip_longest(header[: len(cells)], cells, fillvalue="")
    return "; ".join(": ".join(filter(None, pair)) for pair in pairs if pair[1])


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


def _is_bullet(token: "Token") -> bool:
    return token.type == "list_item_open" and token.level == 1 and token.markup in "-*+"


def _trimmed(plain: list[str], end: int) -> int:
    while not plain[end - 1].strip(" \t"):
        end -= 1
    return end


def _plain(lines: list[str]) -> tuple[list[str], int]:
    """The lines as the parser may count them: without front matter and marks of entries."""
    plain = [line.rstrip("\r\n") for line in lines]
    plain = ["" if line.strip() == BETWEEN_ENTRIES else line for line in plain]
    body = front_matter(plain)
    return [""] * body + plain[body:], body


def _blocks(plain: list[str], note: bool = False) -> "list[Token]":
    return _parser(note).parse("\n".join(plain))


def _plain_items(state: "StateBlock", first: int, end: int, silent: bool) -> bool:
    """A rule of the parser: items of one line each, up to one that something could go on with. The
    parser's own rules say the same of them, and take five times as long."""
    if silent or state.level:
        return False
    from markdown_it.token import Token

    begins = Token("paragraph_open", "p", 1, level=2)  # all items have the same three
    closes, ends = Token("paragraph_close", "p", -1, level=2), Token("list_item_close", "li", -1)
    line, before = first, len(state.tokens)
    while line < end:
        text = state.src[state.bMarks[line] : state.eMarks[line]]
        item, below = _PLAIN_ITEM.match(text), state.skipEmptyLines(line + 1)
        if not item or (below < end and not _ENDS_ITEM.match(state.src, state.bMarks[below])):
            break
        if line == first:
            state.push("bullet_list_open", "ul", 1).map = lines = [line, below]
        opened = Token("list_item_open", "li", 1, map=[line, below], level=1, markup=item[1])
        words = Token("inline", "", 0, map=[line, line + 1], level=3, content=text[2:].strip())
        state.tokens += (opened, begins, words, closes, ends)
        line = lines[1] = below
    if line > first and line + 1 < end and _RULER.match(state.src, state.bMarks[line + 1]):
        del state.tokens[before:]  # what follows is a table only where no list goes on
        state.level = 0
        return False
    if line > first:
        state.push("bullet_list_close", "ul", -1)
        state.line = line
    return line > first


@cache
def _parser(note: bool) -> "MarkdownIt":
    from markdown_it import MarkdownIt  # takes a moment to load, and not every page reads Markdown

    parser = MarkdownIt("commonmark", {"maxNesting": 100}).enable("table")
    parser.core.ruler.enableOnly(["block"])  # every sign stays where it stands
    parser.block.ruler.before("table", "plain_items", _plain_items)
    return parser.disable(["fence", "html_block", "code"]) if note else parser
