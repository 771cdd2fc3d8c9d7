"""A small window for a note of today, over whichever program is in front.

Esc puts it away with its text. What was added last can be taken back when it comes again.
"""

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QCursor, QGuiApplication, QKeyEvent, QMouseEvent, QTextCursor
from PySide6.QtWidgets import QFrame

from desktop_app.errors import Problem
from desktop_app.ui.look.icons import app_icon
from desktop_app.ui.look.theme import theme
from desktop_app.ui.note_sheet import NoteSheet, added
from desktop_app.ui.parts.boxes import in_row
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.labels import Elided
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
        self._noted: Noted | None = None
        self.last = Elided("", "meta", "text2")
        self.undo = Button(tr("Undo"), "quiet", act=self.take_back)
        self.sheet.column.addLayout(in_row(self.last, self.undo, grows=self.last))
        self.unkept = self.sheet.unkept
        self.sheet.noted.connect(self._added)
        self.sheet.failed.connect(self.ask)
        self.sheet.grew.connect(self._measure)
        self._show_last(None)
        theme().followed_by(self._measure)

    def show_notebook(self, memory: "Memory") -> None:
        """Notes go into this notebook from now on."""
        self._show_last(None)
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
                self._look_for_last(memory)
            self.sheet.begin(memory.name if memory else "")
            self._stand()
        if token:
            os.environ["XDG_ACTIVATION_TOKEN"] = token  # Qt takes it when a window comes up
        self.show()
        self.raise_()
        self.activateWindow()
        self.box.setFocus(Qt.FocusReason.PopupFocusReason)

    def take_back(self) -> None:
        """Take what was added last out of its day again; its words are in the field then."""
        noted, memory = self._noted, self.sheet.memory
        if noted is not None and memory is not None:
            self._show_last(None)
            self._jobs.do(
                lambda: memory.days.forget(noted), lambda _: self._taken(noted), self._refuse
            )

    def _added(self, noted: "Noted") -> None:
        self._show_last(noted)
        self._put_away()
        self.toasted.emit(added(noted), tr("Undo"), self.take_back)

    def _taken(self, noted: "Noted") -> None:
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

    def _look_for_last(self, memory: "Memory") -> None:
        """Shows what was added last, unless it was forgotten meanwhile."""
        if (noted := self._noted) is None:
            return

        def stands() -> bool:
            text = memory.files.read(noted.path).text
            return all(line.strip() in text for line in noted.text.split("\n"))

        def show(there: bool) -> None:
            if there and self._noted is None:
                self._show_last(noted)

        self._show_last(None)
        self._jobs.call("capture.last", stands, show)

    def _show_last(self, noted: "Noted | None") -> None:
        self._noted = noted
        words = " ".join(noted.text.split()) if noted else ""
        self.last.setText(tr("Added: %1").replace("%1", words))
        for part in (self.last, self.undo):
            part.setVisible(noted is not None)
        self._measure()

    def _stand(self) -> None:
        """In the upper third of the screen where the mouse is; some systems choose themselves."""
        screen = QGuiApplication.screenAt(QCursor.pos()) or QGuiApplication.primaryScreen()
        room = screen.availableGeometry()
        self.move(room.x() + (room.width() - self.width()) // 2, room.y() + (room.height()) // 4)

    def _measure(self) -> None:
        px = theme().px
        more = [part for part in (self.banner, self.undo) if not part.isHidden()]
        self.sheet.column.activate()  # or it would keep room for what has gone
        self.resize(px(WIDTH), px(HEIGHT + MORE * len(more)))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:  # it has no title to be moved by
            self.windowHandle().startSystemMove()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._put_away()

    def closeEvent(self, event: QCloseEvent) -> None:
        event.ignore()
        self._put_away()
