"""Measure: how much a model is asked at once, and in which form, by its size and its pace.

Kept with the answers of a dream, so that one that is tried again is asked the same.
"""

import dataclasses
import hashlib
import json
import re
from contextlib import suppress
from dataclasses import dataclass

from desktop_app.dreams.dreamer import Material
from desktop_app.dreams.model.asking.calls import Answers
from desktop_app.dreams.model.asking.kept import KeptAnswer
from desktop_app.errors import Problem
from desktop_app.models.model import ModelInfo
from desktop_app.models.pace import Pace
from desktop_app.models.tokens import Tokens

_READING = 120.0  # seconds for the prompt of one call
_WRITING = 120.0  # seconds beyond which an answer in words is too slow
_PROSE = 1_000  # tokens of an answer in words
_SMALL = 4e9  # weights of a model that is better asked for numbers than for words
_SMALL_BYTES = 3e9  # the same, for one that does not say how many it has
_DIFFERS = 1.5  # times another measure from which the rest is planned anew
_WEIGHTS = re.compile(r"(\d+(?:\.\d+)?)\s*([KMBT])", re.IGNORECASE)
_POWERS = {"K": 1e3, "M": 1e6, "B": 1e9, "T": 1e12}


@dataclass(frozen=True)
class Measure:
    """`tokens` judge what fits, `wished` are tokens of a prompt, None while nobody knows the pace;
    an answer is by number where it is `numbered`.
    """

    tokens: Tokens
    wished: int | None
    numbered: bool

    def differs(self, other: "Measure") -> bool:
        """Whether it asks for something else, so that the rest is to be planned anew."""
        if self.numbered != other.numbered or (self.wished is None) != (other.wished is None):
            return True
        one, two = sorted((self.wished or 1, other.wished or 1))
        return two > _DIFFERS * one


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
    match = _WEIGHTS.match(info.parameters.strip())
    weights = float(match[1]) * _POWERS[match[2].upper()] if match else 0.0
    return 0 < weights < _SMALL or 0 < info.size < _SMALL_BYTES


class Plans:
    """The measures of a dream over this material, by the number of answers that came before."""

    def __init__(self, answers: Answers, material: Material, *asked: object) -> None:
        """`asked` is what else the parts depend on."""
        state = [material.memory.data.hex(), *(f"{day.path} {day.text}" for day in material.days)]
        whole = json.dumps([*asked, state]).encode()
        self._answers = answers
        self._key = f"plan {hashlib.sha256(whole).hexdigest()}"

    def at(self, answered: int, now: Measure) -> Measure:
        """The measure of an earlier try at this place, else the one of `now`, which is kept."""
        if kept := self._answers.answer(f"{self._key} {answered}"):
            tokens, wish, numbered = json.loads(kept.text)
            return Measure(Tokens(*tokens), wish, numbered)
        return self.changed(answered, now)

    def changed(self, answered: int, now: Measure) -> Measure:
        """The measure of `now`, which is kept for this place whatever was kept before."""
        text = json.dumps([dataclasses.astuple(now.tokens), now.wished, now.numbered])
        with suppress(Problem):
            self._answers.keep(f"{self._key} {answered}", KeptAnswer(text, 0))
        return now
