"""A suspicious line: how sure it is, what it would do, the line, where it stands, two answers.

Knows one line, not what becomes of an answer.
"""

from PySide6.QtCore import Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.dreams.proposal import Source
from desktop_app.language.poison import Certainty
from desktop_app.language.poison_words import all_words, line_words, sure_words
from desktop_app.memory.poison import PoisonedLine
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.labels import Pill, breakable, restyle, text
from desktop_app.ui.review.source_row import Names, chip_of
from desktop_app.words import tr

QUARANTINE, FINE = "quarantine", "fine"
KEYS = {QUARANTINE: "Q", FINE: "F"}
_MOST = 400  # characters of the line


def answer_words(answer: str) -> str:
    """The words on the button of an answer."""
    return tr("Quarantine") if answer == QUARANTINE else tr("This is fine")


class PoisonCard(QFrame):
    """Its buttons show the keys that say the same."""

    said = Signal(str)  # QUARANTINE or FINE
    opened = Signal(str, int)
    wanted = Signal()  # it is to be the current one

    def __init__(self, line: PoisonedLine, names: Names) -> None:
        super().__init__()
        self.line = line
        self.setProperty("surface", "card")
        self.setProperty("card", "change")
        self._column = QVBoxLayout(self)
        does = all_words(line.findings)
        sure = sure_words(line.certainty)
        self.setAccessibleName(tr("{sure}: {does}").format(sure=sure, does=does))
        head = QHBoxLayout()
        head.setSpacing(theme().px(10))
        tone = "warn" if line.certainty != Certainty.POSSIBLE else "plain"
        head.addWidget(Pill(sure, tone))
        source = Source(line.path, line.line, "")
        head.addWidget(chip_of(source, names, self.opened.emit))
        head.addStretch(1)
        self._column.addLayout(head)
        shown = line_words(line.text, _MOST)
        self._column.addWidget(text(breakable(shown), "body", wrap=True))
        for finding in line.findings:
            words = breakable(all_words([finding]))
            self._column.addWidget(text(words, "meta", "text2", wrap=True))
        answers = QWidget()
        self._row = Flow(answers)
        self.buttons: dict[str, Button] = {}
        for answer, key in KEYS.items():
            button = Button(f"{answer_words(answer)}   {key}")
            button.setAccessibleName(answer_words(answer))
            button.setAccessibleDescription(tr("Key %1").replace("%1", key))
            button.clicked.connect(lambda _checked=False, answer=answer: self.said.emit(answer))
            self.buttons[answer] = button
            self._row.addWidget(button)
        self._column.addWidget(answers)
        restyle(self, current=False)
        theme().followed_by(self._measure)

    def set_current(self, current: bool) -> None:
        """Whether the keys are meant for this card."""
        restyle(self, current=current)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.wanted.emit()
        super().mousePressEvent(event)

    def _measure(self) -> None:
        px = theme().px
        self._column.setContentsMargins(px(18), px(14), px(18), px(14))
        self._column.setSpacing(px(8))
        self._row.setSpacing(px(8))
