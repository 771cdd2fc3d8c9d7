"""Store: what every tier can do, whatever keeps it. Knows entries, not who moves them."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from enum import StrEnum
from typing import NamedTuple, Protocol

from desktop_app.database import Database, storable
from desktop_app.errors import Problem
from desktop_app.notebook.kept_tables import KeptTables
from desktop_app.tables import NewTable, Tables, making
from desktop_app.tiers.entry import ANYWHERE, Narrow, TierEntry

HOT_DAYS = 7  # since it was used, or since the day that it is of
WARM_DAYS = 90
_A_DAY = 1.0  # accesses; so many a day keep it hot
_A_WEEK = 1 / 7  # and fewer than that let it grow cold


class Tier(StrEnum):
    """Where an entry is kept: nearest first."""

    HOT = "hot"
    WARM = "warm"
    COLD = "cold"


def tier_of(now: Tier, born: date, accesses: Mapping[date, int], today: date) -> Tier:
    """Where an entry belongs that is kept in `now`.

    `born` is the day that it is of; `accesses` counts its uses by day. What no rule names stays
    where it is. So does all that is later than `today`: then the clock was set back.
    """
    if max((born, *accesses)) > today:
        return now
    age = (today - born).days
    rest = min(age, *((today - day).days for day in accesses)) if accesses else age
    if rest <= HOT_DAYS:
        return Tier.HOT
    days = min(max(age, 1), WARM_DAYS)
    often = sum(n for day, n in accesses.items() if (today - day).days <= days) / days  # a day
    if often >= _A_DAY:
        return Tier.HOT
    if age <= WARM_DAYS:
        return Tier.WARM
    return Tier.COLD if often < _A_WEEK else now


class Away(Problem):
    """A tier can't be asked now: its server hangs, refuses, or its files can't be read."""


class TierSize(NamedTuple):
    """How much a tier holds of one notebook; `size` is in bytes, None where it can't be told."""

    entries: int
    size: int | None


class TierStore(Protocol):
    """A place that keeps entries of one notebook. Any thread may use it.

    A call that its server leaves unanswered for the seconds that the store was made with raises
    Away. What was put is kept when `put` returns; a call that raises may have kept some of it, and
    can be made again.
    """

    def put(self, entries: Sequence[TierEntry]) -> None:
        """Keep these, in place of those with the same ids."""

    def get(self, ids: Iterable[str]) -> dict[str, TierEntry]:
        """Those of these that are here, by their ids."""

    def search(
        self, worth: Mapping[str, float], limit: int, narrow: Narrow = ANYWHERE
    ) -> list[TierEntry]:
        """Entries with any of these words, those first whose words are worth most together.

        `narrow` says which of them may be found; `limit` counts those that may.
        """

    def having(self, words: Sequence[str]) -> dict[str, int]:
        """In how many entries each of these words stands: so ranks of several tiers compare."""

    def remove(self, ids: Iterable[str]) -> None:
        """Remove these."""

    def ids(self) -> frozenset[str]:
        """Every entry that is here."""

    def size(self) -> TierSize:
        """How much is here."""

    def close(self) -> None:
        """End what is open. Not to be used afterwards."""


Uses = Mapping[str, Mapping[date, int]]
"""How often each file, by path, was used on each day."""


class Accesses:
    """The uses of one notebook's files. Every method raises Problem for the disk."""

    def __init__(self, database: Database) -> None:
        self._kept = KeptTables(database, _TABLES)

    def note(self, paths: Iterable[str], day: date) -> None:
        """These files were used once more."""
        rows = [(storable(path), day.isoformat()) for path in dict.fromkeys(paths)]
        if rows:
            with self._kept.writing(waits=False) as db:
                db.executemany(
                    "insert into accesses values (?, ?, 1)"
                    " on conflict (path, day) do update set times = times + 1",
                    rows,
                )

    def uses(self) -> Uses:
        """All that is known."""
        uses: dict[str, dict[date, int]] = {}
        for path, day, times in self._kept.rows("select path, day, times from accesses"):
            uses.setdefault(path, {})[date.fromisoformat(day)] = times
        return uses

    def prune(self, today: date, paths: Iterable[str]) -> None:
        """Forget what no rule looks at any more, and files that are not among these."""
        first, there = today - timedelta(WARM_DAYS), {storable(path) for path in paths}
        old = [
            (path, day.isoformat())
            for path, days in self.uses().items()
            for day in days
            if day < first or path not in there
        ]
        if old:
            with self._kept.writing() as db:
                db.executemany("delete from accesses where path = ? and day = ?", old)


_ACCESSES = NewTable("accesses", {"path": str, "day": str, "times": int}, ("path", "day"))
_TABLES = Tables("accesses", making("_accesses", _ACCESSES))
