"""The way to a terminal: everything the command line says goes through it, whoever says it.

What stands in a note or a name could move the cursor, fill the clipboard or retitle the window.
A terminal is shown it as an escape. A pipe or a file gets the bytes.
"""

import io
import sys
from typing import Any, TextIO

from desktop_app.visible import visible


def guard() -> None:
    """Let this process's two outputs pass through here, where they go to a terminal."""
    sys.stdout, sys.stderr = _guarded(sys.stdout), _guarded(sys.stderr)


def bare(stream: TextIO) -> TextIO:
    """The output itself, for what steers a terminal on purpose."""
    buffer = getattr(stream, "buffer", None)
    return buffer.terminal if isinstance(buffer, _Visible) else stream


def _guarded(stream: TextIO) -> TextIO:
    if stream is None or not stream.isatty():  # None where who started us closed it
        return stream
    return io.TextIOWrapper(
        _Visible(stream), encoding="utf-8", errors="backslashreplace", write_through=True
    )


class _Visible(io.BufferedIOBase):
    """Bytes on their way to a terminal; those that are no text are shown as escapes, too."""

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
