"""Section: what stands around a line in its file. Knows SQL, not files."""

import sqlite3
from collections.abc import Iterable
from typing import NamedTuple

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
