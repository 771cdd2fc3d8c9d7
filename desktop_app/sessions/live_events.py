"""What a live conversation is made of: its messages, and what is to be done about it. Plain data.

What happens to it are the methods of `live.LiveState`. Every effect is answered by one of them:
that it was done, or that it failed.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from desktop_app.models.tokens import rough
from desktop_app.notebook.text.records import Message


class TurnKind(StrEnum):
    """What a message is. Only talk is flushed, extracted and counted as a turn."""

    TALK = "talk"
    TOOL_CALL = "tool_call"
    TOOL_RESULT = "tool_result"


class SleepStrategy(StrEnum):
    """How a sleep compresses a conversation. Specification: memory-flow, 'Summarize'."""

    SLIDING_WINDOW = "sliding-window"
    PROGRESSIVE_SUMMARY = "progressive-summary"
    IMPORTANCE_BASED = "importance-based"
    HYBRID = "hybrid"


@dataclass(frozen=True)
class LiveMessage:
    """One message of a conversation. `tokens` is what the model counted, 0 where nobody did.

    `remembered`: False where the person said 'don't remember this'. Then it stays in the prompt and
    goes nowhere else.
    """

    id: str
    role: str
    content: str
    time: str = ""
    kind: TurnKind = TurnKind.TALK
    tokens: int = 0
    remembered: bool = True

    @cached_property
    def size(self) -> int:
        """Its tokens, estimated where nobody counted them."""
        return self.tokens or rough(self.content)

    @property
    def turn(self) -> Message:
        """The same for a flush."""
        return Message(self.role, self.content, self.time)

    @property
    def may_last(self) -> bool:
        """Whether it is talk that says something."""
        return self.kind is TurnKind.TALK and bool(self.content.strip())

    @property
    def lasts(self) -> bool:
        """Whether memory may have it: it is such talk, and to be remembered."""
        return self.may_last and self.remembered


# -- effects ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class FlushNow:
    """Write what matters of these messages into the day; `cause` is one of `flush.CAUSES`.

    `leaving` are the ids of messages that leave the prompt once they are written.
    """

    cause: str
    messages: tuple[LiveMessage, ...]
    leaving: frozenset[str] = frozenset()


@dataclass(frozen=True)
class SleepNow:
    """Compress these messages, which are all that is in the prompt."""

    messages: tuple[LiveMessage, ...]
    strategy: SleepStrategy


@dataclass(frozen=True)
class ExtractNow:
    """Find the facts in these messages, which came since the last extraction."""

    messages: tuple[LiveMessage, ...]


Effect = FlushNow | SleepNow | ExtractNow


# -- what a transcript tells of its conversation ------------------------------------------------


@dataclass(frozen=True)
class UsageReported:
    """The model counted the tokens of the whole prompt; `window` is its size, 0 if not told."""

    tokens: int
    window: int = 0


@dataclass(frozen=True)
class CompactionEnded:
    """Whoever leads the conversation has compacted it."""


@dataclass(frozen=True)
class FlushAsked:
    """The conversation is over for now."""
