"""Index: the text of the notebook's files, ready for searches. A cache: the files are the truth.

Knows the database and how to read a file, not the notebook. Any thread may use it, and another
program may use the same index.
"""

import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from desktop_app.database import storable
from desktop_app.errors import Problem
from desktop_app.notebook.files import Snapshot, Stat
from desktop_app.notebook.layout import FileKind, Layout
from desktop_app.notebook.storage import trouble
from desktop_app.search import clearing, damage, reading, rows, schema
from desktop_app.search.brought import NOTHING, TierLines
from desktop_app.search.elsewhere import Stores, bring
from desktop_app.search.find import BUDGET, find
from desktop_app.search.freshness import Loss
from desktop_app.search.gate import Gate
from desktop_app.search.hits import Hit, Results, hits
from desktop_app.search.query import Query, SearchPlan, plan
from desktop_app.search.reading import IndexSource
from desktop_app.search.retrievers import SearchBy
from desktop_app.words import tr

__all__ = ["Counts", "Hit", "Query", "Results", "SearchIndex"]

Answer = TypeVar("Answer")

_BATCH = 32  # files read in one transaction; a save in between waits no longer than that
_NAME = tr("the search index")
_BY_NAME = Layout().dated


class Counts(NamedTuple):
    """How much is indexed; `behind` counts files known to differ from what is."""

    files: int
    chunks: int
    behind: int = 0


class SearchIndex:
    """The index at `path`. `read` gives a file as it is now, `kind` what it is in the notebook,
    `dated` the day that it is of.

    `budget` is the seconds a search at a keystroke may take; then it shows what it has found.
    A damaged index is deleted and made anew from the files. Every method raises Problem when
    the disk refuses; the notes are never touched.
    """

    def __init__(
        self,
        path: Path,
        read: Callable[[str], Snapshot],
        kind: Callable[[str], FileKind | None],
        dated: Callable[[str], date | None] = _BY_NAME,
        *,
        budget: float = BUDGET,
    ) -> None:
        self.path = path
        self._source = IndexSource(read, kind, dated)
        self.budget = budget
        self.stores: Stores = {}  # of tiers that keep lines of files away from here
        self.has_away = False  # whether any does, as far as known
        self._database = schema.database(path)
        self._made = 0  # how often it was made anew
        self._gate = Gate()
        self._writing = threading.RLock()
        self._known: set[str] = set()
        self._behind: set[str] = set()
        self.loss: Loss | None = None  # files that went in a suspicious way are kept as they were
        self.reading = 0  # files that are being read now

    @property
    def behind(self) -> int:
        """Files known to differ from what is searched."""
        return len(self._behind)

    def search(self, query: Query) -> Results:
        """The hits that are found within the budget of a keystroke. Any text will do."""
        start = time.perf_counter()
        steps = plan(query.text, query.mode)
        brought = self.bring(query, steps)

        def look(connection: sqlite3.Connection) -> tuple[tuple[Hit, ...], bool]:
            shown, complete = find(connection, query, steps, self.budget, brought)
            return hits(connection, query, steps, shown, brought=brought), complete

        shown, complete = self.ask(look) if steps.steps else ((), True)
        arms = (SearchBy.WORDS,) if steps.steps else ()
        return self.results(start, shown, arms, complete, brought)

    def results(
        self,
        start: float,
        shown: tuple[Hit, ...],
        arms: tuple[SearchBy, ...],
        complete: bool,
        brought: TierLines,
    ) -> Results:
        """What a search that began at `start` has found; what was `brought` for it is closed."""
        brought.close()
        took = (time.perf_counter() - start) * 1000
        return Results(shown, took, arms, len(self._behind), complete, skipped=brought.note)

    def bring(self, query: Query, steps: SearchPlan) -> TierLines:
        """What other tiers have for a search; `close` it in the end."""
        if query.at_hand:
            self._look_for_away()
            return NOTHING
        return self.ask(lambda connection: bring(connection, self.stores, query, steps))

    def _look_for_away(self) -> None:
        self.has_away = self._asked("exists (select 1 from files where tier is not null)") == [1]

    def of_file(self, path: str, work: Callable[[sqlite3.Connection], Answer]) -> Answer:
        """What `work` reads of the lines of a file, wherever they are kept."""
        away = self.ask(lambda connection: self._read_away(connection, path))
        if away is None:
            return self.ask(work)
        with closing(away):
            return work(away)

    def _read_away(self, connection: sqlite3.Connection, path: str) -> sqlite3.Connection | None:
        """A table of what a file says that a tier has, read from the file; None for others."""
        select = "select id, sha, kind from files where path = ? and tier is not null"
        row = connection.execute(select, (storable(path),)).fetchone()
        if row is None:
            return None
        return rows.alone(row[0], row[2], self._source.dated(path), self._source.read(path))

    def update(self, paths: Iterable[str]) -> list[str]:
        """Read these files now; missing ones leave. Returns those that were not indexed so."""
        marks: dict[str, Stat | None] = dict.fromkeys(paths)
        with self._writing:
            self._known |= marks.keys()
            self._behind = self._behind | marks.keys()
        return self.ask(lambda connection: self._refresh(connection, marks))

    def reconcile(self, stats: Mapping[str, Stat] | None, *, believe: bool = False) -> list[str]:
        """Read the files whose marks of change differ from the index; returns the changed paths.

        `stats` has every file of the notebook; None means that its folder is gone, and the index
        stays. It also keeps files that vanished suspiciously (see `loss`), unless `believe`.
        """
        if stats is None:
            return []
        with self._writing:
            self._known = set(stats)

        def compare(connection: sqlite3.Connection) -> list[str]:
            due = reading.due(connection, self._source, stats)
            loss = reading.lost(connection, stats)
            with self._writing:
                self._behind = set(due)
                self.loss = None if believe else loss
            held_back = self.loss.paths if self.loss else ()
            some = {path: stat for path, stat in due.items() if path not in held_back}
            return self._refresh(connection, some)

        return self.ask(compare)

    def rebuild(self, paths: Iterable[str]) -> None:
        """Make the index anew from the files; until that is done the old one answers."""
        every = sorted(set(paths))

        def again(connection: sqlite3.Connection) -> None:
            with self._writing:
                with self._changing(len(every)):
                    rows.empty(connection)
                    _, unread = reading.take(connection, self._source, dict.fromkeys(every))
                    if every and unread == set(every):  # undone: the old index is better than none
                        raise Problem(
                            tr("None of the notebook's files can be read."),
                            tr("Is its folder still there? The index stays as it was."),
                        )
                self._known, self._behind, self.loss = set(every), unread, None

        self.ask(again)

    def let_go(self, files: Mapping[str, tuple[str, int]], tier: str) -> list[str]:
        """Take away what these files say, by path, as a tier has it now; each with its hash and the
        number of its lines. A file that has changed meanwhile stays. Returns those that went."""

        def leave(connection: sqlite3.Connection) -> list[str]:
            self.has_away = True
            with self._changing():
                return [
                    path
                    for path, (sha, lines) in files.items()
                    if rows.let_go(connection, path, sha, lines, tier)
                ]

        return self.ask(leave)

    def call_home(self, paths: Collection[str]) -> None:
        """Read files again that tiers have; a file that can't be read stays with its tier."""
        self.ask(lambda connection: self._refresh(connection, dict.fromkeys(paths), home=True))

    def check(self, held_back: Collection[str] = ()) -> list[str]:
        """The faults in sentences: damage inside, or files that differ from the index; those that
        are `held_back` differ on purpose."""
        faults, changed = self._examine(held_back)
        told = tr("{path} has changed since it was indexed.")
        return [
            *(tr("The index is damaged: {fault}.").format(fault=fault) for fault in faults),
            *(told.format(path=path) for path in changed),
        ]

    def mend(self, paths: Iterable[str]) -> bool:
        """Check the index and mend it; a damaged one is made anew from `paths`, all of its files.
        Whether anything was wrong. Files that a `loss` keeps are no fault."""
        faults, changed = self._examine(self.loss.paths if self.loss else ())
        if faults:
            with self._writing:
                self._known = set(paths)
            self._start_over(self._made)
        else:
            self.update(changed)
        return bool(faults or changed)

    def _examine(self, held_back: Collection[str]) -> tuple[list[str], list[str]]:
        """The damage inside, and the files that differ from the index, but those held back."""
        try:
            with self._gate.inside():
                connection = self._database.connection()
                faults, changed = damage.faults_in(connection), list[str]()
                for path, fault in () if faults else reading.differing(connection, self._source):
                    (faults if fault else changed).append(fault or path)
        except damage.ERRORS as error:
            with trouble.database_as_problem(_NAME):
                if damage.refused(error):
                    raise
            return [str(error)], []
        return faults, [path for path in changed if path not in held_back]

    def clear(self) -> None:
        """Remove every byte of deleted lines. Searches and changes go on meanwhile."""
        self.ask(lambda connection: clearing.clear(connection, self._changing))

    def compact(self) -> None:
        """Rewrite the file without what `clear` has removed. Raises Problem, also where another
        program reads it right now."""
        self.ask(clearing.compact)

    def counts(self) -> Counts:
        """How many files and chunks are indexed."""

        [files], [chunks] = self._asked("count(*) from files"), self._asked("count(*) from chunks")
        return Counts(files, chunks, len(self._behind))

    def holds(self, place: str) -> bool:
        """Whether a file or a folder of this name is indexed."""
        folder = f"{place.rstrip('/')}/"
        values = map(storable, (place, folder[:-1], folder, f"{folder[:-1]}0"))
        sql = "exists (select 1 from files where path in (?, ?) or path >= ? and path < ?)"
        return self._asked(sql, *values) == [1]

    def _asked(self, select: str, *values: str) -> list[Any]:
        """The first column of what a question finds."""
        return self.ask(lambda db: [row[0] for row in db.execute(f"select {select}", values)])

    def close(self) -> None:
        """Close every thread's connection. Not to be used afterwards."""
        with self._gate.alone():
            self._database.close()

    def _refresh(
        self,
        connection: sqlite3.Connection,
        marks: Mapping[str, Stat | None],
        *,
        home: bool = False,
    ) -> list[str]:
        """Read these files; `marks` has the marks they had before, None when not known.

        `home`: also those whose lines a tier has, though they are the same.
        """
        changed: list[str] = []
        paths = sorted(marks)
        for start in range(0, len(paths), _BATCH):
            some = {path: marks[path] for path in paths[start : start + _BATCH]}
            with self._writing:
                with self._changing(len(paths) - start):
                    news, unread = reading.take(connection, self._source, some, home=home)
                self._behind = self._behind - some.keys() | unread
            changed += news
        return changed

    @contextmanager
    def _changing(self, count: int = 0) -> Iterator[None]:
        """A change of the tables, for which so many files are read."""
        with self._writing:
            self.reading = count
            try:
                with self._database.write():
                    yield
            finally:
                self.reading = 0

    def ask(self, work: Callable[[sqlite3.Connection], Answer]) -> Answer:
        """Work on this thread's connection; once more on a new index when this one is damaged.

        Only the index itself writes.
        """
        made = self._made
        try:
            with trouble.with_file(_NAME), self._gate.inside():
                return work(self._database.connection())
        except damage.ERRORS as error:
            with trouble.database_as_problem(_NAME):
                if damage.refused(error) or not (damage.certain(error) or self._is_damaged()):
                    raise
        self._start_over(made)
        with trouble.database_as_problem(_NAME), self._gate.inside():
            return work(self._database.connection())

    def _is_damaged(self) -> bool:
        """Whether the index is damaged; if not, the error is a mistake of ours."""
        try:
            with self._gate.inside():
                return bool(damage.faults_in(self._database.connection()))
        except damage.ERRORS as error:
            return not damage.refused(error)

    def _start_over(self, made: int) -> None:
        """Delete the damaged index and fill a new one, unless another thread just did."""
        with self._gate.alone(), trouble.with_file(_NAME):
            if self._made != made:
                return
            self._database.close()
            for ending in ("", "-wal", "-shm"):
                self.path.with_name(self.path.name + ending).unlink(missing_ok=True)
            self._database = schema.database(self.path)
            self._made += 1
            self._behind = set(self._known) or {""}  # "": not told yet which files there are
        with trouble.database_as_problem(_NAME), self._gate.inside():
            self._refresh(self._database.connection(), dict.fromkeys(self._known))
