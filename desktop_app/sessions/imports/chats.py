"""Conversations of ChatGPT and Claude as entries, one for each of their days. Knows no files.

`sessions/exports.py` reads ChatGPT's trees. Claude's list of messages has no branches.
"""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from desktop_app.notebook.text.records import Message, Role
from desktop_app.sessions.dating import moment_of
from desktop_app.sessions.exports import exported, is_export
from desktop_app.sessions.imports.entry import (
    ImportEntry,
    ImportKind,
    ImportReads,
    SkippedEntry,
    SkipWhy,
    refusal,
)
from desktop_app.sessions.reading import STANDARD_INPUT, session_of
from desktop_app.visible import visible
from desktop_app.words import tr

_ROLES = {"human": Role.USER, "assistant": Role.ASSISTANT}
_MESSAGES = "chat_messages"
_LONGEST = 100  # characters of a title


def conversation(value: Any, now: datetime) -> ImportReads:
    """The days of one conversation of an export, the first one first, each with its messages."""
    if is_export(value):
        one = exported(value)
        yield from _days(ImportKind.CHATGPT, one.session, one.title, one.messages, one.time, now)
    elif is_claude(value):
        name = value.get("uuid")
        session = f"claude:{name}" if isinstance(name, str) and name else ""
        times = (value.get(key) for key in ("updated_at", "created_at"))
        last = next((time for time in times if isinstance(time, str)), "")
        messages = [message for one in value[_MESSAGES] if (message := _message(one))]
        title = " ".join(str(value.get("name") or "").split())
        yield from _days(ImportKind.CLAUDE, session, title, messages, last, now)
    else:
        yield SkippedEntry(tr("a value that is no conversation"), SkipWhy.UNKNOWN)


def is_claude(value: Any) -> bool:
    """Whether a JSON value is a conversation of Claude's export."""
    return isinstance(value, dict) and isinstance(value.get(_MESSAGES), list)


def _message(value: Any) -> Message | None:
    """A message of a person or the assistant; its words stand in parts, or else in one text."""
    role = _ROLES.get(str(value.get("sender"))) if isinstance(value, dict) else None
    if role is None:
        return None
    parts = value.get("content")
    texts = [_words(part) for part in parts] if isinstance(parts, list) else []
    text = "\n".join(filter(None, texts)).strip() or str(value.get("text") or "").strip()
    time = value.get("created_at")
    return Message(role, text, time if isinstance(time, str) else "") if text else None


def _words(part: Any) -> str:
    said = isinstance(part, dict) and part.get("type") == "text" and part.get("text")
    return said if isinstance(said, str) else ""


def _days(
    kind: ImportKind,
    session: str,
    title: str,
    messages: Sequence[Message],
    time: str,
    now: datetime,
) -> ImportReads:
    """The entries of a conversation. A message without a time belongs to the one before it; `time`
    is for a conversation whose messages have none."""
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
            heading = _heading(kind, title)
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


_NAMES = {ImportKind.CHATGPT: "ChatGPT", ImportKind.CLAUDE: "Claude"}


def _heading(kind: ImportKind, title: str) -> str:
    """The title of the block in the day: who it was with, and about what."""
    about = visible(title)[:_LONGEST]
    return f"{_NAMES[kind]}: {about}" if about else _NAMES[kind]
