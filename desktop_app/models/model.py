"""Models: what the program asks of a language model. Knows no server, no notebooks, no Qt."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from desktop_app.models.endings import Ending

Vector = tuple[float, ...]
Schema = Mapping[str, Any]
"""A JSON schema."""


class PromptRole(StrEnum):
    """Who speaks in a prompt."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


@dataclass(frozen=True)
class ModelTool:
    """A tool that a model may call; `parameters` is the schema of its arguments, an object."""

    name: str
    description: str
    parameters: Schema

    @property
    def function(self) -> dict[str, Any]:
        """The tool as a server is told of it."""
        fields = (("name", self.name), ("description", self.description))
        return {"type": "function", "function": {**dict(fields), "parameters": self.parameters}}


@dataclass(frozen=True)
class ToolCall:
    """A call of a tool as a model made it; `raw` is what came as its arguments, as text."""

    name: str
    raw: str

    @property
    def arguments(self) -> Mapping[str, Any] | None:
        """The arguments; None where they are no JSON object."""
        try:
            given = json.loads(self.raw)
        except (ValueError, RecursionError):
            return None
        return given if isinstance(given, dict) else None


@dataclass(frozen=True)
class ModelMessage:
    """One message of a prompt.

    `calls` are what the assistant called in it. `tool` is the name of the tool that a message of
    the role "tool" is the result of.
    """

    role: PromptRole
    content: str
    calls: tuple[ToolCall, ...] = ()
    tool: str = ""

    @property
    def text(self) -> str:
        """All of it that costs tokens."""
        parts = (self.content, self.tool, *(f"{call.name} {call.raw}" for call in self.calls))
        return " ".join(filter(None, parts))


def prompt_texts(messages: Sequence[ModelMessage], tools: Sequence[ModelTool]) -> tuple[str, ...]:
    """All texts of a prompt that cost tokens. Templates put tools in front."""
    offered = [json.dumps([tool.function for tool in tools])] if tools else []
    return (*offered, *(message.text for message in messages))


@dataclass(frozen=True)
class AnswerPiece:
    """A piece of an answer as it arrives, mostly a token, to show progress; the `ModelAnswer` is
    what counts."""

    text: str = ""
    thinking: str = ""


OnPiece = Callable[[AnswerPiece], None]


@dataclass(frozen=True)
class ModelAnswer:
    """What a model answered. Thinking stands apart and is never part of `text`.

    The counts are the model's own, None if it gave none. `seconds` is the time from the question to
    the end. `loading`, `reading` and `writing` are parts of it, by the server's own clock. `calls`
    are the tools it called, in their order; the text may then be empty.
    """

    text: str
    thinking: str
    prompt_tokens: int | None
    answer_tokens: int | None
    seconds: float
    ended: Ending
    loading: float | None = None
    reading: float | None = None
    writing: float | None = None
    calls: tuple[ToolCall, ...] = ()

    @property
    def has_words(self) -> bool:
        """Whether any text or thinking came."""
        return bool(self.text or self.thinking)


@dataclass(frozen=True)
class ModelInfo:
    """What is known of an installed model. `size` in bytes, `context` in tokens at most.

    `local` is false when the model would send what it is given to another computer. `digest` names
    its weights, empty where the server did not say. `cache` is how many bytes of memory a token of
    its context takes, 0 where the server did not say.
    """

    name: str
    size: int
    context: int
    capabilities: frozenset[str]
    parameters: str
    local: bool
    digest: str = ""
    cache: int = 0

    @property
    def chats(self) -> bool:
        """Whether it can dream: it can chat, and it runs on this computer."""
        return self.local and "completion" in self.capabilities

    @property
    def embeds(self) -> bool:
        return self.local and "embedding" in self.capabilities

    @property
    def thinks(self) -> bool:
        return "thinking" in self.capabilities

    @property
    def calls_tools(self) -> bool:
        return "tools" in self.capabilities


def ignore(chunk: AnswerPiece) -> None:
    """Ignore the pieces of an answer."""
