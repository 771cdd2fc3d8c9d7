"""How a model is best asked, and what a dream with it takes: calls, tokens, time. Asks nobody."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

from desktop_app.dreams.engine_choice import AnswerForm
from desktop_app.dreams.model.habits import Habits
from desktop_app.models.model import ModelInfo
from desktop_app.models.pace import Pace, fresh
from desktop_app.models.tokens import Tokens
from desktop_app.words import tr

if TYPE_CHECKING:  # long to load, and the window asks only for the form
    from desktop_app.dreams.consolidator.consolidation import Consolidation
    from desktop_app.dreams.consolidator.shown import DreamPart

_READING = 120.0  # seconds for the prompt of one call
_WRITING = 120.0  # seconds beyond which an answer in words is too slow
_PROSE = 1_000  # tokens of an answer in words
_SMALL = 4e9  # weights of a model that is better asked for numbers than for words
_SMALL_BYTES = 3e9  # the same, for one that does not say how many it has
_CAPABLE = 6.5e9  # weights of a model that may use words of its own
_AGAIN = timedelta(days=7)  # after which a model that missed the form is asked for words again
_WEIGHTS = re.compile(r"(\d+(?:\.\d+)?)\s*([KMBT])", re.IGNORECASE)
UNHEARD = 2_000
"""Tokens of a prompt by number while nobody knows how fast the model reads."""
_POWERS = {"K": 1e3, "M": 1e6, "B": 1e9, "T": 1e12}


def chosen_form(
    wanted: AnswerForm, info: ModelInfo, habits: Habits, pace: Pace, today: date
) -> tuple[AnswerForm, str]:
    """The form that is `wanted`, or with `AUTO` the one that suits the model; and why it does not
    answer in words of its own, "" where it does.
    """
    if wanted != AnswerForm.AUTO:
        return wanted, ""
    missed = date.fromisoformat(habits.missed) if habits.missed else None
    if small(info):
        why = tr("{model} is small, so it answers with numbers of lines")
    elif slow(pace):
        why = tr("{model} is slow here, so it answers with numbers of lines")
    elif missed and today - missed < _AGAIN:
        why = tr("{model} lately answered in the wrong form, so it answers with numbers of lines")
    elif 0 < _weights(info) < _CAPABLE:
        name = tr("{model} is of middle size, so it keeps to the notes' words")
        return AnswerForm.COPY, name.format(model=info.name)
    else:
        return AnswerForm.WORDS, ""
    return AnswerForm.NUMBERS, why.format(model=info.name)


def wished(pace: Pace, total: float | None = None) -> int | None:
    """Tokens of one prompt that are read in about two minutes, and in half of the `total` seconds
    that a call may take; None where nobody knows.
    """
    seconds = min(_READING, total / 2) if total else _READING
    return None if pace.reading is None else max(1, round(seconds * pace.reading))


def slow(pace: Pace) -> bool:
    """Whether an answer in words would take over two minutes."""
    return pace.writing is not None and _PROSE / pace.writing > _WRITING


def small(info: ModelInfo) -> bool:
    """Whether a model is too small to keep to the form of an answer in words."""
    return 0 < _weights(info) < _SMALL or 0 < info.size < _SMALL_BYTES


def _weights(info: ModelInfo) -> float:
    match = _WEIGHTS.match(info.parameters.strip())
    return float(match[1]) * _POWERS[match[2].upper()] if match else 0.0


# -- what a dream takes -----------------------------------------------------------------------

LEAST_WORDS = 512
"""Tokens of an answer in words, beside the memory that it may repeat."""

_LIKELY_NUMBERS = 120
_READ_AGAIN, _ROWS = 1_200, 100  # tokens of a second reading: its prompt and its answer


@dataclass(frozen=True)
class Expected:
    """What a dream would take. `model` is None where none would be asked, and `reason` says why; of
    a model it says why it would not answer in words of its own. `parts` are calls of the model,
    `tokens` all it would read and write.

    `seconds` go from about the shortest to about the longest. They are None where the model was not
    heard on this computer yet.
    """

    model: str | None
    reason: str
    days: int
    parts: int = 0
    tokens: int = 0
    seconds: tuple[int, int] | None = None


class Size(NamedTuple):
    """The likely size of a dream: its calls, all their tokens, and how long they take, None where
    nobody knows how fast the model is.
    """

    parts: int
    tokens: int
    seconds: float | None


def size_of(
    mind: "Consolidation", parts: "Sequence[DreamPart]", tokens: Tokens, habits: Habits, pace: Pace
) -> Size:
    """All these calls, the one that joins several and the second reading; what two prompts share
    is read once.
    """
    read = new = written = 0.0
    numbered = mind.form == AnswerForm.NUMBERS
    each = (habits.numbers or _LIKELY_NUMBERS) if numbered else (habits.words or LEAST_WORDS)
    before: tuple[str, ...] = ()
    for part in parts:
        texts = tuple(one.content for one in mind.asked.messages(part))
        likely = tokens.estimate(*texts).likely
        read, new, before = read + likely, new + likely * fresh(texts, before), texts
        written += each
    calls = len(parts)
    if not numbered and calls > 1:
        calls += 1
        read, new, written = (one * calls / len(parts) for one in (read, new, written))
    if mind.form == AnswerForm.WORDS:
        calls, read, new, written = (
            calls + 1,
            read + _READ_AGAIN,
            new + _READ_AGAIN,
            written + _ROWS,
        )
    return Size(calls, round(read + written), pace.seconds(new, written))
