"""Habits: what earlier calls taught of a model on this computer.

How fast it is, how it counts tokens, how long its answers are, and whether it misses the agreed
form: they are in a file of the program's own, which may be lost.
"""

import dataclasses
import platform
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from desktop_app.models.address import Address
from desktop_app.models.pace import UNHEARD, Pace
from desktop_app.models.tokens import Tokens
from desktop_app.settings import RememberedState

_FADING = 0.6
_MOST = 1e12  # above any count or time


NEVER_COUNTED = Tokens()


@dataclass(frozen=True)
class Habits:
    """What is known of one model. `words` and `numbers` are the tokens that it writes for one
    question, all attempts together, when it answers in words or by number; 0 where not known.

    `strict` says that it kept to no form but one that its server held it to; `missed` is the ISO
    day on which it did not even keep to that one, "" where it did.
    """

    pace: Pace = UNHEARD
    tokens: Tokens = NEVER_COUNTED
    words: float = 0.0
    numbers: float = 0.0
    strict: bool = False
    missed: str = ""

    def wrote(self, tokens: int, *, numbered: bool) -> "Habits":
        """What is known after one more question."""
        name = "numbers" if numbered else "words"
        before = getattr(self, name) or float(tokens)
        now: Any = {name: before * _FADING + tokens * (1 - _FADING)}
        return dataclasses.replace(self, **now)


UNKNOWN = Habits()


class KnownHabits:
    """The habits of all models, kept at `path`; any number of computers may be asked."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def of(self, model: str, at: Address) -> Habits:
        """What is known of this model where it runs."""
        row = RememberedState(self._path).get(_key(model, at))
        return _read(row) if isinstance(row, dict) else UNKNOWN

    def keep(self, model: str, at: Address, habits: Habits) -> None:
        """Keep what is known. A full disk loses it quietly."""
        RememberedState(self._path).set(_key(model, at), dataclasses.asdict(habits))


def _key(model: str, at: Address) -> str:
    return f"{model} on {at.host if at.outside else platform.node()}"


def _read(row: dict[str, Any]) -> Habits:
    try:
        pace = Pace(**_numbers(row["pace"]))
        tokens = Tokens(**_numbers(row.get("tokens") or {}))  # not of an earlier version
        words, numbers = _number(row["words"]), _number(row["numbers"])
        missed = row.get("missed") or ""
        missed = missed and date.fromisoformat(missed).isoformat()
        return Habits(pace, tokens, words, numbers, row["strict"] is True, missed)
    except (KeyError, TypeError, ValueError, AttributeError):
        return UNKNOWN


def _numbers(row: dict[str, Any]) -> dict[str, Any]:
    return {name: _number(value) for name, value in row.items()}


def _number(value: object) -> float:
    if not isinstance(value, int | float) or not 0 <= value < _MOST:
        raise ValueError(value)
    return float(value)
