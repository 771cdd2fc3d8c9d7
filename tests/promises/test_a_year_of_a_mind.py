"""Nights in which a mind rewrites memory and lies now and then: what memory may say is known."""

import random
from collections import Counter
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

import pytest

from desktop_app.dreams.proposal import Change, ChangeKind
from tests.support.model_dream import MODEL, QWEN, meet
from tests.support.nights import Year, told
from tests.support.ollama import OurOllama
from tests.support.scripted_mind import PINNED, ScriptedMind, World, facts

BEGINS = date(2026, 1, 1)
OWN = "I came here on 3 May 2019.  \nThe red oar hangs by the door; nobody else may take it.\r\n"
PINNED_LINE = f"- The price of the {PINNED} is 900 euros. <!-- pinned -->"
MEMORY = f"# Memory\n\n{OWN}\n## Home\n\n{PINNED_LINE}\n"
LIMIT = 1_100  # characters of MEMORY.md


@dataclass
class MindYear(Year):
    """`accept`: a person takes what is ticked and what has ended, and now and then undoes it."""

    chance: random.Random = field(default_factory=lambda: random.Random(7))
    wrong: list[str] = field(default_factory=list)
    undone: int = 0
    longest: int = 0
    kinds: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.get.values |= {
            "dreams.engine": "ollama",
            "dreams.model": MODEL,
            "memory.characters": LIMIT,
        }
        self.world = World(self.chance)
        self.own = [OWN]

    def evening(self, number: int, day: date) -> None:
        """Notes; now and then the person also writes into MEMORY.md by hand."""
        self.note(day, self.world.evening())
        if number % 60 == 20:
            self.own.append(f"In week {number // 7} I kept\tthis by hand.  \r\n")
            text = self.open.files.read("MEMORY.md").text
            self.put({"MEMORY.md": f"{text}\n{self.own[-1]}"})

    def dreamt(self, day: date) -> None:
        """A night, and what is wrong after it."""
        before = self._memory()
        seen = {one.id for one in self.open.dreams.proposals("applied")}
        self.night(day)
        applied = [one for one in self.open.dreams.proposals("applied") if one.id not in seen]
        assert {one.engine for one in applied} <= {"ollama"}
        written = Counter(each.kind for one in applied for each in one.changes if each.accepted)
        self.kinds += written
        after = self._memory()
        self.longest = max(self.longest, len(after))
        told = list(self.world.untrue(before.decode(), after.decode()))
        told += [f"not as it was: {text!r}" for text in (*self.own, PINNED_LINE + "\n")
                 if after.count(text.encode()) != 1]  # fmt: skip
        if len(after) > max(LIMIT, len(before)) and written["added"]:
            told.append(f"{len(after)} characters")
        self.wrong += [f"{day}: {one}" for one in told]

    def _memory(self) -> bytes:
        return self.open.files.read("MEMORY.md").data

    def _say_yes(self) -> None:
        for proposal in self.open.dreams.proposals():
            numbers = {one.n for one in proposal.changes if one.accepted or self._may_go(one)}
            if not numbers:
                continue
            before = self._memory()
            self.open.dreams.apply(proposal.id, numbers)
            if self.chance.random() < 0.15:
                self.open.dreams.undo()
                self.undone += 1
                if self._memory() != before:
                    self.wrong.append(f"{proposal.id}: undone, and not as before")

    def _may_go(self, change: Change) -> bool:
        gone = {thing for old in change.old for thing, _, _ in facts(old)}
        again = change.undone and change.kind != ChangeKind.ADDED  # memory may be full by now
        return again or (change.kind == ChangeKind.RETIRED and gone <= self.world.ended)


def lived(folder: Path, nights: int, *, accept: bool) -> tuple[MindYear, ScriptedMind]:
    year = MindYear(folder, MEMORY, accept, BEGINS)
    mind = ScriptedMind(year.chance)
    with OurOllama(QWEN) as server:
        server.next("/api/chat", *[mind] * (9 * nights))
        meet(year.open, server)
        for n in range(nights):
            day = BEGINS + timedelta(days=n)
            year.evening(n, day)
            year.dreamt(day)
        year.close()
    return year, mind


def must_hold(year: MindYear) -> None:
    assert year.wrong == []
    own = sum(len(text) + 1 for text in year.own[1:])  # by hand, which no limit keeps out
    assert year.longest < 1.05 * LIMIT + own, "a new value may be longer than the old one, no more"
    assert [(one.day, one.lost, one.invented) for one in year.nights
            if one.lost or one.invented] == []  # fmt: skip


@pytest.mark.parametrize("accept", [False, True])
def test_some_nights_of_a_mind_that_lies_now_and_then(tmp_path: Path, accept: bool) -> None:
    year, mind = lived(tmp_path, 24, accept=accept)
    must_hold(year)
    assert min(year.kinds[kind] for kind in ("added", "updated", "merged")) > 3
    assert mind.lies.total() > 5


@pytest.mark.prove
@pytest.mark.parametrize("accept", [False, True])
def test_a_whole_year_of_a_mind_that_lies_now_and_then(tmp_path: Path, accept: bool) -> None:
    year, mind = lived(tmp_path, 365, accept=accept)
    print(told("accepted" if accept else "as the table allows", year.nights))
    print(f"  {dict(year.kinds)}; {year.undone} undone; lies: {dict(mind.lies)}")
    print(f"  at most {year.longest} of {LIMIT} characters")
    must_hold(year)
