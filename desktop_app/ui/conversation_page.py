"""The conversation page: the list of talks, one of them to go on with, and what comes in from
elsewhere.

`talk_work` does, and this page follows it. The answer goes on while another conversation is shown.
How a talk is kept is memory's business.
"""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication

from desktop_app.dreams.flush import Flushed
from desktop_app.errors import Problem
from desktop_app.memory import Changed, Memory
from desktop_app.memory.live_session import LiveStep
from desktop_app.memory.open_talk import Talk
from desktop_app.notebook.layout import FileKind
from desktop_app.sessions.talk_view import TalkHead
from desktop_app.ui.conversation import talk_words as in_words
from desktop_app.ui.conversation.bring_sheet import BringSheet
from desktop_app.ui.conversation.desk import TalkDesk
from desktop_app.ui.conversation.talk_list import TalkPane
from desktop_app.ui.conversation.talk_work import Answering, TalkWork
from desktop_app.ui.models.model_words import offered
from desktop_app.ui.page import Page, PageParts
from desktop_app.ui.parts.boxes import Pile, stacked
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

    def __init__(self, given: PageParts) -> None:
        super().__init__(given)
        self.talk: Talk | None = None
        self._read = ""  # the file of another program's talk, if that is shown
        self._chosen = 0  # how often what is shown was chosen
        self._front = ("", "")
        self.work = TalkWork(self)
        self.desk, self.pane = TalkDesk(self), TalkPane(self.registry)
        self.sheet = BringSheet(self, self.flush_asked.emit)
        self.places = Pile(self.desk, self.sheet)
        stacked(self, self.places)
        self._soon = delayed(self, _LIST_LATER, self._list)
        self._connect()
        add = self.registry.add
        add(FLUSH, tr("Save notes"), self.flush, "Ctrl+Shift+L", "days", self.name,
            detail=tr("What matters in this conversation goes into today"))  # fmt: skip
        add(STOP, tr("Stop the answer"), self.work.stop, "Ctrl+.", "stop", self.name,
            detail=tr("What was answered so far stays"))  # fmt: skip
        self._show_models()
        self._draw()

    def _connect(self) -> None:
        desk, pane, work, composer = self.desk, self.pane, self.work, self.desk.composer
        work.about_to_write.connect(self.flush_asked)
        work.began.connect(self._began)
        work.grew.connect(lambda _answering: self._draw())
        work.ended.connect(self._ended)
        work.heard.connect(self._hear)
        work.changed.connect(self._changed)
        work.deleted.connect(self._deleted)
        work.failed.connect(self._fail)
        desk.column.wanted.connect(self._do_wanted)
        desk.column.opened.connect(self.opened)
        desk.meter.flush_button.clicked.connect(self.flush)
        desk.flush_file.clicked.connect(lambda: self.show_sheet(str(self.memory.root / self._read)))
        self.sheet.closed.connect(self._show_desk)
        composer.sent.connect(self.send)
        composer.stopped.connect(work.stop)
        composer.model.activated.connect(lambda _: self.settings.set(_MODEL, composer.answers))
        pane.chosen.connect(self.open)
        pane.deleted.connect(work.delete)
        pane.rows.entered.connect(self._show_desk)
        pane.rows.entered.connect(self.take_focus)
        self.server.changed.connect(self._show_models)

    # -- as a page ------------------------------------------------------------------------------

    def show_notebook(self, memory: Memory) -> None:
        """Another notebook; the talks of the one before end, as if they were left."""
        self.work.leave_notebook()
        if self.work.answering is not None:
            self._give_back(self.work.answering)
        super().show_notebook(memory)
        self.talk = None
        self._show_desk()
        self.pane.clear()
        self._bring(None)
        self.desk.composer.unsent.show_notebook(memory)
        self.sheet.show_notebook(memory)
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
                self.desk.column.go_to(in_words.id_at(words, line) if line else "")
                return
            self._bring(None, path)
            self.desk.reader.show_text(words, path, rows)
            if line:
                self.desk.reader.editor.show_line(line)
            self.desk.reader.setFocus(Qt.FocusReason.OtherFocusReason)

        self._show_desk()
        self._open(lambda memory: in_words.transcript_at(memory, path), show)

    def shown_path(self) -> str:
        return self.talk.head.path if self.talk else self._read

    def take_focus(self) -> None:
        if self.places.currentWidget() is self.sheet:
            self.sheet.first.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.desk.take_focus()

    def entered(self) -> None:
        self.server.look_closely()

    def leave(self) -> None:
        self.desk.composer.unsent.keep()
        self.sheet.unsent.keep()

    def unkept(self) -> list[str]:
        names = (tr("a message"), tr("a conversation"))
        typed = zip(names, (self.desk.composer.unsent, self.sheet.unsent), strict=True)
        return [name for name, unsent in typed if unsent.lost]

    # -- entrances ------------------------------------------------------------------------------

    def show_sheet(self, path: str = "") -> None:
        """The sheet comes to the front, with a file or folder if there is one."""
        if self.memory is not None:
            self.come()
            self.places.setCurrentWidget(self.sheet)
            self.take_focus()
            if path:
                self.sheet.take(path)

    def begin(self, talk: Talk | None = None) -> None:
        """A talk comes to the front, or a new one, which is there with its first message."""
        if self.memory is not None:
            self.come()
            self._show_desk()
            if talk is None:
                self._bring(None)
            else:
                self.show_talk(talk)
            self.take_focus()

    def _show_desk(self) -> None:
        """The talks come to the front, with the keyboard if it was here."""
        now, shown = QApplication.focusWidget(), self.places.currentWidget()
        had = now is not None and shown is not None and shown.isAncestorOf(now)
        self.places.setCurrentWidget(self.desk)
        if had:
            self.take_focus()

    def _list(self) -> None:
        show = lambda heads: self.pane.show_rows(heads, self.memory.now())
        self.look_up("talk.list", lambda memory: memory.talks.listed(), show)

    # -- which talk -----------------------------------------------------------------------------

    def open(self, talk_id: str) -> None:
        self._open(lambda memory: memory.talks.open(talk_id), self.show_talk)
        self._show_desk()

    def _open(self, read: Callable[[Memory], Any], show: Callable[[Any], None]) -> None:
        """Show what is read, unless the person chose something else meanwhile."""
        memory, chosen = self.memory, self._chosen

        def work() -> Any:
            memory.talks.use(self.settings.get)
            return read(memory)

        come = lambda found: show(found) if chosen == self._chosen else None
        self.jobs.call("talk.open", work, come, self._fail)

    def show_talk(self, talk: Talk) -> None:
        if talk is self.talk:
            self._draw()
        else:
            self._bring(talk)

    def _bring(self, talk: Talk | None, read: str = "") -> None:
        self._chosen += 1
        if self.talk is not None:
            self.work.end(self.talk)
        self.talk, self._read = talk, read
        self.desk.clear(talk.view if talk else None)
        self.pane.show_chosen(talk.id if talk else "")  # also where another row was chosen
        self._draw()

    # -- a turn ---------------------------------------------------------------------------------

    def send(self, words: str) -> None:
        if words and self.desk.composer.answers and self.work.answering is None:
            self.desk.composer.field.clear()
            self.desk.composer.unsent.keep()
            self.desk.banner.clear()
            self.work.say(self.talk, words, self.desk.composer.answers)

    def _again_from(self, message_id: str) -> None:
        if self.talk is not None and self.work.answering is None:
            self.desk.banner.clear()
            self.desk.composer.setFocus(Qt.FocusReason.OtherFocusReason)  # where Esc stops it
            self.work.again(self.talk, message_id, self.desk.composer.answers)

    def _began(self, talk: Talk) -> None:
        answering = self.work.answering
        if answering is not None and self._in_front(answering):
            answering.talk = self.talk = talk
            self._draw()

    def _in_front(self, answering: Answering) -> bool:
        """Whether it is in the talk that is shown, or in the one that is about to begin there."""
        return (answering.talk, "") == (self.talk, self._read)

    def _give_back(self, over: Answering) -> None:
        """A first message that was said to nobody comes back, before what was typed since."""
        words, over.sent = over.sent, ""
        if over.talk is None and words:
            self.desk.composer.unsent.give(words)

    def _ended(self, over: Answering, problem: Problem | None) -> None:
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

    # -- other deeds ----------------------------------------------------------------------------

    def _do_wanted(self, what: str, about: Any) -> None:
        if what == "undo":
            self.work.take_back(about)
        else:
            self._again_from(about)

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

    def _hear(self, talk: Talk, event: LiveStep) -> None:
        """News of the talk in front stand over the field; of any other what one may act on stands
        in a toast, so that no *Undo* gives way to less."""
        news, open_, undo = in_words.news_of(event), None, self.work.undo_of(event)
        if isinstance(event, Flushed) and (path := event.path) is not None:
            open_ = lambda: self.opened.emit(path, event.line)
        if news is not None and talk is self.talk:
            self.desk.news.tell(news.words, news.tone, open_, undo)
        elif news is not None and (undo or news.tone == "warn"):
            words = tr("“%1”: %2", in_words.short(in_words.title_of(talk.head), 32), news.words)
            self.toast(words, tr("Undo") if undo else "", undo)

    # -- what is shown --------------------------------------------------------------------------

    def _changed(self, talk: Talk | None = None) -> None:
        """This talk is another one now; None: any of them."""
        if talk in (None, self.talk):
            self._draw()
        self._soon.start()

    def _draw(self) -> None:
        talk, answering = self.talk, self.work.answering
        view, live = talk.view if talk else None, None
        if view is not None:
            self.desk.meter.show_view(view, flushing=self.work.flushing)
        if answering is not None and self._in_front(answering):
            view, live = answering.before(view) if view else None, (answering.live, answering.tool)
        self.desk.draw(view, live, self.work.undo, self._read)
        self.desk.composer.set_busy(live is not None, barred=answering is not None)
        front = (talk.id if talk else "", self.shown_path())
        if front != self._front:
            self._front = front
            self.pane.show_chosen(front[0])
            self.went.emit(front[1], 0)
        self.registry.allow(STOP, answering is not None)
        self.registry.allow(FLUSH, talk is not None)

    def _show_models(self) -> None:
        sight, get = self.server.sight, self.settings.get
        kept, names = get(_MODEL) or get("dreams.model"), offered(sight.models)
        self.desk.show_models(names, kept, sight.problem, known=sight.known)
