"""What the desktop gives a program: a key that works everywhere, a tray, the day a week begins."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QObject, Signal
from PySide6.QtWidgets import QSystemTrayIcon

from desktop_app.errors import Problem
from desktop_app.settings import Settings
from desktop_app.system.keys import here
from desktop_app.system.keys.taking import HeldKey, Way, read

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs

SETTING = "keys.capture"


class CaptureKey(QObject):
    """Holds the key that the setting names from `follow` to `stop`; "" is none."""

    pressed = Signal(str)  # the token by which a window may come to the front, or ""
    changed = Signal()  # `held`, `problem` or `named` is another

    def __init__(
        self,
        jobs: "Jobs",
        settings: Settings,
        post: Callable[..., None],
        way: Callable[[], Way] = here.way,
    ) -> None:
        """`post` runs a call with its arguments on the interface's thread, from any other one."""
        super().__init__()
        self._jobs, self._settings, self._post, self._way = jobs, settings, post, way
        self._holder: HeldKey | None = None
        self._turn = 0
        self.held = False
        self.problem: Problem | None = None
        self.named = ""  # what the desktop calls it, where the person chose another one there

    @property
    def words(self) -> str:
        """The key that is wanted, such as `Ctrl+Alt+N`."""
        return str(self._settings.get(SETTING))

    def choose(self, words: str) -> None:
        """Another key from now on. Raises Problem where it can be none, or is not kept."""
        if words:
            read(words)
        self._settings.set(SETTING, words)
        self.follow()

    def follow(self) -> None:
        """Take the key that the setting names, and give back the one before."""
        words = self.words
        self._turn += 1
        turn = self._turn
        self._show(turn, None, "", held=False)
        if not words and turn == 1:
            return  # no thread for nothing

        def swap() -> None:
            self.stop()
            if words:
                press = lambda token: self._post(self.pressed.emit, token)  # noqa: E731
                tell = lambda *told: self._post(self._show, turn, *told)  # noqa: E731
                self._holder = HeldKey(self._way(), read(words), press, tell)

        failed = lambda problem: self._show(turn, problem)  # noqa: E731
        self._jobs.call("capture.key", swap, lambda _: None, failed, alone=True)

    def stop(self) -> None:
        """Give the key back. Blocks for a moment."""
        if self._holder is not None:
            self._holder.end()
            self._holder = None

    def _show(self, turn: int, problem: Problem | None, named: str = "", held: bool = True) -> None:
        if turn == self._turn:  # else it is about the key before
            self.problem, self.named, self.held = problem, named, held and problem is None
            self.changed.emit()


def has_tray() -> bool:
    """Whether an icon there would be seen, now."""
    return QSystemTrayIcon.isSystemTrayAvailable()


def week_start(day: date) -> date:
    """The first day of the week that this day is in."""
    first = int(QLocale().firstDayOfWeek().value) - 1  # 0 is Monday
    return day - timedelta(days=(day.weekday() - first) % 7)
