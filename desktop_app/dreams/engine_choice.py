"""Which engine a person asks for, by name. Knows settings by key, and imports no engine."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, NamedTuple


class EngineName(StrEnum):
    """An engine, as a person asks for it and as a dream remembers it; `AUTO` is only asked for."""

    AUTO = "auto"
    BUILTIN = "builtin"
    OLLAMA = "ollama"


class AnswerForm(StrEnum):
    """A mind rewrites memory in words of its own, copies the notes' words, or names the numbers of
    lines; `AUTO` is what suits it.
    """

    AUTO = "auto"
    WORDS = "words"
    COPY = "copy"
    NUMBERS = "numbers"


class Engine(NamedTuple):
    """Which engine a person asks for. `auto` is the named model when it can dream now, else
    none; `ollama` without a name is the only model that is installed.

    `room` is in tokens, of a prompt and its answer together, 0 for what the computer's memory
    allows; `minutes` the longest time for one call, 0 without a limit. `answers` says how a model
    that dreams answers; with `AUTO` small and slow ones answer by number, and those that missed the
    form of words.
    """

    kind: EngineName = EngineName.AUTO
    model: str = ""
    room: int = 0
    minutes: int = 0
    answers: AnswerForm = AnswerForm.AUTO

    @property
    def asks(self) -> bool:
        """Whether a model is asked to do the work."""
        return self.kind == EngineName.OLLAMA or (self.kind == EngineName.AUTO and bool(self.model))


USUAL = Engine()


def engine_of(get: Callable[[str], Any]) -> Engine:
    """The engine that the person's settings name; `get` is that of `Settings`."""
    return Engine(
        EngineName(get("dreams.engine")),
        get("dreams.model"),
        get("dreams.room"),
        get("dreams.minutes"),
        AnswerForm(get("dreams.answers")),
    )
