"""How each page is made. Knows what every page needs to be handed, not when it is wanted.

A page's module is imported when the page is made, for the parts of all pages take as long to load
as all else before the window is first painted; `Loading` does it beforehand.
"""

import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from desktop_app.ui import plans
from desktop_app.ui.look.theme import Theme
from desktop_app.ui.models.server import OllamaServer
from desktop_app.ui.page import Page, Plan
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.settings.meaning_work import MeaningWork

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.settings import Settings


MODULES = (
    "memory_page", "reading.reader", "days_page", "dreams_page", "search_page", "history_page",
    "settings_page", "help_page",
)  # fmt: skip


class Loading(QTimer):
    """Imports the pages while the window is at rest, each in one go of some 10 ms.

    Not in another thread: PySide makes its classes when they are first named, and two threads that
    name one at a time end the program.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent, singleShot=True, interval=0)
        self._left = list(MODULES)
        self.timeout.connect(self._load)

    def _load(self) -> None:
        if self._left:
            importlib.import_module(f"desktop_app.ui.{self._left.pop(0)}")
            self.start()


class Pages:
    """Makes the pages of one window."""

    def __init__(
        self,
        theme: Theme,
        jobs: "Jobs",
        actions: Actions,
        settings: "Settings",
        server: OllamaServer,
        reading: MeaningWork,
        recent: Callable[[], list[str]] = list,
    ) -> None:
        """`recent` gives the notebooks opened lately, the latest first."""
        self._parts = (theme, jobs, actions)
        self._settings, self._server, self._reading = settings, server, reading
        self._recent = recent

    @property
    def makers(self) -> dict[Plan, Callable[[], Page]]:
        """What makes each page, in the rail's order."""
        return {
            plans.MEMORY: self._memory,
            plans.DAYS: self._days,
            plans.DREAMS: self._dreams,
            plans.SEARCH: self._search,
            plans.HISTORY: self._history,
            plans.HELP: self._help,
            plans.SETTINGS: self._settings_page,
        }

    def _memory(self) -> Page:
        from desktop_app.ui.memory_page import MemoryPage

        return MemoryPage(*self._parts, self._settings.get)

    def _days(self) -> Page:
        from desktop_app.ui.days_page import DaysPage

        return DaysPage(*self._parts, self._settings.get)

    def _dreams(self) -> Page:
        from desktop_app.ui.dreams_page import DreamsPage

        return DreamsPage(*self._parts, self._settings)

    def _search(self) -> Page:
        from desktop_app.ui.search_page import SearchPage

        return SearchPage(*self._parts)

    def _history(self) -> Page:
        from desktop_app.ui.history_page import HistoryPage

        return HistoryPage(*self._parts)

    def _help(self) -> Page:
        from desktop_app.ui.help_page import HelpPage

        return HelpPage(*self._parts)

    def _settings_page(self) -> Page:
        from desktop_app.ui.settings_page import SettingsPage

        return SettingsPage(*self._parts, self._settings, self._server, self._reading, self._recent)
