"""What a sleep saves: a block in the day, and lines proposed for MEMORY.md. Blocks.

Specification: memory-flow, 'Save'; semantics, 'Context tier'. MEMORY.md is never written here. A
block and the books of what it holds are one step (`dreams.flush.write`), so a kill at any moment
leaves a sleep that is done, or one that is done again for what is missing.
"""

from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import date
from typing import TYPE_CHECKING

from desktop_app.dreams import flush as flushing
from desktop_app.dreams.engine_choice import EngineName
from desktop_app.dreams.flush import FlushDraft, Flushed
from desktop_app.dreams.talk import talk_store
from desktop_app.errors import Problem
from desktop_app.notebook.text.records import Message
from desktop_app.sessions.importance import Memorable
from desktop_app.sessions.live_events import LiveMessage
from desktop_app.sessions.session_date import held_at
from desktop_app.sessions.sleep import written

if TYPE_CHECKING:
    from desktop_app.memory.sessions import Sessions
    from desktop_app.notebook.notebook import Notebook

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
    count as flushed. Lines that the day has already are not written again. Raises Problem when
    nothing could be written.
    """
    notebook, now = house.notebook, house.clock.now()
    turns = [Message(one.role, one.content, one.time) for one in said]
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
    there = _said_on(notebook, {day, *((held_at([turns[n]], now) or now).date() for n in numbers)})
    fresh = [line for one, line in lines.items() if one.text not in there]
    flushes = flushing.message_keys(session, turns)
    keys = tuple(key[n] for key in (slept, flushes) for n in numbers)
    text = "\n".join(dict.fromkeys(fresh))
    known = done | talk_store.already_written(notebook, [flushes[n] for n in numbers])
    new = tuple(key for key in keys if key not in known)
    draft = FlushDraft(session, text, EngineName.BUILTIN, "", (), keys, new)
    with house.writing.own() as paths:
        flushed = flushing.write(notebook, draft, "sleep", now=now, at=at)
        paths += [flushed.path] if flushed.path else []
    lasting = [one.text for one in long_term if one in lines]
    proposed = 0
    with suppress(Problem):  # they stand in the day, which the next dream reads
        if lasting:
            from desktop_app.dreams.line_proposals import propose_lines  # long to load

            path = notebook.day_path(day)
            proposed = propose_lines(notebook, house.store, path, lasting, now)
    return flushed, proposed


def _said_on(notebook: "Notebook", days: Collection[date]) -> str:
    """What these days say: a flush has written into the day on which something was said."""
    return "\n".join(notebook.read(notebook.day_path(day)).text for day in days)
