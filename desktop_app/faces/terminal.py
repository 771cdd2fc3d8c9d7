"""Terminal: everything that the command line prints, and reads, goes through here.

A note or a file name may hold signs that move the cursor, fill the clipboard or retitle the window.
A terminal shows them as escapes. A pipe or a file gets the bytes as they are. A Chinese character
takes two columns of it.
"""

import io
import sys
import unicodedata
from collections.abc import Sequence
from typing import Any, TextIO

from desktop_app.errors import WrongUse
from desktop_app.regex import regex
from desktop_app.visible import visible
from desktop_app.words import tr

_WIDE = "\u2e80-\uffef"
_PIECE = regex(rf"\s+|[（「『《]*(?:[{_WIDE}]|[^\s{_WIDE}]+)[，。、；：！？）」』》…”]*")


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


def width(text: str) -> int:
    """How many columns a terminal gives it."""
    wide = sum(unicodedata.east_asian_width(sign) in "WF" for sign in text)
    return len(text) + wide - sum(unicodedata.combining(sign) > 0 for sign in text)


def padded(text: str, columns: int, *, right: bool = False) -> str:
    """The text with spaces up to so many columns, before it if it stands at the `right`."""
    space = " " * (columns - width(text))
    return space + text if right else text + space


def table(rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> str:
    """Cells below each other; the last ones are as long as they are."""
    wide = [max(map(width, cells)) for cells in list(zip(*rows, strict=False))[:-1]]
    lines = (
        [padded(cell, wide[n], right=n in right) if n < len(wide) else cell
         for n, cell in enumerate(row)] for row in rows
    )  # fmt: skip
    return "\n".join("  ".join(cells).rstrip() for cells in lines)


def cut(text: str, columns: int) -> str:
    """The beginning of the text that has so many columns, with `…` for the rest."""
    if width(text) <= columns:
        return text
    while text and width(text) > columns - 1:
        text = text[:-1]
    return f"{text}…"


def wrapped(text: str, columns: int) -> list[str]:
    """Lines of at most so many columns, where no word is longer. Chinese breaks between any two
    characters, and no line begins with a sign that ends what is before it."""
    lines = [""]
    for piece in _PIECE.findall(" ".join(text.split())):
        if width(lines[-1] + piece) > columns and lines[-1]:
            lines.append("")
        lines[-1] += piece if lines[-1] else piece.lstrip()
    return [line.rstrip() for line in lines]
