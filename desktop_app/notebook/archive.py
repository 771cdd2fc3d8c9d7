"""Archive: a notebook with all that the program knows of it, as one file for another computer.

A zip file with the notes as they are, the history without what was forgotten, drafts, talks, and a
list of every file with its hash. What comes out of one is foreign: it is proved first, and written
only where nothing is.
"""

import json
import os
import re
import shutil
import sqlite3
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

from desktop_app import __version__, own_files
from desktop_app.errors import Problem
from desktop_app.notebook import identity
from desktop_app.notebook.discovery import MARK, layout_of
from desktop_app.notebook.files import NotebookFiles, Snapshot
from desktop_app.notebook.history import NAME
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.storage import trouble
from desktop_app.notebook.storage.disk import must_be_bounded
from desktop_app.words import tr

FORMAT = 1
_LIST = "archive.json"
_NOTES, _OWN = "notebook/", "own/"
_HISTORY = "history.db"
_OF_OWN = re.compile(r"history\.db|forgotten\.key|drafts/[\w.-]+\.draft|talks/[\w-]+(?:\.[\w-]+)*")
_MOST_LISTED = 100_000_000  # bytes of the list itself
_ID = re.compile("[0-9a-f]{32}")
_DOES = re.compile(r"\b(as|cascade|check|conflict|generated|using)\b", re.IGNORECASE)
"""What a table of ours does not say: which rows it takes, drops, or makes up."""
_BROKEN = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, LookupError, RuntimeError, ValueError,
    OverflowError,
)  # fmt: skip
"""What a zip file that is cut or spoilt raises, besides errors of the disk."""


def archive(notebook: Notebook, path: Path) -> tuple[int, list[str]]:
    """Write everything into a new file at `path`, whole or not at all. Returns of how many files
    it is made, and the paths that could not be read.

    Nobody else writes into the notebook meanwhile. Raises Problem when something stands there, or
    the disk refuses.
    """
    if os.path.lexists(path):
        raise Problem(tr("{path} is there already.").format(path=path), tr("Choose another name."))
    left: list[str] = []
    with (
        trouble.with_file(str(path)),
        notebook.lock(),
        own_files.new_file(path) as half,
        zipfile.ZipFile(half, "w", zipfile.ZIP_DEFLATED) as packed,
    ):
        listed = [
            _put(packed, name, data)
            for name, data in (*_notes(notebook, left), *_own(notebook, half))
        ]
        about = {"format": FORMAT, "program": __version__, "id": notebook.id,
            "files": listed}  # fmt: skip
        packed.writestr(_LIST, json.dumps(about, indent=1))
    return len(listed), left


def unarchive(path: Path, folder: Path, data: Path) -> tuple[Path, int]:
    """Make the notebook of an archive in `folder`, which is empty or not there, with its history
    below `data`, the program's own folder. Returns its folder, and of how many files it is made.

    Raises Problem, and then nothing was made, when the archive is not whole, or the disk refuses.
    """
    folder = folder.absolute()
    with trouble.with_file(str(folder)):
        if os.path.lexists(folder) and (not folder.is_dir() or any(folder.iterdir())):
            raise Problem(
                tr("{folder} is not empty.").format(folder=folder), tr("Choose another folder.")
            )
    try:
        with trouble.with_file(str(path)), zipfile.ZipFile(path) as packed:
            must_be_bounded(path, (one.file_size for one in packed.infolist()))
            about = _list_of(packed)
            for name, content in _files(packed, about):  # each is proved before one is written
                if name == _OWN + _HISTORY:
                    _must_only_hold_rows(content)
            return _made(packed, about, folder, data)
    except _BROKEN as error:
        raise _broken() from error


def _made(
    packed: zipfile.ZipFile, about: dict[str, Any], folder: Path, data: Path
) -> tuple[Path, int]:
    notebooks = data / "notebooks"
    id_ = about["id"] if not (notebooks / about["id"]).exists() else os.urandom(16).hex()
    half, own, own_half = (
        folder.with_name(f".{folder.name}.part"), notebooks / id_, notebooks / f".{id_}.part",
    )  # fmt: skip
    placed = False
    try:
        with trouble.with_file(str(folder)):
            half.mkdir(parents=True)
            own_files.make_folder(own_half)
            files = NotebookFiles(half)
            for name, content in _files(packed, about):
                if name.startswith(_NOTES):
                    note = name.removeprefix(_NOTES)
                    files.replace(note, content, Snapshot(note, b"", ""))
                else:
                    target = own_half / name.removeprefix(_OWN)
                    own_files.make_folder(target.parent)
                    own_files.write_durably(target, content)
            identity.mark(files, id_, layout_of(half))
            own_half.rename(own)
            placed = True
            if folder.exists():
                folder.rmdir()
            half.rename(folder)
    except BaseException:
        shutil.rmtree(half, ignore_errors=True)
        shutil.rmtree(own if placed else own_half, ignore_errors=True)
        raise
    return folder, len(about["files"])


def _notes(notebook: Notebook, left: list[str]) -> Iterator[tuple[str, bytes]]:
    for path in (MARK, *notebook.files.list()):
        try:
            found = notebook.files.read(path)
            path.encode()  # a name of odd bytes has no place in such a file
        except (Problem, UnicodeEncodeError):
            left.append(path)
            continue
        if found.exists:
            yield _NOTES + path, found.data


def _own(notebook: Notebook, half: Path) -> Iterator[tuple[str, bytes]]:
    copy = half.with_name(f"{half.name}.db")
    try:
        with trouble.database_as_problem(NAME):
            copy.unlink(missing_ok=True)
            # Not byte by byte: what was deleted may still lie between its pages.
            notebook.database.connection().execute("vacuum into ?", [str(copy)])
            yield _OWN + _HISTORY, copy.read_bytes()
    finally:
        copy.unlink(missing_ok=True)
    for path in sorted(notebook.own.rglob("*")):
        name = path.relative_to(notebook.own).as_posix()
        if name != _HISTORY and _OF_OWN.fullmatch(name) and path.is_file():
            yield _OWN + name, path.read_bytes()


def _put(packed: zipfile.ZipFile, name: str, data: bytes) -> dict[str, Any]:
    packed.writestr(name, data)
    return {"name": name, "size": len(data), "sha256": sha256(data).hexdigest()}


def _list_of(packed: zipfile.ZipFile) -> dict[str, Any]:
    names = packed.namelist()
    ways = {one.compress_type for one in packed.infolist()}
    if ways - {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        raise _broken()
    if _LIST not in names or packed.getinfo(_LIST).file_size > _MOST_LISTED:
        raise _broken()
    about = json.loads(packed.read(_LIST))
    if not isinstance(about, dict) or not isinstance(about.get("files"), list):
        raise _broken()
    if about.get("format") != FORMAT:
        raise Problem(
            tr("This archive was written by another version of Nightstand."),
            tr("Use the version that wrote it, or a newer one."),
        )
    listed = [one.get("name") if isinstance(one, dict) else None for one in about["files"]]
    good = all(isinstance(name, str) and _is_place(name) for name in listed)
    whole = sorted(names) == sorted([*map(str, listed), _LIST]) and len(set(names)) == len(names)
    if not (good and whole and _ID.fullmatch(str(about.get("id")))):
        raise _broken()
    return about


def _is_place(name: str) -> bool:
    parts = name.split("/")
    if "\\" in name or "\0" in name or not all(parts) or {".", ".."} & set(parts):
        return False
    if name.startswith(_OWN):
        return _OF_OWN.fullmatch(name.removeprefix(_OWN)) is not None
    inside = name.removeprefix(_NOTES)
    hidden = any(part.startswith(".") for part in inside.split("/"))
    return name.startswith(_NOTES) and (not hidden or inside == MARK)


def _files(packed: zipfile.ZipFile, about: dict[str, Any]) -> Iterator[tuple[str, bytes]]:
    """Each file with its bytes, proved by its hash; no more of it is read than is listed."""
    for one in about["files"]:
        size = one.get("size")
        if not isinstance(size, int) or size < 0:
            raise _broken()
        with packed.open(one["name"]) as file:
            data = file.read(size + 1)
        if len(data) != size or sha256(data).hexdigest() != one.get("sha256"):
            raise _broken()
        yield one["name"], data


def _must_only_hold_rows(history: bytes) -> None:
    """Raise Problem where a database does something by itself when it is written to."""
    try:
        with closing(sqlite3.connect(":memory:")) as database:
            database.deserialize(history)
            made = database.execute("select type, coalesce(sql, '') from sqlite_master").fetchall()
    except sqlite3.Error as error:
        raise _broken() from error
    if any(type_ not in ("table", "index") or _DOES.search(sql) for type_, sql in made):
        raise _broken()


def _broken() -> Problem:
    return Problem(
        tr("This is no archive of a notebook, or it is not whole."),
        tr("Nothing was made. Copy it again, or write it again on the other computer."),
    )
