"""Identity: which folder is a notebook, and which notebook it is. Knows names, not contents.

Specification: architecture, 'What is a notebook'. The program's own data keeps a register of ids
and real paths; the folder keeps its id in `.nightstand.toml` from the first write on.
"""

import json
import os
import re
import sqlite3
import uuid
from contextlib import closing
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from desktop_app.errors import Problem
from desktop_app.notebook.files import Files, Snapshot
from desktop_app.notebook.layout import Layout, counted_date
from desktop_app.notebook.storage import disk, trouble
from desktop_app.notebook.storage.lock import Lock

MARK = ".nightstand.toml"
_ID = re.compile(r"[0-9a-f]{32}")

# Files that an agent keeps beside its memory, by which its notebook is known.
_OPENCLAW = {"SOUL.md", "HEARTBEAT.md", "IDENTITY.md", "TOOLS.md"}
_COWAGENT = {"AGENT.md", "RULE.md"}
_WORDS = "Nightstand finds this notebook's history by its id. Nothing else is set here."


def recognise(folder: Path) -> bool:
    """Whether a folder is a notebook already. Raises OSError when it cannot be looked into."""
    if (folder / MARK).is_file() or _only(folder, "DREAMS.md"):
        return True
    return memory_name(folder) is not None or any(
        _has_dated_files(folder / name) for name in ("memory", "daily")
    )


def memory_name(folder: Path) -> str | None:
    """The name that MEMORY.md has here: exact, else the only one that differs in case."""
    return _only(folder, "MEMORY.md")


def layout_of(folder: Path) -> Layout:
    """Where things are in a notebook's folder: as they were found, else the standard."""
    days = "daily" if _keeps_daily(folder) else "memory"
    dreams = f"{days}/dreams"
    diaries = "" if _has_dated_files(folder / dreams) else _only(folder, "DREAMS.md") or ""
    names = {entry.name for entry in folder.iterdir()}
    if days == "daily":
        name = "zh-TW specification"
    elif diaries or names & _OPENCLAW:
        name = "OpenClaw"
    else:
        name = "CowAgent" if names & _COWAGENT else "Nightstand"
    memory = memory_name(folder) or "MEMORY.md"
    return Layout(memory=memory, days=days, dreams=dreams, diaries=diaries, name=name)


def identify(files: Files, data: Path, new: str = "") -> str:
    """The id of the notebook at `files.root`, noted in the register below `data`.

    Nothing is written into the folder. A second live folder that carries the same id gets one of
    its own: `new`, where that is given. Raises Problem when the register cannot be kept.
    """
    with trouble.told(str(data), "change"):
        disk.make_folder(data)
        with Lock(data / "notebooks.lock").held():
            register = _register(data)
            found = _found(register, files, data, new or uuid.uuid4().hex)
            if register.get(found) != str(files.root):
                kept = {key: root for key, root in register.items() if root != str(files.root)}
                kept[found] = str(files.root)
                packed = json.dumps(kept, indent=1).encode("ascii")
                disk.write_durably(data / "notebooks.json", packed)
    return found


def looked_up(files: Files, data: Path) -> str:
    """The id as `identify` would tell it, noted nowhere: for a disk without room."""
    with trouble.told(str(data), "read"):
        return _found(_register(data), files, data, uuid.uuid4().hex)


def mark(files: Files, id: str) -> None:  # noqa: A002  # the word of the vocabulary
    """See to it that the folder carries its id; everything else in its mark stays."""
    there = files.read(MARK)
    document = _document(there)
    if document is None or document.get("id") == id:
        return  # a mark that cannot be read is left alone; the register knows the folder
    if not there.exists:
        document.add(tomlkit.comment(_WORDS))
    document["id"] = id
    files.replace(MARK, tomlkit.dumps(document).encode("utf-8"), there)


def _found(register: dict[str, str], files: Files, data: Path, new: str) -> str:
    carried = _id_in(files.read(MARK))
    here = {root: key for key, root in register.items()}.get(str(files.root))
    if here and carried is None and not _is_still(files, data / "notebooks" / here):
        here = None
    return _choose(register, here or new, str(files.root), carried)


def _is_still(files: Files, own: Path) -> bool:
    """Whether the folder without a mark is the one we knew here, not another in its place.

    It is not when the history has versions and none of the folder's notes is among them.
    """
    try:
        with closing(sqlite3.connect(f"{(own / 'history.db').as_uri()}?mode=ro", uri=True)) as kept:
            known = {sha for (sha,) in kept.execute("select distinct sha from versions")}
    except sqlite3.Error:
        return True  # it has none, or none that can be read: the path tells
    layout = layout_of(files.root)
    paths = [layout.memory, *files.list(layout.days), *files.list(layout.dreams)]
    notes = (path for path in paths if layout.kind(path))
    return not known or any(_sha(files, path) in known for path in notes)


def _sha(files: Files, path: str) -> str:
    try:
        return files.read(path).sha
    except Problem:  # not to be read: it proves nothing
        return ""


def _choose(register: dict[str, str], own: str, root: str, carried: str | None) -> str:
    if carried is None:
        return own
    owner = register.get(carried)
    if owner is None or owner == root or not _lives(Path(owner), carried):
        return carried
    return own  # this folder is the copy


def _lives(folder: Path, id: str) -> bool:  # noqa: A002
    """Whether the notebook `id` still is in a folder, marked or not yet."""
    if not folder.is_dir():
        return False
    try:
        there = Files(folder).read(MARK)
    except Problem:
        return True  # it is there, though it may not be looked into: better two ids than one
    return not there.exists or _id_in(there) == id


def _register(data: Path) -> dict[str, str]:
    path = data / "notebooks.json"
    try:
        found: Any = json.loads(path.read_bytes())
    except FileNotFoundError:
        return {}
    except ValueError:
        found = None
    if isinstance(found, dict) and all(isinstance(root, str) for root in found.values()):
        return found
    path.replace(path.with_suffix(".damaged"))  # notebooks that carry their id are found again
    return {}


def _document(there: Snapshot) -> tomlkit.TOMLDocument | None:
    try:
        return tomlkit.parse(there.data)
    except (TOMLKitError, ValueError, RecursionError):  # whatever a stranger may have put there
        return None


def _id_in(there: Snapshot) -> str | None:
    """The id a mark carries. It names a folder of ours, so only our own form is taken."""
    document = _document(there)
    found = document.get("id") if document is not None else None
    return str(found) if isinstance(found, str) and _ID.fullmatch(found) else None


def _only(folder: Path, name: str) -> str | None:
    """The name a file has here: exact, else the only one that differs in case."""
    found = [e.name for e in folder.iterdir() if e.name.lower() == name.lower() and e.is_file()]
    if name in found:
        return name
    return found[0] if len(found) == 1 else None


def _keeps_daily(folder: Path) -> bool:
    """Whether days are in `daily/`: dated files there and none in `memory/`, or only that folder.

    An empty `memory/` beside it is no reason to begin a second place for days.
    """
    memory, daily = folder / "memory", folder / "daily"
    if not daily.is_dir() or _has_dated_files(memory):
        return False
    return _has_dated_files(daily) or (not memory.is_dir() and memory_name(folder) is not None)


def _has_dated_files(folder: Path) -> bool:
    if not folder.is_dir():
        return False
    with os.scandir(folder) as entries:
        return any(counted_date(entry.name) for entry in entries)
