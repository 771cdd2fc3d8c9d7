"""Pace: how fast a model reads and writes on one computer, from its own counts. Pure."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

_FADING = 0.6  # of what was heard before, beside one more answer
_SMALLEST = 24  # tokens below which a count says more about the call than about the pace


@dataclass(frozen=True)
class Pace:
    """Fading sums of tokens and their seconds, as five numbers that a caller may keep; `loading` is
    how many seconds the model took to load last."""

    read: float = 0.0
    read_seconds: float = 0.0
    written: float = 0.0
    written_seconds: float = 0.0
    loading: float = 0.0

    @property
    def reading(self) -> float | None:
        """Tokens a second; None where none were heard."""
        return self.read / self.read_seconds if self.read_seconds else None

    @property
    def writing(self) -> float | None:
        """Tokens a second; None where none were heard."""
        return self.written / self.written_seconds if self.written_seconds else None

    def heard(
        self,
        read: float,
        read_seconds: float | None,
        written: float,
        written_seconds: float | None,
        loading: float | None = None,
    ) -> "Pace":
        """The pace after one more answer; `read` counts tokens that the server did not know."""
        reading = _added(self.read, self.read_seconds, read, read_seconds)
        writing = _added(self.written, self.written_seconds, written, written_seconds)
        return Pace(*reading, *writing, loading if loading and loading > 1 else self.loading)

    def seconds(self, read: float, written: float) -> float | None:
        """How long so many tokens take, without loading; None if the pace is unknown."""
        if self.reading is None or self.writing is None:
            return None
        return read / self.reading + written / self.writing


UNHEARD = Pace()


def fresh(texts: Sequence[str], before: Sequence[str]) -> float:
    """The share of a prompt, 0..1, that is new to a server that knows the prompt `before`."""
    now, then = "\n".join(texts), "\n".join(before)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(now, then, strict=False)))
    return 1 - same / len(now) if now else 1.0


def _added(sum_: float, seconds: float, more: float, took: float | None) -> tuple[float, float]:
    if more < _SMALLEST or not took or not 0 < took < math.inf:
        return sum_, seconds
    return sum_ * _FADING + more, seconds * _FADING + took
