"""The question before the first dream with a model, and before a long one. Knows what is expected,
starts nothing.
"""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QWidget

from desktop_app.ui.dreams.asking_once import Question
from desktop_app.ui.dreams.paper_card import PaperCard
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.header import Header
from desktop_app.ui.parts.labels import breakable, text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.parts.spans import about
from desktop_app.words import counted, listed, together, tr


class AskCard(QFrame):
    """A document with one card: which model, how much, how long. Esc leaves it."""

    answered = Signal(object, bool)  # the Question, and whether the model may dream
    left = Signal()

    def __init__(self, actions: Actions) -> None:
        super().__init__()
        self.setProperty("surface", "doc")
        self.question: Question | None = None
        self._words = text("", "body", wrap=True)
        self._once = text("", "meta", "text2", wrap=True)
        self.yes = Button(tr("Dream with it"), "primary")
        self.no = Button(tr("Dream without a model"))
        self.yes.clicked.connect(lambda: self._answer(True))
        self.no.clicked.connect(lambda: self._answer(False))
        self.card = PaperCard(tr("The first dream with a model"))
        buttons = QWidget()
        row = Flow(buttons)
        row.setSpacing(theme().px(10))
        row.addWidget(self.yes)
        row.addWidget(self.no)
        self.card.add(self._words, self._once, buttons)
        stacked(self, Header(actions, tr("Before this dream")), self.card, grows=self.card)

    def ask(self, question: Question) -> None:
        """Put the question, with the keyboard on its first answer."""
        self.question = question
        words = expected_words(question)
        title = tr("A long dream with %1?") if question.again else tr("Dream with %1?")
        self.card.say(title.replace("%1", question.expected.model or ""))
        self._words.setText(breakable(words))
        self._once.setText(_of_long_ones() if question.again else _once(question.offered))
        announce(self, words)

    def focus(self) -> None:
        """The keyboard on the first answer."""
        self.yes.setFocus(Qt.FocusReason.OtherFocusReason)

    def _answer(self, agreed: bool) -> None:
        question, self.question = self.question, None
        if question is not None:
            self.answered.emit(question, agreed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.question = None
            self.left.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.no.hasFocus():
            self.no.click()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.yes.click()
        else:
            super().keyPressEvent(event)


def _once(offered: bool) -> str:
    asked = tr(
        "Asked once for each model. What dreams can be changed at any time in the menu "
        "beside Dream now."
    )
    away = tr("Where Ollama is away, a dream goes on without a model and says so.")
    return together(away, asked) if offered else asked


def _of_long_ones() -> str:
    return tr(
        "Asked before each long dream. It can be stopped at any time; what the model has answered "
        "is kept, and the next try goes on there."
    )


def expected_words(question: Question) -> str:
    """qwen3:8b would read 7 days on this computer, in 2 calls, about 3 to 8 minutes."""
    expected = question.expected
    days = counted("1 day", "{count} days", expected.days)
    known = expected.seconds is not None
    calls = counted("1 call", "{count} calls", expected.parts)
    where = question.elsewhere or tr("this computer")
    parts = [
        tr("%1 would read %2 on %3")
        .replace("%3", where)
        .replace("%2", days)
        .replace("%1", expected.model or ""),
        tr("in %1").replace("%1", calls),
    ]
    if expected.seconds is not None:
        parts.append(about(*expected.seconds))
    sentence = tr("%1. Nothing leaves it.")
    if question.elsewhere:
        sentence = tr("%1. Your notes are sent there.")
    if not known:
        sentence = together(
            sentence, tr("How long it takes is told once it has read a part of them.")
        )
    return sentence.replace("%1", listed(parts))
