"""The talk in front: its messages, what is told beside them, the field. Or a transcript of another
program, or the place to begin. What is done is the page's business.
"""

from collections.abc import Collection, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QWidget

from desktop_app.errors import Problem
from desktop_app.sessions.talk_view import TalkRecord, TalkView, ToolUse
from desktop_app.ui.conversation import talk_words as in_words
from desktop_app.ui.conversation.column import WIDTH, TalkColumn
from desktop_app.ui.conversation.composer import Composer, ContextMeter
from desktop_app.ui.page import Page
from desktop_app.ui.parts.boxes import Pile, centred, in_row, sized, stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.labels import text
from desktop_app.ui.parts.notices import Banner, EmptyState
from desktop_app.ui.writing.note_view import NoteView
from desktop_app.words import filled, together, tr


class TalkDesk(QFrame):
    """One talk at a time."""

    def __init__(self, page: Page) -> None:
        super().__init__()
        actions = page.registry
        self.setProperty("surface", "doc")
        self.composer, self.column, self.meter = Composer(page.jobs), TalkColumn(), ContextMeter()
        self.reader = NoteView(tr("Conversation"), page.follow)
        self.banner, self.news = Banner(), Banner()
        self.header = Header(actions, tr("Conversation"))
        self.flush_file = Button(tr("Add it to the days…"))
        self.header.add(self.flush_file)
        self.empty = EmptyState("conversation", "", tr("Add a conversation"))
        self.empty.button.clicked.connect(actions["conversation"].trigger)
        self.note = text("", "meta", "text2", wrap=True)  # why nobody answers
        self.models_button = Button(tr("Models…"), "quiet", act=actions["page.settings"].trigger)
        note = in_row(self.note, self.models_button, grows=self.note)
        self._stack = Pile(self.empty, self.column, self.reader)
        self._below = sized(QWidget(), most=WIDTH + 48)
        parts = (self.banner, self.news, self.meter, self.composer, note)
        sized(stacked(self._below, *parts), (24, 4, 24, 14), 6)
        stacked(self, self.header, self._stack, centred(self._below), grows=self._stack)

    def take_focus(self) -> None:
        reads = self._stack.currentWidget() is self.reader
        first: QWidget = self.reader if reads else self.composer.field
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_models(
        self, names: Sequence[str], kept: str, problem: Problem | None, *, known: bool
    ) -> None:
        """Who can answer, the one that is `kept` first; or why nobody can, once that is `known`."""
        chosen = kept if kept in names else (names[0] if names else "")
        words, why = tr("Keep what matters from your AI conversations."), ""
        if names:
            words = tr("Ask about what you wrote down: %1 reads your memory, on this computer.")
        elif known:
            why = tr(
                "You cannot talk without a model. You can add a conversation and save its notes."
            )
            why = together(problem.message, why) if problem else why
        self.composer.show_models(names, chosen)
        self.empty.say(filled(words, chosen))
        self.note.setText(why)
        self.note.setVisible(bool(why))
        self.models_button.setVisible(bool(why))

    def clear(self, view: TalkView | None) -> None:
        for line in (self.banner, self.news):
            line.clear()
        self.column.show_talk(view)

    def draw(
        self,
        view: TalkView | None,
        live: tuple[TalkRecord, tuple[str, str] | None] | None,
        undo: Collection[ToolUse],
        read: str,
    ) -> None:
        """The talk as it is now, with the answer under way and its tool; or the transcript that is
        `read`."""
        title, about = tr("New conversation"), ""
        if view is not None:
            self.column.show_view(view, undo, *(live or ()))
            told = (view.head.model, in_words.turns(len(view.messages)))
            title, about = in_words.title_of(view.head), " · ".join(filter(None, told))
        elif read:
            title, about = read.rpartition("/")[2].removesuffix(".jsonl"), read
        self.header.say(title, about)
        here = self.reader if read else self.column if view is not None else self.empty
        self._stack.setCurrentWidget(here)
        self.flush_file.setVisible(bool(read))
        self._below.setVisible(not read)
        self.meter.setVisible(view is not None and view.window > 0)
