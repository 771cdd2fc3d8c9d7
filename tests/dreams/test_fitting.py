"""A memory that fits: what nobody used moves to topic files; nothing is dropped."""

import dataclasses
import random
from collections import Counter
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest

from desktop_app.dreams import apply as applying
from desktop_app.dreams.dream import deep_dream
from desktop_app.dreams.proposal import Change, Proposal, change_key
from desktop_app.dreams.store import DreamStore
from desktop_app.dreams.usage import UNUSED, Finds, moves
from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.layout import Layout
from desktop_app.notebook.lines import Limits, length_of
from desktop_app.notebook.notebook import Notebook
from tests.dreams.test_undo_properties import a_memory, typed_into
from tests.support.dreaming import (
    COFFEE,
    MEMORY,
    NOON,
    REPORT,
    StillClock,
    ToldDreamer,
    a_notebook,
    opened,
)

TODAY = NOON.date()
BARE = MEMORY.replace("\nSome words of my own that no dream may touch.\n", "")
LONG_AGO = TODAY - timedelta(days=200)


def offered(
    text: str,
    limits: Limits,
    uses: dict[str, date] | None = None,
    changes: tuple[Change, ...] = (),
    rejected: frozenset[str] = frozenset(),
) -> tuple[Change, ...]:
    return moves(
        MemoryFile(text.encode()), Layout(), changes, uses or {}, limits, TODAY, rejected
    )  # fmt: skip


def lines(*names: str) -> str:
    return "".join(f"- {name} is somewhere.\n" for name in names)


def headings(found: tuple[Change, ...]) -> list[str]:
    return [change.heading for change in found]


TEN = (
    f"# Memory\n\n## Work\n\n{lines('one', 'two', 'three')}\n## 家\n\n{lines('vier', 'five')}"
    f"\n## Boats\n\n{lines('six')}"
)


def test_a_memory_within_its_limits_stays() -> None:
    assert length_of(TEN.encode()).lines == 16
    assert offered(TEN, Limits(16, 0)) == ()
    assert offered(TEN, Limits(0, 0)) == ()
    assert offered(TEN, Limits(0, len(TEN))) == ()


def test_as_many_sections_move_as_bring_it_under_the_limit() -> None:
    assert headings(offered(TEN, Limits(15, 0))) == ["Boats"]
    assert headings(offered(TEN, Limits(11, 0))) == ["家", "Boats"]
    assert headings(offered(TEN, Limits(0, len(TEN) - 30))) == ["Boats"]
    (boats,) = offered(TEN, Limits(15, 0))
    assert (boats.n, boats.kind, boats.line, boats.old) == (1, "moved", 16, ("six is somewhere.",))
    assert (boats.new, boats.to, boats.accepted) == (None, "memory/boats.md", False)
    assert len(offered(TEN, Limits(3, 0))[0].old) == 3, "one change takes a whole section"


def test_what_this_dream_adds_is_counted() -> None:
    assert headings(offered(TEN, Limits(16, 0), changes=(COFFEE,))) == ["家", "Boats"]
    assert offered(TEN, Limits(16, 0), changes=(dataclasses.replace(COFFEE, accepted=False),)) == ()


def test_the_longest_unused_goes_first_and_a_section_of_which_a_line_is_in_use_stays() -> None:
    uses = {
        "one is somewhere.": TODAY - timedelta(days=90),
        "two is somewhere.": LONG_AGO,
        "vier is somewhere.": LONG_AGO,
        "five is somewhere.": LONG_AGO,
        "six is somewhere.": TODAY - timedelta(days=29),
    }
    found = offered(TEN, Limits(1, 0), uses)
    assert headings(found) == ["Work", "家"]
    assert [change.reason for change in found] == [
        "over the limit of 1 lines; 3 lines, last found or changed on 23 August",
        "over the limit of 1 lines; 2 lines, last found or changed on 5 May",
    ]
    assert headings(offered(TEN, Limits(13, 0), uses)) == ["家"]


def test_what_the_dream_speaks_of_or_a_person_refused_stays() -> None:
    refused = offered(TEN, Limits(15, 0))
    again = offered(TEN, Limits(15, 0), rejected=frozenset(map(change_key, refused)))
    assert headings(again) == ["家"]
    asked = dataclasses.replace(REPORT, kind="question", old=("two is somewhere.",), accepted=False)
    assert headings(offered(TEN, Limits(1, 0), changes=(asked,))) == ["家", "Boats"]


@pytest.mark.parametrize(
    "line",
    [
        "- [Harbour](harbour.md) has the soundings.",
        "- See ![the map](img/map.png).",
        "- See [the plan][plan].",
        '- <img src="map.png"> of berth 4',
        "- ",
        "- The tide board is old. <!-- pinned -->",
        "Some words of mine.",
    ],
)
def test_what_leads_to_a_file_is_pinned_or_is_no_bullet_keeps_its_section(line: str) -> None:
    text = f"# Memory\n\n## Berths\n\n- Four of them.\n\n{line}\n"
    assert offered(text, Limits(1, 0)) == ()
    web = "- See [the site](https://harbour.example) and [[Berths]].\n"
    assert len(offered(f"# Memory\n\n## Berths\n\n{web}", Limits(1, 0))) == 1


# -- a dream, applied and taken back --------------------------------------------------------------


def noted_for_long(notebook: Notebook, today: date = TODAY) -> None:
    """Use is noted here for as long as a section has to be of none."""
    Finds(notebook.database).since(today - UNUSED)


async def dreamt(
    notebook: Notebook,
    store: DreamStore,
    *changes: Change,
    limits: Limits,
    at: StillClock | None = None,
) -> Proposal:
    now = at.now() if at else NOON
    noted_for_long(notebook, now.date())
    outcome = await deep_dream(
        notebook, store, ToldDreamer(*changes), now=now, force=True, limits=limits
    )
    assert outcome.proposal, outcome
    return outcome.proposal


def every(proposal: Proposal) -> set[int]:
    return {change.n for change in proposal.changes}


def all_texts(notebook: Notebook) -> Counter[str]:
    """The bullets of memory and of topic files."""
    layout = notebook.layout
    paths = [p for p in notebook.paths() if layout.kind(p) in ("memory", "days")]
    return Counter(
        bullet.text
        for path in paths
        if layout.date_of(path) is None
        for bullet in MemoryFile(notebook.read(path).data).bullets
    )


async def test_a_topic_file_that_is_there_is_added_to_and_put_back(
    notebook: Notebook, store: DreamStore
) -> None:
    before = b"\xef\xbb\xbf# My home\r\n\r\nWords of mine.\r\n\r\n- A bullet \xff\r\n"
    (notebook.root / "memory/home.md").write_bytes(before)
    proposal = await dreamt(notebook, store, limits=Limits(11, 0))
    applying.apply(notebook, store, proposal, NOON, every(proposal))
    after = before + b"\r\n## Home\r\n\r\n- The boiler is serviced in March.\r\n"
    assert (notebook.root / "memory/home.md").read_bytes() == after
    assert store.ends(proposal.id).keys() == {"", "memory/home.md"}
    assert {sha for ends in store.ends(proposal.id).values() for sha in ends} <= store.needed()
    applying.undo(notebook, store, store.get(proposal.id), NOON)
    assert (notebook.root / "memory/home.md").read_bytes() == before


@pytest.mark.parametrize("trouble", ["link", "folder"])
async def test_a_topic_file_that_cannot_take_them_is_a_problem_and_nothing_is_written(
    notebook: Notebook, store: DreamStore, tmp_path: Path, trouble: str
) -> None:
    proposal = await dreamt(notebook, store, limits=Limits(11, 0))
    topic, outside = notebook.root / "memory/home.md", tmp_path / "outside.md"
    outside.write_bytes(b"- not yours\n")
    if trouble == "link":
        topic.symlink_to(outside)
    else:
        topic.mkdir()
    with pytest.raises(Problem):
        applying.apply(notebook, store, proposal, NOON, every(proposal))
    assert notebook.read("MEMORY.md").text == MEMORY
    assert outside.read_bytes() == b"- not yours\n"
    assert not notebook.read("memory/dreams/2026-11-21.md").exists
    assert store.get(proposal.id).state == "pending"


async def one_move(memory: Memory, clock: StillClock, chance: random.Random) -> int:
    """A dream over some memory moves what it may, and is taken back; how many moved."""
    notebook, root = memory._notebook, memory.root
    (root / "MEMORY.md").write_bytes(a_memory(chance))
    later(memory, clock)
    for path in notebook.paths():
        if path.startswith("memory/") and notebook.layout.date_of(path) is None:
            (root / path).unlink()
    for title in ("Work", "boat", "報告", "harbour"):
        if chance.random() < 0.4:
            (root / notebook.layout.about(title)).write_bytes(a_memory(chance))
    before, files = all_texts(notebook), bytes_of(notebook)
    outcome = await deep_dream(
        notebook,
        memory._store,
        ToldDreamer(),
        now=clock.now(),
        force=True,
        limits=Limits(chance.randint(1, 20), 0),
    )
    if outcome.proposal is None:
        return 0
    try:
        applied = memory.dreams.apply(outcome.id, every(outcome.proposal))
    except Problem:  # a topic file of this kind takes no lines: nothing has happened
        assert bytes_of(notebook) == files
        memory.dreams.discard(outcome.id)
        return 0
    assert applied.unwritten == ()
    after = all_texts(notebook)
    moved = {old for change in outcome.proposal.changes for old in change.old}
    assert not before - after, "a bullet was dropped"
    assert all(after[text] == before[text] for text in moved), "a bullet stands twice"
    if chance.random() < 0.5:
        path = chance.choice([p for p in applied.paths if "dreams" not in p])
        edited, typed = typed_into((root / path).read_bytes(), chance)
        (root / path).write_bytes(edited)
        memory.dreams.undo()
        assert all(token in (root / path).read_bytes() for token in typed)
    else:
        memory.dreams.undo()
        assert bytes_of(notebook) == files
    memory.dreams.discard()  # what the undo brought back
    return len(outcome.proposal.changes)


def later(memory: Memory, clock: StillClock) -> None:
    """A month goes by, so that what was written is in use no more; there is something to read."""
    memory.index.refresh()
    clock.forward(days=30)
    memory.days.remember("Rain all day.")


def bytes_of(notebook: Notebook) -> dict[str, bytes]:
    """Memory and topic files, without diaries."""
    paths = [path for path in notebook.paths() if notebook.layout.kind(path) != "dreams"]
    return {path: (notebook.root / path).read_bytes() for path in paths}


@pytest.mark.parametrize("dreams", [60, pytest.param(1000, marks=pytest.mark.prove)])
async def test_nothing_is_dropped_or_doubled_and_undo_puts_every_byte_back(
    tmp_path: Path, dreams: int
) -> None:
    clock = StillClock()
    memory = opened(a_notebook(tmp_path), tmp_path, clock)
    moved = 0
    for seed in range(dreams):
        try:
            moved += await one_move(memory, clock, random.Random(seed))
        except AssertionError as error:
            raise AssertionError(f"with the chances of {seed}") from error
    assert moved > dreams / 6


# -- use ------------------------------------------------------------------------------------------


async def test_what_was_found_stays(tmp_path: Path) -> None:
    clock = StillClock()
    apart = BARE.replace("- Raw", "\n## Survey\n\n- Raw")
    root = a_notebook(tmp_path, apart, d20261120="- Rain all day.\n")
    with closing(opened(root, tmp_path, clock)) as memory:
        noted_for_long(memory._notebook)
        memory.search.note_wanted([("MEMORY.md", 13, 13), ("memory/2026-11-20.md", 1, 1)])
        proposal = await dreamt(memory._notebook, memory._store, limits=Limits(1, 0))
    assert [change.line for change in proposal.changes] == [5, 9]  # line 13 was found
    assert proposal.changes[0].reason == (
        "over the limit of 1 lines; 1 line, not found by a search "
        "and not changed since Nightstand began to count"
    )


async def test_before_use_is_noted_for_thirty_days_nothing_moves(
    notebook: Notebook, store: DreamStore
) -> None:
    finds = Finds(notebook.database)
    assert finds.since(TODAY) == TODAY
    for days, moved in ((29, 0), (30, 1)):
        now = NOON + timedelta(days=days)
        (notebook.root / notebook.layout.day(now.date())).write_bytes(b"- Rain all day.\n")
        outcome = await deep_dream(
            notebook, store, ToldDreamer(), now=now, force=True, limits=Limits(1, 0)
        )
        assert len(outcome.proposal.changes if outcome.proposal else ()) == moved
    assert finds.since(TODAY + timedelta(days=99)) == TODAY


def test_a_find_is_kept_as_a_hash_and_a_day(notebook: Notebook) -> None:
    finds = Finds(notebook.database)
    assert finds.days() == {}
    finds.note(["The boiler is serviced in March."], TODAY - timedelta(days=1))
    finds.note(["The boiler is serviced in March."], TODAY)
    ((key, day),) = finds.days().items()
    assert day == TODAY.isoformat()
    assert "boiler" not in key


async def test_a_waiting_dream_is_not_replaced_by_moves_alone(
    notebook: Notebook, store: DreamStore
) -> None:
    waiting = await dreamt(notebook, store, COFFEE, limits=Limits())
    outcome = await deep_dream(
        notebook, store, ToldDreamer(), now=NOON, force=True, limits=Limits(1, 0)
    )
    assert (outcome.kind, outcome.waiting) == ("nothing", waiting.id)
