"""Forgetting for good: say what, see where it stands, say yes twice, read what came of it.

Knows its three steps and memory's questions, not how anything is removed.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QWidget

from desktop_app.ui.forget.forget_asking import ForgetAsking
from desktop_app.ui.forget.forget_preview import ForgetPreview
from desktop_app.ui.forget.forget_report import ForgetDone
from desktop_app.ui.look.theme import theme
from desktop_app.ui.page import Page
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.labels import text
from desktop_app.ui.parts.notices import Banner
from desktop_app.ui.parts.scrolled_column import ScrolledColumn
from desktop_app.ui.plans import FORGET
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.errors import Problem
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.notebook.forgetting.places import ForgetReport, FoundTexts

_WIDTH = 720


class ForgetPage(Page):
    """One thing at a time is looked for and forgotten."""

    plan = FORGET

    flush_asked = Signal()  # what is typed elsewhere is saved first

    def __init__(self, jobs: "Jobs", actions: Actions) -> None:
        super().__init__(jobs, actions)
        self.header = Header(actions, self.title, tr("A line or a topic, wherever it stands"))
        self.asking = ForgetAsking()
        self.banner = Banner()
        self.preview = ForgetPreview()
        self.busy = text("", "ui", "text2", wrap=True)
        self.report = ForgetDone()
        self._scroll = ScrolledColumn()
        for part in (self.asking, self.banner, self.preview, self.busy, self.report):
            self._scroll.column.addWidget(part)
        self._scroll.column.addStretch(1)
        stacked(self, self.header, self._scroll, grows=self._scroll)
        self.setFocusProxy(self.asking.field)
        self.asking.asked.connect(self._look)
        self.preview.agreed.connect(self._forget)
        self.preview.forget_button.clicked.connect(self._show_answers)
        self.report.another_asked.connect(self._begin)
        theme().followed_by(self._measure)
        self._show(None)

    def show_notebook(self, memory: "Memory") -> None:
        super().show_notebook(memory)
        self._begin()

    def come(self) -> None:
        """Comes to the front, with the keyboard where one says what is to be forgotten."""
        self.registry[f"page.{self.name}"].trigger()
        if self.report.isVisible():
            self._begin()
        self.asking.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_line(self, words: str) -> None:
        """Comes to the front and shows where this line stands."""
        self.come()
        self.asking.show_line(words)

    def _begin(self) -> None:
        self.asking.clear()
        self.banner.clear()
        self._show(None)

    def _show(self, step: QWidget | None) -> None:
        self.asking.setVisible(step is not self.report)
        for part in (self.preview, self.busy, self.report):
            part.setVisible(part is step)

    # -- looking --------------------------------------------------------------------------------

    def _look(self, words: str, topic: bool) -> None:
        memory = self.memory
        if memory is None:
            return
        self.banner.clear()
        self._say(tr("Looking"))
        self.flush_asked.emit()

        def work() -> "FoundTexts":
            memory.index.refresh()
            return memory.forgetting.find(words, topic=topic)

        self.jobs.do(work, self._found, self._failed)

    def _found(self, found: "FoundTexts") -> None:
        self._show(self.preview)
        self.preview.set_busy(False)
        self.preview.show_found(found)
        if found.places and self.isVisible():
            self.preview.first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_answers(self) -> None:
        """The question may be longer than what stood there: its answers stay in view."""
        show = self._scroll.ensureWidgetVisible
        QTimer.singleShot(0, self, lambda: show(self.preview.keep_button))

    # -- forgetting -----------------------------------------------------------------------------

    def _forget(self) -> None:
        memory, found, chosen = self.memory, self.preview.found, self.preview.chosen
        if memory is None or found is None:
            return
        self.asking.setEnabled(False)
        self.preview.set_busy(True)
        self._say(tr("Forgetting"))
        self.flush_asked.emit()
        self.jobs.do(lambda: memory.forgetting.forget(found, chosen), self._forgotten, self._failed)

    def _forgotten(self, report: "ForgetReport") -> None:
        self.asking.setEnabled(True)
        self.asking.clear()
        self._show(self.report)
        self.report.show_report(report)
        if self.isVisible():
            self.report.another_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _failed(self, problem: "Problem") -> None:
        self.asking.setEnabled(True)
        self.preview.set_busy(False)
        self._show(self.preview if self.preview.found is not None else None)
        self.banner.say(problem.message, problem.hint)

    def _say(self, step: str) -> None:
        self._show(self.busy)
        self.busy.setText(f"{step} …")

    def _measure(self) -> None:
        px = theme().px
        self._scroll.middle.setMaximumWidth(px(_WIDTH))
        self._scroll.column.setContentsMargins(px(24), px(20), px(24), px(20))
        self._scroll.column.setSpacing(px(16))
