"""A notebook to dream over and an engine that dreams what it is told. No Qt, no model."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path

from desktop_app.dreams.material import DreamDraft, Material
from desktop_app.dreams.proposal import Change
from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.notebook.source import Source
from desktop_app.settings import Places

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=timezone(timedelta(hours=1)))

MEMORY = """# Memory

## Work

- The report is due on 27 November; Jonas signs it off.
- Raw soundings live in survey-2026/.

Some words of my own that no dream may touch.

## Home

- The boiler is serviced in March.
"""

DAY = """# Daily Memory: 2026-11-20

## Notes (09:12)

- The report moves from 27 November to 4 December.
- Decided: stop drinking coffee after 14:00.
"""


class StillClock:
    """A clock that moves only when told."""

    def __init__(self, at: datetime = NOON) -> None:
        self.at = at

    def now(self) -> datetime:
        return self.at

    def forward(self, **by: float) -> None:
        self.at += timedelta(**by)


def places(tmp_path: Path) -> Places:
    return Places(tmp_path / "data", tmp_path / "config")


def a_notebook(tmp_path: Path, memory: str = MEMORY, **days: str) -> Path:
    """A notebook folder; `days` as d20261120="text"; without any, the one above."""
    root = tmp_path / "notebook"
    (root / "memory").mkdir(parents=True)
    (root / "MEMORY.md").write_bytes(memory.encode())
    for name, text in (days or {"d20261120": DAY}).items():
        stem = f"{name[1:5]}-{name[5:7]}-{name[7:9]}"
        (root / "memory" / f"{stem}.md").write_bytes(text.encode())
    return root


_OPENED: list[Memory] = []


def opened(root: Path, tmp_path: Path, clock: StillClock | None = None) -> Memory:
    """An open notebook, which is closed when the test ends."""
    _OPENED.append(Memory.open(root, places(tmp_path), clock or StillClock()))
    return _OPENED[-1]


def close_opened() -> None:
    """Close what the test has opened."""
    while _OPENED:
        _OPENED.pop().close()


REPORT = Change(
    n=0,
    kind="updated",
    heading="Work",
    line=5,
    old=("The report is due on 27 November; Jonas signs it off.",),
    new="The report is due on 4 December; Jonas signs it off.",
    sources=(Source("memory/2026-11-20.md", 5, "moves from 27 November to 4 December"),),
    verdict="supported",
    accepted=True,
    reason="the notes say it moved",
)
COFFEE = Change(
    n=0,
    kind="added",
    heading="Preferences",
    new="Decided: stop drinking coffee after 14:00.",
    sources=(Source("memory/2026-11-20.md", 6, "Decided: stop drinking coffee after 14:00."),),
    verdict="supported",
    accepted=True,
    reason="marked as a decision",
)
INVENTED = replace(
    COFFEE,
    heading="Home",
    new="Wants to buy a motorboat.",
    sources=(Source("memory/2026-11-20.md", 5, "a motorboat next spring"),),
    reason="marked as a wish",
)


class ToldDreamer:
    """Answers with the changes it was given; can wait, fail, and remembers what it read."""

    name = "told"
    model = None

    def __init__(
        self,
        *changes: Change,
        fails: Problem | None = None,
        waits: float = 0,
        on_dream: Callable[[], None] = lambda: None,
    ) -> None:
        self.draft = DreamDraft(
            changes, "The report moved", "The report came up again.", {"trivia": 2}
        )
        self.fails = fails
        self.waits = waits
        self.on_dream = on_dream
        self.read: list[Material] = []

    async def dream(self, material: Material, report: Callable[[str], None]) -> DreamDraft:
        self.read.append(material)
        self.on_dream()
        report("Thinking")
        await asyncio.sleep(self.waits)
        if self.fails:
            raise self.fails
        return self.draft
