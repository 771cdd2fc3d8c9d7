"""The middle of the conversation page: messages, what is told beside them, and where one writes.

Shows one talk, a transcript of another program, or the place to begin; has the deeds of `Talking`
done. Knows no widget's inside and nothing of how a talk is kept.
"""

from asyncio import Future
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QFrame, QStackedWidget, QWidget

from desktop_app.errors import Problem
from desktop_app.memory.live_session import ExtractedStep, FlushedStep, LiveStep, PhaseStep
from desktop_app.sessions.talk_view import PlaceQuestion, TalkView, ToolAsk
from desktop_app.ui.conversation.composer import (
    OPEN,
    UNDO,
    Composer,
    ContextMeter,
    NewsLine,
    QuestionCard,
    question_card,
)
from desktop_app.ui.conversation.messages import WIDTH, TalkColumn
from desktop_app.ui.conversation.sheet import WAYS
from desktop_app.ui.conversation.talking import Answering, OpenedTranscript, Talking
from desktop_app.ui.conversation.words import (
    News,
    facts_news,
    flushed_news,
    news_of,
    short,
    title_of,
    turns,
)
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import centred, in_row, sized, stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.labels import Pill, text
from desktop_app.ui.parts.notices import Banner, EmptyState, announce
from desktop_app.ui.parts.unsent import Unsent
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.dreams.flush import Flushed
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.memory.talk import Talk

Acts = dict[str, Callable[[], None]]


class TalkDesk(QFrame):
    """One notebook's talks, one at a time."""

    way_chosen = Signal(str)
    toasted = Signal(str, str, object)
    opened = Signal(str, int)
    fronted = Signal(str)  # the id of the talk that is shown now, "" for none
    went = Signal(str)  # the file of what is shown now; "" for none
    asked_for = Signal(str)  # the talk of this id is to come to the front, from another page

    def __init__(self, jobs: "Jobs", actions: Actions, talking: Talking) -> None:
        super().__init__()
        self.setProperty("surface", "doc")
        self.setProperty("tabs", "place")
        self.talking = talking
        self.talk: Talk | None = None
        self.private = False  # the talk that is shown, or about to begin
        self.path = ""  # of what is shown
        self._transcript = False
        self._why = self._sent = ""
        self._beside: dict[str, str] = {}  # what was typed in private talks, by their ids
        self._retry: Callable[[], None] | None = None
        self._facts: list[ExtractedStep] = []  # that the line tells
        self._card: QuestionCard | None = None
        self._build(actions)
        self._unsent = Unsent(jobs, "talk", self.composer.field)
        self._connect()

    # -- notebooks ------------------------------------------------------------------------------

    def show_notebook(self, memory: "Memory") -> None:
        """Another notebook: nothing of the one before is shown."""
        self._unsent.hold(False)
        self.talking.use(memory)
        self.talk, self.path, self.private = None, "", False
        self._beside.clear()
        self.take_card()
        self._clear_trouble()
        self.composer.editing = ""
        self._show_beginning()
        self._unsent.show_notebook(memory)

    def leave(self) -> None:
        self._unsent.keep()

    def unkept(self) -> list[str]:
        """What was typed here and could be kept on no disk, by name."""
        return [tr("a message")] if self._unsent.lost else []

    # -- which talk -----------------------------------------------------------------------------

    def begin(self, *, private: bool = False) -> None:
        """A new talk, which is there with its first message."""
        self._leave_talk()
        self.talk, self.path, self.private = None, "", private
        self._swap_typed()
        self._show_beginning()
        self._draw_busy()
        self._tell_front()

    def show_opened(self, found: OpenedTranscript) -> None:
        """A conversation at a message."""
        if found.talk is not None:
            if self.talk is None or self.talk.id != found.view.head.id:
                self.show_talk(found.talk)
        else:
            self._leave_talk()
            self.talk, self.path, view = None, found.path, found.view
            self.column.show_talk(view, editable=False)
            self._stack.setCurrentWidget(self.column)
            about = f"{turns(len(view.messages))} · {found.path}"
            self.header.say(title_of(view.head), about)
            self._show_kind(private=False, transcript=True)
            self.meter.hide()
            self._clear_news()
            self._tell_front()
        if (number := self.column.number_of(found.at)) >= 0:
            self.column.mark(number)
            self.column.go_to(number)

    def show_talk(self, talk: "Talk") -> None:
        """A talk, at its end; the one in front as it is now."""
        if self.talk is not None and self.talk.id == talk.id:
            self._draw_talk()
            return
        self._leave_talk()
        view = talk.view
        self.talk, self.path = talk, view.head.path
        self.private = view.head.private
        self._swap_typed()
        self.column.show_talk(view)
        self._clear_news()
        self._draw_view(view)
        self._draw_live()
        self._draw_busy()
        self._tell_front()

    def _tell_front(self) -> None:
        self.fronted.emit(self.talk.id if self.talk else "")
        self.went.emit(self.path)

    def _leave_talk(self) -> None:
        self._clear_trouble()
        self.composer.end_edit()
        if self.private:
            self._beside[self.talk.id if self.talk else ""] = self.composer.words
        if self.talk is not None:
            self.talking.end(self.talk)

    def _swap_typed(self) -> None:
        """A private talk has words of its own in the field, which no disk sees."""
        self._unsent.hold(self.private)
        if self.private:
            words = self._beside.get(self.talk.id if self.talk else "", "")
            self.composer.field.setPlainText(words)

    # -- deeds ----------------------------------------------------------------------------------

    def send(self, words: str) -> None:
        composer, model = self.composer, self.composer.model.currentText()
        if not words or not model or self.talking.answering is not None:
            return
        self._clear_trouble()
        editing = composer.editing
        composer.clear()
        self._unsent.keep()
        if editing and self.talk is not None:
            self.column.mark(-1)
            self.talking.again(self.talk, editing, model, words)
        else:
            self.talking.say(self.talk, words, model, private=self.private)
            self._sent = words

    def deed(self, what: str, about: str) -> None:
        """What was asked for a message: see `TurnCard`."""
        talk, column = self.talk, self.column
        number = column.number_of(about)
        if what == "copy" and column.view is not None and number >= 0:
            QGuiApplication.clipboard().setText(column.view.messages[number].content)
            announce(self, tr("Copied"))
        if talk is None:
            return
        if what == "again" and self.talking.answering is None:
            self._clear_trouble()
            self.talking.again(talk, about, self.composer.model.currentText())
        elif what == "edit" and number >= 0 and talk.view.messages[number].role == "user":
            column.mark(number)
            self.composer.edit(about, talk.view.messages[number].content)
        elif what in ("forget", "remember"):
            self.talking.remember(talk, about, what == "remember")
        elif what == "undo":
            self.talking.take_back(talk, about)

    def current_deed(self, what: str) -> None:
        """The same for the message that has the keyboard."""
        messages = self.column.view.messages if self.column.view else ()
        if 0 <= self.column.current < len(messages):
            self.deed(what, messages[self.column.current].id)

    def flush(self) -> None:
        if self.talk is not None and not self.talk.private:
            self.talking.flush(self.talk, self.composer.model.currentText())
            self._draw_talk()

    def forget_talk(self, talk_id: str) -> None:
        if self.talk is not None and self.talk.id == talk_id:
            self.talk = None
            self.begin()

    # -- what happened --------------------------------------------------------------------------

    def _began(self) -> None:
        """What the keyboard was on may go; it goes on where one writes, and where Esc stops."""
        self.composer.setFocus(Qt.FocusReason.OtherFocusReason)
        self._draw_live()
        self._draw_busy()

    def _changed(self, talk: "Talk | None") -> None:
        if self.talk is not None and talk in (None, self.talk):
            self._draw_talk()

    def _opened(self, talk: "Talk") -> None:
        """A talk that was chosen; or the one that the words just sent begin."""
        answering = self.talking.answering
        begins = answering is not None and answering.talk is talk
        if begins and self.talk is None:
            self.talk = talk
            self._draw_talk()
            self._tell_front()
        elif not begins:
            self.show_talk(talk)

    def _ended(self, over: Answering, problem: Problem | None) -> None:
        talk = over.talk
        if talk is not None and talk is self.talk:
            self._draw_talk()
        self._draw_live()
        self._draw_busy()
        if talk is None and self.talk is None:
            self.composer.field.setPlainText(self._sent)  # it was said to nobody
        if problem is not None:
            self._tell_failure(talk, problem)
        elif talk is None or over.stopped:
            return
        elif talk is self.talk and self.isVisible():
            announce(self, tr("The answer is there."))
        else:
            words = tr("An answer is there: %1").replace("%1", title_of(talk.head))
            self.toasted.emit(words, tr("Show"), lambda: self.asked_for.emit(talk.id))

    def _tell_failure(self, talk: "Talk | None", problem: Problem) -> None:
        """Why there is no answer, with a way to try again; what was said is kept."""
        if talk is not self.talk:
            self.toasted.emit(problem.message, "", None)
            return
        last = talk.view.messages[-1:] if talk is not None else ()
        if talk is not None and last:
            model = self.composer.model.currentText()
            self._retry = lambda: self.talking.again(talk, last[0].id, model)
        self.banner.say(problem.message, problem.hint, tr("Try again") if self._retry else "")

    def _try_again(self) -> None:
        retry = self._retry
        self._clear_trouble()
        if retry is not None and self.talking.answering is None:
            retry()

    def _clear_trouble(self) -> None:
        self._retry = None
        self.banner.clear()

    def _asked(self, question: ToolAsk | PlaceQuestion, answer: "Future[str]") -> None:
        """A question to the person, in place; from elsewhere a toast leads to it."""
        answering = self.talking.answering
        card = question_card(question, answering.live.model if answering else "")
        card.answered.connect(lambda key: None if answer.done() else answer.set_result(key))
        if answering is not None and answering.talk not in (None, self.talk):
            self.show_talk(answering.talk)
        self.take_card()
        self._card = card
        self._stack.setCurrentWidget(self.column)
        self.column.put(card)
        if self.isVisible():
            card.come()
        else:
            self.toasted.emit(card.title.text(), "", None)

    def take_card(self) -> None:
        """The question was answered, or nobody waits for the answer."""
        card, self._card = self._card, None
        if card is not None:
            had = card.isAncestorOf(self.window().focusWidget())
            card.hide()
            card.deleteLater()
            if had:
                self.composer.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- news of a talk: of the one in front on the desk, of any other by a toast ---------------

    def _stepped(self, talk: "Talk", step: LiveStep) -> None:
        if isinstance(step, ExtractedStep):
            self._tell_facts(talk, step)
        elif isinstance(step, FlushedStep):
            self._flushed(talk, step.flushed)
        else:
            self._tell_news(talk, news_of(step), {}, passing=isinstance(step, PhaseStep))

    def _tell_facts(self, talk: "Talk", step: ExtractedStep) -> None:
        """In a line of their own; those that it told before are taken back with the new ones."""
        shown = talk is self.talk and not self.facts.isHidden()
        self._facts = [*(self._facts if shown else ()), step]
        undos = [each.undo for each in reversed(self._facts)]

        def undo() -> None:
            for each in undos:
                each()

        acts: Acts = {UNDO: lambda: self.talking.undelete(undo)}
        self._tell_news(talk, facts_news(self._facts), acts, line=self.facts)

    def _flushed(self, talk: "Talk", flushed: "Flushed") -> None:
        path, acts = flushed.path, {}
        if path is not None:
            acts = {
                OPEN: lambda: self.opened.emit(path, flushed.line),
                UNDO: lambda: self.talking.unflush(flushed),
            }
        self._tell_news(talk, flushed_news(flushed), acts)
        self._changed(talk)

    def _tell_news(
        self,
        talk: "Talk",
        news: News | None,
        acts: Acts,
        *,
        passing: bool = False,
        line: NewsLine | None = None,
    ) -> None:
        """`passing`: it is soon over, and not worth a toast."""
        if news is None:
            return
        if talk is self.talk:
            (line or self.news).say(news, **acts)
        elif not passing:
            words = tr("“%1”: %2").replace("%1", short(title_of(talk.head), 32))
            undo = tr("Undo") if UNDO in acts else ""
            self.toasted.emit(words.replace("%2", news.words), undo, acts.get(UNDO))

    def _clear_news(self) -> None:
        for line in (self.news, self.facts):
            line.clear()

    # -- what is shown --------------------------------------------------------------------------

    def show_models(self, names: Sequence[str], chosen: str, why: str) -> None:
        """These can answer; none can, and `why`."""
        self.composer.show_models(names, chosen)
        self._why = why
        self._draw_note()

    def first_focus(self) -> QWidget:
        """Where one goes on by key."""
        if self._card is not None:
            return next(iter(self._card.buttons.values()))
        if self.composer.isVisibleTo(self):
            return self.composer.field
        turn = self.column.last()
        return turn.bubble if turn is not None else self.empty.more[0]

    def _show_beginning(self) -> None:
        self.column.show_talk(None)
        self._stack.setCurrentWidget(self.empty)
        title = tr("New private conversation") if self.private else tr("New conversation")
        self.header.say(title, tr("It lives in memory only") if self.private else "")
        self._show_kind(private=self.private, transcript=False)
        self.meter.hide()
        self._clear_news()

    def _draw_talk(self) -> None:
        """The talk in front as it is now."""
        assert self.talk is not None
        view, answering = self.talk.view, self.talking.answering
        mine = answering is not None and answering.talk is self.talk
        shown = answering.before(view) if answering is not None and mine else view
        self.column.show_view(shown, self.talking.undo)
        self._draw_view(view)
        self._draw_live()
        if view.head.path != self.path:
            self.path = view.head.path
            self.went.emit(self.path)

    def _draw_view(self, view: TalkView) -> None:
        head = view.head
        self._stack.setCurrentWidget(self.column)
        about = (head.model, turns(len(view.messages)), tr("in memory only") * head.private)
        self.header.say(title_of(head), " · ".join(filter(None, about)))
        self._show_kind(private=head.private, transcript=False)
        self.meter.setVisible(view.window > 0)
        self.meter.show_view(view, flushing=self.talking.flushing)

    def _draw_live(self) -> None:
        answering = self.talking.answering
        if answering is None or answering.talk is not self.talk:
            self.column.show_live(None)
        else:
            self.column.show_live(answering.live, answering.tool)

    def _draw_busy(self) -> None:
        answering = self.talking.answering
        here = answering is not None and answering.talk is self.talk
        self.composer.set_busy(here, barred=answering is not None)

    def _show_kind(self, *, private: bool, transcript: bool) -> None:
        self.private, self._transcript = private, transcript
        self.pill.setVisible(private)
        self.flush_file.setVisible(transcript)
        self._draw_note()

    def _draw_note(self) -> None:
        """One line under the field, or in its place.

        A field in which somebody writes stays: its keys would be deeds of the messages.
        """
        none = bool(self._why)
        now = QApplication.focusWidget()
        had = now is not None and self.composer.isAncestorOf(now)
        writes = bool(self.composer.words) or (had and self._stack.currentWidget() is self.column)
        waited = not self.composer.isVisibleTo(self) and now is self.empty.more[0]
        self.composer.setVisible(not self._transcript and (writes or not none))
        if waited and self.composer.isVisibleTo(self):
            self.composer.setFocus(Qt.FocusReason.OtherFocusReason)
        if had and not self.composer.isVisibleTo(self):
            self.first_focus().setFocus(Qt.FocusReason.OtherFocusReason)
        words = self._why
        if not none and self.private:
            words = tr("Private: nothing of it is written, and it is gone when Nightstand closes.")
        shown = bool(words) and not self._transcript
        self.note.setText(words)
        self.note.setVisible(shown)
        self._middle.setVisible(not self._transcript)
        self.models_button.setVisible(shown and none)

    def _build(self, actions: Actions) -> None:
        self.header = Header(actions, tr("Conversation"))
        self.pill = Pill(tr("Private"), "accent")
        self.flush_file = Button(tr("Add it to the days…"))
        self.header.add(self.pill, self.flush_file)
        self.banner, self.column = Banner(), TalkColumn()
        self.empty = EmptyState("conversation", "")
        for way, words, icon in WAYS:
            button = Button(words, "quiet", icon)
            button.clicked.connect(lambda _=False, w=way: self.way_chosen.emit(w))
            self.empty.add(button)
        self.news, self.facts = NewsLine(), NewsLine()
        self.meter, self.composer = ContextMeter(), Composer()
        self.note = text("", "meta", "text2", wrap=True)  # why nobody answers, or what private is
        self.models_button = Button(tr("Models…"), "quiet")
        self._stack = QStackedWidget()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.column)
        self._stack.setSizePolicy(self.sizePolicy())
        note = in_row(self.note, self.models_button, grows=self.note)
        self._middle = sized(QWidget(), most=WIDTH + 48)
        beside = (self.banner, self.facts, self.news, self.meter, self.composer, note)
        sized(stacked(self._middle, *beside), (24, 4, 24, 14), 6)
        self._across = centred(self._middle)
        bar = self.column.verticalScrollBar()
        bar.rangeChanged.connect(lambda low, high: self._align(high > low))
        stacked(self, self.header, self._stack, self._across, grows=self._stack)
        self.setFocusProxy(self.composer)

    def _connect(self) -> None:
        talking, column, composer = self.talking, self.column, self.composer
        talking.opened.connect(self._opened)
        talking.changed.connect(self._changed)
        talking.moved.connect(self._draw_live)
        talking.began.connect(self._began)
        talking.ended.connect(self._ended)
        talking.asked.connect(self._asked)
        talking.withdrawn.connect(self.take_card)
        talking.flushed.connect(self._flushed)
        talking.stepped.connect(self._stepped)
        talking.failed.connect(lambda _problem: self._changed(None))
        column.deed.connect(self.deed)
        column.opened.connect(self.opened)
        composer.sent.connect(self.send)
        composer.stopped.connect(talking.stop)
        composer.stepped.connect(column.step_in)
        composer.left.connect(lambda: column.mark(-1))
        self.banner.acted.connect(self._try_again)
        self.meter.flush_button.clicked.connect(self.flush)

    def _align(self, scrolls: bool) -> None:
        """The field stands below the messages, whether or not a scroll bar takes room there."""
        bar = self.column.verticalScrollBar().sizeHint().width() if scrolls else 0
        self._across.setContentsMargins(0, 0, bar, 0)
