"""Add a conversation: give it, look at its turns, choose what is added to today, take it back.

A part of the conversation page. Knows its own parts and `TalkWork`; what a
flush is, and how conversations are read, is decided below the window.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from desktop_app import dates
from desktop_app.errors import Problem
from desktop_app.ui.conversation.choices import Choices
from desktop_app.ui.conversation.giving import Giving
from desktop_app.ui.conversation.line_choice import LineChoice
from desktop_app.ui.conversation.preview import Preview
from desktop_app.ui.conversation.result import Result
from desktop_app.ui.conversation.talk_work import Given, TalkWork
from desktop_app.ui.conversation.way_card import WayCard
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.folders import first_file
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.parts.unsent import Unsent
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.dreams.flush import FlushDraft, Flushed
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory


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
        self._memory: Memory | None = None
        self._draft: FlushDraft | None = None
        self._flushed: Flushed | None = None
        self._model = ""  # who was asked to sum it up
        self._day = ""  # to which it was to be added, where that was not today
        self.setAcceptDrops(True)
        self.work = TalkWork(jobs, self)
        self.giving = Giving()
        self.preview = Preview(Choices(get))
        self.choice = LineChoice()
        self.result = Result()
        self._unsent = Unsent(jobs, "conversation", self.giving.field)
        self._build()
        self._connect()

    def show_notebook(self, memory: "Memory") -> None:
        """Conversations go into this notebook from now on."""
        self._memory = memory
        self.work.use(memory)
        self._draft = self._flushed = None
        self.choice.set_busy(False)
        self.giving.set_busy(False)
        self._show_running(False)
        self.banner.clear()
        self._show(self.giving)
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
        if not self.work.running:
            self.preview.choices.show_settings()
            self.work.look_for_models()
        if self._steps.currentWidget() is self.result:
            self._begin_anew()
        self._focus()

    def read_file(self, path: str) -> None:
        """A file was dropped or chosen; not while another conversation is looked through."""
        if not self.work.running:
            self.banner.clear()
            self.work.read_file(path)

    # -- what happens -------------------------------------------------------------------------

    def _read_text(self, words: str) -> None:
        if not self.work.running:
            self.banner.clear()
            self.work.read_text(words)

    def _pick(self, number: int) -> None:
        if not self.work.running:
            self.banner.clear()
            self.work.pick(number)

    def _show_given(self, given: Given) -> None:
        self.giving.set_busy(False)
        if self.work.running:
            return  # another one is looked through, and its turns stand above the card
        self.preview.show_given(given)
        held = given.held.date() if given.held else None
        day = dates.plain(held, self._memory.today()) if held and self._memory else ""
        self.preview.choices.show_held(day)
        self._show(self.preview)
        announce(self, f"{self.preview.name.text()}. {self.preview.counts.text()}")

    def _unread(self, problem: Problem) -> None:
        self.giving.set_busy(False)
        self._show(self.giving)
        self.banner.say(problem.message, problem.hint)

    def _unpicked(self, problem: Problem) -> None:
        """The one that was shown before stays."""
        self.giving.set_busy(False)
        if self.preview.given is not None:
            self.preview.show_given(self.preview.given)
        self.banner.say(problem.message, problem.hint)

    def _find(self) -> None:
        if self.preview.given is not None:
            self.banner.clear()
            choices = self.preview.choices
            engine = choices.chosen_engine
            self._model = engine.model if engine.asks else ""
            self._day = choices.own_day
            self.work.find(self.preview.given, engine)

    def _drafted(self, draft: "FlushDraft") -> None:
        self._draft = draft
        if not draft.text and not draft.left_out:
            self._add("")  # so that nobody is asked again
            return
        self.choice.show_draft(draft, self._model, self._day)
        self._show(self.choice)
        self._say(tr("A conversation is ready: choose what to add."))

    def _add(self, chosen: str) -> None:
        given = self.preview.given
        if self._draft is not None and given is not None:
            self.banner.clear()
            self.choice.set_busy(True)
            at = given.held if self._day else None
            self.work.add(self._draft, self.preview.choices.chosen_cause, chosen, at)

    def _show_running(self, running: bool) -> None:
        self.preview.show_running(running)
        if running and self.isVisible():
            self.preview.finding.cancel_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _added(self, flushed: "Flushed") -> None:
        self._draft = None
        self.choice.set_busy(False)
        if flushed.path is None:
            self.result.show_nothing(flushed)
            self._show(self.result)
            self._say(flushed.reason)
            return
        self._flushed = flushed
        self.result.show_written(flushed, self._model, self._day)
        self.giving.clear()
        self._unsent.keep()
        self._show(self.result)
        self.toasted.emit(self.result.title.text(), tr("Undo"), self._undo)

    def _failed(self, problem: Problem) -> None:
        self.banner.say(problem.message, problem.hint)
        self._show(self.preview)
        if not self.isVisible():
            self._say(problem.message)

    def _unadded(self, problem: Problem) -> None:
        self.choice.set_busy(False)
        self.banner.say(problem.message, problem.hint)
        if not self.isVisible():
            self._say(problem.message)

    def _cancelled(self) -> None:
        self._say(tr("Cancelled. Nothing was written."))
        self._focus()

    def _undo(self) -> None:
        if self._flushed is not None:
            self.result.show_undoing()
            self.banner.clear()
            self.work.take_back(self._flushed)

    def _taken_back(self) -> None:
        self._flushed = None
        if self._steps.currentWidget() is self.result:
            self.result.show_taken_back()
            self._focus()
        self.toasted.emit(tr("Taken back: the lines are out of the day again"), "", None)

    def _refused(self, problem: Problem) -> None:
        self.result.undo_button.setEnabled(True)
        if self.isVisible():
            self.banner.say(problem.message, problem.hint)
        else:
            self._say(str(problem))

    def _open_today(self) -> None:
        if self._flushed is not None and self._flushed.path:
            self.opened.emit(self._flushed.path, self._flushed.line)

    def _show_turns(self) -> None:
        """Back to them, as they are counted now."""
        given = self.preview.given
        if given is not None:
            self.work.count_again(given, self._show_given)

    def _begin_anew(self) -> None:
        self.banner.clear()
        self.giving.clear()
        self._show(self.giving)

    def _change(self) -> None:
        self.banner.clear()
        self._show(self.giving)

    # -- showing ------------------------------------------------------------------------------

    def _show(self, step: QWidget) -> None:
        self._steps.setCurrentWidget(step)
        if self.isVisible():
            self._focus()

    def _focus(self) -> None:
        step = self._steps.currentWidget()
        first: QWidget = self.giving.field
        if step is self.preview:
            if self.preview.which.hasFocus():
                return  # who goes through the conversations of a file goes on
            running = self.work.running
            first = self.preview.finding.cancel_button if running else self.preview.find_button
        elif step is self.choice:
            first = self.choice.first
        elif step is self.result:
            first = self.result.first_button
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _say(self, words: str) -> None:
        """Where it is seen, or, from another page, by a toast."""
        if self.isVisible():
            self.banner.say(
                words, tone="info"
            ) if self._steps.currentWidget() is self.preview else (announce(self, words))
        else:
            self.toasted.emit(words, "", None)

    def _build(self) -> None:
        self._steps = _Steps()
        for step in (self.giving, self.preview, self.choice, self.result):
            self._steps.addWidget(step)
        self.column.addWidget(self._steps, 1)

    def _connect(self) -> None:
        work = self.work
        work.about_to_write.connect(self.about_to_write)
        work.reading.connect(lambda: self.giving.set_busy(True))
        work.read.connect(self._show_given)
        work.unread.connect(self._unread)
        work.unpicked.connect(self._unpicked)
        work.found.connect(self.preview.choices.show_models)
        work.began.connect(lambda: self._show_running(True))
        work.ended.connect(lambda: self._show_running(False))
        work.stepped.connect(self.preview.finding.say)
        work.drafted.connect(self._drafted)
        work.added.connect(self._added)
        work.unadded.connect(self._unadded)
        work.failed.connect(self._failed)
        work.cancelled.connect(self._cancelled)
        work.taken_back.connect(self._taken_back)
        work.refused.connect(self._refused)
        self.giving.text_given.connect(self._read_text)
        self.giving.file_given.connect(self.read_file)
        self.preview.find_asked.connect(self._find)
        self.preview.change_asked.connect(self._change)
        self.preview.picked.connect(self._pick)
        self.preview.finding.cancel_asked.connect(work.cancel)
        self.choice.add_asked.connect(lambda: self._add(self.choice.chosen))
        self.choice.back_asked.connect(lambda: self._show(self.preview))
        self.result.open_asked.connect(self._open_today)
        self.result.undo_asked.connect(self._undo)
        self.result.again_asked.connect(self._show_turns)
        self.result.another_asked.connect(self._begin_anew)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        data = event.mimeData()
        if first_file(data) or data.hasText():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        data = event.mimeData()
        event.acceptProposedAction()
        if path := first_file(data):
            self.read_file(path)
        elif data.hasText():
            self._read_text(data.text())
