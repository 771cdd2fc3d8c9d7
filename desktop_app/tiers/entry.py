"""Entry: a line of a file as a tier keeps it, packed for a server, and what a search wants."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields

_ODD = "surrogatepass"  # names of files may hold the halves of surrogate pairs


@dataclass(frozen=True)
class TierEntry:
    """A chunk of a file, with all that a search needs to find it and to show it.

    `id` names it in its notebook and changes with its text. `kind` is the part of the notebook that
    it stands in, as a search names it. Lines are 1-based. `words` are those of the text as searches
    match them, each once. `day` is an ISO date.
    """

    id: str
    path: str
    kind: str
    line: int
    end_line: int
    heading: str
    head: str
    text: str
    words: tuple[str, ...]
    day: str | None = None


@dataclass(frozen=True)
class Narrow:
    """Which entries a search may find: of these `kinds` (none means all), of days from `since` to
    `until` (ISO, both inclusive; either leaves out entries without a day), of the file `path`."""

    kinds: tuple[str, ...] = ()
    since: str = ""
    until: str = ""
    path: str = ""

    def lets(self, entry: TierEntry) -> bool:
        """Whether this entry may be found."""
        if (self.kinds and entry.kind not in self.kinds) or (self.path and entry.path != self.path):
            return False
        if not (self.since or self.until):
            return True
        day = entry.day
        return day is not None and self.since <= day and (not self.until or day <= self.until)


ANYWHERE = Narrow()

_TYPES: dict[str, type] = {
    one.name: {"line": int, "end_line": int, "words": list}.get(one.name, str)
    for one in fields(TierEntry)
}


def packed(entry: TierEntry) -> bytes:
    """The entry as bytes."""
    return as_bytes(json.dumps(asdict(entry), ensure_ascii=False, separators=(",", ":")))


def unpacked(held: Iterable[bytes | None]) -> list[TierEntry]:
    """The entries that these bytes are. What is none is left out: others may write there."""
    found = []
    for data in held:
        try:
            told = json.loads((data or b"").decode("utf-8", _ODD))
            if told.keys() == _TYPES.keys() and all(map(_fits, told, told.values())):
                found.append(TierEntry(**told | {"words": tuple(told["words"])}))
        except (AttributeError, RecursionError, ValueError):
            continue
    return found


def _fits(name: str, value: object) -> bool:
    return type(value) is _TYPES[name] or (value is None and name == "day")


def as_bytes(text: str) -> bytes:
    """The text in UTF-8, whatever it holds."""
    return text.encode("utf-8", _ODD)
