"""Opening a notebook: a folder that is one, or becomes one. Writes what a new one needs."""

from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from desktop_app.errors import Problem
from desktop_app.notebook import discovery, identity
from desktop_app.notebook.discovery import FoundNotebook
from desktop_app.notebook.files import NotebookFiles, Snapshot
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.storage import contain, swap, trouble
from desktop_app.notebook.storage.swap import Swaps
from desktop_app.words import tr


class NoNotebook(Problem):
    """A folder that could become a notebook; `notes` is what it holds, if it has notes."""

    def __init__(self, folder: Path, notes: FoundNotebook | None, within: Collection[str]) -> None:
        """`within` are folders in it that are notebooks."""
        sentences = [tr("{folder} is no notebook yet.").format(folder=folder)]
        if notes:
            sentences += [tr("It holds notes."), *notes.sentences]
        if within:
            names = ", ".join(sorted(within)[:3])
            sentences.append(tr("There is a notebook within it: {names}.").format(names=names))
        hint = tr("Make it one with: nightstand init {folder}").format(folder=folder)
        super().__init__(" ".join(sentences), hint)
        self.notes = notes


def notes_in(folder: Path) -> FoundNotebook | None:
    """The contents of a folder, notebook or not; None if it has no notes or is no folder."""
    with suppress(Problem):  # what is wrong with a folder is told where it is opened
        contents = discovery.look(folder)
        return contents if contents.any else None
    return None


def open_notebook(folder: Path, data: Path, swaps: Swaps = swap.HERE) -> Notebook:
    """Open a notebook, writing nothing into its folder; `data` is the root of our own data.

    If our own data has no room, the notebook can only be read: see `without_room`. Raises
    Problem if there is no such folder, it may not be read, or it is no notebook.
    """
    if not discovery.recognise(folder):
        raise NoNotebook(folder, notes_in(folder), discovery.layout_of(folder).apart)
    return _opened(folder, data, swaps)


def create_notebook(folder: Path, data: Path) -> Notebook:
    """Make a folder a notebook, and open it. The files in it stay as they are.

    A folder that has notes gets our mark and nothing else. Raises Problem, before anything is
    written, for a link out of it in the place of memory, days, diaries or conversations.
    """
    with trouble.with_file(str(folder)):
        if folder.exists():
            discovery.look_into(folder)
        adopted = notes_in(folder) is not None
        if not adopted:
            discovery.need_few(folder)
        folder.mkdir(parents=True, exist_ok=True)
        root = folder.resolve()
        layout = discovery.layout_of(root)
        places = (discovery.MARK, layout.memory, layout.days, layout.dreams, layout.sessions)
        for place in filter(None, places):
            contain.resolved(root, place)
        notebook = _opened(folder, data, swap.HERE)
        notebook.need_room()
        for place in () if adopted else (layout.days, layout.dreams, layout.sessions):
            (notebook.root / place).mkdir(parents=True, exist_ok=True)
    with notebook.lock():
        notebook.mark()
        if not adopted:
            missing = Snapshot(layout.memory, b"", "")
            notebook.files.replace(layout.memory, b"# Memory\n", missing)
    return notebook


def _opened(folder: Path, data: Path, swaps: Swaps) -> Notebook:
    files, unregistered = NotebookFiles(folder), None
    try:
        id_ = identity.identify(files, data)
    except trouble.Unwritable:
        id_, unregistered = identity.looked_up(files, data), data
    with trouble.with_file(str(folder)):
        layout = discovery.layout_of(files.root)
    own = data / "notebooks" / id_
    return Notebook(files.root, id_, layout, own, swaps, unregistered)
