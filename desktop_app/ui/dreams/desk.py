"""What the page of dreams shows: a dream under way, and below it one document: a diary, a review, a
card, or the place to begin.

Knows its parts; which of them comes to the front, and what is done then, is the page's business.
"""

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QWidget

from desktop_app import dates
from desktop_app.dreams.engine_choice import EngineName
from desktop_app.dreams.question_store import AskedReading, DreamQuestion
from desktop_app.dreams.runs import DreamRun
from desktop_app.memory import Memory
from desktop_app.notebook.diaries import DiaryEntry
from desktop_app.ui.dreams.chat_card import ChatCard
from desktop_app.ui.dreams.diary_view import DiaryView
from desktop_app.ui.dreams.dream_rows import DreamRow, RowKind, newest_of, until_in_words
from desktop_app.ui.dreams.dream_work import DreamWork, Question, expected_words
from desktop_app.ui.parts.boxes import Pile, stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.labels import breakable
from desktop_app.ui.parts.notices import Banner, EmptyState
from desktop_app.ui.parts.running import Running
from desktop_app.ui.review.change_words import Names
from desktop_app.ui.review.review import Review
from desktop_app.words import together, tr

_WORDS = tr(
    "A dream reads your recent days and proposes what belongs in MEMORY.md. "
    "Nothing is written before you say so."
)


class DreamDesk(QFrame):
    """One document at a time; the card of a chat is made when it is first wanted."""

    def __init__(self, page: Any, work: DreamWork) -> None:
        super().__init__()
        self._page = page
        self.dreaming = Running(tr("A dream is under way"), tr("Starting"), surface="side")
        self.offer = Banner()
        self.header = Header(page.registry, page.title)
        self.diary = DiaryView()
        self.header.add(self.diary.undo_button)
        self.blank = EmptyState("dreams", "", tr("Dream now"))
        chat = page.registry["dream.chat"].trigger
        self.blank.add(Button(tr("Dream with any AI chat"), act=chat))
        instead = partial(page.retry, builtin=True)
        self.builtin = Button(tr("Dream without a model instead"), act=instead)
        self.blank.add(self.builtin)
        self.review = Review(page)
        self._documents = Pile(self.blank, self.diary, self.review)
        stacked(self, self.dreaming, self.offer, self.header, self._documents,
            grows=self._documents)  # fmt: skip
        self.diary.opened.connect(page.opened)
        self.dreaming.cancel_asked.connect(work.cancel)
        work.began.connect(lambda: self._show_running(True))
        work.ended.connect(lambda: self._show_running(False))
        work.stepped.connect(self.dreaming.say)
        work.asked.connect(self.ask_first)

    @cached_property
    def chat(self) -> ChatCard:
        card = ChatCard()
        card.answered.connect(self._page.hear_chat)
        card.left.connect(self._page.leave_chat)
        return card

    def shows(self, *documents: str) -> bool:
        """Whether one of these is in front; none is made to be asked about."""
        shown = self._documents.currentWidget()
        return any(vars(self).get(one) is shown for one in documents)

    def show_notebook(self, memory: Memory) -> None:
        self.review.clear()
        self.offer.clear()
        if "chat" in vars(self):
            self.chat.clear()
        self.diary.show_diary(None, Names(memory.today()))
        self.show_blank()

    def offer_schedule(self, offers: bool, time: str, act: Callable[[], object]) -> None:
        """Offers to have dreams begin by themselves, each night at this time, or does not."""
        words = tr("Have dreams begin each night at %1? What they find waits for you.", time)
        if offers:
            self.offer.say(words, "", tr("Settings"), "info", act=act)

    def _show_running(self, running: bool) -> None:
        """While a dream runs, no other starts."""
        self._page.registry.allow("dream", not running)
        self.dreaming.show_running(running)
        if running:
            self.offer.clear()
        for button in (self.blank.button, self.builtin):
            button.setEnabled(not running)

    def bring(self, part: QWidget, title: str = "", subtitle: str = "") -> None:
        self.header.say(title, subtitle)
        self.header.setVisible(part is not self.review)  # which has one of its own
        self.diary.undo_button.hide()
        self.builtin.hide()
        self._documents.setCurrentWidget(part)

    def make_room(self) -> None:
        self.bring(self.diary, self._page.title)

    def show_blank(self) -> None:
        self.blank.say(_WORDS, tr("Dream now"))
        self.bring(self.blank, self._page.title)

    def read(self, row: DreamRow, memory: Memory) -> None:
        thing, today, (day, time) = row.thing, memory.today(), row.at
        words = tr("Dream of %1", dates.plain(day, today))
        if isinstance(thing, DiaryEntry):
            self.diary.show_diary(thing, Names(today, memory.layout))
            self.bring(self.diary, words, thing.path)
            self.diary.undo_button.setVisible(bool(row.undoable))
            look = lambda memory: memory.dreams.changes_of(thing)
            self._page.look_up("diary.changes", look, partial(self.diary.show_changes, thing))
        elif row.kind == RowKind.FAILED and isinstance(thing, DreamRun):
            told = together(tr("The dream failed. %1", row.detail), tr("Nothing was written."))
            self.blank.say(breakable(told), tr("Retry"))
            self.bring(self.blank, words, time)
            self.builtin.setVisible(thing.engine == EngineName.OLLAMA)
        else:
            empty = isinstance(thing, DreamRun) and not (thing.days or thing.newest)
            again = "" if empty else until_in_words(newest_of(row), today)  # no note, no dream
            self.blank.say(row.detail or tr("Nothing new to keep."), again)
            self.bring(self.blank, words, time)

    def ask_first(self, question: Question) -> None:
        """Whether this model may dream; an answer begins the dream."""
        self._page.come()
        once = tr("You are asked once for each model.")
        if question.offered:
            away = tr("Where Ollama is away, a dream goes on without a model and says so.")
            once = together(away, once)
        yes, no = (partial(self._page.answer, question, agreed) for agreed in (True, False))
        self.offer.say(expected_words(question), once, tr("Dream with it"), "info",
            tr("Dream without a model"), act=yes, act_other=no)  # fmt: skip
        self.offer.button.setFocus(Qt.FocusReason.OtherFocusReason)

    def ask_chat(self, question: DreamQuestion | AskedReading) -> None:
        self.chat.ask(question)
        self.bring(self.chat, self.chat.title.text())
        self.chat.focus()
