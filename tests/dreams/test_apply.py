"""Apply, discard, undo: what was approved is what is written, and it can be taken back."""

import dataclasses
from datetime import timedelta
from pathlib import Path

import pytest

from desktop_app.dreams import apply as applying
from desktop_app.dreams import decisions
from desktop_app.dreams.carry_over import joined
from desktop_app.dreams.dream import deep_dream
from desktop_app.dreams.proposal import Change, ChangeKind, Proposal, change_key
from desktop_app.dreams.store import DreamStore
from desktop_app.errors import Problem
from desktop_app.notebook import diaries
from desktop_app.notebook.files import sha_of
from desktop_app.notebook.history import Cause
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.opening import open_notebook
from desktop_app.notebook.pruning import prune
from desktop_app.notebook.write_journal import Intent
from tests.support.dreaming import COFFEE, MEMORY, NOON, REPORT, ToldDreamer

APPLIED = MEMORY.replace("27 November", "4 December") + (
    "\n## Preferences\n\n- Decided: stop drinking coffee after 14:00.\n"
)


async def dreamt(notebook: Notebook, store: DreamStore, *changes: Change) -> Proposal:
    outcome = await deep_dream(notebook, store, ToldDreamer(*changes), now=NOON, force=True)
    assert outcome.proposal
    return outcome.proposal


def memory_of(notebook: Notebook) -> str:
    return (notebook.root / "MEMORY.md").read_bytes().decode()


async def test_what_nobody_decided_on_waits_on_and_what_was_refused_is_settled(
    notebook: Notebook, store: DreamStore
) -> None:
    asked = dataclasses.replace(REPORT, kind="question", accepted=False)
    held = dataclasses.replace(COFFEE, new="Stopped drinking coffee.", accepted=False)
    tea = dataclasses.replace(COFFEE, new="Tea at nine.", accepted=False)
    proposal = await dreamt(notebook, store, asked, COFFEE, held, tea)
    applied = applying.apply(notebook, store, proposal, NOON, without={3})
    assert [(c.new, c.accepted, c.decided) for c in applied.proposal.changes] == [
        (COFFEE.new, True, False), (held.new, False, True),
    ]  # fmt: skip
    assert store.rejected() == {change_key(held)}, "nobody said a word against the others"
    (rest,) = store.proposals("pending")
    assert [(c.n, c.new, c.accepted) for c in rest.changes] == [
        (1, asked.new, False), (4, tea.new, False),
    ]  # fmt: skip
    assert (applied.waiting, applied.undecided, rest.made) == (rest, 2, proposal.made)
    with pytest.raises(Problem, match="no change 9"):
        applying.apply(notebook, store, rest, NOON, without={9})
    with pytest.raises(Problem, match="No change of this dream is accepted"):
        applying.apply(notebook, store, rest, NOON, without={4})


async def test_of_some_named_changes_all_others_wait_as_they_are(
    notebook: Notebook, store: DreamStore
) -> None:
    tea = dataclasses.replace(COFFEE, new="Tea at nine.", accepted=False)
    proposal = decisions.decided(await dreamt(notebook, store, REPORT, COFFEE, tea), 3, False)
    applying.apply(notebook, store, proposal, NOON, only={1})
    (rest,) = store.proposals("pending")
    assert [(c.new, c.accepted, c.decided) for c in rest.changes] == [
        (COFFEE.new, True, False), (tea.new, False, True),
    ]  # fmt: skip
    applying.apply(notebook, store, rest, NOON, only={2})
    assert store.proposals("pending") == [], "of nothing but a no, nothing is left to decide"
    assert memory_of(notebook) == APPLIED


async def test_what_waits_on_keeps_its_numbers_and_what_joins_it_has_none_of_them(
    notebook: Notebook, store: DreamStore
) -> None:
    tea = dataclasses.replace(COFFEE, new="Tea at nine.", accepted=False)
    proposal = await dreamt(notebook, store, REPORT, COFFEE, tea)
    applying.apply(notebook, store, proposal, NOON, only={1})
    (rest,) = store.proposals("pending")
    assert [(c.n, c.new) for c in rest.changes] == [(2, COFFEE.new), (3, tea.new)]
    soup = dataclasses.replace(COFFEE, n=1, new="Soup at one.")
    longer = joined(rest, [soup])
    assert [c.n for c in longer.changes] == [2, 3, 4]
    applying.apply(notebook, store, rest, NOON, only={3})
    assert tea.new in memory_of(notebook) and COFFEE.new not in memory_of(notebook)
    with pytest.raises(Problem, match="no change 3"):
        applying.apply(notebook, store, store.proposals("pending")[0], NOON, only={3})


async def test_two_changes_of_one_new_file_are_both_in_it(
    notebook: Notebook, store: DreamStore
) -> None:
    knots, sails = (
        dataclasses.replace(COFFEE, new=f"# Boat\n\n- {text}\n", to="memory/boat.md")
        for text in ("Knots are dry.", "Sails are wet.")
    )
    moved = dataclasses.replace(
        REPORT, kind=ChangeKind.MOVED, new=None, heading="", to="memory/boat.md"
    )
    proposal = await dreamt(notebook, store, knots, moved, sails)
    applying.apply(notebook, store, proposal, NOON, only={1, 2, 3})
    made = (notebook.root / "memory/boat.md").read_text()
    lines = ["# Boat", "- Knots are dry.", "- Sails are wet.", f"- {REPORT.old[0]}"]
    assert made.split("\n\n") == [lines[0], "\n".join(lines[1:]) + "\n"]


async def test_a_line_that_became_part_of_a_pinned_bullet_is_left_and_named(
    notebook: Notebook, store: DreamStore
) -> None:
    proposal = await dreamt(notebook, store, COFFEE)
    applying.apply(notebook, store, proposal, NOON)
    made = memory_of(notebook)
    pinned = f"- {COFFEE.new}\n  Mine. <!-- pinned -->\n".join(made.split(f"- {COFFEE.new}\n"))
    (notebook.root / "MEMORY.md").write_bytes(pinned.encode())
    undone = applying.undo(notebook, store, store.get(proposal.id), NOON)
    assert memory_of(notebook) == pinned
    (stayed,) = undone.conflicts
    assert stayed.theirs.endswith(f"- {COFFEE.new}\n".encode())


async def test_a_bullet_edited_since_the_dream_is_left_and_named(
    notebook: Notebook, store: DreamStore
) -> None:
    proposal = await dreamt(notebook, store, REPORT, COFFEE)
    edited = MEMORY.replace("Jonas signs", "Mara signs")
    (notebook.root / "MEMORY.md").write_bytes(edited.encode())
    applied = applying.apply(notebook, store, proposal, NOON)
    assert [change.n for change in applied.unwritten] == [1]
    assert "Mara signs" in memory_of(notebook)
    assert "coffee" in memory_of(notebook)
    proposal = await dreamt(notebook, store, REPORT)
    with pytest.raises(Problem, match="edited since"):
        applying.apply(notebook, store, proposal, NOON)


async def test_discard_leaves_memory_and_keeps_the_prose(
    notebook: Notebook, store: DreamStore
) -> None:
    proposal = await dreamt(notebook, store, REPORT)
    discarded = applying.discard(notebook, store, proposal, NOON)
    assert memory_of(notebook) == MEMORY
    assert discarded.state == "discarded"
    (entry,) = diaries.parse("d", notebook.read("memory/dreams/2026-11-21.md").text)
    assert entry.changes == ()
    assert entry.prose == (
        "The report came up again.\n\nIn the end nothing of this went into memory."
    )


async def test_two_who_apply_the_same_dream_write_it_once(
    notebook: Notebook, store: DreamStore
) -> None:
    proposal = await dreamt(notebook, store, REPORT, COFFEE)
    applying.apply(notebook, store, proposal, NOON)
    for act in (applying.apply, applying.discard):  # with what the second one saw before
        with pytest.raises(Problem, match="no longer waits: applied"):
            act(notebook, store, proposal, NOON)
    assert store.get(proposal.id).state == "applied"
    assert memory_of(notebook) == APPLIED
    assert len(diaries.parse("d", notebook.read("memory/dreams/2026-11-21.md").text)) == 1
    seen = store.get(proposal.id)
    applying.undo(notebook, store, seen, NOON)
    assert memory_of(notebook) == MEMORY
    with pytest.raises(Problem, match="already undone"):
        applying.undo(notebook, store, seen, NOON)


@pytest.mark.parametrize("diary", [None, b"", b"# Mine\n\n## Another title (12:00)\n\nWords.\n"])
async def test_undo_needs_no_diary(
    notebook: Notebook, store: DreamStore, diary: bytes | None
) -> None:
    proposal = await dreamt(notebook, store, REPORT)
    applying.apply(notebook, store, proposal, NOON)
    path = notebook.root / "memory" / "dreams" / "2026-11-21.md"
    path.unlink()
    if diary is not None:
        path.write_bytes(diary)
    applying.undo(notebook, store, store.get(proposal.id), NOON)
    assert memory_of(notebook) == MEMORY
    assert (path.read_bytes() if path.exists() else None) == diary


async def test_undo_brings_back_a_memory_that_is_gone(
    notebook: Notebook, store: DreamStore
) -> None:
    proposal = await dreamt(notebook, store, REPORT)
    applying.apply(notebook, store, proposal, NOON)
    (notebook.root / "MEMORY.md").unlink()
    assert applying.undo(notebook, store, store.get(proposal.id), NOON).conflicts == ()
    assert memory_of(notebook) == MEMORY


async def test_pruning_leaves_what_an_undo_needs(notebook: Notebook, store: DreamStore) -> None:
    proposal = await dreamt(notebook, store, REPORT)
    applying.apply(notebook, store, proposal, NOON)
    for n in range(4):
        there = notebook.read("MEMORY.md")
        text = there.data + b"- later %d\n" % n
        notebook.save("MEMORY.md", text, there, "outside", NOON + timedelta(hours=n))
    assert prune(notebook.database, 0, store.needed()) == 3
    applying.undo(notebook, store, store.get(proposal.id), NOON)
    assert memory_of(notebook) == MEMORY + "".join(f"- later {n}\n" for n in range(4))
    # Once it is undone nothing needs them.
    assert store.needed() == frozenset()


@pytest.mark.parametrize(
    ("since", "left"),
    [(b"", None), (b"", b""), (b"- typed since\n", b"# Memory\n\n## %s\n\n- typed since\n")],
)
async def test_undo_takes_away_a_memory_that_the_dream_made(
    notebook: Notebook, store: DreamStore, since: bytes, left: bytes | None
) -> None:
    path = notebook.root / "MEMORY.md"
    path.unlink()
    if left == b"":
        path.touch()  # an empty one of the person's own stays
    proposal = await dreamt(notebook, store, COFFEE)
    applying.apply(notebook, store, proposal, NOON)
    path.write_bytes(path.read_bytes() + since)
    written = path.read_bytes()
    assert b"coffee" in written
    applying.undo(notebook, store, store.get(proposal.id), NOON)
    if since:  # what was typed stays below its headings
        left = left and left % COFFEE.heading.encode()
    assert (path.read_bytes() if path.exists() else None) == left
    assert notebook.history.knows("MEMORY.md", sha_of(written))
    newest = notebook.history.versions("MEMORY.md")[0]  # one can go back to this state, too
    assert (newest.cause, newest.sha) == ("undo", sha_of(left or b""))


async def interrupted(notebook: Notebook, store: DreamStore, patch: pytest.MonkeyPatch) -> str:
    """A dream whose apply dies before it is in the books; its id."""
    proposal = await dreamt(notebook, store, REPORT)

    def crash(_store: DreamStore) -> object:
        def dies(intent: Intent) -> None:
            raise KeyboardInterrupt

        return dies

    with patch.context() as patched:
        patched.setattr(applying, "finish", crash)
        with pytest.raises(KeyboardInterrupt):
            applying.apply(notebook, store, proposal, NOON)
    return proposal.id


@pytest.mark.parametrize("act", ["save", "append", "remove"])
async def test_an_interrupted_apply_is_completed_before_anybody_else_writes(
    notebook: Notebook, store: DreamStore, monkeypatch: pytest.MonkeyPatch, act: str
) -> None:
    topic = "memory/topics.md"
    notebook.append(topic, "- Siv paints.\n", "", Cause.UPDATE, NOON)
    id_ = await interrupted(notebook, store, monkeypatch)
    notebook.settle = applying.finish(store)
    if act == "append":
        notebook.append("MEMORY.md", "- Siv paints.\n", "", Cause.UPDATE, NOON)
    elif act == "remove":
        notebook.remove(topic, notebook.read(topic), NOON)
    else:
        there = notebook.read("MEMORY.md")
        notebook.save("MEMORY.md", there.data + b"- Siv paints.\n", there, Cause.UPDATE, NOON)
    assert store.get(id_).state == "applied"
    assert [*(notebook.own / "journal").iterdir()] == []


async def test_an_interrupted_apply_without_its_books_still_lets_the_notebook_open(
    notebook: Notebook, store: DreamStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await interrupted(notebook, store, monkeypatch)
    notebook.close()
    for file in notebook.own.glob("history.db*"):
        file.unlink()
    again = open_notebook(notebook.root, tmp_path / "data")
    try:
        assert again.recover(applying.finish(DreamStore(again.database)), NOON) == []
        assert again.recover(applying.finish(DreamStore(again.database)), NOON) == []
    finally:
        again.close()
    assert memory_of(notebook) == MEMORY.replace("27 November", "4 December")


async def test_undo_brings_the_proposal_back_in_the_persons_own_words(
    notebook: Notebook, store: DreamStore
) -> None:
    proposal = await dreamt(notebook, store, REPORT, COFFEE)
    mine = "No coffee after 14:00, says Dr. Lam."
    proposal = decisions.decided(decisions.decided(proposal, 1, False), 2, True, mine)
    applying.apply(notebook, store, proposal, NOON)
    applying.undo(notebook, store, store.get(proposal.id), NOON + timedelta(minutes=5))
    (again,) = store.proposals("pending")
    assert [(c.accepted, c.decided, c.new) for c in again.changes] == [
        (False, True, REPORT.new), (False, False, mine),
    ], "what was written is not ticked, a no stays one"  # fmt: skip
    assert again.id != proposal.id and store.get(proposal.id).undone
    outcome = await deep_dream(notebook, store, ToldDreamer(REPORT, COFFEE), now=NOON)
    assert outcome.waiting == again.id, "nothing new was written: it is what waits"
    applying.apply(notebook, store, again, NOON + timedelta(minutes=6), only={2})
    assert f"- {mine}\n" in memory_of(notebook) and REPORT.old[0] in memory_of(notebook)
    entries = diaries.parse(
        again_path := "memory/dreams/2026-11-21.md", notebook.read(again_path).text
    )
    assert sorted(bool(entry.undone) for entry in entries) == [False, True]


async def test_a_proposal_that_waits_takes_in_what_an_undo_brings_back(
    notebook: Notebook, store: DreamStore
) -> None:
    first = await dreamt(notebook, store, REPORT)
    applying.apply(notebook, store, decisions.decided(first, 1, True, "The report is late."), NOON)
    waiting = await dreamt(notebook, store, COFFEE)
    applying.undo(notebook, store, store.get(first.id), NOON + timedelta(minutes=5))
    (both,) = store.proposals("pending")
    assert both.id == waiting.id and both.days_read == waiting.days_read
    assert [change.new for change in both.changes] == [COFFEE.new, "The report is late."]
    purpose = {"kind": "undo", "id": first.id, "at": NOON.isoformat()}
    applying.discard(notebook, store, both, NOON)
    applying.finish(store)(Intent("1", "", purpose, ()))
    assert store.proposals("pending") == [], "done again after a crash it brings nothing twice"
