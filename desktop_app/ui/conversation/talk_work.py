"""What can be done with a conversation: read it, add it to today, take it back. Knows memory, jobs.

Every deed ends in one signal; what is shown then is the part's business.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePath
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from desktop_app.dreams.engines import Engine
from desktop_app.sessions.dating import held_at
from desktop_app.sessions.reading import Conversation, parse, read_conversation
from desktop_app.ui.conversation.talk_words import name_of

if TYPE_CHECKING:
    from desktop_app.dreams.flush import Flushed
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory

JOB, MODELS, READ = "conversation", "conversation.models", "conversation.read"


@dataclass(frozen=True)
class Given:
    """A conversation that was read; `known` says of each turn whether it was added before, `held`
    when it was held, where that was on an earlier day."""

    path: str
    talk: Conversation
    known: tuple[bool, ...]
    held: datetime | None = None


class TalkWork(QObject):
    """The deeds; one notebook and one conversation at a time."""

    about_to_write = Signal()  # what is typed elsewhere is to be saved first
    reading = Signal()
    read = Signal(object)  # a Given
    unread = Signal(object)  # the Problem of a text or file
    unpicked = Signal(object)  # the Problem of another conversation of the same file
    found = Signal(object)  # the names of the models that can sum up, a tuple
    began = Signal()
    stepped = Signal(str)
    ended = Signal()  # however; before what follows
    added = Signal(object)  # a Flushed
    failed = Signal(object)  # the Problem of adding
    cancelled = Signal(object)  # the Given, counted anew: it may have been written already
    taken_back = Signal()
    refused = Signal(object)  # the Problem of taking back

    def __init__(self, jobs: "Jobs", parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._memory: Memory | None = None
        self._wanted = False  # adding was asked for and has not ended
        self._given: tuple[str, Callable[[str], Conversation]] | None = None  # what was read last

    @property
    def running(self) -> bool:
        """Whether a conversation is being added."""
        return self._wanted or self._jobs.running(JOB)

    def use(self, memory: "Memory") -> None:
        """Another notebook."""
        self.cancel()
        self._memory = memory

    def read_file(self, path: str) -> None:
        """Read a file, however large it may be, without holding anybody up."""
        name = PurePath(path).name
        self._read(path, lambda pick: read_conversation(path, name=name, pick=pick))

    def read_text(self, text: str) -> None:
        """Read what was pasted or typed."""
        name = name_of("")
        self._read("", lambda pick: parse(text, name, pick=pick))

    def pick(self, number: int) -> None:
        """Read another conversation (from 0) of the same export."""
        if self._given is not None:
            path, talk = self._given
            self._count(path, lambda: talk(str(number + 1)), self.unpicked)

    def look_for_models(self) -> None:
        """Ask Ollama, if it is there, which models can sum up."""
        memory = self._memory
        if memory is None or self._jobs.running(MODELS):
            return

        async def work(_report: Callable[[str], None]) -> tuple[str, ...]:
            return tuple(info.name for info in await memory.ollama.models() if info.chats)

        self._jobs.start(
            MODELS,
            work,
            done=self.found.emit,
            failed=lambda _problem: self.found.emit(()),
            cancelled=lambda: None,
            step=lambda _step: None,
        )

    def add(self, given: Given, cause: str, engine: Engine, *, own_day: bool = False) -> None:
        """Add what is new of it to today, or to its `own_day`, once what is typed is saved."""
        memory = self._memory
        if memory is None or self.running:
            return
        self._wanted = True
        at = given.held if own_day else None
        self.began.emit()
        self.about_to_write.emit()
        self._jobs.do(lambda: None, lambda _: self._start(memory, given, cause, engine, at))

    def cancel(self) -> None:
        """Ask what is being added to stop."""
        self._wanted = False
        self._jobs.cancel(JOB)

    def take_back(self, flushed: "Flushed") -> None:
        """Take what was added out of the day again, once what is typed is saved."""
        if memory := self._memory:
            self.about_to_write.emit()
            self._jobs.do(
                lambda: memory.take_back(flushed),
                lambda _: self.taken_back.emit(),
                self.refused.emit,
            )

    def count_again(self, given: Given, then: Callable[[Given], None]) -> None:
        """See anew which turns are in the days already."""
        if memory := self._memory:
            self._jobs.call(
                "conversation.count",
                lambda: _counted(memory, given.path, given.talk),
                then,
                lambda _problem: then(given),
            )

    def _read(self, path: str, talk: Callable[[str], Conversation]) -> None:
        self._given = (path, talk)
        self._count(path, lambda: talk(""), self.unread)

    def _count(self, path: str, talk: Callable[[], Conversation], failed: Signal) -> None:
        if memory := self._memory:
            self.reading.emit()
            work = lambda: _counted(memory, path, talk())  # noqa: E731
            self._jobs.call(READ, work, self.read.emit, failed.emit)

    def _start(
        self, memory: "Memory", given: Given, cause: str, engine: Engine, at: datetime | None
    ) -> None:
        if not self._wanted:
            self._stopped(given)
            return

        async def work(report: Callable[[str], None]) -> "Flushed":
            talk = given.talk
            return await memory.flush(
                talk.messages, cause, at=at, session=talk.session, engine=engine, report=report
            )

        self._jobs.start(
            JOB,
            work,
            done=lambda flushed: self._done(memory, given, flushed),
            failed=lambda problem: self._end(self.failed, problem),
            cancelled=lambda: self._stopped(given),
            step=self.stepped.emit,
        )

    def _done(self, memory: "Memory", given: Given, flushed: "Flushed") -> None:
        if memory is self._memory:
            self._end(self.added, flushed)
        else:
            self._end(self.cancelled, given)  # of a notebook that is not open any more

    def _stopped(self, given: Given) -> None:
        self.count_again(given, lambda counted: self._end(self.cancelled, counted))

    def _end(self, then: Signal, told: object) -> None:
        self._wanted = False
        self.ended.emit()
        then.emit(told)


def _counted(memory: "Memory", path: str, talk: Conversation) -> Given:
    known = memory.flushed_before(talk.messages, talk.session)
    return Given(path, talk, known, held_at(talk.messages, memory.now()))
