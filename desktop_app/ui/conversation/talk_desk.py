"""The middle of the conversation page: the messages, the meter below them, and where one writes.

Shows what it is handed and says what is asked; knows no talk and no model.
"""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop_app.sessions.talk_view import TalkView
from desktop_app.ui.conversation.composer import Composer
from desktop_app.ui.conversation.live_words import title_of
from desktop_app.ui.conversation.meter import ContextMeter
from desktop_app.ui.conversation.news_line import NewsLine
from desktop_app.ui.conversation.question_card import QuestionCard
from desktop_app.ui.conversation.talk_column import WIDTH, TalkColumn
from desktop_app.ui.conversation.talk_words import turns
from desktop_app.ui.conversation.way import WAYS
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import centred, in_row, stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.labels import Pill, text
from desktop_app.ui.parts.notices import Banner, EmptyState
from desktop_app.words import tr


class TalkDesk(QFrame):
    """One talk, a transcript of another program, or the place to begin."""

    way_chosen = Signal(str)
    models_asked = Signal()  # how does a model come here?
    flush_file_asked = Signal()  # the transcript of another program is to be added
    retried = Signal()

    def __init__(self, actions: Actions) -> None:
        super().__init__()
        self.setProperty("surface", "doc")
        self.setProperty("tabs", "place")
        self._card: QuestionCard | None = None
        self.header = Header(actions, tr("Conversation"))
        self.private = Pill(tr("Private"), "accent")
        self.flush_file = Button(tr("Add it to the days…"))
        self.flush_file.clicked.connect(self.flush_file_asked)
        self.header.add(self.private, self.flush_file)
        self.banner = Banner()
        self.banner.acted.connect(self.retried)
        self.column = TalkColumn()
        self.empty = EmptyState("conversation", "")
        for way in WAYS:
            self._offer(*way)
        self.news, self.facts = NewsLine(), NewsLine()
        self.meter = ContextMeter()
        self.composer = Composer()
        self.note = text("", "meta", "text2", wrap=True)  # why nobody answers, or what private is
        self.models_button = Button(tr("Models…"), "quiet")
        self.models_button.clicked.connect(self.models_asked)
        self._build()
        theme().followed_by(self._measure)

    # -- what is shown --------------------------------------------------------------------------

    def show_beginning(self, *, private: bool) -> None:
        """No talk yet: what one can do here."""
        self.column.show_talk(None)
        self._stack.setCurrentWidget(self.empty)
        self.header.say(
            tr("New private conversation") if private else tr("New conversation"),
            tr("It lives in memory only") if private else "",
        )
        self._show_kind(private=private, transcript=False)
        self.meter.hide()
        self._clear_news()

    def show_talk(self, view: TalkView, *, flushing: bool) -> None:
        """A talk, at its end."""
        self.column.show_talk(view)
        self._clear_news()
        self.show_view(view, flushing=flushing)

    def show_view(self, view: TalkView, *, flushing: bool) -> None:
        """The same talk as it is now."""
        head = view.head
        self._stack.setCurrentWidget(self.column)
        said = [turns(len(view.messages))]
        if head.model:
            said.insert(0, head.model)
        if head.private:
            said.append(tr("in memory only"))
        self.header.say(title_of(head), " · ".join(said))
        self._show_kind(private=head.private, transcript=False)
        self.meter.setVisible(view.window > 0)
        self.meter.show_view(view, flushing=flushing)

    def show_transcript(self, view: TalkView, title: str) -> None:
        """What another program wrote down: to read."""
        self.column.show_talk(view, editable=False)
        self._stack.setCurrentWidget(self.column)
        self.header.say(title, f"{turns(len(view.messages))} · {view.head.path}")
        self._show_kind(private=False, transcript=True)
        self.meter.hide()
        self._clear_news()

    def show_models(self, names: Sequence[str], chosen: str, why: str) -> None:
        """These can answer; none can, and `why`."""
        self.composer.show_models(names, chosen)
        self._why = why
        self._draw_note()

    def show_sentence(self, words: str) -> None:
        """What the empty place says."""
        self.empty.say(words)

    def put_card(self, card: QuestionCard) -> None:
        """A question among the messages."""
        self.take_card()
        self._card = card
        self._stack.setCurrentWidget(self.column)
        self.column.put(card)
        if self.isVisible():
            card.come()

    def take_card(self) -> None:
        """It was answered, or nobody waits for it."""
        card, self._card = self._card, None
        if card is not None:
            had = card.isAncestorOf(self.window().focusWidget())
            card.hide()
            card.deleteLater()
            if had:
                self.composer.setFocus(Qt.FocusReason.OtherFocusReason)

    def first_focus(self) -> QWidget:
        """Where one goes on by key."""
        if self._card is not None:
            return next(iter(self._card.buttons.values()))
        if self.composer.isVisibleTo(self):
            return self.composer.field
        turn = self.column.last()
        return turn.bubble if turn is not None else self.empty.more[0]

    # -- inside ---------------------------------------------------------------------------------

    def _clear_news(self) -> None:
        for line in (self.news, self.facts):
            line.clear()

    def _offer(self, way: str, words: str, icon: str) -> None:
        button = Button(words, "quiet", icon)
        button.clicked.connect(lambda _=False, w=way: self.way_chosen.emit(w))
        self.empty.add(button)

    def _show_kind(self, *, private: bool, transcript: bool) -> None:
        self._private, self._transcript = private, transcript
        self.private.setVisible(private)
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
        if not none and self._private:
            words = tr("Private: nothing of it is written, and it is gone when Nightstand closes.")
        shown = bool(words) and not self._transcript
        self.note.setText(words)
        self.note.setVisible(shown)
        self._middle.setVisible(not self._transcript)
        self.models_button.setVisible(shown and none)

    def _build(self) -> None:
        self._why = ""
        self._private = self._transcript = False
        self._stack = QStackedWidget()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.column)
        self._stack.setSizePolicy(self.sizePolicy())
        note = in_row(self.note, self.models_button, grows=self.note)
        self._middle = QWidget()
        self._foot = QVBoxLayout(self._middle)
        for part in (self.banner, self.facts, self.news, self.meter, self.composer):
            self._foot.addWidget(part)
        self._foot.addLayout(note)
        self._across = centred(self._middle)
        bar = self.column.verticalScrollBar()
        bar.rangeChanged.connect(lambda low, high: self._align(high > low))
        stacked(self, self.header, self._stack, self._across, grows=self._stack)
        self.setFocusProxy(self.composer)

    def _align(self, scrolls: bool) -> None:
        """The field stands below the messages, whether or not a scroll bar takes room there."""
        bar = self.column.verticalScrollBar().sizeHint().width() if scrolls else 0
        self._across.setContentsMargins(0, 0, bar, 0)

    def _measure(self) -> None:
        px = theme().px
        self._middle.setMaximumWidth(px(WIDTH) + 2 * px(24))
        self._foot.setContentsMargins(px(24), px(4), px(24), px(14))
        self._foot.setSpacing(px(6))
