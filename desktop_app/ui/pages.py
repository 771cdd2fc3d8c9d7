"""How each page is made. Knows no page, and not when one is wanted.

A page's module is imported when the page is made, for the parts of all pages take as long to load
as all else before the window is first painted; `Loading` does it beforehand.
"""

import importlib
from types import ModuleType
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer

from desktop_app.ui import plans
from desktop_app.ui.plans import Plan

if TYPE_CHECKING:
    from desktop_app.ui.page import PageParts
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


def made(plan: Plan, parts: "PageParts") -> Any:
    """The page of this plan, new."""
    return getattr(_loaded(plan.module), plan.kind)(parts)
