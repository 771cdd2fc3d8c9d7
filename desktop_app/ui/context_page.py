"""Context: the very prompt that memory gives to a model, for a question and a budget of tokens.

Knows its parts and memory's question, not how pieces are chosen.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QStackedWidget, QWidget

from desktop_app.errors import Problem
from desktop_app.sessions.levels.architect import architected
from desktop_app.sessions.prompt import USUAL_BUDGET
from desktop_app.ui.context.context_pane import ContextPane
from desktop_app.ui.context.prompt_view import PromptView
from desktop_app.ui.page import Page
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import IconButton
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.notices import EmptyState
from desktop_app.ui.plans import CONTEXT
from desktop_app.ui.reading.find_bar import FindBar
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Changed, Memory
    from desktop_app.sessions.prompt import PromptMaterial

_REST = 250  # milliseconds without a key, then the question is asked


class ContextPage(Page):
    """Rehearses what a model would read of this notebook."""

    plan = CONTEXT

    def __init__(self, jobs: "Jobs", actions: Actions) -> None:
        super().__init__(jobs, actions)
        self.material: PromptMaterial | None = None
        self.pane = ContextPane()
        self.pane.choose(USUAL_BUDGET)
        self.header = Header(actions, self.title, tr("The part of a prompt that memory gives"))
        copy = actions.add("context.copy", tr("Copy the prompt"), self.copy, "", "copy", self.name)
        self.header.add(IconButton.of(copy, "copy"))
        self.view = PromptView(tr("The prompt"))
        self.empty = EmptyState(self.name, "")
        self.find_bar = FindBar(lambda: self.view)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.view)
        stacked(self, self.header, self.find_bar, self._stack, grows=self._stack)
        self.setFocusProxy(self.view)
        self._asking = False
        self._soon = QTimer(self, singleShot=True, interval=_REST)
        self._soon.timeout.connect(self._gather)
        self.pane.asked.connect(self._soon.start)
        self.pane.moved.connect(self._draw)
        self.pane.opened.connect(self.opened)

    def list_pane(self) -> QWidget:
        return self.pane

    def show_notebook(self, memory: "Memory") -> None:
        super().show_notebook(memory)
        self.material = None
        self._gather()

    def show_changed(self, changed: "Changed") -> None:
        if self.isVisible():
            self._soon.start()

    def entered(self) -> None:
        self._gather()
        self._to_question()

    def _to_question(self) -> None:
        self.bring_list()
        self.pane.take_keyboard()

    def focus_search(self) -> None:
        self.find_bar.open()

    def come(self) -> None:
        """Comes to the front, from wherever the person is, with the keyboard in the question."""
        super().come()
        self._to_question()

    def rehearse(self, question: str) -> None:
        """Comes to the front with this question."""
        self.pane.input.setText(question)
        self.come()

    def copy(self) -> None:
        """The prompt goes to the clipboard as it stands."""
        QGuiApplication.clipboard().setText(self.view.toPlainText())
        self.toast(tr("The prompt is copied."))

    @property
    def settled(self) -> bool:
        """Whether what is shown answers what is typed."""
        return not self._soon.isActive() and not self._asking

    def _gather(self) -> None:
        if (memory := self.memory) is None:
            return
        question = self.pane.question
        self._asking = True
        self.jobs.call(
            "context", lambda: memory.context.material(question), self._gathered, self._failed
        )

    def _gathered(self, material: "PromptMaterial") -> None:
        self._asking = False
        self.told.emit("", "")
        self.material = material
        self._draw()

    def _failed(self, problem: Problem) -> None:
        self._asking = False
        self.told.emit(problem.message, problem.hint)

    def _draw(self) -> None:
        if self.material is None:
            return
        prompt = architected(self.material, self.pane.budget)
        self.pane.show_prompt(prompt, self.material.pieces)
        self.registry["context.copy"].setEnabled(bool(prompt.text))
        nothing = tr("There are no notes yet that a model could read.")
        too_small = tr("This budget has no room for any note.")
        self.empty.say(too_small if self.material.pieces else nothing)
        self._stack.setCurrentWidget(self.view if prompt.text else self.empty)
        if prompt.text != self.view.toPlainText():
            self.view.setPlainText(prompt.text)
