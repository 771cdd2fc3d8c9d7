"""Own files without what is forgotten: drafts, talks, what waits and what is damaged."""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from desktop_app import own_files
from desktop_app.notebook.forgetting.cutting import CutLine, ForgetPlace, cut_file, cut_json
from desktop_app.notebook.forgetting.phrases import Sought
from desktop_app.notebook.forgetting.tables import says_anything
from desktop_app.notebook.layout import TRANSCRIPT
from desktop_app.notebook.storage import trouble
from desktop_app.settings import write_own_file

_LEFT_ALONE = re.compile(
    r"\.db(-wal|-shm|-journal)?$|\.parquet(\.part)?$|\.forget$|^forgotten\.key$"
)
"""What forgetting itself needs, databases with their logs, and older notes: who holds one open
clears it; deleted, it would be damaged."""
_DAMAGED = re.compile(r"\.damaged|\.left$")
_SQLITE = b"SQLite format 3\0"


@dataclass(frozen=True)
class OwnFile:
    """One of our own files that says it: what it would be without, None where it has to go."""

    place: ForgetPlace
    path: Path
    lines: tuple[CutLine, ...] = ()
    data: bytes | None = None

    def clear(self) -> None:
        """Write it without, or delete it. Raises Problem."""
        with trouble.with_file(str(self.path)):
            if self.data is None:
                self.path.unlink(missing_ok=True)
            elif self.place is ForgetPlace.PROGRAM and self.path.suffix != ".json":
                with self.path.open("r+b") as file:  # who has a log open goes on at its end
                    file.write(self.data)
                    file.truncate()
            else:
                write_own_file(self.path, self.data)


def in_notebooks_own(own: Path, sought: Sought) -> Iterator[OwnFile]:
    """The files that say it among those that the program keeps for one notebook."""
    for path in sorted(own.rglob("*")):
        if not _LEFT_ALONE.search(path.name) and path.is_file():
            yield from _looked_at(path, path.relative_to(own).parts[0], sought)


def of_the_program(data: Path, sought: Sought) -> Iterator[OwnFile]:
    """Those among the files that the program keeps for all notebooks."""
    logs = sorted((data / "log").glob("*"))
    for path in (*logs, data / "state.json", data / "models.json"):
        if path.is_file() and (kept := _bytes(path)) is not None:
            yield from _cut_small(ForgetPlace.PROGRAM, path, kept, sought)


def _looked_at(path: Path, folder: str, sought: Sought) -> Iterator[OwnFile]:
    kept = _bytes(path)
    if kept is None:
        return
    if _DAMAGED.search(path.name) or kept.startswith(_SQLITE):
        if _damaged_says(path, kept, sought):
            yield OwnFile(ForgetPlace.DAMAGED, path)
    elif path.suffix == ".draft":
        yield from _draft(path, kept, sought)
    elif folder == "journal":  # an older version kept its texts in a form that hides them
        if b'"data"' in kept or sought.said_by(kept.decode("utf-8", "replace")):
            yield OwnFile(ForgetPlace.DAMAGED, path)
    elif folder == "talks" and path.suffix == TRANSCRIPT:
        cut = cut_file(kept, sought, json_lines=True)
        if cut.lines:
            yield OwnFile(ForgetPlace.CONVERSATIONS, path, cut.lines, cut.data)
    else:
        yield from _cut_small(ForgetPlace.RECORDS, path, kept, sought)


def _cut_small(place: ForgetPlace, path: Path, kept: bytes, sought: Sought) -> Iterator[OwnFile]:
    """A small file of JSON or of lines; another one goes as a whole if it says it."""
    text = kept.decode("utf-8", "surrogateescape")
    if not sought.said_by(text):
        return
    rest = cut_json(text, sought) if path.suffix == ".json" else None
    if rest is not None or place is not ForgetPlace.PROGRAM:
        yield OwnFile(place, path, data=rest.encode() if rest else None)
        return
    lines = text.splitlines(keepends=True)
    rest = "".join(line for line in lines if not sought.said_by(line))
    rest = "" if sought.said_by(rest) else rest
    yield OwnFile(place, path, data=rest.encode("utf-8", "surrogateescape"))


def _draft(path: Path, kept: bytes, sought: Sought) -> Iterator[OwnFile]:
    """A draft: its two texts are cut apart. One that cannot be read goes if it says it."""
    try:
        line, _, body = kept.partition(b"\n")
        head: dict[str, Any] = json.loads(line)
        at = int(head["base"])
    except (ValueError, KeyError, TypeError, RecursionError):
        if sought.said_by(kept.decode("utf-8", "replace")):
            yield OwnFile(ForgetPlace.DRAFTS, path)
        return
    base, data = (cut_file(part, sought) for part in (body[:at], body[at:]))
    if lines := data.lines or base.lines:
        rest = base.data + data.data
        head |= {"base": len(base.data), "sha256": sha256(rest).hexdigest()}
        yield OwnFile(ForgetPlace.DRAFTS, path, lines, json.dumps(head).encode() + b"\n" + rest)


def _damaged_says(path: Path, kept: bytes, sought: Sought) -> bool:
    """Whether a damaged file says it. A database of which a part cannot be read may, so it does."""
    if sought.said_by(kept.decode("utf-8", "replace")):
        return True
    if not kept.startswith(_SQLITE):
        return path.suffix != ".json" and b"\0" in kept
    address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(address, uri=True)) as file:
            whole = file.execute("pragma quick_check(1)").fetchone()
            return whole is None or whole[0] != "ok" or says_anything(file, sought)
    except sqlite3.Error:
        return True


def _bytes(path: Path) -> bytes | None:
    try:
        return own_files.read(path, None)
    except OSError:
        return None
