"""TierLines: lines that other places keep, on a table of their own for one search. Knows SQL.

They have the ids that they would have in the index. So a search goes over both tables as over one,
ranks all lines by the same rule, and shows each once.
"""

import re
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from types import MappingProxyType

from desktop_app.language.tokens import is_paired
from desktop_app.search import rows, schema
from desktop_app.search.query import AnyOf, SearchPlan
from desktop_app.search.schema import FILE_SHIFT, NEAR
from desktop_app.tiers.entry import TierEntry

HEAD = "ʰ"
"""Ends a word of a line's headings and date, to tell it from the line's own."""
_LONGEST = 100  # characters of a word
_KEY = 24  # characters that name a state of a file
_QUOTED = re.compile(r'"((?:[^"]|"")*)"')
_TOKENS = f"""
create virtual table passing using fts5(body, head, tokenize='porter {schema.TOKENS}');
create virtual table word using fts5vocab(passing, instance);
"""


@dataclass(frozen=True)
class TierLines:
    """Lines from elsewhere in `tables`, of `total` that are there.

    `having` is in how many of these each word of a plan stands: in the lines, and in their heads.
    `note` tells what could not be asked.
    """

    tables: tuple[sqlite3.Connection, ...] = ()
    total: int = 0
    having: Mapping[str, tuple[int, int]] = field(default_factory=lambda: MappingProxyType({}))
    note: str = ""

    def close(self) -> None:
        """End what is open."""
        for table in self.tables:
            table.close()


NOTHING = TierLines()


def key_of(path: str, sha: str) -> str:
    """What the ids of all entries begin with that a file in this state has."""
    return sha256(f"{path}\0{sha}".encode()).hexdigest()[:_KEY]


def entry_id(key: str, line_id: int) -> str:
    """The id of an entry, by that of its line in the index."""
    return f"{key}-{line_id & (1 << FILE_SHIFT) - 1:06x}"


def key_in(entry: str) -> str:
    """The key that an entry's id begins with."""
    return entry[:_KEY]


def neighbours(entry: str) -> list[str]:
    """The ids that the entries near one have, if there are any."""
    number = _number(entry)
    steps = (step for step in range(-NEAR, NEAR + 1) if step and number + step >= 0)
    return [entry_id(key_in(entry), number + step) for step in steps]


def _number(entry: str) -> int:
    """The number of its line in its file, by an entry's id."""
    return int(entry[_KEY + 1 :], 16)


class IndexWords:
    """Texts as words, exactly as the index finds them. For one thread."""

    def __init__(self) -> None:
        self._tables = sqlite3.connect(":memory:")
        self._tables.executescript(_TOKENS)

    def of(self, texts: Sequence[tuple[str, str]], *, firsts: bool = True) -> list[tuple[str, ...]]:
        """The words of each line and its head, as the index has these, each once.

        `firsts`: of a pair of characters its first one too, so that it is found alone.
        """
        with self._tables:
            self._tables.execute("delete from passing")
            numbered = ((n, *text) for n, text in enumerate(texts))
            self._tables.executemany(
                "insert into passing(rowid, body, head) values (?, ?, ?)", numbered
            )
            found: list[list[str]] = [[] for _ in texts]
            for word, row, column in self._tables.execute("select term, doc, col from word"):
                mark = HEAD if column == "head" else ""
                found[row].append(f"{word[:_LONGEST]}{mark}")
                if firsts and len(word) == 2 and is_paired(word[0]):
                    found[row].append(f"{word[0]}{mark}")
        return [tuple(dict.fromkeys(some)) for some in found]

    def close(self) -> None:
        """End what is open."""
        self._tables.close()


def sought(plan: SearchPlan) -> dict[str, tuple[str, ...]]:
    """The words of each part of a plan: what a line elsewhere must have one of, to be found."""
    parts = list[str]()
    for step in plan.steps:
        every = step.words if isinstance(step, AnyOf) else [step.match, step.within]
        if not isinstance(step, AnyOf) and step.table is None:
            continue
        parts += every
    texts = [" ".join(_QUOTED.findall(part)).replace('""', '"') for part in parts]
    words = IndexWords()
    try:
        found = words.of([(text, "") for text in texts], firsts=False)
    finally:
        words.close()
    return dict(zip(parts, found, strict=True))


def table_of(connection: sqlite3.Connection, entries: Iterable[TierEntry]) -> sqlite3.Connection:
    """A table like the index's, of these entries' lines; `connection` has their files."""
    by_path: dict[str, dict[int, TierEntry]] = {}
    for entry in entries:
        by_path.setdefault(entry.path, {})[_number(entry.id)] = entry
    made = sqlite3.connect(":memory:", check_same_thread=False)
    schema.migrate(made)
    due: list[int] = []
    for path, lines in by_path.items():
        file = connection.execute("select * from files where path = ?", (path,)).fetchone()
        made.execute(f"insert into files values ({', '.join('?' * len(file))})", file)
        due += rows.put_lines(made, file[0], file[3], lines)
    rows.index(made, due)
    return made
