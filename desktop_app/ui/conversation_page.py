"""The conversation page: the list of talks, one of them to go on with, and other ways in.

One answer at a time; it goes on while another conversation is shown, and what is due after it (a
flush, a sleep, facts) goes on beside it. How a talk is kept is memory's business.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from desktop_app.dreams.engine_choice import Engine, EngineName, engine_of
from desktop_app.errors import Problem
from desktop_app.memory.live_session import ExtractedStep, FailedStep, FlushedStep, PhaseStep
from desktop_app.notebook.layout import FileKind
from desktop_app.sessions.imports.given import is_import
from desktop_app.sessions.talk_view import (
    PlaceQuestion,
    TalkChanged,
    TalkHead,
    TalkPiece,
    TalkRecord,
    TalkView,
    ToolAsk,
    ToolBegan,
    ToolEnded,
    ToolUse,
    TranscriptPlace,
)
from desktop_app.ui.conversation import talk_words as in_words
from desktop_app.ui.conversation.add_sheet import AddSheet
from desktop_app.ui.conversation.bring_sheet import BringSheet
from desktop_app.ui.conversation.composer import Act, NewsLine, question_card
from desktop_app.ui.conversation.desk import TalkDesk
from desktop_app.ui.conversation.import_sheet import ImportSheet
from desktop_app.ui.conversation.pane import TalkPane
from desktop_app.ui.conversation.transcripts import as_rows, id_at, transcript_at
from desktop_app.ui.models.server import OllamaServer
from desktop_app.ui.page import Page
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import Pile, stacked
from desktop_app.ui.parts.delayed import delayed
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.parts.unsent import Unsent
from desktop_app.ui.plans import CONVERSATION
from desktop_app.words import filled, together, tr

if TYPE_CHECKING:
    from desktop_app.dreams.flush import Flushed
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Changed, Memory
    from desktop_app.memory.talk import Talk
    from desktop_app.settings import Settings

A = TypeVar("A")
SAY, REST, FLUSH, STOP = "talk.say", "talk.rest", "talk.flush", "talk.stop"
RULES = Engine(EngineName.BUILTIN)
"""Who flushes a talk that is left, or whose model failed: at once, without a model."""
_MODEL = "sessions.model"
_LIST_LATER = 250  # milliseconds


@dataclass
class Answering:
    """The answer under way: its talk, None while that is about to begin, and what came of it."""

    talk: "Talk | None"
    live: TalkRecord
    known: frozenset[str] = frozenset()  # the messages that were there before
    tool: tuple[str, str] | None = None
    private: bool = False
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


class ConversationPage(Page):
    """Talks with a model of this computer, transcripts to read, conversations to be added."""

    plan = CONVERSATION

    flush_asked = Signal()  # what is typed on other pages is to be saved first

    def __init__(
        self, jobs: "Jobs", actions: Actions, settings: "Settings", server: OllamaServer
    ) -> None:
        super().__init__(jobs, actions)
        self._settings, self._server = settings, server
        self.talk: Talk | None = None
        self.private = False  # the talk that is shown, or about to begin
        self.answering: Answering | None = None
        self.undo: dict[ToolUse, str] = {}  # keys for what tools wrote
        self._read = ""  # the file of another program's talk, if that is shown
        self._touched: dict[str, Talk] = {}  # with a turn since they were last ended
        self._works: dict[str, str] = {}  # in which talk a job is at work, or was, by its id
        self._chosen = 0  # how often what is shown was chosen
        self._again: tuple[Talk, Engine] | None = None  # rests once more after this rest
        self._sent = ""  # what was said last
        self._beside: dict[str, str] = {}  # what was typed in private talks, by their ids
        self._front = ("", "")
        self.desk, self.pane = TalkDesk(actions), TalkPane(actions)
        self._unsent = Unsent(jobs, "talk", self.desk.composer.field)
        how = (self, self.flush_asked.emit, settings.get)
        self.adding, self.importing = AddSheet(*how), ImportSheet(*how)
        self.bringing: BringSheet = self.adding  # the one that comes to the front
        self._stack = Pile(self.desk, self.adding, self.importing)
        stacked(self, self._stack)
        self._soon = delayed(self, _LIST_LATER, self._list)
        self._connect()
        self._add_actions()
        self._show_models()

    def _connect(self) -> None:
        desk, pane, composer = self.desk, self.pane, self.desk.composer
        desk.column.deed.connect(self.deed)
        desk.column.opened.connect(self.opened)
        desk.reader.led.connect(self.follow)
        desk.banner.button.clicked.connect(self._try_again)
        desk.meter.flush_button.clicked.connect(self.flush)
        desk.flush_file.clicked.connect(
            lambda: self.show_sheet(self.adding, str(self.memory.root / self._read))
        )
        composer.sent.connect(self.send)
        composer.stopped.connect(self.stop)
        composer.edited.connect(self._fill)
        composer.model.activated.connect(
            lambda _: self._settings.set(_MODEL, composer.model.currentText())
        )
        pane.asked.connect(self._soon.start)
        pane.chosen.connect(self.open)
        pane.chosen.connect(lambda _id: self._show_desk())
        pane.renamed.connect(self.rename)
        pane.deleted.connect(self.delete)
        pane.rows.entered.connect(self._show_desk)
        pane.rows.entered.connect(self.take_focus)
        for sheet in (self.adding, self.importing):
            sheet.closed.connect(self._show_desk)
        self._server.changed.connect(self._show_models)

    def _add_actions(self) -> None:
        add, column, pane = self.registry.add, self.desk.column, self.pane
        add(FLUSH, tr("Save notes"), self.flush, "Ctrl+Shift+L", "days", self.name,
            detail=tr("What matters in this conversation goes into today"))  # fmt: skip
        add(STOP, tr("Stop the answer"), self.stop, "Ctrl+.", "stop", self.name,
            detail=tr("What was answered so far stays"))  # fmt: skip
        deeds: tuple[tuple[str, str, str, Callable[[], object], QWidget], ...] = (
            ("rename", tr("Rename the conversation"), "F2", pane.rename, pane.rows),
            ("delete", tr("Delete the conversation"), "Delete", pane.delete, pane.rows),
            ("next", tr("Next message"), "J", lambda: column.step(1), column),
            ("previous", tr("Previous message"), "K", lambda: column.step(-1), column),
            ("copy", tr("Copy the message"), "C", lambda: self.current_deed("copy"), column),
            ("edit", tr("Edit and send again"), "E", lambda: self.current_deed("edit"), column),
            ("again", tr("Answer again"), "R", lambda: self.current_deed("again"), column),
            ("forget", tr("Don’t remember this"), "D", lambda: self.current_deed("forget"), column),
        )
        for name, words, key, act, scope in deeds:
            add(f"talk.{name}", words, act, key, "", self.name, scope=scope, listed=False)
        self._allow()

    def _allow(self) -> None:
        self.registry.allow(STOP, self.answering is not None)
        self.registry.allow(FLUSH, self.talk is not None and not self.private)

    # -- as a page ------------------------------------------------------------------------------

    def show_notebook(self, memory: "Memory") -> None:
        """Another notebook; the talks of the one before end, as if they were left."""
        for job in (FLUSH, REST):
            self.jobs.cancel(job)
        for talk in list(self._touched.values()):
            self.end(talk)
        self._touched.clear()
        if self.answering is not None:
            self._give_back(self.answering)
        super().show_notebook(memory)
        self._again = None
        self.undo.clear()
        self.stop()
        self.talk, self.private = None, False
        self._beside.clear()
        self.desk.take_card()
        self.desk.composer.editing = ""
        self._stack.setCurrentWidget(self.desk)
        self.pane.clear()
        self._bring(None)
        self._unsent.show_notebook(memory)
        for sheet in (self.adding, self.importing):
            sheet.show_notebook(memory)
        self._list()

    def show_changed(self, changed: "Changed") -> None:
        if any(map(self.shows, changed.paths)):
            self._soon.start()

    def show_again(self) -> None:
        self._soon.start()

    def shows(self, path: str) -> bool:
        return self.memory is not None and self.memory.layout.kind(path) is FileKind.SESSIONS

    def go_to(self, path: str, line: int) -> None:
        self._stack.setCurrentWidget(self.desk)
        self.open_path(path, line)

    def shown_path(self) -> str:
        return self.talk.head.path if self.talk else self._read

    def take_focus(self) -> None:
        (self.desk if self._at_desk else self.bringing).take_focus()

    def entered(self) -> None:
        self._server.look_closely()

    def leave(self) -> None:
        self._unsent.keep()
        self.adding.unsent.keep()

    def unkept(self) -> list[str]:
        names = ((self._unsent, tr("a message")), (self.adding.unsent, tr("a conversation")))
        return [name for unsent, name in names if unsent.lost]

    def focus_search(self) -> None:
        self.bring_list()
        self.pane.take_keyboard()

    async def part(self) -> None:
        """The window closes: the answer stops, and what was not flushed is flushed by rules."""
        self.stop()
        for name in (REST, FLUSH):
            self.jobs.cancel(name)
        await self.jobs.ended(SAY, REST, FLUSH)  # what came of the answer is kept
        touched = [talk for talk in self._touched.values() if not talk.private]
        self._touched.clear()
        for talk in touched:
            await talk.end(RULES)

    # -- entrances ------------------------------------------------------------------------------

    @property
    def _at_desk(self) -> bool:
        return self._stack.currentWidget() is self.desk

    def show_sheet(self, sheet: BringSheet, path: str = "") -> None:
        """This sheet comes to the front, with a file or folder if one was dropped; where something
        is under way, that which shows it."""
        if self.memory is not None:
            self.come()
            if sheet is not self.bringing and not sheet.busy:
                self.bringing = sheet
                sheet.begin_anew()
            self._stack.setCurrentWidget(self.bringing)
            self.bringing.take_focus()
            if path:
                self.bringing.take(path)

    def take_file(self, path: str) -> None:
        """What was dropped goes to the import that is in front, or the sheet it is for."""
        in_front = self._stack.currentWidget() is self.importing and self.isVisible()
        self.show_sheet(self.importing if in_front or is_import(path) else self.adding, path)

    def begin(self, *, private: bool = False) -> None:
        """A new talk, which is there with its first message, comes to the front."""
        if self.memory is not None:
            self.come()
            self._show_desk()
            self._bring(None, private=private)
            self.take_focus()

    def _come_to(self, talk: "Talk | None") -> None:
        """To this talk, or to the one that begins once a question is answered."""
        if talk is None:
            self.begin()
            return
        self.come()
        self._show_desk()
        self.show_talk(talk)
        self.take_focus()

    def _show_desk(self) -> None:
        now, shown = QApplication.focusWidget(), self._stack.currentWidget()
        had = now is not None and shown.isAncestorOf(now)
        self._stack.setCurrentWidget(self.desk)
        if had:
            self.take_focus()

    def _list(self) -> None:
        if (memory := self.memory) is not None:
            query = self.pane.query
            show = lambda heads: self.pane.show_rows(heads, memory.now())
            self.jobs.call("talk.list", lambda: memory.talks.listed(query), show, self.tell)

    # -- which talk -----------------------------------------------------------------------------

    def open(self, talk_id: str) -> None:
        self._open(lambda memory: memory.talks.open(talk_id), self.show_talk)

    def _open(self, read: "Callable[[Memory], A]", show: Callable[[A], None]) -> None:
        """Show what is read, unless the person chose something else meanwhile."""
        memory, chosen = self.memory, self._chosen

        def work() -> A:
            memory.talks.use(self._settings.get)
            return read(memory)

        come = lambda found: show(found) if chosen == self._chosen else None
        self.jobs.call("talk.open", work, come, self._fail)

    def open_path(self, path: str, line: int) -> None:
        """A conversation at a line of its file."""

        def read(memory: "Memory") -> "tuple[Talk | None, str, tuple[str, list[int]]]":
            talk, words = transcript_at(memory, path)
            return talk, words, ("", []) if talk else as_rows(words)

        def show(found: "tuple[Talk | None, str, tuple[str, list[int]]]") -> None:
            (talk, words, rows), desk = found, self.desk
            if talk is None:
                self._bring(None, path)
                desk.reader.show_text(words, path, rows)
                if line:
                    desk.reader.editor.show_line(line)
                desk.reader.setFocus(Qt.FocusReason.OtherFocusReason)
                return
            self.show_talk(talk)
            if line and (number := desk.column.number_of(id_at(words, line))) >= 0:
                desk.column.mark(number)
                desk.column.go_to(number)
                if (turn := desk.column.turn(number)) is not None:
                    turn.bubble.setFocus(Qt.FocusReason.OtherFocusReason)

        self._open(read, show)

    def show_talk(self, talk: "Talk") -> None:
        """A talk, at its end; the one in front as it is now."""
        if talk is self.talk:
            self._draw()
        else:
            self._bring(talk, private=talk.private)

    def _bring(self, talk: "Talk | None", read: str = "", *, private: bool = False) -> None:
        """This is shown from now on; the talk before is left."""
        self._chosen += 1
        self.desk.composer.end_edit()
        self._set_aside()
        if self.talk is not None:
            self.end(self.talk)
        self.talk, self._read, self.private = talk, read, private
        self._fill()
        self.desk.clear(talk.view if talk else None)
        self.pane.show_chosen(talk.id if talk else "")  # also where another row was chosen
        self._draw()
        if self.desk.card is not None and self.desk.card.isHidden():
            self._lead_to_card()

    def _set_aside(self) -> None:
        """A private talk has words of its own in the field, which no disk sees."""
        if self.private:
            self._beside[self.talk.id if self.talk else ""] = self.desk.composer.words

    def _fill(self) -> None:
        """What was typed in the talk that is shown stands in the field."""
        self._unsent.hold(self.private)
        if self.private:
            words = self._beside.pop(self.talk.id if self.talk else "", "")
            self.desk.composer.field.setPlainText(words)

    # -- a turn ---------------------------------------------------------------------------------

    def send(self, words: str) -> None:
        """Says this in the talk in front, or in place of the message that is edited."""
        composer = self.desk.composer
        editing = composer.editing
        if not words or not composer.model.currentText() or self.answering is not None:
            return
        if editing:
            composer.end_edit()
            self._again_from(editing, words)
        else:
            composer.clear()
            self._unsent.keep()
            self._sent = words
            self._turn(lambda talk, **how: talk.say(words, **how))

    def stop(self) -> None:
        """Stop the answer; what came stays."""
        if self.answering is not None:
            self.answering.stopped = True
        self.jobs.cancel(SAY)

    def _again_from(self, message_id: str, words: str | None = None) -> None:
        """Another answer, or a message of the person's in other words."""
        self._turn(lambda talk, **how: talk.again(message_id, text=words, **how))

    def _try_again(self) -> None:
        if self.talk is not None and (messages := self.talk.view.messages):
            self._again_from(messages[-1].id)

    def _turn(self, turn: "Callable[..., Awaitable[None]]") -> None:
        memory, private, talk = self.memory, self.private, self.talk
        if self.answering is not None:
            return
        self.desk.banner.clear()
        known = frozenset(one.id for one in talk.view.messages) if talk else frozenset()
        model = self.desk.composer.model.currentText()
        live = TalkRecord("", "assistant", "", "", model=model)
        self.answering = answering = Answering(talk, live, known, private=private)
        engine = self._engine()
        self._works[SAY] = talk.id if talk else ""

        async def work(_report: object) -> None:
            if not private:
                await self._choose_place(memory)
            if answering.talk is None:
                memory.talks.use(self._settings.get)
                new = await asyncio.to_thread(memory.talks.begin, private=private)
                front = memory is self.memory and self._in_front(answering)
                answering.talk, self._works[SAY] = new, new.id
                if front:
                    self.talk = new
                    self._draw()
            now = self._touched[answering.talk.id] = answering.talk
            try:
                await turn(now, engine=engine, on_event=partial(self.hear, now), ask=self._ask)
            except asyncio.CancelledError:
                if memory is not self.memory and not private:
                    await now.end(RULES)  # its notebook is about to be closed
                raise

        def end(problem: Problem | None = None) -> None:
            self.answering = None
            self._ended(answering, problem)
            talk = answering.talk
            if talk is not None and talk.id in self._touched:  # it was not deleted meanwhile
                self._rest(talk, RULES if problem else engine)

        self.flush_asked.emit()
        # What the keyboard was on may go; it goes on where one writes, and where Esc stops.
        self.desk.composer.setFocus(Qt.FocusReason.OtherFocusReason)
        self.jobs.start(SAY, work, done=lambda _none: end(), failed=end, cancelled=end)
        self._changed()

    def _in_front(self, answering: Answering) -> bool:
        """Whether it is in the talk that is shown, or in the one that is about to begin there."""
        same = answering.talk is self.talk and answering.private == self.private
        return same and not self._read

    def _give_back(self, over: Answering) -> None:
        """A first message that was said to nobody comes back, before what was typed since."""
        words, self._sent = self._sent, ""
        if over.talk is not None or not words:
            return
        if not over.private:
            self._unsent.give(words)
        elif self._in_front(over):
            field = self.desk.composer.field
            field.setPlainText("\n".join(filter(None, (words, field.toPlainText()))))
        else:
            self._beside[""] = words

    def hear(self, talk: "Talk", event: object) -> None:
        answering = self.answering
        if isinstance(event, TalkPiece | ToolBegan | ToolEnded):
            if answering is not None and answering.talk is talk:
                answering.grow(event)
                if isinstance(event, ToolEnded) and event.undo:
                    self.undo[event.use] = event.undo
                if talk is self.talk:
                    self.desk.column.show_live(answering.live, answering.tool)
            return
        if isinstance(event, FlushedStep):
            self._flushed(talk, event.flushed)
        elif isinstance(event, ExtractedStep):
            undo = partial(self._undo, event.undo)
            self._tell(talk, in_words.facts_news(event), undo=undo, line=self.desk.facts)
        elif not isinstance(event, TalkChanged):
            passing = isinstance(event, PhaseStep)  # soon over, and not worth a toast
            self._tell(talk, in_words.news_of(event), passing=passing)  # type: ignore[arg-type]
        self._changed(talk)

    def _ended(self, over: Answering, problem: Problem | None) -> None:
        self.desk.take_card()
        self._changed()
        talk, front = over.talk, self._in_front(over)
        self._give_back(over)
        if problem is not None and front:
            said = talk is not None and talk.view.messages
            self.desk.banner.say(problem.message, problem.hint, tr("Try again") if said else "")
        elif problem is not None:
            self.toast(problem.message)
        elif talk is None or over.stopped:
            return
        elif front and self.desk.isVisible():
            announce(self, tr("The answer is there."))
        else:
            words = tr("An answer is there: %1", in_words.title_of(talk.head))
            self.toast(words, tr("Show"), lambda: self._come_to(talk))

    def _rest(self, talk: "Talk", engine: Engine) -> None:
        if self.jobs.running(REST):
            self._again = (talk, engine)
            return

        def end(problem: Problem | None = None) -> None:
            if problem is not None:
                self._fail(problem)
            again, self._again = self._again, None
            if again is not None:
                self._rest(*again)

        self._works[REST] = talk.id
        work = lambda _report: talk.rest(engine, partial(self.hear, talk))
        self.jobs.start(REST, work, done=lambda _none: end(), failed=end, cancelled=end)

    def _engine(self) -> Engine:
        """The engine of the model that talks; without one that of the settings."""
        usual, model = engine_of(self._settings.get), self.desk.composer.model.currentText()
        return usual._replace(kind=EngineName.OLLAMA, model=model) if model else usual

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
        self.desk.ask(card)
        self._draw()
        if card.isVisible():
            announce(card, f"{card.title.text()} {card.more.text()}")
            card.first.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._lead_to_card()
        try:
            return await answer
        finally:
            self.desk.take_card()

    def _lead_to_card(self) -> None:
        """A question waits elsewhere."""
        if self.desk.card is not None and (answering := self.answering) is not None:
            lead = lambda: self._come_to(answering.talk)
            self.toast(self.desk.card.title.text(), tr("Show"), lead)

    # -- other deeds ----------------------------------------------------------------------------

    def deed(self, what: str, about: str) -> None:
        """What was asked for a message: see `TurnCard`."""
        talk, column = self.talk, self.desk.column
        number = column.number_of(about)
        if talk is None:
            return
        if what == "undo":
            self._take_back(talk, about)
        elif number < 0:
            return
        elif what == "copy":
            QGuiApplication.clipboard().setText(column.messages[number].content)
            announce(self, tr("Copied"))
        elif what == "again":
            self._again_from(about)
        elif what == "edit" and column.messages[number].role == "user":
            column.mark(number)
            if not self.desk.composer.editing:
                self._set_aside()
            self._unsent.hold(True)
            self.desk.composer.edit(about, column.messages[number].content)
        elif what in ("forget", "remember"):
            self._do(lambda _memory: talk.remember(about, what == "remember"))

    def current_deed(self, what: str) -> None:
        """The same for the message that has the keyboard."""
        column = self.desk.column
        if column.current >= 0:
            self.deed(what, column.messages[column.current].id)

    def _take_back(self, talk: "Talk", key: str) -> None:
        """Undoes what a tool wrote."""

        def done(_none: object) -> None:
            self.undo = {use: undo for use, undo in self.undo.items() if undo != key}

        self.flush_asked.emit()
        self._do(lambda _memory: talk.take_back(key), done)

    def flush(self) -> None:
        """Take what matters of it into today, now."""
        talk = self.talk
        if talk is None or talk.private or self.jobs.running(FLUSH):
            return
        engine = self._engine()

        def hear(event: object) -> None:
            if not isinstance(event, FlushedStep | FailedStep):  # these come as the job's end
                self.hear(talk, event)

        self.flush_asked.emit()
        self._works[FLUSH] = talk.id
        work = lambda _report: talk.flush(engine, hear)
        self.jobs.start(FLUSH, work, done=partial(self._flushed, talk), failed=self._fail)
        self._draw()

    def rename(self, talk_id: str, title: str) -> None:
        self._do(lambda memory: memory.talks.rename(talk_id, title))

    def delete(self, head: TalkHead) -> None:
        """Delete a talk once nothing is at work in it; a toast takes it back."""
        mine = [job for job in (SAY, REST, FLUSH) if self._works.get(job) == head.id]
        if self._again is not None and self._again[0].id == head.id:
            self._again = None
        self._touched.pop(head.id, None)
        if SAY in mine:
            self.stop()
        for job in {*mine} - {SAY}:
            self.jobs.cancel(job)
        gone = f"talk.delete.{head.id}"
        mine.append(f"talk.end.{head.id}")

        def deleted(undo: Callable[[], None]) -> None:
            if self.talk is not None and self.talk.id == head.id:
                self.talk = None
                self._bring(None)
            words = tr("Deleted: %1", in_words.title_of(head))
            self.toast(words, tr("Undo"), partial(self._undo, undo))

        done = lambda _none: self._do(lambda memory: memory.talks.delete(head.id), deleted)
        if not self.jobs.running(gone):
            work = lambda _report: self.jobs.ended(*mine)
            self.jobs.start(gone, work, done=done, failed=self._fail)

    def end(self, talk: "Talk") -> None:
        """It is left: what was not flushed is flushed, without a model, at once."""
        answering, job = self.answering, f"talk.end.{talk.id}"
        busy = self.jobs.running(job) or (answering is not None and answering.talk is talk)
        if not busy and not talk.private and self._touched.pop(talk.id, None) is not None:
            work = lambda _report: talk.end(RULES)
            self.jobs.start(job, work, done=lambda _none: None, failed=self._fail)

    def _undo(self, undo: Callable[[], None]) -> None:
        self._do(lambda _memory: undo())

    def _do(
        self, work: "Callable[[Memory], A]", done: Callable[[A], object] = lambda _answer: None
    ) -> None:
        """Something that changes a talk, or what came of it."""

        def answered(answer: A) -> None:
            done(answer)
            self._changed()

        self.change(work, answered, self._fail)

    def _fail(self, problem: Problem) -> None:
        self.tell(problem)
        self.pane.show_chosen(self._front[0])
        self._draw()

    # -- news of a talk: of the one in front on the desk, of any other by a toast ---------------

    def _flushed(self, talk: "Talk", flushed: "Flushed") -> None:
        path, news = flushed.path, in_words.flushed_news(flushed)

        def undo() -> None:
            self.flush_asked.emit()
            self._do(lambda memory: memory.sessions.take_back(flushed))

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
            (line or self.desk.news).tell(news, open_, undo)
        elif news is not None and not passing:
            words = tr("“%1”: %2", in_words.short(in_words.title_of(talk.head), 32), news.words)
            self.toast(words, tr("Undo") if undo else "", undo)

    # -- what is shown --------------------------------------------------------------------------

    def _changed(self, talk: "Talk | None" = None) -> None:
        """This talk is another one now; None: any of them."""
        if talk in (None, self.talk):
            self._draw()
        self._soon.start()
        self._allow()

    def _draw(self) -> None:
        talk, answering, desk = self.talk, self.answering, self.desk
        view = talk.view if talk else None
        if view is not None:
            desk.meter.show_view(view, flushing=self.jobs.running(FLUSH))
        live = tool = None
        if answering is not None and self._in_front(answering):
            view, live = answering.before(view) if view else None, answering.live
            tool = answering.tool
        desk.composer.set_busy(live is not None, barred=answering is not None)
        desk.draw(view, live, tool, self.undo, read=self._read, private=self.private)
        front = (talk.id if talk else "", self.shown_path())
        if front != self._front:
            self._front = front
            self.pane.show_chosen(front[0])
            self.went.emit(front[1], 0)
            self._allow()

    def _show_models(self) -> None:
        """Who can answer now, and the one that was chosen last."""
        sight = self._server.sight
        names = [info.name for info in sight.models or () if info.chats]
        kept = self._settings.get(_MODEL) or self._settings.get("dreams.model")
        chosen = kept if kept in names else (names[0] if names else "")
        why = ""
        if not names and sight.known:
            why = tr(
                "You cannot talk without a model. You can add a conversation and save its notes."
            )
            if sight.problem is not None:
                why = together(sight.problem.message, why)
        self.desk.show_models(names, chosen, why)
        words = tr("Keep what matters from your AI conversations.")
        if names:
            words = tr("Ask about what you wrote down: %1 reads your memory, on this computer.")
        self.desk.empty.say(filled(words, chosen))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc among the messages leads to the field."""
        if event.key() == Qt.Key.Key_Escape and self._at_desk:
            self.take_focus()
        else:
            super().keyPressEvent(event)
