"""Find: a plan's steps run over the index within a budget. Knows SQL and time, not files."""

import json
import sqlite3
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from desktop_app.search.budget import until
from desktop_app.search.query import ENOUGH, AnyOf, Plan, Query, Step
from desktop_app.search.ranking import ranked, rarity
from desktop_app.search.schema import counted
from desktop_app.search.within import Within, within

BUDGET = 0.040  # seconds a search at a keystroke may take before it shows what it has
PATIENT = 3.0  # and one that no one waits for at a keyboard
_PATIENCE = 2.5  # times the budget for who asks a question outright, mostly an agent
_SHARE = 0.6  # of that for looking up, where ranking follows
_GRACE = 0.015  # seconds more where nothing was found yet
_POOL = 200  # lines looked at when they are folded by file, or those as typed come first
_COMMON = 300  # lines; of words as common as that the newest say more than those with least beside
_ECHO = 0.5  # what a line of a diary weighs: it mostly says again what a day or MEMORY.md says
_LENGTH = 100  # characters of a usual line
_COLUMNS = "path, day, line, end_line, heading, text, chunks.head"


@dataclass(frozen=True)
class Found:
    """A row of the index that matches; `rank` is as BM25 ranks it, larger is better."""

    id: int
    rank: float
    path: str
    day: str | None
    line: int
    end_line: int
    heading: str
    text: str
    head: str


def find(
    connection: sqlite3.Connection, query: Query, plan: Plan, budget: float
) -> tuple[list[Found], bool]:
    """The best rows first, and whether `budget` seconds sufficed to look at everything."""
    want = max(query.limit, _POOL if query.by == "file" or plan.literal else ENOUGH)
    found: dict[int, Found] = {}
    complete = True
    start = time.perf_counter()
    budget *= _PATIENCE if query.mode == "question" else 1
    deadline = start + budget
    scope = within(connection, query)
    for step in plan.steps:
        if len(found) >= ENOUGH or not complete:
            break
        if isinstance(step, AnyOf):
            best, complete = ranked(connection, step, scope, want, start + budget * _SHARE)
            _add(found, rows(connection, dict(best))[:want])
        else:
            complete = _take(connection, step, scope, query, want, found, deadline)
    # A line too long for one row is found once, by its best piece.
    every = list({(row.path, row.line): row for row in reversed(found.values())}.values())[::-1]
    if plan.literal:
        sought = plan.literal.casefold()
        every.sort(key=lambda row: sought not in row.text.casefold())
    return every, complete


def rows(connection: sqlite3.Connection, ranks: Mapping[int, float]) -> list[Found]:
    """The rows with these ids, best first and then the newest; ids of no row are passed over."""
    select = (
        f"select chunks.id, kind = 'dreams', {_COLUMNS} from chunks"
        " join files on files.id = chunks.file"
        " where chunks.id in (select value from json_each(?)) order by chunks.id desc"
    )
    found = [
        Found(id_, ranks[id_] * (_ECHO if echo else 1), *row)
        for id_, echo, *row in connection.execute(select, (json.dumps(list(ranks)),))
    ]
    return sorted(found, key=lambda row: -row.rank)


def _take(
    connection: sqlite3.Connection,
    step: Step,
    scope: Within,
    query: Query,
    want: int,
    found: dict[int, Found],
    deadline: float,
) -> bool:
    """Add what the step finds; False if time ran out meanwhile.

    All of it has all that is sought, so what has the least beside it comes first; or the newest.
    """
    ids: list[int] = []
    with until(connection, lambda: time.perf_counter() > deadline + (not ids) * _GRACE) as in_time:
        for (id_,) in connection.execute(*_sql(step, scope)):
            ids.append(id_)  # one by one: what was found in time is kept
    rank = rarity(len(ids), counted(connection))
    if step.newest or len(ids) == _COMMON or not in_time():
        for start in range(0, len(ids), want):
            if _is_enough(found, query, want):
                return in_time()
            _add(found, rows(connection, dict.fromkeys(ids[start : start + want], rank)))
        if in_time() and len(ids) == _COMMON and not _is_enough(found, query, want):
            step, scope = replace(step, newest=True), replace(scope, high=ids[-1])
            return _take(connection, step, scope, query, want, found, deadline)
        return in_time()
    every = rows(connection, dict.fromkeys(ids, rank))
    every = [replace(row, rank=row.rank * _brevity(len(row.text))) for row in every]
    _add(found, sorted(every, key=lambda row: -row.rank))
    return in_time()


def _add(found: dict[int, Found], some: Iterable[Found]) -> None:
    for row in some:
        found.setdefault(row.id, row)


def _is_enough(found: Mapping[int, Found], query: Query, want: int) -> bool:
    if len(found) < want:
        return False
    return query.by == "line" or len({row.path for row in found.values()}) >= query.limit


def _brevity(length: int) -> float:
    """What BM25 makes of a text's length in characters: 1 for one as long as most."""
    return 2.2 / (1.3 + 0.9 * length / _LENGTH)


def _sql(step: Step, scope: Within) -> tuple[str, list[str | int]]:
    """Select the newest lines that match, at most _COMMON."""
    key = "rowid" if step.table else "id"
    where = [f"{step.table} match ?" if step.table else "instr(text, ?)"]
    values: list[str | int] = [step.match]
    if step.within:
        # The plus keeps SQLite from asking FTS5 once for each of these rows.
        where.append(f"+{key} in (select rowid from typed where typed match ?)")
        values.append(step.within)
    conditions, bounds = scope.sql(key)
    return (
        f"select {key} from {step.table or 'chunks'} where {' and '.join([*where, *conditions])}"
        f" order by {key} desc limit {_COMMON}",
        values + bounds,
    )
