"""Salvage: a damaged SQLite file set aside, and what can be read of it in a new one."""

import math
import os
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext, suppress
from pathlib import Path
from typing import Any, Self

from desktop_app.own_files import give_to_owner
from desktop_app.tables import RECORD

DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_REFUSED_TO_WRITE = (
    sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_NOMEM,
)  # fmt: skip
_REFUSED_TO_READ = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM)
_HEADER = 100  # bytes
_KINDS: dict[str, tuple[type, ...]] = {
    "text": (str, type(None)),
    "integer": (int, type(None)),
    "blob": (bytes, str),
}
_ANY = (object,)
LOG = "-wal"
"""What the name of the log beside a database ends with."""


def is_damage(error: Exception) -> bool:
    """Whether SQLite says that the file itself is broken, or a text in it is none."""
    return code_of(error) in DAMAGE or is_no_text(error)


def is_no_text(error: Exception) -> bool:
    """Whether what should be text is none, of which SQLite's own check knows nothing."""
    by_python = isinstance(error, sqlite3.OperationalError) and not hasattr(
        error, "sqlite_errorcode"
    )
    return by_python and "decode" in str(error)


def set_aside(path: Path) -> Path:
    """Give a file a name that says it is damaged. Raises OSError."""
    aside = _free(path)
    path.rename(aside)
    return aside


def is_damaged(path: Path) -> bool:
    """Whether SQLite finds a file broken when it reads all of it."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as file:
            return [tuple(row) for row in file.execute("pragma quick_check(1)")] != [("ok",)]
    except sqlite3.DatabaseError as error:
        return is_damage(error)


def begin_anew(path: Path) -> Path:
    """Put a new file in a damaged one's place, with every row that can be read of it.

    The damaged one stays, with its log: returns where. To be called by one program at a time.
    Raises OSError and sqlite3.Error where the disk refuses; then the damaged one is still in its
    place.
    """
    new, aside = path.with_name(f"{path.name}.new"), _free(path)
    new.unlink(missing_ok=True)
    new.touch(mode=0o600)
    give_to_owner(new, new.parent)
    try:
        if not _copied(path, new):
            _copied_below_header(path, new)
        try:
            os.link(path, aside)
        except OSError:  # a disk without second names: for a moment there is no file
            path.rename(aside)
        with suppress(FileNotFoundError):  # or SQLite would take it for the new file's
            Path(f"{path}{LOG}").rename(f"{aside}{LOG}")
        Path(f"{path}-shm").unlink(missing_ok=True)
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    return aside


class Watched(sqlite3.Connection):
    """A connection that tells `on_damage` of each error by which the file is broken.

    Another thread may close it, once the statement that runs has ended: Python's module reads
    what is no more where a connection is closed under a statement, and the program ends.
    """

    on_damage: Callable[[Exception], None] = staticmethod(lambda _error: None)

    def __init__(self, *given: Any, **named: Any) -> None:
        self.used = threading.RLock()
        super().__init__(*given, **named)

    def close(self) -> None:
        with self.used:
            super().close()

    def commit(self) -> None:
        with self.used:
            super().commit()

    def rollback(self) -> None:
        with self.used:
            super().rollback()

    def cursor(self, *_: Any) -> sqlite3.Cursor:  # type: ignore[override]
        return super().cursor(_Cursor)

    def execute(self, *given: Any) -> sqlite3.Cursor:
        return self.cursor().execute(*given)

    def executemany(self, *given: Any) -> sqlite3.Cursor:
        return self.cursor().executemany(*given)


class _Cursor(sqlite3.Cursor):
    def execute(self, *given: Any) -> Self:
        return self._watched(super().execute, *given)  # type: ignore[no-any-return]

    def executemany(self, *given: Any) -> Self:
        return self._watched(super().executemany, *given)  # type: ignore[no-any-return]

    def fetchone(self) -> Any:
        return self._watched(super().fetchone)

    def fetchall(self) -> list[Any]:
        return self._watched(super().fetchall)  # type: ignore[no-any-return]

    def __next__(self) -> Any:
        return self._watched(super().__next__)

    def _watched(self, work: Callable[..., Any], *given: Any) -> Any:
        connection = self.connection
        try:
            with connection.used if isinstance(connection, Watched) else nullcontext():
                return work(*given)
        except sqlite3.DatabaseError as error:
            if is_damage(error) and isinstance(connection, Watched):
                self.close()  # or the file stays open, which Windows then does not rename
                connection.on_damage(error)
            raise


def _free(path: Path) -> Path:
    names = (f"{path}.damaged{f'-{n}' if n else ''}" for n in (0, *range(2, 1000)))
    free = (n for n in names if not (os.path.lexists(n) or os.path.lexists(f"{n}{LOG}")))
    return Path(next(free))


def _copied(path: Path, into: Path) -> bool:
    """Copy the rows that can be read; whether any table was found."""
    found = False
    address = f"{path.absolute().as_uri()}?mode=ro"
    with (
        closing(sqlite3.connect(into, isolation_level=None)) as new,
        closing(sqlite3.connect(address, uri=True, isolation_level=None)) as old,
    ):
        new.execute("pragma foreign_keys=on")  # a row whose other half is lost says nothing
        new.execute("begin immediate")
        try:
            old.execute("pragma writable_schema=on")  # a table that is broken hides no other one
            tables = old.execute(
                "select name, sql from sqlite_master where sql like 'create table%'"
                " and name not like 'sqlite!_%' escape '!' and name <> ? order by rowid",
                [RECORD],  # which tables are lost is seen from the file itself
            ).fetchall()
        except sqlite3.DatabaseError as error:
            if code_of(error) in _REFUSED_TO_READ:  # it will be readable later
                raise
            tables = []
        for name, sql in tables:
            try:
                new.execute(sql)
                found = True
                _copy_table(old, new, name)
            except (sqlite3.DatabaseError, TypeError, ValueError) as error:
                if code_of(error) in _REFUSED_TO_WRITE:
                    raise
        with suppress(sqlite3.DatabaseError, TypeError):  # one that was given is given to no other
            for name, last in old.execute("select name, seq from sqlite_sequence").fetchall():
                raised = "update sqlite_sequence set seq = max(seq, ?) where name = ?"
                new.execute(raised, [last, name])
        new.execute("commit")
    return found


def _copied_below_header(path: Path, into: Path) -> None:
    """The same, of a file whose first bytes say nothing: with those of a new database."""
    again = path.with_name(f"{path.name}.part")
    try:
        with closing(sqlite3.connect(into, isolation_level=None)) as new:
            new.execute("vacuum")  # so that it has a header
        head = bytearray(into.read_bytes()[:_HEADER])
        page = int.from_bytes(head[16:18], "big")
        shutil.copyfile(path, again)
        again.chmod(0o600)
        head[28:32] = (again.stat().st_size // page).to_bytes(4, "big")  # pages there are
        head[32:40] = bytes(8)  # none of them free
        head[92:96] = head[24:28]  # and that is to be believed
        with again.open("r+b") as file:
            file.write(head)
        _copied(again, into)
    finally:
        for ending in ("", LOG, "-shm"):
            Path(f"{again}{ending}").unlink(missing_ok=True)


def _copy_table(old: sqlite3.Connection, new: sqlite3.Connection, name: str) -> None:
    kinds = [row[2].lower() for row in new.execute(f'pragma table_info("{name}")')]
    insert = f'insert or ignore into "{name}" values ({", ".join("?" * len(kinds))})'
    for row in _rows(old, name):
        if all(isinstance(v, _KINDS.get(k, _ANY)) for v, k in zip(row, kinds, strict=True)):
            with suppress(sqlite3.IntegrityError):
                new.execute(insert, row)


def _rows(old: sqlite3.Connection, name: str) -> Iterator[tuple[Any, ...]]:
    """The rows of a table up to the first that can't be read, and back from its end to one."""
    numbers: set[int] = set()
    for order, sign in (("asc", 1), ("desc", -1)):
        select, last = f'select rowid, * from "{name}" order by rowid {order}', -math.inf
        try:
            for number, *row in old.execute(select):
                if number in numbers or number * sign <= last:  # pages lead back to themselves
                    break
                numbers.add(number)
                last = number * sign
                yield tuple(row)
        except sqlite3.DatabaseError as error:
            if code_of(error) in _REFUSED_TO_READ:
                raise


def code_of(error: Exception) -> int:
    """SQLite's primary code of an error; 0 for errors of Python's module itself."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF
