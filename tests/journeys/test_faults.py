"""A disk that fails, a process that ends, a program that writes meanwhile: at each system call.

A real process saves, appends, applies or recovers while one of its system calls goes wrong.
Whatever happened, a new process then finds the old state or the new one, whole.
"""

import random
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from desktop_app.notebook.files import sha_of
from desktop_app.notebook.notebook import Notebook
from tests.support import fault_story as story
from tests.support.faults import Ended, Fault, Point, Stories, faults

SAMPLE = 96  # faults in an ordinary run; `make prove` takes all
TOLD = 3  # the exit code after a problem
STOP = 0.8  # seconds that a process waits where a test steps in


@dataclass(frozen=True)
class State:
    """What there is of the four files and of the applied dream."""

    memory: bytes = field(default=story.OLD_MEMORY, repr=False)
    day: bytes = story.OLD_DAY
    next_day: bytes = b""
    diary: bytes = b""
    applied: bool = False


FILES = (story.MEMORY, story.DAY, story.NEXT_DAY, story.DIARY)  # as in State
OLD = State()
NEW = {
    "replace": State(memory=story.NEW_MEMORY),
    "append": State(day=story.OLD_DAY + story.ENTRY.encode()),
    "begin": State(next_day=(story.HEADER + story.ENTRY).encode()),
    "apply": State(memory=story.NEW_MEMORY, diary=story.NEW_DIARY, applied=True),
}
NEW["recover"] = NEW["apply"]


class Workshop:
    """A prepared notebook that can be had again and again, always in the same place."""

    def __init__(self, folder: Path) -> None:
        self.stories = Stories(folder)
        self.folder = folder
        self.root, self.own = folder / "work" / "notebook", folder / "work" / "own"
        notebook = Notebook.create(self.root, self.own)
        story.prepare(notebook)
        notebook.close()
        shutil.copytree(folder / "work", folder / "fresh")

    def renew(self, kind: str = "fresh") -> None:
        shutil.rmtree(self.folder / "work")
        shutil.copytree(self.folder / kind, self.folder / "work")

    def request(self, name: str, tries: int = 1) -> list[str]:
        return [name, str(self.root), str(self.own), str(tries)]

    def points(self, name: str, kind: str = "fresh") -> list[Point]:
        self.renew(kind)
        return self.stories.points(self.request(name), self.folder / "work")

    def interrupted(self) -> None:
        """Keep, as the kind "interrupted", a notebook whose dream was cut between its files."""
        swaps = [point for point in self.points("apply") if point.call == "renameat2"]
        self.renew()
        self.stories.run(self.request("apply"), Fault(swaps[-1], "KILL"))
        assert (self.root / story.MEMORY).read_bytes() == story.NEW_MEMORY
        assert not (self.root / story.DIARY).exists()
        shutil.copytree(self.folder / "work", self.folder / "interrupted")

    def state(self, notebook: Notebook) -> State:
        texts = [notebook.read(path).data for path in FILES]
        query = "select count(*) from applied"
        applied = notebook.database.here().conn.execute(query).fetchone()[0]
        return State(*texts, applied > 0)

    def has_old_files(self) -> bool:
        found = {str(p.relative_to(self.root)) for p in self.root.rglob("*.md")}
        memory = (self.root / story.MEMORY).read_bytes()
        return found == {story.MEMORY, story.DAY} and memory == story.OLD_MEMORY

    def outcome(self, name: str, fault: Fault, kind: str = "fresh", tries: int = 1) -> str:
        """Tell a story with a fault, look at everything, and try again; "old" or "new".

        With two tries the same process tries again after a problem, before anything is looked at.
        """
        self.renew(kind)
        ended = self.stories.run(self.request(name, tries), fault)
        assert ended.code in (0, TOLD, -9), f"{fault}\n{ended.words}"
        assert ended.code != TOLD or ended.words.strip(), fault
        told_and_old = ended.code == TOLD and not fault.stays and self.has_old_files()
        with closing(Notebook.open(self.root, self.own)) as notebook:
            assert notebook.recover(story.finisher(notebook), story.NOW) == [], fault
            found = self.state(notebook)
            assert found in (OLD, NEW[name]), f"{fault}: {ended.words}"
            assert ended.code != 0 or found == NEW[name], f"{fault}: done, but the old is there"
            assert not told_and_old or found == OLD, f"{fault}: told as failed, and done later"
            self.assert_tidy(fault)
            if found == OLD:
                story.STORIES[name](notebook)  # trying again works
                assert self.state(notebook) == NEW[name], fault
            for path, old in ((story.MEMORY, story.OLD_MEMORY), (story.DAY, story.OLD_DAY)):
                there = notebook.read(path).data.startswith(old)
                assert there or notebook.history.knows(path, sha_of(old)), f"{fault}: {path}"
        return "old" if found == OLD else "new"

    def assert_tidy(self, fault: Fault) -> None:
        """Nothing but what belongs there: no temporary file, no copy, no open intent."""
        expected = {".nightstand.toml", *FILES}
        files = {str(p.relative_to(self.root)) for p in self.root.rglob("*") if p.is_file()}
        assert files <= expected, fault
        assert [*self.own.rglob("journal/*")] == [], fault


@pytest.fixture
def workshop(tmp_path: Path) -> Iterator[Workshop]:
    workshop = Workshop(tmp_path)
    yield workshop
    workshop.stories.close()


def sample(candidates: list[tuple[str, Fault]], size: int) -> list[tuple[str, Fault]]:
    """A fixed choice in which each kind of fault of each system call of each story occurs."""
    dice = random.Random(20261121)
    dice.shuffle(candidates)
    first = {(name, fault.point.call, fault.kind): (name, fault) for name, fault in candidates}
    rest = [candidate for candidate in candidates if candidate not in set(first.values())]
    return [*first.values(), *rest[: max(0, size - len(first))]]


def test_a_fault_at_any_step_leaves_the_old_or_the_new(workshop: Workshop) -> None:
    candidates = [
        (name, fault)
        for name in ("replace", "append", "begin", "apply")
        for point in workshop.points(name)
        for fault in faults(point)
    ]
    chosen = sample(candidates, SAMPLE)
    outcomes = [
        workshop.outcome(name, fault, tries=1 + number % 2)
        for number, (name, fault) in enumerate(chosen)
    ]
    assert len(outcomes) >= SAMPLE
    assert outcomes.count("old") > 10
    assert outcomes.count("new") > 10


def test_a_fault_during_the_recovery_leaves_the_rest_to_the_next(workshop: Workshop) -> None:
    workshop.interrupted()
    candidates = [
        ("recover", fault)
        for point in workshop.points("recover", "interrupted")
        for fault in faults(point)
    ]
    for name, fault in sample(candidates, 0):
        assert workshop.outcome(name, fault, "interrupted") == "new"


def test_a_commit_that_the_disk_never_confirms_leaves_the_old_or_the_new(
    workshop: Workshop,
) -> None:
    """SQLite tells such a commit as failed, and yet may find it the next time."""
    syncs = [point for point in workshop.points("apply") if point.call == "fdatasync"]
    outcomes = {workshop.outcome("apply", Fault(point, "EIO", stays=True)) for point in syncs}
    assert outcomes == {"old", "new"}


def test_a_name_that_the_disk_fails_to_keep_is_told_and_never_counts_twice(
    workshop: Workshop,
) -> None:
    for name in ("begin", "apply"):
        for point in workshop.points(name):
            if point.call == "fsync":
                assert workshop.outcome(name, Fault(point, "EIO")) in ("old", "new")
                assert workshop.outcome(name, Fault(point, "EIO"), tries=2) == "new", point


@pytest.mark.prove
@pytest.mark.parametrize("name", list(NEW))
def test_every_fault_at_every_step_once_and_staying(workshop: Workshop, name: str) -> None:
    workshop.interrupted()
    kind = "interrupted" if name == "recover" else "fresh"
    runs = 0
    for point in workshop.points(name, kind):
        for fault, tries in every_fault(point):
            outcome = workshop.outcome(name, fault, kind, tries)
            assert name != "recover" or outcome == "new", fault
            runs += 1
    assert runs >= 300  # with the five stories the 1,500 that are promised


def every_fault(point: Point) -> Iterator[tuple[Fault, int]]:
    yield Fault(point, "KILL"), 1
    for error in ("ENOSPC", "EIO"):
        yield Fault(point, error), 1
        yield Fault(point, error), 2
        yield Fault(point, error, stays=True), 2


@pytest.mark.parametrize("lacking", ["renameat2", "renameat2,linkat"])
def test_a_disk_without_the_newer_calls_is_written_all_the_same(
    workshop: Workshop, lacking: str
) -> None:
    rules = [f"trace={lacking}", f"inject={lacking}:error=EOPNOTSUPP"]
    for name in ("replace", "begin", "apply"):
        workshop.renew()
        ended = workshop.stories.told(workshop.request(name), rules)
        assert ended.code == 0, ended.words
        with closing(Notebook.open(workshop.root, workshop.own)) as notebook:
            assert workshop.state(notebook) == NEW[name]
        assert list(workshop.root.rglob("*.nightstand")) == []


# Another program that writes at the worst moment


def until(holds: Callable[[], bool]) -> None:
    """Wait for a sign that the process has come to its next stop."""
    end = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < end, "the process never came there"
        time.sleep(0.005)
    time.sleep(0.1)  # from the sign to the stop


def saved_with(workshop: Workshop, rule: str, meanwhile: Callable[[], None]) -> Ended:
    """Save MEMORY.md in a process that stops by a rule, and do something else `meanwhile`."""
    rules = [f"trace={rule.partition(':')[0]}", f"inject={rule}"]
    return workshop.stories.told(workshop.request("replace"), rules, meanwhile)


def stop_at_swap(workshop: Workshop, *, again: bool) -> str:
    """A rule that stops before the swap (and, with `again`, before it is taken back)."""
    (swap,) = [point for point in workshop.points("replace") if "RENAME_EXCHANGE" in point.seen]
    workshop.renew()
    return f"renameat2:delay_enter={STOP:.1f}s:when={swap.number}{'+' if again else ''}"


def ready_to_swap(root: Path) -> bool:
    left = list(root.glob(".MEMORY.md.*.nightstand"))
    return bool(left) and left[0].stat().st_size == len(story.NEW_MEMORY)


def put(root: Path, text: bytes) -> None:
    """Save as another program does: a file of its own, renamed."""
    (root / "other.tmp").write_bytes(text)
    (root / "other.tmp").rename(root / story.MEMORY)


def copies(root: Path) -> set[bytes]:
    return {path.read_bytes() for path in root.glob("MEMORY (conflict *).md")}


def test_a_read_never_mixes_two_states_of_a_file(workshop: Workshop) -> None:
    path = workshop.root / story.MEMORY
    request = workshop.request("read")
    first = workshop.stories.points(request, path, ["read"])[0]
    rule = f"read:delay_exit={STOP:.1f}s:when={first.number}"

    def meanwhile() -> None:
        time.sleep(0.1)  # it has read the old text and has yet to look for more
        path.write_bytes(story.NEW_MEMORY)

    ended = workshop.stories.told(request, ["trace=read", f"inject={rule}"], meanwhile)
    assert ended.code == 0
    assert ended.words.strip() == sha_of(story.NEW_MEMORY)


def test_a_text_saved_between_our_look_and_our_swap_keeps_the_name(workshop: Workshop) -> None:
    root = workshop.root

    def meanwhile() -> None:
        until(lambda: ready_to_swap(root))
        put(root, b"outside\n")

    ended = saved_with(workshop, stop_at_swap(workshop, again=False), meanwhile)
    assert ended.code == TOLD
    assert "Another program changed MEMORY.md" in ended.words
    assert (root / story.MEMORY).read_bytes() == b"outside\n"
    assert copies(root) == {story.NEW_MEMORY}
    assert list(root.glob(".MEMORY*")) == []


def test_of_three_texts_the_newest_keeps_the_name_and_none_is_lost(workshop: Workshop) -> None:
    root = workshop.root

    def meanwhile() -> None:
        until(lambda: ready_to_swap(root))
        put(root, b"outside\n")
        until(lambda: (root / story.MEMORY).read_bytes() == story.NEW_MEMORY)
        put(root, b"newest\n")

    ended = saved_with(workshop, stop_at_swap(workshop, again=True), meanwhile)
    assert ended.code == TOLD
    assert (root / story.MEMORY).read_bytes() == b"newest\n"
    assert copies(root) == {story.NEW_MEMORY, b"outside\n"}


def test_a_deletion_during_a_conflict_gives_the_outside_text_its_name(workshop: Workshop) -> None:
    root = workshop.root

    def meanwhile() -> None:
        until(lambda: ready_to_swap(root))
        put(root, b"outside\n")
        until(lambda: (root / story.MEMORY).read_bytes() == story.NEW_MEMORY)
        (root / story.MEMORY).unlink()

    ended = saved_with(workshop, stop_at_swap(workshop, again=True), meanwhile)
    assert ended.code == TOLD
    assert (root / story.MEMORY).read_bytes() == b"outside\n"
    assert copies(root) == {story.NEW_MEMORY}


def test_a_program_that_holds_the_old_file_open_keeps_its_line(workshop: Workshop) -> None:
    root = workshop.root
    found = workshop.points("replace")
    swap = next(n for n, point in enumerate(found) if "RENAME_EXCHANGE" in point.seen)
    after = next(point for point in found[swap:] if point.call == "fsync")
    workshop.renew()
    with (root / story.MEMORY).open("ab", buffering=0) as held:

        def meanwhile() -> None:
            until(lambda: (root / story.MEMORY).read_bytes() == story.NEW_MEMORY)
            held.write(b"- from the other program\n")

        rule = f"fsync:delay_enter={STOP:.1f}s:when={after.number}"
        ended = saved_with(workshop, rule, meanwhile)
        assert ended.code == 0
        assert len(list(root.glob(".MEMORY*"))) == 1  # it is still open: more may come
        held.write(b"- another\n")
    with closing(Notebook.open(root, workshop.own)) as notebook:
        notebook.recover(story.finisher(notebook), story.NOW)
    written = (root / story.MEMORY).read_bytes()
    assert written == story.NEW_MEMORY + b"- from the other program\n- another\n"
    assert copies(root) == set()
    assert list(root.glob(".MEMORY*")) == []
