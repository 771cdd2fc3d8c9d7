"""Lock: one writer at a time, in turn."""

import threading
import time
from pathlib import Path

import pytest

from desktop_app.errors import Problem
from desktop_app.notebook.storage.lock import Lock


def test_another_program_is_kept_out_and_told_so(tmp_path: Path) -> None:
    with (
        Lock(tmp_path / "lock").hold(),
        pytest.raises(Problem, match="Another program is writing"),
        Lock(tmp_path / "lock", patience=0.05).hold(),
    ):
        pass


def test_who_waits_gets_it_before_one_that_takes_it_over_and_over(tmp_path: Path) -> None:
    lock = Lock(tmp_path / "lock")
    got = threading.Event()
    turns = 0

    def hog() -> None:
        nonlocal turns
        while turns < 1_000 and not got.is_set():
            with lock.hold():
                turns += 1
                time.sleep(0.01)

    hogging = threading.Thread(target=hog)
    hogging.start()
    while turns == 0:
        time.sleep(0.001)
    before = turns
    with lock.hold():
        got.set()
    hogging.join()
    assert turns - before < 200  # in turn it is one; a busy machine may let us wait for ours


def test_a_lock_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "a file").touch()
    with pytest.raises(Problem), Lock(tmp_path / "a file" / "lock").hold():
        pass
