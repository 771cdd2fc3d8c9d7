"""Which entries of the palette fit what is typed, best first. Knows words, no Qt."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz
from rapidfuzz.utils import default_process

# What one types before the words, and the kind it narrows to.
PREFIXES = {">": "command", "#": "heading", "@": "day"}
ENOUGH = 70.0
_MOST = 60


@dataclass(frozen=True)
class Entry:
    """One row of the palette. `kind` is `command`, `page`, `heading`, `day`, `note`, `dream` or
    `window`."""

    title: str
    detail: str
    icon: str
    run: Callable[[], object]
    kind: str = "command"
    shortcut: str = ""


def matching(typed: str, entries: Sequence[Entry]) -> list[Entry]:
    """The entries that fit, best first; without words all of them, in the order given."""
    typed = typed.strip()
    kind = PREFIXES.get(typed[:1])
    words = typed[1:].strip() if kind else typed
    pool = [entry for entry in entries if kind in (None, entry.kind)]
    if not words:
        return pool[:_MOST]
    scored = [(_fit(words, entry), -place, entry) for place, entry in enumerate(pool)]
    scored.sort(key=lambda row: row[:2], reverse=True)
    return [entry for fit, _, entry in scored if fit >= ENOUGH][:_MOST]


def _fit(words: str, entry: Entry) -> float:
    """0 to about 120: a title that begins so, its initials, its parts, then the detail."""
    asked, title = default_process(words), default_process(entry.title)
    if not asked:
        return 0.0
    parts = title.split()
    if title.startswith(asked):
        return 120.0
    if any(part.startswith(asked) for part in parts):
        return 110.0
    if len(asked) > 1 and "".join(part[0] for part in parts).startswith(asked):
        return 100.0
    if asked in title:
        return 95.0
    if asked in default_process(entry.detail):
        return 92.0
    # Slips of the finger; short words would fit anything.
    return fuzz.partial_token_ratio(asked, title) * 0.9 if len(asked) > 3 else 0.0
