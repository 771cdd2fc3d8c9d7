"""Error books: which errors were met, where, what ended them, and what else was significant in the
conversations. Knows history.db.

What looks like a secret is hidden before it is written. An encounter that is known is no news, so
the same turns may be taken again.
"""

import json
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from sqlite3 import Connection
from typing import Any

from desktop_app.database import storable
from desktop_app.language.gate.masked import without_secrets
from desktop_app.notebook import pruning
from desktop_app.notebook.kept_tables import KeptTables
from desktop_app.notebook.notebook import Notebook
from desktop_app.sessions.hindsight.events import EventKind, SessionEvent
from desktop_app.sessions.hindsight.pattern import Encounter, ErrorPattern, PatternState
from desktop_app.sessions.hindsight.signature import ErrorKind, ErrorSignature
from desktop_app.sessions.hindsight.trail import ErrorEnded, ErrorMet, Resolution
from desktop_app.tables import NewTable, Tables, making

_MOST_EVENTS = 20_000  # events that are kept, the last ones


class ErrorBooks:
    """The books of one notebook. Every method raises Problem where they cannot be used."""

    def __init__(self, notebook: Notebook) -> None:
        self._kept = KeptTables(notebook.database, _TABLES)
        self._kept.make()

    # -- writing --------------------------------------------------------------------------------

    def take(
        self,
        session: str,
        agent: str,
        folder: str,
        news: Sequence[ErrorMet | ErrorEnded],
        now: datetime,
    ) -> tuple[str, ...]:
        """Keep what an agent met in a conversation about a folder, and what has ended; the keys of
        the errors that were met anew."""
        met: dict[str, None] = {}
        with self._kept.writing(waits=False) as db:
            for one in news:
                key, place = one.signature.key, [storable(session), storable(one.call)]
                if isinstance(one, ErrorEnded):
                    sql = f"update error_encounters set ended = ? where {_WHICH} and ended is null"
                    db.execute(sql, [_resolution_json(one.resolution), key, *place])
                elif one.tries > 1:
                    sql = f"update error_encounters set tries = max(tries, ?) where {_WHICH}"
                    db.execute(sql, [one.tries, key, *place])
                elif self._meet(db, session, agent, folder, one, now):
                    met[key] = None
            keys = {one.signature.key for one in news}
            for pattern in self._read(db, _SOME, _list(keys)):
                if pattern.state is PatternState.NEW and pattern.is_due:
                    db.execute(_SETTLE, [PatternState.PROPOSED, "", pattern.key])
        return tuple(met)

    @staticmethod
    def _meet(
        db: Connection, session: str, agent: str, folder: str, met: ErrorMet, now: datetime
    ) -> bool:
        """Keep an encounter with its pattern; whether it is news."""
        signature, time = met.signature, met.step.time or now.isoformat()
        db.execute(
            "insert or ignore into error_patterns values (?, ?, ?, ?, ?, ?, ?, '', '', 0)",
            [
                signature.key, signature.head, signature.kind, signature.type, signature.message,
                json.dumps(signature.frames), PatternState.NEW,
            ],
        )  # fmt: skip
        where = map(storable, (session, met.call, agent, folder, time))
        about = (_kept(met.step.shown), met.exit_code, signature.headline)
        return db.execute(_MEET, [signature.key, *where, *about]).rowcount > 0

    def settle(self, key: str, state: PatternState, resolution: str) -> None:
        """A person's word on a pattern, and the text that is shared."""
        with self._kept.writing() as db:
            db.execute(_SETTLE, [state, _kept(resolution), key])

    def forget(self, key: str) -> None:
        """Leave nothing of a pattern: its encounters, and the events go, too."""
        with self._kept.writing() as db:
            db.execute("delete from error_encounters where pattern = ?", [key])
            db.execute("delete from error_patterns where key = ?", [key])
            db.execute("delete from session_events where error = ?", [key])
        with self._kept.reading():
            pruning.give_back(self._kept.database)  # no byte of it stays behind

    def keep_events(self, session: str, events: Sequence[SessionEvent]) -> None:
        """Keep these; an event that came again takes the place of the one before."""
        rows = [
            (
                storable(session), one.kind, storable(one.key), storable(one.time),
                _kept(one.words), one.error, json.dumps([one.impact, one.why]),
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
            db.execute("delete from session_events where rowid <= ?", [newest - _MOST_EVENTS])

    # -- reading --------------------------------------------------------------------------------

    def patterns(self, keys: Sequence[str] | None = None) -> tuple[ErrorPattern, ...]:
        """All patterns, or those of these keys, the one that was met last first."""
        with self._kept.reading() as db:
            found = self._read(db, _ALL) if keys is None else self._read(db, _SOME, _list(keys))
            return tuple(found)

    def events(self, session: str) -> tuple[SessionEvent, ...]:
        """The events of a conversation, in their order."""
        with self._kept.reading() as db:
            rows = db.execute(_EVENTS_OF, [storable(session)]).fetchall()
        return tuple(
            SessionEvent(EventKind(kind), key, time, words, *_impact(parts), error)
            for kind, key, time, words, error, parts in rows
        )

    def sessions(self) -> tuple[str, ...]:
        """The conversations that have events, the last one first."""
        with self._kept.reading() as db:
            return tuple(row[0] for row in db.execute(_SESSIONS))

    @staticmethod
    def _read(db: Connection, select: str, *args: str) -> list[ErrorPattern]:
        heads = db.execute(select, args).fetchall()
        met: dict[str, list[Encounter]] = {}
        for key, *values, ended in db.execute(_MET, [_list([row[0] for row in heads])]):
            met.setdefault(key, []).append(replace(Encounter(*values), ended=_resolution(ended)))
        found = [
            ErrorPattern(
                key, _signature(*about), PatternState(state), tuple(met.get(key, ())), shared
            )
            for key, *about, state, shared in heads
        ]
        return sorted(found, key=lambda one: one.last, reverse=True)


_ALL = "select key, kind, type, message, frames, state, resolution from error_patterns"
_SOME = (
    "select key, kind, type, message, frames, state, resolution from error_patterns"
    " where key in (select value from json_each(?))"
)
_MEET = "insert or ignore into error_encounters values (?, ?, ?, ?, ?, ?, ?, ?, ?, 1, null)"
_MET = (
    "select pattern, session, agent, folder, call, time, command, exit_code, headline, tries, ended"
    " from error_encounters where pattern in (select value from json_each(?)) order by time, rowid"
)
_SETTLE = "update error_patterns set state = ?, resolution = ? where key = ?"
_WHICH = "pattern = ? and session = ? and call = ?"
_EVENTS_OF = (
    "select kind, key, time, words, error, parts from session_events where session = ?"
    " order by time, rowid"
)
_SESSIONS = "select session from session_events group by session order by max(rowid) desc"


def _list(keys: Collection[str]) -> str:
    return json.dumps(list(keys))


def _kept(text: str) -> str:
    """A text as it is kept: without secrets."""
    text = storable(text).replace("\0", "\ufffd")
    return "\n".join(map(without_secrets, text.split("\n")))


def _resolution_json(one: Resolution) -> str:
    texts = {name: _kept(getattr(one, name)) for name in ("brings", "words", "time")}
    kept = one.__dict__ | texts | {"steps": list(map(_kept, one.steps))}
    return json.dumps(kept, ensure_ascii=False)


def _resolution(told: str | None) -> Resolution | None:
    if told is None:
        return None
    given: dict[str, Any] = json.loads(told)
    return Resolution(**given | {"steps": tuple(given["steps"])})


def _impact(kept: str) -> tuple[float, str]:
    """An impact and why; what earlier versions kept were parts of it."""
    told = json.loads(kept) or [0.0, ""]
    return tuple(told[0] if isinstance(told[0], list) else told)


def _signature(kind: str, type_: str, message: str, frames: str) -> ErrorSignature:
    return ErrorSignature(ErrorKind(kind), type_, message, tuple(json.loads(frames)))


_PATTERN = {
    "key": str, "head": str, "kind": str, "type": str, "message": str, "frames": str,
    "state": str, "resolution": str, "text": str, "version": int,
}  # fmt: skip
_ENCOUNTER = {
    "pattern": str, "session": str, "call": str, "agent": str, "folder": str, "time": str,
    "command": str, "exit_code": int, "headline": str, "tries": int, "ended": str,
}  # fmt: skip
_EVENT = {
    "session": str, "kind": str, "key": str, "time": str, "words": str, "error": str, "parts": str,
}  # fmt: skip
_PATTERNS = NewTable("error_patterns", _PATTERN, "key", indexed="head")
_ENCOUNTERS = NewTable(
    "error_encounters", _ENCOUNTER, ("pattern", "session", "call"), indexed="session"
)
_EVENTS = NewTable("session_events", _EVENT, unique=("session", "kind", "key"))
_TABLES = Tables("errors", making("_errors", _PATTERNS, _ENCOUNTERS), making("_events", _EVENTS))
