"""Staying: the program without its windows, where the person chose so. Knows them and the tray.

While it is hidden, the next Nightstand that is started has this one show its window.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QSystemTrayIcon, QWidget

from desktop_app.ui.look.icons import app_icon
from desktop_app.ui.parts import desktop
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.system.presence import Presence
    from desktop_app.ui.frame.workspace import State
    from desktop_app.ui.parts.settings import KeptSettings


_TOLD = "tray.told"
_CALLED_MS = 500
"""How often a hidden program looks whether it is called."""
_TRAY_MS, _TRAY_TIMES = 1_000, 20
"""At login a desktop makes its tray while programs start already."""


class Staying(QObject):
    """Hides the last window in place of the end, and brings all windows back."""

    opened = Signal(str)  # the window was asked for from elsewhere, with a folder or ""

    def __init__(
        self,
        settings: "KeptSettings",
        state: "State",
        presence: "Presence",
        windows: Callable[[], Sequence[QWidget]],
    ) -> None:
        """`windows` are those of the program, the one used last first."""
        super().__init__()
        self._windows, self._state, self._presence = windows, state, presence
        self._hidden = False  # wanted so: nothing but the person brings the window up
        self._waits = 0  # for a tray
        self.tray = Tray(settings, self)
        self.tray.open_asked.connect(lambda: self.come_up())
        self._ear = QTimer(self, interval=_CALLED_MS)
        self._ear.timeout.connect(self._listen)
        self._tray_soon = QTimer(self, interval=_TRAY_MS)
        self._tray_soon.timeout.connect(self._look_for_tray)

    def begin(self, *, hidden: bool) -> None:
        """The program starts; `hidden` if it may, and the person chose to have it in the tray."""
        self.tray.follow()
        if not (hidden and self.tray.wanted):
            return
        self._hide()
        if not self.tray.stays:
            self._waits = _TRAY_TIMES
            self._tray_soon.start()

    def hide(self, notify: Callable[..., object]) -> bool:
        """The last window closes: hide it instead, where the person chose so; returns whether."""
        if not self.tray.stays:
            return False
        self._hide()
        for window in self._windows():
            window.hide()
        if not self._state.get(_TOLD, False):
            self._state.set(_TOLD, True)
            notify(
                tr("Nightstand stays in the tray"),
                tr("Automatic dreams go on. “Quit” in the icon's menu ends it."),
                page="",
            )
        return True

    def show(self, window: QWidget) -> None:
        """The window is ready: show it, unless it is to stay hidden."""
        if not self._hidden:
            window.show()

    def come_up(self, window: QWidget | None = None) -> None:
        """Somebody wants this window, or that used last."""
        self._hidden = False
        self._ear.stop()
        self._tray_soon.stop()
        self._presence.end()
        for each in self._windows():
            each.show()
        window = window or self._windows()[0]
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
        window.show()
        window.raise_()
        window.activateWindow()

    def come_up_if_hidden(self, window: QWidget) -> None:
        """Something has to be asked."""
        if self._hidden:
            self.come_up(window)

    def stop(self) -> None:
        """The program ends."""
        self._ear.stop()
        self._tray_soon.stop()
        self._presence.end()
        self.tray.stop()

    def _hide(self) -> None:
        self._hidden = True
        self._presence.begin()
        self._ear.start()

    def _listen(self) -> None:
        folder = self._presence.called()
        if folder is not None:
            self.come_up()
            self.opened.emit(folder)
        elif not self.tray.stays and not self._tray_soon.isActive():
            self.come_up()  # the tray is gone, and with it the way back

    def _look_for_tray(self) -> None:
        self._waits -= 1
        self.tray.follow()
        if self.tray.stays:
            self._tray_soon.stop()
        elif not self._waits:
            self.come_up()


STAY = "window.stay"


class Tray(QObject):
    """Stands in the tray as long as the setting says so and the desktop has one."""

    open_asked = Signal()
    notebook_asked = Signal(str)  # that of this folder, where several are open
    dream_asked = Signal()
    pause_asked = Signal(bool)
    quit_asked = Signal()

    def __init__(self, settings: "KeptSettings", parent: QObject) -> None:
        super().__init__(parent)
        self._settings = settings
        self.menu = QMenu()
        self.named: list[QAction] = []  # a way to each notebook, where several are open
        self.open = self._add(tr("Open Nightstand"), self.open_asked)
        self.menu.addSeparator()
        self.dream = self._add(tr("Dream now"), self.dream_asked)
        self.pause = self.menu.addAction(tr("Pause automatic dreams"))
        self.pause.setCheckable(True)
        self.pause.triggered.connect(self.pause_asked)
        self.menu.addSeparator()
        self.quit = self._add(tr("Quit"), self.quit_asked)
        self.icon = QSystemTrayIcon(app_icon(), self)
        self.icon.setContextMenu(self.menu)
        self.icon.setToolTip(tr("Nightstand"))
        self.icon.activated.connect(self._pressed)
        self.menu.setDefaultAction(self.open)
        self.show_notebooks({}, "")

    @property
    def wanted(self) -> bool:
        """Whether the person chose to have the program stay."""
        return bool(self._settings.get(STAY))

    @property
    def stays(self) -> bool:
        """Whether closing the window leaves the program there, with a way back to it."""
        return self.wanted and desktop.has_tray()

    def follow(self) -> None:
        """Show the icon, or take it away, as the setting says."""
        self.icon.setVisible(self.stays)

    def show_notebooks(self, names: dict[str, str], front: str) -> None:
        """The names of the open notebooks by their folders; `front` is that used last."""
        several = len(names) > 1
        for action in self.named:
            self.menu.removeAction(action)
            action.deleteLater()
        self.named = [self._way(*each) for each in names.items()] if several else []
        self.menu.insertActions(self.open, self.named)
        self.open.setVisible(not several)
        words = tr("Dream now in %1").replace("%1", _plain(front)) if several else tr("Dream now")
        self.dream.setText(words)
        for action in (self.dream, self.pause):
            action.setEnabled(bool(names))

    def show_paused(self, paused: bool) -> None:
        """Whether dreams by themselves are paused, without saying that it changed."""
        self.pause.setChecked(paused)

    def stop(self) -> None:
        """Leave the tray."""
        self.icon.hide()

    def _way(self, folder: str, name: str) -> QAction:
        action = QAction(tr("Open %1").replace("%1", _plain(name)), self.menu)
        action.triggered.connect(partial(self._ask, folder))
        return action

    def _ask(self, folder: str) -> None:
        self.notebook_asked.emit(folder)

    def _add(self, words: str, asked: SignalInstance) -> QAction:
        action = self.menu.addAction(words)
        action.triggered.connect(lambda _checked: asked.emit())
        return action

    def _pressed(self, how: QSystemTrayIcon.ActivationReason) -> None:
        if how is not QSystemTrayIcon.ActivationReason.Context:
            self.open_asked.emit()


def _plain(name: str) -> str:
    """A name in a menu, where `&` would mark a letter."""
    return name.replace("&", "&&")
