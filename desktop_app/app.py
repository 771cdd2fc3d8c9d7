"""The program: its loop, its window and what that needs. The only module that knows qasync.

Importing this module does no work.
"""

import asyncio
import logging
import os
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar, cast

import qasync  # after PySide6, whose loop it is to use
from PySide6.QtWidgets import QApplication

from desktop_app.errors import Problem
from desktop_app.own_files import make_folder
from desktop_app.settings import Places, RememberedState, Settings
from desktop_app.ui.frame.loop import asked_to_end, collected_here
from desktop_app.ui.frame.screen import ask_fcitx, make_app
from desktop_app.ui.look.theme import Theme, no_characters
from desktop_app.ui.open_notebook import OpenNotebook

if TYPE_CHECKING:
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
    ask_fcitx(os.environ)
    app = cast("QApplication", QApplication.instance() or make_app())
    app.setApplicationName("Nightstand")
    app.setDesktopFileName("app.nightstand.Nightstand")
    app.setQuitOnLastWindowClosed(False)
    with qasync.QEventLoop(app) as loop:
        ended: T = loop.run_until_complete(_run(app, places, life))
        return ended


async def _run(app: QApplication, places: Places, life: "Callable[[Program], Awaitable[T]]") -> T:
    program = Program(app, places)
    sys.excepthook = program.on_exception
    with collected_here(), asked_to_end(program.end):
        return await life(program)


class Program:
    """One running Nightstand: its window, with the notebook in it. Another notebook beside it is
    another run of the program."""

    def __init__(self, app: QApplication, places: Places) -> None:
        """Nobody sees the window before `run`."""
        self.places = places
        self.settings = Settings(places.config / "settings.toml")
        self.state = RememberedState(places.data / "state.json")
        self.theme = Theme(app, **_kept_look(self.settings))
        self._closed = asyncio.Event()
        self._parting: asyncio.Task[None] | None = None
        self.front = one = OpenNotebook(places, self.settings, self.state, self._desk)
        one.parting.agreed.connect(self.quit)
        one.window.close_asked.connect(self.quit)
        one.ready.connect(self._tell_troubles)
        self.settings.write_by(lambda work: one.jobs.do(work, lambda _: None, one.tell))
        self.theme.changed.connect(self._keep_look)

    async def run(self, folder: Path | None = None, *, welcome: bool = False) -> None:
        """Show the window; return once it has closed in good order. `welcome` is the first page,
        whatever was open last.
        """
        last = [] if welcome else self.state.recent()[:1]
        self.front.begin(folder or next(map(Path, last), None))
        await self._closed.wait()

    def quit(self) -> None:
        """End in good order; the person is asked where something would be lost."""
        if not self.front.closing:
            self.front.closing = True
            self._parting = asyncio.ensure_future(self._close())

    def end(self) -> None:
        """End as the system asks: no dream holds it up."""
        self.front.parting.hurried = True
        self.front.window.leave()
        self.quit()

    def on_exception(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """The edge where a mistake of ours in a slot ends: logged, and told once."""
        log.error("A mistake of ours", exc_info=(kind, error, trace))
        if not self._closed.is_set():
            self.front.telling.tell_bug(error)

    def _keep_look(self) -> None:
        look, keep = self.theme, self.settings
        now = {"mode": look.mode, "zoom": round(look.zoom * 100)}
        try:
            for name, value in now.items():
                if keep.get(f"appearance.{name}") != value:
                    keep.set(f"appearance.{name}", value)
        except Problem as problem:
            self.front.tell(problem)

    def _tell_troubles(self) -> None:
        one = self.front
        for problem in filter(None, (self.settings.damage, no_characters())):
            if one.memory is None:
                one.opening.first_run.show_problem(problem.message, problem.hint)
            else:
                one.tell(problem)

    async def _close(self) -> None:
        one = self.front
        if not await one.may_close():
            one.stay()
            one.window.come_up()
            return
        await one.close()
        self._closed.set()

    def _desk(self) -> "DoorDesk":
        from desktop_app.faces.doors.controller import DoorDesk  # not before agents are let in

        return DoorDesk(self.settings, self.places.data)
