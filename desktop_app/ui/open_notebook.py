"""A notebook in its window: what is there once for each of them. Knows no loop and no program.

Everything is built here once; what goes on in the window is handed this, and finds the rest in it.
The window may also wait for a notebook, or go on to another one.
"""

import asyncio
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from desktop_app.errors import Problem
from desktop_app.jobs import Jobs
from desktop_app.settings import Places, RememberedState, Settings
from desktop_app.ui.agents.doors import AgentDoors, WatchWork
from desktop_app.ui.background import Background
from desktop_app.ui.frame.commands import menu_bar
from desktop_app.ui.frame.drops import Drops
from desktop_app.ui.models.meaning_work import MeaningWork
from desktop_app.ui.models.server import OllamaServer
from desktop_app.ui.opening import Opening, enter_rooms, load_what_opens
from desktop_app.ui.page import PageParts
from desktop_app.ui.pages import Loading, made
from desktop_app.ui.parts.actions import ALWAYS, Actions
from desktop_app.ui.parts.delayed import OncePainted, at_rest, delayed
from desktop_app.ui.parts.folders import tilde
from desktop_app.ui.plans import EVERY
from desktop_app.ui.telling import AgentLine, Lookout, Parting, Telling
from desktop_app.ui.window import Window
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.memory import Changed, Memory
    from desktop_app.ui.note_card import NoteCard
    from desktop_app.ui.page import Page

_WRITTEN = ("memory", "days")  # the pages that hold a file
_SHOWN_MS = 400
"""How long the window waits for the notebook's text, so that its first picture has it. Where a disk
is slower, the person sees that something comes."""


class OpenNotebook(QObject):
    """One window, its jobs and the notebook that is open in it, if any. `days_page` and the like
    are the window's pages, made now if they were not yet."""

    ready = Signal()  # its picture is there, or the first page

    def __init__(
        self,
        places: Places,
        settings: Settings,
        state: RememberedState,
        desk: Callable[[], Any],
    ) -> None:
        """`desk` makes what opens the doors for agents."""
        super().__init__()
        self.places, self.settings, self.state = places, settings, state
        self.jobs = Jobs(lambda error: self.telling.tell_bug(error))
        self.actions = Actions()
        self.server = OllamaServer(self.jobs, self.settings)
        self.reading = MeaningWork(self.jobs, self.settings)
        self.watching = WatchWork(self.jobs, self.settings)
        self.doors = AgentDoors(self.jobs, self.settings, desk)
        for part in (self.actions, self.server, self.reading, self.watching, self.doors):
            part.setParent(self)  # they end with it, and with them what they call
        self.memory: Memory | None = None
        self.closing = False
        self._loop = asyncio.get_running_loop()
        self._followed = False  # the notebook, by what goes on as long as it is open
        parts = PageParts(
            self.jobs, self.actions, self.settings, self.server, self.reading, self.doors
        )
        pages = {plan: partial(made, plan, parts) for plan in EVERY}
        self.window = window = Window(self.jobs, self.actions, pages,
            lambda: self.opening.first_run, self.state)  # fmt: skip
        self.telling = Telling(self)
        self.tell = self.telling.tell
        self.opening = Opening(self)
        self._show_late = delayed(window, _SHOWN_MS, window.show)
        self._changed_late = at_rest(window, self._tell_changed)
        self._loading = Loading(window)
        self.agents = AgentLine(self)
        window.workspace.show_line(self.agents)
        self.lookout = Lookout(self)
        self.drops = Drops(window, self._wants)
        self.background = Background(self)
        self._add_commands()
        self.parting = Parting(self)
        self._connect()

    def __getattr__(self, name: str) -> Any:
        page, is_page, rest = name.partition("_page")
        if not is_page or rest:
            raise AttributeError(name)
        return self.window.made(page)

    @property
    def root(self) -> Path | None:
        """The folder of its notebook, None while it has none."""
        return self.memory.root if self.memory is not None else None

    def shows(self, memory: "Memory") -> bool:
        """Whether this is its notebook, perhaps opened once more."""
        mine = self.memory
        return mine is not None and (mine.root, mine.id) == (memory.root, memory.id)

    def begin(self, folder: Path | None) -> None:
        """Show the window, with this notebook once it is open; without one, the first page."""
        if folder is not None:
            self._show_late.start()
            self.opening.open(folder)
        else:
            self._greet()
            # A notebook is what comes next; what opens it takes a moment to load.
            self.jobs.call("load", load_what_opens, lambda _: self._load_pages())

    def _connect(self) -> None:
        window, status = self.window, self.window.status
        if sys.platform == "darwin":
            window.setMenuBar(menu_bar(self.actions, lambda: self.settings_page.lead_to("about")))
        self.opening.about_to_open.connect(window.leave)
        self.opening.about_to_open.connect(self._leave_typed)
        self.opening.opened.connect(self._show)
        self.opening.refused.connect(self._greet)
        window.page_made.connect(self._connect_page)
        status.engine.clicked.connect(self.show_models)
        status.index.clicked.connect(lambda: window.show_page("search"))
        status.index.clicked.connect(self.lookout.remind)
        self.server.changed.connect(self.telling.tell_engine)
        self.server.changed.connect(self.reading.retry)
        self.drops.dropped.connect(self._take_dropped)
        self.lookout.again.connect(window.show_again)
        self.lookout.woke.connect(self.telling.tell_update)
        self.lookout.woke.connect(self.background.look_again)

    def _add_commands(self) -> None:
        add = self.actions.add
        add("shortcuts", tr("Keyboard shortcuts"), self._show_keys, "Ctrl+/", "keyboard", ALWAYS,
            detail=tr("Those of every page"))  # fmt: skip
        add("note", tr("Add a line to today"), lambda: self.note.ask(), "Ctrl+Shift+N", "plus",
            detail=tr("A note of a line or two, from anywhere"))  # fmt: skip

    def _show_keys(self) -> None:
        self.window.make_pages()  # each has its own
        self.window.finder.ask_keys()

    # -- what is made when it is wanted ------------------------------------------------------

    @cached_property
    def note(self) -> "NoteCard":
        """The card for a note to today."""
        from desktop_app.ui.note_card import NoteCard

        card = NoteCard(self.window, self.jobs)
        card.opened.connect(self.window.open)
        card.toasted.connect(self.window.toast)
        self.lookout.again.connect(card.tell_day)
        if self.memory is not None:
            card.show_notebook(self.memory)
        return card

    @property
    def typed_in(self) -> "list[NoteCard]":
        """Where one types beside the pages, as far as it is made."""
        return [self.note] if "note" in self.__dict__ else []

    def _leave_typed(self) -> None:
        for part in self.typed_in:
            part.leave()

    # -- the pages ---------------------------------------------------------------------------

    def _connect_page(self, page: "Page") -> None:
        """Let a page that was made lead to the others, and have typed text saved that it reads."""
        made: Any = page
        if page.name != "memory":
            self._follow()  # it may ask for models or notes, as the settings say
        page.history_asked.connect(lambda *place: self.history_page.show_file(*place))
        page.forget_asked.connect(lambda *asked: self.forget_page.show_words(*asked))
        page.words_asked.connect(lambda *asked: self.search_page.find_words(*asked))
        if page.name in ("dreams", "conversation", "forget"):
            made.flush_asked.connect(self.window.flush)
        if page.name in _WRITTEN:
            made.file.asked.connect(lambda: self.dreams_page.show_conflict(made.file))
        if page.name == "memory":
            made.dream_asked.connect(lambda day: self.dreams_page.dream(until=day))
        elif page.name == "dreams":
            made.engine_chosen.connect(self._follow_engine)
            made.list.menu.engine_asked.connect(self.show_models)
            made.review.torn.open_ones = self._torn
            self.background.connect_dreams(made)
        elif page.name == "history":
            made.file_asked.connect(lambda: made.show_file((self.window.page or made).shown_path()))
        elif page.name == "settings":
            made.engine_chosen.connect(self.telling.tell_engine)
            self.background.connect_settings(made)

    def show_models(self) -> None:
        by_key = self.window.status.engine.hasFocus()
        self.settings_page.lead_to("models", "dreams.model" if by_key else "")

    def _load_pages(self) -> None:
        self.window.made("memory")
        self._loading.start()

    # -- the notebook -----------------------------------------------------------------------

    def _show(self, memory: "Memory") -> None:
        before = self.memory
        if self.shows(memory):
            self.jobs.when_idle(memory.close)  # nothing is to be lost of what is open
            self.window.banner.clear()
            self.window.toast(tr("This notebook is open already."))
            return
        self.memory = memory
        self.state.add_recent(memory.root)
        memory.listen(lambda changed: self._from_any_thread(self._show_changed, memory, changed))
        self.jobs.void()
        self._followed = False
        if before is not None:
            self.jobs.do(lambda: self.doors.leave(before), lambda _: None, self.tell)
        self.background.show_notebook(memory)
        self.window.show_notebook(memory)  # a page that is made now has what goes on begin
        self.window.status.show_notebook(tilde(str(memory.root)))
        for part in self.typed_in:
            part.show_notebook(memory)
        self.telling.tell_engine()
        if before is not None:
            self.jobs.when_idle(before.close)
        self.jobs.when_answered(self._show_window)

    def _show_window(self) -> None:
        """The page has its text: that is painted before anything else is opened or looked at."""
        if not self.closing:
            self._show_late.stop()
            self.window.show()
            OncePainted(self.window, self._attend)

    def _attend(self) -> None:
        """Have loaded what the picture did not need, then begin what goes on from now on."""
        if (memory := self.memory) is not None and not self.closing:
            self.window.workspace.show_beside()
            self.jobs.do(lambda: enter_rooms(memory), lambda _: self._follow(), self.tell)
            self.ready.emit()

    def _follow(self) -> None:
        """Begin what goes on as long as the notebook is open, unless it goes on already."""
        memory = self.memory
        if memory is None or self._followed or self.closing:
            return
        self._followed = True
        memory.dreams.doer = tr("the window")
        for part in (self.server, self.reading, self.watching, self.agents):
            part.follow(memory)
        # Among the changes: agents have left the notebook before by then.
        let_in = lambda _: self.doors.follow(memory) if memory is self.memory else None
        self.jobs.do(lambda: None, let_in)
        self.background.follow()
        self.server.attend(self.window)
        self.lookout.follow(memory)
        look, most = self.lookout.look, self.settings.get("history.megabytes")

        def attend() -> None:
            memory.index.watch(lambda: self._from_any_thread(look))
            with suppress(Problem):  # a history that can't be made smaller now is later
                if most:
                    memory.history.prune(most)

        self.jobs.do(attend, lambda _: look())
        self.jobs.when_answered(self._loading.start)  # the first look at each page is quick then

    def _wants(self, path: str) -> bool:
        from desktop_app.sessions.imports.entry import may_come_in  # no first picture needs it

        return self.memory is None or may_come_in(path)

    def _take_dropped(self, path: str) -> None:
        take = self.opening.open if self.memory is None else self.conversation_page.show_sheet
        take(path)

    def _greet(self) -> None:
        self._show_late.stop()
        self.window.show_first_run()
        self.window.come_up()
        self.telling.tell_engine()
        self.server.attend(self.window)
        self.ready.emit()

    def _show_changed(self, memory: "Memory", changed: "Changed") -> None:
        if memory is self.memory:
            self.window.show_changed(changed)
            if not self._changed_late.isActive():
                self._changed_late.start()

    def _tell_changed(self) -> None:
        self.reading.soon()
        self.agents.look()
        self.background.count()

    def _follow_engine(self) -> None:
        """Another engine was chosen, perhaps the first that asks Ollama."""
        self.telling.tell_engine()
        if not self.server.sight.known:
            self.server.look()

    # -- the end ----------------------------------------------------------------------------

    async def may_close(self) -> bool:
        """Whether the window can close and nothing is lost; then nothing can be typed in it any
        more. If not, the person was asked."""
        self._leave_typed()
        await self.jobs.written()
        allowed = self.parting.allows()
        self.window.setEnabled(not allowed)  # what is typed from here on would be kept by nobody
        return allowed

    def stay(self) -> None:
        self.closing = False
        self.opening.to_make = None
        self.window.setEnabled(True)

    async def close(self) -> None:
        """End all that goes on, then close notebook and window."""
        for timer in (self._show_late, self._changed_late, self._loading):
            timer.stop()
        if self.window.is_made("dreams"):
            self.dreams_page.work.settle()
        if self.window.is_made("conversation"):
            await self.conversation_page.work.part()
        for part in (self.lookout, self.background, self.reading, self.watching, self.server):
            part.stop()
        await self.jobs.close()
        if self.memory is not None:
            await asyncio.to_thread(self.doors.leave, self.memory)
            await asyncio.to_thread(self.memory.close)
        self.window.let_go()

    def _torn(self) -> list[Any]:
        """The open files of which two texts met."""
        made: list[Any] = [page for page in self.window.pages if page.name in _WRITTEN]
        return [page.file for page in made if page.file.clash or page.file.git_conflict]

    def _from_any_thread(self, act: Callable[..., None], *args: object) -> None:
        with suppress(RuntimeError):  # the loop has closed: nobody is left to tell
            self._loop.call_soon_threadsafe(act, *args)
