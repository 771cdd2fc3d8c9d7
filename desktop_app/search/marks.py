"""Marks: which characters of a hit were found. Knows text and match expressions, not the index.

FTS5 itself says what matches, in a small table in memory that is fed the hits and emptied again; so
a mark on `surveys` for `survey` follows the very rules that found it. Because the index holds a
rewritten text, each of its characters is traced back to where it came from.
"""

import re
import sqlite3
import unicodedata
from collections.abc import Sequence

from desktop_app.language import words
from desktop_app.search.query import Marks

Span = tuple[int, int]

_OPEN, _CLOSE = "\x02", "\x03"
_SIGNS = str.maketrans({_OPEN: " ", _CLOSE: " "})
_TABLES = {
    "stemmed": "create virtual table if not exists temp.stemmed_hits"
    " using fts5(body, tokenize='porter unicode61 remove_diacritics 2')",
    "typed": "create virtual table if not exists temp.typed_hits"
    " using fts5(body, tokenize='unicode61 remove_diacritics 2')",
}


def marks(
    connection: sqlite3.Connection, texts: Sequence[str], wanted: Marks
) -> list[tuple[Span, ...]]:
    """For each text the spans to mark, in order, apart from each other."""
    traced = [_Traced(text) for text in texts]
    found = [text.of_characters(wanted.characters) for text in traced]
    for table, match in (("stemmed", wanted.stemmed), ("typed", wanted.typed)):
        if match:
            for number, marked in _highlighted(connection, table, match, traced):
                found[number] += traced[number].spans(marked)
    return [_joined(spans) for spans in found]


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
    """A text as the index sees it, with the place in the original of each of its characters."""

    def __init__(self, text: str) -> None:
        if text.isascii():
            self._letters = text
            self._places = [(at, at + 1) for at in range(len(text))]
        else:
            self._read(text)
        self.derived = ""
        self._from: list[int] = []  # for each derived character the letter it is; -1 for a blank
        self._derive()

    def of_characters(self, characters: frozenset[str]) -> list[Span]:
        """Where one of these characters stands."""
        if not characters:
            return []
        pairs = zip(self._letters, self._places, strict=True)
        return [place for letter, place in pairs if letter in characters]

    def spans(self, marked: str) -> list[Span]:
        """The original places of what is marked in a copy of `derived`."""
        found: list[Span] = []
        at = 0
        for part in re.split(f"([{_OPEN}{_CLOSE}])", marked):
            if part == _OPEN:
                found.append((at, at))
            elif part == _CLOSE:
                found[-1] = self._place(found[-1][0], at)
            else:
                at += len(part)
        return found

    def _read(self, text: str) -> None:
        starts = [at for at, character in enumerate(text) if at == 0 or not _combines(character)]
        letters: list[str] = []
        self._places = []
        for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
            folded = words.fold(unicodedata.normalize("NFKC", text[start:end]))
            letters.append(folded)
            self._places += [(start, end)] * len(folded)
        self._letters = "".join(letters)

    def _derive(self) -> None:
        derived: list[str] = []
        at = 0
        for run in words.runs(self._letters):
            if words.is_cjk(run[0]):
                pairs = [[at + i, at + i + 1] for i in range(len(run) - 1)]
                order = [-1]
                for pair in [*pairs, [at + len(run) - 1]]:
                    order += [*pair, -1]
            else:
                order = list(range(at, at + len(run)))
            self._from += order
            derived += [" " if i < 0 else self._letters[i] for i in order]
            at += len(run)
        self.derived = "".join(derived).translate(_SIGNS)

    def _place(self, start: int, end: int) -> Span:
        letters = [i for i in self._from[start:end] if i >= 0]
        return self._places[min(letters)][0], self._places[max(letters)][1]


def _combines(character: str) -> bool:
    """Whether NFKC may join it to the character before: accents, hangul letters, kana marks."""
    joins = "\u1160" <= character <= "\u11ff" or character in "\uff9e\uff9f"
    return joins or unicodedata.combining(character) > 0


def _joined(spans: list[Span]) -> tuple[Span, ...]:
    """Spans that touch become one: the pairs of a CJK run are marked as one stretch."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return tuple(found)
