"""Any dream can be taken back: to the byte, and without a word that was typed since."""

import os
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_app.dreams.dream import deep_dream
from desktop_app.dreams.proposal import Change
from desktop_app.memory import Memory
from desktop_app.notebook import diaries
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.layout import Layout
from desktop_app.notebook.memory_text import Bullet
from desktop_app.notebook.source import Source
from desktop_app.notebook.statements.markdown import HeadingLines, StatementForm
from tests.support.dreaming import DAY, StillClock, ToldDreamer, a_notebook, opened

WORDS = ["harbour", "report", "備用鑰匙", "boat", "tea", "caf\udce9", "4 December", "e\u0301", "🌙"]
OTHER = [
    "Words of my own.", "", "", "---", "```", "| a | b |", "> quoted", "<!-- x", "-->", "1. one",
    "  - nested", "\tcode", "caf\udce9 \x00 \u2028 odd", "- [ ] todo", "***", "* star", "+ plus",
]  # fmt: skip
# What is typed behind a line, and the marks of Markdown before it.
_TYPED = re.compile(rb"^(\xef\xbb\xbf|[^\w\x80-\xff]|\d+[.)] )*|( typed-\d+-\d+|\s)+$")
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


KINDS = [
    "added", "updated", "merged", "generalised", "shortened", "split", "retired", "removed",
    "moved", "retitled", "question",
]  # fmt: skip


def a_change(chance: random.Random, bullets: list[Bullet], headings: list[HeadingLines]) -> Change:
    """Some change; the statements and headings it is about leave their lists."""
    kind = chance.choice(KINDS)
    if kind == "retitled" and headings:
        one = headings.pop()
        return _change(kind, one.title, one.line, (one.title,), f"Anew {chance.randrange(10**9)}")
    most = 2 if kind in ("merged", "generalised") else 1
    taken = [bullets.pop() for _ in range(most) if bullets]
    if kind in ("added", "retitled") or not taken:
        kind, taken = "added", []
    heading = taken[0].heading if taken else chance.choice(["", "Work", "boat", "報告"])
    topic = kind == "moved" and chance.random() < 0.5
    if kind in ("updated", "merged", "moved") and not topic and chance.random() < 0.5:
        heading = chance.choice(["Elsewhere", "boat", "Work"])
    goes = kind in ("removed", "retired", "moved")
    new = None if goes else f"{words(chance)}\nmore" * chance.randint(1, 2)
    old, line = tuple(bullet.text for bullet in taken), taken[0].line if taken else 0
    change = _change(kind, heading, line, old, new)
    return replace(change, to=Layout().about(heading)) if topic else change


def _change(kind: str, heading: str, line: int, old: tuple[str, ...], new: str | None) -> Change:
    return Change(0, kind, heading, line, old, new, (SOURCE,), "supported", True)


def typed_into(data: bytes, chance: random.Random) -> tuple[bytes, list[bytes]]:
    """The file after some typing by hand, and what was typed."""
    style = b"\r\n" if b"\r\n" in data else b"\n"
    lines = data.split(b"\n")
    typed = []
    if len(lines) > 2 and chance.random() < 0.3:
        del lines[chance.randrange(len(lines) - 1)]
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
    file = MemoryFile(before)
    bullets = [one for one in file.statements if one.form != StatementForm.ROW]
    headings = [one for one in file.headings if one.title]
    for some in (bullets, headings):
        chance.shuffle(some)
    changes = [a_change(chance, bullets, headings) for _ in range(chance.randint(1, 6))]
    given = memory._notebook, memory._store, ToldDreamer(*changes)
    outcome = await deep_dream(*given, now=clock.now(), lookback_days=9, force=True)
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
        undone = memory.dreams.undo()
        assert all(token in path.read_bytes() for token in typed)
    else:
        undone = memory.dreams.undo()
        assert path.read_bytes() == before
        assert undone.conflicts == ()
    settled = memory.dreams.proposal(outcome.id)
    diary, at = settled.diary or "", f"{settled.made:%H:%M}"
    entries = diaries.parse(diary, memory.files.read(diary).text)
    told = [one for one in entries if one.time == at]
    assert [bool(entry.undone) for entry in told] == [True]
    waiting = [one for waits in memory.dreams.proposals() for one in waits.changes]
    every, back = (set(map(told_of, some)) for some in (outcome.proposal.changes, waiting))
    news = [os.fsencode(told[-1].split("\n")[0]) for told in every - back]
    there = {_TYPED.sub(b"", line) for line in path.read_bytes().splitlines()}
    assert back <= every and there.issuperset(news), "what neither waits nor stands there is lost"
    assert not any(one.accepted for one in waiting if one.undone), "nothing undone is ticked"
    if waiting:
        memory.dreams.discard()


def told_of(change: Change) -> tuple[str, ...]:
    return (change.kind, *change.old, change.new or "")


@pytest.mark.parametrize("dreams", [16, pytest.param(500, marks=pytest.mark.prove)])
async def test_any_dream_is_undone_to_the_byte_and_nothing_typed_since_is_lost(
    tmp_path: Path, dreams: int
) -> None:
    clock = StillClock()
    memory = opened(a_notebook(tmp_path, d20261120=DAY), tmp_path, clock)
    for seed in range(dreams):
        try:
            await one_dream(memory, clock, random.Random(seed))
        except AssertionError as error:
            raise AssertionError(f"with the chances of {seed}") from error
    print(f"P6: {dreams} random dreams undone: to the byte, or nothing typed since lost")
