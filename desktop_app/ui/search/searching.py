"""A search as a person asks it, and its answer in rows. Knows memory's search, no widget.

Made for a worker thread: nothing here belongs to the window.
"""

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop_app.search.index import Results
from desktop_app.ui.search.hit_rows import HitRow, folded, recent

if TYPE_CHECKING:
    from desktop_app.memory import Memory

MOST = 100  # lines asked for; nobody looks through more
RECENT = 12  # days shown while nothing is asked
_QUESTION = ("?", "？")


@dataclass(frozen=True)
class Asked:
    """Words, where to look, and from which day on. Without words the newest days are meant."""

    query: str
    kinds: tuple[str, ...]
    since: date | None


@dataclass(frozen=True)
class Answer:
    """Rows, best first, and in words how many they are."""

    rows: tuple[HitRow, ...]
    tally: str


def _tr(words: str) -> str:
    return QCoreApplication.translate("Search", words)


def answer(memory: "Memory", asked: Asked) -> Answer:
    """What is found. Any words will do; raises Problem only where the disk refuses."""
    today = memory.today()
    if not asked.query:
        heads = memory.days() if "days" in asked.kinds else []
        kept = [head for head in heads if asked.since is None or head.date >= asked.since]
        return Answer(tuple(recent(kept[:RECENT], today)), _tr("Recent days") if kept else "")
    results = memory.search(
        asked.query,
        mode="question" if asked.query.endswith(_QUESTION) else "typing",
        limit=MOST,
        kinds=asked.kinds,
        since=asked.since,
    )
    return Answer(tuple(folded(results.hits, memory.layout, today)), _tally(results))


def _tally(results: Results) -> str:
    """23 results · 4 ms."""
    count = len(results.hits)
    many = "+" if count >= MOST or (count and not results.complete) else ""
    words = _tr("1 result") if count == 1 and not many else _tr("%1 results")
    took = _tr("%1 ms").replace("%1", str(max(1, round(results.took_ms))))
    said = [words.replace("%1", f"{count}{many}"), took]
    if results.behind:
        said.append(_tr("still reading new files"))
    return " · ".join(said)


def same_row(rows: tuple[HitRow, ...], before: HitRow, line: int) -> int:
    """The number of the row that now has this line, else of the same file; -1 when it is gone."""
    same = [n for n, row in enumerate(rows) if row.path == before.path]
    exact = [n for n in same if any(hit.line == line for hit in rows[n].lines)]
    return next(iter(exact or same), -1)
