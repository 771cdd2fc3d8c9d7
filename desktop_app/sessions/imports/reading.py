"""Reading: what a file, an archive or a folder holds, as entries. Knows the shapes, not the
notebook.

Values of JSON have their shapes in a table here, notes theirs in `notes.py`.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime
from itertools import islice
from pathlib import PurePath, PurePosixPath
from typing import Any

from desktop_app.errors import Problem
from desktop_app.notebook.layout import Layout
from desktop_app.notebook.text.records import Message, NotOneError, Role, loads, record
from desktop_app.notebook.vault_settings import DAILY_NOTES, LOGSEQ, LOGSEQ_DAYS, daily_notes
from desktop_app.sessions.agents.every import AgentTalk, recognised
from desktop_app.sessions.agents.turns import inner, objects, word
from desktop_app.sessions.exports import exported, is_export
from desktop_app.sessions.imports import notes
from desktop_app.sessions.imports.entry import (
    FORMS,
    UNKNOWN,
    ImportEntry,
    ImportKind,
    ImportReads,
    SkippedEntry,
    SkipWhy,
    refusal,
)
from desktop_app.sessions.imports.files import Bundle, ImportFile, reading, text_of
from desktop_app.sessions.imports.streaming import BrokenJsonError, values
from desktop_app.sessions.reading import STANDARD_INPUT, session_of
from desktop_app.sessions.session_date import moment_of
from desktop_app.visible import visible
from desktop_app.words import tr

_ROLES = (Role.USER, Role.ASSISTANT)
_MESSAGES, _FILES = "chat_messages", ("attachments", "files")
_LONGEST = 100  # characters of a title
_SECTION = re.compile(r"\n(?=(?:\*\*[^*\n]+\*\*|#+ [^\n]+)\s*\n)")


def conversation(value: dict[str, Any], _name: str, now: datetime) -> ImportReads:
    """The days of one conversation of an export, the first one first, each with its messages."""
    if is_export(value):
        one = exported(value)
        told = ("ChatGPT", one.session, one.title, one.messages, one.time, now)
        yield from _days(ImportKind.CHATGPT, *told)
    elif _MESSAGES in value:
        name = word(value.get("uuid"))
        session = name and f"claude:{name}"
        last = word(value.get("updated_at")) or word(value.get("created_at"))
        said = objects(value[_MESSAGES])
        messages = [message for one in said if (message := _message(one))]
        title = " ".join(str(value.get("name") or "").split())
        yield from _days(ImportKind.CLAUDE, "Claude", session, title, messages, last, now)
        for file in (file for one in said for key in _FILES for file in objects(one.get(key))):
            yield SkippedEntry(word(file.get("file_name")) or title, SkipWhy.IN_TALK)
    else:
        yield UNKNOWN


def sessions(values: Iterable[Any], name: str, now: datetime) -> ImportReads:
    """The conversations with an agent in a transcript called `name`.

    All of an agent have one source, since who resumes one has its beginning in two transcripts.
    A broken record, as a crash leaves one, is told behind those that can be read.
    """
    talk: AgentTalk | None = None
    broken: BrokenJsonError | None = None
    try:
        for value in values:
            if talk is None and (adapter := recognised([value])):
                talk = AgentTalk(adapter)
            with suppress(NotOneError):
                _ = talk and talk.said(value)
    except BrokenJsonError as error:
        broken = error
    if talk is None or not talk.talks:
        if broken:
            raise broken
        yield SkippedEntry(name, SkipWhy.EMPTY)
        return
    for id_, messages in talk.talks.items():
        title, agent = PurePath(talk.folders[id_]).name, talk.adapter
        known = (ImportKind.AGENT, agent.title, agent.name, title, messages, "", now)
        for one in _days(*known):
            yield replace(one, session=id_) if isinstance(one, ImportEntry) else one
    if broken:
        raise broken


def _memory(value: dict[str, Any], _name: str, now: datetime) -> ImportReads:
    """The sections of what Claude remembers of all conversations, and of each project."""
    of_projects = inner(value, "project_memories").values()
    for text in map(word, (value["conversations_memory"], *of_projects)):
        for section in filter(None, _SECTION.split(text)):
            yield notes.undated(tr("Claude's memory"), section, now)


def _message(value: dict[str, Any]) -> Message | None:
    """A message of a person or the assistant; its words stand in parts, or else in one text."""
    for words in ("content", "text"):
        told = {"role": value.get("sender"), "content": value.get(words)}
        with suppress(NotOneError):
            message = record(told | {"time": value.get("created_at")})
            if message and message.role in _ROLES and (text := message.content.strip()):
                return message._replace(content=text)
    return None


def _days(
    kind: ImportKind,
    name: str,
    session: str,
    title: str,
    messages: Sequence[Message],
    time: str,
    now: datetime,
) -> ImportReads:
    """The entries of a conversation with what is called `name`. A message without a time belongs to
    the one before it; `time` is for a conversation whose messages have none."""
    label = visible(title)[:_LONGEST] or tr("Without a title")
    if not messages:
        yield SkippedEntry(label, SkipWhy.EMPTY)
        return
    whole = tuple(messages)
    session = session or session_of(STANDARD_INPUT, whole)
    for day, (at, numbers) in _by_day(whole, time, now).items():
        why = SkipWhy.NO_DATE if day is None else refusal(day, now.date())
        if day is None or why is not None:
            yield SkippedEntry(label, why or SkipWhy.NO_DATE)
        else:
            heading = f"{name}: {visible(title)[:_LONGEST]}" if visible(title) else name
            yield ImportEntry(kind, session, day, at, heading, "", whole, tuple(numbers))


def _by_day(
    messages: Sequence[Message], time: str, now: datetime
) -> dict[date | None, tuple[datetime | None, list[int]]]:
    """The numbers of each day's messages, and the time of its last one."""
    moments = [moment_of(message.time, now) if message.time else None for message in messages]
    at = next(filter(None, moments), None) or (moment_of(time, now) if time else None)
    days: dict[date | None, tuple[datetime | None, list[int]]] = {}
    for number, moment in enumerate(moments):
        at = moment or at
        day = at.date() if at else None
        numbers = days[day][1] if day in days else []
        numbers.append(number)
        days[day] = (at, numbers)
    return days


_CHATS = re.compile(r"(?:.*/)?conversations(?:-[0-9]+)?\.json")
_LISTS = ("conversations",)
_FIRST = 50  # values of a file by which its shape is known
_OF_LOGSEQ = f"{PurePosixPath(LOGSEQ).parent}/"

_SHAPES: tuple[tuple[set[str], Callable[[Any, str, datetime], ImportReads]], ...] = (
    ({"mapping"}, conversation),
    ({"chat_messages"}, conversation),
    ({"conversations_memory"}, _memory),
)
"""How an object of JSON is read that has these keys: with the name of its file, at a time."""

_Reader = Callable[[Iterable[Any], str, datetime], ImportReads]  # of all values of a file


def entries(bundle: Bundle, now: datetime) -> ImportReads:
    """Everything in it, in the order of its files, and what of them was not read. Raises Problem
    if it is nothing known."""
    recorded = [(one, read) for one in bundle.files.values() if (read := _reader(one))]
    settings = (".", _OF_LOGSEQ) if LOGSEQ in bundle.files else "."
    known = {file.name for file, _ in recorded}
    others = [
        file
        for name, file in bundle.files.items()
        if name not in known and not name.startswith(settings)
    ]
    written = [file for file in others if file.name.casefold().endswith(notes.TEXTS)]
    if not recorded and not written:
        unread = next((each for each in bundle.skipped if each.why != SkipWhy.OUTSIDE), None)
        if unread is not None and len(bundle.files) == 0:
            raise Problem(tr("{name} cannot be read.").format(name=unread.name), FORMS)
        raise Problem(tr("Nothing in {name} can be imported.").format(name=bundle.name), FORMS)
    yield from bundle.skipped
    for file, read in recorded:
        yield from _of_json(file, read, now)
    daily = _vault(bundle)
    for file in others:
        if file in written:
            text = text_of(file)
            yield notes.note(file, text, daily, now) if isinstance(text, str) else text
        else:
            yield SkippedEntry(file.name, SkipWhy.NOT_READ)


def _reader(file: ImportFile) -> _Reader | None:
    """How a file of JSON is read, by one of its first values; None where none is known.

    One that is called as an export names it is one even if it is broken, which is told.
    """
    if not file.name.casefold().endswith((".json", ".jsonl")) or file.name == DAILY_NOTES:
        return None
    with (
        suppress(BrokenJsonError, Problem, OSError),
        reading(file.name),
        file.open() as stream,
    ):
        for value in islice(values(stream, _LISTS), _FIRST):
            if _shape(value):
                return _each
            if recognised([value]):
                return sessions
    return _each if _CHATS.fullmatch(file.name) else None


def _shape(value: Any) -> Callable[[Any, str, datetime], ImportReads] | None:
    keys = value.keys() if isinstance(value, dict) else set()
    return next((read for needed, read in _SHAPES if needed <= keys), None)


def _each(many: Iterable[Any], name: str, now: datetime) -> ImportReads:
    for value in many:
        read = _shape(value)
        yield from read(value, PurePosixPath(name).stem, now) if read else [UNKNOWN]


def _of_json(file: ImportFile, read: _Reader, now: datetime) -> ImportReads:
    some = False
    try:
        with reading(file.name), file.open() as stream:
            for one in read(values(stream, _LISTS), file.name, now):
                yield one
                some = True
    except BrokenJsonError:
        if not some:
            raise Problem(
                tr("{name} is no JSON that can be read.").format(name=file.name), FORMS
            ) from None
        yield SkippedEntry(file.name, SkipWhy.BROKEN)


def _vault(bundle: Bundle) -> tuple[Layout, ImportKind] | None:
    """How a vault of Obsidian or a graph of Logseq names its daily notes; None for any other
    folder."""
    if LOGSEQ in bundle.files:
        return LOGSEQ_DAYS, ImportKind.LOGSEQ
    found = None
    if settings := bundle.files.get(DAILY_NOTES):
        with suppress(NotOneError):
            found = daily_notes(loads(str(text_of(settings))))
    return (found or Layout(days=""), ImportKind.OBSIDIAN) if bundle.vault else None
