"""Watch books: what is followed, and how far it was read. Knows history.db.

Places are not waited for by the disk: what a power cut takes back is read again, and the books of
flushes know what was written.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.database import storable
from desktop_app.notebook.kept_tables import KeptTables
from desktop_app.notebook.notebook import Notebook
from desktop_app.sessions.agents.adapter import AgentName
from desktop_app.sessions.agents.tail import TailPlace
from desktop_app.tables import NewTable, Tables, making

if TYPE_CHECKING:
    import sqlite_utils


@dataclass(frozen=True)
class FollowedSource:
    """A source that a person said yes to. `said` is what it did last, at `at` ("" for never).

    `flush`: its talk is flushed into the days; its errors are kept in any case.
    """

    id: str
    flush: bool
    said: str = ""
    at: str = ""


class WatchBooks:
    """The books of one notebook. Every method raises Problem where they cannot be used."""

    def __init__(self, notebook: Notebook) -> None:
        self._kept = KeptTables(notebook.database, _TABLES)

    def followed(self) -> tuple[FollowedSource, ...]:
        """What is followed, in the order of the yes; no agent that only earlier versions knew."""
        rows = self._kept.rows("select source, flush, said, at from watched order by rowid")
        return tuple(
            FollowedSource(name, bool(flush), *last)
            for name, flush, *last in rows
            if name.partition(":")[0] in {*AgentName}
        )

    def follow(self, source: str, flush: bool, places: Iterable[tuple[Path, TailPlace]]) -> None:
        """Follow a source from these places on; a file that is not among them from its start."""
        with self._kept.writing() as db:
            db.execute(
                "insert or replace into watched (source, flush, said, at) values (?, ?, '', '')",
                [source, flush],
            )
            self._keep(db, source, places)

    def leave(self, source: str) -> None:
        """Follow it no more. What it did stays."""
        with self._kept.writing() as db:
            db.execute("delete from watched where source = ?", [source])
            db.execute("delete from watched_places where source = ?", [source])

    def say(self, source: str, words: str, now: datetime) -> None:
        """What it did last."""
        with self._kept.writing(waits=False) as db:
            sql = "update watched set said = ?, at = ? where source = ?"
            db.execute(sql, [storable(words), now.isoformat(), source])

    def places(self, source: str) -> dict[Path, TailPlace]:
        """How far its files were dealt with."""
        sql = "select path, offset, mark, inside from watched_places where source = ?"
        return {
            _path(path): TailPlace(offset, mark, bool(inside))
            for path, offset, mark, inside in self._kept.rows(sql, source)
        }

    def keep(self, source: str, places: Iterable[tuple[Path, TailPlace]]) -> None:
        """How far it is dealt with."""
        with self._kept.writing(waits=False) as db:
            self._keep(db, source, places)

    def _keep(self, db: object, source: str, places: Iterable[tuple[Path, TailPlace]]) -> None:
        rows = [
            (_name(path), source, place.offset, place.mark, place.inside) for path, place in places
        ]
        sql = "insert or replace into watched_places values (?, ?, ?, ?, ?)"
        db.executemany(sql, rows)  # type: ignore[attr-defined]


def _name(path: Path) -> str:
    """A path as a text that SQLite takes, whatever bytes are in it."""
    return str(path).encode("utf-8", "surrogateescape").decode("latin-1")


def _path(name: str) -> Path:
    return Path(name.encode("latin-1").decode("utf-8", "surrogateescape"))


_SOURCE = {"source": str, "flush": int, "said": str, "at": str}
_PLACE = {"path": str, "source": str, "offset": int, "mark": str, "inside": int}
_WATCHED = NewTable("watched", _SOURCE, "source")
_PLACES = NewTable("watched_places", _PLACE, ("path", "source"))


def _without_tools(db: "sqlite_utils.Database") -> None:
    """Earlier versions kept the uses of tools."""
    db.execute("drop table if exists agent_tools")


_TABLES = Tables("watched", making("_watched", _WATCHED, _PLACES), _without_tools)
