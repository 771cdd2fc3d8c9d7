"""The conversation page: the list of talks, one of them to go on with, and other ways in.

Knows its parts; `talk_work` does, and this page follows it. The answer goes on while another
conversation is shown. How a talk is kept is memory's business.
"""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt, Signal

from desktop_app.dreams.flush import Flushed
from desktop_app.errors import Problem
from desktop_app.jobs import Jobs
from desktop_app.memory import Changed, Memory
from desktop_app.memory.extraction import Extracted
from desktop_app.memory.live_session import LiveStep
from desktop_app.memory.open_talk import Talk
from desktop_app.notebook.layout import FileKind
from desktop_app.sessions.imports.entry import is_import
from desktop_app.sessions.sleep import SleepPhase
from desktop_app.sessions.talk_view import PlaceQuestion, TalkHead, ToolAsk
from desktop_app.settings import Settings
from desktop_app.ui.conversation import talk_words as in_words
from desktop_app.ui.conversation.add_sheet import AddSheet, ImportSheet
from desktop_app.ui.conversation.bring_sheet import BringSheet, TalkPlaces
from desktop_app.ui.conversation.composer import question_card
from desktop_app.ui.conversation.desk import TalkDesk, TalkPane, add_keys
from desktop_app.ui.conversation.talk_work import Answering, TalkWork
from desktop_app.ui.models.model_words import offered
from desktop_app.ui.models.server import OllamaServer
from desktop_app.ui.page import Page
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.delayed import delayed
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.plans import CONVERSATION
from desktop_app.words import tr

FLUSH, STOP = "talk.flush", "talk.stop"
_MODEL = "sessions.model"
_LIST_LATER = 250  # milliseconds


class ConversationPage(Page):
    """Talks with a model of this computer, transcripts to read, conversations to be added."""

    plan = CONVERSATION

    flush_asked = Signal()  # what is typed on other pages is to be saved first

    def __init__(
        self, jobs: Jobs, actions: Actions, settings: Settings, server: OllamaServer
    ) -> None:
        super().__init__(jobs, actions)
        self._settings, self._server = settings, server
        self.talk: Talk | None = None
        self._read = ""  # the file of another program's talk, if that is shown
        self._chosen = 0  # how often what is shown was chosen
        self._front = ("", "")
        self.work = TalkWork(self, settings.get, self._answer)
        self.desk, self.pane = TalkDesk(jobs, actions, self.follow), TalkPane(actions)
        how = (self, self.flush_asked.emit, settings.get)
        self.adding, self.importing = AddSheet(*how), ImportSheet(*how)
        self.places = TalkPlaces(self.desk, self.adding, self.importing)
        stacked(self, self.places)
        self._soon = delayed(self, _LIST_LATER, self._list)
        self._connect()
        self._add_actions()
        self._show_models()
        self._draw()

    @property
    def private(self) -> bool:
        """Whether the talk that is shown, or about to begin, is on no disk."""
        return self.desk.composer.private is not None

    def _connect(self) -> None:
        desk, pane, work, composer = self.desk, self.pane, self.work, self.desk.composer
        work.about_to_write.connect(self.flush_asked)
        work.began.connect(self._began)
        work.grew.connect(self._grew)
        work.ended.connect(self._ended)
        work.heard.connect(self._hear)
        work.changed.connect(self._changed)
        work.deleted.connect(self._deleted)
        work.failed.connect(self._fail)
        desk.wanted.connect(self._do_wanted)
        desk.column.opened.connect(self.opened)
        desk.meter.flush_button.clicked.connect(self.flush)
        desk.flush_file.clicked.connect(
            lambda: self.show_sheet(self.adding, str(self.memory.root / self._read))
        )
        composer.sent.connect(self.send)
        composer.stopped.connect(work.stop)
        composer.model.activated.connect(lambda _: self._settings.set(_MODEL, composer.answers))
        pane.asked.connect(self._soon.start)
        pane.chosen.connect(self.open)
        pane.renamed.connect(work.rename)
        pane.deleted.connect(work.delete)
        pane.rows.entered.connect(self.places.show_desk)
        pane.rows.entered.connect(self.take_focus)
        self._server.changed.connect(self._show_models)

    def _add_actions(self) -> None:
        add = self.registry.add
        add(FLUSH, tr("Save notes"), self.flush, "Ctrl+Shift+L", "days", self.name,
            detail=tr("What matters in this conversation goes into today"))  # fmt: skip
        add(STOP, tr("Stop the answer"), self.work.stop, "Ctrl+.", "stop", self.name,
            detail=tr("What was answered so far stays"))  # fmt: skip
        add_keys(self.desk, self.pane, self.registry, self.name)

    # -- as a page ------------------------------------------------------------------------------

    def show_notebook(self, memory: Memory) -> None:
        """Another notebook; the talks of the one before end, as if they were left."""
        self.work.leave_notebook()
        if self.work.answering is not None:
            self._give_back(self.work.answering)
        super().show_notebook(memory)
        self.talk = None
        self.desk.take_card()
        self.desk.composer.forget()
        self.places.setCurrentWidget(self.desk)
        self.pane.clear()
        self._bring(None)
        for part in (self.desk.composer.unsent, self.adding, self.importing):
            part.show_notebook(memory)
        self._list()

    def show_changed(self, changed: Changed) -> None:
        if any(map(self.shows, changed.paths)):
            self._soon.start()

    def show_again(self) -> None:
        self._soon.start()

    def shows(self, path: str) -> bool:
        return self.memory is not None and self.memory.layout.kind(path) is FileKind.SESSIONS

    def go_to(self, path: str, line: int) -> None:
        def show(found: tuple[Talk | None, str, tuple[str, list[int]]]) -> None:
            talk, words, rows = found
            if talk is not None:
                self.show_talk(talk)
                self.desk.show_message(words, line)
            else:
                self._bring(None, path)
                self.desk.show_transcript(path, words, rows, line)

        self.places.setCurrentWidget(self.desk)
        self._open(lambda memory: in_words.transcript_at(memory, path), show)

    def shown_path(self) -> str:
        return self.talk.head.path if self.talk else self._read

    def take_focus(self) -> None:
        self.places.take_focus()

    def entered(self) -> None:
        self._server.look_closely()

    def leave(self) -> None:
        self.desk.composer.unsent.keep()
        self.adding.unsent.keep()

    def unkept(self) -> list[str]:
        names = (tr("a message"), tr("a conversation"))
        typed = zip(names, (self.desk.composer.unsent, self.adding.unsent), strict=True)
        return [name for name, unsent in typed if unsent.lost]

    # -- entrances ------------------------------------------------------------------------------

    def show_sheet(self, sheet: BringSheet, path: str = "") -> None:
        if self.memory is not None:
            self.come()
            self.places.show_sheet(sheet, path)

    def take_file(self, path: str) -> None:
        """What was dropped goes to the import that is in front, or the sheet it is for."""
        importing = is_import(path) or self.importing.isVisible()
        self.show_sheet(self.importing if importing else self.adding, path)

    def begin(self, talk: Talk | None = None, *, private: bool = False) -> None:
        """A talk comes to the front, or a new one, which is there with its first message."""
        if self.memory is not None:
            self.come()
            self.places.show_desk()
            if talk is None:
                self._bring(None, private=private)
            else:
                self.show_talk(talk)
            self.take_focus()

    def _list(self) -> None:
        query = self.pane.query
        show = lambda heads: self.pane.show_rows(heads, self.memory.now())
        self.look_up("talk.list", lambda memory: memory.talks.listed(query), show)

    # -- which talk -----------------------------------------------------------------------------

    def open(self, talk_id: str) -> None:
        self._open(lambda memory: memory.talks.open(talk_id), self.show_talk)
        self.places.show_desk()

    def _open(self, read: Callable[[Memory], Any], show: Callable[[Any], None]) -> None:
        """Show what is read, unless the person chose something else meanwhile."""
        memory, chosen = self.memory, self._chosen

        def work() -> Any:
            memory.talks.use(self._settings.get)
            return read(memory)

        come = lambda found: show(found) if chosen == self._chosen else None
        self.jobs.call("talk.open", work, come, self._fail)

    def show_talk(self, talk: Talk) -> None:
        if talk is self.talk:
            self._draw()
        else:
            self._bring(talk, private=talk.private)

    def _bring(self, talk: Talk | None, read: str = "", *, private: bool = False) -> None:
        self._chosen += 1
        if self.talk is not None:
            self.work.end(self.talk)
        self.talk, self._read = talk, read
        self.desk.composer.take((talk.id if talk else "") if private else None)
        self.desk.clear(talk.view if talk else None)
        self.pane.show_chosen(talk.id if talk else "")  # also where another row was chosen
        self._draw()
        if self.desk.card is not None and self.desk.card.isHidden():
            self._lead_to_card()

    # -- a turn ---------------------------------------------------------------------------------

    def send(self, words: str) -> None:
        composer = self.desk.composer
        editing = composer.editing
        if not words or not composer.answers or self.work.answering is not None:
            return
        if editing:
            composer.end_edit()
            self._again_from(editing, words)
        else:
            composer.clear()
            composer.unsent.keep()
            self._make_way()
            self.work.say(self.talk, words, composer.answers, private=self.private)

    def _again_from(self, message_id: str, words: str | None = None) -> None:
        if self.talk is not None and self.work.answering is None:
            self._make_way()
            self.work.again(self.talk, message_id, self.desk.composer.answers, words)

    def _make_way(self) -> None:
        """What the keyboard was on may go; it goes on where one writes, and where Esc stops."""
        self.desk.banner.clear()
        self.desk.composer.setFocus(Qt.FocusReason.OtherFocusReason)

    def _began(self, talk: Talk) -> None:
        answering = self.work.answering
        if answering is not None and self._in_front(answering):
            answering.talk = self.talk = talk
            if self.private:
                self.desk.composer.private = talk.id
            self._draw()

    def _grew(self, answering: Answering) -> None:
        if answering.talk is self.talk:
            self.desk.column.show_live(answering.live, answering.tool)

    def _in_front(self, answering: Answering) -> bool:
        """Whether it is in the talk that is shown, or in the one that is about to begin there."""
        mine = (answering.talk, answering.private, "")
        return mine == (self.talk, self.private, self._read)

    def _give_back(self, over: Answering) -> None:
        """A first message that was said to nobody comes back, before what was typed since."""
        words, over.sent = over.sent, ""
        if over.talk is None and words:
            self.desk.composer.give_back(words, private=over.private)

    def _ended(self, over: Answering, problem: Problem | None) -> None:
        self.desk.take_card()
        self._changed()
        talk, front = over.talk, self._in_front(over)
        self._give_back(over)
        if problem is not None and front:
            said = talk.view.messages if talk else ()
            word, again = tr("Try again") if said else "", lambda: self._again_from(said[-1].id)
            self.desk.banner.say(problem.message, problem.hint, word, act=again)
        elif problem is not None:
            self.toast(problem.message)
        elif talk is None or over.stopped:
            return
        elif front and self.desk.isVisible():
            announce(self, tr("The answer is there."))
        else:
            words = tr("An answer is there: %1", in_words.title_of(talk.head))
            self.toast(words, tr("Show"), lambda: self.begin(talk))

    async def _answer(self, question: ToolAsk | PlaceQuestion) -> str:
        """A question, in place; from elsewhere a toast leads to it."""
        answering = self.work.answering
        card = question_card(question, answering.live.model if answering else "")
        self.desk.ask(card)
        self._draw()
        if not card.isVisible():
            self._lead_to_card()
        try:
            return await card.answer()
        finally:
            self.desk.take_card()

    def _lead_to_card(self) -> None:
        if self.desk.card is not None and (answering := self.work.answering) is not None:
            lead = lambda: self.begin(answering.talk)
            self.toast(self.desk.card.title.text(), tr("Show"), lead)

    # -- other deeds ----------------------------------------------------------------------------

    def _do_wanted(self, what: str, about: Any) -> None:
        if (talk := self.talk) is None:
            return
        if what == "undo":
            self.work.take_back(about)
        elif what == "again":
            self._again_from(about)
        else:
            self.work.do(lambda _memory: talk.remember(about, what == "remember"))

    def flush(self) -> None:
        if self.talk is not None:
            self.work.flush(self.talk, self.desk.composer.answers)

    def _deleted(self, head: TalkHead, undo: Callable[[], None]) -> None:
        if self.talk is not None and self.talk.id == head.id:
            self.talk = None
            self._bring(None)
        back = lambda: self.work.do(lambda _memory: undo())
        self.toast(tr("Deleted: %1", in_words.title_of(head)), tr("Undo"), back)

    def _fail(self, problem: Problem) -> None:
        self.tell(problem)
        self.pane.show_chosen(self._front[0])
        self._draw()

    # -- news of a talk: of the one in front on the desk, of any other by a toast ---------------

    def _hear(self, talk: Talk, event: LiveStep) -> None:
        news, open_, undo = in_words.news_of(event), None, self.work.undo_of(event)
        if isinstance(event, Flushed) and (path := event.path) is not None:
            open_ = lambda: self.opened.emit(path, event.line)
        if news is not None and talk is self.talk:
            line = self.desk.facts if isinstance(event, Extracted) else self.desk.news
            line.tell(news.words, news.tone, open_, undo)
        elif news is not None and not isinstance(event, SleepPhase):  # soon over, worth no toast
            words = tr("“%1”: %2", in_words.short(in_words.title_of(talk.head), 32), news.words)
            self.toast(words, tr("Undo") if undo else "", undo)

    # -- what is shown --------------------------------------------------------------------------

    def _changed(self, talk: Talk | None = None) -> None:
        """This talk is another one now; None: any of them."""
        if talk in (None, self.talk):
            self._draw()
        self._soon.start()

    def _draw(self) -> None:
        talk, answering, desk = self.talk, self.work.answering, self.desk
        view = talk.view if talk else None
        if view is not None:
            desk.meter.show_view(view, flushing=self.work.flushing)
        live = tool = None
        if answering is not None and self._in_front(answering):
            view, live = answering.before(view) if view else None, answering.live
            tool = answering.tool
        desk.composer.set_busy(live is not None, barred=answering is not None)
        desk.draw(view, live, tool, self.work.undo, read=self._read, private=self.private)
        front = (talk.id if talk else "", self.shown_path())
        if front != self._front:
            self._front = front
            self.pane.show_chosen(front[0])
            self.went.emit(front[1], 0)
        self.registry.allow(STOP, answering is not None)
        self.registry.allow(FLUSH, talk is not None and not self.private)

    def _show_models(self) -> None:
        sight, get = self._server.sight, self._settings.get
        kept = get(_MODEL) or get("dreams.model")
        names = offered(sight.models)
        self.desk.show_models(names, kept, sight.problem, known=sight.known)
