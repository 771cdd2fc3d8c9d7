"""Markdown as pieces to be set: paragraphs, items, lines of code, each with its lines in the
source. Knows CommonMark, not Qt; may run in any thread.

Nothing is run and nothing fetched: HTML stays text, images are told by their words.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain, groupby
from typing import TYPE_CHECKING

from desktop_app.notebook.statements.markup import FRONT_MARK, front_matter
from desktop_app.notebook.text.markdown import BOX, COMMENT, falls_away, parser
from desktop_app.notebook.text.plain_links import linked
from desktop_app.notebook.text.runs import TextRun
from desktop_app.notebook.text.sections import LINE, Section

if TYPE_CHECKING:
    from markdown_it.token import Token


_CELLS = 600  # of all tables of a section: Qt sets one in 0.1 ms, and a table only as a whole
_COLUMNS = 30
_ROWS = re.compile(r"(?:\|.*\n)+")


class PieceKind(StrEnum):
    """What a block is. `TITLE` is a page's own, not the note's."""

    TITLE = "title"
    HEADING1 = "heading1"
    HEADING2 = "heading2"
    HEADING3 = "heading3"
    TEXT = "text"
    CODE = "code"
    RULE = "rule"
    TABLE = "table"

    @property
    def level(self) -> int:
        """Of a heading; 0 for all else."""
        return int(self[-1]) if self.startswith("heading") else 0


@dataclass(frozen=True)
class Piece:
    """One block of the page.

    `line` to `end_line` are its lines in the source, 1-based. `depth` counts lists around it,
    `quote` quotations. `mark` stands before the first line of a list item. `rows` are a table's
    cells, the first row its head.
    """

    kind: PieceKind
    runs: tuple[TextRun, ...]
    line: int
    end_line: int
    depth: int = 0
    quote: int = 0
    mark: str = ""
    tight: bool = False
    rows: tuple[tuple[tuple[TextRun, ...], ...], ...] = ()


_RUN = 8  # characters: a run of one look costs so much,
_CELL = 130  # and a cell of a table


def weight(pieces: Iterable[Piece]) -> int:
    """What it takes to set these, in characters: 100,000 take some 75 ms."""
    return sum(
        LINE
        + sum(len(run.text) + _RUN for run in piece.runs)
        + sum(_CELL + sum(len(run.text) for run in cell) for row in piece.rows for cell in row)
        for piece in pieces
    )


def pieces(section: Section, *, plain_links: bool = True) -> list[Piece]:
    """The pieces of a section, in order; `plain_links` are names, tags and bare addresses."""
    text = section.text
    if section.bare:
        return [Piece(PieceKind.TEXT, (TextRun(text),), section.first, section.first)]
    start: list[Piece] = []
    lines = text.split("\n")
    if section.first == 1 and (end := front_matter(lines)):
        start = [
            Piece(PieceKind.CODE, (TextRun(line),), n, n)
            for n, line in enumerate(lines[:end], 1)
            if not FRONT_MARK.fullmatch(line)
        ]
        text = "\n".join([*[""] * end, *lines[end:]])
    if section.first > 1 and (rest := _ROWS.match(text)):  # of a table cut in two
        start = [
            Piece(PieceKind.CODE, (TextRun(line.strip("| ")),), n, n)
            for n, line in enumerate(rest[0].split("\n")[:-1], 1)
        ]
        text = "\n" * len(start) + text[rest.end() :]
    walked = start + list(_Walk(parser().parse(text), plain_links).pieces())
    if section.first == 1:
        return walked
    moved = section.first - 1
    return [replace(one, line=one.line + moved, end_line=one.end_line + moved) for one in walked]


class _Walk:
    """One pass over the tokens of a text."""

    def __init__(self, tokens: "Sequence[Token]", plain_links: bool) -> None:
        self._tokens = tokens
        self._plain_links = plain_links
        self._lists: list[int | None] = []  # the next number, None in a list of bullets
        self._quote = 0
        self._mark = ""
        self._tight = False
        self._cells = 0  # of the tables until here

    def pieces(self) -> Iterator[Piece]:
        at = 0
        while at < len(self._tokens):
            token = self._tokens[at]
            if token.type == "table_open":
                rest = range(at, len(self._tokens))
                end = next(n for n in rest if self._tokens[n].type == "table_close")
                yield from self._table(self._tokens[at : end + 1])
                at = end
            elif token.type in ("bullet_list_open", "ordered_list_open"):
                number = int(token.attrs.get("start", 1)) if token.tag == "ol" else None
                self._lists.append(number)
            elif token.type in ("bullet_list_close", "ordered_list_close"):
                self._lists.pop()
            elif token.type == "list_item_open":
                self._mark = self._next_mark()
            elif token.type in ("blockquote_open", "blockquote_close"):
                self._quote += token.nesting
            elif token.type in ("paragraph_open", "heading_open"):
                self._tight = token.hidden
                yield from self._words(token, self._tokens[at + 1])
            elif token.type in ("fence", "code_block"):
                yield from self._code(token)
            elif token.type == "hr":
                yield self._piece(PieceKind.RULE, (), token)
            at += 1

    def _next_mark(self) -> str:
        number = self._lists[-1]
        if number is None:
            return "•"
        self._lists[-1] = number + 1
        return f"{number}."

    def _words(self, opening: "Token", inline: "Token") -> Iterator[Piece]:
        if COMMENT.fullmatch(inline.content):
            return  # a comment is for who writes
        runs = self._runs_of(inline)
        kind = PieceKind.TEXT
        if opening.type == "heading_open":
            kind = PieceKind(f"heading{min(3, int(opening.tag[1]))}")
        elif self._mark and runs and (box := BOX.match(runs[0].text)):
            self._mark = "☐" if box[1] == " " else "☑"
            runs = (replace(runs[0], text=runs[0].text[box.end() :]), *runs[1:])
        yield self._piece(kind, runs, opening)

    def _runs_of(self, inline: "Token") -> tuple[TextRun, ...]:
        runs = _joined(_runs(inline.children or []))
        return tuple(linked(runs)) if self._plain_links else runs

    def _code(self, token: "Token") -> Iterator[Piece]:
        line = (token.map or [0, 0])[0] + (2 if token.type == "fence" else 1)
        for number, words in enumerate(token.content.removesuffix("\n").split("\n"), line):
            yield replace(
                self._piece(PieceKind.CODE, (TextRun(words),), token), line=number, end_line=number
            )

    def _table(self, tokens: "Sequence[Token]") -> Iterator[Piece]:
        """A table, or its rows as lines when there are too many cells."""
        rows: list[tuple[tuple[TextRun, ...], ...]] = []
        cells: list[tuple[TextRun, ...]] = []
        for token in tokens:
            if token.type == "inline":
                cells.append(self._runs_of(token))
            elif token.type == "tr_close":
                rows.append(tuple(cells))
                cells = []
        whole = replace(self._piece(PieceKind.TABLE, (), tokens[0]), rows=tuple(rows))
        columns = max(map(len, rows))
        self._cells += columns * len(rows)
        if columns <= _COLUMNS and self._cells <= _CELLS:
            yield whole
            return
        for line, row in zip((0, *range(2, len(rows) + 1)), rows, strict=True):
            here = whole.line + line  # below the line of dashes, which is no row
            at = {"line": here, "end_line": here}
            yield replace(whole, kind=PieceKind.CODE, rows=(), runs=_in_line(row), **at)

    def _piece(self, kind: PieceKind, runs: tuple[TextRun, ...], token: "Token") -> Piece:
        start, end = token.map or [0, 1]
        mark, self._mark = self._mark, ""
        return Piece(
            kind,
            runs,
            start + 1,
            max(start + 1, end),
            len(self._lists),
            self._quote,
            mark,
            self._tight and bool(self._lists),
        )


def _in_line(row: Sequence[tuple[TextRun, ...]]) -> tuple[TextRun, ...]:
    """The cells of a row one after the other, without the empty ones at its end."""
    full = max((n for n, cell in enumerate(row, 1) if cell), default=0)
    return _joined(
        chain.from_iterable(
            (TextRun(" | "), *cell) if n else cell for n, cell in enumerate(row[:full])
        )
    )


def _joined(runs: Iterable[TextRun]) -> tuple[TextRun, ...]:
    """With what looks the same in one run."""
    return tuple(
        TextRun("".join(run.text for run in same), *look)
        for look, same in groupby(runs, lambda run: (run.marks, run.href))
    )


_MARKS = {"strong": "strong", "em": "em", "s": "strike"}


def _runs(tokens: "Sequence[Token]") -> Iterator[TextRun]:
    """The words of a paragraph."""
    open_: list[str] = []
    href = ""
    for at, token in enumerate(tokens):
        name = token.type.rsplit("_", 1)[0]
        if token.type == "hardbreak":
            yield TextRun("\n", frozenset(open_), href)
        elif token.type == "softbreak":
            sides = tokens[at - 1].content[-1:], tokens[at + 1].content[:1]
            if not falls_away(*sides):
                yield TextRun(" ", frozenset(open_), href)
        elif token.type == "code_inline":
            yield TextRun(token.content, frozenset((*open_, "code")), href)
        elif token.type == "image":
            source = str(token.attrs.get("src", ""))
            yield TextRun(token.content or source, frozenset((*open_, "image")), href or source)
        elif name == "link":
            opens = token.nesting > 0
            href = str(token.attrs.get("href", "")) if opens else ""
            open_ = [*open_, "link"] if opens else [mark for mark in open_ if mark != "link"]
        elif name in _MARKS and token.nesting:
            mark = _MARKS[name]
            if token.nesting > 0:
                open_.append(mark)
            elif mark in open_:
                open_.remove(mark)
        elif token.content:
            yield TextRun(token.content, frozenset(open_), href)
