"""Records: messages as programs write them, as JSON objects in lines or lists. Knows no files.

There are two shapes: a message itself, `{"role", "content", "time"?}`, and the line of an agent's
transcript around one, `{"type": "user", "message": {"role", "content"}}`. Transcripts hold other
lines, too (titles, results of tools, settings); these are left out and counted.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from enum import StrEnum
from typing import Any, NamedTuple

from desktop_app.notebook.text.program_text import said
from desktop_app.words import quoted, tr


class Role(StrEnum):
    """Who speaks in a conversation."""

    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"
    TOOL = "tool"


class Message(NamedTuple):
    """One message of a conversation. `role` is a `Role`, or another word that a transcript has."""

    role: str
    content: str
    time: str = ""


Record = Message | None
"""A message; None for any other line of a transcript."""

_ROLES = {
    "user": Role.USER,
    "human": Role.USER,
    "assistant": Role.ASSISTANT,
    "ai": Role.ASSISTANT,
    "model": Role.ASSISTANT,
    "system": Role.SYSTEM,
    "developer": Role.SYSTEM,
    "tool": Role.TOOL,
    "function": Role.TOOL,
}
_TEXT_TYPES = frozenset({"text", "input_text", "output_text"})
_AROUND = ("message", "payload")
# By programs, to programs.
_NOT_SAID = (
    "isMeta", "isSidechain", "isCompactSummary", "isApiErrorMessage", "isSynthetic",
    "isVisibleInTranscriptOnly",
)  # fmt: skip
_NO_MODEL = "<synthetic>"
_OURS = ('{"id":', '{"type":')  # how lines of our own transcripts begin
_MARKS = ('"replaced"', '"unremembered"', '"tool_')


class NotOneError(Exception):
    """This is no message; the text is the end of a sentence that says why."""


def loads(text: str) -> Any:
    """A JSON value. Raises NotOneError."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):  # nested deeper than anybody talks
        raise NotOneError(tr("is not JSON")) from None


def record(value: Any) -> Record:
    """One object as a message, or None when it is another line of a transcript."""
    if not isinstance(value, dict):
        raise NotOneError(tr("is not a JSON object"))
    inner = next((value[key] for key in _AROUND if isinstance(value.get(key), dict)), None)
    if "role" in value and ("content" in value or "type" not in value):
        return _message(value)
    if "content" in value and "type" not in value:
        return _message(value)
    return None if inner is None else _from_transcript(value, inner)


def message_in(line: str) -> Message:
    """The message on a line of a transcript, with its role and time if the line has them.

    Any line will do: one that is no JSON is its own words, and one without words an empty message.
    An unknown role stays as it is.
    """
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return Message("", line)
    if isinstance(value, str):
        return Message("", value)
    if many := message_list(value):
        return Message("", "\n\n".join(filter(None, (_of_any(one).content for one in many))))
    return _of_any(value)


def _of_any(value: Any) -> Message:
    words = value.get("content", value.get("text")) if isinstance(value, dict) else None
    with suppress(NotOneError):
        if isinstance(words, str) or (words is not None and "role" in value):
            time = value.get("time", value.get("timestamp"))
            kind = _ROLES.get(str(value.get("type")), "")
            return Message(
                str(value.get("role", kind)), _text(words), time if isinstance(time, str) else ""
            )
        return record(value) or Message("", "")
    return Message("", "")


def message_list(value: Any) -> list[Any] | None:
    """The list of messages in a JSON value; None if there is none."""
    if isinstance(value, dict) and isinstance(value.get("messages"), list):
        return list(value["messages"])
    return value if isinstance(value, list) else None


def unsaid(lines: Sequence[str]) -> frozenset[int]:
    """The lines (from 0) of a transcript that stand in no talk: those of a message that was taken
    back or is not to be remembered, and those of tools.
    """
    if not any(mark in line for line in lines if line.startswith(_OURS) for mark in _MARKS):
        return frozenset()
    gone: dict[str, bool] = {}  # by id, in the order of the talk
    at: dict[str, int] = {}
    back: set[int] = set()
    for number, line in enumerate(lines):
        if not line.startswith(_OURS):
            continue
        match _fields(line):
            case {"type": "replaced", "from": str(id)} if id in at:
                later = list(at)[list(at).index(id) :]
                back |= {at.pop(one) for one in later}
            case {"type": "unremembered", "id": str(id), "value": bool(value)}:
                gone[id] = value
            case {"id": str(), "kind": str(kind)} if kind.startswith("tool_"):
                back.add(number)
            case {"id": str(id), "role": str()}:
                at[id] = number
    return frozenset(back | {at[one] for one, is_gone in gone.items() if is_gone and one in at})


def _fields(line: str) -> Any:
    with suppress(NotOneError):
        return loads(line)
    return None


def numbered(texts: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, with their numbers from 1."""
    return ((n, text) for n, text in enumerate(texts, start=1) if text.strip())


def _message(fields: dict[str, Any]) -> Message:
    role = fields.get("role")
    if not isinstance(role, str) or role.casefold() not in _ROLES:
        text = tr("has {role} for a role, not user, assistant, system or tool")
        raise NotOneError(text.format(role=_shown(role)))
    if "content" not in fields:
        raise NotOneError(tr("has no content"))
    return Message(_ROLES[role.casefold()], _text(fields["content"]), _time(fields.get("time")))


def _from_transcript(line: dict[str, Any], inner: dict[str, Any]) -> Record:
    """The message in a line of a transcript; None for results of tools and for thoughts."""
    role = inner.get("role", line["type"])
    kind = _ROLES.get(role.casefold()) if isinstance(role, str) else None
    if kind not in (Role.USER, Role.ASSISTANT) or inner.get("model") == _NO_MODEL:
        return None
    if any(line.get(mark) is True for mark in _NOT_SAID):
        return None
    text = said(_text(inner.get("content")), by_person=kind == Role.USER)
    return Message(kind, text, _time(line.get("timestamp"))) if text else None


def _time(time: Any) -> str:
    if not (time is None or isinstance(time, str | int | float)):
        raise NotOneError(tr("has a time that is no text"))
    return "" if time is None else str(time)


def _text(content: Any) -> str:
    """The text of a content: words, or parts of which some are text; None for a call of a tool."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        raise NotOneError(tr("has content that is no text"))
    return "\n".join(filter(None, map(_part, content)))


def _part(part: Any) -> str:
    if isinstance(part, str):
        return part
    if not isinstance(part, dict):
        raise NotOneError(tr("has content with a part that is no text and no object"))
    text = part.get("text")
    is_said = part.get("type", "text") in _TEXT_TYPES and isinstance(text, str)
    return str(text) if is_said else ""  # a picture, a call of a tool, a thought


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return quoted(value[:40])
    return tr("nothing") if value is None else tr("no text")
