"""One SQLite file with a connection per thread. Knows connections, not what the tables mean.

A disk without a free byte, or one that can only be read, has no room for what SQLite keeps beside
a file, even to read it: a copy in memory stands in for it then. What is damaged and was durable is
set aside: see `salvage`.
"""

import errno
import os
import sqlite3
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from desktop_app import salvage
from desktop_app.own_files import give_to_owner, make_folder, one_writer
from desktop_app.salvage import Watched
from desktop_app.tables import Tables

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)
_MAY_BE_THE_DISK = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY)
_SHORTEST = 512  # bytes of a database
_BESIDE = 64 << 10  # bytes that SQLite needs beside a file

LARGEST = (1 << 63) - 1  # of whole numbers in a column


def storable(text: str) -> str:
    """The text as SQLite takes it, without the halves of surrogate pairs that odd bytes become."""
    return text.encode("utf-8", "replace").decode()


@contextmanager
def patience(connection: sqlite3.Connection, milliseconds: int) -> Iterator[None]:
    """In the block, a program that holds the file is waited for only so long."""
    usual = connection.execute("pragma busy_timeout").fetchone()[0]
    connection.execute(f"pragma busy_timeout = {milliseconds}")
    try:
        yield
    finally:
        connection.execute(f"pragma busy_timeout = {usual}")


def file_number(path: Path) -> int | None:
    """The inode number of a file, which differs when another file took its place; None for none."""
    try:
        return path.stat().st_ino
    except OSError:
        return None


class Database:
    """A SQLite file in WAL mode that any thread may use.

    `migrate` makes or upgrades the tables; it runs once, when the file is first used, inside a
    write transaction. `durable` asks for `synchronous=FULL` (nothing is lost in a power cut),
    else `NORMAL` (fine for what can be rebuilt). Files are made 0600 in folders made 0700.
    Where `is_made` finds the tables as they should be, nobody who writes is waited for. `check`
    looks at the file before each use: another version of the program may have changed its tables.

    Where there is no room to open it, a copy in memory answers: see `without_room`. It takes no
    change (OSError), or with `passing` such as are lost when it is closed. Room is looked for
    again before each change that is to be durable.

    A durable file that is found damaged, at once or while it is used, is set aside and begun anew
    with what can be read of it: see `aside`. The use that found it still fails. One too short for
    a database is set aside, too, and an empty one that was `used` before.
    """

    def __init__(
        self,
        path: Path,
        migrate: Callable[[sqlite3.Connection], None],
        *,
        durable: bool,
        is_made: Callable[[sqlite3.Connection], bool] = lambda connection: False,
        check: Callable[[sqlite3.Connection], None] = lambda connection: None,
        passing: bool = False,
        used: bool = False,
    ) -> None:
        self.path = path
        self._migrate = migrate
        self._is_made = is_made
        self._check = check
        self._durable = durable
        self._passing = passing
        self._used = used
        self._further: list[Tables] = []
        self._copy = ""  # the name of the copy that stands in
        self.refusal = 0
        """The number of the error for which a copy in memory stands in, since the disk has no room
        to open the file or can only be read."""
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._lock = threading.RLock()
        self._ready = False
        self._number: int | None = None  # which file it is
        self._times = 0  # it was begun anew, here or by another program
        self.aside: Path | None = None
        """Where what was set aside last lies, in this run."""
        with suppress(OSError):  # told when it is used
            self._set_short_aside()

    def connection(self) -> sqlite3.Connection:
        """This thread's connection."""
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None or (self._local.of != self._of and not connection.in_transaction):
            with self._lock:
                connection = self._connect()
                self._remember(connection)
        self._check(connection)
        return connection

    def has(self, tables: Tables) -> None:
        """Make or upgrade further tables, now and in a file that takes the place of a copy."""
        connection = self.connection()
        if not tables.are_made(connection):
            self._make(connection, tables.make)
        if tables not in self._further:
            self._further.append(tables)

    @property
    def without_room(self) -> bool:
        """Whether a copy in memory stands in for the file."""
        return bool(self._copy)

    def need_room(self) -> None:
        """Go on with the file itself where a copy stands in for it. Raises OSError."""
        with self._lock:
            if not self._copy or self._passing:
                return
            self._ready = False
            try:
                connection = self._on_disk()
            except (OSError, sqlite3.Error) as error:
                raise self._refused() from error
            finally:
                self._ready = True
            self._copy = ""
            self._remember(connection)

    @contextmanager
    def write(self, *, waits: bool = True) -> Iterator[sqlite3.Connection]:
        """A write transaction: committed at the end of the block, rolled back if it raises.

        One that does not wait for the disk may be lost in a power cut, until the next one that
        `waits`, or `sync`; it is lost as a whole, and together with those after it.
        """
        open_one: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if (
            open_one is not None and open_one.in_transaction
        ):  # joins the one this thread already has open
            yield open_one
            return
        if self._copy:
            with suppress(OSError):
                self.need_room()
        connection = self.connection()
        refused = bool(self._local.of[0]) and not self._passing
        before = connection.total_changes  # of rows: to make tables changes none
        hurried = self._durable and not waits
        if hurried:
            connection.execute("pragma synchronous=normal")
        try:
            connection.execute("begin immediate")
            try:
                self._check(connection)  # whom it waited for may have been another version
                yield connection
                if refused and connection.total_changes != before:
                    raise self._refused()
            except BaseException:
                with suppress(sqlite3.ProgrammingError):  # closed, since the file was damaged
                    connection.rollback()
                raise
            connection.commit()
        finally:
            if hurried:
                with suppress(sqlite3.ProgrammingError):
                    connection.execute("pragma synchronous=full")

    def sync(self) -> None:
        """Make every transaction so far durable, other programs' too. Raises OSError."""
        try:
            log = os.open(f"{self.path}-wal", os.O_RDWR | getattr(os, "O_BINARY", 0))
        except FileNotFoundError:
            return  # all of it is in the file itself, which SQLite has synced
        try:
            os.fsync(log)
        finally:
            os.close(log)

    def close(self) -> None:
        """Close every thread's connection."""
        with self._lock:
            for connection in self._connections:
                connection.close()
            self._connections.clear()
            self._local = threading.local()

    def _leave_orphans(self) -> None:
        """What a file that was deleted by itself left beside it goes, too, or SQLite would take it
        for the new file's. What has to be durable is moved aside.
        """
        beside = [Path(f"{self.path}{ending}") for ending in ("-wal", "-shm")]
        beside = [path for path in beside if path.exists()]
        if not self.path.exists():  # asked last: a new one gets its own only once it is there
            for path in beside:
                if self._durable:
                    path.replace(f"{path}.left")
                else:
                    path.unlink(missing_ok=True)

    @property
    def _of(self) -> tuple[str, int]:
        """What connections are to be of: the copy that stands in, and which file it is."""
        return self._copy, self._times

    def _remember(self, connection: sqlite3.Connection) -> None:
        self._local.connection, self._local.of = connection, self._of

    def _set_short_aside(self) -> None:
        """SQLite would write over what is too short to be a database."""
        if self._durable and self.path.exists():
            size = self.path.stat().st_size
            if size < _SHORTEST and (size or self._used):
                self.aside = salvage.set_aside(self.path)
            self._used = False

    def _begin_anew(self, error: Exception) -> None:
        """Put a new file in the place of a damaged one, unless another program just did."""
        # What refuses here is told by the use that found the damage.
        with suppress(OSError, sqlite3.Error), self._lock, one_writer(self.path):
            if self._number == file_number(self.path):
                if not (salvage.is_no_text(error) or salvage.is_damaged(self.path)):
                    return
                if sys.platform == "win32":  # which renames nothing that is open
                    self.close()
                self.aside = salvage.begin_anew(self.path)
            self._ready = False
            self._times += 1

    def _connect(self) -> sqlite3.Connection:
        if not self._copy:
            times = self._times
            try:
                return self._on_disk()
            except (OSError, sqlite3.Error) as error:
                if self._times != times:  # it was damaged, and is begun anew
                    return self._on_disk()
                self.refusal = 0 if self._ready else _refusal(error, self.path.parent)
                if not self.refusal:
                    raise
                try:
                    self._copy = self._copied()
                except sqlite3.OperationalError:  # held by another program; a SQLite without these
                    raise error from None
        return self._prepared(self._opened(self._copy))

    def _on_disk(self) -> sqlite3.Connection:
        before = len(self._connections)
        try:
            make_folder(self.path.parent)
            self._set_short_aside()
            self._leave_orphans()
            if not self.path.exists():
                self.path.touch(mode=0o600)
                give_to_owner(self.path, self.path.parent)
            self._number = file_number(self.path)
            connection = self._opened(self.path)
            connection.execute("pragma journal_mode=wal")
            return self._prepared(connection)
        except BaseException:
            for connection in self._connections[before:]:
                connection.close()
            del self._connections[before:]
            raise

    def _opened(self, where: Path | str) -> sqlite3.Connection:
        # Each thread uses only its own; `close` may come from another one.
        connection = sqlite3.connect(
            where,
            uri=isinstance(where, str),
            timeout=30,
            isolation_level=None,
            check_same_thread=False,
            factory=Watched if self._durable else sqlite3.Connection,
        )
        if isinstance(connection, Watched) and isinstance(where, Path):
            connection.on_damage = self._begin_anew
        self._connections.append(connection)
        return connection

    def _prepared(self, connection: sqlite3.Connection) -> sqlite3.Connection:
        connection.execute(f"pragma synchronous={'full' if self._durable else 'normal'}")
        connection.execute("pragma foreign_keys=on")
        if self._durable:
            # Some SQLites write zeros over all that a session of writing lets go, which costs
            # as much as the text itself. What a person lets go is cleared by `pruning`.
            connection.execute("pragma secure_delete=fast")
        else:
            connection.execute("pragma secure_delete=on")
        if not (self._ready or self._is_made(connection)):
            for migrate in (self._migrate, *(tables.make for tables in self._further)):
                self._make(connection, migrate)
        self._ready = True
        return connection

    @staticmethod
    def _make(
        connection: sqlite3.Connection, migrate: Callable[[sqlite3.Connection], None]
    ) -> None:
        if connection.in_transaction:
            migrate(connection)
            return
        connection.execute("begin immediate")
        try:
            migrate(connection)
        except BaseException:
            connection.rollback()
            raise
        if connection.in_transaction:
            connection.commit()

    def _refused(self) -> OSError:
        return OSError(self.refusal, os.strerror(self.refusal))

    def _copied(self) -> str:
        """The name of a copy in memory of what the file holds, which every thread may open."""
        name = f"file:/{os.urandom(16).hex()}?vfs=memdb"
        self._opened(name)  # it lives as long as one is open
        log = Path(f"{self.path}-wal")
        logged = log.exists() and log.stat().st_size > 0
        if self.path.exists():
            # What a crash left in a log counts; without one nothing is made beside the file.
            how = "mode=rw" if logged else "mode=ro&immutable=1"
            address = f"{self.path.absolute().as_uri()}?{how}"
            with closing(sqlite3.connect(address, uri=True, isolation_level=None)) as source:
                if logged:
                    source.execute("pragma locking_mode=exclusive")
                source.execute("vacuum into ?", (name,))
        return name


def _refusal(error: Exception, folder: Path) -> int:
    """The number of the error by which a full disk, or one that can only be read, kept a file from
    being opened; 0 where something else did.
    """
    if isinstance(error, OSError):
        return error.errno if error.errno in _NO_ROOM else 0
    code = getattr(error, "sqlite_errorcode", 0)
    if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE):
        return errno.ENOSPC
    if code & 0xFF not in _MAY_BE_THE_DISK:
        return 0
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(_BESIDE))
            file.flush()
    except OSError as refused:
        return refused.errno if refused.errno in _NO_ROOM else 0
    return 0
