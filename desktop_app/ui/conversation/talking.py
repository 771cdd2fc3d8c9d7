"""What can be done with talks: list, open, flush, rename, delete, end. Knows memory and jobs.

Every deed ends in a signal. What is said and answered is the business of `turns`.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, Signal

from desktop_app.memory.live_session import FailedStep, FlushedStep
from desktop_app.ui.conversation.turn_work import REST, RULES, SAY, TurnWork

if TYPE_CHECKING:
    from desktop_app.dreams.flush import Flushed
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.memory.talk import Talk

FLUSH = "talk.flush"
A = TypeVar("A")


class Talking(QObject):
    """The deeds, with the talks of one notebook."""

    listed = Signal(object)  # the heads of the talks, a tuple
    opened = Signal(object)  # a Talk
    changed = Signal(object)  # the Talk that is another one now; None: any of them
    flushed = Signal(object, object)  # a Talk and a Flushed
    failed = Signal(object)  # the Problem of any deed
    deleted = Signal(str, object)  # the id of a talk, what undoes it
    about_to_write = Signal()  # what is typed elsewhere is to be saved first

    def __init__(self, jobs: "Jobs", get: Callable[[str], Any], parent: QObject) -> None:
        """`get` reads the person's settings."""
        super().__init__(parent)
        self._jobs = jobs
        self._memory: Memory | None = None
        self.turns = turns = TurnWork(jobs, get, self)
        turns.opened.connect(self.opened)
        turns.changed.connect(self.changed)
        turns.failed.connect(self.failed)
        turns.about_to_write.connect(self.about_to_write)

    # -- what is there --------------------------------------------------------------------------

    def use(self, memory: "Memory") -> None:
        """Another notebook; the talks of the one before end."""
        self._jobs.cancel(FLUSH)
        self.end_all()
        self.turns.use(memory)
        self._memory = memory

    def list_talks(self, query: str) -> None:
        """Which talks there are; those with these words."""
        if memory := self._memory:
            self._jobs.call(
                "talk.list",
                lambda: memory.talks.listed(query),
                self.listed.emit,
                self.failed.emit,
            )

    def open(self, talk_id: str) -> None:
        """Open a talk that is listed."""
        if memory := self._memory:
            self._jobs.call(
                "talk.open",
                lambda: self.turns.talks(memory).open(talk_id),
                self.opened.emit,
                self.failed.emit,
            )

    def flush(self, talk: "Talk", model: str) -> None:
        """Take what matters of it into today, now."""
        if self._jobs.running(FLUSH):
            return
        engine = self.turns.engine(model)

        def hear(event: object) -> None:
            if not isinstance(event, FlushedStep | FailedStep):  # these come as the job's end
                self.turns.hear(talk, event)

        async def work(_report: object) -> "Flushed":
            return await talk.flush(engine, hear)

        self.about_to_write.emit()
        self._jobs.start(
            FLUSH,
            work,
            done=lambda flushed: self.flushed.emit(talk, flushed),
            failed=self.failed.emit,
            cancelled=lambda: None,
            step=lambda _step: None,
        )

    @property
    def flushing(self) -> bool:
        """Whether a flush that was asked for is under way."""
        return self._jobs.running(FLUSH)

    # -- other deeds ----------------------------------------------------------------------------

    def rename(self, talk_id: str, title: str) -> None:
        """Give a talk a title."""
        self._do(lambda memory: memory.talks.rename(talk_id, title), self._listed_anew)

    def delete(self, talk_id: str) -> None:
        """Delete a talk; `deleted` has what undoes it."""
        answering = self.turns.answering
        if answering is not None and answering.talk and answering.talk.id == talk_id:
            self.turns.stop()
        self.turns.touched.pop(talk_id, None)
        self._do(
            lambda memory: memory.talks.delete(talk_id),
            lambda undo: self.deleted.emit(talk_id, undo),
        )

    def undelete(self, undo: Callable[[], None]) -> None:
        """Take a deletion back, or facts that were remembered."""
        self._do(lambda _memory: undo(), self._listed_anew)

    def remember(self, talk: "Talk", message_id: str, value: bool) -> None:
        """Whether a message may be flushed and extracted."""
        self._do(
            lambda _memory: talk.remember(message_id, value),
            lambda _none: self.changed.emit(talk),
        )

    def take_back(self, talk: "Talk", key: str) -> None:
        """Undo what a tool wrote."""

        def done(_none: object) -> None:
            keys = self.turns.undo
            for use in [use for use, undo in keys.items() if undo == key]:
                del keys[use]
            self.changed.emit(talk)

        self.about_to_write.emit()
        self._do(lambda _memory: talk.take_back(key), done)

    def unflush(self, flushed: "Flushed") -> None:
        """Take out of the day again what a flush wrote."""
        self.about_to_write.emit()
        self._do(lambda memory: memory.sessions.take_back(flushed), self._listed_anew)

    # -- ends -----------------------------------------------------------------------------------

    def end(self, talk: "Talk") -> None:
        """It is left: what was not flushed is flushed, without a model, at once."""
        answering, job = self.turns.answering, f"talk.end.{talk.id}"
        busy = self._jobs.running(job) or (answering is not None and answering.talk is talk)
        if busy or talk.private or self.turns.touched.pop(talk.id, None) is None:
            return

        async def work(_report: object) -> None:
            await talk.end(RULES)

        self._jobs.start(
            job,
            work,
            done=lambda _none: None,
            failed=self.failed.emit,
            cancelled=lambda: None,
            step=lambda _step: None,
        )

    def end_all(self) -> None:
        """The notebook is left: every talk that had a turn ends."""
        for talk in list(self.turns.touched.values()):
            self.end(talk)
        self.turns.touched.clear()

    async def part(self) -> None:
        """The window closes: the answer stops, and what was not flushed is flushed by rules."""
        self.turns.stop()
        for name in (REST, FLUSH):
            self._jobs.cancel(name)
        await self._jobs.ended(SAY, REST, FLUSH)  # what came of the answer is kept
        touched = [talk for talk in self.turns.touched.values() if not talk.private]
        self.turns.touched.clear()
        for talk in touched:
            await talk.end(RULES)

    # -- inside ---------------------------------------------------------------------------------

    def _do(self, work: "Callable[[Memory], A]", done: Callable[[A], object]) -> None:
        memory = self._memory
        if memory is None:
            return

        def answered(answer: A) -> None:
            if memory is self._memory:
                done(answer)

        self._jobs.do(lambda: work(memory), answered, self.failed.emit)

    def _listed_anew(self, _none: object) -> None:
        self.changed.emit(None)
