"""The size of a dream with a model: calls, tokens, time. Pure; asks nobody."""

from collections.abc import Sequence
from dataclasses import dataclass

from desktop_app.dreams.consolidator.answer_form import AnswerForm
from desktop_app.dreams.consolidator.consolidation import Consolidation
from desktop_app.dreams.consolidator.parts import Part
from desktop_app.dreams.model.asking.habits import Habits
from desktop_app.models.pace import Pace, fresh
from desktop_app.models.tokens import Tokens

LEAST_WORDS = 512
"""Tokens of an answer in words, beside the memory that it may repeat."""

_LIKELY_NUMBERS = 120


@dataclass(frozen=True)
class Size:
    """What a dream would take: `parts` are calls, `read` and `written` tokens, `seconds` until it
    ends, None where nobody knows how fast the model is. The counts are what is likely. `why` says
    why the model would not answer in words of its own, "" where it would.
    """

    parts: int
    read: int
    written: int
    seconds: float | None = None
    why: str = ""


def size_of(
    mind: Consolidation, parts: Sequence[Part], tokens: Tokens, habits: Habits, pace: Pace
) -> Size:
    """All these calls, and the one that joins them; what two prompts share is read once."""
    read = new = written = 0.0
    before: tuple[str, ...] = ()
    for part in parts:
        texts = tuple(one.content for one in mind.messages(part))
        likely = tokens.estimate(*texts).likely
        read, new, before = read + likely, new + likely * fresh(texts, before), texts
        written += _written(mind, habits)
    calls = len(parts)
    if calls > 1 and mind.form == AnswerForm.WORDS:
        calls += 1
        read, new, written = (each * calls / (calls - 1) for each in (read, new, written))
    return Size(calls, round(read), round(written), pace.seconds(new, written))


def _written(mind: Consolidation, habits: Habits) -> float:
    if mind.form == AnswerForm.NUMBERS:
        return habits.numbers or _LIKELY_NUMBERS
    return habits.words or LEAST_WORDS
