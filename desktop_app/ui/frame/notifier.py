"""What is said through the desktop while nobody looks at the window."""

import shutil

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QSystemTrayIcon, QWidget

from desktop_app.ui.look.icons import app_icon

_ENTRY = "app.nightstand.Nightstand"  # of the desktop: its name and icon


class Notifier(QObject):
    """`notify` says something while the window is not in front; `clicked` is the answer to it, with
    the name of the page that it leads to.
    """

    clicked = Signal(str)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.icon: QSystemTrayIcon | None = None
        self._page = ""

    def notify(self, title: str, text: str, page: str = "dreams") -> bool:
        """Say it, unless the person looks at the window; returns whether it is said.

        A click leads to the `page` of this name; "" is whatever page is in front. A desktop without
        a tray shows it by its own tool, and tells of no click.
        """
        if self._window.isVisible() and self._window.isActiveWindow():
            return False
        self._page = page
        if QSystemTrayIcon.isSystemTrayAvailable():
            self._by_icon(title, text)
        elif tool := shutil.which("notify-send"):
            from PySide6.QtCore import QProcess  # no first picture needs it

            QProcess.startDetached(tool, [
                "--app-name=Nightstand", f"--icon={_ENTRY}",
                f"--hint=string:desktop-entry:{_ENTRY}", "--", title,
                text.replace("&", "&amp;").replace("<", "&lt;"),
            ])  # fmt: skip
        else:
            return False
        return True

    def stop(self) -> None:
        """Hear no more of it; it stands on."""
        if self.icon is not None:
            self.icon.hide()

    def _by_icon(self, title: str, text: str) -> None:
        """From an icon that stands in the tray for as long as the program runs or is looked at."""
        if self.icon is None:
            self.icon = QSystemTrayIcon(app_icon(), self)
            self.icon.messageClicked.connect(lambda: self.clicked.emit(self._page))
            self.icon.messageClicked.connect(self.icon.hide)
        self.icon.show()
        self.icon.showMessage(title, text, app_icon())
