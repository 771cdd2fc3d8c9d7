"""Conversations beside an open notebook: flushed into today, the facts they hold, and those that
agents lead, which a server that is killed goes on with at its next start.
"""

import asyncio
import json
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from datetime import datetime

from desktop_app.database import storable
from desktop_app.dreams import flush as flushing
from desktop_app.dreams.engine_choice import USUAL, Engine, EngineName
from desktop_app.dreams.flush import FlushDraft, Flushed
from desktop_app.dreams.talk import talk_store
from desktop_app.errors import Problem
from desktop_app.jobs import Report
from desktop_app.memory.room import Room
from desktop_app.notebook.kept_tables import KeptTables
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.text.records import Message
from desktop_app.sessions.live import LiveState
from desktop_app.sessions.live_events import LiveMessage, TurnKind
from desktop_app.sessions.session_date import held_at
from desktop_app.sessions.sleep import Memorable, written
from desktop_app.tables import NewTable, Tables, making


class Sessions(Room):
    """Takes what matters of conversations into an open notebook."""

    def _set_up(self) -> None:
        self.led = LedBooks(self._notebook)

    async def flush(
        self,
        messages: Sequence[Message],
        cause: str,
        *,
        at: datetime | None = None,
        session: str = "",
        engine: Engine = USUAL,
        only: Collection[int] | None = None,
        report: Report = lambda step: None,
        on_summary: Callable[[str], None] | None = None,
    ) -> Flushed:
        """Append what matters of a conversation to today: see `dreams.flush.flush`.

        Where the engine is a model that is not there or fails, rules write; `reason` tells why.
        """
        flushed = await flushing.flush(
            self._notebook,
            messages,
            cause,
            now=self._clock.now(),
            at=at,
            session=session,
            summarizer=self._engines.summarizer(engine, report),
            only=only,
            on_summary=on_summary,
        )
        if flushed.path:
            await asyncio.to_thread(self._wrote, flushed.path)
        return flushed

    async def draft(
        self,
        messages: Sequence[Message],
        *,
        session: str = "",
        engine: Engine = USUAL,
        report: Report = lambda step: None,
    ) -> FlushDraft:
        """What a flush of a conversation would write: see `dreams.flush.draft`."""
        summarizer = self._engines.summarizer(engine, report)
        return await flushing.draft(
            self._notebook, messages, session=session, summarizer=summarizer
        )

    def write(
        self,
        draft: FlushDraft,
        cause: str,
        *,
        at: datetime | None = None,
        text: str | None = None,
        now: datetime | None = None,
    ) -> Flushed:
        """Write a draft, or what was chosen of it: see `dreams.flush.write`."""
        now = now or self._clock.now()
        with self._writing.own() as paths:
            flushed = flushing.write(self._notebook, draft, cause, now=now, at=at, text=text)
            paths += [flushed.path] if flushed.path else []
        return flushed

    def take_back(self, flushed: Flushed) -> None:
        """Undo a flush: see `dreams.flush.take_back`."""
        with self._writing.own() as paths:
            flushing.take_back(self._notebook, flushed, self._clock.now())
            paths += [flushed.path] if flushed.path else []

    def flushed(self, messages: Sequence[Message], session: str) -> tuple[bool, ...]:
        """Of each message, whether a flush of this session has had it."""
        return flushing.flushed_before(self._notebook, messages, session)

    def _wrote(self, path: str) -> None:
        with self._writing.own() as paths:
            paths.append(path)


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
        sql = (
            "select id, role, content, time, kind, tokens, gone from led where session = ? "
            "order by rowid"
        )
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


_MESSAGE = {
    "session": str, "id": str, "client": str, "role": str, "content": str, "time": str,
    "kind": str, "tokens": int, "gone": int,
}  # fmt: skip
_SUMMARIES = NewTable("led_summaries", {"session": str, "summary": str}, "session")
_LED = NewTable("led", _MESSAGE, unique=("session", "id"))
_TABLES = Tables("led", making("_led", _LED, _SUMMARIES))


_LEDGER = "\x1fsleep"  # beside the session's name: what sleeps have dealt with, not flushes


def save(
    house: "Sessions",
    session: str,
    said: Sequence[LiveMessage],
    numbers: Collection[int],
    memorable: tuple[Sequence[Memorable], Sequence[Memorable]],
) -> tuple[Flushed, int]:
    """Save what is `memorable` for the day and for longer; what was written, and how many lines
    were proposed.

    `said` is all talk of the session; those with the `numbers` are dealt with by this sleep, and
    count as flushed. Lines that the day has already are not written again. A block and the books of
    what it holds are one step: a kill leaves a sleep that is done, or one that is done again.
    Raises Problem when nothing could be written.
    """
    notebook, now = house._notebook, house._clock.now()
    turns = [one.turn for one in said]
    slept = flushing.message_keys(session + _LEDGER, turns)
    done = talk_store.already_written(notebook, slept)
    roles = {said[n].id: (n, said[n].role) for n in numbers if slept[n] not in done}
    daily, long_term = memorable
    every = sorted(
        (one for one in (*daily, *long_term) if one.message_id in roles),
        key=lambda one: roles[one.message_id][0],
    )
    lines = {one: written(roles[one.message_id][1], one.text) for one in every}
    at = held_at((turns[n] for n in numbers), now)
    day = (at or now).date()
    # A flush has written into the day on which something was said.
    said_on = {day, *((held_at([turns[n]], now) or now).date() for n in numbers)}
    there = "\n".join(notebook.read(notebook.day_path(day)).text for day in said_on)
    fresh = [line for one, line in lines.items() if one.text not in there]
    flushes = flushing.message_keys(session, turns)
    keys = tuple(key[n] for key in (slept, flushes) for n in numbers)
    text = "\n".join(dict.fromkeys(fresh))
    known = done | talk_store.already_written(notebook, [flushes[n] for n in numbers])
    new = tuple(key for key in keys if key not in known)
    draft = FlushDraft(session, text, EngineName.BUILTIN, "", (), keys, new)
    flushed = house.write(draft, "sleep", at=at, now=now)
    lasting = [one.text for one in long_term if one in lines]
    proposed = 0
    with suppress(Problem):  # they stand in the day, which the next dream reads
        if lasting:
            from desktop_app.dreams.line_proposals import propose_lines  # long to load

            path = notebook.day_path(day)
            proposed = propose_lines(notebook, house._store, path, lasting, now)
    return flushed, proposed
