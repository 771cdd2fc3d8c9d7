"""The card of a dream by any chat. It shows and asks; what is done then is decided elsewhere."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent

from desktop_app.dreams.question_store import AskedReading, DreamQuestion
from desktop_app.ui.parts.boxes import ScrolledColumn, Turning, in_row, sized, stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.fields import PlainField
from desktop_app.ui.parts.labels import Picture, surface, text
from desktop_app.ui.parts.notices import announce
from desktop_app.words import tr

_WIDTH, _ANSWER_HEIGHT = 608, 180


class ChatCard(ScrolledColumn):
    """A dream by any chat in two steps: the question to be copied, and a field for the answer; then
    perhaps a second `reading`, by its id. What was pasted stays until it is taken.
    """

    answered = Signal(list)  # the texts of the answers
    left = Signal()  # by Esc, or as the second reading is skipped

    def __init__(self) -> None:
        card = surface("card")
        super().__init__(_WIDTH, (24, 32, 24, 32), card, None)
        self.setAccessibleName(tr("Dream with any AI chat"))
        self.title = text(self.accessibleName(), "section", wrap=True)
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
        self.paste = Button(tr("Paste the answer"), act=self._paste)
        self.propose = Button(tr("Check the answer"), "primary", act=self._propose)
        self.skip = Button(tr("Skip"), "quiet", act=self.leave)
        head = in_row(Picture("dreams", "accent", 22), self.title, grows=self.title, gap=10)
        buttons = Turning(self.paste, self.propose, self.skip)
        parts = (self.about, self.warning, self.copy, self.trouble, self.answer, buttons)
        stacked(card, head, *parts, margins=(20, 18, 20, 18), gap=12)

    def ask(self, question: DreamQuestion | AskedReading) -> None:
        self._parts, self.reading = question.parts, "" if question.days else question.id
        if len(self._answers) != len(self._parts):
            self._answers = [self.answer.toPlainText(), *("" for _ in self._parts[1:])]
        self.title.setText(tr("A second reading") if self.reading else self.accessibleName())
        self.skip.setVisible(bool(self.reading))
        self.about.setText(question.told)
        self._show_part(0)
        announce(self, self.about.text())

    def clear(self) -> None:
        self._answers = []
        self.answer.clear()

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
        self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)

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
