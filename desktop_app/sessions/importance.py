"""What kind of memory a sentence is, and how much it matters. Pure."""

from dataclasses import dataclass
from enum import StrEnum


class MemoryKind(StrEnum):
    """What kind of memory a sentence is. Specification: memory-flow, 'Consolidate'."""

    FACT = "fact"
    PREFERENCE = "preference"
    DECISION = "decision"
    EVENT = "event"
    LEARNING = "learning"


@dataclass(frozen=True)
class Memorable:
    """A sentence of a conversation that memory may keep, verbatim; `importance` is from 0 to 1."""

    text: str
    kind: MemoryKind
    importance: float
    message_id: str
