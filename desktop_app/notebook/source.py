"""A place in the notebook that something rests on. Knows a path, a line and its hash, no files."""

from dataclasses import dataclass
from hashlib import sha256


@dataclass(frozen=True)
class Source:
    """A place in the notebook that a change rests on.

    `line` is 1-based. `quote` stands verbatim in that line. `sha` is the sha256 (hex) of the full
    line without its ending, so that the line is found again after it has moved; "" if unknown.
    """

    path: str
    line: int
    quote: str
    sha: str = ""


def line_sha(line: str) -> str:
    """The hash by which a source's line is found again: of its text, without the line ending."""
    return sha256(line.rstrip("\r\n").encode("utf-8", "surrogateescape")).hexdigest()
