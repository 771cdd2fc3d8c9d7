"""Similar: lines that share the telling words of one that is indexed. Knows SQL, not files."""

import re
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from desktop_app.database import LARGEST, storable
from desktop_app.search.brought import NOTHING, TierLines
from desktop_app.search.find import FoundRow, find
from desktop_app.search.hits import Hit, hits
from desktop_app.search.query import Query, SearchMode, SearchPlan, alike
from desktop_app.search.retrievers import Arms, ranked

_TASK = re.compile(r"\[[ xX]\][ \t]+")  # before what is to be done
PIECES = 8  # that a very long line may be cut into, none of which is another line
_LEAST = 0.15  # of the rank the line itself has; what shares less has a word or two by chance


@dataclass(frozen=True)
class Others:
    """Lines like one, most alike first; `shares` are their ranks as parts of its own rank, 0..1."""

    plan: SearchPlan
    rows: tuple[FoundRow, ...] = ()
    shares: dict[int, float] = field(default_factory=dict)


def similar(
    connection: sqlite3.Connection,
    path: str,
    line: int,
    query: Query,
    budget: float,
    brought: TierLines = NOTHING,
) -> tuple[tuple[Hit, ...], bool]:
    """Hits like a line of a file, most alike first, without the line; and whether time sufficed.

    `score` is the share of the line's own rank; `query` narrows and limits the hits.
    """
    others, complete = by_words(connection, path, line, query, budget, brought)
    arms = {one: Arms(words=arm) for one, arm in ranked(others.shares, 1.0).items()}
    return hits(connection, query, others.plan, others.rows, arms, brought), complete


def text_at(connection: sqlite3.Connection, path: str, line: int) -> tuple[int, str] | None:
    """The number and the text of what stands on a line of a file."""
    if not 0 < line <= LARGEST:
        return None
    row = connection.execute(
        "select chunks.id, text from chunks join files on files.id = chunks.file"
        " where path = ? and line <= ? and end_line >= ? order by line desc limit 1",
        (storable(path), line, line),
    ).fetchone()
    return row and (int(row[0]), str(row[1]))


def line_of(connection: sqlite3.Connection, path: str, line: int, text: str) -> int | None:
    """The line of a file that now says what stood on `line`, the nearest; None where none does."""
    rows = connection.execute(
        "select line, text from chunks join files on files.id = chunks.file where path = ?",
        (storable(path),),
    )
    wanted = _normal(_TASK.sub("", storable(text)))
    same = (row[0] for row in rows if wanted.startswith(_normal(row[1])))
    return min(same, key=lambda other: abs(other - line), default=None)


def turn(connection: sqlite3.Connection, path: str, line: int) -> int:
    """The number of the message on a line of a transcript, from 1; 0 for a line without words.

    Lines without words do not count as messages.
    """
    row = connection.execute(
        "select count(distinct line) filter (where line <= ?), max(line = ?)"
        " from chunks join files on files.id = chunks.file where path = ?",
        (line, line, storable(path)),
    ).fetchone()
    return int(row[0]) if row[1] else 0


def by_words(
    connection: sqlite3.Connection,
    path: str,
    line: int,
    query: Query,
    budget: float,
    brought: TierLines = NOTHING,
) -> tuple[Others, bool]:
    """Lines that share words with the one at a line of a file; and whether `budget` sufficed."""
    tables = (connection, *brought.tables)
    own = next(filter(None, (text_at(table, path, line) for table in tables)), None)
    if own is None:
        return Others(SearchPlan()), True
    steps = alike(own[1])
    one = Query(own[1], mode=SearchMode.QUESTION, path=path)
    itself, _ = find(connection, one, steps, budget, brought)
    full = max((other.rank for other in itself if other.id == own[0]), default=0.0)
    wide = query._replace(mode=SearchMode.QUESTION, limit=query.limit + PIECES)
    rows, complete = find(connection, wide, steps, budget, brought)
    others = {row.id: _share(row, full) for row in rows if not holds(row, path, line)}
    shares = {id_: share for id_, share in others.items() if share >= _LEAST}
    return Others(steps, tuple(row for row in rows if row.id in shares), shares), complete


def holds(row: FoundRow, path: str, line: int) -> bool:
    """Whether the row stands on this line of this file."""
    return row.path == path and row.line <= line <= row.end_line


def _normal(text: str) -> str:
    return f"{' '.join(text.replace(chr(0), chr(0xFFFD)).split())} "


def _share(row: FoundRow, full: float) -> float:
    return min(1.0, max(row.rank, 0.0) / full) if full > 0 else 0.0


_REACH = 16  # lines on either side


class SectionLine(NamedTuple):
    """What is indexed of lines `line` to `end_line` of a file, without the mark of a list."""

    line: int
    end_line: int
    text: str


def surroundings(
    connection: sqlite3.Connection, places: Iterable[tuple[str, int]]
) -> dict[tuple[str, int], tuple[SectionLine, ...]]:
    """The section around each place (path, first line), in order; () for a place with no line.

    Ids follow each other in a section and leave a gap after it. The section's title is left out.
    """
    return {place: tuple(_section(connection, *place)) for place in places}


def _section(connection: sqlite3.Connection, path: str, line: int) -> list[SectionLine]:
    own = connection.execute(
        "select chunks.id, file, heading from chunks join files on files.id = chunks.file"
        " where path = ? and line = ? order by chunks.id limit 1",
        (path, line),
    ).fetchone()
    if own is None:
        return []
    near = connection.execute(
        "select id, line, end_line, text from chunks where id between ? and ? and file = ?"
        " and (text <> heading and heading = ? or id = ?) order by id",
        (own[0] - _REACH, own[0] + _REACH, own[1], own[2], own[0]),
    ).fetchall()
    at = next(n for n, row in enumerate(near) if row[0] == own[0])
    first, last = at, at
    while first and near[first][0] - near[first - 1][0] == 1:
        first -= 1
    while last + 1 < len(near) and near[last + 1][0] - near[last][0] == 1:
        last += 1
    return [SectionLine(*row[1:]) for row in near[first : last + 1]]
