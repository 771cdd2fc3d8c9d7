"""Led books: the conversations that agents lead, kept message by message. Knows history.db.

A server that is killed goes on with them at its next start. One that has ended is not kept.
"""

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING

from desktop_app.database import storable
from desktop_app.notebook.kept_tables import KeptTables
from desktop_app.notebook.notebook import Notebook
from desktop_app.sessions.live_events import LiveMessage, TurnKind
from desktop_app.sessions.live_state import LiveState
from desktop_app.tables import Tables

if TYPE_CHECKING:
    import sqlite_utils


KeptTalk = tuple[list[LiveMessage], str, list[str]]
"""A conversation: its messages, and the summary and the ids that are in the prompt."""


class LedBooks:
    """The books of one notebook. Every method blocks, and raises Problem where it cannot."""

    def __init__(self, notebook: Notebook) -> None:
        self._kept = KeptTables(notebook.database, _TABLES)
        self._tombstones = notebook.tombstones

    def keep(self, session: str, client: str, messages: Iterable[LiveMessage]) -> None:
        """Keep these messages, without what was forgotten; one known by its id is no news."""
        rows = [
            (storable(session), storable(one.id), storable(client), one.role,
             self._tombstones.without(storable(one.content)), one.time, one.kind, one.tokens)
            for one in messages
        ]  # fmt: skip
        with self._kept.writing() as db:
            db.executemany("insert or ignore into led values (?, ?, ?, ?, ?, ?, ?, ?, 0)", rows)

    def left(self, state: LiveState) -> None:
        """Note which messages have left the prompt, and what tells of them."""
        session = storable(state.session)
        ids = json.dumps([storable(one.id) for one in state.messages])
        with self._kept.writing() as db:
            sql = "update led set gone = id not in (select value from json_each(?))"
            db.execute(f"{sql} where session = ?", [ids, session])
            summary = "insert or replace into led_summaries values (?, ?)"
            db.execute(summary, [session, storable(state.summary)])

    def talk(self, session: str) -> KeptTalk:
        """A conversation as it was kept; without messages where none was."""
        columns = "id, role, content, time, kind, tokens, gone"
        sql = f"select {columns} from led where session = ? order by rowid"
        rows = self._kept.rows(sql, storable(session))
        summary = "select summary from led_summaries where session = ?"
        told = self._kept.rows(summary, storable(session)) or [("",)]
        messages = [
            LiveMessage(key, role, content, time, TurnKind(kind), tokens)
            for key, role, content, time, kind, tokens, _ in rows
        ]
        return messages, told[0][0], [row[0] for row in rows if not row[-1]]

    def sessions(self) -> dict[str, str]:
        """The conversations that were left open, and who led them."""
        return dict(self._kept.rows("select session, client from led group by session"))

    def ended(self, session: str) -> None:
        """A conversation is over: nothing of it is kept here."""
        with self._kept.writing() as db:
            for table in ("led", "led_summaries"):
                db.execute(f"delete from {table} where session = ?", [storable(session)])


def _led(db: "sqlite_utils.Database") -> None:
    message = {
        "session": str, "id": str, "client": str, "role": str, "content": str, "time": str,
        "kind": str, "tokens": int, "gone": int,
    }  # fmt: skip
    table = db.table("led")
    table.create(message, if_not_exists=True)
    table.create_index(("session", "id"), unique=True, if_not_exists=True)
    summary = {"session": str, "summary": str}
    db.table("led_summaries").create(summary, pk="session", if_not_exists=True)


_TABLES = Tables("led", _led)
