"""A small window for a note of today, over whichever program is in front.

Esc puts it away with its text.
"""

import os
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QCursor, QGuiApplication, QKeyEvent, QMouseEvent, QTextCursor
from PySide6.QtWidgets import QFrame

from desktop_app.errors import Problem
from desktop_app.ui.look.icons import app_icon
from desktop_app.ui.look.theme import theme
from desktop_app.ui.note_sheet import NoteSheet, added
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.memory.days import Noted

WIDTH, HEIGHT, MORE = 520, 190, 44


class CaptureWindow(QFrame):
    """`ask` brings it to the front with the keyboard in its field."""

    toasted = Signal(str, str, object)  # message, the action's word, what it does
    left = Signal()  # it was put away

    def __init__(self, jobs: "Jobs") -> None:
        flags = Qt.WindowType
        super().__init__(
            None, flags.Dialog | flags.FramelessWindowHint | flags.WindowStaysOnTopHint
        )
        self.setProperty("surface", "window")
        self.setWindowTitle(tr("Add a note to today"))
        self.setWindowIcon(app_icon())
        self._jobs = jobs
        self.sheet = NoteSheet(self, jobs, "capture")
        self.box, self.banner = self.sheet.box, self.sheet.banner
        self.unkept = self.sheet.unkept
        self.sheet.noted.connect(self._added)
        self.sheet.failed.connect(self.ask)
        self.sheet.grew.connect(self._measure)
        theme().followed_by(self._measure)

    def show_notebook(self, memory: "Memory") -> None:
        """Notes go into this notebook from now on."""
        self.sheet.memory = memory  # what was typed for it comes when it is asked for

    def leave(self) -> None:
        """Another notebook is to be opened, or the program ends."""
        self.hide()
        self.sheet.unsent.keep()

    def ask(self, token: str = "") -> None:
        """Comes to the front; by the `token`, where the system asks for one."""
        memory = self.sheet.memory
        if not self.isVisible():
            if memory is not None:  # another process may have kept or added what was typed
                self.sheet.show_notebook(memory)
            self.sheet.begin(memory.name if memory else "")
            self._stand()
        if token:
            os.environ["XDG_ACTIVATION_TOKEN"] = token  # Qt takes it when a window comes up
        self.show()
        self.raise_()
        self.activateWindow()
        self.box.setFocus(Qt.FocusReason.PopupFocusReason)

    def _added(self, noted: "Noted") -> None:
        self._put_away()
        if (memory := self.sheet.memory) is not None:
            forget, taken = partial(memory.days.forget, noted), partial(self._taken, noted)
            undo = lambda: self._jobs.do(forget, taken, self._refuse)  # noqa: E731
            self.toasted.emit(added(noted), tr("Undo"), undo)

    def _taken(self, noted: "Noted", _: object) -> None:
        if not self.box.toPlainText():
            self.box.setPlainText(noted.text)
            self.box.moveCursor(QTextCursor.MoveOperation.End)
        self.toasted.emit(tr("Taken out of today again."), "", None)

    def _refuse(self, problem: Problem) -> None:
        self.sheet.refuse(problem)
        self.ask()

    def _put_away(self) -> None:
        self.hide()
        self.sheet.unsent.keep()
        self.left.emit()

    def _stand(self) -> None:
        """In the upper third of the screen where the mouse is; some systems choose themselves."""
        screen = QGuiApplication.screenAt(QCursor.pos()) or QGuiApplication.primaryScreen()
        room = screen.availableGeometry()
        self.move(room.x() + (room.width() - self.width()) // 2, room.y() + (room.height()) // 4)

    def _measure(self) -> None:
        px = theme().px
        more = 0 if self.banner.isHidden() else MORE
        self.sheet.column.activate()  # or it would keep room for what has gone
        self.resize(px(WIDTH), px(HEIGHT + more))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:  # it has no title to be moved by
            self.windowHandle().startSystemMove()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._put_away()

    def closeEvent(self, event: QCloseEvent) -> None:
        event.ignore()
        self._put_away()
