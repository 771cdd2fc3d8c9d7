"""How many lines of a text another one changed, added and took away. Knows bytes, no version."""

from collections import Counter
from dataclasses import dataclass


@dataclass(frozen=True)
class LineCount:
    """Lines that are not blank; a line in another place, or with other blanks, is the same."""

    changed: int = 0
    added: int = 0
    removed: int = 0


def line_count(before: bytes, after: bytes) -> LineCount:
    """What differs between two texts, in time proportional to their length."""
    old, new = _lines(before), _lines(after)
    added, removed = (new - old).total(), (old - new).total()
    changed = min(added, removed)
    return LineCount(changed, added - changed, removed - changed)


def _lines(data: bytes) -> Counter[bytes]:
    return Counter(line.strip() for line in data.split(b"\n") if line.strip())
