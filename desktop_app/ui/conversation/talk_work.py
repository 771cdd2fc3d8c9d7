"""What can be done with talks: say something, save notes, end and delete them.

Knows memory, jobs and the page that is asked; what is shown then is the page's business. One answer
at a time; what is due after it (a flush, a sleep, facts) goes on beside it.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from desktop_app.dreams.engine_choice import Engine, EngineName, engine_of
from desktop_app.dreams.flush import Flushed
from desktop_app.errors import Problem
from desktop_app.memory import Memory
from desktop_app.memory.extraction import Extracted
from desktop_app.memory.live_session import LiveStep
from desktop_app.memory.open_talk import Talk
from desktop_app.sessions.talk_view import (
    TalkChanged,
    TalkHead,
    TalkPiece,
    TalkRecord,
    TalkView,
    ToolBegan,
    ToolEnded,
    ToolUse,
)
from desktop_app.ui.page import Page

A = TypeVar("A")
SAY, REST, FLUSH = "talk.say", "talk.rest", "talk.flush"
RULES = Engine(EngineName.BUILTIN)
"""Who flushes a talk that is left, or whose model failed: at once, without a model."""


@dataclass
class Answering:
    """The answer under way: its talk, None while that is about to begin, and what came of it."""

    talk: "Talk | None"
    live: TalkRecord
    known: frozenset[str] = frozenset()  # the messages that were there before
    tool: tuple[str, str] | None = None
    stopped: bool = False
    sent: str = ""  # the words that it answers

    def before(self, view: TalkView) -> TalkView:
        """The talk without what came of this answer, which is shown as it comes."""
        messages = view.messages
        if messages and messages[-1].role == "assistant" and messages[-1].id not in self.known:
            return replace(view, messages=messages[:-1])
        return view

    def grow(self, event: TalkPiece | ToolBegan | ToolEnded) -> None:
        """More of it came."""
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


class TalkWork(QObject):
    """The talks of the notebook that is open."""

    about_to_write = Signal()  # what is typed on other pages is to be saved first
    began = Signal(object)  # the Talk that was about to begin
    grew = Signal(object)  # the Answering
    ended = Signal(object, object)  # an Answering, and its Problem or None
    heard = Signal(object, object)  # a Talk, and a LiveStep of it
    changed = Signal(object)  # a Talk that is another one now; None: any of them
    deleted = Signal(object, object)  # a TalkHead, and what takes that back
    failed = Signal(object)  # the Problem of any other deed

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._page, self._jobs, self._get = page, page.jobs, page.settings.get
        self.answering: Answering | None = None
        self.undo: dict[ToolUse, Callable[[], None]] = {}  # of what tools wrote
        self._touched: dict[str, Talk] = {}  # with a turn since they were last ended
        self._works: dict[str, str] = {}  # in which talk a job is at work, or was, by its id
        self._again: tuple[Talk, Engine] | None = None  # rests once more after this rest

    def leave_notebook(self) -> None:
        for job in (FLUSH, REST):
            self._jobs.cancel(job)
        for talk in list(self._touched.values()):
            self.end(talk)
        self._touched.clear()
        self._again = None
        self.undo.clear()
        self.stop()

    async def part(self) -> None:
        """The window closes: the answer stops, and what was not flushed is flushed by rules."""
        self.stop()
        for name in (REST, FLUSH):
            self._jobs.cancel(name)
        await self._jobs.ended(SAY, REST, FLUSH)  # what came of the answer is kept
        touched = list(self._touched.values())
        self._touched.clear()
        for talk in touched:
            await talk.end(RULES)

    # -- a turn ---------------------------------------------------------------------------------

    def say(self, talk: "Talk | None", words: str, model: str) -> None:
        self._turn(talk, lambda talk, **how: talk.say(words, **how), model, words)

    def again(self, talk: "Talk", message_id: str, model: str) -> None:
        """Another answer."""
        self._turn(talk, lambda talk, **how: talk.again(message_id, **how), model)

    def stop(self) -> None:
        if self.answering is not None:
            self.answering.stopped = True
        self._jobs.cancel(SAY)

    def _turn(
        self,
        talk: "Talk | None",
        turn: "Callable[..., Awaitable[None]]",
        model: str,
        sent: str = "",
    ) -> None:
        memory, known = self._page.memory, [one.id for one in talk.view.messages] if talk else ()
        if memory is None or self.answering is not None:
            return
        engine, live = self._engine(model), TalkRecord("", "assistant", "", "", model=model)
        self.answering = answering = Answering(talk, live, frozenset(known), sent=sent)
        self._works[SAY] = talk.id if talk else ""

        async def work(_report: object) -> None:
            if answering.talk is None:
                memory.talks.use(self._get)
                new = await asyncio.to_thread(memory.talks.begin)
                self._works[SAY] = new.id
                if memory is self._page.memory:
                    self.began.emit(new)
                answering.talk = new  # only now: until then it is the one that is about to begin
            now = self._touched[answering.talk.id] = answering.talk
            try:
                await turn(now, engine=engine, on_event=partial(self.hear, now))
            except asyncio.CancelledError:
                if memory is not self._page.memory:
                    await now.end(RULES)  # its notebook is about to be closed
                raise

        def end(problem: Problem | None = None) -> None:
            self.answering = None
            self.ended.emit(answering, problem)
            talk = answering.talk
            if talk is not None and talk.id in self._touched:  # it was not deleted meanwhile
                self._rest(talk, RULES if problem else engine)

        self.about_to_write.emit()
        self._jobs.start(SAY, work, done=lambda _none: end(), failed=end, cancelled=end)
        self.changed.emit(None)

    def hear(self, talk: "Talk", event: object) -> None:
        answering = self.answering
        if isinstance(event, TalkPiece | ToolBegan | ToolEnded):
            if answering is not None and answering.talk is talk:
                answering.grow(event)
                if isinstance(event, ToolEnded) and event.undo:
                    self.undo[event.use] = event.undo
                self.grew.emit(answering)
            return
        if not isinstance(event, TalkChanged):
            self.heard.emit(talk, event)
        self.changed.emit(talk)

    def _rest(self, talk: "Talk", engine: Engine) -> None:
        if self._jobs.running(REST):
            self._again = (talk, engine)
            return

        def end(problem: Problem | None = None) -> None:
            if problem is not None:
                self.failed.emit(problem)
            again, self._again = self._again, None
            if again is not None:
                self._rest(*again)

        self._works[REST] = talk.id
        work = lambda _report: talk.rest(engine, partial(self.hear, talk))
        self._jobs.start(REST, work, done=lambda _none: end(), failed=end, cancelled=end)

    def _engine(self, model: str) -> Engine:
        """The engine of the model that talks; without one that of the settings."""
        usual = engine_of(self._get)
        return usual._replace(kind=EngineName.OLLAMA, model=model) if model else usual

    # -- other deeds ----------------------------------------------------------------------------

    @property
    def flushing(self) -> bool:
        return self._jobs.running(FLUSH)

    def flush(self, talk: "Talk", model: str) -> None:
        if self.flushing:
            return

        def hear(event: object) -> None:
            if not isinstance(event, Flushed | Problem):  # these come as the job's end
                self.hear(talk, event)

        self.about_to_write.emit()
        self._works[FLUSH], engine = talk.id, self._engine(model)
        work = lambda _report: talk.flush(engine, hear)
        done = lambda flushed: self.hear(talk, flushed)
        self._jobs.start(FLUSH, work, done=done, failed=self.failed.emit)
        self.changed.emit(talk)

    def end(self, talk: "Talk") -> None:
        """It is left: what was not flushed is flushed, without a model, at once."""
        answering, job = self.answering, f"talk.end.{talk.id}"
        busy = self._jobs.running(job) or (answering is not None and answering.talk is talk)
        if not busy and self._touched.pop(talk.id, None) is not None:
            work = lambda _report: talk.end(RULES)
            self._jobs.start(job, work, done=lambda _none: None, failed=self.failed.emit)

    def delete(self, head: TalkHead) -> None:
        mine = [job for job in (SAY, REST, FLUSH) if self._works.get(job) == head.id]
        if self._again is not None and self._again[0].id == head.id:
            self._again = None
        self._touched.pop(head.id, None)
        if SAY in mine:
            self.stop()
        for job in {*mine} - {SAY}:
            self._jobs.cancel(job)
        gone = f"talk.delete.{head.id}"
        mine.append(f"talk.end.{head.id}")
        deleted = lambda undo: self.deleted.emit(head, undo)
        done = lambda _none: self.do(lambda memory: memory.talks.delete(head.id), deleted)
        if not self._jobs.running(gone):
            work = lambda _report: self._jobs.ended(*mine)
            self._jobs.start(gone, work, done=done, failed=self.failed.emit)

    def take_back(self, use: ToolUse) -> None:
        if undo := self.undo.pop(use, None):  # once, however often it is asked for
            self.about_to_write.emit()
            self.do(lambda _memory: undo())

    def undo_of(self, step: LiveStep) -> Callable[[], None] | None:
        """What takes back what came of a step; None where nothing did."""
        if isinstance(step, Extracted):
            return lambda: self.do(lambda _memory: step.undo())
        if not isinstance(step, Flushed) or step.path is None:
            return None

        def take_back() -> None:
            self.about_to_write.emit()
            self.do(lambda memory: memory.sessions.take_back(step))

        return take_back

    def do(
        self, work: "Callable[[Memory], A]", done: Callable[[A], object] = lambda _answer: None
    ) -> None:
        def answered(answer: A) -> None:
            done(answer)
            self.changed.emit(None)

        self._page.change(work, answered, self.failed.emit)
