"""What a file of a day says, as it was read. Knows text only."""

from datetime import date

from desktop_app.dataclass import dataclass


@dataclass(frozen=True)
class DayText:
    """A day's file, one of perhaps several, as it was read at the start of the dream.

    Of a log that tells of many days the lines of the others are empty.
    """

    date: date
    path: str
    text: str
