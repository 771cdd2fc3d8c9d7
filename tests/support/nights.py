"""A year of nights under a fake clock: days are written, dreams come by themselves, all is counted.

No Qt, no model. The computer is played: in some nights text is not saved, or it is off, and the
dream is caught up in the morning.
"""

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from desktop_app.dreams.proposal import Proposal
from desktop_app.known_settings import KNOWN
from desktop_app.language.tokens import tokens
from desktop_app.memory import Memory
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.history import written_by
from desktop_app.settings import Places
from tests.support.dreaming import StillClock

ZONE = ZoneInfo("Europe/Berlin")
ASKS = ((2, 50), (3, 1), (3, 2), (4, 0), (9, 0))
"""The times of a day at which it is asked whether a dream is due."""


class Chosen:
    """The settings of a year."""

    def __init__(self, **chosen: Any) -> None:
        self.values = {key: one.default for key, one in KNOWN.items()}
        self.values |= {f"dreams.{name}": value for name, value in chosen.items()}

    def __call__(self, key: str) -> Any:
        return self.values[key]


@dataclass(frozen=True)
class Night:
    """How it stood after a night. `lost` and `invented` are bullets that no change accounts for."""

    day: date
    bullets: int
    waiting: int
    written: int
    causes: tuple[str, ...]
    lost: tuple[str, ...] = ()
    invented: tuple[str, ...] = ()


@dataclass
class Year:
    """One notebook. `accept`: a person says yes to all of each dream in the morning; else dreams
    write by themselves what the table allows."""

    folder: Path
    memory: str
    accept: bool
    begins: date
    known: set[str] = field(default_factory=set)  # every word that notes or memory ever had
    nights: list[Night] = field(default_factory=list)

    def __post_init__(self) -> None:
        root = self.folder / "notebook"
        (root / "memory").mkdir(parents=True)
        (root / "MEMORY.md").write_text(self.memory, encoding="utf-8")
        self.known |= set(tokens(self.memory))
        self.get = Chosen(schedule="daily", unattended="propose" if self.accept else "supported")
        self.clock = StillClock(_at(self.begins, 12))
        self.loop = asyncio.Runner()  # one for all nights: each has threads of its own
        places = Places(self.folder / "data", self.folder / "config")
        self.open = Memory.open(root, places, self.clock)
        self.ask()

    def close(self) -> None:
        self.loop.close()
        self.open.close()

    def note(self, day: date, mine: Iterable[str] = (), theirs: Iterable[str] = ()) -> None:
        """In the evening the person and an agent note these lines."""
        self.clock.at = _at(day, 21)
        for line in mine:
            self.known |= set(tokens(line))
            self.open.days.remember(line)
        with written_by("some-agent"):
            for line in theirs:
                self.known |= set(tokens(line))
                self.open.days.remember(line)

    def put(self, files: Mapping[str, str]) -> None:
        """Another program writes these files."""
        for path, text in files.items():
            self.known |= set(tokens(text))
            file = self.open.root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", errors="surrogateescape")

    def ask(self, unsaved: bool = False) -> Any:
        return self.loop.run(self.open.schedule.run_if_due(self.get, unsaved=unsaved))

    def night(self, day: date) -> Night:
        """The night that follows a day."""
        before = _bullets(self.open)
        seen = {one.id for one in self.open.dreams.proposals("applied")}
        causes = []
        for n, (hour, minute) in enumerate(ASKS):
            number = len(self.nights)
            if number % 30 == 11 and n < len(ASKS) - 1:
                continue  # the computer is off until the morning
            self.clock.at = _at(day + timedelta(days=1), hour, minute)
            if self.clock.at.astimezone(UTC).astimezone(ZONE).hour != hour:
                continue  # in spring no clock shows this time
            dream = self.ask(number % 7 == 3 and n < 3)
            causes += [str(dream.cause)] if dream.cause else []
        if self.accept:
            self._say_yes()
        applied = [one for one in self.open.dreams.proposals("applied") if one.id not in seen]
        waiting = sum(len(one.changes) for one in self.open.dreams.proposals())
        after = _bullets(self.open)
        self.nights.append(_counted(day, before, after, applied, causes, self.known, waiting))
        return self.nights[-1]

    def _say_yes(self) -> None:
        for proposal in self.open.dreams.proposals():
            numbers = {change.n for change in proposal.changes}
            self.open.dreams.decide_all(proposal.id, numbers, True)
            self.open.dreams.apply(proposal.id)


def _at(day: date, hour: int, minute: int = 0) -> datetime:
    return datetime(day.year, day.month, day.day, hour, minute, tzinfo=ZONE)


def _bullets(memory: Memory) -> Counter[str]:
    data = memory.files.read(memory.layout.memory).data
    return Counter(bullet.text for bullet in MemoryFile(data).bullets)


def _counted(
    day: date,
    before: Counter[str],
    after: Counter[str],
    applied: Sequence[Proposal],
    causes: Sequence[str],
    known: set[str],
    waiting: int,
) -> Night:
    changes = [change for one in applied for change in one.changes if change.accepted]
    taken = Counter(old for change in changes for old in change.old)
    split = (
        one.new.split("\n") if one.kind == "split" else [one.new] for one in changes if one.new
    )
    brought = Counter(text for some in split for text in some)
    stray = [text for text in after - before if set(tokens(text)) - known]
    return Night(
        day,
        after.total(),
        waiting,
        len(changes),
        tuple(causes),
        tuple((before - after - taken).elements()),
        (*((after - before) - brought).elements(), *stray),
    )


def told(name: str, nights: Sequence[Night]) -> str:
    """A year in one line."""
    causes = Counter(cause for night in nights for cause in night.causes)
    lost, invented = (sum(len(getattr(n, kind)) for n in nights) for kind in ("lost", "invented"))
    return (
        f"{name}: {len(nights)} nights, at the end {nights[-1].bullets} bullets and "
        f"{nights[-1].waiting} changes that wait, "
        f"{sum(night.written for night in nights)} written, {lost} lost, "
        f"{invented} invented; dreams {dict(causes)}"
    )
