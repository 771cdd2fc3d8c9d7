"""Talks: conversations with a model of this computer, beside an open notebook."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from desktop_app.dreams.engines import USUAL, Engine
from desktop_app.dreams.flush import Flushed
from desktop_app.sessions.talk_view import (
    PlaceQuestion,
    TalkChanged,
    TalkHead,
    TalkMessage,
    TalkPiece,
    TalkView,
    ToolAsk,
    ToolBegan,
    ToolEnded,
    ToolUse,
    TranscriptPlace,
    UsedMemory,
)

if TYPE_CHECKING:
    pass

__all__ = [
    "PlaceQuestion",
    "Talk",
    "TalkChanged",
    "TalkHead",
    "TalkMessage",
    "TalkPiece",
    "TalkView",
    "Talks",
    "ToolAsk",
    "ToolBegan",
    "ToolEnded",
    "ToolUse",
    "TranscriptPlace",
    "UsedMemory",
]

TalkEvent = TalkChanged | TalkPiece | ToolBegan | ToolEnded
"""What a listener to a talk is told, on the loop of whoever asked; later also `LiveStep`."""

OnTalk = Callable[[TalkEvent], None]
Asking = Callable[[ToolAsk], Awaitable[bool]]
"""Asks the person whether a tool may replace a file."""

ROUNDS = 8
"""The most times that a model may call tools for one message of the person's."""


def unheard(event: TalkEvent) -> None:
    """Hear nothing."""


class Talks:
    """The talks of an open notebook. Methods block."""

    def listed(self, query: str = "") -> tuple[TalkHead, ...]:
        """Every talk, newest first; with a query those whose title or text holds its words."""
        raise NotImplementedError

    def begin(self, *, private: bool = False) -> "Talk":
        """A new talk. Its file is made with its first message; a private one has none, ever."""
        raise NotImplementedError

    def open(self, id: str) -> "Talk":  # noqa: A002
        """A talk that is listed, as it was left. Raises Problem if there is none of this id."""
        raise NotImplementedError

    def rename(self, id: str, title: str) -> None:  # noqa: A002
        """Give a talk a title; an empty one gives it back the one made of its first message."""
        raise NotImplementedError

    def delete(self, id: str) -> Callable[[], None]:  # noqa: A002
        """Delete a talk. Returns what undoes it; what was flushed of it stays."""
        raise NotImplementedError

    def place_question(self) -> PlaceQuestion | None:
        """What to ask before the first message is written; None where nothing needs asking."""
        raise NotImplementedError

    def choose_place(self, place: TranscriptPlace) -> None:
        """Keep transcripts here from now on; those that are there stay where they are."""
        raise NotImplementedError


class Talk:
    """One talk. Its coroutines may be awaited on the window's loop; they block nothing."""

    @property
    def view(self) -> TalkView:
        """The talk as it is now."""
        raise NotImplementedError

    async def say(
        self,
        text: str,
        *,
        engine: Engine = USUAL,
        on_event: OnTalk = unheard,
        ask: Asking | None = None,
    ) -> None:
        """One turn: the person's message, tools, the answer.

        Cancelling keeps what came, as a stopped answer. Raises Problem, with the person's message
        and what came kept. Without `ask`, a tool that would replace a file makes a proposal.
        """
        raise NotImplementedError

    async def again(
        self,
        message_id: str,
        *,
        text: str | None = None,
        engine: Engine = USUAL,
        on_event: OnTalk = unheard,
        ask: Asking | None = None,
    ) -> None:
        """A new answer in place of this one, or this message of the person's with a new `text`.

        What follows goes out of the talk; the file keeps it.
        """
        raise NotImplementedError

    async def flush(self, engine: Engine = USUAL) -> Flushed:
        """Take what matters of the talk into today, now."""
        raise NotImplementedError

    async def rest(self, engine: Engine = USUAL, on_event: OnTalk = unheard) -> None:
        """What is due when a turn has gone idle: a flush, a sleep, an extraction.

        A failure is told as a step. A message of the person's does not wait for it.
        """
        raise NotImplementedError

    async def end(self, engine: Engine = USUAL) -> None:
        """End the talk: what was not flushed is flushed. A private one is forgotten."""
        raise NotImplementedError

    def remember(self, message_id: str, value: bool) -> None:
        """Whether a message may be flushed and extracted. Blocks."""
        raise NotImplementedError

    def take_back(self, key: str) -> None:
        """Undo what a tool wrote: see `ToolEnded`. Blocks. Raises Problem if it cannot."""
        raise NotImplementedError
