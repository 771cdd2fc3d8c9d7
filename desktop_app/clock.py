"""The time, asked once at the start of an action and handed on. Knows the machine's clock only."""

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the person's local time."""

    def now(self) -> datetime:
        """The local time, with its offset from UTC."""


class SystemClock:
    """The machine's clock in its local zone."""

    def now(self) -> datetime:
        return datetime.now().astimezone()
