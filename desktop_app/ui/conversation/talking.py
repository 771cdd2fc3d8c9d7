"""What can be done with talks: say, stop, list, open, rename, flush, end. Knows memory and jobs.

One answer at a time; it goes on while another conversation is shown, and what is due after it (a
flush, a sleep, facts) goes on beside it. Every deed ends in a signal.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, Signal

from desktop_app.dreams.dreamer import EngineName
from desktop_app.dreams.engines import Engine, engine_of
from desktop_app.errors import Problem
from desktop_app.memory.live_session import FailedStep, FlushedStep
from desktop_app.notebook.text.records import message_in
from desktop_app.sessions.talk_view import (
    PlaceQuestion,
    TalkChanged,
    TalkHead,
    TalkMessage,
    TalkPiece,
    TalkView,
    ToolAsk,
    ToolBegan,
    ToolEnded,
    ToolUse,
    TranscriptPlace,
)
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.dreams.flush import Flushed
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.memory.talk import Talk
    from desktop_app.memory.talks import Talks

SAY, REST, FLUSH = "talk.say", "talk.rest", "talk.flush"
RULES = Engine(EngineName.BUILTIN)
"""Who flushes a talk that is left, or whose model failed: at once, without a model."""
A = TypeVar("A")


@dataclass
class Answering:
    """The answer under way: its talk, None while that is about to begin, and what came of it."""

    talk: "Talk | None"
    live: TalkMessage
    known: frozenset[str] = frozenset()  # the messages that were there before
    tool: tuple[str, str] | None = None
    stopped: bool = False

    def before(self, view: TalkView) -> TalkView:
        """The talk without what came of this answer, which is shown as it comes."""
        messages = view.messages
        if messages and messages[-1].role == "assistant" and messages[-1].id not in self.known:
            return replace(view, messages=messages[:-1])
        return view

    def grow(self, event: TalkPiece | ToolBegan | ToolEnded) -> None:
        live = self.live
        if isinstance(event, TalkPiece):
            words, thinking = live.content + event.text, live.thinking + event.thinking
            self.live = replace(live, content=words, thinking=thinking)
        elif isinstance(event, ToolBegan):
            self.tool, said = (event.name, event.arguments), live.content.rstrip()
            self.live = replace(live, content=f"{said}\n\n" if said else "")
        else:
            self.tool = None
            self.live = replace(live, tools=(*live.tools, event.use))


class Talking(QObject):
    """The deeds, with the talks of one notebook."""

    listed = Signal(object)  # the heads of the talks, a tuple
    opened = Signal(object)  # a Talk
    changed = Signal(object)  # the Talk that is another one now; None: any of them
    deleted = Signal(str, object)  # the id of a talk, what undoes it
    flushed = Signal(object, object)  # a Talk and a Flushed
    began = Signal()
    moved = Signal()  # the answer under way has more words, or another tool
    stepped = Signal(object, object)  # a Talk and its LiveStep
    ended = Signal(object, object)  # the Answering that is over; the Problem, or None
    asked = Signal(object, object)  # a ToolAsk or PlaceQuestion, and the future of its answer
    withdrawn = Signal()  # nobody waits for the answer any more
    failed = Signal(object)  # the Problem of any deed
    about_to_write = Signal()  # what is typed elsewhere is to be saved first

    def __init__(self, jobs: "Jobs", get: Callable[[str], Any], parent: QObject) -> None:
        """`get` reads the person's settings."""
        super().__init__(parent)
        self._jobs, self._get = jobs, get
        self._memory: Memory | None = None
        self.answering: Answering | None = None
        self.undo: dict[ToolUse, str] = {}
        self.touched: dict[str, Talk] = {}  # with a turn since they were last ended
        self._again: tuple[Talk, Engine] | None = None  # rests once more after this rest

    def use(self, memory: "Memory") -> None:
        """Another notebook; the talks of the one before end, as if they were left."""
        self._jobs.cancel(FLUSH)
        for talk in list(self.touched.values()):
            self.end(talk)
        self.touched.clear()
        self._memory, self._again = memory, None
        self.undo.clear()
        self.stop()
        self._jobs.cancel(REST)

    # -- a turn ---------------------------------------------------------------------------------

    def say(self, talk: "Talk | None", words: str, model: str, *, private: bool = False) -> None:
        self._turn(talk, model, private, lambda it, **how: it.say(words, **how))

    def again(self, talk: "Talk", message_id: str, model: str, text: str | None = None) -> None:
        """Another answer, or a message of the person's in other words."""
        self._turn(
            talk, model, talk.private, lambda it, **how: it.again(message_id, text=text, **how)
        )

    def stop(self) -> None:
        """Stop the answer; what came stays."""
        if self.answering is not None:
            self.answering.stopped = True
        self._jobs.cancel(SAY)

    def hear(self, talk: "Talk", event: object) -> None:
        answering = self.answering
        if isinstance(event, TalkPiece | ToolBegan | ToolEnded):
            if answering is not None and answering.talk is talk:
                answering.grow(event)
                if isinstance(event, ToolEnded) and event.undo:
                    self.undo[event.use] = event.undo
                self.moved.emit()
            return
        if not isinstance(event, TalkChanged):
            self.stepped.emit(talk, event)
        self.changed.emit(talk)

    def _turn(
        self, talk: "Talk | None", model: str, private: bool, turn: "Callable[..., Awaitable[None]]"
    ) -> None:
        memory = self._memory
        if memory is None or self.answering is not None:
            return
        known = frozenset(one.id for one in talk.view.messages) if talk else frozenset()
        live = TalkMessage("", "assistant", "", "", model=model)
        answering = self.answering = Answering(talk, live, known)
        engine = self._engine(model)

        async def work() -> None:
            if not private:
                await self._choose_place(memory)
            talks = await asyncio.to_thread(self.talks, memory)
            if answering.talk is None:
                answering.talk = await asyncio.to_thread(talks.begin, private=private)
                self.opened.emit(answering.talk)
            try:
                now = self.touched[answering.talk.id] = answering.talk
                hear = lambda event: self.hear(now, event)  # noqa: E731
                await turn(now, engine=engine, on_event=hear, ask=self._ask)
            except asyncio.CancelledError:
                if memory is not self._memory and not private:
                    await answering.talk.end(RULES)  # its notebook is about to be closed
                raise

        def end(problem: Problem | None = None) -> None:
            self.answering = None
            self.withdrawn.emit()
            self.ended.emit(answering, problem)
            if answering.talk is not None and memory is self._memory:
                self._rest(answering.talk, RULES if problem else self._engine(model))

        self.about_to_write.emit()
        self.began.emit()
        self._start(SAY, work, lambda _: end(), end, end)

    def _rest(self, talk: "Talk", engine: Engine) -> None:
        """What is due after a turn."""
        if self._jobs.running(REST):
            self._again = (talk, engine)
            return

        def end(problem: Problem | None = None) -> None:
            if problem is not None:
                self.failed.emit(problem)
            again, self._again = self._again, None
            if again is not None:
                self._rest(*again)

        hears = lambda event: self.hear(talk, event)  # noqa: E731
        self._start(REST, lambda: talk.rest(engine, hears), lambda _: end(), end, end)

    async def _choose_place(self, memory: "Memory") -> None:
        question = await asyncio.to_thread(memory.talks.place_question)
        if question is not None:
            place = TranscriptPlace(await self._answer(question))
            await asyncio.to_thread(memory.talks.choose_place, place)

    async def _ask(self, question: ToolAsk) -> bool:
        return await self._answer(question) == "allow"

    async def _answer(self, question: ToolAsk | PlaceQuestion) -> str:
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.asked.emit(question, answer)
        try:
            return await answer
        finally:
            self.withdrawn.emit()

    # -- what is there --------------------------------------------------------------------------

    def talks(self, memory: "Memory") -> "Talks":
        """The talks, by the settings as they are now. Blocks."""
        memory.talks.use(self._get)
        return memory.talks

    def list_talks(self, query: str) -> None:
        """Which talks there are; those with these words."""
        if memory := self._memory:
            listed = lambda: memory.talks.listed(query)  # noqa: E731
            self._jobs.call("talk.list", listed, self.listed.emit, self.failed.emit)

    def open(self, talk_id: str) -> None:
        if memory := self._memory:
            opened = lambda: self.talks(memory).open(talk_id)  # noqa: E731
            self._jobs.call("talk.open", opened, self.opened.emit, self.failed.emit)

    def flush(self, talk: "Talk", model: str) -> None:
        """Take what matters of it into today, now."""
        if self.flushing:
            return
        engine = self._engine(model)

        def hear(event: object) -> None:
            if not isinstance(event, FlushedStep | FailedStep):  # these come as the job's end
                self.hear(talk, event)

        self.about_to_write.emit()
        done = lambda flushed: self.flushed.emit(talk, flushed)  # noqa: E731
        self._start(FLUSH, lambda: talk.flush(engine, hear), done)

    @property
    def flushing(self) -> bool:
        return self._jobs.running(FLUSH)

    # -- other deeds ----------------------------------------------------------------------------

    def rename(self, talk_id: str, title: str) -> None:
        self._do(lambda memory: memory.talks.rename(talk_id, title), self._list_anew)

    def delete(self, talk_id: str) -> None:
        """Delete a talk; `deleted` has what undoes it."""
        answering = self.answering
        if answering is not None and answering.talk and answering.talk.id == talk_id:
            self.stop()
        self.touched.pop(talk_id, None)
        self._do(
            lambda memory: memory.talks.delete(talk_id),
            lambda undo: self.deleted.emit(talk_id, undo),
        )

    def undelete(self, undo: Callable[[], None]) -> None:
        """Take a deletion back, or facts that were remembered."""
        self._do(lambda _memory: undo(), self._list_anew)

    def remember(self, talk: "Talk", message_id: str, value: bool) -> None:
        """Whether a message may be flushed and extracted."""
        changed = lambda _none: self.changed.emit(talk)  # noqa: E731
        self._do(lambda _memory: talk.remember(message_id, value), changed)

    def take_back(self, talk: "Talk", key: str) -> None:
        """Undo what a tool wrote."""

        def done(_none: object) -> None:
            self.undo = {use: undo for use, undo in self.undo.items() if undo != key}
            self.changed.emit(talk)

        self.about_to_write.emit()
        self._do(lambda _memory: talk.take_back(key), done)

    def unflush(self, flushed: "Flushed") -> None:
        """Take out of the day again what a flush wrote."""
        self.about_to_write.emit()
        self._do(lambda memory: memory.sessions.take_back(flushed), self._list_anew)

    def end(self, talk: "Talk") -> None:
        """It is left: what was not flushed is flushed, without a model, at once."""
        answering, job = self.answering, f"talk.end.{talk.id}"
        busy = self._jobs.running(job) or (answering is not None and answering.talk is talk)
        if not busy and not talk.private and self.touched.pop(talk.id, None) is not None:
            self._start(job, lambda: talk.end(RULES), lambda _: None)

    async def part(self) -> None:
        """The window closes: the answer stops, and what was not flushed is flushed by rules."""
        self.stop()
        for name in (REST, FLUSH):
            self._jobs.cancel(name)
        await self._jobs.ended(SAY, REST, FLUSH)  # what came of the answer is kept
        touched = [talk for talk in self.touched.values() if not talk.private]
        self.touched.clear()
        for talk in touched:
            await talk.end(RULES)

    def _engine(self, model: str) -> Engine:
        """The engine of a model that talks; without one that of the settings."""
        usual = engine_of(self._get)
        return replace(usual, kind=EngineName.OLLAMA, model=model) if model else usual

    def _start(
        self,
        name: str,
        work: Callable[[], Awaitable[A]],
        done: Callable[[A], None],
        failed: Callable[[Problem], None] | None = None,
        cancelled: Callable[[], None] = lambda: None,
    ) -> None:
        self._jobs.start(
            name,
            lambda _report: work(),
            done=done,
            failed=failed or self.failed.emit,
            cancelled=cancelled,
        )

    def _do(self, work: "Callable[[Memory], A]", done: Callable[[A], None]) -> None:
        memory = self._memory
        if memory is not None:
            answered = lambda answer: done(answer) if memory is self._memory else None  # noqa: E731
            self._jobs.do(lambda: work(memory), answered, self.failed.emit)

    def _list_anew(self, _none: object) -> None:
        self.changed.emit(None)


@dataclass(frozen=True)
class OpenedTranscript:
    """What was opened: `talk` is None for a transcript that another program wrote. `at` is the id
    of the message on the line, "" for none."""

    path: str
    talk: "Talk | None"
    view: TalkView
    at: str


def opened(memory: "Memory", path: str, line: int) -> OpenedTranscript:
    """The conversation at `path`. Raises Problem when it is not there."""
    head = next((one for one in memory.talks.listed() if one.path == path), None)
    snapshot = memory.files.read(path)
    if not snapshot.exists:
        raise Problem(tr("%1 is not there any more.").replace("%1", path))
    text = snapshot.data.decode("utf-8", "replace").removeprefix("\ufeff")
    lines = text.replace("\r\n", "\n").replace("\r", " ").split("\n")
    if head is not None:
        talk = memory.talks.open(head.id)
        return OpenedTranscript(path, talk, talk.view, _id_at(lines, line))
    view = transcript(lines, path, memory.now())
    return OpenedTranscript(path, None, view, f"line {line}" if line else "")


def transcript(lines: list[str], path: str, now: datetime) -> TalkView:
    """The messages of another program's transcript, each with its line for an id."""
    found = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            said = message_in(line)
            if said.content.strip():
                role = said.role.casefold() or "user"
                found.append(TalkMessage(f"line {number}", role, said.content, said.time))
    name = path.rpartition("/")[2].removesuffix(".jsonl")
    head = TalkHead(path, name, path, now, now, len(found), private=False, model="")
    return TalkView(head, tuple(found), 0, 0, 0, 0, reported=False, summary="", compacted=0)


def _id_at(lines: list[str], line: int) -> str:
    """The id of the message on a line of one of our transcripts."""
    try:
        found = json.loads(lines[line - 1]) if 0 < line <= len(lines) else {}
    except (ValueError, RecursionError):
        return ""
    return str(found.get("id", "")) if isinstance(found, dict) and "role" in found else ""
