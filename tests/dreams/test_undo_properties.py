"""Any dream can be taken back: to the byte, and without a word that was typed since."""

import dataclasses
import random
from pathlib import Path

import pytest

from desktop_app.dreams.dream import deep_dream
from desktop_app.dreams.proposal import Change
from desktop_app.memory import Memory
from desktop_app.notebook import diaries
from desktop_app.notebook.bullets import Bullet, MemoryFile
from desktop_app.notebook.layout import Layout
from desktop_app.notebook.source import Source
from tests.support.dreaming import (
    DAY,
    StillClock,
    ToldDreamer,
    a_notebook,
    opened,
)

WORDS = ["harbour", "report", "備用鑰匙", "boat", "tea", "caf\udce9", "4 December", "e\u0301", "🌙"]
OTHER = [
    "Words of my own.", "", "", "---", "```", "| a | b |", "> quoted", "<!-- x", "-->", "1. one",
    "  - nested", "\tcode", "caf\udce9 \x00 \u2028 odd", "- [ ] todo", "***", "* star", "+ plus",
]  # fmt: skip
SOURCE = Source("memory/2026-11-20.md", 5, "The report moves from 27 November to 4 December.")


def a_memory(chance: random.Random) -> bytes:
    """Some MEMORY.md: headings, bullets, and whatever else people leave in a file."""
    lines = []
    for number in range(chance.randrange(30)):
        kind = chance.random()
        if kind < 0.2:
            lines.append("#" * chance.randint(1, 3) + " " + chance.choice(WORDS))
        elif kind < 0.7:
            lines.append(f"{chance.choice('-*+')} {words(chance)} {number % 7}")
        else:
            lines.append(chance.choice(OTHER))
    style = chance.choice(["\n", "\n", "\r\n"])
    text = style.join(lines) + chance.choice([style, ""])
    if chance.random() < 0.1:
        text = text.replace("\r\n", "\n", 3)  # endings of both kinds
    return (chance.choice(["", "", "\ufeff"]) + text).encode("utf-8", "surrogateescape")


def words(chance: random.Random) -> str:
    return " ".join(chance.choices(WORDS, k=chance.randint(1, 4)))


def a_change(chance: random.Random, bullets: list[Bullet]) -> Change:
    """Some change; the bullets it is about leave the list."""
    kind = chance.choice(["added", "updated", "merged", "removed", "moved", "question"])
    taken = [bullets.pop() for _ in range(2 if kind == "merged" else 1) if bullets]
    if kind == "added" or not taken:
        kind, taken = "added", []
    heading = taken[0].heading if taken else chance.choice(["", "Work", "boat", "報告"])
    return Change(
        n=0,
        kind=kind,
        heading=heading,
        line=taken[0].line if taken else 0,
        old=tuple(bullet.text for bullet in taken),
        new=None
        if kind in ("removed", "moved")
        else f"{words(chance)}\nmore" * chance.randint(1, 2),
        sources=(SOURCE,),
        verdict="supported",
        accepted=True,
        reason="",
        to=Layout().about(heading) if kind == "moved" else "",
    )


def typed_into(data: bytes, chance: random.Random) -> tuple[bytes, list[bytes]]:
    """The file after some typing by hand, and what was typed."""
    style = b"\r\n" if b"\r\n" in data else b"\n"
    lines = data.split(b"\n")
    typed = []
    for number in range(chance.randint(1, 4)):
        token = b"typed-%d-%d" % (number, chance.randrange(10**9))
        at = chance.randrange(len(lines))
        if chance.random() < 0.5:
            lines.insert(at, b"- " + token + style[:-1])
        else:
            ending = b"\r" if lines[at].endswith(b"\r") else b""
            lines[at] = lines[at].removesuffix(b"\r") + b" " + token + ending
        typed.append(token)
    return b"\n".join(lines), typed


async def one_dream(memory: Memory, clock: StillClock, chance: random.Random) -> None:
    clock.forward(minutes=7)
    path = memory.root / "MEMORY.md"
    before = a_memory(chance)
    path.write_bytes(before)
    bullets = list(MemoryFile(before).bullets)
    chance.shuffle(bullets)
    changes = [a_change(chance, bullets) for _ in range(chance.randint(1, 6))]
    dreamer = ToldDreamer(*changes)
    title = f"Dream {clock.now():%d %H:%M}"
    dreamer.draft = dataclasses.replace(dreamer.draft, title=title)
    outcome = await deep_dream(
        memory._notebook,
        memory._store,
        dreamer,
        now=clock.now(),
        lookback_days=9,
        force=True,
    )
    assert outcome.proposal
    only = set(chance.sample(range(1, len(changes) + 1), chance.randint(1, len(changes))))
    applied = memory.dreams.apply(outcome.id, only)
    assert applied.unwritten == ()
    after = path.read_bytes()
    kept = {b.text for b in MemoryFile(before).bullets} - {o for c in changes for o in c.old}
    assert kept <= {b.text for b in MemoryFile(after).bullets}
    if chance.random() < 0.5:
        edited, typed = typed_into(after, chance)
        path.write_bytes(edited)
        memory.dreams.undo()
        assert all(token in path.read_bytes() for token in typed)
    else:
        undone = memory.dreams.undo()
        assert path.read_bytes() == before
        assert undone.conflicts == ()
    diary = memory.dreams.proposal(outcome.id).diary or ""
    told = [e for e in diaries.parse(diary, memory.files.read(diary).text) if e.title == title]
    assert [bool(entry.undone) for entry in told] == [True]
    waiting = memory.dreams.proposals("pending")[0]
    assert [one.new for one in waiting.changes] == [one.new for one in outcome.proposal.changes]
    memory.dreams.discard()


@pytest.mark.parametrize("dreams", [40, pytest.param(500, marks=pytest.mark.prove)])
async def test_any_dream_is_undone_to_the_byte_and_nothing_typed_since_is_lost(
    tmp_path: Path, dreams: int
) -> None:
    clock = StillClock()
    memory = opened(a_notebook(tmp_path, d20261120=DAY), tmp_path, clock)
    try:
        for seed in range(dreams):
            try:
                await one_dream(memory, clock, random.Random(seed))
            except AssertionError as error:
                raise AssertionError(f"with the chances of {seed}") from error
    finally:
        memory.close()
    print(f"P6: {dreams} random dreams undone: to the byte, or nothing typed since lost")
