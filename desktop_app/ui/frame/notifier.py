"""What is said through the desktop while nobody looks at the window."""

import shutil
import sys
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QSystemTrayIcon, QWidget

from desktop_app.ui.look.icons import app_icon
from desktop_app.words import tr

if TYPE_CHECKING:
    from PySide6.QtCore import QProcess

_ENTRY = "app.nightstand.Nightstand"  # of the desktop: its name and icon


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
