"""The icon in the tray, by which the program stays when its window is closed. Knows no dream."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, SignalInstance
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from desktop_app.ui.look.icons import app_icon
from desktop_app.ui.parts import desktop
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.ui.parts.settings import KeptSettings

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
