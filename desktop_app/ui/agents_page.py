"""The page of agents: who comes in, and whom one follows. Knows its two parts."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from desktop_app.memory import Memory
from desktop_app.ui.agents.access import AccessPart, WatchedPart
from desktop_app.ui.page import Page, PageParts
from desktop_app.ui.parts.boxes import ScrolledColumn, stacked
from desktop_app.ui.parts.delayed import delayed
from desktop_app.ui.parts.header import Header
from desktop_app.ui.plans import AGENTS

_WIDE = 680


class AgentsPage(Page):
    """A person lets agents in, and follows them."""

    plan = AGENTS

    def __init__(self, given: PageParts) -> None:
        super().__init__(given)
        self.access, self.watched = AccessPart(self), WatchedPart(self)
        parts = (self.access, self.watched, None)
        self._column = ScrolledColumn(_WIDE + 48, (24, 24, 24, 32), *parts, gap=28)
        stacked(self, Header(self.registry, self.title), self._column, grows=self._column)

    def show_notebook(self, memory: Memory) -> None:
        super().show_notebook(memory)
        self.access.look()
        self.watched.show_notebook(memory)

    def entered(self) -> None:
        self.show_again()

    def show_again(self) -> None:
        if self.isVisible():
            self.access.show_settings()
            self.access.look()
            self.watched.look()

    def take_focus(self) -> None:
        self.access.which.setFocus(Qt.FocusReason.OtherFocusReason)

    def lead_to(self, part: QWidget) -> None:
        """Comes to the front with one of its parts."""
        self.come()
        (self if part is self.access else self.watched).take_focus()
        delayed(self, 0, lambda: self._column.ensureWidgetVisible(part)).start()
