"""Terminal: everything that the command line prints, and reads, goes through here.

A note or a file name may hold signs that move the cursor, fill the clipboard or retitle the window.
A terminal shows them as escapes. A pipe or a file gets the bytes as they are.
"""

import io
import sys
from typing import Any, TextIO

from desktop_app.errors import WrongUse
from desktop_app.visible import visible
from desktop_app.words import tr


def guard() -> None:
    """Replace this process's two outputs, if they are terminals, by guarded ones."""
    sys.stdout, sys.stderr = _guarded(sys.stdout), _guarded(sys.stderr)


def bare(stream: TextIO) -> TextIO:
    """The output without the guard, for code that steers a terminal on purpose."""
    buffer = getattr(stream, "buffer", None)
    return buffer.terminal if isinstance(buffer, _Visible) else stream


def standard_input() -> str:
    """All that comes on it. Raises WrongUse where there is none."""
    if sys.stdin is None:
        raise WrongUse(tr("There is no standard input."))
    return sys.stdin.buffer.read().decode("utf-8", "replace")


def _guarded(stream: TextIO) -> TextIO:
    if stream is None or not stream.isatty():  # None where who started us closed it
        return stream
    return io.TextIOWrapper(
        _Visible(stream), encoding="utf-8", errors="backslashreplace", write_through=True
    )


class _Visible(io.BufferedIOBase):
    """Turns bytes for a terminal into visible text; bytes that are no text become escapes."""

    name = "<terminal>"

    def __init__(self, terminal: TextIO) -> None:
        self.terminal = terminal

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return self.terminal.fileno()

    def write(self, data: Any) -> int:
        text = visible(bytes(data).decode("utf-8", "backslashreplace"))
        self.terminal.buffer.write(text.encode(self.terminal.encoding, "backslashreplace"))
        self.terminal.buffer.flush()
        return len(data)
