"""Talk view: a talk with a model, as it is shown. Knows no files, no models, no Qt."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from desktop_app.models.model import ToolCall
from desktop_app.sessions.live_events import TurnKind


@dataclass(frozen=True)
class TalkHead:
    """A talk as a list shows it. `path` is "" for one that is kept outside of the notebook.

    `messages` counts those that still stand, `model` answered last, "" before the first answer.
    """

    id: str
    title: str
    path: str
    begun: datetime
    changed: datetime
    messages: int
    model: str


@dataclass(frozen=True)
class UsedMemory:
    """A piece of memory that stood in the prompt of an answer; `line` is 1-based."""

    path: str
    line: int
    text: str


@dataclass(frozen=True)
class ToolUse:
    """One call of a tool: `arguments` as JSON, `result` as the model read it.

    `ok`: the tool did what was asked; else `result` says why not.
    """

    name: str
    arguments: str
    result: str
    ok: bool


@dataclass(frozen=True)
class TalkRecord:
    """One message as it stands in a transcript, on `line` (1-based, 0 for one that stands in none).

    `role` is "user", "assistant" or "tool". `stopped`: the answer is not whole. `remembered` is
    False where the person said not to remember it; then no flush and no extraction reads it. `used`
    belongs to an answer, and so do `tools` where it is shown: see `transcript.shown`.

    A model's message of kind `TOOL_CALL` made the `calls`; one of kind `TOOL_RESULT` is the result
    of `calls[0]`, and `ok` says whether the tool did it. `tokens` is 0 if nobody counted them.
    """

    id: str
    role: str
    content: str
    time: str = ""
    kind: TurnKind = TurnKind.TALK
    tokens: int = 0
    model: str = ""
    thinking: str = ""
    stopped: bool = False
    remembered: bool = True
    used: tuple[UsedMemory, ...] = ()
    calls: tuple[ToolCall, ...] = ()
    tools: tuple[ToolUse, ...] = ()
    ok: bool = True
    line: int = field(default=0, compare=False)

    @property
    def use(self) -> ToolUse:
        """A result of a tool, as it is shown."""
        return ToolUse(self.calls[0].name, self.calls[0].raw, self.content, self.ok)


@dataclass(frozen=True)
class TalkView:
    """A whole talk. `tokens` of `window` are used; `flush_at` and `sleep_at` are tokens, too.

    `reported`: the model counted the tokens, else they are estimated. `summary` is what a sleep
    wrote of the first `compacted` messages, which are no longer in the prompt.
    """

    head: TalkHead
    messages: tuple[TalkRecord, ...]
    tokens: int
    window: int
    flush_at: int
    sleep_at: int
    reported: bool
    summary: str
    compacted: int


@dataclass(frozen=True)
class TalkChanged:
    """The talk is another one now: a message came, was replaced, marked, or compacted."""

    view: TalkView


@dataclass(frozen=True)
class TalkPiece:
    """A piece of the answer under way, in its order; the message in the view is what counts."""

    text: str = ""
    thinking: str = ""


@dataclass(frozen=True)
class ToolBegan:
    """The model called a tool; `arguments` are JSON."""

    name: str
    arguments: str


@dataclass(frozen=True)
class ToolEnded:
    """A tool has ended. `undo` takes back what it wrote, blocks, and raises Problem if it
    cannot. None for a tool that only read."""

    use: ToolUse
    undo: Callable[[], None] | None = None
