"""Left: the names of our temporary files. After a crash they show what each file is.

There are two kinds: `.NAME.<16 hex>.nightstand` is being written. A file named
`.NAME.<...>.<...>.<...>.nightstand` is whole and takes part in a swap. Before the swap it has the
new text, and after it the old one; programs that have it open may still write into it. Knows names
and bytes, opens nothing.
"""

import os
import re
from hashlib import sha256
from typing import NamedTuple

from desktop_app.regex import regex

_NAME = regex(
    r"\.(?P<meant>.+)\.(?:[0-9a-f]{16}|[0-9a-f]{8}\.(?P<new>[0-9a-f]{12})"
    r"\.(?P<size>[0-9a-f]{1,10})\.(?P<base>[0-9a-f]{12}))\.nightstand(?:\.old)?",
    re.DOTALL,
)
_SHORT = 12  # digits of a sha
_LONGEST = 180  # bytes of the file's own name


class TemporaryName(NamedTuple):
    """A temporary file; `meant` is the name of the file that it is for.

    In a swap `new` is the short sha of the new bytes, `base` that of the first `size` old bytes,
    which are safe. Before one they are "" and 0.
    """

    name: str
    meant: str
    new: str
    size: int
    base: str

    def tail(self, data: bytes) -> bytes | None:
        """The part of these bytes that was added to the base; None if the base itself has changed.

        It is empty if the bytes are our own, because the file was never swapped, or swapped back.
        """
        whole = _short(data)
        if self.new in ("", whole):
            return b""
        base = whole if len(data) <= self.size else _short(data[: self.size])
        return data[self.size :] if base == self.base else None


def parse(name: str) -> TemporaryName | None:
    """A temporary file of ours by its name; None for other files."""
    match = _NAME.fullmatch(name) if ".nightstand" in name else None
    if match is None:
        return None
    size = int(match["size"] or "0", 16)
    return TemporaryName(name, match["meant"], match["new"] or "", size, match["base"] or "")


def name_to_write(name: str) -> str:
    """A new name for a file that is being written to take the place of another."""
    return f".{cut(name, _LONGEST)}.{os.urandom(8).hex()}.nightstand"


def name_to_swap(name: str, new: str, base: str, size: int) -> str:
    """A new name for a whole file that takes part in a swap, with the sha of both texts."""
    ending = f"{os.urandom(4).hex()}.{new[:_SHORT]}.{size:x}.{base[:_SHORT]}"
    return f".{cut(name, _LONGEST)}.{ending}.nightstand"


def name_with(temporary: TemporaryName, base: bytes) -> str:
    """A new name for a swapped-out file of which `base` is safe already."""
    ending = f"{os.urandom(4).hex()}.{temporary.new}.{len(base):x}.{_short(base)}"
    return f".{temporary.meant}.{ending}.nightstand"


def cut(name: str, size: int) -> str:
    """A name's beginning of at most `size` bytes."""
    return os.fsencode(name)[:size].decode("utf-8", "ignore")


def _short(data: bytes) -> str:
    return sha256(data).hexdigest()[:_SHORT]
