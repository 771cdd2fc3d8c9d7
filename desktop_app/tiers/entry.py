"""Entry: a piece of memory as a tier keeps it. Pure.

Specification: production memory, 'Tiered Storage Management'; semantics, 'Tiers by access'.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class TierEntry:
    """A chunk of a file, with all that a search needs to find it and to show it.

    `id` names it in its notebook and changes with its text. `kind` is the part of the notebook that
    it stands in, as a search names it. Lines are 1-based. `day` is an ISO date. `words` is the
    text as searches match it, words apart by blanks. `vector` is the meaning's, as it is kept.
    """

    id: str
    path: str
    kind: str
    line: int
    end_line: int
    heading: str
    head: str
    text: str
    words: str
    day: str | None = None
    sentence: str = ""
    paragraph: str = ""
    vector: bytes = b""
