"""Models: what the program asks of a language model. Knows no server, no notebooks, no Qt."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Protocol

from desktop_app.models.endings import Ending
from desktop_app.models.pace import Pace
from desktop_app.models.tokens import HeardPrompt, Tokens

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
    """A call of a tool as a model made it.

    `arguments` is None where they are no JSON object; `raw` is what came, as text.
    """

    name: str
    arguments: Mapping[str, Any] | None
    raw: str


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
    """A piece of an answer as it arrives, to show progress; the `ModelAnswer` is what counts.

    It joins `pieces` of the server, which sends each token as a piece.
    """

    text: str = ""
    thinking: str = ""
    pieces: int = field(default=1, compare=False)


OnPiece = Callable[[AnswerPiece], None]


def joined(chunks: Sequence[AnswerPiece]) -> AnswerPiece:
    """Pieces that came one after the other, as one."""
    text, thinking = "".join(c.text for c in chunks), "".join(c.thinking for c in chunks)
    return AnswerPiece(text, thinking, sum(c.pieces for c in chunks))


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
    its weights, empty where the server did not say.
    """

    name: str
    size: int
    context: int
    capabilities: frozenset[str]
    family: str
    parameters: str
    local: bool
    modified: datetime | None
    digest: str = ""

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


class Model(Protocol):
    """A language model. It keeps nothing of what it was asked.

    Every method raises `ModelProblem` with a named ending, may be awaited on the window's loop, and
    hangs up when its task is cancelled.
    """

    @property
    def info(self) -> ModelInfo: ...

    @property
    def tokens(self) -> Tokens:
        """How this model counts tokens, as far as its answers have shown."""
        ...

    @property
    def pace(self) -> Pace:
        """How fast it reads and writes on this computer, as far as its answers have shown."""
        ...

    async def chat(
        self,
        messages: Sequence[ModelMessage],
        *,
        context: int,
        most: int,
        total: float | None = None,
        on_chunk: OnPiece = ignore,
        schema: Schema | None = None,
        tools: Sequence[ModelTool] = (),
        think: bool = False,
        temperature: float = 0.0,
        heard: HeardPrompt | None = None,
    ) -> ModelAnswer:
        """The whole answer to `messages`, at most `most` tokens long, thinking included.

        With a `schema` the server is asked for JSON of this form only; the caller checks it. A
        model may call one of the `tools` instead of answering, or as well; one that can't call
        tools is not told of them. `think` asks a model that can to think first. `heard` is an
        earlier prompt of the same talk, which shows how long this one is.
        `context` is the room for prompt and answer in tokens, `total` the longest time in seconds.
        A prompt that may not fit is refused before it is sent. An answer that was cut off, or that
        rests on a part of the prompt, is a problem with the text so far as `answer`.
        """
        ...

    async def embed(self, texts: Sequence[str]) -> tuple[Vector, ...]:
        """One vector for each text, all of one length. A text too long is a problem, never cut."""
        ...

    async def describe(self) -> ModelInfo:
        """The model as it is now."""
        ...
