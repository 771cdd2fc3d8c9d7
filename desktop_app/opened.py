"""Opened: a notebook at hand, its index kept up with its files, its changes told.

What can be done in it is `Memory`'s.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Self

from desktop_app.clock import Clock, SystemClock
from desktop_app.dreams import apply as applying
from desktop_app.dreams.store import DreamStore
from desktop_app.dreams.talk import books
from desktop_app.errors import Problem
from desktop_app.notebook.damaged import cache_told, history_told
from desktop_app.notebook.doctor import CheckResult
from desktop_app.notebook.history import Cause
from desktop_app.notebook.layout import Layout, is_copy
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.storage.trouble import Damaged
from desktop_app.search.find import BUDGET, PATIENT
from desktop_app.search.fresh import Fresh
from desktop_app.search.freshness import Freshness
from desktop_app.search.index import Counts, Index
from desktop_app.search.loss import HINT, Loss
from desktop_app.search.similar import line_of, turn
from desktop_app.settings import Places

_NO_ROOM = (
    "There is no room left for Nightstand's own files, so the notebook can be read and searched,"
    " and nothing can be saved. Free some space; what you write is saved then."
)

Listener = Callable[["Changed"], None]


@dataclass(frozen=True)
class Changed:
    """Paths whose content is new. `own`: this program wrote it; else it came from outside.

    Without paths only the index has caught up: what was searched for may be found now.
    """

    paths: tuple[str, ...]
    own: bool


class Opened:
    """An open notebook. Made by `open` or `create`; `close` it in the end."""

    def __init__(self, notebook: Notebook, clock: Clock) -> None:
        self._notebook = notebook
        self._clock = clock
        self._store = DreamStore(notebook.database)
        layout = notebook.layout
        self._index = Index(
            notebook.own / "index.db", notebook.read, layout.kind, layout.dated, budget=BUDGET
        )
        self._listeners: list[Listener] = []
        self._fresh = Fresh(notebook, self._index)
        self._told = self._recovered()

    @classmethod
    def open(cls, folder: Path, places: Places, clock: Clock | None = None) -> Self:
        """Open a notebook and finish what a crash left half done. Writes nothing into the folder
        otherwise. Raises Problem when the folder is missing, unreadable or no notebook."""
        return cls._of(Notebook.open(folder, places.data), clock)

    @classmethod
    def create(cls, folder: Path, places: Places, clock: Clock | None = None) -> Self:
        """Make a folder a notebook, over nothing that is there, and open it."""
        return cls._of(Notebook.create(folder, places.data), clock)

    @classmethod
    def _of(cls, notebook: Notebook, clock: Clock | None) -> Self:
        clock = clock or SystemClock()
        try:
            try:
                return cls(notebook, clock)
            except Damaged:  # found by the first use; now there is a new history
                return cls(notebook, clock)
        except BaseException:
            notebook.close()
            raise

    def take_time(self) -> None:
        """Searches may take seconds from now on, as nobody waits for them at a keyboard."""
        self._index.budget = PATIENT

    @property
    def root(self) -> Path:
        return self._notebook.root

    @property
    def id(self) -> str:
        return self._notebook.id

    @property
    def name(self) -> str:
        return self._notebook.root.name

    @property
    def layout(self) -> Layout:
        return self._notebook.layout

    @property
    def notices(self) -> list[str]:
        """Sentences about what was found and mended while opening, and set aside since."""
        told = list(self._told)
        if aside := self._notebook.database.aside:
            told.append(history_told(aside))
        if aside := self._index.aside:
            told.append(cache_told(aside, "the search index"))
        return told

    def today(self) -> date:
        """The person's local day."""
        return self._clock.now().date()

    def now(self) -> datetime:
        """The person's local time."""
        return self._clock.now()

    # -- the index -------------------------------------------------------------------------

    def refresh(self) -> tuple[str, ...]:
        """Look at the files, index what changed and tell listeners what came from outside.

        Returns the paths that changed since the last look. Keeps the outside versions in history.
        Raises Problem when the folder is gone, or the index cannot follow; listeners hear first.
        """
        changed = self._fresh.look()
        for path in changed:
            # What can't be read or kept now is kept before its next change.
            with suppress(Problem):
                snapshot = self._notebook.read(path)
                if snapshot.exists:
                    now = self._clock.now()
                    self._notebook.history.keep(path, snapshot.data, Cause.OUTSIDE, now)
        read: list[str] = []
        try:
            read = self._fresh.follow()
        finally:
            if changed or read:
                self._tell(Changed(changed, own=False))
        return changed

    def rebuild_index(self, *, believe: bool = False) -> Counts:
        """Make the index anew from the files.

        Raises Problem when that would let go of what a suspicious loss keeps, unless `believe`.
        """
        if not believe and (loss := self.lost()):
            raise Problem(f"{loss.told}.", HINT)
        self._index.rebuild(self._notebook.paths())
        return self._index.counts()

    def index_counts(self) -> Counts:
        """How much is indexed, as it is."""
        return self._index.counts()

    def is_note(self, path: str) -> bool:
        """Whether a file of this path is there and belongs to what is searched."""
        with suppress(Problem):
            return bool(self.layout.kind(path)) and self._notebook.read(path).exists
        return False

    def line_of(self, path: str, line: int, text: str) -> int | None:
        """Where in a file stands now what stood on `line`; see `search.similar.line_of`."""
        return self._index.ask(lambda tables: line_of(tables, path, line, text))

    def turns(self, places: Iterable[tuple[str, int]]) -> dict[tuple[str, int], int]:
        """Which turn of a conversation stands where, by paths and lines; see `similar.turn`."""
        wanted = tuple(places)
        return self._index.ask(lambda tables: {place: turn(tables, *place) for place in wanted})

    def copies(self) -> tuple[str, ...]:
        """Second texts of notes, as sync programs and we leave them beside the first."""
        found = self._notebook.left_out()
        return tuple(one.path for one in found if is_copy(one.path.rpartition("/")[2]))

    @property
    def freshness(self) -> Freshness:
        """How near what is searched is to what the files say, as known now; asks no disk."""
        return self._fresh.freshness

    def accept_loss(self) -> None:
        """Files that went in a suspicious way were meant to go: the index lets go of them, too."""
        self.refresh()
        read = self._fresh.follow(believe=True)
        self._tell(Changed(tuple(read), own=False))

    def mend_index(self) -> list[str]:
        """Compare the index with the files and make right what is wrong; what that was.

        Then no byte of lines that are gone is left in it. Raises Problem when a disk refuses.
        """
        mended = self._index.mend(self._notebook.paths())
        with suppress(Problem):  # they are found by no search, and go the next time
            self.clear_index()
        if mended:
            self._fresh.follow()
            self._tell(Changed((), own=False))
        return mended

    def clear_index(self) -> None:
        """Leave no byte of lines that are gone in what was made of the notes; history keeps them.

        What a suspicious loss keeps stays. Raises Problem when a disk refuses.
        """
        self._index.clear()

    def lost(self) -> Loss | None:
        """What went in a suspicious way, by the files as they are now; the index keeps it."""
        with suppress(Problem):  # a folder that is gone is no loss: it may come back
            return self._fresh.loss()
        return None

    def check_index(self) -> list[str]:
        """What is wrong with the index, in sentences; empty when it agrees with itself.

        What it keeps of a loss differs on purpose.
        """
        loss = self.lost()
        return self._index.check(loss.paths if loss else ())

    def index_findings(self) -> list[CheckResult]:
        """The same as the doctor tells it: what was found, and what to do."""
        found = [CheckResult("index", False, one, "Make it anew.") for one in self.check_index()]
        if loss := self.lost():
            found.append(CheckResult("index", False, f"{loss.told}.", HINT))
        return found or [CheckResult("index", True, "The index agrees with the files.")]

    # -- outside changes ----------------------------------------------------------------------

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Hear of every change, on whichever thread made it. Returns what ends the listening."""
        self._listeners.append(listener)

        def end() -> None:
            with suppress(ValueError):  # all have ended when the notebook was closed
                self._listeners.remove(listener)

        return end

    def watch(self, on_settled: Callable[[], None]) -> None:
        """Call `on_settled`, on a thread of its own, when files changed and then rested."""
        self._fresh.watch(on_settled)

    def close(self) -> None:
        """Stop watching and close the databases."""
        self._fresh.stop()
        self._listeners.clear()
        self._index.close()
        self._notebook.close()

    def _recovered(self) -> list[str]:
        """Sentences on what a crash interrupted. A disk that refuses now hinders no reading."""
        if self._notebook.without_room:
            return [_NO_ROOM]
        try:
            told = self._notebook.recover(applying.finish(self._store), self._clock.now())
            books.settle(self._notebook)
            return told
        except Problem as problem:
            return [f"Whether a change was interrupted could not be settled. {problem}"]

    @contextmanager
    def _own(self) -> Iterator[list[str]]:
        """Own writes, named in the list: indexed at once, and the watcher tells of none again."""
        with self._fresh.own() as paths:
            yield paths
        if paths:
            self._tell(Changed(tuple(paths), own=True))

    def _wrote(self, path: str) -> None:
        with self._own() as paths:
            paths.append(path)

    def _tell(self, changed: Changed) -> None:
        for listener in list(self._listeners):
            listener(changed)
