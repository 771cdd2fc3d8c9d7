"""Steps of a command on the way, on a terminal's last line. Where nobody watches they go unsaid."""

import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from desktop_app.faces import terminal
from desktop_app.words import tr

_EACH = 0.1  # seconds; a person sees no more
_OFTEN = 1.0
_CLEAR = "\r\x1b[K"


class Steps:
    """Tells steps. One that carries on the last (the same words before ":") takes its place."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or terminal.bare(sys.stderr)
        self._shown = self._stream.isatty()
        self._last = ""
        self._at = 0.0

    def __call__(self, step: str) -> None:
        if not self._shown:
            return
        now = time.monotonic()
        goes_on = bool(self._last) and _subject(step) == _subject(self._last)
        if goes_on and now - self._at < _EACH:
            return
        start = _CLEAR if goes_on or not self._last else "\n"
        self._stream.write(start + _fitted(step))
        self._stream.flush()
        self._last, self._at = step, now

    @contextmanager
    def counting(self, left: Callable[[], int]) -> Iterator[None]:
        """Tells every second how many files are `left` to be read, where there are any."""
        ended = threading.Event()

        def tell() -> None:
            while not ended.wait(_OFTEN):
                if count := left():
                    self(tr("Reading your notes: {count:,} files left").format(count=count))

        telling = threading.Thread(target=tell, daemon=True)
        telling.start()
        try:
            yield
        finally:
            ended.set()
            telling.join()

    def end(self) -> None:
        """Leave the last line, so that what is said next stands on its own."""
        if self._last:
            self._stream.write("\n")
            self._stream.flush()
            self._last = ""


def _subject(step: str) -> str:
    return step.rpartition(": ")[0] or step


def _fitted(step: str) -> str:
    """The step on one line: a longer one could not be taken back."""
    told = step if step.endswith(".") else f"{step} …"
    plain = "".join(c if c.isprintable() else " " for c in told)
    width = shutil.get_terminal_size().columns - 1
    return plain if len(plain) <= width else plain[: max(width - 1, 0)] + "…"
