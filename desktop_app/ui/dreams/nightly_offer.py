"""Offers dreams by themselves once the first dream is applied. Knows settings, starts nothing."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from desktop_app.dreams.schedule.plan import ScheduleKind
from desktop_app.errors import Problem
from desktop_app.ui.parts.notices import Banner
from desktop_app.ui.parts.settings import KeptSettings
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory


class NightlyOffer(Banner):
    """A strip that is hidden until there is something to offer; one click takes it."""

    taken = Signal()
    failed = Signal(object)  # the Problem of a choice that could not be kept

    def __init__(self, jobs: "Jobs", settings: KeptSettings) -> None:
        super().__init__()
        self._jobs, self._settings = jobs, settings
        self.acted.connect(self._take)

    def look(self, memory: "Memory") -> None:
        """A dream was applied or undone: offer them if it was the first, else no more."""
        get = self._settings.get
        self._jobs.call("dreams.offer", lambda: memory.schedule.offers(get), self._show)

    def _show(self, offers: bool) -> None:
        if not offers:
            self.clear()
            return
        words = tr(
            "Dreams can begin by themselves, each night at %1. What they find waits for you."
        )
        time = str(self._settings.get("dreams.time"))
        self.say(words.replace("%1", time), "", tr("Dream each night"), "info")

    def _take(self) -> None:
        try:
            self._settings.set("dreams.schedule", ScheduleKind.DAILY)
        except Problem as problem:
            self.failed.emit(problem)
            return
        self.clear()
        self.taken.emit()
