"""Find: a plan's steps run over the index within a budget. Knows SQL and time, not files."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from desktop_app.search.query import ENOUGH, Plan, Query, Step
from desktop_app.search.rows import recency
from desktop_app.search.schema import DAY_SHIFT

BUDGET = 0.040  # seconds a search at a keystroke may take before it shows what it has
_PATIENCE = 2.5  # times the budget for who asks a question outright, mostly an agent
_SHARE = 0.6  # of the budget, where a cheaper look can follow
_LAST_LOOK = 0.015  # seconds more for the newest matches when ranking them all took too long
_OPCODES = 2000  # of SQLite between two looks at the time
_POOL = 200  # lines looked at when they are folded by file, or those as typed come first
# Where a file counts to: its kind, but topics apart from days.
PLACE = "case when kind = 'days' and day is null then 'topics' else kind end"
_COMMON = 1000  # lines; of words as common as that the newest say more than those with least beside


@dataclass(frozen=True)
class Found:
    """A row of the index that matches; `rank` is -bm25, larger is better."""

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
    first = budget * (_SHARE if len(plan.cheaper) > 1 else 1)
    for step in plan.steps:
        if len(found) >= ENOUGH or not complete:
            break
        if step.table == "typed" and _is_common(connection, step, start + first):
            step = replace(step, newest=True)
        complete = _take(connection, step, query, want, found, start + first)
    for step in () if complete or found else plan.cheaper:
        newest = time.perf_counter() + _LAST_LOOK
        if _take(connection, step, query, want, found, newest if step.newest else start + budget):
            break
    rows = list(found.values())
    if plan.literal:
        sought = plan.literal.casefold()
        rows.sort(key=lambda row: sought not in row.text.casefold())
    return rows, complete


def _take(
    connection: sqlite3.Connection,
    step: Step,
    query: Query,
    want: int,
    found: dict[int, Found],
    deadline: float,
) -> bool:
    """Add what the step finds; False if time ran out meanwhile."""
    paths = {row.path for row in found.values()}
    with _until(connection, deadline) as in_time:
        for number, values in enumerate(connection.execute(*_sql(step, query)), 1):
            row = found.setdefault(values[0], Found(*values))
            paths.add(row.path)
            if number >= want and (query.by == "line" or len(paths) >= query.limit):
                break
    return in_time()


@contextmanager
def _until(connection: sqlite3.Connection, deadline: float) -> Iterator[Callable[[], bool]]:
    """What is looked up in the block ends at the deadline; what it gives tells whether it had to.

    FTS5 gathers the beginnings of words in one go, which cannot be broken off.
    """
    late = False
    connection.set_progress_handler(lambda: time.perf_counter() > deadline, _OPCODES)
    try:
        yield lambda: not late
    except sqlite3.OperationalError as error:
        if getattr(error, "sqlite_errorcode", 0) != sqlite3.SQLITE_INTERRUPT:
            raise
        late = True
    finally:
        connection.set_progress_handler(None, 0)


def _is_common(connection: sqlite3.Connection, step: Step, deadline: float) -> bool:
    """Whether ranking all that match would take long; counting stops early."""
    match = f"select 1 from {step.table} where {step.table} match ? limit {_COMMON}"
    with _until(connection, deadline) as in_time:
        count = connection.execute(f"select count(*) from ({match})", (step.match,)).fetchone()[0]
        return bool(count >= _COMMON)
    return not in_time()


def _sql(step: Step, query: Query) -> tuple[str, list[str | int]]:
    table = step.table
    key = f"{table}.rowid" if table else "chunks.id"
    rank = "0.0" if step.newest or not table else f"-{table}.rank"
    columns = "path, day, line, end_line, heading, text, chunks.head"
    # A cross join keeps the full-text table outside, where it delivers in the wanted order.
    source = f"{table} cross join chunks on chunks.id = {key}" if table else "chunks"
    where, values = [], list[str | int]()
    where.append(f"{table} match ?" if table else "instr(text, ?)")
    values.append(step.match)
    if step.within:
        # The plus keeps SQLite from asking FTS5 once for each of these rows.
        where.append(f"+{key} in (select rowid from typed where typed match ?)")
        values.append(step.within)
    if query.kinds:
        where.append(f"{PLACE} in ({', '.join('?' * len(query.kinds))})")
        values += query.kinds
    if query.path:
        where.append("path = ?")
        values.append(query.path)
    if query.since or query.until:
        where.append("day is not null")
    if query.since:
        where.append(f"{key} >= ?")
        values.append(recency(query.since) << DAY_SHIFT)
    if query.until:
        where.append(f"{key} < ?")
        values.append(recency(query.until) + 1 << DAY_SHIFT)
    order = f"{key} desc" if step.newest or not table else f"{table}.rank"
    return (
        f"select {key}, {rank}, {columns} from {source}"
        f" cross join files on files.id = chunks.file"
        f" where {' and '.join(where)} order by {order}",
        values,
    )
