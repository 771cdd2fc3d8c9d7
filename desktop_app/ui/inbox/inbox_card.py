"""A question of the inbox: why it is asked, the lines with where they stand, and its answers.

Knows one question, not what becomes of an answer.
"""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.dreams.inbox.item import KEYS, InboxAnswer, InboxItem, words_for
from desktop_app.notebook.source import Source
from desktop_app.ui.answering.answer_card import AnswerCard
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.labels import breakable, text
from desktop_app.ui.review.reword import Reword
from desktop_app.ui.review.source_row import Names, chip_of
from desktop_app.words import tr


class InboxCard(AnswerCard):
    """`source` is where what speaks against the line stands, or the line itself."""

    item: InboxItem

    def __init__(self, item: InboxItem, names: Names) -> None:
        super().__init__(item, item.sources[-1])
        self.setAccessibleName(item.why)
        self.field = Reword(tr("The new line"))
        self.field.kept.connect(partial(self.said.emit, InboxAnswer.EDIT))
        self.field.left.connect(self._leave)
        self.field.hide()
        self.column.addWidget(text(item.why, "meta", "text2", wrap=True))
        texts = [item.text, *filter(None, [item.other])]
        bullet, *others = item.sources
        places: list[tuple[Source, ...]] = [(bullet,), tuple(others)]
        for n, (line, sources) in enumerate(zip(texts, places, strict=False), start=1):
            number = str(n) if len(texts) > 1 else ""
            self.column.addWidget(self._line(number, line, sources, names))
        self.column.addWidget(self.field)
        self.add_answers({answer: words_for(answer, item) for answer in item.answers}, KEYS)

    @property
    def typing(self) -> bool:
        return self.field.hasFocus()

    def say(self, answer: str) -> None:
        """An edit asks for the new line first."""
        if answer == InboxAnswer.EDIT:
            self.wanted.emit()
            self.field.begin(self.item.text)
        else:
            super().say(answer)

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
