"""A dream by any chat: the question to be copied, and a field for the answer. Knows no notebook."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from desktop_app.ui.dreams.paper_card import PaperCard
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.labels import text
from desktop_app.ui.parts.notices import announce
from desktop_app.words import counted, together, tr

_ANSWER_HEIGHT = 180


class ChatCard(QFrame):
    """A document with one card in two steps. Esc leaves it; what was pasted stays until it is
    taken.
    """

    answered = Signal(list, list)  # the texts of the answers, and of those that mend them
    left = Signal()

    def __init__(self, actions: Actions) -> None:
        super().__init__()
        self.setProperty("surface", "doc")
        self._parts: Sequence[str] = ()
        self._answers: list[str] = []
        self._at = 0
        self.mends = False  # whether the second question is asked
        self._about = text("", "body", wrap=True)
        self._warning = text(
            tr("The question holds your notes: in a chat elsewhere they leave this computer."),
            "body",
            wrap=True,
        )
        self.copy = Button(tr("Copy the question"), "primary")
        self.copy.clicked.connect(self._copy)
        self.answer = QPlainTextEdit()
        self.answer.setProperty("kind", "field")
        self.answer.setPlaceholderText(tr("Paste the answer here"))
        self.answer.setAccessibleName(tr("The chat's answer"))
        self.answer.setTabChangesFocus(True)
        self.answer.textChanged.connect(self._show_ready)
        self.paste = Button(tr("Paste the answer"))
        self.paste.clicked.connect(self._paste)
        self.propose = Button(tr("Check the answer"), "primary")
        self.propose.clicked.connect(self._propose)
        self.trouble = text("", "body", "warn", wrap=True)
        self.trouble.hide()
        self.card = PaperCard(tr("A dream by any chat"))
        buttons = QWidget()
        row = Flow(buttons)
        row.setSpacing(theme().px(10))
        row.addWidget(self.paste)
        row.addWidget(self.propose)
        self.leave = Button(tr("Look at the changes"))
        self.leave.clicked.connect(self.left)
        row.addWidget(self.leave)
        self.card.add(self._about, self._warning, self.copy, self.trouble, self.answer, buttons)
        stacked(self, Header(actions, tr("By any chat")), self.card, grows=self.card)
        theme().followed_by(self._measure)

    def ask(self, parts: Sequence[str], days: int) -> None:
        """Offer a question about so many days, with the keyboard on its first step."""
        if self.mends or len(self._answers) != len(parts):
            first = "" if self.mends else self.answer.toPlainText()
            self._answers = [first, *("" for _ in parts[1:])]
        self._parts, self.mends = parts, False
        self.leave.hide()
        asked = counted(
            "Copy the question about {count} day into any chat, and paste its answer below.",
            "Copy the question about {count} days into any chat, and paste its answer below.",
            days,
        )
        safe = tr("Each change is checked here, and nothing is written before you agree.")
        self._about.setText(together(asked, safe))
        self._show_part(0)
        announce(self, self._about.text())

    def mend(self, question: str, proved: int, count: int) -> None:
        """Offer a second question, once: the chat rewrites what is not proved."""
        self._parts, self.mends = (*self._parts, question), True
        self._answers.append("")
        told = tr("{proved} of {count} changes are proved by your notes.")
        how = tr(
            "The chat can write the others anew, closer to your notes. It needs what it was asked "
            "before, so go on in the same chat."
        )
        self._about.setText(together(told.format(proved=proved, count=count), how))
        self._show_part(len(self._parts) - 1)
        self.copy.setText(tr("Copy what is not proved"))
        self.leave.show()
        self.focus()
        announce(self, self._about.text())

    def clear(self) -> None:
        """Nothing is asked any more."""
        self._answers = []
        self.answer.clear()

    def refuse(self, message: str) -> None:
        """Say what is wrong with the answer; it stays to be mended, from its first part on, where
        it is not itself one that mends.
        """
        if self._at and not self.mends:
            self._show_part(0)
        self.trouble.setText(message)
        self.trouble.show()
        self._show_ready()
        self.answer.setFocus(Qt.FocusReason.OtherFocusReason)
        announce(self, message)

    def focus(self) -> None:
        """The keyboard on the next step."""
        (self.answer if self.answer.toPlainText() else self.copy).setFocus(
            Qt.FocusReason.OtherFocusReason
        )

    def _show_part(self, at: int) -> None:
        self._at = at
        self.answer.setPlainText(self._answers[at])
        count = len(self._parts)
        words = tr("Copy the question")
        if count > 1:
            words = (
                tr("Copy part %1 of %2").replace("%1", str(self._at + 1)).replace("%2", str(count))
            )
        self.copy.setText(words)
        self.trouble.hide()
        self._show_ready()

    def _show_ready(self) -> None:
        self.propose.setEnabled(bool(self.answer.toPlainText().strip()))
        last = self._at + 1 >= len(self._parts)
        self.propose.setText(tr("Check the answer") if last else tr("Next part"))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._parts[self._at])
        self.copy.setText(tr("Copied"))
        announce(self, tr("The question is on the clipboard."))
        self.answer.setFocus(Qt.FocusReason.OtherFocusReason)

    def _paste(self) -> None:
        self.answer.setPlainText(QGuiApplication.clipboard().text())

    def _propose(self) -> None:
        self._answers[self._at] = self.answer.toPlainText()
        if self._at + 1 < len(self._parts):
            self._show_part(self._at + 1)
            self.focus()
        else:
            self.trouble.hide()
            self.propose.setEnabled(False)  # until it is checked
            count = len(self._answers) - self.mends
            self.answered.emit(self._answers[:count], self._answers[count:])

    def _measure(self) -> None:
        self.answer.setMinimumHeight(theme().px(_ANSWER_HEIGHT))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._answers[self._at] = self.answer.toPlainText()
            self.left.emit()
        else:
            super().keyPressEvent(event)
