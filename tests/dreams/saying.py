"""What the built-in engine may say: the notes' own lines, or an old line with one exchange."""

import re
from collections.abc import Sequence

from desktop_app.dreams.proposal import Change


def is_said(change: Change, memory: str, days: Sequence[str]) -> bool:
    """Whether the text of a change stands in one line of its sources, or in lines that follow one
    another, perhaps with a label above them; or is its old line with one piece of a note in it.
    """
    new = change.new
    if new is None:
        return True
    if change.kind == "updated":
        return _exchanged(change.old[0], new, [source.quote for source in change.sources])
    if change.kind in ("merged", "question"):
        return _copied(new, change) and any(_one_line(new, text) for text in (memory, *days))
    return _copied(new, change)


def _exchanged(old: str, new: str, quotes: Sequence[str]) -> bool:
    """Whether one stretch of `old` gave way to one that stands in a note."""
    start = _alike(old, new)
    end = _alike(old[start:][::-1], new[start:][::-1])
    came = new[start : len(new) - end]
    return any(came in quote for quote in quotes)


def _alike(one: str, other: str) -> int:
    """How many characters two texts have in common at their beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))


def _copied(new: str, change: Change) -> bool:
    """Whether nothing of letters or digits is left when the sources' own quotes are taken out."""
    rest = " ".join(new.split())
    for quote in sorted((_bare(source.quote) for source in change.sources), key=len, reverse=True):
        rest = rest.replace(quote, " ") if quote else rest
    return not any(map(str.isalnum, rest))


def _one_line(new: str, text: str) -> bool:
    """Whether the text stands in one line, or in two with the label of the first before it."""
    parts = [part.strip() for part in re.split(r"[:：]\s*", new, maxsplit=1)]
    return any(new in line for line in text.split("\n")) or all(part in text for part in parts)


def _bare(quote: str) -> str:
    return " ".join(quote.split()).strip("#*:： ")
