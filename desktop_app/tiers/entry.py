"""Entry: a piece of memory as a tier keeps it, packed for a server, and what a search wants."""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields

from desktop_app.words import counted


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


_APART = ("mark", "vector")
_TYPES = {
    one.name: int if one.name in {"line", "end_line"} else str
    for one in fields(TierEntry)
    if one.name not in _APART
}
_OPTIONAL = {"day"}
_ODD = "surrogatepass"  # names of files may hold the halves of surrogate pairs


def packed(entry: TierEntry) -> bytes:
    """The entry as bytes."""
    told = {name: value for name, value in asdict(entry).items() if name not in _APART}
    data = as_bytes(json.dumps(told, ensure_ascii=False, separators=(",", ":")))
    return b"\0".join((data, as_bytes(entry.mark), entry.vector)) if entry.vector else data


def unpacked(data: bytes) -> TierEntry:
    """The entry that these bytes are. Raises ValueError where they are none."""
    try:
        data, _, apart = data.partition(b"\0")
        mark, _, vector = apart.partition(b"\0")
        told = json.loads(as_text(data))
        if told.keys() != _TYPES.keys() or not all(map(_fits, told, told.values())):
            raise ValueError("these are no fields of an entry")
        return TierEntry(**told, mark=as_text(mark), vector=vector)
    except (AttributeError, RecursionError) as error:
        raise ValueError("it is no entry") from error


def vector_in(data: bytes, mark: str) -> bytes:
    """The vector of this mark in a packed entry; b"" without one."""
    found, _, vector = data.partition(b"\0")[2].partition(b"\0")
    return vector if found == as_bytes(mark) else b""


def _fits(name: str, value: object) -> bool:
    return type(value) is _TYPES[name] or (value is None and name in _OPTIONAL)


def counted_words(words: str) -> dict[str, int]:
    """Each word of an entry and how often it stands there."""
    return Counter(filter(None, words.split(" ")))


class PackedReading:
    """Reads what a server holds, and tells what of it is no entry: others may write there."""

    def __init__(self, server: str) -> None:
        self._server = server
        self.unread: set[str] = set()

    def entries(self, held: Iterable[tuple[str, bytes | None]]) -> dict[str, TierEntry]:
        """The entries by their ids, without those that are not there or can't be read."""
        found = {}
        for id_, data in held:
            self.unread.discard(id_)
            if data:
                try:
                    found[id_] = unpacked(data)
                except ValueError:
                    self.unread.add(id_)
        return found

    @property
    def trouble(self) -> str:
        """What could not be read when it was last asked for."""
        if not self.unread:
            return ""
        return counted(
            "{count} entry in {server} can't be read; it is read from the notes again",
            "{count} entries in {server} can't be read; they are read from the notes again",
            len(self.unread),
            server=self._server,
        )


def as_bytes(text: str) -> bytes:
    """The text in UTF-8, whatever it holds."""
    return text.encode("utf-8", _ODD)


def as_text(data: bytes) -> str:
    """The text of `as_bytes`."""
    return data.decode("utf-8", _ODD)
