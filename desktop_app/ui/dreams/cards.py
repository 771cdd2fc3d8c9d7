"""Cards alone in a document: a question before a dream, a dream that failed, a dream by any chat.

They show and ask; what is done then is decided elsewhere.
"""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QWidget

from desktop_app.dates import about
from desktop_app.dreams.engine_choice import EngineName
from desktop_app.dreams.question_store import AskedReading, DreamQuestion
from desktop_app.dreams.runs import DreamRun
from desktop_app.jobs import Jobs
from desktop_app.memory import Memory
from desktop_app.ui.dreams.dream_work import Question
from desktop_app.ui.parts.boxes import ScrolledColumn, in_row, sized, stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.fields import PlainField
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.labels import Picture, breakable, surface, text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.parts.unsent import Unsent
from desktop_app.words import counted, filled, listed, together, tr

_WIDTH, _ANSWER_HEIGHT = 608, 180


class PaperCard(ScrolledColumn):
    """A card under the header, as wide as words read well; scrolls where there is no room."""

    left = Signal()  # by Esc

    def __init__(self, title: str, icon: str = "dreams", tone: str = "accent") -> None:
        super().__init__(_WIDTH, (24, 32, 24, 32))
        self.setAccessibleName(title)
        self.title, self._card = text(title, "section", wrap=True), surface("card")
        sign = Picture(icon, tone, 22)
        top = in_row(sign, self.title, grows=self.title, gap=10)
        top.setAlignment(sign, Qt.AlignmentFlag.AlignTop)
        self._column = stacked(self._card, top, margins=(20, 18, 20, 18), gap=12)
        self.column.addWidget(self._card, 0, Qt.AlignmentFlag.AlignTop)

    def add(self, *parts: QWidget) -> None:
        for part in parts:
            self._column.addWidget(part)

    def add_buttons(self, *buttons: Button) -> QWidget:
        whole = QWidget()
        row = sized(Flow(whole), gap=10)
        for button in buttons:
            row.addWidget(button)
        self.add(whole)
        return whole

    def leave(self) -> None:
        self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)


class WordsCard(PaperCard):
    """A few sentences, and two ways to go on."""

    answered = Signal(bool)  # whether by the first way
    question: Question  # that was asked last

    def __init__(
        self, title: str, first: str, second: str, icon: str = "dreams", tone: str = "accent"
    ) -> None:
        super().__init__(title, icon, tone)
        self.words = text("", "body", wrap=True)
        self.hint = text("", "body", "text2", wrap=True)
        self.once = text("", "meta", "text2", wrap=True)
        self.first = Button(first, "primary", act=lambda: self.answered.emit(True))
        self.second = Button(second, act=lambda: self.answered.emit(False))
        self.add(self.words, self.hint, self.once)
        self.buttons = self.add_buttons(self.first, self.second)

    def say(self, title: str, words: str, hint: str, once: str) -> None:
        self._card.setAccessibleName(title)
        said = (title, words, hint, once)
        parts = (self.title, self.words, self.hint, self.once)
        for part, told in zip(parts, said, strict=True):
            part.setText("\n".join(map(breakable, told.split("\n"))))
            part.setVisible(bool(told))

    def ask(self, question: Question) -> None:
        self.question = question
        once = tr(
            "You are asked once for each model. You can choose another model at any time, in the "
            "menu beside Dream now."
        )
        if question.offered:
            away = tr("Where Ollama is away, a dream goes on without a model and says so.")
            once = together(away, once)
        words = expected_words(question)
        self.say(tr("Dream with %1?", question.expected.model or ""), words, "", once)
        announce(self, words)

    def show_run(self, run: DreamRun, *, settled: bool) -> None:
        """A dream that failed: what happened, and what can be done. `settled`: a later dream has
        ended well."""
        named = tr("The dream with %1 failed", run.model) if run.model else tr("The dream failed")
        kept = tr("Nothing was written.")
        if settled:
            kept = tr("Nothing was written. A later dream ended well.")
        self.say(named, run.reason, "" if settled else run.hint, kept)
        self.second.setVisible(run.engine == EngineName.OLLAMA)
        self.buttons.setVisible(not settled)


def expected_words(question: Question) -> str:
    """qwen3:8b would read 7 days on this computer, in 2 calls, about 3 to 8 minutes."""
    expected, where = question.expected, question.elsewhere
    days = counted("1 day", "{count} days", expected.days)
    calls = counted("1 call", "{count} calls", expected.parts)
    parts = [
        tr("%1 would read %2 on %3", expected.model or "", days, where or tr("this computer")),
        tr("in %1", calls),
        *([about(*expected.seconds)] if expected.seconds else []),
    ]
    sentence = tr("%1. Your notes are sent there.") if where else tr("%1. Nothing leaves it.")
    if expected.seconds is None:
        later = tr("How long it takes is told once it has read a part of them.")
        sentence = together(sentence, later)
    return filled(sentence, listed(parts))


class ChatCard(PaperCard):
    """A dream by any chat in two steps: the question to be copied, and a field for the answer; then
    perhaps a second `reading`, by its id. What was pasted stays until it is taken.
    """

    answered = Signal(list)  # the texts of the answers

    def __init__(self, jobs: Jobs) -> None:
        super().__init__(tr("Dream with any AI chat"))
        self._parts: Sequence[str] = ()
        self.reading = ""
        self._answers: list[str] = []
        self._at = 0
        self.about = text("", "body", wrap=True)
        warning = tr("The question holds your notes: in a chat elsewhere they leave this computer.")
        self.warning = text(warning, "body", wrap=True)
        self.copy = Button(tr("Copy the question"), "primary", act=self._copy)
        self.trouble = text("", "body", "warn", wrap=True)
        self.trouble.hide()
        self.answer = PlainField(tr("The chat's answer"), tr("Paste the answer here"))
        sized(self.answer, height=_ANSWER_HEIGHT)
        self.answer.textChanged.connect(self._show_ready)
        self.unsent = Unsent(jobs, "chat", self.answer)
        self.paste = Button(tr("Paste the answer"), act=self._paste)
        self.propose = Button(tr("Check the answer"), "primary", act=self._propose)
        self.add(self.about, self.warning, self.copy, self.trouble, self.answer)
        self.skip = Button(tr("Skip"), "quiet", act=self.leave)
        self.add_buttons(self.paste, self.propose, self.skip)

    def ask(self, question: DreamQuestion | AskedReading) -> None:
        self._parts, self.reading = question.parts, "" if question.days else question.id
        if len(self._answers) != len(self._parts):
            self._answers = [self.answer.toPlainText(), *("" for _ in self._parts[1:])]
        self.title.setText(tr("A second reading") if self.reading else self.accessibleName())
        self.skip.setVisible(bool(self.reading))
        self.about.setText(question.told)
        self._show_part(0)
        announce(self, self.about.text())

    def show_notebook(self, memory: Memory) -> None:
        self._answers = []
        self.unsent.show_notebook(memory)

    def clear(self) -> None:
        self._answers = []
        self.answer.clear()
        self.unsent.keep()

    def refuse(self, message: str) -> None:
        """Say what is wrong with the answer; it stays to be mended, from its first part on."""
        self._show_part(0)
        self.trouble.setText(message)
        self.trouble.show()
        self.answer.setFocus(Qt.FocusReason.OtherFocusReason)
        announce(self, message)

    def focus(self) -> None:
        next_ = self.answer if self.answer.toPlainText() else self.copy
        next_.setFocus(Qt.FocusReason.OtherFocusReason)

    def leave(self) -> None:
        self._answers[self._at] = self.answer.toPlainText()
        super().leave()

    def _show_part(self, at: int) -> None:
        self._at, count = at, len(self._parts)
        self.answer.setPlainText(self._answers[at])
        part = tr("Copy part %1 of %2", at + 1, count)
        self.copy.setText(part if count > 1 else tr("Copy the question"))
        self._show_ready()

    def _show_ready(self) -> None:
        self.trouble.hide()  # it was about another answer
        self.propose.setEnabled(bool(self.answer.toPlainText().strip()))
        last = self._at + 1 >= len(self._parts)
        self.propose.setText(tr("Check the answer") if last else tr("Next part"))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._parts[self._at])
        self.copy.setText(tr("Copied"))
        announce(self, tr("The question is on the clipboard."))
        self.answer.setFocus(Qt.FocusReason.OtherFocusReason)

    def _paste(self) -> None:
        self.answer.selectAll()
        self.answer.paste()

    def _propose(self) -> None:
        self._answers[self._at] = self.answer.toPlainText()
        if self._at + 1 < len(self._parts):
            self._show_part(self._at + 1)
            self.focus()
        else:
            self.propose.setEnabled(False)  # until it is checked
            self.answered.emit(self._answers)
