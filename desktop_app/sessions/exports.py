"""Exports of ChatGPT: many conversations in one JSON document. Knows its shape, no files.

Each conversation is a tree of messages, because a question can be asked again. The messages on the
way from the root to the current node were shown last.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from desktop_app.notebook.text.records import Message, Role
from desktop_app.sessions.agents.turns import inner

_ROLES = (Role.USER, Role.ASSISTANT)
_TEXT = ("text", "multimodal_text")
_MADE, _CHANGED = "create_time", "update_time"
_LATEST = 253_402_300_799  # the last second of the year 9999


@dataclass(frozen=True)
class Export:
    """One conversation: its id, its messages, and its title, "" for none. `time` is when it changed
    last, in ISO 8601; "" where nobody knows.
    """

    session: str
    messages: tuple[Message, ...]
    title: str
    time: str


def is_export(value: Any) -> bool:
    """Whether a JSON value is a conversation of an export."""
    return isinstance(value, dict) and isinstance(value.get("mapping"), dict)


def exported(one: dict[str, Any]) -> Export:
    """A conversation of an export: see `is_export`."""
    messages = tuple(message for node in _shown(one) if (message := _message(node)))
    name, title = one.get("conversation_id") or one.get("id"), str(one.get("title") or "")
    session = f"chatgpt:{name}" if isinstance(name, str) else ""
    changed = _time(_seconds(one, _CHANGED, _MADE))
    return Export(session, messages, " ".join(title.split()), changed)


def _shown(one: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The messages that were shown last, the first one first."""
    nodes = {n: node for n, node in one["mapping"].items() if isinstance(node, dict)}
    at = str(one.get("current_node"))
    if at not in nodes:  # the newest of those that nobody answers
        leaves = [n for n, node in nodes.items() if not node.get("children")]
        at = max(leaves, key=lambda n: _seconds(nodes[n].get("message"), _MADE), default="")
    way: list[dict[str, Any]] = []
    while at in nodes:
        way.append(nodes.pop(at))  # so that a ring of parents ends
        at = str(way[-1].get("parent"))
    for node in reversed(way):
        if isinstance(message := node.get("message"), dict):
            yield message


def _message(node: dict[str, Any]) -> Message | None:
    """The message of a person or the assistant; None for instructions, tools and hidden ones."""
    author, content, about = (inner(node, key) for key in ("author", "content", "metadata"))
    role = author.get("role")
    hidden = about.get("is_visually_hidden_from_conversation") is True
    if role not in _ROLES or hidden or node.get("recipient", "all") != "all":
        return None
    parts = content.get("parts") if content.get("content_type") in _TEXT else None
    texts = [part for part in parts if isinstance(part, str)] if isinstance(parts, list) else []
    text = "\n".join(texts).strip()
    return Message(role, text, _time(_seconds(node, _MADE))) if text else None


def _seconds(node: Any, *keys: str) -> float:
    """The first time under one of these keys, in seconds since 1970; 0 if there is none."""
    times = [node.get(key) for key in keys] if isinstance(node, dict) else []
    known = [time for time in times if isinstance(time, int | float) and 0 < time < _LATEST]
    return float(known[0]) if known else 0.0


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds") if seconds else ""
