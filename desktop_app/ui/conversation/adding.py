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
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import QFileDialog, QPlainTextEdit, QVBoxLayout, QWidget

from desktop_app import dates
from desktop_app.dreams.engines import engine_of
from desktop_app.errors import Problem
from desktop_app.notebook.text.records import Message
from desktop_app.sessions.dating import held_at
from desktop_app.sessions.reading import Transcript, parse, read_conversation
from desktop_app.ui.conversation.talk_files import SUFFIXES
from desktop_app.ui.conversation.way import LineChoice, Spaced, WayCard, WayResult, buttons
from desktop_app.ui.conversation.words import speaker, what_is_there, written_by
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import in_row
from desktop_app.ui.parts.column import set_font, too_long
from desktop_app.ui.parts.controls import Button, Choice
from desktop_app.ui.parts.folders import ask_file, first_file, tilde
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.labels import Elided, rule, text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.parts.rows import ASIDE, DETAIL, Index, RowDelegate, RowsView
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

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        turn = self._turns[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return speaker(turn.role)
        if role == DETAIL:
            return " ".join(_clean(turn.content[:_SHOWN]).split())
        if role == ASIDE:
            return tr("added before") if self._known[index.row()] else ""
        if role == Qt.ItemDataRole.ToolTipRole:
            return _clean(cut(turn.content, _TOLD))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            said = (self.data(index, each) for each in (Qt.ItemDataRole.DisplayRole, ASIDE, DETAIL))
            return ", ".join(str(word) for word in said if word)
        return None


def _clean(words: str) -> str:
    """Without halves of characters, which no font can show."""
    return words.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


READ = "conversation.read"


@dataclass(frozen=True)
class Given:
    """A conversation that was read; `known` says of each turn whether it was added before, `held`
    when it was held, where that was on an earlier day."""

    path: str
    talk: Transcript
    known: tuple[bool, ...]
    held: datetime | None = None


class Adding(WayCard):
    """Four steps, one shown at a time: `giving`, `preview`, `choice`, `result`."""

    def __init__(self, jobs: "Jobs", actions: Actions, get: Callable[[str], Any]) -> None:
        """`get` reads the person's settings."""
        name, first = tr("A conversation is looked through"), tr("Reading what is new")
        header = Header(actions, tr("Add a conversation"))
        super().__init__(jobs, header, "conversation", Running(name, first))
        self._get = get
        self.given: Given | None = None
        self._again: tuple[str, Callable[[str], Transcript]] | None = None  # what was read last
        self._draft: FlushDraft | None = None
        self._flushed: Flushed | None = None
        self._model = ""  # who was asked to sum it up
        self._day = ""  # to which it was to be added, where that was not today
        self._reading = False
        self.giving, self.preview = self._make_giving(), self._make_preview()
        self.choice = LineChoice()
        self.result = WayResult(tr("Open today"), tr("Add another"))
        self._unsent = Unsent(jobs, "conversation", self.field)
        self.set_steps(self.giving, self.preview, self.choice, self.result)
        self._connect()

    def show_notebook(self, memory: "Memory") -> None:
        self.cancel()
        self._memory = memory
        self._draft = self._flushed = None
        self.choice.set_busy(False)
        self._set_reading(False)
        self.show_running(False)
        self.begin_anew()
        self._unsent.show_notebook(memory)

    def leave(self) -> None:
        self._unsent.keep()

    def unkept(self) -> list[str]:
        return [tr("a conversation")] if self._unsent.lost else []

    def ask(self) -> None:
        if self._memory is not None:
            today = self._memory.today()
            self.header.say(tr("Add a conversation"), dates.title(today, today))
        if self.step is self.result:
            self._add_another()
        super().ask()

    def take_focus(self) -> None:
        if self.step is not self.preview or not self.which.hasFocus():
            super().take_focus()  # who goes through the conversations of a file goes on

    @property
    def first(self) -> QWidget:
        if self.step is self.preview:
            return self.running.cancel_button if self.busy else self.find_button
        if self.step is self.choice:
            return self.choice.rows[0].box
        return self.result.first if self.step is self.result else self.field

    # -- reading --------------------------------------------------------------------------------

    def read_file(self, path: str) -> None:
        """A file was dropped or chosen; not while another conversation is looked through."""
        name = PurePath(path).name
        self._read(path, lambda pick: read_conversation(path, name=name, pick=pick))

    def read_text(self, words: str) -> None:
        """The same with what was pasted or typed."""
        self._read("", lambda pick: parse(words, tr("Pasted text"), pick=pick))

    def _read(self, path: str, talk: Callable[[str], Transcript]) -> None:
        if not self.busy:
            self.banner.clear()
            self._again = (path, talk)
            self._count(path, lambda: talk(""), self._unread)

    def _pick(self, number: int) -> None:
        """Another conversation (from 0) of the same export."""
        if self._again is not None and not self.busy:
            self.banner.clear()
            path, talk = self._again
            self._count(path, lambda: talk(str(number + 1)), self._unpicked)

    def _count(
        self, path: str, read: Callable[[], Transcript], failed: Callable[[Problem], None]
    ) -> None:
        memory = self._memory
        if memory is None:
            return

        def work() -> Given:
            talk = read()
            known = memory.sessions.flushed(talk.messages, talk.session)
            return Given(path, talk, known, held_at(talk.messages, memory.now()))

        self._set_reading(True)
        self._jobs.call(READ, work, self.show_given, failed)

    def show_given(self, given: Given) -> None:
        """This one was read, unless another one is looked through: its turns stay above the card
        then."""
        self._set_reading(False)
        if self.busy or self._memory is None:
            return
        self.given = given
        self._draw_given()
        self.day.clear()
        self.day.addItem(tr("Into today"), "")
        self.day.setVisible(given.held is not None)
        if given.held is not None:
            day = dates.plain(given.held.date(), self._memory.today())
            words = tr("Into its own day, %1: the next dream may not read so far back")
            self.day.addItem(words.replace("%1", day), day)
        self.show_step(self.preview)
        announce(self, f"{self.name.text()}. {self.counts.text()}")

    def _draw_given(self) -> None:
        assert self.given is not None
        talk, known = self.given.talk, self.given.known
        self.name.setText(PurePath(self.given.path).name or tr("Pasted text"))
        self.name.setToolTip(tilde(self.given.path))
        self.counts.setText(what_is_there(talk, known))
        self.which.clear()
        self.which.addItems(talk.titles)
        self.which.setCurrentIndex(talk.number)
        self.which.setVisible(len(talk.titles) > 1)
        self._turns.show_turns(talk.messages, known)
        first = self._turns.index(next((n for n, before in enumerate(known) if not before), 0))
        self.turns.setCurrentIndex(first)
        self.turns.scrollTo(first, self.turns.ScrollHint.PositionAtCenter)

    def _unread(self, problem: Problem) -> None:
        self._set_reading(False)
        self.show_step(self.giving)
        self.banner.say(problem.message, problem.hint)

    def _unpicked(self, problem: Problem) -> None:
        """The one that was shown before stays."""
        self._set_reading(False)
        if self.given is not None:
            self._draw_given()
        self.banner.say(problem.message, problem.hint)

    # -- finding, adding, and taking back -------------------------------------------------------

    def _find(self) -> None:
        given, engine = self.given, engine_of(self._get)
        if given is None:
            return
        self._model, self._day = (
            engine.model if engine.asks else "",
            str(self.day.currentData() or ""),
        )
        talk = given.talk
        self.start(
            lambda memory, report: memory.sessions.draft(
                talk.messages, session=talk.session, engine=engine, report=report
            ),
            self._drafted,
        )

    def _drafted(self, draft: "FlushDraft") -> None:
        self._draft = draft
        if not draft.text and not draft.left_out:
            self._add("")  # so that nobody is asked again
            return
        self.choice.show_draft(draft, self._model, self._day)
        self.show_step(self.choice)
        self._announce(tr("A conversation is ready: choose what to add."))

    def _add(self, chosen: str) -> None:
        draft, given = self._draft, self.given
        if draft is None or given is None:
            return
        self.choice.set_busy(True)
        at = given.held if self._day else None
        self.write(
            lambda memory: memory.sessions.write(draft, "session", at=at, text=chosen),
            self._added,
            self._unadded,
        )

    def _added(self, flushed: "Flushed") -> None:
        self._draft = None
        self.choice.set_busy(False)
        result = self.result
        if flushed.path is None:
            stays = tr("The day stays as it is.")
            result.say("info", flushed.reason, stays, result.again_button, result.another_button)
            self.show_step(result)
            self._announce(flushed.reason)
            return
        self._flushed = flushed
        day = self._day
        title = tr("Added to %1").replace("%1", day) if day else tr("Added to today")
        result.open_button.setText(tr("Open the day") if day else tr("Open today"))
        buttons = (result.open_button, result.undo_button, result.another_button)
        who = written_by(flushed, self._model)
        result.say("check", title, who, *buttons, words=flushed.text)
        self.field.clear()
        self._unsent.keep()
        self.show_step(result)
        self.toasted.emit(title, tr("Undo"), self._undo)

    def _unadded(self, problem: Problem) -> None:
        self.choice.set_busy(False)
        self.tell(problem)

    def _undo(self) -> None:
        if (flushed := self._flushed) is not None:
            self.result.undo_button.setEnabled(False)
            back = lambda memory: memory.sessions.take_back(flushed)  # noqa: E731
            self.write(back, self._taken_back, self.refused)

    def _taken_back(self, _done: object) -> None:
        self._flushed = None
        result = self.result
        if self.step is result:
            detail = tr("The lines are out of the day again, and the messages count as new.")
            buttons = (result.again_button, result.another_button)
            result.say("undo", tr("Taken back"), detail, *buttons)
            self.go_on()
        self.toasted.emit(tr("Taken back: the lines are out of the day again"), "", None)

    def _open(self) -> None:
        if self._flushed is not None and self._flushed.path:
            self.opened.emit(self._flushed.path, self._flushed.line)

    def _show_turns(self) -> None:
        """Back to them, as they are counted now."""
        if (given := self.given) is not None:
            self._count(given.path, lambda: given.talk, lambda _problem: self.show_given(given))

    def _add_another(self) -> None:
        self.field.clear()
        self.begin_anew()

    # -- showing --------------------------------------------------------------------------------

    def show_running(self, running: bool) -> None:
        self.find_button.setVisible(not running)
        self.day.setVisible(not running and self.day.count() > 1)
        self.change_button.setEnabled(not running)
        self.which.setEnabled(not running)
        super().show_running(running)

    def _set_reading(self, reading: bool) -> None:
        self._reading = reading
        self._draw_giving()

    def _draw_giving(self) -> None:
        empty = not self.field.document().characterCount() > 1
        self.show_button.setEnabled(not self._reading and not empty)
        self.open_button.setEnabled(not self._reading)

    def _announce(self, words: str) -> None:
        if self.isVisible():
            announce(self, words)
        else:
            self.toasted.emit(words, "", None)

    def _make_giving(self) -> QWidget:
        about = tr(
            "What was said in it and is worth keeping becomes a few lines in today. "
            "Nothing is written before you say so."
        )
        forms = tr(
            "Text with speakers (“User: …”, “用户：…”), JSON lines, transcripts of Claude "
            "Code, OpenClaw and their like, and ChatGPT’s conversations.json"
        )
        self.field = TalkField()
        self.field.setAccessibleName(tr("Conversation"))
        self.field.setPlaceholderText(
            tr(
                "Paste a conversation here, or drop a file.\n\n"
                "User: The boat is in the yard until March.\n"
                "Assistant: Noted: in the yard until March."
            )
        )
        self.show_button = Button(tr("Show the messages"), "primary")
        self.open_button = Button(tr("Open a file…"), "plain", "folder")
        return Spaced(
            12,
            text(about, "body", "text2", wrap=True),
            self.field,
            text(forms, "meta", "text3", wrap=True),
            buttons(self.show_button, self.open_button),
            grows=self.field,
        )

    def _make_preview(self) -> QWidget:
        self.name = Elided("", "strong")
        self.counts = text("", "meta", "text2", wrap=True)
        self.change_button = Button(tr("Another…"))
        self.which, self.day = Choice(tr("Which conversation")), Choice(tr("Which day"))
        self.turns = RowsView(tr("Messages of the conversation"))
        self.turns.setMinimumHeight(150)
        self._turns = TurnModel()
        self.turns.setModel(self._turns)
        self.turns.setItemDelegate(RowDelegate(self.turns))
        self.find_button = Button(tr("Find what matters"), "primary")
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(self.name)
        words.addWidget(self.counts)
        head, foot = in_row(words, self.change_button, grows=words), in_row(self.find_button, None)
        parts = (head, self.which, rule(), self.turns, rule(), self.day, foot)
        return Spaced(12, *parts, grows=self.turns)

    def _connect(self) -> None:
        self.field.pasted.connect(self.read_text)
        self.field.file_given.connect(self.read_file)
        self.field.entered.connect(self._read_typed)
        self.field.textChanged.connect(self._draw_giving)
        self.show_button.clicked.connect(self._read_typed)
        self.open_button.clicked.connect(self._ask_file)
        self.find_button.clicked.connect(self._find)
        self.change_button.clicked.connect(self.begin_anew)
        self.which.activated.connect(self._pick)
        self.choice.add_button.clicked.connect(lambda: self._add(self.choice.chosen))
        self.choice.back_button.clicked.connect(lambda: self.show_step(self.preview))
        self.result.open_button.clicked.connect(self._open)
        self.result.undo_button.clicked.connect(self._undo)
        self.result.again_button.clicked.connect(self._show_turns)
        self.result.another_button.clicked.connect(self._add_another)
        self._draw_giving()

    def _read_typed(self) -> None:
        if words := self.field.toPlainText().strip():
            self.read_text(words)

    def _ask_file(self) -> None:
        names = " ".join(f"*{suffix}" for suffix in SUFFIXES)
        self._dialog: QFileDialog = ask_file(
            self, tr("Open a conversation"), names, lambda path: self.read_file(path)
        )

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        super().dragEnterEvent(event)
        if event.mimeData().hasText():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        if path := first_file(event.mimeData()):
            self.read_file(path)
        elif event.mimeData().hasText():
            self.read_text(event.mimeData().text())
