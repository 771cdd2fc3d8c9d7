"""Versions without what is forgotten: each is written anew without the lines, under its own number.

So what is left of a file's history can still be compared and restored, and a dream undone. Knows
the history's tables, no files.
"""

import hashlib
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from desktop_app.notebook.forgetting.cutting import CutBytes, cut_file
from desktop_app.notebook.forgetting.phrases import Sought
from desktop_app.notebook.history import packed
from desktop_app.notebook.layout import TRANSCRIPT

Wanted = Callable[[str], bool]


@dataclass
class RewrittenVersions:
    """What became of the versions: the new sha by the old one, the lines that went, and how many
    versions of each path there were."""

    shas: dict[str, str] = field(default_factory=dict)
    lines: set[str] = field(default_factory=set)
    counts: dict[str, int] = field(default_factory=dict)


def count_versions(
    db: sqlite3.Connection, sought: Sought, wanted: Wanted, whole: Wanted
) -> dict[str, int]:
    """How many versions of each wanted path say it; of a `whole` path all of them."""
    counts: dict[str, int] = {}
    for path, _version, _sha, _done in _saying(db, sought, wanted, whole):
        counts[path] = counts.get(path, 0) + 1
    return counts


def rewrite_versions(
    db: sqlite3.Connection, sought: Sought, wanted: Wanted, whole: Wanted
) -> RewrittenVersions:
    """Write those versions anew without it; versions of a `whole` path are deleted."""
    done = RewrittenVersions()
    for path, version, sha, cut in list(_saying(db, sought, wanted, whole)):
        done.counts[path] = done.counts.get(path, 0) + 1
        if cut is None:
            db.execute("delete from versions where version = ?", [version])
            continue
        new = hashlib.sha256(cut.data).hexdigest()
        db.execute(
            "insert or ignore into contents values (?, ?, ?)",
            [new, len(cut.data), packed(cut.data)],
        )
        db.execute("update versions set sha = ? where version = ?", [new, version])
        done.shas[sha] = new
        done.lines.update(line.text for line in cut.lines)
    db.execute("delete from contents where sha not in (select sha from versions)")
    return done


def _saying(
    db: sqlite3.Connection, sought: Sought, wanted: Wanted, whole: Wanted
) -> Iterator[tuple[str, int, str, CutBytes | None]]:
    """Path, number and sha of each version, and its text without what it says; None: all goes."""
    paths = [path for (path,) in db.execute("select distinct path from versions")]
    for path in filter(wanted, paths):
        rows = db.execute("select version, sha from versions where path = ?", [path]).fetchall()
        for version, sha in rows:
            if whole(path):
                yield path, version, sha, None
                continue
            row = db.execute("select size, packed from contents where sha = ?", [sha]).fetchone()
            cut = _cut(path, row[0], row[1], sought) if row else CutBytes(b"")
            if cut is None or cut.lines:
                yield path, version, sha, cut


def _cut(path: str, size: int, kept: bytes, sought: Sought) -> CutBytes | None:
    """The text of a version without what it says; None for one that is damaged and says it."""
    if len(kept) == size:
        return cut_file(kept, sought, json_lines=path.endswith(TRANSCRIPT))
    try:
        return cut_file(zlib.decompress(kept), sought, json_lines=path.endswith(TRANSCRIPT))
    except zlib.error:
        begun = readable(kept)
        return None if cut_file(begun, sought).lines else CutBytes(b"")


def readable(kept: bytes) -> bytes:
    """As much of compressed bytes as can be read."""
    reader, data = zlib.decompressobj(), b""
    try:
        for at in range(0, len(kept), 512):
            data += reader.decompress(kept[at : at + 512])
    except zlib.error:
        pass
    return data
