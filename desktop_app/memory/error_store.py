"""Error books: which errors were met, where, what ended them, and what else was significant in the
conversations. Knows history.db.

What looks like a secret is hidden before it is written. An encounter that is known is no news, so
the same turns may be taken again.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from sqlite3 import Connection
from typing import Any

from desktop_app.database import storable
from desktop_app.language.gate.masked import without_secrets
from desktop_app.notebook import pruning
from desktop_app.notebook.kept_tables import KeptTables
from desktop_app.notebook.notebook import Notebook
from desktop_app.sessions.hindsight.events import EventKind, SessionEvent
from desktop_app.sessions.hindsight.pattern import Encounter, ErrorPattern, PatternState, findable
from desktop_app.sessions.hindsight.signature import ErrorKind, ErrorSignature
from desktop_app.sessions.hindsight.trail import ErrorEnded, ErrorMet, Resolution
from desktop_app.tables import NewTable, Tables, making

_MOST_EVENTS = 20_000  # events that are kept, the last ones


@dataclass(frozen=True)
class MetBy:
    """Whose errors are met: the agent's own id of the conversation, its name and its project."""

    session: str
    agent: str
    folder: str = ""


class ErrorBooks:
    """The books of one notebook. Every method raises Problem where they cannot be used."""

    def __init__(self, notebook: Notebook) -> None:
        self._kept = KeptTables(notebook.database, _TABLES)
        self._kept.make()

    # -- writing --------------------------------------------------------------------------------

    def take(
        self, who: MetBy, news: Sequence[ErrorMet | ErrorEnded], now: datetime
    ) -> tuple[str, ...]:
        """Keep what was met and what has ended; the keys of the errors that were met anew."""
        changed: dict[str, bool] = {}
        with self._kept.writing(waits=False) as db:
            for one in news:
                key, place = one.signature.key, [storable(who.session), storable(one.call)]
                anew = isinstance(one, ErrorMet) and one.tries == 1
                if isinstance(one, ErrorEnded):
                    sql = f"update error_encounters set ended = ? where {_WHICH} and ended is null"
                    done = db.execute(sql, [_resolution_json(one.resolution), key, *place])
                elif anew:
                    done = db.execute(_MEET, self._encounter(db, who, one, now))
                else:
                    sql = f"update error_encounters set tries = max(tries, ?) where {_WHICH}"
                    done = db.execute(sql, [one.tries, key, *place])
                if done.rowcount > 0:
                    changed[key] = changed.get(key, False) or anew
            for key in changed:
                self._tell(db, key)
        return tuple(key for key, anew in changed.items() if anew)

    @staticmethod
    def _encounter(db: Connection, who: MetBy, met: ErrorMet, now: datetime) -> list[Any]:
        """The row of an encounter, whose pattern is there then."""
        signature, time = met.signature, met.step.time or now.isoformat()
        db.execute(
            "insert or ignore into error_patterns values (?, ?, ?, ?, ?, ?, ?, '', '', 0)",
            [
                signature.key, signature.head, signature.kind, signature.type, signature.message,
                json.dumps(signature.frames), PatternState.NEW,
            ],
        )  # fmt: skip
        who_where = map(storable, (who.session, met.call, who.agent, who.folder, time))
        about = (_kept(met.step.shown), met.exit_code, signature.headline)
        return [signature.key, *who_where, *about]

    def _tell(self, db: Connection, key: str) -> None:
        """Propose a pattern that is due, and keep what a search reads of it."""
        pattern = self._read(db, _SOME, _list([key]))[0]
        if pattern.state is PatternState.NEW and pattern.is_due:
            db.execute(_SETTLE, [PatternState.PROPOSED, "", key])
        db.execute("update error_patterns set text = ? where key = ?", [findable(pattern), key])

    def settle(self, key: str, state: PatternState, resolution: str) -> None:
        """A person's word on a pattern, and the text that is shared."""
        with self._kept.writing() as db:
            db.execute(_SETTLE, [state, _kept(resolution), key])
            self._tell(db, key)

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

    def like(self, signature: ErrorSignature) -> tuple[ErrorPattern, ...]:
        """The patterns of the same type and message, the one of the same frames first.

        Of a line without a trace it is not known where its type ends, so it may be all message.
        """
        with self._kept.reading() as db:
            whole = f"{signature.type}: {signature.message}".removeprefix(": ")
            found = self._read(db, _LIKE, signature.head, whole, signature.key)
            return tuple(sorted(found, key=lambda one: one.key != signature.key))

    def texts(self) -> dict[str, str]:
        """What a search reads of each pattern, by its key."""
        with self._kept.reading() as db:
            return dict(db.execute("select key, text from error_patterns"))

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
_LIKE = f"{_ALL} where head = ? or message = ? or key = ?"
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


def _list(keys: Sequence[str]) -> str:
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
