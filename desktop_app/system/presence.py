"""Presence: a program that runs without a window is called by the next one that is started."""

import os
import time
from contextlib import suppress
from pathlib import Path

from desktop_app import own_files
from desktop_app.errors import Problem
from desktop_app.own_files import take_lock
from desktop_app.settings import write_own_file

_SECONDS, _PAUSE = 3.0, 0.05  # until one that does not answer counts as stuck


class Presence:
    """Whether this program, without a window, is there to be called."""

    def __init__(self, data: Path) -> None:
        self._place = data / "hidden"
        self._call = data / "hidden-called"
        self._lock: int | None = None

    def begin(self) -> None:
        """Be there to be called, unless another one is already."""
        if self._lock is None:
            with suppress(OSError):  # then the next one that is started opens a window
                self._lock = take_lock(self._place)
                self._call.unlink(missing_ok=True)

    def end(self) -> None:
        """Be called no more: the window is there."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def called(self) -> str | None:
        """The folder that was asked for, "" where any is well; None where nobody called."""
        if self._lock is None or not self._call.exists():
            return None
        with suppress(OSError, ValueError):
            folder = os.fsdecode(own_files.read(self._call))
            self._call.unlink(missing_ok=True)
            return folder
        return None

    def call(self, folder: Path | None, seconds: float = _SECONDS) -> bool:
        """Ask the one that is there for its window; returns whether it answers in time."""
        try:
            free = take_lock(self._place)
        except OSError:
            return False
        if free is not None:
            os.close(free)
            return False
        try:
            named = os.fsencode(folder.absolute()) if folder is not None else b""
            write_own_file(self._call, named, lasting=False)
        except Problem:
            return False
        end = time.monotonic() + seconds
        while self._call.exists():
            if time.monotonic() > end:
                with suppress(OSError):
                    self._call.unlink(missing_ok=True)
                return False
            time.sleep(_PAUSE)
        return True
