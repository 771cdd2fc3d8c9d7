"""Add a conversation: give it, look at its turns, choose what is added to a day, take it back.

Knows its own steps and what memory is asked; what a flush is, and how conversations are read, is
decided below the window.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog, QStackedWidget, QVBoxLayout, QWidget

from desktop_app import dates
from desktop_app.errors import Problem
from desktop_app.sessions.dating import held_at
from desktop_app.sessions.reading import Transcript, parse, read_conversation
from desktop_app.ui.conversation.given import Choices, TalkField, TurnModel
from desktop_app.ui.conversation.talk_files import SUFFIXES
from desktop_app.ui.conversation.way import Buttons, LineChoice, Spaced, WayCard, WayResult
from desktop_app.ui.conversation.words import name_of, what_is_there, where, written_by
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import in_row
from desktop_app.ui.parts.controls import Button, Choice
from desktop_app.ui.parts.folders import ask_file, first_file
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.labels import Elided, rule, text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.parts.rows import RowDelegate, RowsView
from desktop_app.ui.parts.running import Running
from desktop_app.ui.parts.unsent import Unsent
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.dreams.flush import FlushDraft, Flushed
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory

JOB, MODELS, READ = "conversation", "conversation.models", "conversation.read"


@dataclass(frozen=True)
class Given:
    """A conversation that was read; `known` says of each turn whether it was added before, `held`
    when it was held, where that was on an earlier day."""

    path: str
    talk: Transcript
    known: tuple[bool, ...]
    held: datetime | None = None


class _Steps(QStackedWidget):
    """As large as the step that is shown wants, not as the largest."""

    def __init__(self) -> None:
        super().__init__()
        self.currentChanged.connect(lambda _index: self.updateGeometry())

    def sizeHint(self) -> QSize:
        return self.currentWidget().sizeHint()

    def minimumSizeHint(self) -> QSize:
        return self.currentWidget().minimumSizeHint()


class Adding(WayCard):
    """Four steps, one shown at a time: `giving`, `preview`, `choice`, `result`."""

    def __init__(self, jobs: "Jobs", actions: Actions, get: Callable[[str], Any]) -> None:
        """`get` reads the person's settings."""
        super().__init__(Header(actions, tr("Add a conversation")))
        self._jobs = jobs
        self._memory: Memory | None = None
        self.given: Given | None = None
        self._again: tuple[str, Callable[[str], Transcript]] | None = None  # what was read last
        self._draft: FlushDraft | None = None
        self._flushed: Flushed | None = None
        self._model = ""  # who was asked to sum it up
        self._day = ""  # to which it was to be added, where that was not today
        self._reading = False
        self.setAcceptDrops(True)
        self.choices = Choices(get)
        self.giving, self.preview = self._make_giving(), self._make_preview()
        self.choice = LineChoice()
        self.result = WayResult(tr("Open today"), tr("Add another"))
        self._unsent = Unsent(jobs, "conversation", self.field)
        self._steps = _Steps()
        for step in (self.giving, self.preview, self.choice, self.result):
            self._steps.addWidget(step)
        self.column.addWidget(self._steps, 1)
        self._connect()

    def show_notebook(self, memory: "Memory") -> None:
        """Conversations go into this notebook from now on."""
        self._jobs.cancel(JOB)
        self._memory = memory
        self._draft = self._flushed = None
        self.choice.set_busy(False)
        self._set_reading(False)
        self._show_running(False)
        self._begin_anew()
        self._unsent.show_notebook(memory)

    def leave(self) -> None:
        """Another page comes to the front, or the window closes."""
        self._unsent.keep()

    def unkept(self) -> list[str]:
        """What was typed here and could be kept on no disk, by name."""
        return [tr("a conversation")] if self._unsent.lost else []

    def ask(self) -> None:
        """Comes to the front: where it was left, or with an empty field."""
        if self._memory is None:
            return
        today = self._memory.today()
        self.header.say(tr("Add a conversation"), dates.title(today, today))
        if not self.running:
            self.choices.show_settings()
            self._look_for_models()
        if self._steps.currentWidget() is self.result:
            self._begin_anew(clear=True)
        self._focus()

    @property
    def running(self) -> bool:
        """Whether what matters of a conversation is looked for."""
        return self._jobs.running(JOB)

    # -- reading --------------------------------------------------------------------------------

    def read_file(self, path: str) -> None:
        """A file was dropped or chosen; not while another conversation is looked through."""
        name = PurePath(path).name
        self._read(path, lambda pick: read_conversation(path, name=name, pick=pick))

    def read_text(self, words: str) -> None:
        """The same with what was pasted or typed."""
        self._read("", lambda pick: parse(words, name_of(""), pick=pick))

    def _read(self, path: str, talk: Callable[[str], Transcript]) -> None:
        if not self.running:
            self.banner.clear()
            self._again = (path, talk)
            self._count(path, lambda: talk(""), self._unread)

    def _pick(self, number: int) -> None:
        """Another conversation (from 0) of the same export."""
        if self._again is not None and not self.running:
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
        if self.running or self._memory is None:
            return
        self.given = given
        self._draw_given()
        held = given.held.date() if given.held else None
        self.choices.show_held(dates.plain(held, self._memory.today()) if held else "")
        self._show(self.preview)
        announce(self, f"{self.name.text()}. {self.counts.text()}")

    def _draw_given(self) -> None:
        assert self.given is not None
        talk, known = self.given.talk, self.given.known
        self.name.setText(name_of(self.given.path))
        self.name.setToolTip(where(self.given.path))
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
        self._show(self.giving)
        self.banner.say(problem.message, problem.hint)

    def _unpicked(self, problem: Problem) -> None:
        """The one that was shown before stays."""
        self._set_reading(False)
        if self.given is not None:
            self._draw_given()
        self.banner.say(problem.message, problem.hint)

    # -- finding what matters ---------------------------------------------------------------------

    def _look_for_models(self) -> None:
        """Asks Ollama, if it is there, which models can sum up."""
        memory = self._memory
        if memory is None or self._jobs.running(MODELS):
            return

        async def work(_report: Callable[[str], None]) -> tuple[str, ...]:
            return tuple(info.name for info in await memory.models.ollama.models() if info.chats)

        self._jobs.start(
            MODELS,
            work,
            done=self.choices.show_models,
            failed=lambda _problem: self.choices.show_models(()),
            cancelled=lambda: None,
            step=lambda _step: None,
        )

    def _find(self) -> None:
        memory, given, engine = self._memory, self.given, self.choices.chosen_engine
        if memory is None or given is None or self.running:
            return
        self.banner.clear()
        self._model, self._day = engine.model if engine.asks else "", self.choices.own_day

        async def work(report: Callable[[str], None]) -> "FlushDraft":
            talk = given.talk
            return await memory.sessions.draft(
                talk.messages, session=talk.session, engine=engine, report=report
            )

        def done(draft: "FlushDraft") -> None:
            self._show_running(False)
            if memory is self._memory:
                self._drafted(draft)

        self._show_running(True)
        self._jobs.start(
            JOB,
            work,
            done=done,
            failed=self._failed,
            cancelled=self._cancelled,
            step=self.stepped.emit,
        )

    def _drafted(self, draft: "FlushDraft") -> None:
        self._draft = draft
        if not draft.text and not draft.left_out:
            self._add("")  # so that nobody is asked again
            return
        self.choice.show_draft(draft, self._model, self._day)
        self._show(self.choice)
        self._say(tr("A conversation is ready: choose what to add."))

    def _failed(self, problem: Problem) -> None:
        self._show_running(False)
        self.banner.say(problem.message, problem.hint)
        self._show(self.preview)
        if not self.isVisible():
            self._say(problem.message)

    def _cancelled(self) -> None:
        self._show_running(False)
        self._say(tr("Cancelled. Nothing was written."))
        self._focus()

    # -- adding, and taking back ------------------------------------------------------------------

    def _add(self, chosen: str) -> None:
        memory, draft, given = self._memory, self._draft, self.given
        if memory is None or draft is None or given is None:
            return
        self.banner.clear()
        self.choice.set_busy(True)
        at, cause = given.held if self._day else None, self.choices.chosen_cause
        self.about_to_write.emit()
        self._jobs.do(
            lambda: memory.sessions.write(draft, cause, at=at, text=chosen),
            lambda flushed: self._added(flushed) if memory is self._memory else None,
            self._unadded,
        )

    def _added(self, flushed: "Flushed") -> None:
        self._draft = None
        self.choice.set_busy(False)
        result = self.result
        if flushed.path is None:
            stays = tr("The day stays as it is.")
            result.say("info", flushed.reason, stays, result.again_button, result.another_button)
            self._show(result)
            self._say(flushed.reason)
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
        self._show(result)
        self.toasted.emit(title, tr("Undo"), self._undo)

    def _unadded(self, problem: Problem) -> None:
        self.choice.set_busy(False)
        self.banner.say(problem.message, problem.hint)
        if not self.isVisible():
            self._say(problem.message)

    def _undo(self) -> None:
        if (flushed := self._flushed) is None or (memory := self._memory) is None:
            return
        self.result.undo_button.setEnabled(False)
        self.banner.clear()
        self.about_to_write.emit()
        self._jobs.do(
            lambda: memory.sessions.take_back(flushed), lambda _: self._taken_back(), self._refused
        )

    def _taken_back(self) -> None:
        self._flushed = None
        result = self.result
        if self._steps.currentWidget() is result:
            detail = tr("The lines are out of the day again, and the messages count as new.")
            buttons = (result.again_button, result.another_button)
            result.say("undo", tr("Taken back"), detail, *buttons)
            self._focus()
        self.toasted.emit(tr("Taken back: the lines are out of the day again"), "", None)

    def _refused(self, problem: Problem) -> None:
        self.result.undo_button.setEnabled(True)
        if self.isVisible():
            self.banner.say(problem.message, problem.hint)
        else:
            self._say(str(problem))

    def _open(self) -> None:
        if self._flushed is not None and self._flushed.path:
            self.opened.emit(self._flushed.path, self._flushed.line)

    def _show_turns(self) -> None:
        """Back to them, as they are counted now."""
        if (given := self.given) is not None:
            self._count(given.path, lambda: given.talk, lambda _problem: self.show_given(given))

    def _begin_anew(self, *, clear: bool = False) -> None:
        self.banner.clear()
        if clear:
            self.field.clear()
        self._show(self.giving)

    # -- showing --------------------------------------------------------------------------------

    def _show(self, step: QWidget) -> None:
        self._steps.setCurrentWidget(step)
        if self.isVisible():
            self._focus()

    def _show_running(self, running: bool) -> None:
        """While it is looked through there is nothing to choose."""
        for part in (self.choices, self.find_button):
            part.setVisible(not running)
        self.change_button.setEnabled(not running)
        self.which.setEnabled(not running)
        self.finding.show_running(running)
        if running and self.isVisible():
            self.finding.cancel_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _set_reading(self, reading: bool) -> None:
        self._reading = reading
        self._draw_giving()

    def _draw_giving(self) -> None:
        empty = not self.field.document().characterCount() > 1
        self.show_button.setEnabled(not self._reading and not empty)
        self.open_button.setEnabled(not self._reading)

    def _focus(self) -> None:
        step = self._steps.currentWidget()
        first: QWidget = self.field
        if step is self.preview:
            if self.which.hasFocus():
                return  # who goes through the conversations of a file goes on
            first = self.finding.cancel_button if self.running else self.find_button
        elif step is self.choice:
            first = self.choice.rows[0].box
        elif step is self.result:
            first = self.result.first
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _say(self, words: str) -> None:
        """Where it is seen, or, from another page, by a toast."""
        if not self.isVisible():
            self.toasted.emit(words, "", None)
        elif self._steps.currentWidget() is self.preview:
            self.banner.say(words, tone="info")
        else:
            announce(self, words)

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
            Buttons(self.show_button, self.open_button),
            grows=self.field,
        )

    def _make_preview(self) -> QWidget:
        self.name = Elided("", "strong")
        self.counts = text("", "meta", "text2", wrap=True)
        self.change_button = Button(tr("Another…"))
        self.which = Choice(tr("Which conversation"))
        self.turns = RowsView(tr("Messages of the conversation"))
        self.turns.setMinimumHeight(150)
        self._turns = TurnModel()
        self.turns.setModel(self._turns)
        self.turns.setItemDelegate(RowDelegate(self.turns))
        name, first = tr("A conversation is looked through"), tr("Reading what is new")
        self.finding = Running(name, first)
        self.find_button = Button(tr("Find what matters"), "primary")
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(self.name)
        words.addWidget(self.counts)
        head, foot = in_row(words, self.change_button, grows=words), in_row(self.find_button, None)
        parts = (head, self.which, rule(), self.turns, rule(), self.choices, self.finding, foot)
        return Spaced(12, *parts, grows=self.turns)

    def _connect(self) -> None:
        self.field.pasted.connect(self.read_text)
        self.field.file_given.connect(self.read_file)
        self.field.entered.connect(self._read_typed)
        self.field.textChanged.connect(self._draw_giving)
        self.show_button.clicked.connect(self._read_typed)
        self.open_button.clicked.connect(self._ask_file)
        self.find_button.clicked.connect(self._find)
        self.change_button.clicked.connect(lambda: self._begin_anew())
        self.which.activated.connect(self._pick)
        self.stepped.connect(self.finding.say)
        self.finding.cancel_asked.connect(lambda: self._jobs.cancel(JOB))
        self.choice.add_asked.connect(lambda: self._add(self.choice.chosen))
        self.choice.back_button.clicked.connect(lambda: self._show(self.preview))
        self.result.open_button.clicked.connect(self._open)
        self.result.undo_button.clicked.connect(self._undo)
        self.result.again_button.clicked.connect(self._show_turns)
        self.result.another_button.clicked.connect(lambda: self._begin_anew(clear=True))
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
        if first_file(event.mimeData()) or event.mimeData().hasText():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        if path := first_file(event.mimeData()):
            self.read_file(path)
        elif event.mimeData().hasText():
            self.read_text(event.mimeData().text())
