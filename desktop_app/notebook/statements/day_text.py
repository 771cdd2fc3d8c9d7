"""What a file of a day says, as it was read. Knows text only."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class DayText:
    """A day's file, one of perhaps several, as it was read at the start of the dream.

    Of a log that tells of many days the lines of the others are empty.
    """

    date: date
    path: str
    text: str
