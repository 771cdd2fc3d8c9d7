"""The program's own files without what is forgotten: drafts, talks, what waits and what is damaged.

The databases in use are no part of it, nor is anything in the notebook's folder.
"""

import base64
import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from desktop_app import own_files
from desktop_app.notebook.forgetting.cutting import CutLine, ForgetPlace, cut_file, cut_value
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
    lines: tuple[CutLine, ...]
    data: bytes | None

    def clear(self) -> None:
        """Write it without, or delete it. Raises Problem."""
        with trouble.changing(str(self.path)):
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
        within = path.relative_to(own)
        if _LEFT_ALONE.search(within.name) or not path.is_file():
            continue
        found = _looked_at(path, within, sought)
        if found is not None:
            yield found


def of_the_program(data: Path, sought: Sought) -> Iterator[OwnFile]:
    """Those among the files that the program keeps for all notebooks."""
    logs = sorted((data / "log").glob("*"))
    for path in (*logs, data / "state.json", data / "models.json"):
        if path.is_file() and (kept := _bytes(path)) is not None:
            yield from _cut_small(ForgetPlace.PROGRAM, path, kept, sought)


def _looked_at(path: Path, within: Path, sought: Sought) -> OwnFile | None:
    kept = _bytes(path)
    if kept is None:
        return None
    if _DAMAGED.search(within.name) or kept.startswith(_SQLITE):
        says = _damaged_says(path, kept, sought)
        return OwnFile(ForgetPlace.DAMAGED, path, (), None) if says else None
    if path.suffix == ".draft":
        return _draft(path, kept, sought)
    if within.parts[0] == "journal":
        says = _intent_says(kept, sought)
        return OwnFile(ForgetPlace.DAMAGED, path, (), None) if says else None
    if within.parts[0] == "talks" and path.suffix == TRANSCRIPT:
        cut = cut_file(kept, sought, json_lines=True)
        return OwnFile(ForgetPlace.CONVERSATIONS, path, cut.lines, cut.data) if cut.lines else None
    return next(_cut_small(ForgetPlace.RECORDS, path, kept, sought), None)


def _cut_small(place: ForgetPlace, path: Path, kept: bytes, sought: Sought) -> Iterator[OwnFile]:
    """A small file of JSON or of lines; another one goes as a whole if it says it."""
    text = kept.decode("utf-8", "surrogateescape")
    if not sought.said_by(text):
        return
    if path.suffix == ".json":
        with suppress(ValueError, RecursionError):
            again = json.dumps(cut_value(json.loads(text), sought), indent=1)
            yield OwnFile(place, path, (), None if sought.said_by(again) else again.encode())
            return
    if place is ForgetPlace.PROGRAM:
        lines = (line for line in text.splitlines(keepends=True) if not sought.said_by(line))
        rest = "".join(lines)
        rest = "" if sought.said_by(rest) else rest
        yield OwnFile(place, path, (), rest.encode("utf-8", "surrogateescape"))
    else:
        yield OwnFile(place, path, (), None)


def _draft(path: Path, kept: bytes, sought: Sought) -> OwnFile | None:
    """A draft: its two texts are cut apart. One that cannot be read goes if it says it."""
    try:
        line, _, body = kept.partition(b"\n")
        head: dict[str, Any] = json.loads(line)
        at = int(head["base"])
    except (ValueError, KeyError, TypeError, RecursionError):
        says = sought.said_by(kept.decode("utf-8", "replace"))
        return OwnFile(ForgetPlace.DRAFTS, path, (), None) if says else None
    parts = [cut_file(part, sought) for part in (body[:at], body[at:])]
    if not any(part.lines for part in parts):
        return None
    base, data = (part.data for part in parts)
    head |= {"base": len(base), "sha256": sha256(base + data).hexdigest()}
    whole = json.dumps(head).encode() + b"\n" + base + data
    return OwnFile(ForgetPlace.DRAFTS, path, parts[1].lines or parts[0].lines, whole)


def _intent_says(kept: bytes, sought: Sought) -> bool:
    """Whether an interrupted change says it. One that cannot be read may, so it does."""
    try:
        whole = json.loads(kept)
        texts = [base64.b64decode(w["data"]) for w in whole["writes"] if w["data"] is not None]
    except (ValueError, KeyError, TypeError, RecursionError):
        return True
    texts.append(json.dumps(whole["purpose"]).encode())
    return any(sought.said_by(text.decode("utf-8", "replace")) for text in texts)


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
