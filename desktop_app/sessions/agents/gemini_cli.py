"""Gemini CLI: `tmp/PROJECT/chats/session-TIME-ID.jsonl`, helpers in a folder of their session.

A message is written again when more of it is known; so it is told by its words and its time.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from desktop_app import small_files
from desktop_app.notebook.text.records import Role
from desktop_app.sessions.agents.adapter import Adapter, AgentName, FoundTranscript, Homes, Values
from desktop_app.sessions.agents.turns import (
    AgentEvent,
    AgentSession,
    inner,
    objects,
    said,
    text_of,
    tool_call,
    tool_result,
    usage,
    word,
)
from desktop_app.sessions.live_events import CompactionEnded, MessageReplaced

_SPEAKERS = {"user": Role.USER, "gemini": Role.ASSISTANT}
_OTHERS = frozenset({"info", "error", "warning"})
_COMPACTED = "<state_snapshot>"


def _found(homes: Homes) -> Iterator[FoundTranscript]:
    for root in homes.named("GEMINI_CLI_HOME", ""):
        for chats in (root / ".gemini" / "tmp").glob("*/chats"):
            folder = _project(chats.parent)
            for path in chats.glob("session-*.jsonl*"):
                yield FoundTranscript(path, folder)
            for path in chats.glob("*/*.jsonl*"):
                yield FoundTranscript(path, folder, beside=True)


def _project(folder: Path) -> str:
    """The project of a folder of chats, or the hash of its name where that is all there is."""
    with suppress(OSError, ValueError):
        return small_files.read(folder / ".project_root").decode().strip()
    return folder.name


def _read(value: Values) -> tuple[AgentEvent, ...] | None:
    if isinstance(value.get("sessionId"), str) and "projectHash" in value:
        session = AgentSession(value["sessionId"], beside=value.get("kind") == "subagent")
        return (session, *_every(value.get("messages")))
    if "$set" in value:
        return _every(inner(value, "$set").get("messages"))
    if "$rewindTo" in value:
        return (MessageReplaced(word(value["$rewindTo"])),)
    if isinstance(value.get("id"), str):
        return _message(value)
    return None


def _every(messages: Any) -> tuple[AgentEvent, ...]:
    return tuple(event for one in objects(messages) for event in _message(one) or ())


def _message(value: Values) -> tuple[AgentEvent, ...] | None:
    kind, time = word(value.get("type")), word(value.get("timestamp"))
    if kind not in _SPEAKERS:
        return () if kind in _OTHERS else None
    content = text_of(value.get("content"))
    if _COMPACTED in content:
        return (CompactionEnded(),)
    around = {"type": kind, "timestamp": time}
    message = {"role": _SPEAKERS[kind], "content": content}
    events: list[AgentEvent] = [*said(around | {"message": message}, word(value.get("id")))]
    for call in objects(value.get("toolCalls")):
        events.append(tool_call(call.get("name"), call.get("args"), call.get("id"), time))
        if call.get("result") is not None:
            failed = call.get("status") in ("error", "cancelled")
            refused = call.get("status") == "cancelled"
            events.append(
                tool_result(_result(call), call.get("id"), time, failed=failed, refused=refused)
            )
    return (*events, *usage(inner(value, "tokens").get("total")))


def _result(call: Values) -> str:
    """What a tool answered."""
    answers = [inner(one, "functionResponse", "response") for one in objects(call.get("result"))]
    words = [word(one.get("output")) or word(one.get("error")) for one in answers]
    return "\n".join(filter(None, words)) or word(call.get("resultDisplay"))


GEMINI_CLI = Adapter(
    AgentName.GEMINI_CLI,
    "Gemini CLI",
    "0.61.0",
    _found,
    _read,
    lambda value: isinstance(value.get("sessionId"), str) and "projectHash" in value,
    window=1_048_576,
)
