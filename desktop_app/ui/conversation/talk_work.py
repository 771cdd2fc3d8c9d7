"""What can be done with a conversation: read it, find what matters, add that, take it back.

Knows memory and jobs. Every deed ends in one signal; what is shown then is the part's business.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePath
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, SignalInstance

from desktop_app.dreams.engines import Engine
from desktop_app.sessions.dating import held_at
from desktop_app.sessions.reading import Transcript, parse, read_conversation
from desktop_app.ui.conversation.talk_words import name_of

if TYPE_CHECKING:
    from desktop_app.dreams.flush import FlushDraft, Flushed
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory

JOB, MODELS, READ = "conversation", "conversation.models", "conversation.read"


@dataclass(frozen=True)
class Given:
    """A conversation that was read; `known` says of each turn whether it was added before, `held`
    when it was held, where that was on an earlier day."""

    path: str
    talk: Transcript
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
    ended = Signal()  # looking, however; before what follows
    drafted = Signal(object)  # a Draft
    failed = Signal(object)  # the Problem of finding
    cancelled = Signal()
    added = Signal(object)  # a Flushed
    unadded = Signal(object)  # the Problem of adding
    taken_back = Signal()
    refused = Signal(object)  # the Problem of taking back

    def __init__(self, jobs: "Jobs", parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._memory: Memory | None = None
        self._given: tuple[str, Callable[[str], Transcript]] | None = None  # what was read last

    @property
    def running(self) -> bool:
        """Whether what matters of a conversation is looked for."""
        return self._jobs.running(JOB)

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
            return tuple(info.name for info in await memory.models.ollama.models() if info.chats)

        self._jobs.start(
            MODELS,
            work,
            done=self.found.emit,
            failed=lambda _problem: self.found.emit(()),
            cancelled=lambda: None,
            step=lambda _step: None,
        )

    def find(self, given: Given, engine: Engine) -> None:
        """Find what matters of what is new in it; nothing is written."""
        memory = self._memory
        if memory is None or self.running:
            return

        async def work(report: Callable[[str], None]) -> "FlushDraft":
            talk = given.talk
            return await memory.sessions.draft(
                talk.messages, session=talk.session, engine=engine, report=report
            )

        self.began.emit()
        self._jobs.start(
            JOB,
            work,
            done=lambda draft: (
                self._end(self.drafted, draft)
                if memory is self._memory
                else self._end(self.cancelled)
            ),
            failed=lambda problem: self._end(self.failed, problem),
            cancelled=lambda: self._end(self.cancelled),
            step=self.stepped.emit,
        )

    def add(self, draft: "FlushDraft", cause: str, text: str, at: datetime | None) -> None:
        """Add this text of a draft to today, or to the day of `at`, once what is typed is saved."""
        if memory := self._memory:
            self.about_to_write.emit()
            self._jobs.do(
                lambda: memory.sessions.write(draft, cause, at=at, text=text),
                lambda flushed: self.added.emit(flushed) if memory is self._memory else None,
                self.unadded.emit,
            )

    def cancel(self) -> None:
        """Stop looking."""
        self._jobs.cancel(JOB)

    def take_back(self, flushed: "Flushed") -> None:
        """Take what was added out of the day again, once what is typed is saved."""
        if memory := self._memory:
            self.about_to_write.emit()
            self._jobs.do(
                lambda: memory.sessions.take_back(flushed),
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

    def _read(self, path: str, talk: Callable[[str], Transcript]) -> None:
        self._given = (path, talk)
        self._count(path, lambda: talk(""), self.unread)

    def _count(self, path: str, talk: Callable[[], Transcript], failed: SignalInstance) -> None:
        if memory := self._memory:
            self.reading.emit()
            work = lambda: _counted(memory, path, talk())  # noqa: E731
            self._jobs.call(READ, work, self.read.emit, failed.emit)

    def _end(self, then: SignalInstance, *told: object) -> None:
        self.ended.emit()
        then.emit(*told)


def _counted(memory: "Memory", path: str, talk: Transcript) -> Given:
    known = memory.sessions.flushed(talk.messages, talk.session)
    return Given(path, talk, known, held_at(talk.messages, memory.now()))
