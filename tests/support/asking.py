"""Notebooks whose memory is doubtful, and the clock by which they grow old."""

from datetime import date, datetime, timedelta
from pathlib import Path

from desktop_app.memory import Memory
from desktop_app.notebook.history import Cause
from desktop_app.settings import Places
from tests.support.dreaming import StillClock
from tests.support.nights import ZONE

DOOR = "The door of the attic is painted on {day:%-d %B %Y}"
LEASE = "The lease of the garage ends on {day:%-d %B %Y}"


def at(day: date, hour: int = 12) -> datetime:
    return datetime(day.year, day.month, day.day, hour, tzinfo=ZONE)


def written(root: Path, places: Places, text: str, day: date) -> None:
    """A person wrote this MEMORY.md on that day."""
    memory = Memory.open(root, places, StillClock(at(day)))
    try:
        base = memory.files.read("MEMORY.md")
        memory.files.save("MEMORY.md", text.encode(), base, Cause.EDIT)
    finally:
        memory.close()


def doubtful(root: Path, places: Places, today: date) -> Path:
    """A notebook with two dates that have passed."""
    root.mkdir(parents=True, exist_ok=True)
    if not (root / "MEMORY.md").exists():
        (root / "MEMORY.md").write_text("# Memory\n")
    over = enumerate((DOOR, LEASE))
    lines = [one.format(day=today - timedelta(days=8 + n)) for n, one in over]
    lines.append("Ana signs for parcels")
    before = (root / "MEMORY.md").read_text()
    text = f"{before.rstrip()}\n\n## Home\n\n{''.join(f'- {line}{chr(10)}' for line in lines)}"
    written(root, places, text, today - timedelta(days=40))
    return root
