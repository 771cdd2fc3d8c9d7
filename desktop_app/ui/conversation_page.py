"""The conversation page: the list of talks, one of them to go on with, and other ways in.

Knows its parts. What a talk does is `memory.talks`' business; `TalkFlow` says what is shown when.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from desktop_app.errors import Problem
from desktop_app.notebook.layout import FileKind
from desktop_app.ui.conversation.talk_desk import TalkDesk
from desktop_app.ui.conversation.talk_files import is_import
from desktop_app.ui.conversation.talk_flow import TalkFlow
from desktop_app.ui.conversation.talk_pane import TalkPane
from desktop_app.ui.conversation.transcripts import OpenedTranscript, opened
from desktop_app.ui.conversation.way import ADD, IMPORT
from desktop_app.ui.models.server import OllamaServer
from desktop_app.ui.page import Page
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.plans import CONVERSATION
from desktop_app.words import together, tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Changed, Memory
    from desktop_app.settings import Settings
    from desktop_app.ui.conversation.adding import Adding
    from desktop_app.ui.conversation.importing import Importing

FLUSH, STOP = "talk.flush", "talk.stop"
_MODEL = "sessions.model"


class ConversationPage(Page):
    """Talks with a model of this computer, transcripts to read, conversations to be added."""

    plan = CONVERSATION

    flush_asked = Signal()  # what is typed on other pages is to be saved first
    rehearsal_asked = Signal(str)  # what would a model read of memory for these words?

    def __init__(
        self, jobs: "Jobs", actions: Actions, settings: "Settings", server: OllamaServer
    ) -> None:
        super().__init__(jobs, actions)
        self._settings, self._server = settings, server
        self._parts: dict[str, Adding | Importing] = {}
        self.pane = TalkPane(actions)
        self.desk = TalkDesk(actions)
        self.flow = TalkFlow(jobs, settings.get, self.desk, self.pane)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.desk)
        stacked(self, self._stack)
        self._connect()
        self._add_actions()
        self._show_models()

    @property
    def foot(self) -> int:
        talks = self._stack.currentWidget() is self.desk
        return 224 if talks else super().foot  # news, the meter and the field

    def list_pane(self) -> QWidget:
        return self.pane

    @property
    def adding(self) -> "Adding":
        """The part that adds a conversation to the days, made now if it was not yet."""
        return cast("Adding", self._part(ADD))

    @property
    def importing(self) -> "Importing":
        """The part for imports, made now if it was not yet."""
        return cast("Importing", self._part(IMPORT))

    def is_made(self, way: str) -> bool:
        """Whether this part was wanted already."""
        return way in self._parts

    # -- as a page ------------------------------------------------------------------------------

    def show_notebook(self, memory: "Memory") -> None:
        super().show_notebook(memory)
        for part in self._parts.values():
            part.show_notebook(memory)
        self._stack.setCurrentWidget(self.desk)
        self.flow.show_notebook(memory)

    def show_changed(self, changed: "Changed") -> None:
        if self.memory is None:
            return
        if any(self.memory.layout.kind(path) is FileKind.SESSIONS for path in changed.paths):
            self.flow.list_soon()

    def show_again(self) -> None:
        self.flow.list_soon()

    def shows(self, path: str) -> bool:
        return self.memory is not None and self.memory.layout.kind(path) is FileKind.SESSIONS

    def go_to(self, path: str, line: int) -> None:
        memory = self.memory
        if memory is None:
            return
        self._stack.setCurrentWidget(self.desk)

        def show(found: OpenedTranscript) -> None:
            if memory is self.memory:
                self.flow.show_opened(found)
                column = self.desk.column
                number = column.number_of(found.at)
                if line and number >= 0 and (turn := column.turn(number)) is not None:
                    turn.bubble.setFocus(Qt.FocusReason.OtherFocusReason)

        def work() -> OpenedTranscript:
            self.flow.turns.talks(memory)  # by the settings: the meter tells of their window
            return opened(memory, path, line)

        self.jobs.call("talk.path", work, show, self._tell)

    def shown_path(self) -> str:
        return self.flow.path

    def take_focus(self) -> None:
        if self._stack.currentWidget() is self.desk:
            self.desk.first_focus().setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._stack.currentWidget().setFocus(Qt.FocusReason.OtherFocusReason)

    def entered(self) -> None:
        self._server.look_closely()

    def leave(self) -> None:
        self.flow.leave()
        for part in self._parts.values():
            part.leave()

    def unkept(self) -> list[str]:
        return [*self.flow.unkept(), *(n for part in self._parts.values() for n in part.unkept())]

    def focus_search(self) -> None:
        self.bring_list()
        self.pane.input.setFocus()
        self.pane.input.selectAll()

    async def part(self) -> None:
        """The window closes: answers stop, and what was said and not flushed is flushed."""
        await self.flow.work.part()

    # -- entrances ------------------------------------------------------------------------------

    def begin(self, *, private: bool = False) -> None:
        """A new talk comes to the front."""
        if self.memory is None:
            return
        self.come()
        self._show_desk()
        self.flow.begin(private=private)
        self.take_focus()

    def add(self) -> None:
        """The part that adds a conversation to the days comes to the front."""
        self.show_way(ADD)

    def add_file(self, path: str) -> None:
        """The same with a file that was dropped."""
        self.add()
        self.adding.read_file(path)

    def bring(self, path: str = "") -> None:
        """The part for imports comes to the front, with a file or folder if one was dropped."""
        self.show_way(IMPORT)
        if path:
            self.importing.take(path)

    def take_file(self, path: str) -> None:
        """What was dropped goes to the import that is in front, or to the part it is for."""
        importing = self.is_made(IMPORT) and self.importing.isVisible()
        (self.bring if importing or is_import(path) else self.add_file)(path)

    def show_way(self, way: str) -> None:
        """A part of the page comes to the front; what was begun on it is as it was."""
        if self.memory is None:
            return
        self.come()
        part = self._part(way)
        self._stack.setCurrentWidget(part)
        part.ask()

    # -- inside ---------------------------------------------------------------------------------

    def _show_talk(self, talk_id: str) -> None:
        self.come()
        self._show_desk()
        self.flow.work.open(talk_id)

    def _show_desk(self) -> None:
        now, shown = QApplication.focusWidget(), self._stack.currentWidget()
        had = now is not None and shown.isAncestorOf(now)
        self._stack.setCurrentWidget(self.desk)
        if had:
            self.take_focus()

    def _part(self, way: str) -> "Adding | Importing":
        part = self._parts.get(way)
        if part is None:
            part = self._parts[way] = self._made(way)
            part.closed.connect(self._show_desk)
            part.opened.connect(self.opened)
            part.toasted.connect(self.toasted)
            part.about_to_write.connect(self.flush_asked)
            self._stack.addWidget(part)
            if self.memory is not None:
                part.show_notebook(self.memory)
        return part

    def _made(self, way: str) -> "Adding | Importing":
        from desktop_app.ui.conversation.adding import Adding
        from desktop_app.ui.conversation.importing import Importing

        made = Adding if way == ADD else Importing
        return made(self.jobs, self.registry, self._settings.get)

    def _connect(self) -> None:
        flow, desk, pane = self.flow, self.desk, self.pane
        flow.toasted.connect(self.toasted)
        flow.opened.connect(self.opened)
        flow.asked_for.connect(self._show_talk)
        flow.failed.connect(self._tell)
        flow.went.connect(lambda path: self.went.emit(path, 0))
        flow.work.about_to_write.connect(self.flush_asked)
        flow.turns.began.connect(self._allow)
        flow.turns.ended.connect(lambda _talk, _problem: self._allow())
        pane.chosen.connect(lambda _id: self._show_desk())
        pane.entered.connect(self._enter)
        pane.way_chosen.connect(self.show_way)
        desk.way_chosen.connect(self.show_way)
        desk.models_asked.connect(self.registry["page.settings"].trigger)
        desk.flush_file_asked.connect(self._add_shown)
        desk.composer.rehearsed.connect(lambda: self.rehearsal_asked.emit(self.desk.composer.words))
        desk.composer.chosen.connect(lambda name: self._settings.set(_MODEL, name))
        self._server.changed.connect(self._show_models)

    def _add_actions(self) -> None:
        add, column = self.registry.add, self.desk.column

        def own(
            name: str, words: str, slot: Callable[[], object], key: str, icon: str = ""
        ) -> None:
            add(f"talk.{name}", words, slot, key, icon, self.name, scope=column, listed=False)

        add(FLUSH, tr("Flush now"), self.flow.flush, "Ctrl+Shift+L", "days", self.name,
            detail=tr("What matters in this conversation goes into today"))  # fmt: skip
        add(STOP, tr("Stop the answer"), self.flow.turns.stop, "Ctrl+.", "stop", self.name,
            detail=tr("What came of it stays"))  # fmt: skip
        for deed, words, key, act in (
            ("rename", tr("Rename the conversation"), "F2", self.pane.rename),
            ("delete", tr("Delete the conversation"), "Delete", self.pane.delete),
        ):
            add(f"talk.{deed}", words, act, key, "", self.name, scope=self.pane.rows, listed=False)
        own("next", tr("Next message"), lambda: column.step(1), "J")
        own("previous", tr("Previous message"), lambda: column.step(-1), "K")
        for deed, key, words in (
            ("copy", "C", tr("Copy the message")),
            ("edit", "E", tr("Edit and send again")),
            ("again", "R", tr("Answer again")),
            ("forget", "D", tr("Don’t remember this")),
        ):
            own(deed, words, partial(self.flow.current_deed, deed), key)
        self._allow()

    def _allow(self) -> None:
        self.registry.allow(STOP, self.flow.turns.answering is not None)

    def _enter(self) -> None:
        self._show_desk()
        self.take_focus()

    def _add_shown(self) -> None:
        memory, path = self.memory, self.flow.path
        if memory is not None and path:
            self.add_file(str(memory.root / path))

    def _tell(self, problem: Problem) -> None:
        self.told.emit(problem.message, problem.hint)

    def _show_models(self) -> None:
        """Who can answer now, and the one that was chosen last."""
        sight = self._server.sight
        names = [info.name for info in sight.models or () if info.chats]
        kept = self._settings.get(_MODEL) or self._settings.get("dreams.model")
        chosen = kept if kept in names else (names[0] if names else "")
        why = ""
        if not names and sight.known:
            why = tr("No model answers here now: read, paste, drop and flush conversations.")
            if sight.problem is not None:
                why = together(sight.problem.message, why)
        self.desk.show_models(names, chosen, why)
        if names:
            words = tr("Ask about what you wrote down: %1 reads your memory, on this computer.")
            self.desk.show_sentence(words.replace("%1", chosen))
        else:
            self.desk.show_sentence(tr("Conversations with an assistant, to keep what matters."))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc among the messages leads to the field."""
        if event.key() == Qt.Key.Key_Escape and self._stack.currentWidget() is self.desk:
            self.take_focus()
        else:
            super().keyPressEvent(event)
