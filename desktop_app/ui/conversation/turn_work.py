"""One answer at a time: a message is said, tools and words come, and what is then due is done.

Knows memory and jobs. The answer goes on while another conversation is shown. What is due after a
turn (a flush, a sleep, facts) goes on beside it.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from desktop_app.dreams.dreamer import EngineName
from desktop_app.dreams.engines import Engine, engine_of
from desktop_app.errors import Problem
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
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.memory.talk import Talk, TalkEvent
    from desktop_app.memory.talks import Talks

SAY, REST = "talk.say", "talk.rest"
RULES = Engine(EngineName.BUILTIN)
"""Who flushes a talk that is left, or whose model failed: at once, without a model."""


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
class TalkQuestion:
    """A question to the person, among the messages."""

    question: "ToolAsk | PlaceQuestion"
    answer: "asyncio.Future[str]" = field(repr=False)


class TurnWork(QObject):
    """The turns of the talks of one notebook. Every deed ends in a signal."""

    opened = Signal(object)  # a Talk, which its first message begins
    changed = Signal(object)  # the Talk that is another one now
    moved = Signal()  # the answer under way has more words, or another tool
    stepped = Signal(object, object)  # a Talk and its LiveStep
    began = Signal()
    ended = Signal(object, object)  # the Answering that is over; the Problem, or None
    asked = Signal(object)  # a TalkQuestion
    withdrawn = Signal()  # nobody waits for the answer any more
    failed = Signal(object)  # the Problem of what was due after a turn
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
        """Another notebook. What is under way in the one before ends as if it were stopped."""
        self._memory = memory
        self._again = None
        self.undo.clear()
        self.stop()
        self._jobs.cancel(REST)

    def engine(self, model: str) -> Engine:
        """The engine of a model that talks; without one that of the settings."""
        usual = engine_of(self._get)
        return replace(usual, kind=EngineName.OLLAMA, model=model) if model else usual

    def talks(self, memory: "Memory") -> "Talks":
        """The talks, by the settings as they are now. Blocks."""
        memory.talks.use(self._get)
        return memory.talks

    def say(self, talk: "Talk | None", words: str, model: str, *, private: bool = False) -> None:
        """Say something; without a talk in a new one."""
        engine = self.engine(model)
        self._turn(
            talk,
            model,
            private,
            lambda it: it.say(words, engine=engine, on_event=self.hears(it), ask=self._ask),
        )

    def again(self, talk: "Talk", message_id: str, model: str, text: str | None = None) -> None:
        """Another answer, or a message of the person's in other words."""
        engine = self.engine(model)
        self._turn(
            talk,
            model,
            talk.private,
            lambda it: it.again(
                message_id, text=text, engine=engine, on_event=self.hears(it), ask=self._ask
            ),
        )

    def stop(self) -> None:
        """Stop the answer; what came stays."""
        if self.answering is not None:
            self.answering.stopped = True
        self._jobs.cancel(SAY)

    def hears(self, talk: "Talk") -> "Callable[[TalkEvent], None]":
        """What listens to a talk."""
        return lambda event: self.hear(talk, event)

    def hear(self, talk: "Talk", event: object) -> None:
        """Something happened in a talk."""
        answering = self.answering
        if isinstance(event, TalkChanged):
            self.changed.emit(talk)
        elif isinstance(event, TalkPiece | ToolBegan | ToolEnded):
            if answering is not None and answering.talk is talk:
                self._grow(answering, event)
                self.moved.emit()
        else:
            self.stepped.emit(talk, event)
            self.changed.emit(talk)

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
            talks = await asyncio.to_thread(self.talks, memory)
            if answering.talk is None:
                answering.talk = await asyncio.to_thread(talks.begin, private=private)
                self.opened.emit(answering.talk)
            try:
                self.touched[answering.talk.id] = answering.talk
                await turn(answering.talk)
            except asyncio.CancelledError:
                if memory is not self._memory and not private:
                    await answering.talk.end(RULES)  # its notebook is about to be closed
                raise

        def end(problem: Problem | None) -> None:
            self.answering = None
            self.withdrawn.emit()
            self.ended.emit(answering, problem)
            if answering.talk is not None and memory is self._memory:
                self._rest(answering.talk, RULES if problem else self.engine(model))

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
            await talk.rest(engine, self.hears(talk))

        def end(problem: Problem | None = None) -> None:
            if problem is not None:
                self.failed.emit(problem)
            again, self._again = self._again, None
            if again is not None:
                self._rest(*again)

        self._jobs.start(
            REST,
            work,
            done=lambda _none: end(),
            failed=end,
            cancelled=end,
            step=lambda _step: None,
        )

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

    async def _choose_place(self, memory: "Memory") -> None:
        question = await asyncio.to_thread(memory.talks.place_question)
        if question is not None:
            place = TranscriptPlace(await self._answer(question))
            await asyncio.to_thread(memory.talks.choose_place, place)

    async def _ask(self, question: ToolAsk) -> bool:
        return await self._answer(question) == "allow"

    async def _answer(self, question: "ToolAsk | PlaceQuestion") -> str:
        asked = TalkQuestion(question, asyncio.get_running_loop().create_future())
        self.asked.emit(asked)
        try:
            return await asked.answer
        finally:
            self.withdrawn.emit()
