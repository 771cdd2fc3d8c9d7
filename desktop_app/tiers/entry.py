"""Entry: a piece of memory as a tier keeps it, and which entries a search wants. Pure.

Specification: production memory, 'Tiered Storage Management'; semantics, 'Tiers by access'.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class TierEntry:
    """A chunk of a file, with all that a search needs to find it and to show it.

    `id` names it in its notebook and changes with its text. `kind` is the part of the notebook that
    it stands in, as a search names it. Lines are 1-based. `day` is an ISO date. `words` is the
    text as searches match it, words apart by blanks. `vector` is what it means (float32, of length
    1) to the embedder that `mark` names; both are empty where no embedder has read it.
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
    mark: str = ""
    vector: bytes = b""


@dataclass(frozen=True)
class Narrow:
    """Which entries a search may find: of these `kinds` (none means all), of days from `since` to
    `until` (ISO, both inclusive; either leaves out entries without a day), of the file `path`."""

    kinds: tuple[str, ...] = ()
    since: str = ""
    until: str = ""
    path: str = ""

    def lets(self, kind: str, day: str | None, path: str) -> bool:
        """Whether an entry of this kind, day and path may be found."""
        if (self.kinds and kind not in self.kinds) or (self.path and path != self.path):
            return False
        if not (self.since or self.until):
            return True
        return day is not None and self.since <= day and (not self.until or day <= self.until)


ANYWHERE = Narrow()
