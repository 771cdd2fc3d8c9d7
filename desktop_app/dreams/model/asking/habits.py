"""Habits: what earlier calls taught of a model on this computer. Kept between dreams.

How fast it is, how long its answers are, and whether it misses the agreed form. A file of the
program's own; it may be lost.
"""

import dataclasses
import platform
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from desktop_app.models.address import Address
from desktop_app.models.pace import UNHEARD, Pace
from desktop_app.settings import RememberedState

_FADING = 0.6
_MOST = 1e12  # above any count or time


@dataclass(frozen=True)
class Habits:
    """What is known of one model. `words` and `numbers` are the tokens that it writes for one
    question, all attempts together, when it answers in words or by number; 0 where not known.

    `strict` says that it kept to no form but one that its server held it to; `missed` is the ISO
    day on which it did not even keep to that one, "" where it did.
    """

    pace: Pace = UNHEARD
    words: float = 0.0
    numbers: float = 0.0
    strict: bool = False
    missed: str = ""

    @property
    def missed_on(self) -> date | None:
        """The day on which it last missed every form of words."""
        return date.fromisoformat(self.missed) if self.missed else None

    def wrote(self, tokens: int, *, numbered: bool) -> "Habits":
        """What is known after one more question."""
        before = (self.numbers if numbered else self.words) or float(tokens)
        now = before * _FADING + tokens * (1 - _FADING)
        if numbered:
            return dataclasses.replace(self, numbers=now)
        return dataclasses.replace(self, words=now)

    def missing(self, day: date) -> "Habits":
        """What is known after it missed the form of words in all attempts."""
        return dataclasses.replace(self, missed=day.isoformat())


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
        pace = Pace(**{name: _number(value) for name, value in row["pace"].items()})
        words, numbers = _number(row["words"]), _number(row["numbers"])
        missed = row.get("missed") or ""
        missed = missed and date.fromisoformat(missed).isoformat()
        return Habits(pace, words, numbers, row["strict"] is True, missed)
    except (KeyError, TypeError, ValueError, AttributeError):
        return UNKNOWN


def _number(value: object) -> float:
    if not isinstance(value, int | float) or not 0 <= value < _MOST:
        raise ValueError(value)
    return float(value)
