"""The page of errors: what agents stumbled over, how often, and what ended it.

Knows its parts and memory's questions, not how errors are told apart.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from desktop_app.errors import Problem
from desktop_app.ui.hindsight.error_list import ErrorList
from desktop_app.ui.hindsight.error_view import ErrorView
from desktop_app.ui.page import Page
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.controls import IconButton
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.notices import EmptyState
from desktop_app.ui.plans import HINDSIGHT
from desktop_app.words import counted, tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.sessions.hindsight.pattern import ErrorPattern

_REST = 250  # milliseconds without a key, then the question is asked
_FOUND = 20


class HindsightPage(Page):
    """Errors over time. A person shares what ends one, or lets go of it."""

    plan = HINDSIGHT

    def __init__(self, jobs: "Jobs", actions: Actions) -> None:
        super().__init__(jobs, actions)
        self.pattern: ErrorPattern | None = None
        self.pane = ErrorList()
        self.view = ErrorView()
        self.empty = EmptyState(self.name, "")
        self.header = Header(actions, self.title)
        again = actions.add(
            "hindsight.refresh", tr("Look again"), self._ask, "", "refresh", self.name
        )
        forget = actions.add(
            "hindsight.forget", tr("Forget this error"), self._forget, "", "trash", self.name
        )
        self.header.add(IconButton.of(again, "refresh"), IconButton.of(forget, "trash"))
        self._stack = QStackedWidget()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.view)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(self._stack, 1)
        self._asking = False
        self._soon = QTimer(self, singleShot=True, interval=_REST)
        self._soon.timeout.connect(self._ask)
        self.pane.asked.connect(self._soon.start)
        self.pane.chosen.connect(self._show)
        self.view.shared.connect(lambda: self._decide(lambda memory, key: memory.share(key)))
        self.view.declined.connect(lambda: self._decide(lambda memory, key: memory.decline(key)))
        self.setFocusProxy(self.pane.rows)
        self._show(None)

    def list_pane(self) -> QWidget:
        return self.pane

    def show_notebook(self, memory: "Memory") -> None:
        super().show_notebook(memory)
        self.pane.show_patterns((), memory.now())
        if self.isVisible():
            self._ask()

    def entered(self) -> None:
        self._ask()

    def show_again(self) -> None:
        if self.isVisible():
            self._ask()

    def focus_search(self) -> None:
        self.bring_list()
        self.pane.take_keyboard()

    @property
    def settled(self) -> bool:
        """Whether what is shown answers what is typed."""
        return not self._soon.isActive() and not self._asking

    def _ask(self) -> None:
        if (memory := self.memory) is None:
            return
        asked = self.pane.question
        self._asking = True

        def found() -> "tuple[ErrorPattern, ...]":
            if not asked:
                return memory.hindsight.patterns()
            return tuple(one.pattern for one in memory.hindsight.find(asked, _FOUND))

        self.jobs.call("hindsight", found, partial(self._listed, memory), self._failed)

    def _listed(self, memory: "Memory", patterns: "tuple[ErrorPattern, ...]") -> None:
        self._asking = False
        self.told.emit("", "")
        self.pane.show_patterns(patterns, memory.now())
        known = counted("{count} error", "{count} errors", len(patterns))
        self.header.say(self.title, known)

    def _failed(self, problem: Problem) -> None:
        self._asking = False
        self.told.emit(problem.message, problem.hint)

    def _show(self, pattern: "ErrorPattern | None") -> None:
        self.pattern = pattern
        self.registry["hindsight.forget"].setEnabled(pattern is not None)
        if pattern is not None and self.memory is not None:
            self.view.show_pattern(pattern, self.memory.now())
            self._stack.setCurrentWidget(self.view)
            return
        self.empty.say(
            tr("No error that was met is like this one.")
            if self.pane.question
            else tr("No errors yet. They come from agents that you watch.")
        )
        self._stack.setCurrentWidget(self.empty)

    def _decide(self, decide: Callable[..., object], said: str = "") -> None:
        if (memory := self.memory) is None or (pattern := self.pattern) is None:
            return
        self.jobs.call(
            "hindsight.decide",
            lambda: decide(memory.hindsight, pattern.key),
            lambda _done: self._decided(said),
            self._failed,
        )

    def _forget(self) -> None:
        self._decide(lambda memory, key: memory.forget(key), tr("The error is forgotten."))

    def _decided(self, said: str) -> None:
        self._ask()
        if said:
            self.toast(said)
