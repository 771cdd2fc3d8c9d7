"""The rows of the dreams' list: what waits, what was dreamt, what found nothing. Knows no Qt view.

One look at the notebook's proposals, diaries and runs, made into rows, newest first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from desktop_app.dreams.proposal import Proposal
from desktop_app.dreams.store import Run
from desktop_app.memory import Memory
from desktop_app.notebook.diaries import Entry

WAITING, TOLD, NOTHING, FAILED = "waiting", "told", "nothing", "failed"


@dataclass(frozen=True)
class Row:
    """One row. `thing` is what it stands for; `undoable` is the id of a dream to take back."""

    kind: str
    title: str
    detail: str
    at: tuple[date, str]
    thing: Proposal | Entry | Run
    undoable: str = ""


@dataclass(frozen=True)
class Dreams:
    """All rows, and how many changes wait for a word."""

    rows: tuple[Row, ...]
    waiting: int
    now: datetime


def dreams_of(memory: Memory) -> Dreams:
    """Read what there is. Blocks: run it in a thread."""
    proposals = memory.proposals(None)
    pending = [proposal for proposal in proposals if proposal.state == "pending"]
    applied = {
        (proposal.diary, f"{proposal.made:%H:%M}", proposal.title): proposal.id
        for proposal in reversed(proposals)
        if proposal.state == "applied" and not proposal.undone
    }
    rows = [
        Row(WAITING, one.title, "", (one.made.date(), f"{one.made:%H:%M}"), one) for one in pending
    ]
    rest = [
        Row(
            TOLD,
            entry.title,
            " ".join(entry.prose.split()),
            (entry.date, entry.time),
            entry,
            "" if entry.undone else applied.get((entry.path, entry.time, entry.title), ""),
        )
        for entry in memory.diaries()
    ]
    rest += _idle(memory.runs())
    rows += sorted(rest, key=lambda row: row.at, reverse=True)
    return Dreams(tuple(rows), sum(len(one.changes) for one in pending[:1]), memory.now())


def _idle(runs: Sequence[Run]) -> list[Row]:
    """Runs without a proposal; of those that ended alike on a day only the latest."""
    seen: set[tuple[date, str]] = set()
    rows = []
    for run in runs:
        key = (run.made.date(), run.outcome)
        if run.outcome == "done" or key in seen:
            continue
        seen.add(key)
        kind = NOTHING if run.outcome == "nothing" else FAILED
        rows.append(Row(kind, "", run.reason, (run.made.date(), f"{run.made:%H:%M}"), run))
    return rows
