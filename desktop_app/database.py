"""One SQLite file with a connection per thread. Knows connections, not what the tables mean."""

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

LARGEST = (1 << 63) - 1  # of whole numbers in a column


def storable(text: str) -> str:
    """The text as SQLite takes it, without the halves of surrogate pairs that odd bytes become."""
    return text.encode("utf-8", "replace").decode()


class Database:
    """A SQLite file in WAL mode that any thread may use.

    `migrate` makes or upgrades the tables; it runs once, when the file is first used, inside a
    write transaction. `durable` asks for `synchronous=FULL` (nothing is lost in a power cut),
    else `NORMAL` (fine for what can be rebuilt). Files are made 0600 in folders made 0700.
    Where `is_made` finds the tables as they should be, nobody who writes is waited for.
    """

    def __init__(
        self,
        path: Path,
        migrate: Callable[[sqlite3.Connection], None],
        *,
        durable: bool,
        is_made: Callable[[sqlite3.Connection], bool] = lambda connection: False,
    ) -> None:
        self.path = path
        self._migrate = migrate
        self._is_made = is_made
        self._durable = durable
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._lock = threading.Lock()
        self._ready = False

    def here(self) -> sqlite3.Connection:
        """This thread's connection."""
        found: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if found is None:
            found = self._connect()
            self._local.connection = found
        return found

    @contextmanager
    def write(self, *, waits: bool = True) -> Iterator[sqlite3.Connection]:
        """A write transaction: committed at the end of the block, rolled back if it raises.

        Where it `waits` not for the disk, a power cut may take it back until the next one that
        does, or `sync`; never without those after it, and never in part.
        """
        connection = self.here()
        if connection.in_transaction:  # joins the one this thread already has open
            yield connection
            return
        hurried = self._durable and not waits
        if hurried:
            connection.execute("pragma synchronous=normal")
        try:
            connection.execute("begin immediate")
            try:
                yield connection
            except BaseException:
                connection.rollback()
                raise
            connection.commit()
        finally:
            if hurried:
                connection.execute("pragma synchronous=full")

    def sync(self) -> None:
        """Make every transaction so far last, other programs' too. Raises OSError."""
        try:
            log = os.open(f"{self.path}-wal", os.O_RDWR | getattr(os, "O_BINARY", 0))
        except FileNotFoundError:
            return  # all of it is in the file itself, which SQLite has synced
        try:
            os.fsync(log)
        finally:
            os.close(log)

    def close(self) -> None:
        """Close every thread's connection. Not to be used afterwards."""
        with self._lock:
            for connection in self._connections:
                connection.close()
            self._connections.clear()
            self._local = threading.local()

    def _leave_orphans(self) -> None:
        """What a file that was deleted by itself left beside it goes, too, or SQLite would take it
        for the new file's. What has to last is moved aside.
        """
        beside = [Path(f"{self.path}{ending}") for ending in ("-wal", "-shm")]
        beside = [path for path in beside if path.exists()]
        if not self.path.exists():  # asked last: a new one gets its own only once it is there
            for path in beside:
                if self._durable:
                    path.replace(f"{path}.left")
                else:
                    path.unlink(missing_ok=True)

    def _connect(self) -> sqlite3.Connection:
        with self._lock:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._leave_orphans()
            if not self.path.exists():
                self.path.touch(mode=0o600)
            # Each thread uses only its own; `close` may come from another one.
            connection = sqlite3.connect(
                self.path, timeout=30, isolation_level=None, check_same_thread=False
            )
            self._connections.append(connection)
            connection.execute("pragma journal_mode=wal")
            connection.execute(f"pragma synchronous={'full' if self._durable else 'normal'}")
            connection.execute("pragma foreign_keys=on")
            if self._durable:
                # Some SQLites write zeros over all that a session of writing lets go, which costs
                # as much as the text itself. What a person lets go is cleared by `pruning`.
                connection.execute("pragma secure_delete=fast")
            if not (self._ready or self._is_made(connection)):
                connection.execute("begin immediate")
                try:
                    self._migrate(connection)
                except BaseException:
                    connection.rollback()
                    raise
                if connection.in_transaction:
                    connection.commit()
            self._ready = True
            return connection
