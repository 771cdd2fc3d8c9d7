"""Inbox: what it would have asked the owners of public notebooks, and what became of those lines.

Each notebook of `histories.json` that `--mirrors` holds is lived through day by day, as its commits
were; a built-in dream comes every seventh day, and nobody says a word on it. Each morning at most
three questions are asked, each once. *Gone*: the line that was asked about had changed or left
MEMORY.md within a week, which says that the question was worth its while; beside it the share of
all lines that went, by chance. *Old* is asked after half a year, which none of these notebooks has
lived: what it would ask after a week is compared in the same way, and it is asked half a year
after the last commit. `--show` prints the questions, to be read by a person.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path

from desktop_app.dreams.inbox.doubts import UNUSED, old
from desktop_app.dreams.inbox.item import InboxAnswer, InboxItem, InboxKind
from desktop_app.memory import Memory
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.history import Cause
from desktop_app.settings import Places
from tests.benchmarks._public import PublicNotebook, notebooks
from tests.support.nights import ZONE, HandClock

_WITHIN = timedelta(days=7)
_DREAMS = 7  # days from one dream to the next
_AFTER = 4  # mornings half a year after the last commit


@dataclass
class _Life:
    """What was asked in a notebook's life: each question with its morning. `stood` has MEMORY.md
    by its days, the oldest first."""

    asked: list[tuple[date, InboxItem]] = field(default_factory=list)
    stood: dict[date, MemoryFile] = field(default_factory=dict)

    def gone(self, day: date, texts: Sequence[str]) -> list[bool] | None:
        """Whether each line was another one, or none, a week later; None where nobody knows."""
        later = self.stood.get(day + _WITHIN)
        if later is None:
            return None
        there = {one.text for one in later.bullets}
        return [text not in there for text in texts]


def run(
    data: Path | None, work: Path, mirrors: Path | None = None, show: bool = False
) -> Iterator[str]:
    """Lines to print. `data` holds `histories.json`; notebooks are made below `work`."""
    found = notebooks(data, mirrors)
    if not found:
        yield "histories.json: not measured, see tests/benchmarks/inbox.py, --data and --mirrors"
    for one in found:
        life = _lived(one, work / one.name)
        yield from _told(one.name, life)
        for day, item in life.asked if show else ():
            yield f"  {day} {item.kind}: {item.why}\n    1 {item.text}\n    2 {item.other}"


def _lived(notebook: PublicNotebook, folder: Path) -> _Life:
    root, life, texts = folder / "notebook", _Life(), dict[str, str]()
    root.mkdir(parents=True)
    clock = HandClock(datetime(2000, 1, 1, tzinfo=ZONE))
    opened: Memory | None = None
    before = ""
    with asyncio.Runner() as loop:
        for n, (day, commit) in enumerate(notebook.evenings()):
            if commit != before:
                texts, before = notebook.texts(commit), commit
                for path, text in texts.items():
                    (root / path).parent.mkdir(parents=True, exist_ok=True)
                    (root / path).write_text(text, encoding="utf-8", errors="surrogateescape")
            clock.at = datetime(day.year, day.month, day.day, 22, tzinfo=ZONE)
            opened = opened or Memory.open(root, Places(folder / "d", folder / "c"), clock)
            memory = opened.files.read("MEMORY.md").data
            life.stood[day] = MemoryFile(memory)
            opened.history.keep("MEMORY.md", memory, Cause.OUTSIDE)
            if n % _DREAMS == _DREAMS - 1:
                loop.run(opened.dreams.dream(_DREAMS, force=True))
            _ask(opened, day, life)
        assert opened is not None
        clock.at += UNUSED
        for _ in range(_AFTER):
            clock.at += timedelta(days=1)
            _ask(opened, clock.at.date(), life)
        opened.close()
    return life


def _ask(opened: Memory, day: date, life: _Life) -> None:
    """The questions of a morning, each of which is asked once."""
    for item in opened.inbox.today():
        life.asked.append((day, item))
        opened.inbox.answer(item.id, InboxAnswer.NEVER)


def _told(name: str, life: _Life) -> Iterator[str]:
    days = list(life.stood)
    kinds = Counter(item.kind for _, item in life.asked)
    told = ", ".join(f"{kinds[kind]} {kind}" for kind in InboxKind)
    yield f"{name}: {len(days)} days, {len(life.stood[days[-1]].bullets)} bullets; {told}"
    for kind in InboxKind:
        gone = [
            any(one)
            for day, item in life.asked
            if item.kind == kind
            if (one := life.gone(day, [text for text in (item.text, item.other) if text]))
        ]
        if gone:
            yield f"  {kind}: {sum(gone)} of {len(gone)} gone in a week"
    for name, lines in (("any line", _every), ("old after a week", _old)):
        gone = [one for day in days for one in lines(life, day)]
        yield f"  {name}: {sum(gone)} of {len(gone)} gone in a week"


def _every(life: _Life, day: date) -> list[bool]:
    before = life.stood.get(day - _WITHIN)
    there = {one.text for one in before.bullets} if before else set()
    texts = [one.text for one in life.stood[day].bullets if one.text in there]
    return life.gone(day, texts) or []


def _old(life: _Life, day: date) -> list[bool]:
    before = life.stood.get(day - _WITHIN)
    if before is None:
        return []
    items = old(life.stood[day], "MEMORY.md", before, lambda bullet: None, day)
    return life.gone(day, [one.text for one in items]) or []
