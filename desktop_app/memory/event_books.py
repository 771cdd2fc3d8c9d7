"""Event books: what was significant in conversations of agents. Knows history.db."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from desktop_app.database import storable
from desktop_app.language.gate.masked import without_secrets
from desktop_app.notebook.kept_tables import KeptTables
from desktop_app.notebook.notebook import Notebook
from desktop_app.sessions.hindsight.events import EventKind, ImpactPart, SessionEvent
from desktop_app.tables import Tables

if TYPE_CHECKING:
    import sqlite_utils

_MOST = 20_000  # events that are kept, the last ones


class EventBooks:
    """The books of one notebook. Every method raises Problem where they cannot be used."""

    def __init__(self, notebook: Notebook) -> None:
        self._kept = KeptTables(notebook.database, _TABLES)
        self._kept.make()

    def keep(self, session: str, events: Sequence[SessionEvent]) -> None:
        """Keep these; an event that came again takes the place of the one before."""
        rows = [
            (
                storable(session), one.kind, storable(one.key), storable(one.time),
                _kept(one.words), one.error, json.dumps([[p.weight, p.why] for p in one.parts]),
            )
            for one in events
        ]  # fmt: skip
        with self._kept.writing(waits=False) as db:
            sql = (
                "insert into session_events values (?, ?, ?, ?, ?, ?, ?)"
                " on conflict (session, kind, key) do update set parts = excluded.parts"
            )
            db.executemany(sql, rows)
            newest = db.execute("select max(rowid) from session_events").fetchone()[0] or 0
            db.execute("delete from session_events where rowid <= ?", [newest - _MOST])

    def events(self, session: str) -> tuple[SessionEvent, ...]:
        """The events of a conversation, in their order."""
        with self._kept.reading() as db:
            rows = db.execute(_OF, [storable(session)])
            return tuple(
                SessionEvent(
                    EventKind(kind), key, time, words,
                    tuple(ImpactPart(*part) for part in json.loads(parts)), error,
                )
                for kind, key, time, words, error, parts in rows
            )  # fmt: skip

    def sessions(self) -> tuple[str, ...]:
        """The conversations that have events, the last one first."""
        with self._kept.reading() as db:
            return tuple(row[0] for row in db.execute(_SESSIONS))


_OF = (
    "select kind, key, time, words, error, parts from session_events where session = ?"
    " order by time, rowid"
)
_SESSIONS = "select session from session_events group by session order by max(rowid) desc"


def _kept(words: str) -> str:
    return without_secrets(storable(words).replace("\0", "\ufffd"))


def _events(db: "sqlite_utils.Database") -> None:
    event = {
        "session": str, "kind": str, "key": str, "time": str, "words": str, "error": str,
        "parts": str,
    }  # fmt: skip
    table = db.table("session_events")
    table.create(event, if_not_exists=True)
    table.create_index(("session", "kind", "key"), unique=True, if_not_exists=True)


_TABLES = Tables("events", _events)
