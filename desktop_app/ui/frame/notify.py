"""Says by the system's own notifications what a person would miss. Knows no page.

Linux desktops are told over D-Bus; elsewhere Qt does it, from the icon in the tray.
"""

import os
import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSocketNotifier, Signal
from PySide6.QtWidgets import QSystemTrayIcon, QWidget

from desktop_app.errors import Problem
from desktop_app.system import notification
from desktop_app.system.bus import NoAnswer
from desktop_app.ui.look.icons import app_icon
from desktop_app.ui.parts import desktop
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs


class Notifier(QObject):
    """`notify` says something while the window is not in front; `clicked` is the answer to it, with
    the name of the page that it leads to.
    """

    clicked = Signal(str)

    def __init__(self, window: QWidget, jobs: "Jobs") -> None:
        super().__init__(window)
        self._window, self._jobs = window, jobs
        self._icon: QSystemTrayIcon | None = None
        self._shown: notification.Notification | None = None
        self._ear: QSocketNotifier | None = None
        self._page = ""

    def notify(self, title: str, text: str, page: str = "dreams") -> bool:
        """Say it, unless the person looks at the window; returns whether it is said.

        A click leads to the `page` of this name; "" is whatever page is in front.
        """
        if self._in_front():
            return False
        self._page = page
        if sys.platform == "linux":
            self._jobs.call(
                "notify",
                lambda: _say(title, text, tr("Review") if page else tr("Open")),
                self._listen,
                lambda _: self._by_icon(title, text),
                alone=True,
            )
        else:
            self._by_icon(title, text)
        return True

    def stop(self) -> None:
        """Hear of nothing any more."""
        if self._ear is not None:
            self._ear.setEnabled(False)
            self._ear = None
        if self._shown is not None:
            self._shown.close()
            self._shown = None
        if self._icon is not None:
            self._icon.hide()

    def _in_front(self) -> bool:
        return self._window.isVisible() and self._window.isActiveWindow()

    def _listen(self, shown: notification.Notification) -> None:
        self.stop()
        self._shown = shown
        ear = QSocketNotifier(shown.connection.sock.fileno(), QSocketNotifier.Type.Read, self)
        ear.activated.connect(self._hear)
        self._ear = ear

    def _hear(self) -> None:
        if self._shown is None:
            return
        heard = notification.hear(self._shown)
        if heard.token:
            os.environ["XDG_ACTIVATION_TOKEN"] = heard.token  # Qt takes it when a window comes up
        if heard.clicked:
            self._click()
        if heard.clicked or heard.gone:
            self.stop()

    def _click(self) -> None:
        self.clicked.emit(self._page)

    def _by_icon(self, title: str, text: str) -> None:
        """From an icon that stands in the tray for as long as the program runs or is looked at."""
        if not desktop.has_tray():
            return
        if self._icon is None:
            self._icon = QSystemTrayIcon(app_icon(), self)
            self._icon.messageClicked.connect(self._click)
            self._icon.messageClicked.connect(self._icon.hide)
        self._icon.show()
        self._icon.showMessage(title, text, app_icon())


def _say(title: str, text: str, word: str) -> notification.Notification:
    try:
        return notification.say(title, text, word)
    except NoAnswer as error:
        raise Problem(str(error)) from error
