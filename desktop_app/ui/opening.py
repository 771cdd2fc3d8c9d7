"""Opening a notebook: asked for, made, or refused, here or in a window of its own, which is another
run of the program. Knows the window and its first page, not what goes on once a notebook is open.
"""

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from desktop_app import release
from desktop_app.errors import Problem
from desktop_app.settings import Places
from desktop_app.ui.frame.palette import Entry
from desktop_app.ui.parts.actions import ALWAYS
from desktop_app.ui.parts.folders import beside, tilde
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.memory import Memory
    from desktop_app.ui.first_run import FirstRun
    from desktop_app.ui.open_notebook import OpenNotebook


class Opening(QObject):
    """Opens notebooks in a window."""

    about_to_open = Signal()  # what is typed is to be saved first
    opened = Signal(object)  # a Memory
    refused = Signal()  # no notebook is open, and the first page is to tell why

    def __init__(self, one: "OpenNotebook") -> None:
        super().__init__(one.window)
        self._one, self._window, self._state = one, one.window, one.state
        self._places = one.places
        self.to_make: Path | None = None  # the folder last refused for being no notebook yet
        self.page: FirstRun | None = None
        add = one.actions.add
        add("create", tr("Create a notebook…"), self._ask_for_new, icon="plus", where=ALWAYS,
            detail=tr("An empty one, in a folder of your choice"))  # fmt: skip
        add("sample", tr("Look at the sample notebook"), self._open_sample, icon="sparkle",
            where=ALWAYS, detail=tr("Two weeks of notes to try everything on"))  # fmt: skip
        add("open.new", tr("Open a notebook in a new window…"), lambda: self._ask(_open_beside),
            "Ctrl+Shift+O", "folder-plus", ALWAYS)  # fmt: skip
        self._window.finder.providers.append(self._lately)
        self._window.open_asked.connect(lambda: self._ask(self.open))

    def open(self, path: Path | str, *, create: bool = False, sample: bool = False) -> None:
        """Open a notebook, making it first if asked; a problem is told where the person looks. Of a
        file its notebook opens, at that file."""
        folder, inside = Path(path), ""
        if folder.is_file():
            from desktop_app.notebook.discovery import around

            folder, inside = around(folder)
        self.about_to_open.emit()
        agreed = folder == self.to_make
        self._one.jobs.do(
            lambda: _opened(folder, self._places, create=create, sample=sample, agreed=agreed),
            lambda memory: self._show(memory, inside),
            lambda problem: self._could_not_open(folder, problem),
        )

    @property
    def first_run(self) -> "FirstRun":
        if self.page is None:
            from desktop_app.ui.first_run import FirstRun

            page = self.page = FirstRun(self._state.recent())
            page.open_folder.connect(self.open)
            page.make.connect(partial(self.open, create=True))
            page.sample.connect(self._open_sample)
        return self.page

    def _show(self, memory: "Memory", inside: str) -> None:
        self.opened.emit(memory)
        if inside:
            self._window.open(inside)

    def _could_not_open(self, folder: Path, problem: Problem) -> None:
        from desktop_app.notebook.opening import NoNotebook  # loaded already

        self.to_make = folder if isinstance(problem, NoNotebook) else None
        word = tr("Make it a notebook") if self.to_make else ""
        if self._one.memory is not None:  # the open notebook stays; the strip above it tells
            hint, make_it = "" if word else problem.hint, partial(self.open, folder, create=True)
            self._window.banner.say(problem.message, hint, word, act=make_it)
            return
        self.refused.emit()
        self.first_run.show_recent(self._state.recent())
        make = str(self.to_make or "")
        if isinstance(problem, NoNotebook) and problem.notes:
            self.first_run.show_found(make, problem.notes.sentences)
        else:
            self.first_run.show_problem(problem.message, "" if make else problem.hint, make)

    def _ask_for_new(self) -> None:
        self._ask(partial(self.open, create=True), tr("Where the notebook will be"))

    # -- the sample -----------------------------------------------------------------------------

    @property
    def sample(self) -> Path:
        """The folder of the window's own copy of the sample."""
        from desktop_app.notebook.sample import FOLDER

        return self._places.data / FOLDER

    def _open_sample(self) -> None:
        self.open(self.sample, sample=True)

    def _lately(self) -> Iterable[Entry]:
        for folder in self._state.recent():
            if Path(folder) != self._one.root:
                words = tr("Open %1", Path(folder).name)
                yield Entry(words, tilde(folder), "folder", partial(self.open, folder))

    def _ask(self, chosen: Callable[[str], object], title: str = tr("Open a notebook")) -> None:
        from desktop_app.ui.parts.file_dialogs import ask_folder  # no first picture needs it

        ask_folder(self._window, title, beside(self._one.root), chosen)


def _open_beside(folder: str) -> None:
    from PySide6.QtCore import QProcess  # no first picture needs it

    program, *words = release.command(window=True)
    QProcess.startDetached(program, [*words, "open", folder])


def _opened(folder: Path, places: Places, *, create: bool, sample: bool, agreed: bool) -> "Memory":
    """A folder that holds notes becomes a notebook only once the person has seen what it holds."""
    from desktop_app.clock import SystemClock
    from desktop_app.memory import Memory
    from desktop_app.notebook.opening import notes_in
    from desktop_app.notebook.sample import copy_sample

    if create and not agreed:
        create = notes_in(folder) is None
    if sample and not (folder / "MEMORY.md").exists():
        copy_sample(folder, SystemClock().now().date())
    return (Memory.create if create or sample else Memory.open)(folder, places)


def load_what_opens() -> None:
    """Load beforehand what opens a notebook. Blocks: run it in a thread."""
    from desktop_app.memory import dreams, history, index, memory, models, search  # noqa: F401


def enter_rooms(memory: "Memory") -> None:
    """Make the rooms that are wanted all the time. Blocks: run it in a thread."""
    _ = memory.dreams, memory.models, memory.search, memory.index, memory.history
