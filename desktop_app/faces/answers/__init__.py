"""What the doors answer: one JSON shape and one plain text for each kind of result.

Knows the contract that scripts and agents depend on, not how a result came about.
"""

from datetime import datetime


def moment(at: datetime | None) -> str | None:
    """A time as ISO 8601 with its offset, to the second."""
    return at.isoformat(timespec="seconds") if at else None
