"""What can be done with an import: look, bring, stop, take back. Knows memory and jobs.

Every deed ends in one signal; what is shown then is the card's business.
"""

from collections.abc import Awaitable, Callable, Collection
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, SignalInstance

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs, Report
    from desktop_app.memory import Memory
    from desktop_app.memory.imports import Imports
    from desktop_app.sessions.imports.entry import ImportKind
    from desktop_app.sessions.imports.preview import ImportPreview

JOB = "import"


class ImportWork(QObject):
    """The deeds; one import at a time, of one notebook."""

    about_to_write = Signal()  # what is typed elsewhere is to be saved first
    began = Signal()
    stepped = Signal(str)
    ended = Signal()  # however; before what follows
    looked = Signal(object)  # an ImportPreview
    imported = Signal(object)  # an Imported
    failed = Signal(object)  # the Problem of looking or bringing
    cancelled = Signal()
    undone = Signal(object)  # an ImportUndone
    refused = Signal(object)  # the Problem of taking back

    def __init__(self, jobs: "Jobs", parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._memory: Memory | None = None

    @property
    def running(self) -> bool:
        """Whether something is looked at or brought."""
        return self._jobs.running(JOB)

    def use(self, memory: "Memory") -> None:
        """Another notebook."""
        self.cancel()
        self._memory = memory

    def look(self, path: str) -> None:
        """See what is there; nothing is written."""
        self._start(lambda imports, report: imports.look(path, report=report), self.looked)

    def bring(self, preview: "ImportPreview", chosen: "Collection[ImportKind]") -> None:
        """Write what is new of the chosen kinds, once what is typed is saved."""
        self.about_to_write.emit()
        kinds = tuple(chosen)
        self._start(
            lambda imports, report: imports.write(preview, kinds, report=report), self.imported
        )

    def cancel(self) -> None:
        """Stop; nothing is left half."""
        self._jobs.cancel(JOB)

    def undo(self, id: str) -> None:  # noqa: A002
        """Take an import back, once what is typed is saved."""
        if memory := self._memory:
            self.about_to_write.emit()
            self._jobs.do(
                lambda: memory.imports.undo(id),
                lambda undone: self.undone.emit(undone) if memory is self._memory else None,
                self.refused.emit,
            )

    def _start(
        self, work: "Callable[[Imports, Report], Awaitable[Any]]", done: SignalInstance
    ) -> None:
        memory = self._memory
        if memory is None or self.running:
            return

        def end(then: SignalInstance, *told: object) -> None:
            if memory is self._memory:
                self.ended.emit()
                then.emit(*told)

        self.began.emit()
        self._jobs.start(
            JOB,
            lambda report: work(memory.imports, report),
            done=lambda answer: end(done, answer),
            failed=lambda problem: end(self.failed, problem),
            cancelled=lambda: end(self.cancelled),
            step=self.stepped.emit,
        )
