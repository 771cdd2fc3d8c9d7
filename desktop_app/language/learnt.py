"""Measures how much a line is like lines of a kind, by weights learnt from labelled lines.

Knows no kind: each kind has names of signs and a file of weights, a byte each.
`python -m tests.support.line_training` makes the files.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from zlib import crc32

from desktop_app import resources

Signs = Callable[[str], Iterable[set[str]]]
"""The names of the signs of each piece of a text; pieces are judged one by one."""


class LearntKind:
    """A kind of line. A text is of it when its likeness is above `least`.

    It has `places` weights; signs may share one.
    """

    def __init__(self, name: str, places: int, signs: Signs, least: float = 0) -> None:
        self.name, self.places, self.least, self._signs = name, places, least, signs

    def holds(self, text: str) -> bool:
        """Whether a piece of `text` is of this kind."""
        return self.likeness(text) > self.least

    def likeness(self, text: str) -> float:
        """How much the piece that is most like the kind is like it; the higher, the more."""
        weights = self._weights
        return max(
            (
                sum(weights[at] for at in places) / math.sqrt(len(places))
                for places in self.signs(text)
            ),
            default=-math.inf,
        )

    def signs(self, text: str) -> Iterator[list[int]]:
        """The places of the weights that belong to each piece."""
        for names in self._signs(text):
            yield sorted(
                {crc32(name.encode(errors="surrogatepass")) % self.places for name in names}
            )

    @property
    def path(self) -> Path:
        """Where the weights are."""
        return resources.folder() / f"language/{self.name}.bin"

    @cached_property
    def _weights(self) -> Sequence[int]:
        """Whole numbers from -127 to 127."""
        return memoryview(self.path.read_bytes()).cast("b")
