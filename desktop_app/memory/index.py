"""The search index of an open notebook: kept up with its files, checked, mended and made anew."""

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from desktop_app.errors import Problem
from desktop_app.memory.changed import Changed
from desktop_app.memory.room import Room
from desktop_app.notebook.history import Cause
from desktop_app.search.freshness import HINT, Freshness, Loss
from desktop_app.search.index import Counts
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.notebook.doctor import CheckResult


class Index(Room):
    """Keeps the index of an open notebook in step with its files."""

    def _set_up(self) -> None:
        self._index, self._fresh = self._memory._index, self._memory._fresh

    def refresh(self) -> tuple[str, ...]:
        """Look at the files, index what changed and tell listeners what came from outside.

        Returns the paths that changed since the last look. Keeps the outside versions in history.
        Raises Problem when the folder is gone, or the index cannot follow; listeners hear first.
        """
        changed = self._fresh.look()
        for path in changed:
            # What can't be read or kept now is kept before its next change.
            with suppress(Problem):
                now = self._clock.now()
                snapshot = self._notebook.look_at(path, now)
                if snapshot.exists:
                    self._notebook.history.keep(path, snapshot.data, Cause.OUTSIDE, now)
        read: list[str] = []
        try:
            read = self._fresh.follow()
        finally:
            if changed or read:
                self._writing.tell(Changed(changed, own=False))
        return changed

    def watch(self, on_settled: Callable[[], None]) -> None:
        """Call `on_settled`, on a thread of its own, when files changed and then rested."""
        self._fresh.watch(on_settled)

    @property
    def freshness(self) -> Freshness:
        """How near what is searched is to what the files say, as known now; asks no disk."""
        return self._fresh.freshness

    def counts(self) -> Counts:
        """How much is indexed, as it is."""
        return self._index.counts()

    def rebuild(self, *, believe: bool = False) -> Counts:
        """Make the index anew from the files.

        Raises Problem when that would let go of what a suspicious loss keeps, unless `believe`.
        """
        if not believe and (loss := self.lost()):
            raise Problem(f"{loss.in_words}.", HINT)
        self._index.rebuild(self._notebook.paths())
        return self._index.counts()

    def lost(self) -> Loss | None:
        """What went in a suspicious way, by the files as they are now; the index keeps it."""
        with suppress(Problem):  # a folder that is gone is no loss: it may come back
            return self._fresh.loss()
        return None

    def accept_loss(self) -> None:
        """Files that went in a suspicious way were meant to go: the index lets go of them, too."""
        self.refresh()
        read = self._fresh.follow(believe=True)
        self._writing.tell(Changed(tuple(read), own=False))

    def check(self) -> list[str]:
        """What is wrong with the index, in sentences; empty when it agrees with itself.

        What it keeps of a loss differs on purpose.
        """
        loss = self.lost()
        return self._index.check(loss.paths if loss else ())

    def findings(self) -> "list[CheckResult]":
        """What `check` and `lost` find, as the doctor shows it: each with what to do."""
        from desktop_app.notebook.doctor import CheckResult  # long to load

        results = [CheckResult("index", False, one, tr("Make it anew.")) for one in self.check()]
        if loss := self.lost():
            results.append(CheckResult("index", False, f"{loss.in_words}.", HINT))
        return results or [CheckResult("index", True, tr("The index agrees with the files."))]

    def mend(self) -> bool:
        """Compare the index with the files and make right what is wrong; whether anything was.

        Then no byte of lines that are gone is left in it. Raises Problem when a disk refuses.
        """
        mended = self._index.mend(self._notebook.paths())
        with suppress(Problem):  # they are found by no search, and go the next time
            self.clear()
        if mended:
            self._fresh.follow()
            self._writing.tell(Changed((), own=False))
        return mended

    def clear(self) -> None:
        """Leave no byte of lines that are gone in what was made of the notes; history keeps them.

        What a suspicious loss keeps stays. Raises Problem when a disk refuses.
        """
        self._index.clear()
