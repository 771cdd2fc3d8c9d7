"""A start: what is started, and when. Knows no system."""

from dataclasses import dataclass

EVERY = 15  # minutes between two questions whether a dream is due; the program itself decides


@dataclass(frozen=True)
class Start:
    """A program to start, by full paths.

    `name` tells it from all others: letters, digits, dots and hyphens. `title` is for a person. No
    text has a line break or another sign that cannot be printed.
    `minute` (0 to 14) is the first of each hour's minutes at which it is started, every `EVERY`
    minutes; `environment` is what the program is to find there beside what the system gives.
    """

    name: str
    title: str
    words: tuple[str, ...]
    environment: tuple[tuple[str, str], ...] = ()
    minute: int = 0

    @property
    def minutes(self) -> tuple[int, ...]:
        """The minutes of each hour."""
        return tuple(range(self.minute, 60, EVERY))
