"""The list of talks, and the talk in front: its messages, what is told beside them, the field.

Shows a talk, a transcript of another program, or the place to begin. What is done is the page's
business.
"""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QMenu, QWidget

from desktop_app import dates
from desktop_app.errors import Problem
from desktop_app.jobs import Jobs
from desktop_app.notebook.text import links
from desktop_app.sessions.talk_view import TalkHead, TalkRecord, TalkView, ToolUse
from desktop_app.ui.conversation import talk_words as in_words
from desktop_app.ui.conversation.composer import Composer, ContextMeter, QuestionCard
from desktop_app.ui.conversation.messages import WIDTH, TalkColumn
from desktop_app.ui.conversation.talk_words import id_at, title_of, turns
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.asking_pane import AskingPane
from desktop_app.ui.parts.boxes import Pile, centred, in_row, sized, stacked
from desktop_app.ui.parts.controls import Button, IconButton
from desktop_app.ui.parts.file_dialogs import ask_words
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.labels import text
from desktop_app.ui.parts.notices import Banner, EmptyState, announce
from desktop_app.ui.parts.rows import RowWords, ThingRows
from desktop_app.ui.writing.note_view import NoteView
from desktop_app.words import filled, together, tr


class TalkPane(AskingPane):
    """The talks."""

    chosen = Signal(str)  # the id of a talk
    renamed = Signal(str, str)  # and its title
    deleted = Signal(object)  # a TalkHead

    def __init__(self, actions: Actions) -> None:
        title, search = tr("Conversations"), tr("Search the conversations")
        self.heads: tuple[TalkHead, ...] = ()
        self._now = datetime.now().astimezone()
        rows = ThingRows(title, self._told, key=lambda head: head.id)
        super().__init__(title, search, search, rows)
        self._shown = ""
        menu = QMenu(self)
        menu.addActions([actions[way] for way in ("conversation", "import", "talk.private")])
        add_button = IconButton("more", tr("Other ways to begin"), 32)
        add_button.setMenu(menu)
        add_button.setPopupMode(add_button.ToolButtonPopupMode.InstantPopup)
        self.header.add(IconButton.of(actions["talk.new"], "plus"), add_button)
        self.nothing = text("", "meta", "text2", wrap=True)
        self.add(self.nothing)
        self.rows.moved.connect(self._choose)
        self.rows.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def show_rows(self, heads: Sequence[TalkHead], now: datetime) -> None:
        none = tr("Conversations with a model are listed here. What you add goes into your days.")
        self.nothing.setText(tr("No conversation has these words.") if self.query else none)
        self.nothing.setVisible(not heads)
        if tuple(heads) == self.heads:
            return
        self.heads, self._now = tuple(heads), now
        self.rows.show_things(self.heads)
        self.show_chosen(self._shown)

    def show_chosen(self, talk_id: str) -> None:
        self._shown = talk_id
        self.rows.choose_key(talk_id)

    def rename(self) -> None:
        if (head := self.rows.thing) is not None:
            name = lambda words: self.renamed.emit(head.id, words) if words else None
            ask_words(self, tr("Name of the conversation"), title_of(head), name)

    def delete(self) -> None:
        if self.rows.thing is not None:
            self.deleted.emit(self.rows.thing)

    def clear(self) -> None:
        self.heads, self._shown = (), ""
        self.forget()
        self.rows.rows.show(())

    def _choose(self) -> None:
        if (head := self.rows.thing) is not None and head.id != self._shown:
            self._shown = head.id
            self.chosen.emit(head.id)

    def _told(self, head: TalkHead) -> RowWords:
        said = [*filter(None, (tr("Private") * head.private, turns(head.messages), head.model))]
        today, day, title = self._now.date(), head.changed.date(), title_of(head)
        aside = f"{head.changed:%H:%M}" if day == today else dates.short(day, today)
        icon = "lock" if head.private else ""
        return RowWords(title, " · ".join(said), aside, icon)


class TalkDesk(QFrame):
    """One talk at a time. `wanted` says what is asked for a message that is not done here, and its
    id: see `TurnCard`."""

    wanted = Signal(str, object)

    def __init__(
        self, jobs: Jobs, actions: Actions, follow: Callable[[links.Target], object]
    ) -> None:
        """`follow` goes where a link of a transcript leads."""
        super().__init__()
        self.setProperty("surface", "doc")
        self._why = ""  # nobody answers
        self.card: QuestionCard | None = None
        self._private = False
        self.header = Header(actions, tr("Conversation"))
        self.flush_file = Button(tr("Add it to the days…"))
        self.header.add(self.flush_file)
        self.banner, self.news, self.facts = Banner(), Banner(), Banner()
        self.column, self.reader = TalkColumn(), NoteView(tr("Conversation"), follow)
        self.meter, self.composer = ContextMeter(), Composer(jobs)
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
        self.column.deed.connect(self.deed)

    def clear(self, view: TalkView | None) -> None:
        for line in (self.banner, self.news, self.facts):
            line.clear()
        self.column.show_talk(view)

    def show_models(
        self, names: Sequence[str], kept: str, problem: Problem | None, *, known: bool
    ) -> None:
        """Who can answer, the one that is `kept` first; or why nobody can, once that is `known`."""
        chosen = kept if kept in names else (names[0] if names else "")
        words = tr("Keep what matters from your AI conversations.")
        self._why = ""
        if names:
            words = tr("Ask about what you wrote down: %1 reads your memory, on this computer.")
        elif known:
            why = tr(
                "You cannot talk without a model. You can add a conversation and save its notes."
            )
            self._why = together(problem.message, why) if problem else why
        self.composer.show_models(names, chosen)
        self.draw_note()
        self.empty.say(filled(words, chosen))

    def deed(self, what: str, about: Any) -> None:
        number, column = self.column.number_of(about), self.column
        if what == "copy" and number >= 0:
            QGuiApplication.clipboard().setText(column.messages[number].content)
            announce(self, tr("Copied"))
        elif what == "edit" and number >= 0 and column.messages[number].role == "user":
            column.mark(number)
            self.composer.edit(about, column.messages[number].content)
        elif what == "undo" or (number >= 0 and what not in ("copy", "edit")):
            self.wanted.emit(what, about)

    def current_deed(self, what: str) -> None:
        if self.column.current >= 0:
            self.deed(what, self.column.messages[self.column.current].id)

    def show_message(self, words: str, line: int) -> None:
        """The message on a line of the talk's file, whose `words` these are; 0: as it stands."""
        if line and (number := self.column.number_of(id_at(words, line))) >= 0:
            self.column.mark(number)
            self.column.go_to(number)
            if (turn := self.column.turn(number)) is not None:
                turn.bubble.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_transcript(
        self, path: str, words: str, rows: tuple[str, list[int]], line: int
    ) -> None:
        """Another program's talk, at a line of its file."""
        self.reader.show_text(words, path, rows)
        if line:
            self.reader.editor.show_line(line)
        self.reader.setFocus(Qt.FocusReason.OtherFocusReason)

    def take_focus(self) -> None:
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
        undo: Collection[ToolUse],
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

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.take_focus()
        else:
            super().keyPressEvent(event)

    def _align(self, scrolls: bool) -> None:
        """The field stands below the messages, whether or not a scroll bar takes room there."""
        bar = self.column.verticalScrollBar().sizeHint().width() if scrolls else 0
        self._across.setContentsMargins(0, 0, bar, 0)


def add_keys(desk: TalkDesk, pane: TalkPane, actions: Actions, page: str) -> None:
    """Adds what can be done by key with a talk in the list, and with a message."""
    column, rows = desk.column, pane.rows
    for name, words, key, act, scope in (
        ("rename", tr("Rename the conversation"), "F2", pane.rename, rows),
        ("delete", tr("Delete the conversation"), "Delete", pane.delete, rows),
        ("next", tr("Next message"), "J", partial(column.step, 1), column),
        ("previous", tr("Previous message"), "K", partial(column.step, -1), column),
        ("copy", tr("Copy the message"), "C", partial(desk.current_deed, "copy"), column),
        ("edit", tr("Edit and send again"), "E", partial(desk.current_deed, "edit"), column),
        ("again", tr("Answer again"), "R", partial(desk.current_deed, "again"), column),
        ("forget", tr("Don’t remember this"), "D", partial(desk.current_deed, "forget"), column),
    ):
        actions.add(f"talk.{name}", words, act, key, "", page, scope=scope, listed=False)
