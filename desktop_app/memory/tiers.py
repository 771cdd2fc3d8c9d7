"""The tiers of an open notebook: what stands where, what the rule would move, and the move."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import date

from desktop_app.errors import Problem
from desktop_app.memory.room import Room
from desktop_app.notebook.storage.lock import taken
from desktop_app.search.moving import Mover, Report, TieredFile, standings
from desktop_app.tiers.places import EXTRA, INDEX, LOCAL
from desktop_app.tiers.store import Away, Tier, tier_of
from desktop_app.words import tr


@dataclass(frozen=True)
class TierContent:
    """What one tier holds: files, their entries, the day of the oldest.

    `place` is where it is kept: INDEX, LOCAL, or the address of a server. `size` is that of the
    store in bytes, None where it can't be told; `milliseconds` is how long a server took to tell
    it; `trouble` is why it can't be asked.
    """

    tier: Tier
    files: int
    entries: int
    oldest: date | None
    place: str = INDEX
    size: int | None = None
    milliseconds: float | None = None
    trouble: str = ""


@dataclass(frozen=True)
class TiersStatus:
    """Every tier, nearest first. `index` is the bytes of the search index, `due` how many files the
    rule would move away from it, and `back` how many towards it; `away` are not in it. `can` says
    whether older notes can leave the index here. `earlier` are places that still hold what they
    held before others were chosen."""

    tiers: tuple[TierContent, ...]
    index: int
    due: int
    back: int
    away: int
    can: bool
    earlier: tuple[str, ...] = ()


@dataclass(frozen=True)
class TierMove:
    """What a move did: files that moved, and the bytes of the search index before and after.
    `read_again` are files that a tier had lost."""

    files: int
    before: int
    after: int
    read_again: int = 0


class NotebookTiers(Room):
    """Moves the files of an open notebook between its tiers."""

    def _set_up(self) -> None:
        self._index, self.stores = self._memory._index, self._memory._stores

    def status(self) -> TiersStatus:
        """What stands where. Raises Problem when the index can't be read."""
        files = standings(self._index)
        belongs = self._belongs(files)
        places: dict[Tier, list[TieredFile]] = {tier: [] for tier in Tier}
        for one in files:
            by_rule = belongs[one.path]
            here = Tier.WARM if by_rule is Tier.COLD else by_rule
            places[Tier(one.tier) if one.tier else here].append(one)
        due = self._due(files, belongs)
        leaving = sum(tier in self.stores for tier in due.values())
        return TiersStatus(
            tuple(self._content(tier, some) for tier, some in places.items()),
            self._size(),
            leaving,
            len(due) - leaving,
            sum(one.tier is not None for one in files),
            bool(self.stores),
            tuple(self.stores.earlier),
        )

    def due(self) -> dict[str, Tier]:
        """The files that belong elsewhere by the rule, and where."""
        files = standings(self._index)
        return self._due(files, self._belongs(files))

    def move(self, report: Report = lambda done, every: None) -> TierMove:
        """Move what belongs elsewhere by the rule, and mend what is wrong in the tiers.

        It may end at any moment; the next one goes on. Raises Problem where older notes can't leave
        the index here, a tier is away, or another program moves them right now.
        """
        if not self.stores:
            raise Problem(
                tr("Older notes stay in the search index: Parquet is not installed."), EXTRA
            )
        return self._moved(self.due, report)

    def back(self, report: Report = lambda done, every: None) -> TierMove:
        """Bring everything back into the index. Raises Problem as `move` does."""

        def every() -> dict[str, Tier]:
            return {one.path: Tier.HOT for one in standings(self._index) if one.tier}

        return self._moved(every, report)

    def keep(self, *, moves: bool) -> None:
        """Mend what is wrong in the tiers, and move what belongs elsewhere if that is wanted.

        Raises Problem as `move` does.
        """
        if moves and self.stores:
            self.move()
        else:
            self.mend()

    def mend(self) -> list[str]:
        """Read again what a tier has lost; the paths. What is away is left for later."""
        if not self.stores.earlier and not any(one.tier for one in standings(self._index)):
            return []
        with self._alone():
            read_again = Mover(self._index, self.stores).mend()
            with suppress(Away):
                self._leave()
        return read_again

    def forget(self) -> None:
        """Remove from every tier what no note says now. Raises Problem when one is away."""
        with self._alone(), ExitStack() as each:
            each.callback(self.stores.leave)  # whatever the other ones answer
            Mover(self._index, self.stores).sweep()

    def _leave(self) -> None:
        """Empty places that are chosen no more, once all that are chosen answer. Raises Away."""
        if self.stores.earlier:
            for store in self.stores.values():
                store.size()
            self.stores.leave()

    def _moved(self, due: Callable[[], dict[str, Tier]], report: Report) -> TierMove:
        before = self._size()
        with self._alone():
            mover = Mover(self._index, self.stores)
            read_again = mover.mend()
            moving = due()
            for tier in {*moving.values()}.intersection(self.stores):
                self.stores.remember(tier)
            moved = mover.move(moving, report)
            with suppress(Away):
                self._leave()
            with suppress(Problem):  # what is older than the rule looks back hinders nothing
                self._memory._accesses.prune(self._clock.now().date(), self._notebook.paths())
        if moved or read_again:
            with suppress(Problem):  # somebody reads it right now: it gets smaller the next time
                self._index.clear()
                self._memory.meaning.forget(questions=False)
                self._index.compact()
        return TierMove(moved, before, self._size(), len(read_again))

    def _belongs(self, files: Iterable[TieredFile]) -> dict[str, Tier]:
        """Where each file belongs by the rule; MEMORY.md is always at hand."""
        today, uses = self._clock.now().date(), dict[str, Mapping[date, int]]()
        with suppress(Problem):
            uses = dict(self._memory._accesses.uses())
        return {
            one.path: Tier.HOT
            if one.path == self._notebook.layout.memory
            else tier_of(
                Tier(one.tier or Tier.WARM),
                one.day or one.changed or today,
                uses.get(one.path, {}),
                today,
            )
            for one in files
        }

    def _due(self, files: Iterable[TieredFile], belongs: Mapping[str, Tier]) -> dict[str, Tier]:
        at = {one.path: one.tier for one in files}
        here = self._notebook.layout.memory
        where = {
            path: tier if tier in self.stores and path != here else None
            for path, tier in belongs.items()
        }
        return {path: belongs[path] for path, place in where.items() if place != at[path]}

    def _content(self, tier: Tier, files: Sequence[TieredFile]) -> TierContent:
        days = [one.day or one.changed for one in files]
        place, size, took, trouble = self.stores.place(tier), None, None, ""
        if place and (place != LOCAL or any(one.tier for one in files)):
            try:
                store = self.stores[tier]
                size = store.size().size
                started = time.perf_counter()  # now that there is a connection
                store.size()
                took = (time.perf_counter() - started) * 1e3
            except Away as away:
                trouble = str(away)
        return TierContent(
            tier,
            len(files),
            sum(one.entries for one in files),
            min(filter(None, days), default=None),
            place,
            size,
            None if place == LOCAL else took,
            trouble,
        )

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """While the block runs, no other program moves this notebook's files."""
        with taken(self._notebook.own / "moving", "") as other:
            if other is not None:
                raise Problem(
                    tr("Another program moves older notes right now."), tr("Wait for it.")
                )
            yield

    def _size(self) -> int:
        return sum(
            path.stat().st_size
            for ending in ("", "-wal")
            if (path := self._index.path.with_name(self._index.path.name + ending)).exists()
        )
