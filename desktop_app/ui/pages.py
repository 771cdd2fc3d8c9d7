"""How each page is made. Knows what every page needs to be handed, not when it is wanted.

A page's module is imported when the page is made, for the parts of all pages take as long to load
as all else before the window is first painted; `Loading` does it beforehand.
"""

import importlib
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer

from desktop_app.ui import plans
from desktop_app.ui.plans import Plan

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.settings import Settings
    from desktop_app.ui.agents.doors import AgentDoors
    from desktop_app.ui.models.meaning_work import MeaningWork
    from desktop_app.ui.models.server import OllamaServer
    from desktop_app.ui.parts.actions import Actions
    from desktop_app.ui.window import Window


class Loading(QTimer):
    """Imports the pages while the window is at rest, each in one go of some 10 ms.

    Not in another thread: PySide makes its classes when they are first named, and two threads that
    name one at a time end the program.
    """

    def __init__(self, window: "Window") -> None:
        super().__init__(window, singleShot=True, interval=0)
        self._window = window
        self._left = ["writing.note_view", *(plan.module for plan in plans.EVERY)]
        self.timeout.connect(self._load)

    def _load(self) -> None:
        seldom = plans.CONVERSATION.module  # a later notebook may need it
        due = (one for one in self._left if one != seldom or self._window.has_coming)
        if module := next(due, ""):
            self._left.remove(module)
            _loaded(module)
            self.start()


def _loaded(module: str) -> ModuleType:
    return importlib.import_module(f"desktop_app.ui.{module}")


class Pages:
    """Makes the pages of one window."""

    def __init__(
        self,
        jobs: "Jobs",
        actions: "Actions",
        settings: "Settings",
        server: "OllamaServer",
        reading: "MeaningWork",
        doors: "AgentDoors",
    ) -> None:
        self._parts = (jobs, actions)
        self._more: dict[Plan, tuple[object, ...]] = {
            plans.MEMORY: (settings.get,),
            plans.DREAMS: (settings, server),
            plans.AGENTS: (settings, doors),
            plans.CONVERSATION: (settings, server),
            plans.SETTINGS: (settings, server, reading),
        }
        self.makers = {plan: partial(self._made, plan) for plan in plans.EVERY}

    def _made(self, plan: Plan) -> Any:
        make = getattr(_loaded(plan.module), plan.kind)
        return make(*self._parts, *self._more.get(plan, ()))
