"""Moving: files go to the tier where they belong, all lines of a file together.

Knows the index and stores, not why a file belongs where. A move puts the entries, reads them back,
notes in the index where they are, and only then lets go of the former place. So a line is always in
one place at least, whenever this ends. What is left behind is removed at the next move, and what a
store has lost is read from the notes again.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from sqlite3 import Connection

from desktop_app.search.brought import IndexWords, entry_id, key_in, key_of
from desktop_app.search.elsewhere import Stores
from desktop_app.search.index import SearchIndex
from desktop_app.search.within import PLACE
from desktop_app.tiers.entry import TierEntry
from desktop_app.tiers.store import Away, Tier, TierStore
from desktop_app.words import tr

_AT_ONCE = 40_000  # entries of a move; so much is moved before it is looked whether to stop

Report = Callable[[int, int], None]
"""Called with the number of files that were moved, and of all that move."""


@dataclass(frozen=True)
class TieredFile:
    """A file and where its entries are; `tier` is None for the index. `changed`: when it was."""

    path: str
    kind: str
    day: date | None
    sha: str
    tier: str | None
    entries: int
    size: int
    changed: date | None

    @property
    def key(self) -> str:
        """What the ids of its entries begin with."""
        return key_of(self.path, self.sha)


def standings(index: SearchIndex) -> list[TieredFile]:
    """Every file, by path."""
    select = (
        f"select path, {PLACE}, day, sha, tier, case when tier is null then"
        " (select count(*) from chunks where file = files.id) else entries end,"
        " coalesce(size, 0), mtime_ns from files order by path"
    )
    rows = index.ask(lambda connection: connection.execute(select).fetchall())
    return [
        TieredFile(
            path,
            kind,
            date.fromisoformat(day) if day else None,
            sha,
            tier,
            entries,
            size,
            datetime.fromtimestamp(mtime / 1e9).astimezone().date() if mtime else None,
        )
        for path, kind, day, sha, tier, entries, size, mtime in rows
    ]


class Mover:
    """Moves files between the index and the stores. One program at a time may use it."""

    def __init__(self, index: SearchIndex, stores: Stores) -> None:
        self._index = index
        self._stores = stores

    def mend(self) -> list[str]:
        """Read again what a store has lost, and remove from the stores what nothing knows.

        Returns the paths that were read. A store that is away is left for later.
        """
        away = [one for one in standings(self._index) if one.tier]
        lost = [one.path for one in away if one.tier not in self._stores]
        for tier in self._stores:
            with suppress(Away):
                kept = Counter(map(key_in, self._stores[tier].ids()))
                lost += [o.path for o in away if o.tier == tier and kept[o.key] != o.entries]
        self._index.call_home(lost)
        with suppress(Away):
            self.sweep()
        return lost

    def sweep(self) -> None:
        """Remove from each store what no file has there now. Raises Away, after the others."""
        away: Away | None = None
        for tier in self._stores:
            known = {one.key for one in standings(self._index) if one.tier == tier}
            try:
                store = self._stores[tier]
                store.remove(id_ for id_ in store.ids() if key_in(id_) not in known)
            except Away as error:
                away = error
        if away is not None:
            raise away

    def move(self, due: Mapping[str, Tier], report: Report = lambda done, every: None) -> int:
        """Bring these files to these tiers; how many were moved. Raises Away."""
        here = {one.path: one for one in standings(self._index)}
        moves = [(here[path], tier) for path, tier in sorted(due.items()) if path in here]
        moves = [move for move in moves if move[0].tier != self._place(move[1])]
        moved = 0
        for some in _batches(moves):
            self._index.call_home([one.path for one, _ in some if one.tier])
            for tier in sorted({tier for _, tier in some if self._place(tier)}):
                self._put([one for one, to in some if to == tier], tier, self._stores[tier])
            moved += len(some)
            report(moved, len(moves))
        self.sweep()
        return moved

    def _place(self, tier: Tier) -> str | None:
        """Where a tier's files are: None for the index, which serves each that has no store."""
        return tier if tier in self._stores else None

    def _put(self, files: Sequence[TieredFile], tier: Tier, store: TierStore) -> None:
        """Bring files that are in the index to a store."""
        entries = self._index.ask(lambda connection: entries_of(connection, files))
        store.put(entries)
        ids = [entry.id for entry in entries]
        if store.get(ids) != dict(zip(ids, entries, strict=True)):
            raise Away(
                tr("The other store did not keep the older notes as they are."),
                tr("They stay in the search index."),
            )
        counts = Counter(entry.path for entry in entries)
        self._index.let_go({one.path: (one.sha, counts[one.path]) for one in files}, tier)


def entries_of(connection: Connection, files: Iterable[TieredFile]) -> list[TierEntry]:
    """All that the index has of these files, as long as they are in the state that is told."""
    select = (
        "select chunks.id, line, end_line, heading, text, head, coalesce(body, text) from chunks"
        " join files on files.id = chunks.file where path = ? and sha = ? order by chunks.id"
    )
    words = IndexWords()
    entries: list[TierEntry] = []
    try:
        for file in files:
            rows = connection.execute(select, (file.path, file.sha)).fetchall()
            every = words.of([(row[6], row[5]) for row in rows])
            entries += [
                TierEntry(
                    id=entry_id(file.key, row[0]),
                    path=file.path,
                    kind=file.kind,
                    line=row[1],
                    end_line=row[2],
                    heading=row[3],
                    head=row[5],
                    text=row[4],
                    words=said,
                    day=file.day.isoformat() if file.day else None,
                )
                for row, said in zip(rows, every, strict=True)
            ]
    finally:
        words.close()
    return entries


def _batches(
    moves: Sequence[tuple[TieredFile, Tier]],
) -> Iterator[list[tuple[TieredFile, Tier]]]:
    """The moves in pieces of about _AT_ONCE entries, at least one file in each."""
    some: list[tuple[TieredFile, Tier]] = []
    for move in moves:
        if some and sum(one.entries for one, _ in some) + move[0].entries > _AT_ONCE:
            yield some
            some = []
        some.append(move)
    if some:
        yield some
