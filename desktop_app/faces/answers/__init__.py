"""Answers: one JSON shape and one plain text for each kind of result.

Scripts and agents depend on these shapes. Knows results, not how they came about.
"""

from datetime import datetime


def moment(at: datetime | None) -> str | None:
    """A time as ISO 8601 with its offset, to the second."""
    return at.isoformat(timespec="seconds") if at else None
