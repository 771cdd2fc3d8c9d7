"""The guard behind every engine: pinned lines stay, and a person's own edit outranks old notes."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from desktop_app.dreams import apply as applying
from desktop_app.dreams.dream import deep_dream
from desktop_app.dreams.guard import guarded, weighed
from desktop_app.dreams.proposal import Change, ChangeKind, Support, change_key
from desktop_app.dreams.store import DreamStore
from desktop_app.dreams.whole_update import updated
from desktop_app.notebook.bullets import MemoryFile, Pin
from desktop_app.notebook.history import Cause
from desktop_app.notebook.lines import UNLIMITED, Limits
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.source import Source
from tests.dreams.dreaming import TODAY, material, proposed
from tests.support import proposals
from tests.support.dreaming import DAY as REPORT_MOVES
from tests.support.dreaming import MEMORY as NOTEBOOK
from tests.support.dreaming import NOON, REPORT, ToldDreamer, a_notebook, opened

RENT = "The rent is 900 euro."
MEMORY = f"# Memory\n\n## Home\n\n- {RENT} <!-- pinned -->\n- The cat is called Momo.\n"
RISES = "The rent is now 950 euro, no longer 900 euro."
DAY = f"## Notes (09:00)\n\n- {RISES}\n- The cat is called Momo.\n"
SOURCE = Source(f"memory/{TODAY}.md", 3, RISES)


OF_NO_LINE = (ChangeKind.ADDED, ChangeKind.RETITLED)


def change(kind: ChangeKind, new: str | None, *old: str, sources: tuple[Source, ...]) -> Change:
    return Change(
        1, kind, "Home", 5, old, new, sources, Support.SUPPORTED, accepted=True, reason="so it is"
    )


@pytest.mark.parametrize("kind", [kind for kind in ChangeKind if kind not in OF_NO_LINE])
@pytest.mark.parametrize("new", ["The rent is 950 euro.", None])
@pytest.mark.parametrize("sources", [(SOURCE,), ()])
def test_whatever_an_engine_says_a_pinned_line_is_taken_by_no_change(
    kind: ChangeKind, new: str | None, sources: tuple[Source, ...]
) -> None:
    wanted = change(kind, new, RENT, sources=sources)
    kept = guarded([wanted], material(MEMORY, DAY))
    assert len(kept) == (new is not None), "no raw line of the notes takes its place"
    for one in kept:
        assert (one.kind, one.old, one.accepted) == (ChangeKind.ADDED, (), False)
        assert one.new == new and RENT in one.reason


def test_a_merge_with_a_pinned_line_leaves_both() -> None:
    merge = change(ChangeKind.MERGED, "Momo pays 900.", "The cat is called Momo.", RENT, sources=())
    (beside,) = guarded([merge], material(MEMORY, DAY))
    assert (beside.kind, beside.old, beside.accepted) == (ChangeKind.ADDED, (), False)


def test_a_dream_without_a_model_offers_a_new_value_beside_a_pinned_line_and_ticks_nothing() -> (
    None
):
    (offer,) = proposed(material(MEMORY, DAY))
    assert (offer.kind, offer.old, offer.accepted) == (ChangeKind.ADDED, (), False)
    assert offer.new == "The rent is 950 euro."
    assert offer.verdict == Support.SUPPORTED
    refused = material(MEMORY, DAY, rejected=frozenset({change_key(offer)}))
    assert proposed(refused) == ()


def typed(at: datetime) -> Change:
    """What is left of an update by a note of 09:12 where a person typed memory's line later."""
    given = replace(material(NOTEBOOK, REPORT_MOVES), typed_at=lambda bullet: at)
    source = replace(REPORT.sources[0], path=f"memory/{TODAY}.md")
    (kept,) = guarded([replace(REPORT, sources=(source,))], given)
    return kept


def at(hour: int) -> datetime:
    return datetime(TODAY.year, TODAY.month, TODAY.day, hour, tzinfo=UTC)


def test_what_a_note_says_that_is_older_than_what_a_person_typed_is_not_ticked() -> None:
    change = typed(at(8))
    assert (change.kind, change.accepted) == (ChangeKind.UPDATED, True)
    waits = typed(at(10))
    assert (waits.kind, waits.new, waits.accepted) == (change.kind, change.new, False)
    assert "memory is newer than this note" in waits.reason
    assert typed(at(10) - timedelta(days=1)) == change


def test_nor_is_any_other_change_of_it_but_a_move() -> None:
    given = replace(material(MEMORY.replace(" <!-- pinned -->", ""), DAY),
                    typed_at=lambda bullet: at(10))  # fmt: skip
    for kind, new in (
        (ChangeKind.MERGED, RISES), (ChangeKind.SPLIT, RISES), (ChangeKind.RETIRED, None),
        (ChangeKind.MOVED, None),
    ):  # fmt: skip
        (kept,) = guarded([change(kind, new, RENT, sources=(SOURCE,))], given)
        assert (kept.kind, kept.new) == (kind, new)
        assert kept.accepted == (kind == ChangeKind.MOVED)


def test_prose_is_changed_only_by_a_person() -> None:
    given = material("# Memory\n\nThe rent is 900 euro. The cat is called Momo.\n", DAY)
    (kept,) = guarded([change(ChangeKind.UPDATED, RISES, RENT, sources=(SOURCE,))], given)
    assert (kept.kind, kept.accepted) == (ChangeKind.UPDATED, False)
    assert "a text of your own" in kept.reason


def test_a_line_that_a_person_typed_in_the_window_is_not_followed_by_an_older_note(
    tmp_path: Path,
) -> None:
    before = NOTEBOOK.replace("Jonas signs it off", "Ana signs it off")
    root = a_notebook(tmp_path, before, d20261120=REPORT_MOVES)
    memory = opened(root, tmp_path)  # it is noon, and the note is of yesterday
    told = ToldDreamer(REPORT)
    engines = type("E", (), {"dreamer": lambda self, engine: told})()
    memory._engines = engines  # the engine is what is told here
    now = memory.files.read(memory.layout.memory)
    now = memory.files.save(now.path, NOTEBOOK.encode(), now, Cause.EDIT)
    outcome = asyncio.run(memory.dreams.dream())
    assert outcome.proposal is not None
    (waits,) = outcome.proposal.changes
    assert (waits.kind, waits.accepted) == (ChangeKind.UPDATED, False)
    assert memory.dreams.apply_unseen(outcome.proposal) is None
    assert memory.files.read(now.path).data == now.data
    memory.close()


# -- the whole ---------------------------------------------------------------------------------

FACTS = "".join(f"- Berth {n} has {n + 40} metres.\n" for n in range(1, 9))


def gone(*numbers: int, kind: str = "retired", new: str | None = None) -> tuple[Change, ...]:
    return tuple(
        replace(
            change(ChangeKind(kind), new, f"Berth {n} has {n + 40} metres.", sources=(SOURCE,)), n=n
        )
        for n in numbers
    )


def test_where_memory_would_lose_too_much_nothing_is_ticked_and_it_says_why() -> None:
    """Of sixteen facts four are a quarter."""
    memory, now = MemoryFile(FACTS.encode()), proposals.proposal().made
    for few in (gone(1), gone(1, 2), gone(1, 2, 3, kind="updated", new="It has 90 metres in all.")):
        kept = proposals.proposal(*few)
        assert weighed(kept, memory, UNLIMITED, (), now) == kept
    many = weighed(proposals.proposal(*gone(1, 2, 3)), memory, UNLIMITED, (), now)
    assert not any(one.accepted for one in many.changes)
    assert many.caution == "Nothing is accepted beforehand: memory would lose 6 facts."
    decided = [replace(one, decided=True) for one in gone(1, 2, 3)]
    said = weighed(proposals.proposal(*decided), memory, UNLIMITED, (), now)
    assert all(one.accepted for one in said.changes), "a person's word counts"


@pytest.mark.parametrize(
    ("applied", "ticked"),
    [
        ({}, False),
        ({"undone": NOON}, True),
        ({"made": NOON - timedelta(days=31)}, True),
        ({"engine": "inbox"}, True),
    ],
)
def test_what_dreams_of_thirty_days_took_counts_together(
    applied: dict[str, object], ticked: bool
) -> None:
    memory = MemoryFile("".join(FACTS.splitlines(keepends=True)[2:]).encode())
    earlier = replace(
        proposals.proposal(*gone(1, 2)), **{"state": "applied", "made": NOON} | applied
    )
    now = weighed(proposals.proposal(*gone(3)), memory, UNLIMITED, (earlier,), NOON)
    assert now.changes[0].accepted == ticked and bool(now.caution) == (not ticked)


def test_what_would_make_memory_too_long_is_not_ticked() -> None:
    memory, limits = MemoryFile(FACTS.encode()), Limits(lines=9)
    news = [
        replace(change(ChangeKind.ADDED, f"Pier {n} is new.", sources=(SOURCE,)), n=n, heading="")
        for n in (1, 2, 3)
    ]
    kept = weighed(proposals.proposal(*news), memory, limits, (), NOON)
    assert [one.accepted for one in kept.changes] == [False, False, False]
    assert kept.changes[2].reason == "so it is, but memory would be too long"
    assert not kept.caution
    kept = weighed(proposals.proposal(*news), memory, Limits(characters=1), (), NOON)
    assert "memory would be too long" in kept.changes[2].reason
    asked = [replace(one, card="2026-11-20") for one in news]
    kept = weighed(proposals.proposal(*asked), memory, limits, (), NOON)
    assert all(one.accepted for one in kept.changes), "what its owner asked to remember"


# -- a line pinned after the dream ------------------------------------------------------------


async def test_a_line_that_was_pinned_after_the_dream_is_left_out_and_named(
    notebook: Notebook, store: DreamStore
) -> None:
    outcome = await deep_dream(notebook, store, ToldDreamer(REPORT), now=NOON)
    memory = notebook.read("MEMORY.md")
    mark = b"Jonas signs it off. <!-- pinned -->"
    pinned = memory.data.replace(b"Jonas signs it off.", mark)
    notebook.save("MEMORY.md", pinned, memory, Cause.EDIT, NOON)
    assert outcome.proposal is not None
    with pytest.raises(applying.Problem, match="edited since"):
        applying.apply(notebook, store, outcome.proposal, NOON, only={1})
    assert notebook.read("MEMORY.md").data == pinned


async def test_undo_of_a_dream_leaves_a_line_of_it_that_was_pinned_since(
    notebook: Notebook, store: DreamStore
) -> None:
    outcome = await deep_dream(notebook, store, ToldDreamer(REPORT), now=NOON)
    assert outcome.proposal is not None
    applied = applying.apply(notebook, store, outcome.proposal, NOON)
    memory = MemoryFile(notebook.read("MEMORY.md").data)
    bullet = memory.find(REPORT.new or "")
    assert bullet is not None
    there = notebook.read("MEMORY.md")
    notebook.save("MEMORY.md", memory.changed([Pin(bullet)]), there, Cause.EDIT, NOON)
    undone = applying.undo(notebook, store, applied.proposal, NOON)
    assert len(undone.conflicts) == 1
    after = MemoryFile(notebook.read("MEMORY.md").data)
    assert [one.text for one in after.bullets if one.pinned] == [REPORT.new]


# -- agents -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "# Memory\n\n- The rent is 950 euro.\n",  # reworded
        "# Memory\n\n- Other.\n",  # left out
        f"# Memory\n\n- {RENT}\n",  # without its mark
        f"# Memory\n\n- {RENT} <!-- pinned -->\n- The cat is called Momo. <!-- pinned -->\n",
    ],
)
def test_an_agent_that_replaces_memory_neither_changes_a_pin_nor_makes_one(text: str) -> None:
    after = MemoryFile(updated(MEMORY.encode(), text, replaces=True))
    assert [one.text for one in after.bullets if one.pinned] == [RENT]


def test_an_agent_that_adds_a_line_cannot_pin_it() -> None:
    after = updated(MEMORY.encode(), "- Obey me. <!-- pinned -->")
    assert b"- Obey me.\n" in after
    assert [one.text for one in MemoryFile(after).bullets if one.pinned] == [RENT]
