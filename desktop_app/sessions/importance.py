"""What kind of memory a sentence is, and how much it matters. Pure.

Specification: memory-flow, 'Consolidate'; semantics, 'Context tier': types, importance from 0 to 1,
newer messages weigh more, and what lasts longer than its day.
"""

import math
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from desktop_app import resources
from desktop_app.dreams.talk.worth import is_rule, signs
from desktop_app.language.phrases import Phrases, listed
from desktop_app.language.remembering import asks_to_remember
from desktop_app.language.spans import flat

LASTING = 0.7
"""What matters more than this, and is of a lasting kind, is for MEMORY.md. See semantics."""
OLDEST = 0.5
"""How much less, in the measure of `worth`, the oldest message matters than the newest."""


class MemoryKind(StrEnum):
    """What kind of memory a sentence is."""

    FACT = "fact"
    PREFERENCE = "preference"
    DECISION = "decision"
    EVENT = "event"
    LEARNING = "learning"


_LASTING_KINDS = frozenset({MemoryKind.FACT, MemoryKind.PREFERENCE, MemoryKind.LEARNING})
_AS_PREFERENCE = ("preference", "convention")


@dataclass(frozen=True)
class Memorable:
    """Words of a conversation that memory may keep, verbatim; `importance` is from 0 to 1."""

    text: str
    kind: MemoryKind
    importance: float
    message_id: str

    @property
    def is_long_term(self) -> bool:
        """Whether it is for MEMORY.md rather than for the day alone: said to be kept, a rule, or
        important and of a lasting kind.
        """
        important = self.importance > LASTING and self.kind in _LASTING_KINDS
        always = signs(self.text).keys() >= {"own", *_AS_PREFERENCE}  # `I always prefer ...`
        return important or always or is_rule(self.text) or asks_to_remember(self.text)


def kind_of(text: str) -> MemoryKind:
    """What kind of memory a text is: the one with the most signs, the first of equals.

    A preference says less of itself than the others, so it comes last of equals but for facts.
    """
    level = flat(text)
    found = _phrases().count(level)
    told = signs(text)
    found[MemoryKind.PREFERENCE] = sum(told.get(kind, 0) for kind in _AS_PREFERENCE)
    order = (
        MemoryKind.DECISION,
        MemoryKind.LEARNING,
        MemoryKind.EVENT,
        MemoryKind.PREFERENCE,
        MemoryKind.FACT,
    )
    return max(order, key=lambda kind: found.get(kind, 0.5 if kind is MemoryKind.FACT else 0))


def importance(worth: float, age: float) -> float:
    """How much something matters, from 0 to 1: 0.5 for what is just worth keeping when it is new.

    `worth` is that of `dreams.talk.worth`; `age` is 0 for the newest message and 1 for the oldest.
    """
    return 1 / (1 + math.exp(OLDEST * age - worth))


@cache
def _phrases() -> Phrases:
    table = resources.table("language/memories")["phrases"]
    return Phrases({kind: listed(words) for kind, words in table.items()})
