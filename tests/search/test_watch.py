"""Watch: it tells of what changed once it rests, of nothing else, and never lies about how."""

import errno
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from watchdog.observers.api import BaseObserver
from watchdog.observers.polling import PollingObserver

from desktop_app.errors import Problem
from desktop_app.search.freshness import WatchState, WatchStatus
from desktop_app.search.watch import Watcher, file_system

DEBOUNCE, CAP, LOOK = 0.15, 0.6, 0.1


class Told:
    """Counts how often it was told, and by when."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.problem: Problem | None = None

    def __call__(self) -> None:
        self.times.append(time.monotonic())
        if self.problem:
            raise self.problem

    def wait(self, count: int, timeout: float = 60.0) -> None:
        until(lambda: len(self.times) >= count, timeout)


def until(happened: Callable[[], object], timeout: float = 60.0) -> None:
    end = time.monotonic() + timeout
    while not happened():
        assert time.monotonic() < end, f"waited {timeout} s in vain"
        time.sleep(0.01)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "notebook"
    (root / "memory").mkdir(parents=True)
    (root / ".git").mkdir()
    return root


@pytest.fixture
def told() -> Told:
    return Told()


@contextmanager
def stopping(watcher: Watcher) -> Iterator[None]:
    try:
        yield
    finally:
        watcher.stop()


@pytest.fixture
def watcher(root: Path, told: Told) -> Iterator[Watcher]:
    watcher = Watcher(root, told, DEBOUNCE, CAP, look=LOOK)
    yield watcher
    watcher.stop()


def quiet(told: Told) -> int:
    """How often it was told, after enough time for anything still to come.

    A machine that lets us sleep too long lets the watcher wait, too: then we wait once more.
    """
    for _ in range(20):
        count, begun = len(told.times), time.monotonic()
        time.sleep(DEBOUNCE * 3)
        if len(told.times) == count and time.monotonic() - begun < DEBOUNCE * 4:
            break
    return len(told.times)


def test_a_burst_of_saves_is_told_once(root: Path, told: Told) -> None:
    rest = 2.0  # seconds: a busy machine may pause between two saves
    watcher = Watcher(root, told, rest, CAP * 100, look=LOOK)
    with stopping(watcher):
        watcher.start()
        assert watcher.status.state is WatchState.WATCHING
        begun = time.monotonic()
        for number in range(5):
            last = time.monotonic()
            (root / "memory" / f"{number}.md").write_bytes(b"- a\n")
        told.wait(1)
        assert told.times[0] - last >= rest
        assert quiet(told) == 1 or last - begun >= rest, "the machine itself made a rest"


def test_changes_without_rest_are_told_all_the_same(root: Path, told: Told) -> None:
    watcher = Watcher(root, told, 1_000.0, CAP, look=LOOK)  # so long they never rest
    with stopping(watcher):
        watcher.start()
        start = time.monotonic()
        (root / "MEMORY.md").write_bytes(b"- a\n")
        told.wait(1)
        assert told.times[0] - start >= CAP


@pytest.mark.parametrize(
    "act",
    [
        lambda root: (root / "memory" / "new.md").write_bytes(b""),
        lambda root: (root / "old.md").write_bytes(b"more"),
        lambda root: (root / "old.md").unlink(),
        lambda root: (root / "old.md").rename(root / "memory" / "old.md"),
        lambda root: (root / ".temporary").rename(root / "old.md"),
        lambda root: (root / "memory").rename(root / "days"),
        lambda root: (root / "sessions").mkdir(),
    ],
    ids=["new", "written", "removed", "moved", "saved by renaming", "folder moved", "folder made"],
)
def test_what_happens_to_a_persons_files_is_told(
    root: Path, watcher: Watcher, told: Told, act: Callable[[Path], object]
) -> None:
    (root / "old.md").write_bytes(b"old")
    (root / ".temporary").write_bytes(b"new")
    watcher.start()
    act(root)
    told.wait(1)


def test_files_in_passing_and_reading_are_not_told(
    root: Path, watcher: Watcher, told: Told
) -> None:
    (root / "MEMORY.md").write_bytes(b"- a\n")
    watcher.start()
    for name in ("a.md~", ".a.md.swp", "x.swp", "4913", "a.tmp", ".#a.md", ".git/index"):
        (root / name).write_bytes(b"x")
        (root / name).unlink()
    (root / "MEMORY.md").read_bytes()
    list(root.iterdir())
    assert quiet(told) == 0


def test_files_in_a_new_folder_are_told(root: Path, watcher: Watcher, told: Told) -> None:
    watcher.start()
    (root / "sessions").mkdir()
    told.wait(1)
    quiet(told)
    before = len(told.times)
    (root / "sessions" / "a.jsonl").write_bytes(b"{}\n")
    told.wait(before + 1)


def test_a_folder_that_goes_and_comes_back_is_watched_again(
    root: Path, watcher: Watcher, told: Told
) -> None:
    watcher.start()
    root.rename(root.with_name("away"))
    until(lambda: watcher.status.state is WatchState.GONE)
    told.wait(1)
    root.with_name("away").rename(root)
    until(lambda: watcher.status.state is WatchState.WATCHING)
    told.wait(2)
    quiet(told)
    before = len(told.times)
    (root / "memory" / "a.md").write_bytes(b"- a\n")
    told.wait(before + 1)


def test_a_folder_that_is_missing_at_the_start_is_waited_for(tmp_path: Path, told: Told) -> None:
    watcher = Watcher(tmp_path / "later", told, DEBOUNCE, CAP, look=LOOK)
    watcher.start()
    assert watcher.status.state is WatchState.GONE
    (tmp_path / "later").mkdir()
    told.wait(1)
    assert watcher.status.state is WatchState.WATCHING
    watcher.stop()


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (errno.ENOSPC, "this system watches as many folders as it may"),
        (errno.EMFILE, "this system has as many watchers as it may"),
        (errno.EPERM, "Operation not permitted"),
    ],
)
def test_where_the_system_cannot_watch_it_polls_and_says_why(
    root: Path, told: Told, number: int, reason: str
) -> None:
    def refuses() -> BaseObserver:
        raise OSError(number, os.strerror(number))

    watcher = Watcher(
        root,
        told,
        DEBOUNCE,
        CAP,
        look=LOOK,
        native=refuses,
        polling=lambda: PollingObserver(timeout=0.05),
    )
    watcher.start()
    assert watcher.status == WatchStatus(WatchState.POLLING, reason)
    (root / "memory" / "a.md").write_bytes(b"- a\n")
    told.wait(1)
    watcher.stop()


def test_a_limit_reached_by_a_folder_that_comes_later_is_not_passed_over(
    root: Path, told: Told
) -> None:
    class Limited(PollingObserver):
        """As watchdog's own for Linux: what it can't watch below its folder it does not tell."""

        def __init__(self) -> None:
            super().__init__(timeout=0.05)

        def schedule(self, handler, path, **how):  # type: ignore[no-untyped-def]
            if (root / "late").exists() and Path(path) != root:
                raise OSError(errno.ENOSPC, "inotify watch limit reached")
            return super().schedule(handler, path, **how)

    watcher = Watcher(root, told, DEBOUNCE, CAP, look=LOOK, native=Limited)
    watcher.start()
    assert watcher.status.state is WatchState.WATCHING
    (root / "late").mkdir()
    until(lambda: watcher.status.reason == "this system watches as many folders as it may")
    told.wait(1)
    watcher.stop()


def test_stopping_ends_every_thread(root: Path, told: Told) -> None:
    before = set(threading.enumerate())  # one of an earlier test may end meanwhile
    watcher = Watcher(root, told, DEBOUNCE, CAP, look=LOOK)
    watcher.start()
    assert set(threading.enumerate()) - before
    watcher.stop()
    assert set(threading.enumerate()) <= before
    (root / "MEMORY.md").write_bytes(b"- a\n")
    assert quiet(told) == 0


def test_stopping_waits_for_whoever_is_being_told(root: Path) -> None:
    began, ended = threading.Event(), threading.Event()

    def slow() -> None:
        began.set()
        time.sleep(0.2)
        ended.set()

    watcher = Watcher(root, slow, 0.0, CAP, look=LOOK)
    watcher.start()
    (root / "MEMORY.md").write_bytes(b"- a\n")
    assert began.wait(60)
    watcher.stop()
    assert ended.is_set()


def test_a_watcher_can_be_stopped_by_whom_it_tells(root: Path) -> None:
    stopped = threading.Event()
    watcher: Watcher

    def stop() -> None:
        watcher.stop()
        stopped.set()

    watcher = Watcher(root, stop, 0.0, CAP, look=LOOK)
    watcher.start()
    (root / "MEMORY.md").write_bytes(b"- a\n")
    assert stopped.wait(60)


def test_a_folder_on_a_network_is_known_by_its_mount() -> None:
    mounts = (
        "/dev/sda1 / ext4 rw 0 0\nnas:/home /home/ana/My\\040notes nfs4 rw 0 0\n"
        "tmpfs /home/ana tmpfs rw 0 0\nhalf\n"
    )
    assert file_system("/home/ana/My notes/memory", mounts) == "nfs4"
    assert file_system("/home/ana/My notes 2", mounts) == "tmpfs"
    assert file_system("/srv", mounts) == "ext4"
