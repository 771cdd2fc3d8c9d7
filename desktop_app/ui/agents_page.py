"""The page of agents: who comes in, whom one follows, and what errors taught them.

Knows its parts and memory's questions, not how errors are told apart.
"""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from desktop_app.jobs import Jobs
from desktop_app.memory import Memory
from desktop_app.sessions.hindsight.pattern import ErrorPattern
from desktop_app.settings import Settings
from desktop_app.ui.agents.access import AccessPart
from desktop_app.ui.agents.doors import AgentDoors
from desktop_app.ui.agents.errors import ErrorView, told_in_row
from desktop_app.ui.agents.watched import WatchedPart
from desktop_app.ui.page import Page
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.asking_pane import AskingPane
from desktop_app.ui.parts.boxes import Pile, ScrolledColumn, stacked
from desktop_app.ui.parts.controls import IconButton
from desktop_app.ui.parts.delayed import delayed
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.notices import EmptyState
from desktop_app.ui.parts.rows import RowWords, ThingRows
from desktop_app.ui.plans import AGENTS
from desktop_app.words import tr

_REST = 250  # milliseconds without a key, then the question is asked
_FOUND = 20
_WIDE = 680


class AgentsPage(Page):
    """A person lets agents in, follows them, shares what ends an error, or lets go of it."""

    plan = AGENTS

    def __init__(self, jobs: Jobs, actions: Actions, settings: Settings, doors: AgentDoors) -> None:
        super().__init__(jobs, actions)
        self._settings = settings
        self.error: ErrorPattern | None = None
        self.pane = AskingPane(
            self.title, tr("Find an error"), tr("Find an error: paste its message"),
            ThingRows(self.title, self._told, key=lambda error: error.key if error else ""),
        )  # fmt: skip
        self.access, self.watched = AccessPart(jobs, settings, doors), WatchedPart(jobs)
        self.view = ErrorView(actions)
        self.empty = EmptyState(self.name, tr("No earlier error is like this one."))
        self.header = Header(actions, self.title)
        parts = (self.access, self.watched, None)
        self._column = ScrolledColumn(_WIDE + 48, (24, 24, 24, 32), *parts, gap=28)
        self._stack = Pile(self._column, self.empty, self.view)
        stacked(self, self.header, self._stack, grows=self._stack)
        for name, words, icon, key in (
            ("forget", tr("Forget this error"), "trash", ""),
            ("share", tr("Share it"), "check", "S"),
            ("decline", tr("Do not share"), "minus", "X"),
        ):
            scope = self.pane.rows if key else None  # a single letter works in the list
            act = partial(self._do, name)
            actions.add(f"agents.{name}", words, act, key, icon, self.name, scope=scope)
        self._forget = IconButton.of(actions["agents.forget"], "trash")
        self.header.add(self._forget)
        self._soon = delayed(self, _REST, self._ask)
        self.pane.asked.connect(self._soon.start)
        self.pane.rows.moved.connect(self._show)
        self.access.toasted.connect(self.toast)
        self.access.told.connect(self.told)
        self.setFocusProxy(self.pane.rows)
        self._list([None])

    def show_notebook(self, memory: Memory) -> None:
        super().show_notebook(memory)
        self._list([None])
        self.access.show_notebook(memory)
        self.watched.show_notebook(memory)
        if self.isVisible():
            self._ask()

    def entered(self) -> None:
        self.show_again()

    def show_again(self) -> None:
        if self.isVisible():
            self.take_settings()
            self.access.look()
            self._ask()

    def take_settings(self) -> None:
        """Another window may have changed what is shown here."""
        self.access.show_settings()

    def focus_search(self) -> None:
        self.bring_list()
        self.pane.take_keyboard()

    def lead_to(self, part: QWidget) -> None:
        """Comes to the front with a part of what is known of agents."""
        self.come()
        self.pane.input.clear()
        self._list([None])
        if part is self.access:
            self.access.which.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.watched.take_focus()
        delayed(self, 0, lambda: self._column.ensureWidgetVisible(part)).start()

    def _ask(self) -> None:
        if (memory := self.memory) is None:
            return
        asked = self.pane.query

        def found() -> tuple[ErrorPattern, ...]:
            hindsight = memory.hindsight
            if asked:
                return tuple(one.pattern for one in hindsight.find(asked, _FOUND))
            return hindsight.patterns()

        self.jobs.call("agents.errors", found, partial(self._listed, bool(asked)), self.tell)

    def _listed(self, asked: bool, errors: tuple[ErrorPattern, ...]) -> None:
        self._list([*errors] if asked else [None, *errors])

    def _list(self, errors: Sequence[ErrorPattern | None]) -> None:
        """Shows these, None for the row of agents."""
        self.pane.rows.show_things(errors, 0)
        self._show()

    def _told(self, error: ErrorPattern | None) -> RowWords:
        if error is None or self.memory is None:
            return RowWords(tr("Connect agents"), icon="agents")
        return told_in_row(error, self.memory.now())

    def _show(self) -> None:
        error = self.error = self.pane.rows.thing
        self.registry.allow("agents.forget", error is not None)
        self._forget.setVisible(error is not None)
        if error is not None and self.memory is not None:
            self.header.say(tr("Error"))
            self.view.show_error(error, self.memory.now())
            self._stack.setCurrentWidget(self.view)
        else:
            self.header.say(self.title)
            listed = self.pane.rows.rows.things
            self._stack.setCurrentWidget(self._column if listed else self.empty)
        shows = self._stack.currentWidget() is self.view
        for name in ("share", "decline"):
            self.registry.allow(f"agents.{name}", shows and name in self.view.buttons)

    def _do(self, name: str) -> None:
        """What a person decides about the error that is shown."""
        if self.memory is None or (error := self.error) is None:
            return
        room, procedures = self.memory.hindsight, self.memory.procedures
        deeds: dict[str, Callable[[str], object]] = {
            "share": procedures.share, "decline": room.decline, "forget": room.forget,
        }  # fmt: skip
        deed = deeds[name]
        self.change(lambda _memory: deed(error.key), lambda _: self._done(name))

    def _done(self, name: str) -> None:
        self._ask()
        if name == "forget":
            self.toast(tr("The error is forgotten."))
