"""What if: the choice of two engines, then their changes side by side. A document of the dreams.

Knows its parts and the work behind them; what becomes of a proposal is the page's business.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QStackedWidget

from desktop_app.errors import Problem
from desktop_app.settings import Settings
from desktop_app.ui.dreams.engine_choice import EngineChoice
from desktop_app.ui.dreams.whatif.pairs_page import PairsPage
from desktop_app.ui.dreams.whatif.whatif_choice import WhatIfChoice
from desktop_app.ui.dreams.whatif.whatif_work import WhatIfStanding, WhatIfWork
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.notices import announce
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.dreams.whatif.comparing import WhatIf
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory


class WhatIfView(QFrame):
    """Esc goes back: from the pairs to the choice, from the choice to the dreams."""

    left = Signal()
    opened = Signal(str, int)
    failed = Signal(object)  # a Problem

    def __init__(
        self, jobs: "Jobs", actions: Actions, settings: Settings, engines: EngineChoice
    ) -> None:
        super().__init__()
        self.setProperty("surface", "doc")
        self._settings, self._engines = settings, engines
        self.work = WhatIfWork(jobs, settings, self)
        self.choice = WhatIfChoice(engines)
        self.pairs = PairsPage(actions)
        self._header = Header(actions, tr("What if"))
        self.back_button = Button(tr("Back to dreams"))
        self.back_button.clicked.connect(self.left)
        self.again_button = Button(tr("Other engines"))
        self.again_button.clicked.connect(self.choose)
        self._header.add(self.again_button, self.back_button)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.choice)
        self._stack.addWidget(self.pairs)
        stacked(self, self._header, self._stack, grows=self._stack)
        self.choice.asked.connect(self.work.compare)
        self.pairs.opened.connect(self.opened)
        self.pairs.review_asked.connect(self._review)
        work = self.work
        work.began.connect(lambda: self.choice.show_running(True))
        work.ended.connect(lambda: self.choice.show_running(False))
        work.cancelled.connect(self.focus)
        work.compared.connect(self._show)
        work.stands.connect(self.pairs.show_standing)
        work.refused.connect(self._refused)
        work.kept.connect(lambda _proposal: self.pairs.allow(True))

    def use(self, memory: "Memory") -> None:
        """Another notebook: nothing of the one before is shown."""
        self.work.use(memory)
        self.pairs.whatif = None
        self.choose()

    def come(self) -> None:
        """Ask which engines there are; a comparison that is there stays."""
        self._engines.look()
        self.choice.show_span(int(self._settings.get("dreams.days")))
        self.focus()

    def choose(self) -> None:
        """Back to the choice of engines."""
        self._stack.setCurrentWidget(self.choice)
        self.again_button.hide()
        self._header.say(tr("What if"))
        self.focus()

    def focus(self) -> None:
        """The keyboard where one goes on."""
        if self.isVisible():
            (self.choice if self._stack.currentWidget() is self.choice else self.pairs).focus()

    def look_again(self) -> None:
        """Files have changed."""
        if self.pairs.whatif is not None:
            self.work.look(self.pairs.whatif)

    def _show(self, whatif: "WhatIf", standing: WhatIfStanding) -> None:
        self.pairs.show_whatif(whatif, standing)
        self._stack.setCurrentWidget(self.pairs)
        self.again_button.show()
        days = counted("1 day", "{count} days", len(whatif.material.dates))
        words = tr("%1 read · nothing is written, and no day counts as dreamt").replace("%1", days)
        self._header.say(tr("What if"), words)
        announce(self, self.pairs.totals.accessibleDescription())
        self.focus()

    def _review(self, picks: object) -> None:
        if self.pairs.whatif is not None:
            self.work.keep(self.pairs.whatif, picks)  # type: ignore[arg-type]

    def _refused(self, problem: Problem) -> None:
        self.pairs.allow(True)
        self.focus()
        self.failed.emit(problem)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self._stack.currentWidget() is self.pairs:
            self.choose()
        else:
            self.left.emit()
