"""What is given from elsewhere, read: an export, or a conversation and what matters in it. Knows no
widget."""

import asyncio
from contextlib import suppress
from pathlib import PurePath
from typing import NamedTuple

from desktop_app.dreams.engine_choice import Engine
from desktop_app.dreams.flush import FlushDraft
from desktop_app.errors import Problem
from desktop_app.jobs import Report
from desktop_app.memory import Memory
from desktop_app.sessions.imports.entry import ImportKind, ImportPreview, is_import
from desktop_app.sessions.reading import Transcript, parse, read_conversation
from desktop_app.words import tr

_TALKS = (".txt", ".text", ".jsonl", ".ndjson")  # of one conversation; others may be exports


class Drafted(NamedTuple):
    """A conversation, whether each message was added before, and what would be added of it by a
    `model`, "" for none. `path` is "" for what was pasted."""

    path: str
    talk: Transcript
    known: tuple[bool, ...]
    draft: FlushDraft
    model: str


async def read_file(
    memory: Memory, path: str, engine: Engine, report: Report
) -> ImportPreview | Drafted:
    """An export where it holds any, else a conversation. Raises Problem."""
    if is_import(path):
        return await memory.imports.look(path, report=report)
    if PurePath(path).suffix.casefold() not in _TALKS:
        with suppress(Problem):  # it may be a conversation all the same
            found = await memory.imports.look(path, report=report)
            if {*found.kinds} - {ImportKind.UNDATED}:
                return found
    name = PurePath(path).name
    talk = await asyncio.to_thread(read_conversation, path, name=name)
    return await _drafted(memory, path, talk, engine, report)


async def read_text(memory: Memory, words: str, engine: Engine, report: Report) -> Drafted:
    """A conversation that was pasted or typed. Raises Problem."""
    talk = await asyncio.to_thread(parse, words, tr("Pasted text"))
    return await _drafted(memory, "", talk, engine, report)


async def _drafted(
    memory: Memory, path: str, talk: Transcript, engine: Engine, report: Report
) -> Drafted:
    said, session = talk.messages, talk.session
    known = await asyncio.to_thread(memory.sessions.flushed, said, session)
    draft = await memory.sessions.draft(said, session=session, engine=engine, report=report)
    return Drafted(path, talk, known, draft, engine.model if engine.asks else "")
