"""What can be done with talks: list, open, say, stop, flush, rename, delete. Knows memory and jobs.

Every deed ends in a signal. One answer is under way at a time, also while another conversation is
shown; what is due after a turn (a flush, a sleep, facts) goes on beside it.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, Signal

from desktop_app.dreams.dreamer import EngineName
from desktop_app.dreams.engines import Engine, engine_of
from desktop_app.errors import Problem
from desktop_app.memory.live_session import FailedStep, FlushedStep
from desktop_app.sessions.talk_view import (
    PlaceQuestion,
    TalkChanged,
    TalkMessage,
    TalkPiece,
    TalkView,
    ToolAsk,
    ToolBegan,
    ToolEnded,
    ToolUse,
    TranscriptPlace,
)
from desktop_app.ui.conversation.talk_column import live_message, with_piece

if TYPE_CHECKING:
    from desktop_app.dreams.flush import Flushed
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.memory.talks import Talk, TalkEvent, Talks

SAY, REST, FLUSH = "talk.say", "talk.rest", "talk.flush"
_RULES = Engine(EngineName.BUILTIN)
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


@dataclass
class Asked:
    """A question to the person, among the messages."""

    question: "ToolAsk | PlaceQuestion"
    answer: "asyncio.Future[str]" = field(repr=False)


class Talking(QObject):
    """The deeds, with the talks of one notebook."""

    listed = Signal(object)  # the heads of the talks, a tuple
    opened = Signal(object)  # a Talk
    changed = Signal(object)  # the Talk that is another one now
    moved = Signal()  # the answer under way has more words, or another tool
    stepped = Signal(object, object)  # a Talk and its LiveStep
    began = Signal()
    ended = Signal(object, object)  # the Answering that is over; the Problem, or None
    asked = Signal(object)  # an Asked
    withdrawn = Signal()  # nobody waits for the answer any more
    flushed = Signal(object, object)  # a Talk and a Flushed
    failed = Signal(object)  # the Problem of any other deed
    deleted = Signal(str, object)  # the id of a talk, what undoes it
    about_to_write = Signal()  # what is typed elsewhere is to be saved first

    def __init__(self, jobs: "Jobs", get: Callable[[str], Any], parent: QObject) -> None:
        """`get` reads the person's settings."""
        super().__init__(parent)
        self._jobs, self._get = jobs, get
        self._memory: Memory | None = None
        self.answering: Answering | None = None
        self.undo: dict[ToolUse, str] = {}
        self._touched: dict[str, Talk] = {}  # with a turn since they were last ended
        self._again: tuple[Talk, Engine] | None = None  # rests once more after this rest

    # -- what is there --------------------------------------------------------------------------

    def use(self, memory: "Memory") -> None:
        """Another notebook. What is under way in the one before ends as if it were stopped."""
        self.stop()
        self.end_all()
        self._memory = memory
        self.undo.clear()

    def engine(self, model: str) -> Engine:
        """The engine of a model that talks."""
        return replace(engine_of(self._get), kind=EngineName.OLLAMA, model=model)

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
                lambda: self._talks(memory).open(talk_id),
                self.opened.emit,
                self.failed.emit,
            )

    # -- a turn ---------------------------------------------------------------------------------

    def say(self, talk: "Talk | None", words: str, model: str, *, private: bool = False) -> None:
        """Say something; without a talk in a new one."""
        engine = self.engine(model)
        self._turn(
            talk,
            model,
            private,
            lambda it: it.say(words, engine=engine, on_event=self._hears(it), ask=self._ask),
        )

    def again(self, talk: "Talk", message_id: str, model: str, text: str | None = None) -> None:
        """Another answer, or a message of the person's in other words."""
        engine = self.engine(model)
        self._turn(
            talk,
            model,
            False,
            lambda it: it.again(
                message_id, text=text, engine=engine, on_event=self._hears(it), ask=self._ask
            ),
        )

    def stop(self) -> None:
        """Stop the answer; what came stays."""
        if self.answering is not None:
            self.answering.stopped = True
        self._jobs.cancel(SAY)

    def flush(self, talk: "Talk", model: str) -> None:
        """Take what matters of it into today, now."""
        if self._jobs.running(FLUSH):
            return
        engine = self.engine(model) if model else engine_of(self._get)

        def hear(event: object) -> None:
            if not isinstance(event, FlushedStep | FailedStep):  # these come as the job's end
                self._hear(talk, event)

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
        answering = self.answering
        if answering is not None and answering.talk and answering.talk.id == talk_id:
            self.stop()
        self._touched.pop(talk_id, None)
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
            for use in [use for use, undo in self.undo.items() if undo == key]:
                del self.undo[use]
            self.changed.emit(talk)

        self.about_to_write.emit()
        self._do(lambda _memory: talk.take_back(key), done)

    def unflush(self, flushed: "Flushed") -> None:
        """Take out of the day again what a flush wrote."""
        self.about_to_write.emit()
        self._do(lambda memory: memory.sessions.take_back(flushed), self._listed_anew)

    # -- ends -----------------------------------------------------------------------------------

    def end(self, talk: "Talk") -> None:
        """It is left: what was not flushed is flushed, by the built-in rules, at once."""
        busy = self.answering is not None and self.answering.talk is talk
        if busy or talk.private or self._touched.pop(talk.id, None) is None:
            return

        async def work(_report: object) -> None:
            await talk.end(_RULES)

        self._jobs.start(
            f"talk.end.{talk.id}",
            work,
            done=lambda _none: None,
            failed=self.failed.emit,
            cancelled=lambda: None,
            step=lambda _step: None,
        )

    def end_all(self) -> None:
        """The notebook is left: every talk that had a turn ends."""
        for talk in list(self._touched.values()):
            self.end(talk)
        self._touched.clear()

    async def part(self) -> None:
        """The window closes: the answer stops, and what was not flushed is flushed by rules."""
        self.stop()
        for name in (REST, FLUSH):
            self._jobs.cancel(name)
        await self._jobs.ended(SAY, REST, FLUSH)  # what came of the answer is kept
        touched = [talk for talk in self._touched.values() if not talk.private]
        self._touched.clear()
        for talk in touched:
            await talk.end(_RULES)

    # -- inside ---------------------------------------------------------------------------------

    def _turn(
        self,
        talk: "Talk | None",
        model: str,
        private: bool,
        turn: "Callable[[Talk], Awaitable[None]]",
    ) -> None:
        memory = self._memory
        if memory is None or self.answering is not None:
            return
        known = frozenset(one.id for one in talk.view.messages) if talk else frozenset()
        answering = self.answering = Answering(talk, live_message(model), known)

        async def work(_report: object) -> None:
            if not private:
                await self._choose_place(memory)
            talks = await asyncio.to_thread(self._talks, memory)
            if answering.talk is None:
                answering.talk = await asyncio.to_thread(talks.begin, private=private)
                self.opened.emit(answering.talk)
            self._touched[answering.talk.id] = answering.talk
            await turn(answering.talk)

        def end(problem: Problem | None) -> None:
            self.answering = None
            self.withdrawn.emit()
            self.ended.emit(answering, problem)
            if answering.talk is not None and memory is self._memory and problem is None:
                self._rest(answering.talk, self.engine(model))

        self.about_to_write.emit()
        self.began.emit()
        self._jobs.start(
            SAY,
            work,
            done=lambda _none: end(None),
            failed=end,
            cancelled=lambda: end(None),
            step=lambda _step: None,
        )

    def _rest(self, talk: "Talk", engine: Engine) -> None:
        """What is due after a turn."""
        if self._jobs.running(REST):
            self._again = (talk, engine)
            return

        async def work(_report: object) -> None:
            await talk.rest(engine, self._hears(talk))

        def end(problem: Problem | None = None) -> None:
            if problem is not None:
                self.failed.emit(problem)
            again, self._again = self._again, None
            if again is not None and self._memory is not None:
                self._rest(*again)

        self._jobs.start(
            REST,
            work,
            done=lambda _none: end(),
            failed=end,
            cancelled=lambda: None,
            step=lambda _step: None,
        )

    def _hears(self, talk: "Talk") -> "Callable[[TalkEvent], None]":
        return lambda event: self._hear(talk, event)

    def _hear(self, talk: "Talk", event: object) -> None:
        answering = self.answering
        mine = answering is not None and answering.talk is talk
        if isinstance(event, TalkChanged):
            self.changed.emit(talk)
        elif isinstance(event, TalkPiece | ToolBegan | ToolEnded):
            if mine and answering is not None:
                self._grow(answering, event)
                self.moved.emit()
        else:
            self.stepped.emit(talk, event)
            self.changed.emit(talk)

    def _grow(self, answering: Answering, event: "TalkPiece | ToolBegan | ToolEnded") -> None:
        if isinstance(event, TalkPiece):
            answering.live = with_piece(answering.live, event.text, event.thinking)
        elif isinstance(event, ToolBegan):
            answering.tool = (event.name, event.arguments)
            said = answering.live.content.rstrip()
            answering.live = replace(answering.live, content=f"{said}\n\n" if said else "")
        else:
            answering.tool = None
            answering.live = replace(answering.live, tools=(*answering.live.tools, event.use))
            if event.undo:
                self.undo[event.use] = event.undo

    def _talks(self, memory: "Memory") -> "Talks":
        """The talks, by the settings as they are now. Blocks."""
        memory.talks.use(self._get)
        return memory.talks

    async def _choose_place(self, memory: "Memory") -> None:
        question = await asyncio.to_thread(memory.talks.place_question)
        if question is not None:
            place = TranscriptPlace(await self._answer(question))
            await asyncio.to_thread(memory.talks.choose_place, place)

    async def _ask(self, question: ToolAsk) -> bool:
        return await self._answer(question) == "allow"

    async def _answer(self, question: "ToolAsk | PlaceQuestion") -> str:
        asked = Asked(question, asyncio.get_running_loop().create_future())
        self.asked.emit(asked)
        try:
            return await asked.answer
        finally:
            self.withdrawn.emit()

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
