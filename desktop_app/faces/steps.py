"""Steps: the last line of a terminal shows what a command is doing. A pipe gets nothing."""

import re
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from desktop_app.faces import terminal
from desktop_app.faces.columns import cut
from desktop_app.words import counted

_EACH = 0.1  # seconds; a person sees no more
_OFTEN = 1.0
_CLEAR = "\r\x1b[K"


class Steps:
    """Shows steps. A step replaces the one before it if both have the same words before ": "."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or terminal.bare(sys.stderr)
        self._shown = self._stream.isatty()
        self._last = ""
        self._at = 0.0

    def __call__(self, step: str) -> None:
        if not self._shown:
            return
        now, subjects = time.monotonic(), [re.split(": |：", one)[0] for one in (step, self._last)]
        goes_on = bool(self._last) and subjects[0] == subjects[1]
        if goes_on and now - self._at < _EACH:
            return
        start = _CLEAR if goes_on or not self._last else "\n"
        self._stream.write(start + _fitted(step))
        self._stream.flush()
        self._last, self._at = step, now

    @contextmanager
    def counting(self, remaining: Callable[[], int]) -> Iterator[None]:
        """In the block, shows every second how many files are `remaining`, if there are any."""
        ended = threading.Event()

        def tell() -> None:
            while not ended.wait(_OFTEN):
                if count := remaining():
                    self(counted("Reading your notes: {count} file left",
                                 "Reading your notes: {count} files left", count))  # fmt: skip

        telling = threading.Thread(target=tell, daemon=True)
        telling.start()
        try:
            yield
        finally:
            ended.set()
            telling.join()

    def end(self) -> None:
        """End the last line, so that the next text has a line of its own."""
        if self._last:
            self._stream.write("\n")
            self._stream.flush()
            self._last = ""


def _fitted(step: str) -> str:
    """The step cut to one line of the terminal: longer ones could not be erased."""
    line = step if step.endswith((".", "。")) else f"{step} …"
    plain = "".join(c if c.isprintable() else " " for c in line)
    return cut(plain, shutil.get_terminal_size().columns - 1)
