"""A disk that fails, a process that ends, a program that writes meanwhile: at each system call.

A real process saves, appends, applies or recovers while one of its system calls goes wrong.
Whatever happened, a new process then finds the old state or the new one, whole.
"""

import random
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from desktop_app.notebook.files import sha_of
from desktop_app.notebook.opening import open_notebook
from desktop_app.notebook.storage.swap import parse
from tests.support import fault_story as story
from tests.support.faults import Ended, Fault, Point, faults
from tests.support.workshop import NEW, TOLD, Workshop

SAMPLE = 96  # faults in an ordinary run; `make prove` takes all
STOPS = (0.8, 4.0, 20.0)  # seconds that a process waits where a test steps in


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
        for name in ("replace", "append", "begin", "apply", "undo")
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
    candidates = [
        (name, fault)
        for name in ("recover", "recover undo")
        for point in workshop.points(name)
        for fault in faults(point)
    ]
    for name, fault in sample(candidates, 0):
        assert workshop.outcome(name, fault) == "new"


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
    runs = 0
    for point in workshop.points(name):
        for fault, tries in every_fault(point):
            outcome = workshop.outcome(name, fault, tries)
            assert not name.startswith("recover") or outcome == "new", fault
            runs += 1
    print(f"P2: {runs} faults in {name}: 0 mixed states, 0 leftovers")
    assert runs >= 300  # with the seven stories more than the 1,500 that are promised


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
        with closing(open_notebook(workshop.root, workshop.own)) as notebook:
            assert workshop.state(notebook) == NEW[name]
        assert list(workshop.root.rglob("*.nightstand")) == []


# Another program that writes at the worst moment


class Stop:
    """Where a process waits for `seconds`; `late` if something may have been done after that."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.late = False
        self._before = time.monotonic()  # the process has not come to its next stop then

    def step_in(self, sign: Callable[[], bool], act: Callable[[], object]) -> None:
        """Act once a sign tells that the process has come to its next stop."""
        end = time.monotonic() + 60
        while not self.late:
            now = time.monotonic()
            if sign():
                act()
                done = time.monotonic()
                self.late = done - self._before > 0.9 * self.seconds
                self._before = done
                return
            assert now < end, "the process never came there"
            self._before = now
            time.sleep(0.005)


def saved_with(
    workshop: Workshop, rule: Callable[[float], str], meanwhile: Callable[[Stop], None]
) -> Ended:
    """Save MEMORY.md in a process that stops by a rule, and do something else `meanwhile`."""
    return told_with(workshop, workshop.request("replace"), rule, meanwhile)


def told_with(
    workshop: Workshop,
    request: list[str],
    rule: Callable[[float], str],
    meanwhile: Callable[[Stop], None],
) -> Ended:
    """Tell a story that stops by a rule, once more and for longer where we came too late."""
    for seconds in STOPS:
        rules = rule(seconds)
        workshop.renew()
        stop = Stop(seconds)
        traced = [f"trace={rules.partition(':')[0]}", f"inject={rules}"]
        ended = workshop.stories.told(request, traced, lambda stop=stop: meanwhile(stop))
        if not stop.late:
            return ended
    raise AssertionError("this machine is too slow to step in")


def stop_at_swap(workshop: Workshop, *, again: bool) -> Callable[[float], str]:
    """A rule that stops before the swap (and, with `again`, before it is taken back)."""
    (swap,) = [point for point in workshop.points("replace") if "RENAME_EXCHANGE" in point.seen]
    more = "+" if again else ""
    return lambda seconds: f"renameat2:delay_enter={seconds:.1f}s:when={swap.number}{more}"


def ready_to_swap(root: Path) -> bool:
    """Whether the old text was looked at and only the swap is to come, or it came already."""
    left = [parse(path.name) for path in root.glob(".MEMORY.md.*")]
    return any(one and one.base for one in left) or swapped(root)


def put(root: Path, text: bytes) -> None:
    """Save as another program does: a file of its own, renamed."""
    (root / "other.tmp").write_bytes(text)
    (root / "other.tmp").rename(root / story.MEMORY)


def swapped(root: Path) -> bool:
    """Whether the new text has the name, or had it and gave it back."""
    return (root / story.MEMORY).read_bytes() == story.NEW_MEMORY or bool(copies(root))


def copies(root: Path) -> set[bytes]:
    return {path.read_bytes() for path in root.glob("MEMORY (conflict *).md")}


def test_a_read_never_mixes_two_states_of_a_file(workshop: Workshop) -> None:
    path = workshop.root / story.MEMORY
    request = workshop.request("read")
    first = workshop.stories.points(request, path, ["read"])[0]

    def rule(seconds: float) -> str:
        return f"read:delay_exit={seconds:.1f}s:when={first.number}"

    def meanwhile(stop: Stop) -> None:
        time.sleep(0.1)  # it has read the old text and has yet to look for more
        stop.step_in(lambda: True, lambda: path.write_bytes(story.NEW_MEMORY))

    ended = told_with(workshop, request, rule, meanwhile)
    assert ended.code == 0
    assert ended.words.strip() == sha_of(story.NEW_MEMORY)


def test_a_text_saved_between_our_look_and_our_swap_keeps_the_name(workshop: Workshop) -> None:
    root = workshop.root

    def meanwhile(stop: Stop) -> None:
        stop.step_in(lambda: ready_to_swap(root), lambda: put(root, b"outside\n"))

    ended = saved_with(workshop, stop_at_swap(workshop, again=False), meanwhile)
    assert ended.code == TOLD
    assert "Another program changed MEMORY.md" in ended.words
    assert (root / story.MEMORY).read_bytes() == b"outside\n"
    assert copies(root) == {story.NEW_MEMORY}
    assert list(root.glob(".MEMORY*")) == []


def test_of_three_texts_the_newest_keeps_the_name_and_none_is_lost(workshop: Workshop) -> None:
    root = workshop.root

    def meanwhile(stop: Stop) -> None:
        stop.step_in(lambda: ready_to_swap(root), lambda: put(root, b"outside\n"))
        stop.step_in(lambda: swapped(root), lambda: put(root, b"newest\n"))

    ended = saved_with(workshop, stop_at_swap(workshop, again=True), meanwhile)
    assert ended.code == TOLD
    assert (root / story.MEMORY).read_bytes() == b"newest\n"
    assert copies(root) == {story.NEW_MEMORY, b"outside\n"}


def test_a_deletion_during_a_conflict_gives_the_outside_text_its_name(workshop: Workshop) -> None:
    root = workshop.root

    def meanwhile(stop: Stop) -> None:
        stop.step_in(lambda: ready_to_swap(root), lambda: put(root, b"outside\n"))
        stop.step_in(lambda: swapped(root), (root / story.MEMORY).unlink)

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
    stop = Stop(STOPS[0])
    rule = f"fsync:delay_enter={stop.seconds:.1f}s:when={after.number}"
    with (root / story.MEMORY).open("ab", buffering=0) as held:

        def meanwhile() -> None:  # also too late it is open
            stop.step_in(lambda: swapped(root), lambda: held.write(b"- from the other program\n"))

        rules = ["trace=fsync", f"inject={rule}"]
        ended = workshop.stories.told(workshop.request("replace"), rules, meanwhile)
        assert ended.code == 0
        assert len(list(root.glob(".MEMORY*"))) == 1  # it is still open: more may come
        held.write(b"- another\n")
    with closing(open_notebook(root, workshop.own)) as notebook:
        notebook.recover(story.finisher(notebook), story.NOW)
    written = (root / story.MEMORY).read_bytes()
    assert written == story.NEW_MEMORY + b"- from the other program\n- another\n"
    assert copies(root) == set()
    assert list(root.glob(".MEMORY*")) == []
