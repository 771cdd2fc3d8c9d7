"""A question of the inbox: why it is asked, the lines with where they stand, and its answers.

Knows one question, not what becomes of an answer.
"""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.dreams.inbox.item import KEYS, InboxAnswer, InboxItem, words_for
from desktop_app.dreams.proposal import Source
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.labels import breakable, restyle, text
from desktop_app.ui.review.reword import Reword
from desktop_app.ui.review.source_row import Names, chip_of
from desktop_app.words import tr


class InboxCard(QFrame):
    """Its buttons show the keys that say the same."""

    said = Signal(object, str)  # an InboxAnswer, and the new line of an edit
    opened = Signal(str, int)
    wanted = Signal()  # it is to be the current one

    def __init__(self, item: InboxItem, names: Names) -> None:
        super().__init__()
        self.item = item
        self.setProperty("surface", "card")
        self.setProperty("card", "change")
        self.setAccessibleName(item.why)
        self.buttons: dict[InboxAnswer, Button] = {}
        self.field = Reword(tr("The new line"))
        self.field.kept.connect(partial(self.said.emit, InboxAnswer.EDIT))
        self.field.left.connect(self._leave)
        self.field.hide()
        self._column = QVBoxLayout(self)
        self._column.addWidget(text(item.why, "meta", "text2", wrap=True))
        texts = [item.text, *filter(None, [item.other])]
        bullet, *others = item.sources
        places: list[tuple[Source, ...]] = [(bullet,), tuple(others)]
        for n, (line, sources) in enumerate(zip(texts, places, strict=False), start=1):
            number = str(n) if len(texts) > 1 else ""
            self._column.addWidget(self._line(number, line, sources, names))
        self._column.addWidget(self.field)
        answers = QWidget()
        self._row = Flow(answers)
        for answer in item.answers:
            button = Button(f"{words_for(answer, item)}   {KEYS[answer]}")
            button.setAccessibleName(words_for(answer, item))
            button.setAccessibleDescription(tr("Key %1").replace("%1", KEYS[answer]))
            button.clicked.connect(lambda _checked=False, answer=answer: self.say(answer))
            self.buttons[answer] = button
            self._row.addWidget(button)
        self._column.addWidget(answers)
        self.set_current(False)
        theme().followed_by(self._measure)

    def say(self, answer: InboxAnswer) -> None:
        """Give this answer, as its button does; an edit asks for the new line first."""
        if answer == InboxAnswer.EDIT:
            self.wanted.emit()
            self.field.begin(self.item.text)
        elif answer in self.buttons:
            self.said.emit(answer, "")

    def open_source(self) -> None:
        """Opens where what speaks against the line stands, or the line itself."""
        place = self.item.sources[-1]
        self.opened.emit(place.path, place.line)

    def set_current(self, current: bool) -> None:
        """Whether the keys are meant for this card."""
        restyle(self, current=current)

    def _leave(self) -> None:
        self.field.hide()
        self.setFocus()

    def _line(self, number: str, line: str, sources: tuple[Source, ...], names: Names) -> QWidget:
        held = QWidget()
        row = QHBoxLayout(held)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme().px(10))
        if number:
            sign = text(number, "ui", "text3")
            sign.setFixedWidth(theme().px(12))
            sign.setContentsMargins(0, theme().px(3), 0, 0)
            row.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
        told = QVBoxLayout()
        told.setSpacing(theme().px(4))
        told.addWidget(text(breakable(line), "body", wrap=True))
        chips = QWidget()
        flow = Flow(chips)
        flow.setSpacing(theme().px(8))
        for source in sources:
            flow.addWidget(chip_of(source, names, self.opened.emit))
        told.addWidget(chips)
        row.addLayout(told, 1)
        return held

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.wanted.emit()
        super().mousePressEvent(event)

    def _measure(self) -> None:
        px = theme().px
        self._column.setContentsMargins(px(18), px(14), px(18), px(14))
        self._column.setSpacing(px(10))
        self._row.setSpacing(px(8))
