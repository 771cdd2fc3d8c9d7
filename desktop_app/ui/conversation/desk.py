"""The talk in front: its messages, what is told beside them, and where one writes.

Shows a talk, a transcript of another program, or the place to begin. What is done is the page's
business.
"""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFrame, QWidget

from desktop_app.sessions.talk_view import TalkRecord, TalkView, ToolUse
from desktop_app.ui.conversation import talk_words as in_words
from desktop_app.ui.conversation.composer import Composer, ContextMeter, NewsLine, QuestionCard
from desktop_app.ui.conversation.messages import WIDTH, TalkColumn
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import Pile, centred, in_row, sized, stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.labels import text
from desktop_app.ui.parts.notices import Banner, EmptyState
from desktop_app.ui.writing.note_view import NoteView
from desktop_app.words import tr


class TalkDesk(QFrame):
    """One talk at a time."""

    def __init__(self, actions: Actions) -> None:
        super().__init__()
        self.setProperty("surface", "doc")
        self._why = ""  # nobody answers
        self.card: QuestionCard | None = None
        self._private = False
        self.header = Header(actions, tr("Conversation"))
        self.flush_file = Button(tr("Add it to the days…"))
        self.header.add(self.flush_file)
        self.banner, self.news, self.facts = Banner(), NewsLine(), NewsLine()
        self.column, self.reader = TalkColumn(), NoteView(tr("Conversation"))
        self.meter, self.composer = ContextMeter(), Composer()
        self.empty = EmptyState("conversation", "")
        for way in map(actions.known, ("conversation", "import")):
            self.empty.add(Button(way.action.text(), "quiet", way.icon, act=way.action.trigger))
        self.note = text("", "meta", "text2", wrap=True)  # why nobody answers, or what private is
        self.models_button = Button(tr("Models…"), "quiet", act=actions["page.settings"].trigger)
        note = in_row(self.note, self.models_button, grows=self.note)
        self._stack = Pile(self.empty, self.column, self.reader)
        self._middle = sized(QWidget(), most=WIDTH + 48)
        beside = (self.banner, self.facts, self.news, self.meter, self.composer, note)
        sized(stacked(self._middle, *beside), (24, 4, 24, 14), 6)
        self._across = centred(self._middle)
        stacked(self, self.header, self._stack, self._across, grows=self._stack)
        self.setFocusProxy(self.composer)
        bar = self.column.verticalScrollBar()
        bar.rangeChanged.connect(lambda low, high: self._align(high > low))
        self.composer.field.stepped.connect(lambda: self.column.step(0))
        self.composer.left.connect(lambda: self.column.mark(-1))

    def clear(self, view: TalkView | None) -> None:
        """Another talk comes: nothing is told beside it yet."""
        for line in (self.banner, self.news, self.facts):
            line.clear()
        self.column.show_talk(view)

    def show_models(self, names: Sequence[str], chosen: str, why: str) -> None:
        """These can answer; none can, and `why`."""
        self.composer.show_models(names, chosen)
        self._why = why
        self.draw_note()

    def take_focus(self) -> None:
        """The keyboard goes where one goes on by key."""
        first: QWidget = self.empty.more[0]
        if self.card is not None and not self.card.isHidden():
            first = self.card.first
        elif self._stack.currentWidget() is self.reader:
            first = self.reader
        elif self.composer.isVisibleTo(self):
            first = self.composer.field
        elif (turn := self.column.turn(self.column.count - 1)) is not None:
            first = turn.bubble
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def ask(self, card: QuestionCard) -> None:
        """A question below the messages, in place of one that nobody answered; `draw` shows it."""
        self.take_card()
        self.card = card
        card.hide()
        self.column.put(card)

    def take_card(self) -> None:
        """The question was answered, or nobody waits for the answer."""
        card, self.card = self.card, None
        if card is not None:
            had = card.isAncestorOf(self.window().focusWidget())
            card.hide()
            card.deleteLater()
            if had:
                self.composer.setFocus(Qt.FocusReason.OtherFocusReason)

    def draw(
        self,
        view: TalkView | None,
        live: TalkRecord | None,
        tool: tuple[str, str] | None,
        undo: Mapping[ToolUse, str],
        *,
        read: str,
        private: bool,
    ) -> None:
        """The talk as it is now, with the answer under way; or the transcript that is `read`."""
        if view is not None:
            self.column.show_view(view, undo)
        self.column.show_live(live, tool)
        empty = view is None and live is None
        if self.card is not None and self.card.isHidden() == (live is not None):
            self.card.setVisible(live is not None)  # below the answer that waits for it
            self.column.to_end()
        here = self.reader if read else self.empty if empty else self.column
        self._stack.setCurrentWidget(here)
        title = tr("New private conversation") if private else tr("New conversation")
        about, self._private = "", private
        if read:
            title, about = read.rpartition("/")[2].removesuffix(".jsonl"), read
        elif view is not None:
            head, said = view.head, in_words.turns(len(view.messages))
            title = in_words.title_of(head)
            told = (head.model, said, tr("in memory only") * head.private)
            about = " · ".join(filter(None, told))
        self.header.say(title, about)
        self.flush_file.setVisible(bool(read))
        self._middle.setVisible(not read)
        self.meter.setVisible(view is not None and view.window > 0)
        self.draw_note()

    def draw_note(self) -> None:
        """One line under the field, or in its place.

        A field in which somebody writes stays: its keys would be deeds of the messages.
        """
        now = QApplication.focusWidget()
        had = now is not None and self.composer.isAncestorOf(now)
        writes = bool(self.composer.words) or (had and self._stack.currentWidget() is self.column)
        waited = not self.composer.isVisibleTo(self) and now is self.empty.more[0]
        self.composer.setVisible(writes or not self._why)
        shown = self.composer.isVisibleTo(self)
        if (waited and shown) or (had and not shown):
            self.take_focus()
        words = self._why
        if not words and self._private:
            words = tr("Private: nothing of it is written, and it is gone when Nightstand closes.")
        self.note.setText(words)
        self.note.setVisible(bool(words))
        self.models_button.setVisible(bool(self._why))

    def _align(self, scrolls: bool) -> None:
        """The field stands below the messages, whether or not a scroll bar takes room there."""
        bar = self.column.verticalScrollBar().sizeHint().width() if scrolls else 0
        self._across.setContentsMargins(0, 0, bar, 0)
