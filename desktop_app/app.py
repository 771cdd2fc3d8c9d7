"""The program: its loop, its windows and what they share. The only module that knows qasync.

Importing this module does no work.
"""

import asyncio
import logging
import os
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar, cast

import qasync  # after PySide6, whose loop it is to use
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from desktop_app.errors import Problem
from desktop_app.jobs import Jobs
from desktop_app.own_files import make_folder, take_lock
from desktop_app.settings import Places, RememberedState, Settings
from desktop_app.ui.frame.loop import asked_to_end, collected_here
from desktop_app.ui.frame.screen import ask_fcitx, make_app
from desktop_app.ui.look.theme import Theme, no_characters
from desktop_app.ui.open_notebook import OpenNotebook, SharedParts

if TYPE_CHECKING:
    from PySide6.QtGui import QWindow

    from desktop_app.faces.doors.controller import DoorDesk


def log_to(folder: Path) -> None:
    """Mistakes of ours and warnings, in a file that stays small. A full disk costs only the log."""
    with suppress(OSError):
        make_folder(folder)
        file = RotatingFileHandler(
            folder / "nightstand.log", maxBytes=500_000, backupCount=2, encoding="utf-8"
        )
        file.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
        root = logging.getLogger()
        root.addHandler(file)
        root.setLevel(logging.INFO)
        logging.getLogger("httpx").setLevel(logging.WARNING)  # it tells each request
        logging.raiseExceptions = False


T = TypeVar("T")

log = logging.getLogger(__name__)


def run_window(folder: Path | None, *, welcome: bool = False) -> int:
    """Open the window, on `folder` if given, else on the last notebook; returns the exit code.

    `welcome`: on the first page, whatever was open last.
    """
    places = Places.default()
    log_to(places.data / "log")
    live(places, lambda program: program.run(folder, welcome=welcome))
    return 0


def _kept_look(settings: Settings) -> dict[str, Any]:
    look = {name: settings.get(f"appearance.{name}") for name in ("mode", "motion")}
    return {**look, "zoom": settings.get("appearance.zoom") / 100}


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


async def _run(app: QApplication, places: Places, life: "Callable[[Program], Awaitable[T]]") -> T:
    program = Program(app, places)
    sys.excepthook = program.on_exception
    with collected_here(), asked_to_end(program.end):
        return await life(program)


class Program:
    """One running Nightstand: its windows, each with its notebook, and what they share."""

    def __init__(self, app: QApplication, places: Places) -> None:
        """It has one window, which nobody sees before `run`."""
        self.places = places
        self.settings = Settings(places.config / "settings.toml")
        self.state = RememberedState(places.data / "state.json")
        self.theme = Theme(app, **_kept_look(self.settings))
        self.notebooks: list[OpenNotebook] = []  # that used last is the first
        self._app = app
        self._loop = asyncio.get_running_loop()
        self._closed = asyncio.Event()
        self._partings = set[asyncio.Task[None]]()
        self._quits = False  # all are to close: which were open is remembered already
        self._alone: int | None = None  # the lock by which no other program has the windows, too
        self._left: list[Path] = []  # notebooks that were open last time and wait for a window
        self._door_desk: DoorDesk | None = None
        self._jobs = Jobs(lambda error: self.front.telling.tell_bug(error))
        self._shared = SharedParts(
            places, self.settings, self.state, self._desk, lambda: self.notebooks
        )  # fmt: skip
        self._add_window()
        self._connect()

    async def run(self, folder: Path | None = None, *, welcome: bool = False) -> None:
        """Show the windows; return once all have closed in good order. `welcome` is the first page
        alone.
        """
        first = self.front
        with suppress(OSError):
            self._alone = take_lock(self.places.data / "windows")
        last = [] if welcome else self._open_last_time()
        wanted = last if folder is None else [folder]
        self._left = wanted[1:]
        first.ready.connect(lambda: self._tell_troubles(first))
        first.ready.connect(self._open_left)
        first.begin(wanted[0] if wanted else None)
        await self._closed.wait()

    @property
    def front(self) -> OpenNotebook:
        """The window that was used last."""
        return next((one for one in self.notebooks if not one.closing), self.notebooks[0])

    def open(self, folder: str) -> None:
        """Show a notebook in a window of its own. If it has a window already, that one comes up."""
        path = Path(folder)
        there = next((one for one in self.notebooks if one.root == path), None)
        if there is not None:
            there.window.come_up()
        else:
            self._add_window().begin(path)

    def quit(self) -> None:
        """End in good order; the person is asked where something would be lost."""
        self._quits = False
        self._remember()
        self._quits = True
        self._part_from_all()

    def end(self) -> None:
        """End as the system asks: no dream holds it up."""
        for one in self.notebooks:
            one.parting.hurried = True
        self.quit()

    def on_exception(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """The edge where a mistake of ours in a slot ends: logged, and told once."""
        log.error("A mistake of ours", exc_info=(kind, error, trace))
        if self.notebooks:
            self.front.telling.tell_bug(error)

    def _connect(self) -> None:
        self.settings.write_by(
            lambda work: self.front.jobs.do(work, lambda _: None, self.front.tell)
        )
        self.theme.changed.connect(self._keep_look)
        self.settings.heard_by(lambda key: self._from_any_thread(self._spread, key))
        self._app.focusWindowChanged.connect(self._come_to_front)

    def _keep_look(self) -> None:
        look, keep = self.theme, self.settings
        now = {"mode": look.mode, "zoom": round(look.zoom * 100)}
        try:
            for name, value in now.items():
                if keep.get(f"appearance.{name}") != value:
                    keep.set(f"appearance.{name}", value)
        except Problem as problem:
            self.front.tell(problem)

    def _add_window(self) -> OpenNotebook:
        one = OpenNotebook(self._shared)
        one.shown.connect(self._remember)
        one.opening.asked.connect(self.open)
        one.opening.needless.connect(lambda: self._part([one]))
        one.parting.agreed.connect(lambda: self._part([one]))
        one.window.close_asked.connect(lambda: self._close_one(one))
        one.window.quit_asked.connect(self.quit)
        self.notebooks.append(one)
        return one

    # -- what was open, and what comes to the front --------------------------------------------

    def _open_last_time(self) -> list[Path]:
        kept = self.state.get("open", []) if self._alone is not None else []
        folders = [one for one in kept if isinstance(one, str)] if isinstance(kept, list) else []
        return [Path(one) for one in dict.fromkeys(folders or self.state.recent()[:1])]

    def _tell_troubles(self, first: OpenNotebook) -> None:
        for problem in filter(None, (self.settings.damage, no_characters())):
            if first.memory is None:
                first.opening.first_run.show_problem(problem.message, problem.hint)
            else:
                first.tell(problem)

    def _open_left(self) -> None:
        left, self._left = self._left, []
        for folder in left:
            one = self._add_window()
            one.window.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
            one.ready.connect(self._stay_in_front, Qt.ConnectionType.SingleShotConnection)
            one.begin(folder)

    def _stay_in_front(self) -> None:
        if self.front.window.isVisible():
            self.front.window.come_up()

    def _remember(self) -> None:
        if self._alone is not None and self.notebooks and not self._quits:
            open_now = [one.root for one in self.notebooks if one.root is not None]
            self.state.set("open", [str(root) for root in [*open_now, *self._left]])

    def _come_to_front(self, focused: "QWindow | None") -> None:
        for one in self.notebooks[1:]:
            if focused is not None and one.window.windowHandle() == focused:
                self.notebooks.remove(one)
                self.notebooks.insert(0, one)
                return

    def _spread(self, key: str) -> None:
        for one in self.notebooks[1:]:
            one.take_setting(key)

    # -- the end ----------------------------------------------------------------------------------

    def _close_one(self, one: OpenNotebook) -> None:
        self._quits = False
        self._part([one])

    def _part_from_all(self) -> None:
        for one in reversed(self.notebooks):  # what is remembered of all is that of the first
            one.window.leave()
        self._part(self.notebooks)

    def _part(self, leaving: Sequence[OpenNotebook]) -> None:
        leaving = [one for one in leaving if not one.closing]
        if not leaving:
            return
        for one in leaving:
            one.closing = True
        parting = asyncio.ensure_future(self._close(leaving))
        self._partings.add(parting)
        parting.add_done_callback(self._partings.discard)

    async def _close(self, leaving: Sequence[OpenNotebook]) -> None:
        """Close these windows, or none of them where one has to ask first."""
        asking = [one for one in leaving if not await one.may_close()]
        if asking:
            for one in leaving:
                one.stay()
            asking[0].window.come_up()
            return
        for one in leaving:
            await one.close()
            self.notebooks.remove(one)
            await self._closed_one(one)
        if self._quits and self.notebooks:  # the others had to wait for an answer
            self._part_from_all()

    async def _closed_one(self, one: OpenNotebook) -> None:
        if not self.notebooks:
            self._app.focusWindowChanged.disconnect(self._come_to_front)
            await self._jobs.close()
            if self._alone is not None:
                os.close(self._alone)
            self._closed.set()
            return
        one.window.deleteLater()
        one.deleteLater()
        self._remember()
        for other in self.notebooks:
            other.doors.take_switch()  # those of the closed one may be free now

    def _desk(self) -> "DoorDesk":
        if self._door_desk is None:
            from desktop_app.faces.doors.controller import DoorDesk  # not before agents are let in

            self._door_desk = DoorDesk(self.settings, self.places.data)
        return self._door_desk

    def _from_any_thread(self, act: Callable[..., None], *args: Any) -> None:
        with suppress(RuntimeError):  # the loop has closed: nobody is left to tell
            self._loop.call_soon_threadsafe(act, *args)
