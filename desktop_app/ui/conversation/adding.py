"""Add a conversation: give it, look at its turns, choose what is added to a day, take it back.

Knows its own steps and what memory is asked; what a flush is, and how conversations are read, is
decided below the window.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QMimeData, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from desktop_app import dates
from desktop_app.dreams.engines import engine_of
from desktop_app.dreams.proposal import Why
from desktop_app.errors import Problem
from desktop_app.language.gate.masked import without_secrets
from desktop_app.notebook.text.records import Message
from desktop_app.sessions.dating import held_at
from desktop_app.sessions.reading import Transcript, parse, read_conversation
from desktop_app.ui.conversation import words as in_words
from desktop_app.ui.conversation.sheet import CheckList, TalkSheet, buttons, step_of
from desktop_app.ui.conversation.talk_files import SUFFIXES
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import in_row, stacked
from desktop_app.ui.parts.column import set_font, too_long
from desktop_app.ui.parts.controls import Button, Choice
from desktop_app.ui.parts.folders import ask_file, first_file, tilde
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.labels import Elided, rule, text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.parts.rows import ASIDE, DETAIL, TITLE, Index, RowDelegate, RowsView
from desktop_app.ui.parts.running import Running
from desktop_app.ui.parts.unsent import Unsent
from desktop_app.words import cut, tr

if TYPE_CHECKING:
    from desktop_app.dreams.flush import FlushDraft, Flushed
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory

MOST = 200_000
"""Characters that the field holds; a longer text is read without being shown in it."""
_SHOWN, _TOLD = 500, 900  # characters of a turn in its row, and of its tooltip
_MOST_LEFT = 50  # lines that were left out, with a box of their own


class TalkField(QPlainTextEdit):
    """Takes text as it is typed; says when a conversation or a file came in one piece."""

    pasted = Signal(str)
    file_given = Signal(str)
    entered = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "field")
        self.setTabChangesFocus(True)
        theme().followed_by(self._measure)

    def _measure(self) -> None:
        set_font(self, "ui")
        self.setMinimumHeight(theme().px(120))

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return bool(first_file(source)) or super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        if path := first_file(source):
            self.file_given.emit(path)
            return
        words, whole = source.text(), not self.toPlainText().strip()
        fits = len(words) + self.document().characterCount() <= MOST and not too_long(words)
        if fits:
            super().insertFromMimeData(source)
        elif not whole:
            words = f"{self.toPlainText()}\n{words}"
        if not fits or (whole and "\n" in words.strip()):
            self.pasted.emit(words)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.entered.emit()
        else:
            super().keyPressEvent(event)


class TurnModel(QAbstractListModel):
    """The turns of a conversation; there can be a hundred thousand."""

    def __init__(self) -> None:
        super().__init__()
        self._turns: Sequence[Message] = ()
        self._known: Sequence[bool] = ()

    def show_turns(self, turns: Sequence[Message], known: Sequence[bool]) -> None:
        """`known`: of each turn, whether it was added before."""
        self.beginResetModel()
        self._turns, self._known = turns, known
        self.endResetModel()

    def rowCount(self, _parent: Index | None = None) -> int:
        return len(self._turns)

    def data(self, index: Index, role: int = TITLE) -> object:
        if not index.isValid():
            return None
        turn = self._turns[index.row()]
        if role == TITLE:
            return in_words.speaker(turn.role)
        if role == DETAIL:
            return " ".join(_clean(turn.content[:_SHOWN]).split())
        if role == ASIDE:
            return tr("added before") if self._known[index.row()] else ""
        if role == Qt.ItemDataRole.ToolTipRole:
            return _clean(cut(turn.content, _TOLD))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(filter(None, (self.data(index, r) for r in (TITLE, ASIDE, DETAIL))))
        return None


def _clean(words: str) -> str:
    """Without halves of characters, which no font can show."""
    return words.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


@dataclass(frozen=True)
class Given:
    """A conversation that was read; `known` says of each turn whether it was added before, `held`
    when it was held, where that was on an earlier day."""

    path: str
    talk: Transcript
    known: tuple[bool, ...]
    held: datetime | None = None


class Adding(TalkSheet):
    """Four steps, one shown at a time: `giving`, `preview`, `choice`, `result`."""

    def __init__(self, jobs: "Jobs", actions: Actions, get: Callable[[str], Any]) -> None:
        """`get` reads the person's settings."""
        running = Running(tr("A conversation is looked through"), tr("Reading what is new"))
        super().__init__(jobs, "conversation", Header(actions, tr("Add a conversation")), running)
        self._get = get
        self.given: Given | None = None
        self._source: tuple[str, Callable[[str], Transcript]] = ("", lambda _pick: parse("", ""))
        self._draft: FlushDraft | None = None
        self._model = ""  # who was asked to sum it up
        self._day = ""  # to which it was to be added, where that was not today
        self.giving, self.preview = self._make_giving(), self._make_preview()
        self.choice = self._make_choice()
        self.set_steps(
            {self.giving: self.field, self.preview: self.find_button, self.choice: self.lines}
        )
        self._unsent = Unsent(jobs, "conversation", self.field)

    def show_notebook(self, memory: "Memory") -> None:
        self._draft = None
        super().show_notebook(memory)
        self._unsent.show_notebook(memory)

    def leave(self) -> None:
        self._unsent.keep()

    def unkept(self) -> list[str]:
        return [tr("a conversation")] if self._unsent.lost else []

    def take_focus(self) -> None:
        if self.step is not self.preview or not self.which.hasFocus():
            super().take_focus()  # who goes through the conversations of a file goes on

    # -- reading --------------------------------------------------------------------------------

    def take(self, path: str) -> None:
        name = PurePath(path).name
        self._read(path, lambda pick: read_conversation(path, name=name, pick=pick))

    def take_text(self, words: str) -> None:
        self._read("", lambda pick: parse(words, tr("Pasted text"), pick=pick))

    def _pick(self, number: int) -> None:
        """Another conversation (from 0) of the same export."""
        self._read(*self._source, str(number + 1))

    def _read(self, path: str, talk: Callable[[str], Transcript], pick: str = "") -> None:
        memory = self._memory
        if memory is None or self.busy:
            return

        def work() -> Given:
            found = talk(pick)
            known = memory.sessions.flushed(found.messages, found.session)
            return Given(path, found, known, held_at(found.messages, memory.now()))

        def failed(problem: Problem) -> None:
            if pick and self.given is not None:
                self._draw_given(self.given)  # the one that was shown before stays
            else:
                self.show_step(self.giving)
            self.tell(problem)

        self._source = path, talk
        self.banner.clear()
        self._jobs.call("conversation.read", work, self.show_given, failed)

    def show_given(self, given: Given) -> None:
        """This one was read, unless another one is looked through: its turns stay above the card
        then."""
        if self.busy or self._memory is None:
            return
        self.given = given
        self._draw_given(given)
        self.day.clear()
        self.day.addItem(tr("Into today"), "")
        self.day.setVisible(given.held is not None)
        if given.held is not None:
            day = dates.plain(given.held.date(), self._memory.today())
            words = tr("Into its own day, %1: the next dream may not read so far back")
            self.day.addItem(words.replace("%1", day), day)
        self.show_step(self.preview)
        announce(self, f"{self.name.text()}. {self.counts.text()}")

    def _draw_given(self, given: Given) -> None:
        talk, known = given.talk, given.known
        self.name.setText(PurePath(given.path).name or tr("Pasted text"))
        self.name.setToolTip(tilde(given.path))
        self.counts.setText(in_words.what_is_there(talk, known))
        self.which.clear()
        self.which.addItems(talk.titles)
        self.which.setCurrentIndex(talk.number)
        self.which.setVisible(len(talk.titles) > 1)
        self._turns.show_turns(talk.messages, known)
        first = self._turns.index(next((n for n, before in enumerate(known) if not before), 0))
        self.turns.setCurrentIndex(first)
        self.turns.scrollTo(first, self.turns.ScrollHint.PositionAtCenter)

    # -- finding and adding ---------------------------------------------------------------------

    def _find(self) -> None:
        given, engine = self.given, engine_of(self._get)
        if given is not None:
            self._model = engine.model if engine.asks else ""
            self._day = str(self.day.currentData() or "")
            said, session = given.talk.messages, given.talk.session
            self.start(
                lambda memory, report: memory.sessions.draft(
                    said, session=session, engine=engine, report=report
                ),
                self._drafted,
            )

    def _drafted(self, draft: "FlushDraft") -> None:
        self._draft = draft
        if not draft.text and not draft.left_out:
            self._add("")  # so that nobody is asked again
            return
        told = in_words.written_by(draft, self._model) if draft.text else draft.reason
        self.found.setText(told)
        self.lines.clear()
        for line in filter(str.strip, draft.text.split("\n")):
            self.lines.add(line.removeprefix("- "), True)
        if draft.left_out:
            self.lines.say(tr("Left out"))
        order, secret = tr("It gives an order to an agent."), tr("It looks like a secret.")
        for each in draft.left_out[:_MOST_LEFT]:
            shown = without_secrets(each.text.removeprefix("- "))
            self.lines.add(f"{shown}\n{order if each.why == Why.ORDER else secret}", False)
        if more := len(draft.left_out[_MOST_LEFT:]):
            self.lines.say(tr("And %1 more").replace("%1", in_words.lines(more)))
        self.lines.setCurrentItem(self.lines.boxes()[0])
        self._count()
        self.show_step(self.choice)
        self.announce(tr("A conversation is ready: choose what to add."))

    def _count(self) -> None:
        count = sum(self.lines.checked())
        words = tr("Add %1 to %2") if self._day else tr("Add %1 to today")
        words = words.replace("%2", self._day).replace("%1", in_words.lines(count))
        self.add_button.setText(words)
        self.add_button.setEnabled(count > 0)

    def _add_checked(self) -> None:
        """The text of what is ticked, as the draft has it; what was left out comes last."""
        if (draft := self._draft) is not None and self.add_button.isEnabled():
            ticked = iter(self.lines.checked())
            drafted = draft.text.split("\n")
            kept = [line for line in drafted if not line.strip() or next(ticked)]
            left = [each.text for each in draft.left_out[:_MOST_LEFT] if next(ticked)]
            self._add("\n".join([*kept, *left]).strip("\n"))

    def _add(self, chosen: str) -> None:
        given, (draft, self._draft) = self.given, (self._draft, None)
        if draft is None or given is None:
            return

        def failed(problem: Problem) -> None:
            self._draft = draft
            self.tell(problem)

        at = given.held if self._day else None
        self.write(
            lambda memory: memory.sessions.write(draft, "session", at=at, text=chosen),
            self._added,
            failed,
        )

    def _added(self, flushed: "Flushed") -> None:
        self.field.clear()
        self._unsent.keep()
        if flushed.path is None:
            self.show_step(self.preview)
            self.say(flushed.reason, tr("The day stays as it is."))
            return
        where = tr("Added to %1").replace("%1", self._day or tr("today"))
        path = self.given.path if self.given else ""
        title = PurePath(path).name or in_words.short(flushed.text.removeprefix("- "))
        added = in_words.AddedTalk(title, where, flushed.path, flushed.line)
        back = lambda memory: memory.sessions.take_back(flushed)  # noqa: E731
        self.tell_added(added, back, in_words.written_by(flushed, self._model), tr("Open the day"))

    def back_words(self, _answer: object) -> str:
        return tr("The lines are out of the day again, and the messages count as new.")

    # -- what it is made of ---------------------------------------------------------------------

    def _make_giving(self) -> QWidget:
        about = tr(
            "What was said in it and is worth keeping becomes a few lines in today. "
            "Nothing is written before you say so."
        )
        forms = tr(
            "Text with speakers (“User: …”, “用户：…”), JSON lines, transcripts of Claude "
            "Code, OpenClaw and their like, and ChatGPT’s conversations.json"
        )
        example = tr(
            "Paste a conversation here, or drop a file.\n\n"
            "User: The boat is in the yard until March.\n"
            "Assistant: Noted: in the yard until March."
        )
        self.field = TalkField()
        self.field.setAccessibleName(tr("Conversation"))
        self.field.setPlaceholderText(example)
        self.show_button = Button(tr("Show the messages"), "primary", act=self._read_typed)
        self.open_button = Button(tr("Open a file…"), "plain", "folder", act=self._ask_file)
        self.field.pasted.connect(self.take_text)
        self.field.file_given.connect(self.take)
        self.field.entered.connect(self._read_typed)
        document = self.field.document()
        document.contentsChanged.connect(
            lambda: self.show_button.setEnabled(not document.isEmpty())
        )
        self.show_button.setEnabled(False)
        words = (text(about, "body", "text2", wrap=True), text(forms, "meta", "text3", wrap=True))
        foot = buttons(self.show_button, self.open_button)
        return step_of(12, words[0], self.field, words[1], foot, grows=self.field)

    def _make_preview(self) -> QWidget:
        self.name = Elided("", "strong")
        self.counts = text("", "meta", "text2", wrap=True)
        self.change_button = Button(tr("Another…"), act=self.begin_anew)
        self.which, self.day = Choice(tr("Which conversation")), Choice(tr("Which day"))
        self.which.activated.connect(self._pick)
        self.turns, self._turns = RowsView(tr("Messages of the conversation")), TurnModel()
        self.turns.setMinimumHeight(150)
        self.turns.setModel(self._turns)
        self.turns.setItemDelegate(RowDelegate(self.turns))
        self.find_button = Button(tr("Find what matters"), "primary", act=self._find)
        words = QWidget()
        stacked(words, self.name, self.counts)
        head, foot = in_row(words, self.change_button, grows=words), in_row(self.find_button, None)
        parts = (head, self.which, rule(), self.turns, rule(), self.day, foot)
        return step_of(12, *parts, grows=self.turns)

    def _make_choice(self) -> QWidget:
        """What would be added of a conversation: each line can be left out, or taken in."""
        self.found = text("", "meta", "text2", wrap=True)
        self.lines = CheckList(tr("Lines to choose from"))
        self.add_button = Button("", "primary", act=self._add_checked)
        self.back_button = Button(
            tr("Back to the messages"), act=lambda: self.show_step(self.preview)
        )
        self.lines.itemChanged.connect(lambda _item: self._count())
        self.lines.entered.connect(self._add_checked)
        title, foot = text(tr("What would be added"), "section", wrap=True), self.add_button
        row = buttons(foot, self.back_button)
        return step_of(12, title, self.found, self.lines, row, grows=self.lines)

    def _read_typed(self) -> None:
        if words := self.field.toPlainText().strip():
            self.take_text(words)

    def _ask_file(self) -> None:
        names = " ".join(f"*{suffix}" for suffix in SUFFIXES)
        ask_file(self, tr("Open a conversation"), names, self.take)
