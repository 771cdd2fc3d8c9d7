"""The template for new days: what leads to its card, which is made when it is wanted."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from desktop_app.ui.parts.actions import NOTEBOOK, Actions
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.memory.files import Rewritten
    from desktop_app.ui.frame.template_card import TemplateCard


class Templating(QObject):
    """Opens the card, keeps what was typed there when it closes, and says how to undo that."""

    toasted = Signal(str, str, object)  # message, the action's word, what it does
    failed = Signal(object)  # the Problem

    def __init__(self, window: QWidget, jobs: "Jobs", actions: Actions) -> None:
        super().__init__(window)
        self._window, self._jobs = window, jobs
        self._memory: Memory | None = None
        self.card: TemplateCard | None = None
        actions.add("template", tr("Template for new days…"), self.ask, (), "days", NOTEBOOK,
            detail=tr("What a day begins with when you begin it"))  # fmt: skip

    def show_notebook(self, memory: "Memory") -> None:
        """The template is this notebook's from now on."""
        self._memory = memory

    def ask(self) -> None:
        """Brings the card with the template as it stands."""
        if (memory := self._memory) is not None:
            show = lambda text: self._show(memory, text)  # noqa: E731
            self._jobs.call("template", memory.template.text, show, self.failed.emit)

    def leave(self) -> None:
        """Another notebook is to be opened, or the window closes."""
        if self.card is not None:
            self.card.close_card()

    def unkept(self) -> list[str]:
        """What was typed here and could be kept on no disk, by name."""
        return self.card.unkept() if self.card is not None else []

    def _show(self, memory: "Memory", text: str) -> None:
        if self.card is None:
            from desktop_app.ui.frame.template_card import (
                TemplateCard,
            )  # not before the first paint

            self.card = TemplateCard(self._window, self._jobs)
            self.card.closed.connect(self._keep)
        self.card.ask(memory, text)

    def _keep(self) -> None:
        card = self.card
        if card is None or card.memory is None or not card.changed:
            return
        memory, text = card.memory, card.field.toPlainText()
        self._jobs.do(
            lambda: memory.template.set(text),
            lambda change: self._kept(memory, change, text),
            card.refuse,
        )

    def _kept(self, memory: "Memory", change: "Rewritten", text: str) -> None:
        if self.card is not None:
            self.card.keep(text)
        undo = lambda: self._jobs.do(  # noqa: E731
            lambda: memory.files.take_back(change), lambda _: self._undone(), self.failed.emit
        )
        if text.strip():
            self.toasted.emit(tr("New days begin with this template."), tr("Undo"), undo)
        else:
            self.toasted.emit(tr("New days begin without a template."), tr("Undo"), undo)

    def _undone(self) -> None:
        self.toasted.emit(tr("The template is as it was before."), "", None)
