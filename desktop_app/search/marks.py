"""Marks: which characters of a hit match the search. Knows text and match expressions, no index.

The hits go into a small table in memory, and FTS5 says what matches there. So `surveys` is marked
for `survey` by the same rules that found it. The index holds a rewritten text, so each of its
characters is traced back to its place in the original.
"""

import bisect
import itertools
import re
import sqlite3
import unicodedata
from collections.abc import Sequence
from functools import cache

from desktop_app.language import tokens
from desktop_app.search.query import Marks
from desktop_app.search.schema import TOKENS

Span = tuple[int, int]

_OPEN, _CLOSE = "\x02", "\x03"
_SIGNS = str.maketrans({_OPEN: " ", _CLOSE: " ", "\0": " "})  # SQLite ends a text at NUL
_TABLES = {
    "stemmed": "create virtual table if not exists temp.stemmed_hits"
    f" using fts5(body, tokenize='porter {TOKENS}')",
    "typed": "create virtual table if not exists temp.typed_hits"
    f" using fts5(body, tokenize='{TOKENS}')",
}


def marks(
    connection: sqlite3.Connection, texts: Sequence[str], wanted: Marks
) -> list[tuple[Span, ...]]:
    """For each text the spans to mark, in order, apart from each other."""
    traced = [_Traced(text) for text in texts]
    spans = [text.of_characters(wanted.characters) for text in traced]
    for table, match in (("stemmed", wanted.stemmed), ("typed", wanted.typed)):
        if match:
            for number, marked in _highlighted(connection, table, match, traced):
                spans[number] += traced[number].spans(marked)
    return [joined(some) for some in spans]


def first_marks(
    connection: sqlite3.Connection, texts: Sequence[str], wanted: Sequence[Marks]
) -> list[tuple[Span, ...]]:
    """For each text the spans of the first of `wanted` that marks anything in it."""
    result: list[tuple[Span, ...]] = [()] * len(texts)
    for some in wanted:
        bare = [number for number, spans in enumerate(result) if not spans]
        if bare:
            marked = marks(connection, [texts[number] for number in bare], some)
            for number, spans in zip(bare, marked, strict=True):
                result[number] = spans
    return result


def _highlighted(
    connection: sqlite3.Connection, table: str, match: str, traced: Sequence["_Traced"]
) -> list[tuple[int, str]]:
    connection.execute(_TABLES[table])
    connection.execute("begin")
    try:
        rows = enumerate(text.derived for text in traced)
        connection.executemany(f"insert into temp.{table}_hits(rowid, body) values (?, ?)", rows)
        return connection.execute(
            f"select rowid, highlight({table}_hits, 0, ?, ?) from temp.{table}_hits"
            f" where {table}_hits match ?",
            (_OPEN, _CLOSE, match),
        ).fetchall()
    finally:
        connection.rollback()


class _Traced:
    """A text as the index sees it, with the place in the original of each of its characters.

    `letters` is the folded text before CJK is paired; mostly it has a letter per character.
    """

    def __init__(self, text: str) -> None:
        self._letters = tokens.sought(text)
        self._places: list[Span] | None = None
        odd = not text.isascii() and any(map(_combines, text))
        if odd or len(self._letters) != len(text):
            self._read(text)
        parts = [text] if text.isascii() else tokens.runs(self._letters)
        written = [tokens.paired(p) if tokens.is_paired(p[:1]) else p for p in parts]
        self.derived = "".join(written).translate(_SIGNS)
        self._starts = [0, *itertools.accumulate(map(len, parts))]
        self._written = [0, *itertools.accumulate(map(len, written))]

    def of_characters(self, characters: frozenset[str]) -> list[Span]:
        """Where one of these characters stands."""
        if not characters:
            return []
        return [self._place(at, at) for at, c in enumerate(self._letters) if c in characters]

    def spans(self, marked: str) -> list[Span]:
        """The original places of what is marked in a copy of `derived`."""
        places: list[Span] = []
        at = first = 0
        for part in re.split(f"([{_OPEN}{_CLOSE}])", marked):
            if part == _OPEN:
                first = at
            elif part == _CLOSE:
                places.append(self._place(self._letter(first), self._letter(at - 1)))
            else:
                at += len(part)
        return places

    def _read(self, text: str) -> None:
        """Fold cluster by cluster, where letters are more or fewer than characters."""
        starts = [at for at, c in enumerate(text) if at == 0 or not _combines(c)]
        letters: list[str] = []
        self._places = []
        for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
            folded = tokens.sought(text[start:end])
            letters.append(folded)
            self._places += [(start, end)] * len(folded)
        self._letters = "".join(letters)

    def _letter(self, at: int) -> int:
        """Which letter a character of `derived` is; it must not be a blank put between pairs."""
        part = bisect.bisect_right(self._written, at) - 1
        first, inside = self._starts[part], at - self._written[part]
        if not tokens.is_paired(self._letters[first]):
            return first + inside
        pair, second = divmod(inside - 1, 3)  # a blank, then a pair and a blank over and over
        return first + pair + second

    def _place(self, first: int, last: int) -> Span:
        if self._places is None:
            return first, last + 1
        return self._places[first][0], self._places[last][1]


@cache
def _combines(character: str) -> bool:
    """Whether NFKC may join it to the character before: accents, hangul letters, kana marks, vowel
    signs."""
    joins = "\u1160" <= character <= "\u11ff" or character in "\uff9e\uff9f"
    return joins or unicodedata.combining(character) > 0 or character in tokens.signs()


def joined(spans: list[Span]) -> tuple[Span, ...]:
    """Spans that touch become one: the pairs of a CJK run are marked as one stretch."""
    apart: list[Span] = []
    for start, end in sorted(spans):
        if apart and start <= apart[-1][1]:
            apart[-1] = (apart[-1][0], max(end, apart[-1][1]))
        else:
            apart.append((start, end))
    return tuple(apart)
