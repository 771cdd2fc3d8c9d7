"""History: earlier versions of files, whole. Knows paths and bytes, not where a notebook lies."""

import hashlib
import re
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from desktop_app.database import Database
from desktop_app.errors import Problem
from desktop_app.notebook.storage import trouble
from desktop_app.tables import Tables
from desktop_app.words import tr

if TYPE_CHECKING:
    import sqlite_utils

NAME = tr("the history of this notebook")
_VERSIONS = "select version, path, at, cause, size, sha from versions join contents using (sha)"
_SESSION = timedelta(minutes=10)
_MOST = 2**63 - 1  # versions that the database counts

_CLIENT: ContextVar[str] = ContextVar("client", default="")


@contextmanager
def written_by(client: str) -> Iterator[None]:
    """What the block writes is the work of this agent, whose name goes into the history.

    It holds for the block's own thread or task, and for what `asyncio.to_thread` does for it.
    """
    token = _CLIENT.set(client)
    try:
        yield
    finally:
        _CLIENT.reset(token)


A_COMMAND = "a command"
"""Whose work a command is that no terminal started, as the history names it."""


def writer() -> str:
    """The agent whose work this is, "" for a person's own."""
    return _CLIENT.get()


class Cause(StrEnum):
    """Why a version was kept. A cause that another program wrote stays as it is.

    What an agent did has the agent's name behind it: `note:claude-code`.
    """

    BEFORE = "before"  # of a line that is older than the history; no version has it
    DELETED = "deleted"  # the text is that of the note when it went
    DRAFT = "draft"
    DREAM = "dream"
    EDIT = "edit"
    FLUSH = "flush"
    IMPORT = "import"
    LINKS = "links"  # they lead to the new name of a note, or are words since it is gone
    MOVED = "moved"  # as DELETED; the note has another name since, whose version is RENAMED
    NOTE = "note"
    OUTSIDE = "outside"
    QUARANTINE = "quarantine"
    RECOVERED = "recovered"
    RENAMED = "renamed"
    RESTORE = "restore"
    TAKEN_BACK = "taken back"
    UNDO = "undo"
    UPDATE = "update"

    @property
    def kind(self) -> "Cause":
        """The cause without a name."""
        return Cause(self.partition(":")[0])

    @property
    def client(self) -> str:
        """The name of the agent that did it; "" where it was none."""
        return self.partition(":")[2].strip()

    @classmethod
    def _missing_(cls, value: object) -> "Cause":
        other = str.__new__(cls, value)
        other._name_ = other._value_ = str(value)
        return other


def signed(cause: str) -> Cause:
    """The cause with the name of the agent at work now, if one is: see `written_by`."""
    client = writer()
    return Cause(f"{cause}:{client}" if client else cause)


# A version of these is somebody's way back, so a later one never takes its place.
_APART = frozenset(
    {
        Cause.DREAM,
        Cause.IMPORT,
        Cause.LINKS,
        Cause.UNDO,
        Cause.RESTORE,
        Cause.RECOVERED,
        Cause.QUARANTINE,
    }
)

GONE = frozenset({Cause.DELETED, Cause.MOVED})  # since these a file is there no more


class Version(NamedTuple):
    """A file as it was kept: `at` is when, `size` in bytes."""

    version: int
    path: str
    at: datetime
    cause: Cause
    size: int
    sha: str


class VersionStep(NamedTuple):
    """A version, with the number of the one before it of the same path; None for the first."""

    version: Version
    before: int | None


def _versions(db: "sqlite_utils.Database") -> None:
    columns = {"sha": str, "size": int, "packed": bytes}
    db.table("contents").create(columns, pk="sha", not_null=("size", "packed"), if_not_exists=True)
    db.execute(
        "create table if not exists versions"
        # autoincrement: a number that someone still holds never comes to mean other bytes
        " (version integer primary key autoincrement, path text not null, at text not null,"
        " cause text not null, sha text not null references contents(sha))"
    )
    versions = db.table("versions")
    versions.create_index(["path", "version"], "versions_by_path", if_not_exists=True)
    versions.create_index(["sha"], "versions_by_sha", if_not_exists=True)


TABLES = Tables("versions", _versions)


class FileHistory:
    """The versions kept in one database, which is to be durable."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(
        self,
        path: str,
        data: bytes,
        cause: Cause,
        at: datetime,
        base: str | None = None,
        *,
        in_file: bool = False,
        sha: str = "",
    ) -> int:
        """Keep a file's bytes; returns the number of their version.

        `base` is the sha of the text that they replace, `sha` their own if it is known. The newest
        version of a path is not kept twice, unless the file went between them. Within ten minutes
        an edit replaces the edit it was made from, and a text that only grew replaces the shorter
        one of the same cause: one session of writing is one version. An edit of any other text,
        such as one that was put back, begins a new version.

        For a text that is durable `in_file` nobody waits for the disk: see `last`. It is packed
        when the next version comes, unless that replaces it.
        """
        sha = sha or hashlib.sha256(data).hexdigest()
        with trouble.database_as_problem(NAME), self._database.write(waits=not in_file) as database:
            newest = self._newest_of(path)
            went = newest is not None and {Cause(cause).kind, newest.cause.kind} & GONE
            if newest is not None and newest.sha == sha and not went:
                return newest.version
            database.execute(
                "insert or ignore into contents values (?, ?, ?)",
                [sha, len(data), data if in_file else packed(data)],
            )
            version = database.execute(
                "insert into versions (path, at, cause, sha) values (?, ?, ?, ?)",
                [_stored(path), at.isoformat(), cause, sha],
            ).lastrowid
            if newest is not None and self._is_same_session(newest, data, cause, at, base):
                self._forget(newest)
            elif newest is not None:
                self._pack(newest)
        assert version is not None
        return version

    def last(self, path: str, data: bytes, sha: str, at: datetime) -> None:
        """Make sure that these bytes of a file are in the history, durably."""
        if self.knows(path, sha):
            with trouble.database_as_problem(NAME):
                self._database.sync()
        else:
            self.keep(path, data, Cause.OUTSIDE, at)

    def is_edited_on(self, path: str, sha: str, at: datetime) -> bool:
        """Whether an edit of this text, made now, belongs to the session that wrote the text."""
        newest = self._newest_of(path)
        return (
            newest is not None
            and (newest.cause, newest.sha) == (Cause.EDIT, sha)
            and _is_soon(newest.at, at)
        )

    def knows(self, path: str, sha: str) -> bool:
        """Whether any version of the path has these bytes."""
        return self._with_text("1", path, sha) is not None

    def versions(self, path: str | None = None, limit: int = 200) -> list[Version]:
        """The versions of one path, or of all, newest first; -1 is no limit. As in `steps`."""
        return [step.version for step in self.steps(path, limit)]

    def version(self, path: str, number: int) -> Version | None:
        """This version, if it is one of this path, or of a name that the file had before."""
        for name, until in self._names(path) if number < _MOST else ():
            row = self._row(f"{_VERSIONS} where version = ? and path = ?", number, name)
            if row and number < until:
                return _version(row)._replace(path=path)
        return None

    def path_of(self, number: int) -> str:
        """The path of a version; "" for none."""
        row = self._row("select path from versions where version = ?", min(number, _MOST))
        return str(row[0]) if row else ""

    def steps(self, path: str | None, limit: int) -> list[VersionStep]:
        """The versions of one path, or of all, newest first, each beside the one before it.

        A version that equals the one before it is left out, since the session of writing between
        them changed nothing; that a file went, came back, or got this name, stays. What a file was
        under the names that it had before is its own.
        """
        kept = [f"{one}.cause like '{cause}%'" for one in "vb" for cause in GONE]
        kept += ["v.sha is not b.sha", f"v.cause like '{Cause.RENAMED}%'"]
        named = None if path is None else _stored(path)
        values: dict[str, object] = {"limit": limit, "path": named}
        here, before = list[str](), list[str]()
        for n, (name, until) in enumerate(() if path is None else self._names(path)):
            values |= {f"path{n}": name, f"until{n}": until}
            here.append(f"v.path = :path{n} and v.version < :until{n}")
            before.append(f"p.path = :path{n} and p.version < :until{n}")
        with trouble.database_as_problem(NAME):
            rows = self._database.connection().execute(
                "select v.version, coalesce(:path, v.path), v.at, v.cause, c.size, v.sha, b.version"
                " from versions v join contents c on c.sha = v.sha"
                " left join versions b on b.version = (select max(p.version) from versions p"
                f" where ({' or '.join(before) or 'p.path = v.path'}) and p.version < v.version)"
                f" where ({' or '.join(kept)}) and ({' or '.join(here) or 'true'})"
                " order by v.version desc limit :limit",
                values,
            )
            return [VersionStep(_version(row), row[6]) for row in rows.fetchall()]

    def _names(self, path: str) -> list[tuple[str, int]]:
        """The names of a file, as they are stored, each with the version since which it has another
        one: its own, then those that it had before."""
        with trouble.database_as_problem(NAME):
            rows = self._database.connection().execute(
                "with recursive names(path, until) as (select ?, ? union"
                " select old.path, new.version from names"
                " join versions new on new.path = names.path and new.version < until"
                " join versions old on old.sha = new.sha and old.at = new.at"
                f" where new.cause like '{Cause.RENAMED}%' and old.cause like '{Cause.MOVED}%')"
                " select path, max(until) from names group by path",
                [_stored(path), _MOST],
            )
            return [(str(name), int(until)) for name, until in rows.fetchall()]

    def find(self, path: str, sha: str) -> bytes:
        """The bytes of a path with this sha ("" has none); raises Problem when they are gone."""
        if not sha:
            return b""
        row = self._with_text("version", path, sha)
        if row is None:
            raise Problem(
                tr("An earlier text of {path} is not in the history any more.").format(path=path),
                tr("It may have been pruned; other versions can still be restored."),
            )
        return self.content(row[0])

    def content(self, version: int) -> bytes:
        """A version's bytes, checked by their hash; raises Problem for unknown or damaged ones."""
        row = self._row(
            "select sha, size, packed from versions join contents using (sha) where version = ?",
            version,
        )
        if row is None:
            raise Problem(
                tr("There is no version {version}.").format(version=version),
                tr("It may have been deleted as an old one."),
            )
        sha, size, packed = row
        try:
            data: bytes = packed if len(packed) == size else zlib.decompress(packed)
        except zlib.error:
            data = b""
        if hashlib.sha256(data).hexdigest() != sha:
            raise Problem(
                tr("Version {version} is damaged and is not shown.").format(version=version),
                tr("The disk may be failing; other versions can still be good."),
            )
        return data

    def size(self) -> int:
        """The size of the history on the disk, in bytes."""
        pages = "select page_count * page_size from pragma_page_count(), pragma_page_size()"
        return int(self._row(pages)[0])

    def _row(self, select: str, *values: object) -> Any:
        with trouble.database_as_problem(NAME):
            return self._database.connection().execute(select, values).fetchone()

    def _with_text(self, column: str, path: str, sha: str) -> Any:
        select = f"select {column} from versions where path = ? and sha = ? limit 1"
        return self._row(select, _stored(path), sha)

    def _newest_of(self, path: str) -> Version | None:
        row = self._row(f"{_VERSIONS} where path = ? order by version desc limit 1", _stored(path))
        return _version(row) if row else None

    def _is_same_session(
        self, newest: Version, data: bytes, cause: Cause, at: datetime, base: str | None
    ) -> bool:
        if not _is_soon(newest.at, at) or cause != newest.cause:
            return False
        if cause == Cause.EDIT and base in (None, newest.sha):
            return True
        if Cause(cause).kind in _APART:
            return False
        if len(data) <= newest.size:
            return False
        return base == newest.sha or data.startswith(self.content(newest.version))

    def _pack(self, version: Version) -> None:
        connection = self._database.connection()
        lies = connection.execute(
            "select packed from contents where sha = ? and length(packed) = size", [version.sha]
        ).fetchone()
        if lies is not None:
            connection.execute(
                "update contents set packed = ? where sha = ?", [packed(lies[0]), version.sha]
            )

    def _forget(self, version: Version) -> None:
        connection = self._database.connection()
        connection.execute("delete from versions where version = ?", [version.version])
        connection.execute(
            "delete from contents where sha = ? and sha not in (select sha from versions)",
            [version.sha],
        )


def packed(data: bytes) -> bytes:
    """The bytes compressed, or as they are if that is shorter."""
    packed = zlib.compress(data)
    return packed if len(packed) < len(data) else data


def _is_soon(then: datetime, at: datetime) -> bool:
    return timedelta(0) <= at - then <= _SESSION


def _version(row: Sequence[Any]) -> Version:
    """A version from the first six columns: number, path, moment, cause, size, sha."""
    number, path, at, cause, *rest = row[:6]
    return Version(number, _shown(path), datetime.fromisoformat(at), Cause(cause), *rest)


def _stored(path: str) -> str:
    """A path as the database can hold it: odd bytes of its name as backslash escapes."""
    try:
        named = path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # half of a surrogate pair: no file has such a name
        named = path.encode("utf-8", "surrogatepass")
    return named.decode("utf-8", "backslashreplace")


def _shown(stored: str) -> str:
    """The path again; no path of a notebook has a backslash of its own."""
    if "\\" not in stored:
        return stored
    odd = re.sub(rb"\\x([0-9a-f]{2})", lambda m: bytes.fromhex(m[1].decode()), stored.encode())
    return odd.decode("utf-8", "surrogateescape")
