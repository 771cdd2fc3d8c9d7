"""What stands in the middle of the days page: the day, or a conversation to be added to it.

The part for conversations is made when it is first asked for.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QApplication, QStackedWidget

from desktop_app.ui.parts.controls import Button
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.memory import Memory
    from desktop_app.ui.conversation.conversation import Conversation
    from desktop_app.ui.page import Page


class DayFront(QStackedWidget):
    """The page itself, and over it the part."""

    def __init__(self, page: "Page", get: Callable[[str], Any]) -> None:
        super().__init__()
        self._page, self._get = page, get
        self._memory: Memory | None = None
        self._talk: Conversation | None = None
        self.addWidget(page)

    @property
    def talk(self) -> "Conversation":
        """The part, made now if it was not yet."""
        if self._talk is None:
            self._talk = self._made()
        return self._talk

    def button(self) -> Button:
        """One that asks for it."""
        button = Button(tr("Add a conversation"), "quiet", "conversation")
        button.clicked.connect(self.ask)
        return button

    def show_notebook(self, memory: "Memory") -> None:
        """Another notebook is open."""
        self._memory = memory
        self.show_day()
        if self._talk is not None:
            self._talk.show_notebook(memory)

    def leave(self) -> None:
        """Another page comes to the front, or the window closes."""
        if self._talk is not None:
            self._talk.leave()

    def unkept(self) -> list[str]:
        """What was typed on the part and could be kept on no disk, by name."""
        return self._talk.unkept() if self._talk is not None else []

    def ask(self) -> None:
        """Brings the part to the front, on its page."""
        if self._memory is None:
            return
        self._page.registry[f"page.{self._page.name}"].trigger()
        self.setCurrentWidget(self.talk)
        self.talk.ask()

    def ask_file(self, path: str) -> None:
        """The same with a file that was dropped."""
        self.ask()
        self.talk.read_file(path)

    def show_day(self) -> None:
        """The day is in front again; what was begun on the part stays."""
        if self.currentWidget() is not self._page:
            had_keyboard = self._talk.isAncestorOf(QApplication.focusWidget())
            self.setCurrentWidget(self._page)
            if had_keyboard:
                self._page.setFocus()

    def _made(self) -> "Conversation":
        from desktop_app.ui.conversation.conversation import Conversation

        page = self._page
        talk = Conversation(page.jobs, page.registry, self._get)
        talk.closed.connect(self.show_day)
        talk.opened.connect(page.opened)
        talk.toasted.connect(page.toasted)
        talk.about_to_write.connect(page.leave)
        self.addWidget(talk)
        if self._memory is not None:
            talk.show_notebook(self._memory)
        return talk
