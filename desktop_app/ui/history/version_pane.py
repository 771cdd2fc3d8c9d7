"""The list of versions, of one file or of all. Knows how to show and choose, opens nothing."""

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QSignalBlocker, QTimer, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout

from desktop_app.notebook.history import VersionStep
from desktop_app.notebook.layout import Layout
from desktop_app.ui.history.version_rows import VersionRows
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import IconButton, Segmented
from desktop_app.ui.parts.header import PaneHeader
from desktop_app.words import tr

FILE, ALL = "file", "all"
_SOON = 120  # milliseconds; holding an arrow key down opens only the version it ends on


class VersionPane(QFrame):
    """`moved` tells at once which version has the keyboard, `chosen` the one where it rests;
    `scope_asked` whether one file or all are meant."""

    moved = Signal(object)  # a Step
    chosen = Signal(object)  # a Step
    entered = Signal()
    scope_asked = Signal(str)
    back_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "side")
        self.back = IconButton("arrow-left", tr("Back to where you were"))
        self.back.clicked.connect(self.back_asked)
        header = PaneHeader(tr("History"))
        header.lead(self.back)
        self.scope = Segmented({FILE: tr("This file"), ALL: tr("Everything")}, tr("History of"))
        self.scope.chosen.connect(self.scope_asked)
        self._held = QVBoxLayout()
        self._held.addWidget(self.scope)
        self.rows = VersionRows(tr("Versions"))
        self.rows.entered.connect(self.entered)
        self._soon = QTimer(self, singleShot=True, interval=_SOON)
        self._soon.timeout.connect(self._say)
        self.rows.selectionModel().currentChanged.connect(lambda *_: self._move())
        self.rows.clicked.connect(lambda *_: self._say())
        stacked(self, header, self._held, self.rows, grows=self.rows)
        theme().followed_by(self._measure)

    def show_scope(self, scope: str, name: str) -> None:
        """Of one file, called `name` ("" when there is none to choose), or of all."""
        self.scope.choose(scope)
        part = self.scope.part(FILE)
        part.setEnabled(bool(name))
        part.setToolTip(name)

    def show_steps(
        self, steps: Sequence[VersionStep], more: bool, now: datetime, layout: Layout | None
    ) -> VersionStep | None:
        """All rows; the chosen one stays where it is, else the newest is; returns that one."""
        before = self.rows.step()
        place = self.rows.verticalScrollBar().value()
        with QSignalBlocker(self.rows.selectionModel()):
            self.rows.versions.show_steps(steps, more, now, layout)
            kept = before is not None and self.rows.choose(before.version.version)
            if not kept and steps:
                self.rows.choose(steps[0].version.version)
        self.rows.verticalScrollBar().setValue(place if kept else 0)
        self.rows.viewport().update()
        return self.rows.step()

    def _move(self) -> None:
        self._soon.start()
        self.moved.emit(self.rows.step())

    def _say(self) -> None:
        self._soon.stop()
        step = self.rows.step()
        if step is not None:
            self.chosen.emit(step)

    def _measure(self) -> None:
        px = theme().px
        self._held.setContentsMargins(px(16), 0, px(16), px(4))
