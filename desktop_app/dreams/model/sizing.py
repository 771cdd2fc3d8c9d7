"""The size of a dream with a model: what its calls read and write, and how long that takes. Pure.

The counts of a call are worked out once; how long it takes follows the pace, which is learnt.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from desktop_app.dreams.model.asking.habits import Habits
from desktop_app.dreams.model.dreaming import Dreaming
from desktop_app.dreams.model.reading.planning import NotesPart
from desktop_app.models.pace import Pace, fresh
from desktop_app.models.tokens import Tokens

LEAST_WORDS = 512
"""Tokens of an answer in words, beside the memory that it may repeat."""

_LIKELY_NUMBERS = 120


@dataclass(frozen=True)
class Size:
    """What a dream would take: `parts` are calls, `read` and `written` tokens, `seconds` until it
    ends, None where nobody knows how fast the model is. The counts are what is likely.
    """

    parts: int
    read: int
    written: int
    seconds: float | None = None


@dataclass(frozen=True)
class CallSize:
    """Tokens of one call: `read` in all, `new` of them after the call before it, and `written`."""

    read: float
    new: float
    written: float


def calls(
    dreaming: Dreaming, parts: Iterable[NotesPart], tokens: Tokens, habits: Habits
) -> Iterator[CallSize]:
    """The size of each call; what two prompts have in common is read once."""
    before: tuple[str, ...] = ()
    for part in parts:
        texts = tuple(each.content for each in dreaming.ask(part))
        likely = tokens.estimate(*texts).likely
        usual = float(habits.numbers or _LIKELY_NUMBERS)
        if not dreaming.numbered:
            memory = tokens.estimate(*(line.text for line in part.memory)).likely
            usual = float(habits.words or LEAST_WORDS + memory)
        yield CallSize(likely, likely * fresh(texts, before), usual)
        before = texts


def whole(sizes: Sequence[CallSize], pace: Pace) -> Size:
    """All these calls together."""
    read, new, written = (
        sum(getattr(one, name) for one in sizes) for name in ("read", "new", "written")
    )
    return Size(len(sizes), round(read), round(written), pace.seconds(new, written))
