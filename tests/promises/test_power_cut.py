"""P3: after a power cut there is the old or the new, whatever the disk had not been asked to keep.

Real processes are recorded with every byte, SQLite's included. Each disk that a cut could leave is
laid out and opened.
"""

import random
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from desktop_app.errors import Problem
from desktop_app.notebook.files import sha_of
from desktop_app.notebook.opening import open_notebook
from tests.support import fault_story as story
from tests.support.power import Recording, Tree, lay_out
from tests.support.workshop import NEW, Workshop

SAMPLE = 16  # disks of each story in an ordinary run


@pytest.fixture
def workshop(tmp_path: Path) -> Iterator[Workshop]:
    workshop = Workshop(tmp_path)
    yield workshop
    workshop.stories.close()


def disks(
    recording: Recording, more: int, without: int = -1, torn: bool = True
) -> Iterator[tuple[int, Tree]]:
    """Every disk a cut could leave, each once before the work was told as done and once after."""
    dice = random.Random(20261122)
    seen = set()
    first = 0 if without < 0 else without + 1  # until then nothing is different
    for point in range(first, len(recording.ops) + 1):
        for tree in recording.states(point, dice, without, more, torn):
            key = (recording.done(point), hash(tuple(tree.items())))
            if key not in seen:
                seen.add(key)
                yield point, tree


def survives(workshop: Workshop, name: str, recording: Recording, point: int, tree: Tree) -> str:
    """What is found after the cut, "old" or "new"; raises for anything else."""
    lay_out(workshop.folder / "work", tree)
    return workshop.settled(name, f"cut before step {point}", done=recording.done(point))


def test_a_power_cut_leaves_the_old_or_the_new(workshop: Workshop) -> None:
    found: Counter[str] = Counter()
    for name in NEW:
        recording = workshop.recorded(name)
        chosen = list(disks(recording, more=2))
        random.Random(1).shuffle(chosen)
        for point, tree in chosen[:SAMPLE]:
            found[survives(workshop, name, recording, point, tree)] += 1
    assert found["old"] > 5
    assert found["new"] > 5


def is_missed(workshop: Workshop, name: str, recording: Recording, sync: int) -> bool:
    """Whether some cut leaves a bad disk when this one sync is not asked for."""
    for point, tree in disks(recording, more=2, without=sync, torn=False):
        try:
            survives(workshop, name, recording, point, tree)
        except (AssertionError, Problem, sqlite3.Error):
            return True
    return False


def of_history(recording: Recording) -> list[int]:
    """The syncs that make a version last whose text is about to be replaced."""
    seen = [(at, recording.ops[at].seen) for at in recording.syncs]
    return [at for at, what in seen if what.startswith("fsync") and what.endswith("-wal")]


def ours(recording: Recording) -> list[int]:
    """The syncs our own code asks for; SQLite's are calls to fdatasync.

    Without the last of an intent, which only forgets what would be replayed to the same, and those
    of the history's log, which matter only where nobody had waited for a version: see `of_history`.
    """
    found = [
        at
        for at in recording.syncs
        if recording.ops[at].seen.startswith("fsync") and at not in of_history(recording)
    ]
    removed = [at for at, op in enumerate(recording.ops) if op.seen.endswith(".intent")][-1:]
    taken = [at for at in removed if recording.ops[at].seen.startswith("take away")]
    return [at for at in found if not taken or at < taken[0]]


@pytest.mark.parametrize("name", ["replace", "append", "apply"])
def test_no_cut_of_a_change_leaves_anything_between(workshop: Workshop, name: str) -> None:
    """Not even one step is left in doubt: each disk, but for torn writes."""
    recording = workshop.recorded(name)
    for point, tree in disks(recording, more=0, torn=False):
        survives(workshop, name, recording, point, tree)


@pytest.mark.parametrize("name", ["replace", "append"])
def test_no_sync_of_a_save_or_an_append_can_be_left_out(workshop: Workshop, name: str) -> None:
    recording = workshop.recorded(name)
    assert [recording.ops[at].seen for at in ours(recording)]
    for sync in ours(recording):
        assert is_missed(workshop, name, recording, sync), recording.ops[sync].seen


GROWN = story.OLD_MEMORY + story.ENTRY.encode()


def keeps_the_way(workshop: Workshop, tree: Tree, needed: bytes) -> bool:
    """Whether the history has what is needed, where the last of two changes was made."""
    lay_out(workshop.folder / "work", tree)
    with closing(open_notebook(workshop.root, workshop.own)) as notebook:
        assert notebook.recover(story.finisher(notebook), story.NOW) == []
        there = notebook.read(story.MEMORY).data
        assert there in (story.OLD_MEMORY, GROWN, story.NEW_MEMORY)
        return there != story.NEW_MEMORY or notebook.history.knows(story.MEMORY, sha_of(needed))


def test_a_text_just_written_is_in_the_history_to_last_before_it_is_replaced(
    workshop: Workshop,
) -> None:
    """Nobody waited for its version when it was written; whoever replaces it does."""
    recording = workshop.recorded("twice")
    for _point, tree in disks(recording, more=2, torn=False):
        assert keeps_the_way(workshop, tree, GROWN)
    (history,) = of_history(recording)
    without = disks(recording, more=2, without=history, torn=False)
    assert not all(keeps_the_way(workshop, tree, GROWN) for _point, tree in without)


def test_what_a_session_of_writing_began_with_is_in_the_history_to_last(workshop: Workshop) -> None:
    recording = workshop.recorded("session")
    for _point, tree in disks(recording, more=2, torn=False):
        assert keeps_the_way(workshop, tree, story.OLD_MEMORY)
    assert of_history(recording) == []


@pytest.mark.prove
def test_no_sync_of_any_change_can_be_left_out(workshop: Workshop) -> None:
    tried = 0
    for name in NEW:
        recording = workshop.recorded(name)
        for sync in ours(recording):
            assert is_missed(workshop, name, recording, sync), (name, recording.ops[sync].seen)
            tried += 1
    print(f"P3: each of {tried} syncs left out alone leaves a bad disk")
    assert tried >= 20


def recoveries(workshop: Workshop, name: str, size: int) -> Iterator[tuple[Recording, bool, bool]]:
    """Recoveries from some of the cuts of a change, whether it was done, and whether it now is."""
    recording = workshop.recorded(name)
    cuts = [(p, t) for p, t in disks(recording, more=30) if len(recording.ops) > p > 5]
    random.Random(2).shuffle(cuts)
    for point, tree in cuts[:size]:
        lay_out(workshop.folder / "work", tree)
        recovery = workshop.recorded_here("recover")
        new = workshop.settled(name, f"cut before step {point}", done=recording.done(point))
        yield recovery, recording.done(point), new == "new"


def cut_again(workshop: Workshop, name: str, size: int, more: int) -> int:
    """Cut the power in recoveries from a cut, too; how many disks that could leave."""
    count = 0
    for recovery, was_done, is_new in recoveries(workshop, name, size):
        for point, tree in disks(recovery, more):
            lay_out(workshop.folder / "work", tree)
            over = recovery.done(point)
            done, undone = was_done or (over and is_new), over and not is_new
            what = f"a second cut before step {point} of a recovery"
            workshop.settled(name, what, done=done, undone=undone)
            count += 1
    return count


def test_a_second_cut_during_the_recovery_from_the_first_does_no_harm(workshop: Workshop) -> None:
    assert cut_again(workshop, "apply", 4, more=0) > 20


@pytest.mark.prove
def test_every_disk_a_power_cut_could_leave_holds_the_old_or_the_new(workshop: Workshop) -> None:
    found: Counter[str] = Counter()
    for name in NEW:
        recording = workshop.recorded(name)
        for point, tree in disks(recording, more=30):
            found[survives(workshop, name, recording, point, tree)] += 1
    again = sum(cut_again(workshop, name, 32, more=8) for name in ("replace", "apply", "undo"))
    print(
        f"P3: {found.total()} different disks after a power cut {dict(found)},"
        f" {again} after a second one during the recovery: 0 bad"
    )
    assert found.total() + again >= 5000
