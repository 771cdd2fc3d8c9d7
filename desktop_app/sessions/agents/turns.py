"""Turns: what an agent's transcript says, in this program's words. Knows no agent and no file."""

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from desktop_app.notebook.text.records import Message, NotOneError, record
from desktop_app.sessions.live_events import (
    CompactionEnded,
    FlushAsked,
    LiveMessage,
    TurnKind,
    UsageReported,
)

_EXIT = re.compile(r"(?:exit code:?|exited with code) (-?\d{1,10})\b", re.IGNORECASE)
_COMMAND = re.compile(r"(?:/[a-z][\w-]*)?")  # to the agent's program; or nothing at all
_NEAR = 400  # characters at either end of a result in which its exit code stands


@dataclass(frozen=True)
class AgentTurn:
    """Something that was said, or a tool's call or result.

    `id` is the agent's own for the record. Of a tool: its name, `call` pairs the call with the
    result, `arguments` are JSON, and `exit_code` is None where nobody told one. `refused`: a person
    or a rule did not let it run.
    """

    kind: TurnKind
    role: str
    content: str
    time: str = ""
    id: str = ""
    tool: str = ""
    call: str = ""
    arguments: str = ""
    exit_code: int | None = None
    failed: bool = False
    refused: bool = False

    @property
    def key(self) -> str:
        """The same for the same turn, wherever and however often it is written down."""
        fields = (self.kind, self.role, self.time, self.call, self.content, self.arguments)
        return hashlib.sha256("\x1f".join(fields).encode("utf-8", "surrogatepass")).hexdigest()[:32]

    @property
    def live(self) -> LiveMessage:
        """The same for a live conversation."""
        words = " ".join(filter(None, (self.tool, self.arguments, self.content)))
        content = self.content if self.kind is TurnKind.TALK else words
        return LiveMessage(self.key, self.role, content, self.time, self.kind)

    @property
    def message(self) -> Message:
        """The same for a flush."""
        return Message(self.role, self.content, self.time)


@dataclass(frozen=True)
class AgentSession:
    """Whose records follow: the agent's own `id` of the conversation, and the folder it is about.

    `beside`: a helper of the agent talks there, not the person; only its use of tools counts.
    """

    id: str
    folder: str = ""
    beside: bool = False


NOBODY = AgentSession("")
"""Before any record has said whose it is."""

AgentEvent = AgentTurn | UsageReported | CompactionEnded | FlushAsked | AgentSession
"""What a record tells."""


def said(value: Any, id: str = "") -> tuple[AgentTurn, ...]:  # noqa: A002
    """The words of a record that stands for one message, if a person or the agent said any."""
    try:
        message = record(value)
    except NotOneError:
        return ()
    if message is None or _COMMAND.fullmatch(message.content.strip()):
        return ()
    return (AgentTurn(TurnKind.TALK, message.role, message.content, message.time, id),)


def tool_call(name: Any, arguments: Any, call: Any, time: str = "") -> AgentTurn:
    """A tool was asked for; `arguments` as JSON or as what becomes JSON."""
    words = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    return AgentTurn(
        TurnKind.TOOL_CALL, "assistant", "", time, tool=str(name), call=str(call), arguments=words
    )


def tool_result(
    words: str,
    call: Any,
    time: str = "",
    *,
    code: Any = None,
    failed: bool = False,
    refused: bool = False,
) -> AgentTurn:
    """A tool answered. Where no exit code is told by itself, it is looked for in the words."""
    if not isinstance(code, int) or isinstance(code, bool):
        told = _EXIT.search(words[:_NEAR]) or _EXIT.search(words[-_NEAR:])
        code = int(told[1]) if told else None
    return AgentTurn(
        TurnKind.TOOL_RESULT,
        "tool",
        words,
        time,
        call=str(call),
        exit_code=code,
        failed=failed or bool(code) or refused,
        refused=refused,
    )


def usage(tokens: Any, window: Any = 0) -> tuple[UsageReported, ...]:
    """The size of the prompt, where a record tells it."""
    if not isinstance(tokens, int) or tokens <= 0:
        return ()
    return (UsageReported(tokens, window if isinstance(window, int) else 0),)


def uses_of_tools(content: Any, time: str, refusals: tuple[str, ...] = ()) -> list[AgentTurn]:
    """The calls and results among the parts of a message, as Anthropic's models have them. A result
    of a failure that begins with one of the `refusals` was not let run."""
    turns: list[AgentTurn] = []
    for part in objects(content):
        if part.get("type") == "tool_use":
            turns.append(tool_call(part.get("name"), part.get("input"), part.get("id"), time))
        elif part.get("type") == "tool_result":
            words, failed = text_of(part.get("content")), part.get("is_error") is True
            how = {"failed": failed, "refused": failed and words.startswith(refusals)}
            turns.append(tool_result(words, part.get("tool_use_id"), time, **how))
    return turns


def text_of(content: Any) -> str:
    """The words in a content: text, or parts with a `text`."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    texts = (part.get("text") for part in parts if isinstance(part, dict))
    return "\n".join(text for text in texts if isinstance(text, str))


def objects(value: Any) -> list[dict[str, Any]]:
    """The objects of a list; none of anything else."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def inner(value: Any, *names: str) -> dict[str, Any]:
    """The object that lies at the end of these names; an empty one if there is none."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def word(value: Any) -> str:
    """A text, or ""."""
    return value if isinstance(value, str) else ""


def total(counts: dict[str, Any], names: Iterable[str]) -> int:
    """The sum of the counts that are there."""
    numbers = (counts.get(name) for name in names)
    return sum(n for n in numbers if isinstance(n, int) and not isinstance(n, bool))
