"""The talk in front: its messages, what is told beside them, where one writes, and all its deeds.

Shows one talk, a transcript of another program, or the place to begin. One answer at a time; it
goes on while another conversation is shown, and what is due after it (a flush, a sleep, facts) goes
on beside it. How a talk is kept is memory's business.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QFrame, QStackedWidget, QWidget

from desktop_app.dreams.dreamer import EngineName
from desktop_app.dreams.engines import Engine, engine_of
from desktop_app.errors import Problem
from desktop_app.memory.live_session import ExtractedStep, FailedStep, FlushedStep, PhaseStep
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
from desktop_app.ui.conversation import words as in_words
from desktop_app.ui.conversation.bringing import WAYS
from desktop_app.ui.conversation.composer import (
    Act,
    Composer,
    ContextMeter,
    NewsLine,
    QuestionCard,
    question_card,
)
from desktop_app.ui.conversation.messages import WIDTH, TalkColumn
from desktop_app.ui.conversation.transcripts import TALK, id_at, transcript_at
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import centred, in_row, sized, stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.labels import Pill, text
from desktop_app.ui.parts.notices import Banner, EmptyState, announce
from desktop_app.ui.parts.unsent import Unsent
from desktop_app.ui.reading.reader import Reader
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.dreams.flush import Flushed
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.memory.talk import Talk
    from desktop_app.memory.talks import Talks

A = TypeVar("A")
SAY, REST, FLUSH = "talk.say", "talk.rest", "talk.flush"
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


class TalkDesk(QFrame):
    """One notebook's talks, one at a time."""

    way_chosen = Signal(str)
    toasted = Signal(str, str, object)
    opened = Signal(str, int)
    fronted = Signal(str, str)  # the id and the file of what is shown now, "" for none
    asked_for = Signal(str)  # the talk of this id is to come to the front, from another page
    changed = Signal()  # there is another talk, or one that is another now
    failed = Signal(object)  # the Problem of any deed
    about_to_write = Signal()  # what is typed elsewhere is to be saved first

    def __init__(self, jobs: "Jobs", actions: Actions, get: Callable[[str], Any]) -> None:
        """`get` reads the person's settings."""
        super().__init__()
        self.setProperty("surface", "doc")
        self.setProperty("tabs", "place")
        self._jobs, self._get = jobs, get
        self._memory: Memory | None = None
        self.talk: Talk | None = None
        self.private = False  # the talk that is shown, or about to begin
        self.answering: Answering | None = None
        self.undo: dict[ToolUse, str] = {}  # keys for what tools wrote
        self._read = ""  # the file of another program's, if that is shown
        self._touched: dict[str, Talk] = {}  # with a turn since they were last ended
        self._again: tuple[Talk, Engine] | None = None  # rests once more after this rest
        self._why = self._sent = ""  # why nobody answers; what was said last
        self._beside: dict[str, str] = {}  # what was typed in private talks, by their ids
        self._retry: Act = None
        self._facts: list[ExtractedStep] = []  # that the line tells
        self._card: QuestionCard | None = None
        self._front = ("", "")
        self._build(actions)
        self._unsent = Unsent(jobs, "talk", self.composer.field)

    # -- notebooks ------------------------------------------------------------------------------

    def show_notebook(self, memory: "Memory") -> None:
        """Another notebook; the talks of the one before end, as if they were left."""
        for job in (FLUSH, REST):
            self._jobs.cancel(job)
        for talk in list(self._touched.values()):
            self.end(talk)
        self._touched.clear()
        self._memory, self._again = memory, None
        self.undo.clear()
        self.stop()
        self.talk, self.private = None, False
        self._beside.clear()
        self.take_card()
        self.composer.editing = ""
        self._bring(None)
        self._unsent.show_notebook(memory)

    def leave(self) -> None:
        """Another page comes to the front."""
        self._unsent.keep()

    def unkept(self) -> list[str]:
        """What was typed here and could be kept on no disk, by name."""
        return [tr("a message")] if self._unsent.lost else []

    async def part(self) -> None:
        """The window closes: the answer stops, and what was not flushed is flushed by rules."""
        self.stop()
        for name in (REST, FLUSH):
            self._jobs.cancel(name)
        await self._jobs.ended(SAY, REST, FLUSH)  # what came of the answer is kept
        touched = [talk for talk in self._touched.values() if not talk.private]
        self._touched.clear()
        for talk in touched:
            await talk.end(RULES)

    # -- which talk -----------------------------------------------------------------------------

    @property
    def path(self) -> str:
        """The file of what is shown; "" for none."""
        return self.talk.head.path if self.talk else self._read

    def begin(self, *, private: bool = False) -> None:
        """A new talk, which is there with its first message."""
        self._bring(None, private=private)

    def open(self, talk_id: str) -> None:
        """The talk of this id comes to the front."""
        if memory := self._memory:
            work = lambda: self._talks(memory).open(talk_id)  # noqa: E731
            self._jobs.call("talk.open", work, self.show_talk, self._fail)

    def open_path(self, path: str, line: int) -> None:
        """A conversation at a line of its file."""
        memory = self._memory
        if memory is None:
            return

        def show(found: "tuple[Talk | None, str]") -> None:
            talk, text = found
            if talk is None:
                self._bring(None, path)
                self.reader.show_markdown(text, path, line=line, form=TALK)
                self.reader.setFocus(Qt.FocusReason.OtherFocusReason)
                return
            self.show_talk(talk)
            if line and (number := self.column.number_of(id_at(text, line))) >= 0:
                self.column.mark(number)
                self.column.go_to(number)
                if (turn := self.column.turn(number)) is not None:
                    turn.bubble.setFocus(Qt.FocusReason.OtherFocusReason)

        def work() -> "tuple[Talk | None, str]":
            memory.talks.use(self._get)
            return transcript_at(memory, path)

        self._jobs.call("talk.path", work, show, self._fail)

    def show_talk(self, talk: "Talk") -> None:
        """A talk, at its end; the one in front as it is now."""
        if talk is self.talk:
            self._draw()
        else:
            self._bring(talk, private=talk.private)

    def _bring(self, talk: "Talk | None", transcript: str = "", *, private: bool = False) -> None:
        """This is shown from now on; the talk before is left."""
        self._clear_trouble()
        self.composer.end_edit()
        if self.private:
            self._beside[self.talk.id if self.talk else ""] = self.composer.words
        if self.talk is not None:
            self.end(self.talk)
        self.talk, self._read, self.private = talk, transcript, private
        self._unsent.hold(private)
        if private:  # it has words of its own in the field, which no disk sees
            self.composer.field.setPlainText(self._beside.get(talk.id if talk else "", ""))
        self.news.clear()
        self.facts.clear()
        self.column.show_talk(talk.view if talk else None)
        self._draw()

    def _talks(self, memory: "Memory") -> "Talks":
        """The talks, by the settings as they are at each moment. Blocks."""
        memory.talks.use(self._get)
        return memory.talks

    # -- a turn ---------------------------------------------------------------------------------

    def send(self, words: str) -> None:
        """Says this in the talk in front, or in place of the message that is edited."""
        composer, editing = self.composer, self.composer.editing
        if not words or not composer.model.currentText() or self.answering is not None:
            return
        composer.clear()
        self._unsent.keep()
        if editing and self.talk is not None:
            self.column.mark(-1)
            self._again_from(editing, words)
        else:
            self._sent = words
            self._turn(lambda talk, **how: talk.say(words, **how))

    def stop(self) -> None:
        """Stop the answer; what came stays."""
        if self.answering is not None:
            self.answering.stopped = True
        self._jobs.cancel(SAY)

    def _again_from(self, message_id: str, words: str | None = None) -> None:
        """Another answer, or a message of the person's in other words."""
        self._turn(lambda talk, **how: talk.again(message_id, text=words, **how))

    def _turn(self, turn: "Callable[..., Awaitable[None]]") -> None:
        memory, private, talk = self._memory, self.private, self.talk
        if memory is None or self.answering is not None:
            return
        self._clear_trouble()
        known = frozenset(one.id for one in talk.view.messages) if talk else frozenset()
        live = TalkMessage("", "assistant", "", "", model=self.composer.model.currentText())
        answering = self.answering = Answering(talk, live, known)
        engine = self._engine()

        def begun() -> "Talk":
            return self._talks(memory).begin(private=private)

        async def work() -> None:
            if not private:
                await self._choose_place(memory)
            if answering.talk is None:
                answering.talk = await asyncio.to_thread(begun)
                if self.talk is None and memory is self._memory:
                    self.talk, self._read = answering.talk, ""
                    self._draw()
            now = self._touched[answering.talk.id] = answering.talk
            try:
                await turn(now, engine=engine, on_event=partial(self.hear, now), ask=self._ask)
            except asyncio.CancelledError:
                if memory is not self._memory and not private:
                    await now.end(RULES)  # its notebook is about to be closed
                raise

        def end(problem: Problem | None = None) -> None:
            self.answering = None
            self._ended(answering, problem)
            if answering.talk is not None and memory is self._memory:
                self._rest(answering.talk, RULES if problem else engine)

        self.about_to_write.emit()
        # What the keyboard was on may go; it goes on where one writes, and where Esc stops.
        self.composer.setFocus(Qt.FocusReason.OtherFocusReason)
        self._start(SAY, work, lambda _none: end(), end, end)
        self._draw()
        self.changed.emit()

    def hear(self, talk: "Talk", event: object) -> None:
        """What happens in a talk."""
        answering = self.answering
        if isinstance(event, TalkPiece | ToolBegan | ToolEnded):
            if answering is not None and answering.talk is talk:
                answering.grow(event)
                if isinstance(event, ToolEnded) and event.undo:
                    self.undo[event.use] = event.undo
                if talk is self.talk:
                    self.column.show_live(answering.live, answering.tool)
            return
        if isinstance(event, FlushedStep):
            self._flushed(talk, event.flushed)
        elif isinstance(event, ExtractedStep):
            self._tell_facts(talk, event)
        elif not isinstance(event, TalkChanged):
            passing = isinstance(event, PhaseStep)  # soon over, and not worth a toast
            self._tell(talk, in_words.news_of(event), passing=passing)  # type: ignore[arg-type]
        self._changed(talk)

    def _ended(self, over: Answering, problem: Problem | None) -> None:
        self.take_card()
        self._draw()
        self.changed.emit()
        talk = over.talk
        if talk is None and self.talk is None:
            self.composer.field.setPlainText(self._sent)  # it was said to nobody
        if problem is not None:
            self._tell_failure(talk, problem)
        elif talk is None or over.stopped:
            return
        elif talk is self.talk and self.isVisible():
            announce(self, tr("The answer is there."))
        else:
            words = tr("An answer is there: %1").replace("%1", in_words.title_of(talk.head))
            self.toasted.emit(words, tr("Show"), lambda: self.asked_for.emit(talk.id))

    def _tell_failure(self, talk: "Talk | None", problem: Problem) -> None:
        """Why there is no answer, with a way to try again; what was said is kept."""
        if talk is not self.talk:
            self.toasted.emit(problem.message, "", None)
            return
        last = talk.view.messages[-1:] if talk is not None else ()
        self._retry = partial(self._again_from, last[0].id) if last else None
        self.banner.say(problem.message, problem.hint, tr("Try again") if last else "")

    def _try_again(self) -> None:
        if self._retry is not None:
            self._retry()

    def _clear_trouble(self) -> None:
        self._retry = None
        self.banner.clear()

    def _rest(self, talk: "Talk", engine: Engine) -> None:
        """What is due after a turn."""
        if self._jobs.running(REST):
            self._again = (talk, engine)
            return

        def end(problem: Problem | None = None) -> None:
            if problem is not None:
                self._fail(problem)
            again, self._again = self._again, None
            if again is not None:
                self._rest(*again)

        work = lambda: talk.rest(engine, partial(self.hear, talk))  # noqa: E731
        self._start(REST, work, lambda _none: end(), end, end)

    def _engine(self) -> Engine:
        """The engine of the model that talks; without one that of the settings."""
        usual, model = engine_of(self._get), self.composer.model.currentText()
        return replace(usual, kind=EngineName.OLLAMA, model=model) if model else usual

    # -- questions to the person ----------------------------------------------------------------

    async def _choose_place(self, memory: "Memory") -> None:
        question = await asyncio.to_thread(memory.talks.place_question)
        if question is not None:
            place = TranscriptPlace(await self._answer(question))
            await asyncio.to_thread(memory.talks.choose_place, place)

    async def _ask(self, question: ToolAsk) -> bool:
        return await self._answer(question) == "allow"

    async def _answer(self, question: ToolAsk | PlaceQuestion) -> str:
        """A question, in place; from elsewhere a toast leads to it."""
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        answering = self.answering
        card = question_card(question, answering.live.model if answering else "")
        card.answered.connect(lambda key: None if answer.done() else answer.set_result(key))
        if answering is not None and answering.talk is not None:
            self.show_talk(answering.talk)
        self.take_card()
        self._card = card
        self._stack.setCurrentWidget(self.column)
        self.column.put(card)
        if self.isVisible():
            announce(card, f"{card.title.text()} {card.more.text()}")
            card.first.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.toasted.emit(card.title.text(), "", None)
        try:
            return await answer
        finally:
            self.take_card()

    def take_card(self) -> None:
        """The question was answered, or nobody waits for the answer."""
        card, self._card = self._card, None
        if card is not None:
            had = card.isAncestorOf(self.window().focusWidget())
            card.hide()
            card.deleteLater()
            if had:
                self.composer.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- other deeds ----------------------------------------------------------------------------

    def deed(self, what: str, about: str) -> None:
        """What was asked for a message: see `TurnCard`."""
        talk, column = self.talk, self.column
        number = column.number_of(about)
        message = column.messages[number] if number >= 0 else None
        if what == "copy" and message is not None:
            QGuiApplication.clipboard().setText(message.content)
            announce(self, tr("Copied"))
        if talk is None:
            return
        if what == "again":
            self._again_from(about)
        elif what == "edit" and message is not None and message.role == "user":
            column.mark(number)
            self.composer.edit(about, message.content)
        elif what in ("forget", "remember"):
            changed = lambda _none: self._changed(talk)  # noqa: E731
            self._do(lambda _memory: talk.remember(about, what == "remember"), changed)
        elif what == "undo":
            self._take_back(talk, about)

    def current_deed(self, what: str) -> None:
        """The same for the message that has the keyboard."""
        current, messages = self.column.current, self.column.messages
        if current >= 0 and messages[current].id:
            self.deed(what, messages[current].id)

    def _take_back(self, talk: "Talk", key: str) -> None:
        """Undoes what a tool wrote."""

        def done(_none: object) -> None:
            self.undo = {use: undo for use, undo in self.undo.items() if undo != key}
            self._changed(talk)

        self.about_to_write.emit()
        self._do(lambda _memory: talk.take_back(key), done)

    def flush(self) -> None:
        """Take what matters of it into today, now."""
        talk = self.talk
        if talk is None or talk.private or self._jobs.running(FLUSH):
            return
        engine = self._engine()

        def hear(event: object) -> None:
            if not isinstance(event, FlushedStep | FailedStep):  # these come as the job's end
                self.hear(talk, event)

        self.about_to_write.emit()
        done = partial(self._flushed, talk)
        self._start(FLUSH, lambda: talk.flush(engine, hear), done, self._fail)
        self._draw()

    def rename(self, talk_id: str, title: str) -> None:
        """Give a talk another title."""
        self._do(lambda memory: memory.talks.rename(talk_id, title), self._changed)

    def delete(self, head: TalkHead) -> None:
        """Delete a talk; a toast takes it back."""
        answering = self.answering
        if answering is not None and answering.talk and answering.talk.id == head.id:
            self.stop()
        self._touched.pop(head.id, None)

        def deleted(undo: Callable[[], None]) -> None:
            if self.talk is not None and self.talk.id == head.id:
                self.talk = None
                self.begin()
            self.changed.emit()
            words = tr("Deleted: %1").replace("%1", in_words.title_of(head))
            self.toasted.emit(words, tr("Undo"), partial(self._undo, undo))

        self._do(lambda memory: memory.talks.delete(head.id), deleted)

    def end(self, talk: "Talk") -> None:
        """It is left: what was not flushed is flushed, without a model, at once."""
        answering, job = self.answering, f"talk.end.{talk.id}"
        busy = self._jobs.running(job) or (answering is not None and answering.talk is talk)
        if not busy and not talk.private and self._touched.pop(talk.id, None) is not None:
            self._start(job, lambda: talk.end(RULES), lambda _none: None, self._fail)

    def _undo(self, undo: Callable[[], None]) -> None:
        self._do(lambda _memory: undo(), lambda _none: self._changed())

    def _start(
        self,
        name: str,
        work: Callable[[], Awaitable[A]],
        done: Callable[[A], None],
        failed: Callable[[Problem], None],
        cancelled: Callable[[], None] = lambda: None,
    ) -> None:
        how = {"done": done, "failed": failed, "cancelled": cancelled}
        self._jobs.start(name, lambda _report: work(), **how)  # type: ignore[arg-type]

    def _do(self, work: "Callable[[Memory], A]", done: Callable[[A], None]) -> None:
        if (memory := self._memory) is not None:
            answered = lambda answer: done(answer) if memory is self._memory else None  # noqa: E731
            self._jobs.do(lambda: work(memory), answered, self._fail)

    def _fail(self, problem: Problem) -> None:
        self.failed.emit(problem)
        self._draw()

    def _changed(self, talk: "Talk | None" = None) -> None:
        """This talk is another one now; None: any of them."""
        if talk in (None, self.talk):
            self._draw()
        self.changed.emit()

    # -- news of a talk: of the one in front on the desk, of any other by a toast ---------------

    def _tell_facts(self, talk: "Talk", step: ExtractedStep) -> None:
        """In a line of their own; those that it told before are taken back with the new ones."""
        shown = talk is self.talk and not self.facts.isHidden()
        self._facts = [*(self._facts if shown else ()), step]
        undos = [each.undo for each in reversed(self._facts)]

        def undo() -> None:
            for each in undos:
                each()

        news = in_words.facts_news(self._facts)
        self._tell(talk, news, undo=partial(self._undo, undo), line=self.facts)

    def _flushed(self, talk: "Talk", flushed: "Flushed") -> None:
        path, news = flushed.path, in_words.flushed_news(flushed)

        def undo() -> None:
            self.about_to_write.emit()
            done = lambda _none: self._changed()  # noqa: E731
            self._do(lambda memory: memory.sessions.take_back(flushed), done)

        if path is None:
            self._tell(talk, news)
        else:
            self._tell(talk, news, lambda: self.opened.emit(path, flushed.line), undo)
        self._changed(talk)

    def _tell(
        self,
        talk: "Talk",
        news: in_words.News | None,
        open_: Act = None,
        undo: Act = None,
        *,
        passing: bool = False,
        line: NewsLine | None = None,
    ) -> None:
        if news is not None and talk is self.talk:
            (line or self.news).tell(news, open_, undo)
        elif news is not None and not passing:
            words = tr("“%1”: %2").replace("%2", news.words)
            words = words.replace("%1", in_words.short(in_words.title_of(talk.head), 32))
            self.toasted.emit(words, tr("Undo") if undo else "", undo)

    # -- what is shown --------------------------------------------------------------------------

    def show_models(self, names: Sequence[str], chosen: str, why: str) -> None:
        """These can answer; none can, and `why`."""
        self.composer.show_models(names, chosen)
        self._why = why
        self._draw_note()

    def first_focus(self) -> QWidget:
        """Where one goes on by key."""
        if self._card is not None:
            return self._card.first
        if self._read:
            return self.reader
        if self.composer.isVisibleTo(self):
            return self.composer.field
        turn = self.column.turn(self.column.count - 1)
        return turn.bubble if turn is not None else self.empty.more[0]

    def _draw(self) -> None:
        """All of it as it is now."""
        talk, answering = self.talk, self.answering
        reads, view = bool(self._read), talk.view if talk else None
        live = answering if answering is not None and answering.talk is talk and not reads else None
        if view is not None:
            self.column.show_view(live.before(view) if live else view, self.undo)
        self.column.show_live(live.live if live else None, live.tool if live else None)
        empty = view is None and live is None and self._card is None
        here = self.reader if reads else self.empty if empty else self.column
        self._stack.setCurrentWidget(here)
        self._draw_header(view)
        self.pill.setVisible(self.private)
        self.flush_file.setVisible(reads)
        self.meter.setVisible(view is not None and view.window > 0)
        if view is not None:
            self.meter.show_view(view, flushing=self._jobs.running(FLUSH))
        self.composer.set_busy(live is not None, barred=answering is not None)
        self._draw_note()
        front = (talk.id if talk else "", self.path)
        if front != self._front:
            self._front = front
            self.fronted.emit(*front)

    def _draw_header(self, view: TalkView | None) -> None:
        if self._read:
            name = self._read.rpartition("/")[2].removesuffix(".jsonl")
            self.header.say(name, self._read)
            return
        if view is None:
            title = tr("New private conversation") if self.private else tr("New conversation")
            self.header.say(title, tr("It lives in memory only") if self.private else "")
            return
        said, head = in_words.turns(len(view.messages)), view.head
        about = (head.model, said, tr("in memory only") * head.private)
        self.header.say(in_words.title_of(head), " · ".join(filter(None, about)))

    def _draw_note(self) -> None:
        """One line under the field, or in its place.

        A field in which somebody writes stays: its keys would be deeds of the messages.
        """
        none, reads = bool(self._why), bool(self._read)
        now = QApplication.focusWidget()
        had = now is not None and self.composer.isAncestorOf(now)
        writes = bool(self.composer.words) or (had and self._stack.currentWidget() is self.column)
        waited = not self.composer.isVisibleTo(self) and now is self.empty.more[0]
        self.composer.setVisible(not reads and (writes or not none))
        shown = self.composer.isVisibleTo(self)
        if (waited and shown) or (had and not shown):
            self.first_focus().setFocus(Qt.FocusReason.OtherFocusReason)
        words = self._why
        if not none and self.private:
            words = tr("Private: nothing of it is written, and it is gone when Nightstand closes.")
        self.note.setText(words)
        self.note.setVisible(bool(words) and not reads)
        self.models_button.setVisible(none and not reads)
        self._middle.setVisible(not reads)

    def _build(self, actions: Actions) -> None:
        self.header, self.pill = Header(actions, tr("Conversation")), Pill(tr("Private"), "accent")
        self.flush_file = Button(tr("Add it to the days…"))
        self.header.add(self.pill, self.flush_file)
        self.banner, self.column = Banner(), TalkColumn()
        self.reader = Reader(self._jobs, tr("Conversation"))
        self.reader.link_opened.connect(self.opened)
        self.news, self.facts = NewsLine(), NewsLine()
        self.meter, self.composer = ContextMeter(), Composer()
        self.empty = EmptyState("conversation", "")
        for way, words, icon in WAYS:
            choose = lambda _checked, way=way: self.way_chosen.emit(way)  # noqa: E731
            self.empty.add(Button(words, "quiet", icon, act=choose))
        self.note = text("", "meta", "text2", wrap=True)  # why nobody answers, or what private is
        self.models_button = Button(tr("Models…"), "quiet", act=actions["page.settings"].trigger)
        note = in_row(self.note, self.models_button, grows=self.note)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.column)
        self._stack.addWidget(self.reader)
        self._middle = sized(QWidget(), most=WIDTH + 48)
        beside = (self.banner, self.facts, self.news, self.meter, self.composer, note)
        sized(stacked(self._middle, *beside), (24, 4, 24, 14), 6)
        self._across = centred(self._middle)
        stacked(self, self.header, self._stack, self._across, grows=self._stack)
        self.setFocusProxy(self.composer)
        bar = self.column.verticalScrollBar()
        bar.rangeChanged.connect(lambda low, high: self._align(high > low))
        self.column.deed.connect(self.deed)
        self.column.opened.connect(self.opened)
        self.composer.sent.connect(self.send)
        self.composer.stopped.connect(self.stop)
        self.composer.field.stepped.connect(lambda: self.column.step(0))
        self.composer.left.connect(lambda: self.column.mark(-1))
        self.banner.acted.connect(self._try_again)
        self.meter.flush_button.clicked.connect(self.flush)

    def _align(self, scrolls: bool) -> None:
        """The field stands below the messages, whether or not a scroll bar takes room there."""
        bar = self.column.verticalScrollBar().sizeHint().width() if scrolls else 0
        self._across.setContentsMargins(0, 0, bar, 0)
