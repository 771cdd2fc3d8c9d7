"""A proposal: what a dream would change, and from which lines. Knows no engine, file or store."""

from dataclasses import dataclass
from datetime import date, datetime
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


@dataclass(frozen=True)
class Change:
    """One thing that a dream would do to MEMORY.md.

    `n` counts from 1 within the proposal. `kind` is added, updated, merged, removed or question,
    `verdict` supported, partly or unsupported. `line` is where the first old bullet stands in the
    MEMORY.md that was dreamt over, 0 for an addition. `old` are the texts of the bullets that go,
    `new` is the text that comes (None when nothing comes). `accepted` is the engine's advice until
    `decided` is true, and from then on the person's word.
    """

    n: int
    kind: str
    heading: str
    line: int
    old: tuple[str, ...]
    new: str | None
    sources: tuple[Source, ...]
    verdict: str
    accepted: bool
    reason: str
    decided: bool = False


@dataclass(frozen=True)
class Proposal:
    """All changes of one dream with what the dream read and said. `days_read` is newest first.

    `state` is pending, applied, discarded or superseded.
    """

    id: str
    made: datetime
    engine: str
    model: str | None
    days_read: tuple[date, ...]
    days_missing: tuple[date, ...]
    state: str
    changes: tuple[Change, ...]
    title: str
    prose: str
    set_aside: dict[str, int]
    seconds: float
    tokens: int | None
    diary: str | None
    undone: datetime | None
    memory_sha: str


def line_sha(line: str) -> str:
    """The hash by which a source's line is found again: of its text, without the line ending."""
    return sha256(line.rstrip("\r\n").encode("utf-8", "surrogateescape")).hexdigest()


def change_key(change: Change) -> str:
    """What stays the same while a change is the same change: its texts and its sources' quotes.

    Where the lines stand does not matter, nor how often one was repeated. A rejected change is
    not proposed again as long as its key is known; an edited source gives another key.
    """
    quotes = sorted({source.quote for source in change.sources})
    fields = ("\x1e".join(change.old), change.new or "", "\x1e".join(quotes))
    return sha256("\x1f".join(fields).encode("utf-8", "surrogateescape")).hexdigest()
