"""Reading lines for their meaning in the background, as long as the window is open.

Knows when it is time and how far it is, not how a line is read. A failure waits for the next change
or until Ollama is seen again; what was read stays.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from desktop_app.errors import Problem
from desktop_app.settings import Settings
from desktop_app.ui.parts.delayed import delayed
from desktop_app.words import filled, together, tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs, Report
    from desktop_app.memory import Memory
    from desktop_app.search.meaning.meaning import MeaningStatus

SOON_MS = 1_500
"""After a change; lines that are being written are read once, when they rest."""
_JOB = "meaning"


class MeaningWork(QObject):
    """One job, begun again whenever there may be something to read."""

    changed = Signal()  # begun, further or ended
    rested = Signal()  # ended

    def __init__(self, jobs: "Jobs", settings: Settings) -> None:
        super().__init__()
        self._jobs, self._settings = jobs, settings
        self._memory: Memory | None = None
        self._again = False  # something came while it was running
        self.done = self.lines = 0
        self.problem: Problem | None = None
        self._timer = delayed(self, SOON_MS, self._start)

    @property
    def running(self) -> bool:
        return self._jobs.running(_JOB)

    def follow(self, memory: "Memory") -> None:
        self._memory = memory
        memory.meaning.questions.patient = True  # the words are shown before
        self.choose()

    def choose(self) -> None:
        from desktop_app.search.meaning.embedder_choice import choice_of  # after the first paint

        if self._memory is not None:
            self._memory.meaning.choose(choice_of(self._settings.get))
            self.problem = None
            self.done = self.lines = 0
            self._jobs.cancel(_JOB)
            self.soon()

    def take_choice(self) -> None:
        """Take the embedder of the settings, if it is another one."""
        from desktop_app.search.meaning.embedder_choice import choice_of

        memory = self._memory
        if memory is not None and choice_of(self._settings.get) != memory.meaning.choice:
            self.choose()

    def soon(self) -> None:
        if self._memory is not None and self._memory.meaning.choice.reads:
            self._timer.start()
        self.changed.emit()

    def retry(self) -> None:
        """What failed may go well now."""
        if self.problem is not None:
            self.soon()

    def stop(self) -> None:
        self._timer.stop()
        self._memory = None

    def _start(self) -> None:
        memory = self._memory
        if memory is None or not memory.meaning.choice.reads:
            return
        if self.running:
            self._again = True
            return
        self._again = False

        async def read(report: "Report") -> int:
            return await memory.meaning.keep_up(lambda done, lines: report(f"{done} {lines}"))

        self._jobs.start(
            _JOB,
            read,
            done=lambda _: self._ended(None),
            failed=self._ended,
            cancelled=lambda: self._ended(None),
            step=self._stepped,
        )
        self.changed.emit()

    def _stepped(self, step: str) -> None:
        self.done, self.lines = map(int, step.split())
        self.changed.emit()

    def _ended(self, problem: Problem | None) -> None:
        self.problem = problem
        self.changed.emit()
        self.rested.emit()
        if self._again:
            self.soon()

    def told(self, status: "MeaningStatus | None") -> str:
        """How many lines are read, and what search goes by until all are."""
        get = self._settings.get
        if get("search.embedder") == "ollama" and not get("search.model"):
            words = tr("No model for search by meaning is chosen yet.")
        elif self.running and self.lines:
            words = tr("Reading: %1 of %2.", f"{self.done:,}", f"{self.lines:,}")
        elif self.running:
            words = tr("Looking for lines to read…")
        elif self.problem is not None:
            words = str(self.problem)
        elif status is None:
            return tr("Counting…")
        else:
            words = tr("%1 of %2 lines.")
            if status.refused:
                refused = tr("Lines that this model can't read: %3. They are found by words alone.")
                words = together(words, refused)
            counts = (status.done, status.lines, status.refused)
            words = filled(words, *(f"{count:,}" for count in counts))
        if status is None or status.ready:
            return words
        if status.serving:
            return together(words, tr("Until all is read, search uses the previous model."))
        return together(words, tr("Until all is read, search uses words alone."))
