"""The window put together: the only module that knows both Qt and asyncio.

Everything is built here once and handed in; importing this module does no work.
"""

import asyncio
import logging
import os
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import date
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar, cast

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

# isort: split
import qasync  # after PySide6, whose loop it is to use

from desktop_app import __version__, manual, release
from desktop_app.errors import Problem
from desktop_app.jobs import Jobs
from desktop_app.logs import log_to
from desktop_app.settings import Places, RememberedState, Settings
from desktop_app.system.presence import Presence
from desktop_app.ui.background import Background
from desktop_app.ui.capturing import Capturing
from desktop_app.ui.conversation.talk_files import is_import, is_talk
from desktop_app.ui.conversation.watch_work import WatchWork
from desktop_app.ui.frame.agent_watch import AgentWatch
from desktop_app.ui.frame.changing_keys import ChangingKeys
from desktop_app.ui.frame.drops import Drops
from desktop_app.ui.frame.ending import asked_to_end
from desktop_app.ui.frame.exporting import Exporting
from desktop_app.ui.frame.garbage import collected_here
from desktop_app.ui.frame.input_methods import ask_fcitx
from desktop_app.ui.frame.lookout import Lookout
from desktop_app.ui.frame.menu_bar import menu_bar
from desktop_app.ui.frame.parting import Parting
from desktop_app.ui.frame.printing import Printing
from desktop_app.ui.frame.screen import make_app
from desktop_app.ui.frame.templating import Templating
from desktop_app.ui.look.theme import Theme, no_characters
from desktop_app.ui.models.server import OllamaServer
from desktop_app.ui.note_popup import NotePopup
from desktop_app.ui.opening import Opening
from desktop_app.ui.pages import Loading, Pages
from desktop_app.ui.parts.actions import ALWAYS, Actions
from desktop_app.ui.parts.capture_key import CaptureKey
from desktop_app.ui.parts.folders import tilde
from desktop_app.ui.parts.own_keys import OwnKeys
from desktop_app.ui.settings.agent_doors import AgentDoors
from desktop_app.ui.settings.meaning_work import MeaningWork
from desktop_app.ui.touring import Touring
from desktop_app.ui.window import Window
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.faces.doors.desk import DoorDesk
    from desktop_app.memory import Changed, Memory
    from desktop_app.ui.context_page import ContextPage
    from desktop_app.ui.conversation_page import ConversationPage
    from desktop_app.ui.days_page import DaysPage
    from desktop_app.ui.dreams_page import DreamsPage
    from desktop_app.ui.forget_page import ForgetPage
    from desktop_app.ui.history_page import HistoryPage
    from desktop_app.ui.inbox_page import InboxPage
    from desktop_app.ui.page import Page
    from desktop_app.ui.search_page import SearchPage
    from desktop_app.ui.settings_page import SettingsPage

T = TypeVar("T")

log = logging.getLogger(__name__)

_SHOWN_MS = 400
"""How long the window waits for the notebook's text, so that its first picture has it. Where a disk
is slower, the person sees that something comes."""

_PAINTED_MS = 50
"""After that picture, before what it does not need is begun."""


def run_window(folder: Path | None, *, at_login: bool = False) -> int:
    """Open the window, on `folder` if given, else on the last notebook; returns the exit code.

    One that runs without a window shows it instead; `at_login` there may be none at first.
    """
    places = Places.default()
    if Presence(places.data).call(folder):
        return 0
    log_to(places.data / "log")
    live(places, lambda program: program.run(folder, at_login=at_login))
    return 0


def run_capture(folder: Path) -> int:
    """Only the small window for a note to today of this notebook; returns the exit code."""
    places = Places.default()
    log_to(places.data / "log")
    _looped(lambda app: _capture(app, places, folder))
    return 0


async def _capture(app: QApplication, places: Places, folder: Path) -> None:
    from desktop_app.memory import Memory
    from desktop_app.ui.capture_window import CaptureWindow

    Theme(app, **_look(Settings(places.config / "settings.toml")))
    jobs, left = Jobs(lambda error: None), asyncio.Event()
    memory = await asyncio.to_thread(Memory.open, folder, places)
    try:
        window = CaptureWindow(jobs)
        window.left.connect(left.set)
        window.show_notebook(memory)
        with collected_here(), asked_to_end(left.set):
            window.ask()
            await left.wait()
        window.leave()
        await jobs.close()
    finally:
        memory.close()


def live(places: Places, life: "Callable[[Program], Awaitable[T]]") -> T:
    """Qt, its loop and one program in it; returns what the program's `life` returns."""
    return _looped(lambda app: _run(app, places, life))


def _looped(life: "Callable[[QApplication], Awaitable[T]]") -> T:
    ask_fcitx(os.environ)
    app = cast("QApplication", QApplication.instance() or make_app())
    app.setApplicationName("Nightstand")
    app.setDesktopFileName("app.nightstand.Nightstand")
    app.setQuitOnLastWindowClosed(False)
    with qasync.QEventLoop(app) as loop:
        ended: T = loop.run_until_complete(life(app))
        return ended


def _look(settings: Settings) -> dict[str, Any]:
    look = {name: settings.get(f"appearance.{name}") for name in ("mode", "contrast")}
    return {**look, "zoom": settings.get("appearance.zoom") / 100}


async def _run(app: QApplication, places: Places, life: "Callable[[Program], Awaitable[T]]") -> T:
    program = Program(app, places)
    sys.excepthook = program.on_exception
    with collected_here(), asked_to_end(program.end):
        return await life(program)


class Program:
    """One running Nightstand: its window, its jobs and the notebook that is open."""

    def __init__(self, app: QApplication, places: Places) -> None:
        self.places = places
        self.settings = Settings(places.config / "settings.toml")
        self.state = RememberedState(places.data / "state.json")
        self.theme = Theme(app, **_look(self.settings))
        self.jobs = Jobs(self._tell_bug)
        self.settings.write_by(lambda work: self.jobs.do(work, lambda _: None, self._tell))
        self.actions = Actions()
        own_keys = OwnKeys(self.actions, self.settings)
        self.server = OllamaServer(self.jobs, self.settings)
        self.reading = MeaningWork(self.jobs, self.settings)
        self.watching = WatchWork(self.jobs, self.settings)
        self.doors = AgentDoors(self.jobs, self.settings, self._desk)
        self.memory: Memory | None = None
        self._loop = asyncio.get_running_loop()
        self.capture_key = CaptureKey(self.jobs, self.settings, self._from_any_thread)
        self._closed = asyncio.Event()
        self._closing: asyncio.Task[None] | None = None
        self._bug_told = self._update_told = False
        self._followed = False  # the open notebook, by what goes on as long as it is open
        parts = (self.jobs, self.actions)
        pages = Pages(*parts, self.settings, self.server, self.reading, self.doors,
            self.capture_key, self.state.recent,
        )  # fmt: skip
        self.window = Window(*parts, pages.makers, lambda: self.opening.first_run, self.state)
        self.opening = Opening(self.window, *parts, places, self.state, lambda: self.memory)
        self._show_late = QTimer(self.window, singleShot=True, interval=_SHOWN_MS)
        self._show_late.timeout.connect(lambda: self.background.staying.show())
        self._attend_soon = QTimer(self.window, singleShot=True, interval=_PAINTED_MS)
        self._attend_soon.timeout.connect(self._attend)
        self._loading = Loading(self.window)
        line = self.window.workspace.agent_line
        self.agents = AgentWatch(line, self.jobs, self.state)
        line.review_asked.connect(self.window.open)
        self.lookout = Lookout(self.window.banner, self.jobs, self._lets_notes_leave)
        self.drops = Drops(self.window, self._dropped_for)
        self.note = NotePopup(self.window, self.jobs, self.actions)
        self.capturing = Capturing(self.jobs, self.capture_key)
        self.templating = Templating(self.window, *parts)
        self.exporting = Exporting(
            self.window, self.jobs, lambda: self.memory, self.settings.get, places.data
        )
        self.printing = Printing(
            self.window,
            self.jobs,
            self.actions,
            lambda: self.memory,
            self._shown,
            self.window.save_all,
        )
        self.changing_keys = ChangingKeys(
            self.window, self.window.make_pages, self.actions, own_keys
        )
        self.background: Background = Background(
            self.window, self.jobs, self.settings, self.state, Presence(places.data),
            lambda: bool(self.parting.unkept()),
        )  # fmt: skip
        self.parting: Parting = Parting(
            self.window.banner,
            lambda: (*self.window.pages, self.note, self.capturing, self.templating),
            self.background.is_dreaming,
        )
        self._connect()
        self.touring = Touring(
            self.window, self.actions, self.opening, lambda: self.dreams_page, self.state
        )

    async def run(self, folder: Path | None = None, *, at_login: bool = False) -> None:
        """Show the window; return once it has closed in good order.

        `at_login` it may stay in the tray, where the person wants that and something was open.
        """
        recent = self.state.recent()
        for problem in filter(None, (self.settings.damage, no_characters())):
            self._tell(problem)
        if folder is not None or recent:
            self.background.staying.begin(hidden=at_login)
            self._show_late.start()
            self.opening.open(folder or recent[0])
        else:
            self._greet()
            # A notebook is what comes next; what opens it takes a moment to load.
            self.jobs.call("load", _load, lambda _: self._load_pages())
        await self._closed.wait()

    def end(self) -> None:
        """End as the system asks: no dream holds it up."""
        self.parting.hurried = True
        self.window.quit()

    def on_exception(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """The edge where a mistake of ours in a slot ends: logged, and told once."""
        log.error("A mistake of ours", exc_info=(kind, error, trace))
        self._tell_bug(error)

    @property
    def days_page(self) -> "DaysPage":
        """The page of days, made now if it was not yet; so are the others."""
        return cast("DaysPage", self.window.made("days"))

    @property
    def dreams_page(self) -> "DreamsPage":
        return cast("DreamsPage", self.window.made("dreams"))

    @property
    def search_page(self) -> "SearchPage":
        return cast("SearchPage", self.window.made("search"))

    @property
    def conversation_page(self) -> "ConversationPage":
        return cast("ConversationPage", self.window.made("conversation"))

    @property
    def context_page(self) -> "ContextPage":
        return cast("ContextPage", self.window.made("context"))

    @property
    def inbox_page(self) -> "InboxPage":
        return cast("InboxPage", self.window.made("inbox"))

    @property
    def forget_page(self) -> "ForgetPage":
        return cast("ForgetPage", self.window.made("forget"))

    @property
    def history_page(self) -> "HistoryPage":
        return cast("HistoryPage", self.window.made("history"))

    @property
    def settings_page(self) -> "SettingsPage":
        return cast("SettingsPage", self.window.made("settings"))

    def _connect(self) -> None:
        window = self.window
        self.actions.add("export", tr("Export as a database…"), self.exporting.ask, icon="external",
            detail=tr("The notebook as one SQLite file, for other programs"))  # fmt: skip
        self.actions.add("archive", tr("Pack into one file…"), self.exporting.ask_archive,
            icon="folder", detail=tr("Notes, history and decisions, for another computer"),
        )  # fmt: skip
        self.actions.add("unarchive", tr("Unpack an archive…"), self.exporting.ask_unarchive,
            icon="folder-plus", where=ALWAYS, detail=tr("A notebook from another computer"),
        )  # fmt: skip
        if sys.platform == "darwin":
            self._menus = menu_bar(self.actions, self._show_about)
        self.opening.about_to_open.connect(window.leave)
        self.opening.about_to_open.connect(self.note.leave)
        self.opening.about_to_open.connect(self.capturing.leave)
        self.opening.about_to_open.connect(self.templating.leave)
        self.opening.opened.connect(self._show)
        self.opening.refused.connect(self._greet)
        window.close_asked.connect(self._close_or_stay)
        window.quit_asked.connect(self._close)
        self.background.notebook_asked.connect(self.opening.open)
        self.background.dream_ended.connect(self.parting.withdraw)
        self.parting.agreed.connect(self._close)
        window.page_made.connect(self._connect_page)
        self.server.changed.connect(self._show_engine)
        self.server.changed.connect(self.reading.retry)
        window.status.engine_pressed.connect(self._lead_to_models)
        self.drops.dropped.connect(lambda path: self.conversation_page.take_file(path))
        window.status.index_pressed.connect(lambda: window.show_page("search"))
        window.status.index_pressed.connect(self.lookout.remind)
        self.agents.said.connect(window.toast)
        self.agents.refused.connect(self._tell)
        self.lookout.behind.connect(window.status.show_index)
        self.lookout.again.connect(window.show_again)
        self.lookout.woke.connect(self._tell_update)
        self.exporting.toasted.connect(window.toast)
        self.exporting.failed.connect(self._tell)
        self.exporting.made.connect(self.opening.open)
        self.printing.toasted.connect(window.toast)
        self.printing.failed.connect(self._tell)
        self.note.opened.connect(window.open)
        self.note.toasted.connect(window.toast)
        self.capturing.toasted.connect(window.toast)
        self.templating.toasted.connect(window.toast)
        self.templating.failed.connect(self._tell)
        self.capturing.nowhere.connect(self.background.staying.come_up)

    def _connect_page(self, page: "Page") -> None:
        if page.name != "memory":
            self._follow()  # it may ask for models or notes, as the settings say
        page.history_asked.connect(lambda path: self.history_page.show_file(path))
        page.life_asked.connect(lambda *place: self.history_page.show_bullet(*place))
        page.forget_asked.connect(lambda words: self.forget_page.show_line(words))
        page.words_asked.connect(lambda *asked: self.search_page.find_words(*asked))
        page.like_asked.connect(lambda *line: self.search_page.find_like(*line))
        if page.name == "dreams":
            dreams = self.dreams_page
            dreams.engines.chosen.connect(self._follow_engine)
            dreams.flush_asked.connect(self.window.flush)
            self.background.connect_dreams(dreams)
        elif page.name == "search":
            self.lookout.freshness.connect(self.search_page.show_freshness)
        elif page.name == "conversation":
            self.conversation_page.flush_asked.connect(self.window.flush)
            self.conversation_page.rehearsal_asked.connect(
                lambda words: self.context_page.rehearse(words)
            )
        elif page.name == "inbox":
            self.inbox_page.waiting.connect(self.background.show_questions)
        elif page.name == "forget":
            self.forget_page.flush_asked.connect(self.window.flush)
        elif page.name == "history":
            self.history_page.file_asked.connect(lambda: self._show_history(self.window.page))
        elif page.name == "settings":
            settings = self.settings_page
            settings.notebook_chosen.connect(self.opening.open)
            settings.engine_chosen.connect(self._show_engine)
            self.background.connect_settings(settings)
            settings.sources_asked.connect(lambda: self.conversation_page.watch())

    # -- the notebook -----------------------------------------------------------------------

    def _show(self, memory: "Memory") -> None:
        before = self.memory
        if before is not None and (before.root, before.id) == (memory.root, memory.id):
            self.jobs.when_idle(memory.close)  # nothing is to be lost of what is open
            self.window.banner.clear()
            self.window.toast(tr("This notebook is open already."))
            return
        self.memory = memory
        self.state.add_recent(memory.root)
        memory.listen(lambda changed: self._from_any_thread(self._show_changed, memory, changed))
        self.jobs.void()
        self._followed = False
        self.window.show_notebook(memory)
        self.window.status.show_notebook(tilde(str(memory.root)))
        self.background.show_notebook(memory)
        self.note.show_notebook(memory)
        self.capturing.show_notebook(memory)
        self.templating.show_notebook(memory)
        self._show_engine()
        page = self.opening.page
        if page is not None and (talk := page.take_talk()) is not None:
            talks = self.conversation_page
            talks.add_file(talk) if talk else talks.add()
        if before is not None:
            self.jobs.do(self.doors.leave, lambda _: None, self._tell)
            self.jobs.when_idle(before.close)
        self.jobs.when_answered(self._show_window)

    def _show_window(self) -> None:
        """The page has its text: that is painted before anything else is opened or looked at."""
        if self._closing is None:
            self._show_late.stop()
            self.background.staying.show()
            self._attend_soon.start()

    def _attend(self) -> None:
        """Have loaded what the picture did not need, then begin what goes on from now on."""
        if (memory := self.memory) is not None and self._closing is None:
            self._tell_new()
            self.capturing.begin()
            self.jobs.do(lambda: _enter(memory), lambda _: self._follow(), self._tell)

    def _follow(self) -> None:
        """Begin what goes on as long as the notebook is open, unless it goes on already."""
        memory = self.memory
        if memory is None or self._followed or self._closing is not None:
            return
        self._followed = True
        memory.dreams.doer = "the window"
        self.server.follow(memory)
        self.reading.follow(memory)
        self.watching.follow(memory)
        self.doors.follow(memory)
        self.agents.follow(memory)
        self.background.follow()
        self.server.attend(self.window)
        look = self.lookout.look
        self.lookout.follow(memory)
        most = self.settings.get("history.megabytes")

        def attend() -> None:
            memory.index.watch(lambda: self._from_any_thread(look))
            with suppress(Problem):  # a history that can't be made smaller now is later
                memory.history.prune(most or None)

        self.jobs.do(attend, lambda _: look())
        self.jobs.when_answered(self._loading.start)  # the first look at each page is quick then

    def _load_pages(self) -> None:
        self.window.made("memory")
        self._loading.start()

    def _dropped_for(self, path: str) -> str:
        """What becomes of a file or folder that is held over the window; "" for nothing."""
        if self.memory is None:
            return ""
        if is_import(path):
            return tr("Drop it to see what can be imported")
        return tr("Drop it to add the conversation to today") if is_talk(path) else ""

    def _greet(self) -> None:
        """The first page, which stays: it tells whether there is a model."""
        self._show_late.stop()
        self.window.show_first_run()
        self.background.staying.come_up()
        self._show_engine()
        self.server.attend(self.window)

    def _show_changed(self, memory: "Memory", changed: "Changed") -> None:
        if memory is self.memory:
            self.window.show_changed(changed)
            self.reading.soon()
            self.agents.look()
            self.background.count_waiting()

    def _show_engine(self) -> None:
        from desktop_app.ui.models.model_words import engine_words, welcome_words

        get, sight = self.settings.get, self.server.sight
        engine = engine_words(get("dreams.engine"), get("dreams.model"), sight)
        if self.opening.page is not None:
            words = welcome_words(get("dreams.engine"), get("dreams.model"), sight)
            self.opening.page.show_models(words)
        self.window.status.show_engine(engine.words, engine.tone, engine.more)

    def _follow_engine(self) -> None:
        """Another engine was chosen, perhaps the first that asks Ollama."""
        self._show_engine()
        if not self.server.sight.known:
            self.server.look()

    def _show_about(self) -> None:
        self.window.show_page("settings")
        self.settings_page.lead_to_about()

    def _lead_to_models(self) -> None:
        by_key = self.window.status.engine.hasFocus()
        self.window.show_page("settings")
        self.settings_page.lead_to_models(by_key=by_key)

    def _shown(self) -> tuple[str, date | None]:
        """The path that the window shows, and the day it is about."""
        page = self.window.page
        return (page.shown_path(), page.shown_day()) if page else ("", None)

    def _show_history(self, page: "Page | None") -> None:
        self.history_page.show_file(page.shown_path() if page else "")

    # -- the end ----------------------------------------------------------------------------

    def _close_or_stay(self) -> None:
        if not self.background.staying.hide():
            self._close()

    def _close(self) -> None:
        if self._closing is None:
            self._closing = asyncio.ensure_future(self._end())

    async def _end(self) -> None:
        self.note.leave()
        self.capturing.leave()
        self.templating.leave()
        await self.jobs.written()
        if not self.parting.allows():
            self.background.staying.come_up()
            self._closing = self.opening.to_make = None
            return
        for timer in (self._show_late, self._attend_soon, self._loading):
            timer.stop()
        self.capturing.end()
        self.window.setEnabled(False)  # what is typed from here on would be kept by nobody
        if self.window.is_made("dreams"):
            self.dreams_page.work.part()
        if self.window.is_made("conversation"):
            await self.conversation_page.part()
        self.lookout.stop()
        self.background.stop()
        self.reading.stop()
        self.watching.stop()
        self.server.stop()
        await self.jobs.close()
        await asyncio.to_thread(self.doors.leave)
        await asyncio.to_thread(self.capture_key.stop)
        if self.memory is not None:
            await asyncio.to_thread(self.memory.close)
        self.window.let_go()
        self._closed.set()

    def _desk(self) -> "DoorDesk":
        from desktop_app.faces.doors.desk import DoorDesk  # not before agents are let in

        return DoorDesk(self.settings, self.places.data)

    def _lets_notes_leave(self) -> bool:
        from desktop_app.tiers.chosen import moves  # not before the first paint

        return moves(self.settings.get)

    def _from_any_thread(self, act: Callable[..., None], *args: object) -> None:
        with suppress(RuntimeError):  # the loop has closed: nobody is left to tell
            self._loop.call_soon_threadsafe(act, *args)

    def _tell(self, problem: Problem) -> None:
        self.window.say_problem(problem.message, problem.hint)

    def _tell_new(self) -> None:
        """Say once after an update that this is another version."""
        before = self.state.get("version")
        self.state.set("version", __version__)
        if before not in (None, __version__):
            words = tr("This is Nightstand %1.").replace("%1", __version__)
            self.window.toast(words, tr("What is new"), self._show_new)

    def _show_new(self) -> None:
        self.window.show_page("help")
        self.window.made("help").go_to(manual.NEW, 0)

    def _tell_update(self) -> None:
        """Say once that the program's files are others than it was started from."""
        problem = release.replaced()
        if problem and not self._update_told:
            self._update_told = True
            self._tell(problem)

    def _tell_bug(self, error: BaseException) -> None:
        self._tell_update()
        if not (self._bug_told or self._update_told):
            self._bug_told = True
            self.window.say_problem(
                tr("Nightstand made a mistake (%1).").replace("%1", type(error).__name__),
                tr("Your notes are safe. Details are in %1").replace(
                    "%1", tilde(str(self.places.data / "log"))
                ),
            )


def _load() -> None:
    from desktop_app.memory import (  # noqa: F401
        dreams,
        history,
        index,
        memory,
        models,
        search,
    )


def _enter(memory: "Memory") -> None:
    """Make the rooms that are wanted all the time. Blocks: run it in a thread."""
    _ = memory.dreams, memory.models, memory.search, memory.index, memory.history
