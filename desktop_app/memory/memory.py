"""Memory: an open notebook and its rooms. What can be done stands in the rooms.

Methods block; callers with a window run them in worker threads. Any thread may call any method.
"""

import errno
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date, datetime
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from desktop_app.clock import Clock, SystemClock
from desktop_app.dreams.talk import talk_store
from desktop_app.errors import Problem
from desktop_app.memory.changed import Listener, Writing
from desktop_app.memory.files import Files
from desktop_app.memory.room import Room
from desktop_app.notebook import history, identity
from desktop_app.notebook.drafts import Drafts
from desktop_app.notebook.layout import Layout
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.opening import create_notebook, open_notebook
from desktop_app.notebook.storage import trouble
from desktop_app.notebook.storage.trouble import Damaged
from desktop_app.settings import Places
from desktop_app.tables import NewerTables
from desktop_app.threads import room
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.dreams.decisions import Needs
    from desktop_app.dreams.engine_choice import Engine
    from desktop_app.dreams.engines import Engines
    from desktop_app.dreams.proposal import Proposal
    from desktop_app.dreams.store import DreamStore
    from desktop_app.memory.agents import Agents
    from desktop_app.memory.claims import Claims
    from desktop_app.memory.context import Context
    from desktop_app.memory.days import Days
    from desktop_app.memory.dreams import Dreams
    from desktop_app.memory.forgetting import Forgetting
    from desktop_app.memory.hindsight import Hindsight
    from desktop_app.memory.history import History
    from desktop_app.memory.imports import Imports
    from desktop_app.memory.inbox import Inbox
    from desktop_app.memory.index import Index
    from desktop_app.memory.models import Models
    from desktop_app.memory.poison import PoisonLab
    from desktop_app.memory.schedule import DreamSchedule
    from desktop_app.memory.search import Search
    from desktop_app.memory.sessions import Sessions
    from desktop_app.memory.status import Status
    from desktop_app.memory.talks import Talks
    from desktop_app.memory.tiers import NotebookTiers
    from desktop_app.memory.watched import WatchedAgents
    from desktop_app.notebook.doctor import CheckResult
    from desktop_app.notebook.note_links import NoteLinks
    from desktop_app.notebook.write_journal import Intent
    from desktop_app.search import index as indexing
    from desktop_app.search.fresh import Fresh
    from desktop_app.search.meaning.embedder_choice import Embedders
    from desktop_app.search.meaning.meaning import Meaning
    from desktop_app.tiers.places import ChosenStores
    from desktop_app.tiers.store import Accesses

_NO_ROOM = tr(
    "There is no room left for Nightstand's own files. You can read and search the "
    "notebook, but nothing can be saved. Free some space; what you write is saved "
    "then."
)
_ONLY_READ = tr(
    "Nightstand's own files are on a disk that can only be read. You can read and "
    "search the notebook, but nothing can be saved. Make the disk writable; what you "
    "write is saved then."
)


def _room(module: str, name: str) -> Any:
    """A room of this class. Its module is loaded when the room is entered first."""

    def make(memory: "Memory") -> Room:
        made: Room = getattr(import_module(f"desktop_app.memory.{module}"), name)(memory)
        return made

    return room(make)


class Memory:
    """An open notebook. Made by `open` or `create`; `close` it in the end.

    `patient`, set before the first search: they may take seconds, as nobody waits at a keyboard.
    """

    patient = False

    def __init__(self, notebook: Notebook, clock: Clock, config: Path) -> None:
        self._notebook = notebook
        self._config = config
        self._clock = clock
        self._writing = Writing(lambda: self._fresh)
        notebook.settle = self._finish
        self._opening = self._recovered()
        self.drafts = Drafts(notebook.own / "drafts")
        self.files = Files(self)

    @classmethod
    def open(cls, folder: Path, places: Places, clock: Clock | None = None) -> Self:
        """Open a notebook and finish what a crash left half done. Writes nothing into the folder
        otherwise. Raises Problem when the folder is missing, unreadable or no notebook."""
        return cls._of(open_notebook(folder, places.data), clock, places.config)

    @classmethod
    def create(cls, folder: Path, places: Places, clock: Clock | None = None) -> Self:
        """Make a folder a notebook, over nothing that is there, and open it: see
        `create_notebook`.
        """
        return cls._of(create_notebook(folder, places.data), clock, places.config)

    def leave_out(self, names: Sequence[str]) -> None:
        """Have dreams, searches and prompts leave out these files, folders and sections."""
        identity.set_leave_out(self._notebook, names)
        self.index.rebuild(believe=True)

    @classmethod
    def _of(cls, notebook: Notebook, clock: Clock | None, config: Path) -> Self:
        clock = clock or SystemClock()
        try:
            try:
                return cls(notebook, clock, config)
            except Damaged:  # found by the first use; now there is a new history
                return cls(notebook, clock, config)
        except BaseException:
            notebook.close()
            raise

    @property
    def root(self) -> Path:
        return self._notebook.root

    @property
    def id(self) -> str:
        return self._notebook.id

    @property
    def name(self) -> str:
        return self._notebook.root.name

    @property
    def layout(self) -> Layout:
        return self._notebook.layout

    def day_path(self, day: date) -> str:
        """Where notes of a day are written."""
        return self._notebook.day_path(day)

    def today(self) -> date:
        """The person's local day."""
        return self._clock.now().date()

    def now(self) -> datetime:
        """The person's local time."""
        return self._clock.now()

    # -- rooms --------------------------------------------------------------------------------

    days: "Days" = _room("days", "Days")
    history: "History" = _room("history", "History")
    forgetting: "Forgetting" = _room("forgetting", "Forgetting")
    dreams: "Dreams" = _room("dreams", "Dreams")
    inbox: "Inbox" = _room("inbox", "Inbox")
    poison: "PoisonLab" = _room("poison", "PoisonLab")
    schedule: "DreamSchedule" = _room("schedule", "DreamSchedule")
    sessions: "Sessions" = _room("sessions", "Sessions")
    imports: "Imports" = _room("imports", "Imports")
    agents: "Agents" = _room("agents", "Agents")
    search: "Search" = _room("search", "Search")
    tiers: "NotebookTiers" = _room("tiers", "NotebookTiers")
    context: "Context" = _room("context", "Context")
    talks: "Talks" = _room("talks", "Talks")
    index: "Index" = _room("index", "Index")
    hindsight: "Hindsight" = _room("hindsight", "Hindsight")
    claims: "Claims" = _room("claims", "Claims")
    models: "Models" = _room("models", "Models")
    watched: "WatchedAgents" = _room("watched", "WatchedAgents")

    def needs(self, waiting: "Sequence[Proposal] | None" = None, *, anew: bool = False) -> "Needs":
        """What proposals, all that wait unless some are given, the questions of today and the
        suspicious lines that were found need of a person. With `anew` the lines are looked for
        first: that may take half a minute."""
        from desktop_app.dreams.decisions import Needs, needs_of

        if anew:
            self.poison.look()
        proposals = self.inbox.waiting() if waiting is None else waiting
        return needs_of(proposals, len(self.inbox.today())) + Needs(self.poison.waiting)

    @room
    def note_links(self) -> "NoteLinks":
        from desktop_app.notebook.note_links import NoteLinks

        return NoteLinks(self._notebook)

    @room
    def meaning(self) -> "Meaning":
        from desktop_app.search.meaning.meaning import Meaning

        return Meaning(self._notebook.own / "vectors.db", self._index, self._embedders)

    @room
    def _store(self) -> "DreamStore":
        from desktop_app.dreams.store import DreamStore

        return DreamStore(self._notebook.database)

    @room
    def _index(self) -> "indexing.SearchIndex":
        from desktop_app.search import index as indexing
        from desktop_app.search.find import BUDGET, PATIENT

        path, layout = self._notebook.own / "index.db", self.layout
        read = self._notebook.used
        budget = PATIENT if self.patient else BUDGET
        index = indexing.SearchIndex(path, read, layout.kind, layout.dated, budget=budget)
        index.stores = self._stores
        return index

    @room
    def _stores(self) -> "ChosenStores":
        from desktop_app.settings import Settings
        from desktop_app.tiers.places import ChosenStores, Passwords, choice_of

        settings = Settings(self._config / "settings.toml")
        own, choice = self._notebook.own / "tiers", lambda: choice_of(settings.get)
        return ChosenStores(own, self.id, choice, Passwords.beside(settings.path))

    @room
    def _accesses(self) -> "Accesses":
        from desktop_app.tiers.store import Accesses

        return Accesses(self._notebook.database)

    @room
    def _fresh(self) -> "Fresh":
        from desktop_app.search.fresh import Fresh

        return Fresh(self._notebook, self._index)

    @room
    def _embedders(self) -> "Embedders":
        from desktop_app.search.meaning.embedder_choice import Embedders

        return Embedders(lambda: self._engines.ollama)

    @room
    def _engines(self) -> "Engines":
        from desktop_app.dreams.engines import Engines
        from desktop_app.dreams.model.habits import KnownHabits
        from desktop_app.models.address import from_environment

        habits = KnownHabits(self._notebook.own.parent.parent / "models.json")  # of this computer
        return Engines(from_environment(os.environ), habits)

    # -- all of it ----------------------------------------------------------------------------

    @property
    def notices(self) -> list[str]:
        """Sentences about what was found and mended while opening, and set aside since."""
        sentences = list(self._opening)
        if aside := self._notebook.database.aside:
            told = tr(
                "The history of this notebook was damaged; your notes are untouched. The damaged "
                "history is now in {path}. The new one has what could be read of it."
            )
            sentences.append(told.format(path=aside))
        return sentences

    def status(self, engine: "Engine | None" = None) -> "Status":
        """Counts and states, read now; `engine` is the one of the person's settings."""
        from desktop_app.dreams.engine_choice import USUAL
        from desktop_app.memory.status import status_of

        return status_of(self, engine or USUAL)

    def doctor(self) -> "list[CheckResult]":
        """What is wrong with the notebook and its index, with what to do.

        Writes nothing into the notebook; the index reads first what has changed since its last
        look, which is no fault.
        """
        from desktop_app.notebook.doctor import CheckResult, examine

        with suppress(Problem):  # told below
            self.index.refresh()
        start = [
            CheckResult("start", False, one, tr("This notice appears once."))
            for one in self.notices
        ]
        return [*examine(self._notebook), *start, *self.index.findings()]

    def archive(self, path: Path) -> tuple[int, list[str]]:
        """Write all of it into one file, for another computer: see `notebook.archive`."""
        from desktop_app.notebook.archive import archive  # seldom wanted

        return archive(self._notebook, path)

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Hear of every change, on whichever thread made it. Returns what ends the listening."""
        return self._writing.listen(listener)

    def close(self) -> None:
        """Stop watching and close the databases."""
        made = self.__dict__  # what nobody wanted is not made for its end
        if "watched" in made:
            self.watched.stop()
        if "meaning" in made:
            self.meaning.close()
        if "_fresh" in made:
            self._fresh.stop()
        self._writing.clear()
        if "_index" in made:
            self._index.close()
            self._stores.close()
        self._notebook.close()

    def _recovered(self) -> list[str]:
        """Sentences on what a crash interrupted. A disk that refuses now hinders no reading."""
        with trouble.database_as_problem(history.NAME):
            self._notebook.database.connection()  # now it is known whether the disk takes anything
        if self._notebook.without_room:
            only_read = self._notebook.database.refusal == errno.EROFS
            return [_ONLY_READ if only_read else _NO_ROOM]
        try:
            sentences = self._notebook.recover(self._finish, self._clock.now())
            talk_store.settle(self._notebook)
            if (self._notebook.own / "forgetting").is_dir():
                sentences += self.forgetting.finish()
            return sentences
        except (Damaged, NewerTables):
            raise
        except Problem as problem:
            unsure = tr("Nightstand could not find out whether a change was interrupted. {problem}")
            return [unsure.format(problem=problem)]

    def _finish(self, intent: "Intent") -> None:
        from desktop_app.dreams.apply import finish  # long to load, and wanted after a crash
        from desktop_app.sessions.imports import books as imported

        if not imported.finish(self._notebook, intent):
            finish(self._store)(intent)
