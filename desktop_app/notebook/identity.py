"""Identity: which notebook a folder is. Knows names, not contents.

Specification: architecture, 'What is a notebook'. The program's own data keeps a register of ids
and real paths; the folder keeps its id in `.nightstand.toml` from the first write on.
"""

import json
import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_app import own_files
from desktop_app.errors import Problem
from desktop_app.notebook.discovery import MARK, belonging, layout_of, mark_values
from desktop_app.notebook.files import NotebookFiles, Snapshot
from desktop_app.notebook.layout import Layout, Undated
from desktop_app.notebook.storage import trouble
from desktop_app.notebook.storage.lock import Lock
from desktop_app.regex import regex
from desktop_app.words import tr

if TYPE_CHECKING:
    import tomlkit

    from desktop_app.notebook.notebook import Notebook

_ID = regex(r"[0-9a-f]{32}")
_WORDS = "Nightstand finds this notebook's history by its id."
_ALL = 'notes = "." makes every Markdown file below this folder a note.'


def identify(files: NotebookFiles, data: Path, new: str = "") -> str:
    """The id of the notebook at `files.root`, noted in the register below `data`, with its folder
    there.

    Nothing is written into the folder. If another existing folder has the same id, this one gets a
    new id: `new` if that is given. Raises Problem if the register cannot be written.
    """
    with trouble.with_file(str(data)):
        own_files.make_folder(data)
        with Lock(data / "notebooks.lock").hold():
            register = _register(data)
            id_ = _id_of(register, files, data, new or os.urandom(16).hex())
            if register.get(id_) != str(files.root):
                entries = {key: root for key, root in register.items() if root != str(files.root)}
                entries[id_] = str(files.root)
                packed = json.dumps(entries, indent=1).encode("ascii")
                own_files.write_durably(data / "notebooks.json", packed)
    own = data / "notebooks" / id_
    with trouble.with_file(str(own)):
        own_files.make_folder(own)
    return id_


def looked_up(files: NotebookFiles, data: Path) -> str:
    """The id that `identify` would return, without a note in the register: for a full disk."""
    with trouble.with_file(str(data)):
        return _id_of(_register(data), files, data, os.urandom(16).hex())


def mark(files: NotebookFiles, id: str, layout: Layout) -> None:  # noqa: A002  # the vocabulary's word
    """Write the id into the folder's mark; everything else in the mark stays."""
    current = _mark_of(files)
    if current is None or _id_in(current) == id:
        return
    import tomlkit  # long to load, and wanted once in a notebook's life

    document = _document(current)
    if document is None:
        return  # a mark that cannot be read is left alone; the register knows the folder
    if not current.exists:
        document.add(tomlkit.comment(_WORDS))
        document.add(tomlkit.comment(_ALL))
        if layout.undated is not Undated.BESIDE:
            document["notes"] = "."
    document["id"] = id
    if not current.exists and layout.followed:
        document["daily"] = {
            "folder": layout.days,
            "format": layout.form,
            "language": layout.language,
            "template": layout.template,
        }
    files.replace(MARK, tomlkit.dumps(document).encode("utf-8"), current)


def set_leave_out(notebook: "Notebook", names: Sequence[str]) -> None:
    """Have dreams, searches and prompts leave out these files, folders and sections, as the
    folder's mark says from now on. Raises Problem if the mark cannot be read or written.
    """
    import tomlkit

    with notebook.lock():
        notebook.mark()
        current = notebook.files.read(MARK)
        document = _document(current)
        if document is None:
            raise Problem(
                tr("{mark} cannot be read.").format(mark=MARK),
                tr("Repair it, or move it out of the notebook."),
            )
        document["leave_out"] = list(names)
        notebook.files.replace(MARK, tomlkit.dumps(document).encode("utf-8"), current)
    notebook.layout = notebook.layout._replace(leave_out=tuple(names))


def _id_of(register: dict[str, str], files: NotebookFiles, data: Path, new: str) -> str:
    mark, root = _mark_of(files), str(files.root)
    carried = _id_in(mark) if mark else None
    registered = {place: key for key, place in register.items()}.get(root)
    if carried is None:
        return (
            registered if registered and _is_still(files, data / "notebooks" / registered) else new
        )
    owner = register.get(carried, root)
    is_copy = owner != root and _lives(Path(owner), carried)
    return (registered or new) if is_copy else carried


def _is_still(files: NotebookFiles, own: Path) -> bool:
    """Whether a folder without a mark is still the one that was registered under this path."""
    history = own / "history.db"
    if not history.is_file():  # a pipe would be waited for
        return True
    try:
        with closing(sqlite3.connect(f"{history.as_uri()}?mode=ro", uri=True)) as database:
            shas = dict(
                database.execute("select sha, min(cause = 'outside') from versions group by 1")
            )
    except sqlite3.Error:
        return True  # it has none, or none that can be read: the path tells
    layout = layout_of(files.root)
    if all(shas.values()) or _sha(files, layout.memory) in shas:
        return True  # so that no large folder is gone through
    return any(_sha(files, path) in shas for path in belonging(files, layout))


def _sha(files: NotebookFiles, path: str) -> str:
    try:
        return files.read(path).sha
    except Problem:  # not to be read: it proves nothing
        return ""


def _lives(folder: Path, id: str) -> bool:  # noqa: A002
    if not folder.is_dir():
        return False
    try:
        current = NotebookFiles(folder).read(MARK)
    except Problem:
        return True  # it is there, though it may not be looked into: better two ids than one
    return not current.exists or _id_in(current) == id


def _mark_of(files: NotebookFiles) -> Snapshot | None:
    """The mark; None if it may not be read, since the notes can be opened without it."""
    with suppress(Problem):
        return files.read(MARK)
    return None


def _register(data: Path) -> dict[str, str]:
    path = data / "notebooks.json"
    try:
        entries: Any = own_files.json_in(path)
    except FileNotFoundError:
        return {}
    except ValueError:
        entries = None
    if isinstance(entries, dict) and all(isinstance(root, str) for root in entries.values()):
        return entries
    path.replace(path.with_suffix(".damaged"))  # notebooks that carry their id are found again
    return {}


def _document(mark: Snapshot) -> "tomlkit.TOMLDocument | None":
    """A mark as a document to write again; None if it is no TOML."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        return None if mark_values(mark.data) is None else tomlkit.parse(mark.data)
    except TOMLKitError:
        return None


def _id_in(mark: Snapshot) -> str | None:
    """The id in a mark. It names a folder of ours, so it must have our own form."""
    id_ = (mark_values(mark.data) or {}).get("id")
    return str(id_) if isinstance(id_, str) and _ID.fullmatch(id_) else None
