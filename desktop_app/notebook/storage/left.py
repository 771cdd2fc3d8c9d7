"""Left: the names of our temporary files, which tell after a crash what each of them is.

Two kinds: `.NAME.<16 hex>.nightstand` is being written. `.NAME.<...>.<...>.<...>.nightstand` is
whole and takes part in a swap: before it is what the file was to become, after it what it was,
and programs that hold it open may still write into it. Knows names and bytes, opens nothing.
"""

import os
import re
import secrets
from dataclasses import dataclass
from hashlib import sha256

_NAME = re.compile(
    r"\.(?P<meant>.+)\.(?:[0-9a-f]{16}|[0-9a-f]{8}\.(?P<new>[0-9a-f]{12})"
    r"\.(?P<size>[0-9a-f]{1,10})\.(?P<base>[0-9a-f]{12}))\.nightstand(?:\.old)?",
    re.DOTALL,
)
_SHORT = 12  # digits of a sha
_LONGEST = 180  # bytes of the file's own name


@dataclass(frozen=True)
class TemporaryName:
    """A temporary file. `meant` is the name it was made for; the rest is "" and 0 before a swap:

    `new` tells the bytes the file was to have, `base` the first `size` bytes of what it had, as
    far as they are safe.
    """

    name: str
    meant: str
    new: str
    size: int
    base: str

    def tail(self, data: bytes) -> bytes | None:
        """What of these bytes of it was added to the base; None where the base itself is another.

        Nothing was where they are our own: never swapped, or given back.
        """
        whole = _short(data)
        if self.new in ("", whole):
            return b""
        base = whole if len(data) <= self.size else _short(data[: self.size])
        return data[self.size :] if base == self.base else None


def parse(name: str) -> TemporaryName | None:
    """A temporary file of ours by its name; None for other files."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    size = int(match["size"] or "0", 16)
    return TemporaryName(name, match["meant"], match["new"] or "", size, match["base"] or "")


def name_to_write(name: str) -> str:
    """A new name for a file that is being written to take the place of another."""
    return f".{cut(name, _LONGEST)}.{secrets.token_hex(8)}.nightstand"


def name_to_swap(name: str, new: str, base: str, size: int) -> str:
    """A new name for one that is whole, or for what it replaces: by the sha of both."""
    ending = f"{secrets.token_hex(4)}.{new[:_SHORT]}.{size:x}.{base[:_SHORT]}"
    return f".{cut(name, _LONGEST)}.{ending}.nightstand"


def name_with(temporary: TemporaryName, base: bytes) -> str:
    """A new name for a swapped-out file of which `base` is safe already."""
    ending = f"{secrets.token_hex(4)}.{temporary.new}.{len(base):x}.{_short(base)}"
    return f".{temporary.meant}.{ending}.nightstand"


def cut(name: str, size: int) -> str:
    """A name's beginning of at most `size` bytes."""
    return os.fsencode(name)[:size].decode("utf-8", "ignore")


def _short(data: bytes) -> str:
    return sha256(data).hexdigest()[:_SHORT]
