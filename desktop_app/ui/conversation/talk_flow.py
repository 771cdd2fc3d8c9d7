"""What the conversation page shows and when: the talk in front, the answer under way, the list.

Ties the desk and the list to the deeds of `Talking`. Knows which talk is in front, no widget's
inside and nothing of how a talk is kept.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from desktop_app.errors import Problem
from desktop_app.sessions.talk_view import TalkView, ToolAsk
from desktop_app.ui.conversation.live_words import title_of
from desktop_app.ui.conversation.question_card import place_card, tool_card
from desktop_app.ui.conversation.talk_desk import TalkDesk
from desktop_app.ui.conversation.talk_news import TalkNews
from desktop_app.ui.conversation.talk_pane import TalkPane
from desktop_app.ui.conversation.talking import Talking
from desktop_app.ui.conversation.transcripts import OpenedTranscript
from desktop_app.ui.conversation.turn_work import Answering, TalkQuestion
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.parts.unsent import Unsent
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.memory.talk import Talk

_LIST_LATER = 250  # milliseconds


class TalkFlow(QObject):
    """One notebook's talks on one desk."""

    toasted = Signal(str, str, object)
    opened = Signal(str, int)
    went = Signal(str)  # the file of the talk that is shown now; "" for none
    failed = Signal(object)  # a Problem that no place on the desk tells
    asked_for = Signal(str)  # the talk of this id is to come to the front, from another page

    def __init__(
        self, jobs: "Jobs", get: Callable[[str], Any], desk: TalkDesk, pane: TalkPane
    ) -> None:
        super().__init__(desk)
        self.desk, self.pane = desk, pane
        self.work = Talking(jobs, get, self)
        self.turns = self.work.turns
        self.news = TalkNews(desk, self.work, lambda: self.talk, self)
        self.memory: Memory | None = None
        self.talk: Talk | None = None
        self.private = False  # the talk that is about to begin
        self.path = ""  # of what is shown
        self._beside: dict[str, str] = {}  # what was typed in private talks, by their ids
        self._unsent = Unsent(jobs, "talk", desk.composer.field)
        self._list_later = QTimer(self, singleShot=True, interval=_LIST_LATER)
        self._list_later.timeout.connect(self.list_talks)
        self._connect()

    # -- notebooks ------------------------------------------------------------------------------

    def show_notebook(self, memory: "Memory") -> None:
        """Another notebook: nothing of the one before is shown."""
        self.leave_private()
        self.work.use(memory)
        self.memory, self.talk, self.path = memory, None, ""
        self.private = False
        self._beside.clear()
        self.pane.clear()
        self.desk.take_card()
        self.news.clear()
        self.desk.composer.editing = ""
        self.desk.show_beginning(private=False)
        self._unsent.show_notebook(memory)
        self.list_talks()

    def leave(self) -> None:
        """Another page comes to the front, or the window closes."""
        self._unsent.keep()

    def unkept(self) -> list[str]:
        """What was typed here and could be kept on no disk, by name."""
        return [tr("a message")] if self._unsent.lost else []

    def list_talks(self) -> None:
        """Look anew which talks there are."""
        self._list_later.stop()
        self.work.list_talks(self.pane.query)

    def list_soon(self) -> None:
        """The same, in a moment."""
        self._list_later.start()

    # -- which talk -----------------------------------------------------------------------------

    def begin(self, *, private: bool) -> None:
        """A new talk, which is there with its first message."""
        self._leave_talk()
        self.talk, self.path, self.private = None, "", private
        self._swap_typed(private)
        self.pane.show_chosen("")
        self.desk.show_beginning(private=private)
        self._draw_busy()
        self.went.emit("")

    def show_opened(self, found: OpenedTranscript) -> None:
        """A conversation at a message."""
        if found.talk is not None:
            if self.talk is None or self.talk.id != found.view.head.id:
                self._show_talk(found.talk)
        else:
            self._leave_talk()
            self.talk, self.path = None, found.path
            self.pane.show_chosen("")
            self.desk.show_transcript(found.view, title_of(found.view.head))
            self.went.emit(found.path)
        column = self.desk.column
        if (number := column.number_of(found.at)) >= 0:
            column.mark(number)
            column.go_to(number)

    def _show_talk(self, talk: "Talk") -> None:
        before = self.talk
        if before is not None and before.id == talk.id:
            self._show_changed(talk)
            return
        self._leave_talk()
        view = talk.view
        self.talk, self.private, self.path = talk, view.head.private, view.head.path
        self._swap_typed(view.head.private)
        self.desk.show_talk(view, flushing=self.work.flushing)
        self.pane.show_chosen(view.head.id)
        self._draw_live()
        self._draw_busy()
        self.went.emit(self.path)

    def _leave_talk(self) -> None:
        self.news.clear()
        self.desk.composer.end_edit()
        if self.talk is not None:
            self._keep_typed()
            self.work.end(self.talk)
        elif self.private:
            self._beside[""] = self.desk.composer.words

    def _swap_typed(self, private: bool) -> None:
        """A private talk has words of its own in the field, which no disk sees."""
        field = self.desk.composer.field
        self._unsent.hold(private)
        if private:
            head = self.talk.id if self.talk else ""
            field.setPlainText(self._beside.get(head, ""))

    def _keep_typed(self) -> None:
        if self.talk is not None and self.talk.private:
            self._beside[self.talk.id] = self.desk.composer.words

    def leave_private(self) -> None:
        """The words in the field are those of the drafts again."""
        self._unsent.hold(False)

    # -- a turn ---------------------------------------------------------------------------------

    def send(self, words: str) -> None:
        """What is typed goes to the model."""
        composer, model = self.desk.composer, self.desk.composer.model.currentText()
        if not words or not model or self.turns.answering is not None:
            return
        self.news.clear()
        editing = composer.editing
        composer.clear()
        self._unsent.keep()
        if editing and self.talk is not None:
            self.desk.column.mark(-1)
            self.turns.again(self.talk, editing, model, words)
        else:
            self.turns.say(self.talk, words, model, private=self.private)
            self._sent = words

    def deed(self, what: str, about: str) -> None:
        """What was asked for a message: see `TurnCard`."""
        talk, column = self.talk, self.desk.column
        number = column.number_of(about)
        if what == "copy" and column.view is not None and number >= 0:
            QGuiApplication.clipboard().setText(column.view.messages[number].content)
            announce(self.desk, tr("Copied"))
        if talk is None:
            return
        if what == "again" and self.turns.answering is None:
            self.news.clear()
            self.turns.again(talk, about, self.desk.composer.model.currentText())
        elif what == "edit" and number >= 0 and talk.view.messages[number].role == "user":
            column.mark(number)
            self.desk.composer.edit(about, talk.view.messages[number].content)
        elif what in ("forget", "remember"):
            self.work.remember(talk, about, what == "remember")
        elif what == "undo":
            self.work.take_back(talk, about)

    def current_deed(self, what: str) -> None:
        """The same for the message that has the keyboard."""
        column = self.desk.column
        messages = column.view.messages if column.view else ()
        if 0 <= column.current < len(messages):
            self.deed(what, messages[column.current].id)

    def flush(self) -> None:
        """What matters of the talk goes into today, now."""
        if self.talk is not None and not self.talk.private:
            self.work.flush(self.talk, self.desk.composer.model.currentText())
            self._show_changed(self.talk)

    # -- what happened --------------------------------------------------------------------------

    def _began(self) -> None:
        """What the keyboard was on may go; it goes on where one writes, and where Esc stops."""
        self.desk.composer.setFocus(Qt.FocusReason.OtherFocusReason)
        self._draw_live()
        self._draw_busy()

    def _changed(self, talk: "Talk | None") -> None:
        self.list_soon()
        if self.talk is not None and talk in (None, self.talk):
            self._show_changed(self.talk)

    def _show_changed(self, talk: "Talk") -> None:
        view: TalkView = talk.view
        answering = self.turns.answering
        mine = answering is not None and answering.talk is talk
        shown = answering.before(view) if answering is not None and mine else view
        self.desk.column.show_view(shown, self.turns.undo)
        self.desk.show_view(view, flushing=self.work.flushing)
        self._draw_live()
        if view.head.path != self.path:
            self.path = view.head.path
            self.went.emit(self.path)

    def _opened(self, talk: "Talk") -> None:
        """A talk that was chosen; or the one that the words just sent begin."""
        begins = self.turns.answering is not None and self.turns.answering.talk is talk
        if begins and self.talk is None:
            self.talk, self.path = talk, talk.view.head.path
            self.pane.show_chosen(talk.id)
            self._show_changed(talk)
        elif not begins:
            self._show_talk(talk)

    def _draw_live(self) -> None:
        answering = self.turns.answering
        mine = answering is not None and answering.talk is self.talk
        if answering is None or not mine:
            self.desk.column.show_live(None)
        else:
            self.desk.column.show_live(answering.live, answering.tool)

    def _draw_busy(self) -> None:
        answering = self.turns.answering
        here = answering is not None and answering.talk is self.talk
        self.desk.composer.set_busy(here, barred=answering is not None)

    def _ended(self, over: Answering, problem: Problem | None) -> None:
        talk = over.talk
        self.list_soon()
        if talk is not None and talk is self.talk:
            self._show_changed(talk)
        self._draw_live()
        self._draw_busy()
        if talk is None and self.talk is None:
            self.desk.composer.field.setPlainText(self._sent)  # it was said to nobody
        self.news.tell_end(over, problem)

    def _asked(self, asked: TalkQuestion) -> None:
        """A question to the person, in place; from elsewhere a toast leads to it."""
        question = asked.question
        model = self.turns.answering.live.model if self.turns.answering else ""
        card = tool_card(question, model) if isinstance(question, ToolAsk) else place_card(question)
        card.answered.connect(
            lambda key: None if asked.answer.done() else asked.answer.set_result(key)
        )
        answering = self.turns.answering
        if answering is not None and answering.talk is not self.talk and answering.talk is not None:
            self._show_talk(answering.talk)
        self.desk.put_card(card)
        if not self.desk.isVisible():
            self.toasted.emit(card.title.text(), "", None)

    def _deleted(self, talk_id: str, undo: Callable[[], None]) -> None:
        head = next((one for one in self.pane.heads if one.id == talk_id), None)
        if self.talk is not None and self.talk.id == talk_id:
            self.talk = None
            self.begin(private=False)
        self.list_talks()
        title = title_of(head) if head else ""
        words = tr("Deleted: %1").replace("%1", title)
        self.toasted.emit(words, tr("Undo"), lambda: self.work.undelete(undo))

    def _fail(self, problem: Problem) -> None:
        if self.talk is not None:
            self._show_changed(self.talk)
        self.failed.emit(problem)

    def _connect(self) -> None:
        self._sent = ""
        work, turns, desk, pane = self.work, self.turns, self.desk, self.pane
        work.listed.connect(self._listed)
        work.opened.connect(self._opened)
        work.changed.connect(self._changed)
        turns.moved.connect(self._draw_live)
        turns.began.connect(self._began)
        turns.ended.connect(self._ended)
        turns.asked.connect(self._asked)
        turns.withdrawn.connect(desk.take_card)
        work.flushed.connect(lambda talk, _flushed: self._changed(talk))
        self.news.toasted.connect(self.toasted)
        self.news.opened.connect(self.opened)
        self.news.asked_for.connect(self.asked_for)
        work.failed.connect(self._fail)
        work.deleted.connect(self._deleted)
        desk.column.deed.connect(self.deed)
        desk.column.opened.connect(self.opened)
        desk.column.copied.connect(lambda _code: announce(desk, tr("Copied")))
        desk.composer.sent.connect(self.send)
        desk.composer.stopped.connect(turns.stop)
        desk.composer.stepped.connect(desk.column.step_in)
        desk.composer.left.connect(lambda: desk.column.mark(-1))
        desk.meter.flush_asked.connect(self.flush)
        pane.asked.connect(work.list_talks)
        pane.chosen.connect(work.open)
        pane.renamed.connect(work.rename)
        pane.deleted.connect(work.delete)

    def _listed(self, heads: tuple[Any, ...]) -> None:
        if self.memory is not None:
            self.pane.show_heads(heads, self.memory.now())
