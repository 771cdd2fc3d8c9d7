"""The program while nobody looks: it stays without its windows, stands in the tray, and says
something through the desktop.

While it is hidden, the next Nightstand that is started has this one show its window.
"""

import shutil
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QMenu, QSystemTrayIcon, QWidget

from desktop_app.settings import RememberedState, Settings
from desktop_app.system.presence import Presence
from desktop_app.ui.look.icons import app_icon
from desktop_app.words import tr

if TYPE_CHECKING:
    from PySide6.QtCore import QProcess

STAY = "window.stay"
_TOLD = "tray.told"
_ENTRY = "app.nightstand.Nightstand"  # of the desktop: its name and icon
_CALLED_MS = 500
"""How often a hidden program looks whether it is called."""


class Staying(QObject):
    """Hides the last window in place of the end, and brings all windows back."""

    opened = Signal(str)  # the window was asked for from elsewhere, with a folder or ""

    def __init__(
        self,
        settings: Settings,
        state: RememberedState,
        presence: Presence,
        windows: Callable[[], Sequence[QWidget]],
    ) -> None:
        """`windows` are those of the program, the one used last first."""
        super().__init__()
        self._windows, self._state, self._presence = windows, state, presence
        self._hidden = False  # wanted so: nothing but the person brings the window up
        self.tray = Tray(settings, self)
        self.tray.open.triggered.connect(lambda: self.come_up())
        self._ear = QTimer(self, interval=_CALLED_MS)
        self._ear.timeout.connect(self._listen)

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

    def come_up(self, window: QWidget | None = None) -> None:
        """Somebody wants this window, or that used last."""
        self._hidden = False
        self._listen_no_more()
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
        self._listen_no_more()
        self.tray.icon.hide()

    def _hide(self) -> None:
        self._hidden = True
        self._presence.begin()
        self._ear.start()

    def _listen(self) -> None:
        folder = self._presence.called()
        if folder is not None:
            self.come_up()
            self.opened.emit(folder)
        elif not self.tray.stays:
            self.come_up()  # the tray is gone, and with it the way back

    def _listen_no_more(self) -> None:
        self._ear.stop()
        self._presence.end()


class Tray(QObject):
    """Stands in the tray as long as the setting says so and the desktop has one. Its actions are
    for the program to follow."""

    def __init__(self, settings: Settings, parent: QObject) -> None:
        super().__init__(parent)
        self._settings = settings
        self.menu = QMenu()
        self.open = self.menu.addAction(tr("Open Nightstand"))
        self.menu.addSeparator()
        self.dream = self.menu.addAction(tr("Dream now"))
        self.pause = self.menu.addAction(tr("Pause automatic dreams"))
        self.pause.setCheckable(True)
        self.menu.addSeparator()
        self.quit = self.menu.addAction(tr("Quit"))
        self.menu.setDefaultAction(self.open)
        self.icon = QSystemTrayIcon(self)
        self.icon.setContextMenu(self.menu)
        self.icon.setToolTip(tr("Nightstand"))
        self.icon.activated.connect(self._pressed)
        self.show_state(opened=False, paused=False)

    @property
    def wanted(self) -> bool:
        return bool(self._settings.get(STAY))

    @property
    def stays(self) -> bool:
        """Whether closing the window leaves the program there, with a way back to it."""
        return self.wanted and QSystemTrayIcon.isSystemTrayAvailable()

    def follow(self) -> None:
        """Show the icon, or take it away, as the setting says."""
        if self.stays:
            self.icon.setIcon(app_icon())
        self.icon.setVisible(self.stays)

    def show_state(self, *, opened: bool, paused: bool) -> None:
        """Whether a notebook is open, and whether its automatic dreams are paused."""
        for action in (self.dream, self.pause):
            action.setEnabled(opened)
        self.pause.setChecked(opened and paused)

    def _pressed(self, how: QSystemTrayIcon.ActivationReason) -> None:
        if how is not QSystemTrayIcon.ActivationReason.Context:
            self.open.trigger()


class Notifier(QObject):
    """`notify` says something while the window is not in front; `clicked` is the answer to it, with
    the name of the page that it leads to.
    """

    clicked = Signal(str)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._icon: QSystemTrayIcon | None = None
        self._said: QProcess | None = None  # notify-send, which waits for an answer
        self._page = ""

    def notify(self, title: str, text: str, page: str = "dreams") -> bool:
        """Say it, unless the person looks at the window; returns whether it is said.

        A click leads to the `page` of this name; "" is whatever page is in front.
        """
        if self._window.isVisible() and self._window.isActiveWindow():
            return False
        self.stop()
        self._page = page
        tool = shutil.which("notify-send") if sys.platform == "linux" else None
        if tool is None:
            self._by_icon(title, text)
            return True
        from PySide6.QtCore import QProcess  # no first picture needs it

        word = tr("Review") if page else tr("Open")
        self._said = said = QProcess(self)
        said.finished.connect(lambda code: self._heard(said, code, title, text))
        said.start(tool, [
            "--app-name=Nightstand", f"--icon={_ENTRY}", f"--hint=string:desktop-entry:{_ENTRY}",
            f"--action=open={word}", "--", title, text.replace("&", "&amp;").replace("<", "&lt;"),
        ])  # fmt: skip
        return True

    def stop(self) -> None:
        """Hear no more of it; it stands on."""
        said, self._said = self._said, None
        if said is not None:
            said.kill()
            said.waitForFinished()
        if self._icon is not None:
            self._icon.hide()

    def _heard(self, said: "QProcess", code: int, title: str, text: str) -> None:
        """The person has answered, or put it away; or the tool knows no answers."""
        said.deleteLater()
        if said is self._said:
            self._said = None
            if code and not QSystemTrayIcon.isSystemTrayAvailable():
                type(said).startDetached(said.program(), [  # an old one, which gives no answer
                    one for one in said.arguments() if not one.startswith("--action=")
                ])  # fmt: skip
            elif code:
                self._by_icon(title, text)
            elif bytes(said.readAllStandardOutput().data()).strip() == b"open":
                self._click()

    def _click(self) -> None:
        self.clicked.emit(self._page)

    def _by_icon(self, title: str, text: str) -> None:
        """From an icon that stands in the tray for as long as the program runs or is looked at."""
        if not QSystemTrayIcon.isSystemTrayAvailable():
            return
        if self._icon is None:
            self._icon = QSystemTrayIcon(app_icon(), self)
            self._icon.messageClicked.connect(self._click)
            self._icon.messageClicked.connect(self._icon.hide)
        self._icon.show()
        self._icon.showMessage(title, text, app_icon())
