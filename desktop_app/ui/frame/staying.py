"""Staying: the program without its windows, where the person chose so. Knows them and the tray.

While it is hidden, the next Nightstand that is started has this one show its window.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QWidget

from desktop_app.ui.frame.tray import Tray
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.system.presence import Presence
    from desktop_app.ui.frame.notify import Notifier
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

    def hide(self, notifier: "Notifier") -> bool:
        """The last window closes: hide it instead, where the person chose so; returns whether."""
        if not self.tray.stays:
            return False
        self._hide()
        for window in self._windows():
            window.hide()
        if not self._state.get(_TOLD, False):
            self._state.set(_TOLD, True)
            notifier.notify(
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
