"""Find: a plan's steps run over the index within a budget. Knows SQL and time, not files."""

import json
import sqlite3
import time
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from desktop_app.search.brought import NOTHING, TierLines
from desktop_app.search.postings import until
from desktop_app.search.query import (
    ENOUGH,
    AnyOf,
    HitPer,
    Query,
    SearchMode,
    SearchPlan,
    SearchStep,
)
from desktop_app.search.ranking import ranked, rarity
from desktop_app.search.schema import chunk_count
from desktop_app.search.within import Within, within

BUDGET = 0.040  # seconds a search at a keystroke may take before it shows what it has
PATIENT = 3.0  # and one that no one waits for at a keyboard
_PATIENCE = 2.5  # times the budget for who asks a question outright
_SHARE = 0.5  # of that after which what was looked up is ranked
_POOL = 200  # lines looked at when they are folded by file, or have to have signs as typed
_COMMON = 300  # lines; of a word as common as that the newest lines come first, not the shortest
_ECHO = 0.5  # the weight of a line of a diary or a copy: mostly it repeats another
_PIECES = 50  # times as many rows, where a very long line has the places of others
_LENGTH = 100  # characters of a usual line
_USUAL_WORD = 6  # characters of a usual word, with the space behind it
_NO_DIGITS = dict.fromkeys(map(ord, "0123456789"))
_COLUMNS = "path, day, line, end_line, heading, text, chunks.head"


class FoundRow(NamedTuple):
    """A row of the index that matches; `rank` is as BM25 ranks it, larger is better.

    `whole`: it has all words of the search, in its text or its headings and date.
    """

    id: int
    rank: float
    path: str
    day: str | None
    line: int
    end_line: int
    heading: str
    text: str
    head: str
    whole: bool = False


def find(
    connection: sqlite3.Connection,
    query: Query,
    plan: SearchPlan,
    budget: float,
    brought: TierLines = NOTHING,
) -> tuple[list[FoundRow], bool]:
    """The best rows first, and whether `budget` seconds sufficed to look at everything.

    Lines that were `brought` from elsewhere are ranked among those of the index.
    """
    patience = _PATIENCE if query.mode == SearchMode.QUESTION else 1
    look = _Look(connection, query, plan, budget * patience, brought)
    for step in plan.steps:
        if len(look.rows) < ENOUGH and look.complete:
            look.take(step)
    every = list(look.rows.values())
    if plan.literal:
        sought = plan.literal.casefold()
        every.sort(key=lambda row: (not row.whole, sought not in row.text.casefold()))
    return every, look.complete


def rows(
    connection: sqlite3.Connection, ranks: Mapping[int, float], whole: bool = False
) -> list[FoundRow]:
    """The rows with these ids, best first and then the newest; ids of no row are passed over."""
    select = (
        f"select chunks.id, kind in ('dreams', 'copies'), {_COLUMNS} from chunks"
        " join files on files.id = chunks.file"
        " where chunks.id in (select value from json_each(?)) order by chunks.id desc"
    )
    ranked_rows = [
        FoundRow._make((id_, ranks[id_] * (_ECHO if echo else 1), *row, whole))
        for id_, echo, *row in connection.execute(select, (json.dumps(list(ranks)),))
    ]
    return sorted(ranked_rows, key=lambda row: -row.rank)


class _Look:
    """One search: the rows found so far, and whether there was time for all steps."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        query: Query,
        plan: SearchPlan,
        budget: float,
        brought: TierLines,
    ) -> None:
        start = time.perf_counter()
        # A line too long for one row is found once, by its best piece.
        self.rows: dict[tuple[str, int], FoundRow] = {}
        self.complete = True
        self._whole = True  # what is found has all words
        self._connection = connection
        self._brought = brought
        self._total = chunk_count(connection) + brought.total
        self._within = within(connection, query, brought.tables)
        self._files = query.limit if query.by == HitPer.FILE else 0
        signs = not "".join(plan.literal.split()).isalnum() and plan.literal
        self._want = max(query.limit, _POOL if self._files or signs else ENOUGH)
        self._rank_from = start + budget * _SHARE
        self._deadline = start + budget

    def take(self, step: SearchStep | AnyOf) -> None:
        """Take a step, and add the rows that it finds."""
        if isinstance(step, AnyOf):
            self._whole = False
            self._take_ranked(step)
            return
        ids = self._newest(step, self._within)
        rank = rarity(len(ids), self._total)
        if not step.newest and len(ids) < _COMMON and self.complete:
            # Each of them has all the words: short lines come first, and of those the newest.
            every = self._rows(dict.fromkeys(ids, rank))
            brief = (row._replace(rank=row.rank * _brevity(_length(row.text))) for row in every)
            self._add(sorted(brief, key=lambda row: -row.rank))
            return
        while ids and not self._is_enough():
            some, ids = ids[: self._want], ids[self._want :]
            self._add(self._rows(dict.fromkeys(some, rank)))
            if not ids and self.complete:
                ids = self._newest(step, replace(self._within, high=some[-1]))

    def _take_ranked(self, step: AnyOf) -> None:
        for many in (self._want, self._want * _PIECES):
            best, self.complete = ranked(
                self._connection, step, self._within, many, self._rank_from, self._brought
            )
            self._add(self._rows(dict(best)))
            if len(self.rows) >= self._want or len(best) < many:
                return

    def _newest(self, step: SearchStep, scope: Within) -> list[int]:
        """The newest lines that match, at most _COMMON."""
        ids: list[int] = []
        with until(self._connection, lambda: time.perf_counter() > self._deadline) as in_time:
            for (id_,) in self._connection.execute(*_sql(step, scope)):
                ids.append(id_)  # one by one: what was found in time is kept
        self.complete = in_time()
        for table in self._brought.tables:
            ids += [id_ for (id_,) in table.execute(*_sql(step, scope))]
        return sorted(ids, reverse=True)[:_COMMON] if self._brought.tables else ids

    def _rows(self, ranks: Mapping[int, float]) -> list[FoundRow]:
        every = rows(self._connection, ranks, self._whole)
        for table in self._brought.tables:
            every += rows(table, ranks, self._whole)
        # A line beside one that may be found is ranked with it.
        every = [row for row in every if row.id in self._within]
        return sorted(every, key=lambda row: (-row.rank, -row.id))

    def _add(self, some: Iterable[FoundRow]) -> None:
        for row in some:
            self.rows.setdefault((row.path, row.line), row)

    def _is_enough(self) -> bool:
        if len(self.rows) < self._want:
            return False
        return not self._files or len({r.path for r in self.rows.values()}) >= self._files


def _length(text: str) -> int:
    """How long a text is in characters, its words and numbers taken as all alike: another day or
    hour in its place makes a line no longer."""
    spaced = _USUAL_WORD * (text.count(" ") + 1)
    unspaced = len(text) > 3 * spaced  # Chinese
    return len(text.translate(_NO_DIGITS)) if unspaced else spaced


def _brevity(length: int) -> float:
    """The factor by which BM25 weighs a text of this length in characters; 1 for a usual length.

    It is the same for texts about as long, so that the newest of them comes first: what corrects a
    line is a little longer.
    """
    return 2.2 / (1.3 + 0.9 * round(2 * length / _LENGTH) / 2)


def _sql(step: SearchStep, scope: Within) -> tuple[str, list[str | int]]:
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
