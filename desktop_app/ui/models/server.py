"""Ollama as the window sees it: there or not, and what is installed. Knows when to look, not how.

A look is one short question, asked off the window's loop. Before its HTTP library was ever wanted,
a knock at the door goes first: where nobody is in, nothing is loaded and nothing more happens.
"""

import asyncio
import os
import socket
import sys
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, cast
from urllib.parse import urlsplit

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from desktop_app.errors import Problem

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.models.address import Address
    from desktop_app.models.model import ModelInfo
    from desktop_app.models.ollama import Ollama
    from desktop_app.settings import Settings

EVERY_MS = 10_000
"""How often it is looked for while the window can be seen."""

SOON_MS = 500
"""How long after a notebook was opened the first look is: the window is painted by then."""

_LOOK = "ollama.look"
_KNOCK = 2.0  # seconds


class Sight(NamedTuple):
    """What the last look saw. Before the first look it has neither a version nor a problem.

    `models` are all that are installed, None as long as nobody told.
    """

    version: str = ""
    problem: Problem | None = None
    models: "tuple[ModelInfo, ...] | None" = None

    @property
    def here(self) -> bool:
        return bool(self.version) and self.problem is None

    @property
    def known(self) -> bool:
        return bool(self.version) or self.problem is not None


class OllamaServer(QObject):
    """The Ollama of the address that the person chose; `changed` when another look sees more."""

    changed = Signal()

    def __init__(self, jobs: "Jobs", settings: "Settings") -> None:
        super().__init__()
        self._jobs, self._settings = jobs, settings
        self._memory: Memory | None = None
        self._window: QWidget | None = None
        self._again = False  # what is being looked at may be old: look once more
        self._closely = False
        self.sight = Sight()
        self.trouble: Problem | None = None
        """Why the address of the settings is not asked."""
        self._clock = QTimer(self, interval=EVERY_MS)
        self._clock.timeout.connect(self.look)
        application = cast("QGuiApplication", QGuiApplication.instance())
        application.applicationStateChanged.connect(self._woke)

    def follow(self, memory: "Memory") -> None:
        """Another notebook is open: it asks where the settings say."""
        self._memory = memory
        self._ask()

    def attend(self, window: QWidget) -> None:
        """From now on look now and then, while this window can be seen."""
        self._window = window
        self._clock.start()
        QTimer.singleShot(SOON_MS, self, self.look)

    def stop(self) -> None:
        self._clock.stop()
        self._memory = self._window = None

    @property
    def address(self) -> "Address":
        """Where it is asked, or would be if the address of the settings were allowed."""
        from desktop_app.models.address import server_address

        typed, consent = ("", "") if self.trouble else self._chosen()
        return server_address(typed, consent, os.environ)

    @property
    def outside(self) -> bool:
        return other_computer(self.address.url) != ""

    def why_form(self, name: str) -> str:
        """Why the model of this name does not dream in words of its own; "" where it does, and
        where it is not known.
        """
        known = (model for model in self.sight.models or () if model.name == name)
        model = next(known, None)
        return self._memory.dreams.why_form(model) if self._memory and model else ""

    def move(self, typed: str, consent: str) -> None:
        """Ask at another address from now on. Raises Problem where that may not or can't be."""
        from desktop_app.models.address import server_address

        server_address(typed, consent, os.environ)
        self._settings.set("models.address", typed)
        self._settings.set("models.consent", consent)
        self._ask()
        self.look_closely()

    def look(self) -> None:
        """Look whether it is there, unless nobody would see it or no model is wanted."""
        if not self._seen() or self._jobs.running(_LOOK):
            return
        from desktop_app.dreams.engine_choice import EngineName  # these wait for the first picture
        from desktop_app.search.meaning.embedder import EmbedderKind

        get = self._settings.get
        asked = (
            get("dreams.engine") != EngineName.BUILTIN
            or get("search.embedder") == EmbedderKind.OLLAMA
        )
        if asked:
            self._look()

    def look_closely(self) -> None:
        self._closely = True
        self._look()

    @property
    def looking(self) -> bool:
        return self._jobs.running(_LOOK)

    async def client(self) -> "Ollama":
        """Whom to ask; before there is a notebook, too. Its library is loaded beside the window."""
        memory, address = self._memory, self.address

        def load() -> "Ollama":
            from desktop_app.models.ollama import Ollama

            return memory.models.ollama if memory is not None else Ollama(address)

        return await asyncio.to_thread(load)

    def _look(self) -> None:
        if self._memory is None and self._window is None:
            return
        if self._jobs.running(_LOOK):
            self._again = True
            return
        closely, self._closely = self._closely, False
        self._jobs.start(
            _LOOK,
            lambda _: self._sight(closely),
            done=partial(self._looked, closely),
            failed=lambda problem: self._looked(closely, Sight(problem=problem)),
        )

    async def _sight(self, closely: bool) -> Sight:
        if "desktop_app.models.ollama" not in sys.modules:
            address = self.address
            await asyncio.to_thread(_knock, address.host, address.port)
        known = self.sight.models if self.sight.here and not closely else None
        ollama = await self.client()
        version = await ollama.version()
        try:
            return Sight(version, None, await ollama.models() if known is None else known)
        except Problem as problem:
            return Sight(version, problem)

    def _looked(self, closely: bool, sight: Sight) -> None:
        again, self._again = self._again, False
        self._look() if again else self._see(sight, closely)

    def _see(self, sight: Sight, closely: bool = False) -> None:
        new = closely or _as_shown(sight) != _as_shown(self.sight)
        self.sight = sight
        if new:
            self.changed.emit()

    def _ask(self) -> None:
        self.trouble = None
        try:
            if self._memory is not None:
                self._memory.models.ask_at(*self._chosen())
        except Problem as problem:
            self.trouble = problem
        self._again = self._jobs.running(_LOOK)
        self._see(Sight())

    def _chosen(self) -> tuple[str, str]:
        return self._settings.get("models.address"), self._settings.get("models.consent")

    def _seen(self) -> bool:
        window = self._window
        return window is not None and window.isVisible() and not window.isMinimized()

    def _woke(self, state: Qt.ApplicationState) -> None:
        if state == Qt.ApplicationState.ApplicationActive:
            self.look()


def other_computer(typed: str) -> str:
    """The other computer that a typed address means; nothing when it means this one.

    Raises ModelProblem when it is no address at all.
    """
    from desktop_app.models.address import address
    from desktop_app.models.endings import Ending, ModelProblem

    try:
        address(typed)
    except Problem:
        try:
            host = urlsplit(typed if "://" in typed else f"http://{typed}").hostname or ""
        except ValueError:
            raise ModelProblem(Ending.OUTSIDE) from None
        return address(typed, host).host
    return ""


def _as_shown(sight: Sight) -> tuple[Any, ...]:
    return sight.version, str(sight.problem or ""), sight.models


def _knock(host: str, port: int) -> None:
    """Whether anybody listens there. Raises ModelProblem when nobody does."""
    from desktop_app.models.endings import Ending, ModelProblem

    try:
        socket.create_connection((host, port), _KNOCK).close()
    except ConnectionRefusedError:
        raise ModelProblem(Ending.NOT_RUNNING) from None
    except OSError:
        raise ModelProblem(Ending.UNREACHABLE) from None
