"""Conversations as entries, one for each of their days. Knows no files.

`sessions/exports.py` reads ChatGPT's trees. Claude's list of messages has no branches. The records
of agents are read by their adapters.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime
from pathlib import PurePath
from typing import Any

from desktop_app.notebook.text.records import Message, NotOneError, Role, record
from desktop_app.sessions.agents.every import AgentTalk, recognised
from desktop_app.sessions.agents.turns import objects, word
from desktop_app.sessions.exports import exported, is_export
from desktop_app.sessions.imports.entry import (
    UNKNOWN,
    ImportEntry,
    ImportKind,
    ImportReads,
    SkippedEntry,
    SkipWhy,
    refusal,
)
from desktop_app.sessions.reading import STANDARD_INPUT, session_of
from desktop_app.sessions.session_date import moment_of
from desktop_app.visible import visible
from desktop_app.words import tr

_ROLES = (Role.USER, Role.ASSISTANT)
_MESSAGES, _FILES = "chat_messages", ("attachments", "files")
_LONGEST = 100  # characters of a title


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
    """
    talk: AgentTalk | None = None
    for value in values:
        if talk is None and (adapter := recognised([value])):
            talk = AgentTalk(adapter)
        with suppress(NotOneError):
            _ = talk and talk.said(value)
    if talk is None or not talk.talks:
        yield SkippedEntry(name, SkipWhy.EMPTY)
        return
    for id_, messages in talk.talks.items():
        title, agent = PurePath(talk.folders[id_]).name, talk.adapter
        known = (ImportKind.AGENT, agent.title, agent.name, title, messages, "", now)
        for one in _days(*known):
            yield replace(one, session=id_) if isinstance(one, ImportEntry) else one


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
