"""A suspicious line: how sure it is, what it would do, the line, where it stands, two answers.

Knows one line, not what becomes of an answer.
"""

from PySide6.QtWidgets import QHBoxLayout

from desktop_app.language.gate.poison import Certainty
from desktop_app.language.gate.poison_words import all_words, line_words, sure_words
from desktop_app.memory.poison import PoisonedLine
from desktop_app.notebook.source import Source
from desktop_app.ui.answering.answer_card import AnswerCard
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.labels import Pill, breakable, text
from desktop_app.ui.review.source_row import Names, chip_of
from desktop_app.words import tr

QUARANTINE, FINE = "quarantine", "fine"
ANSWERS = {QUARANTINE: tr("Quarantine"), FINE: tr("This is fine")}
KEYS = {QUARANTINE: "Q", FINE: "F"}
_MOST = 400  # characters of the line


class PoisonCard(AnswerCard):
    """`source` is the line itself."""

    item: PoisonedLine

    def __init__(self, item: PoisonedLine, names: Names) -> None:
        super().__init__(item, Source(item.path, item.line, ""))
        sure = sure_words(item.certainty)
        does = all_words(item.findings)
        self.setAccessibleName(tr("{sure}: {does}").format(sure=sure, does=does))
        head = QHBoxLayout()
        head.setSpacing(theme().px(10))
        head.addWidget(Pill(sure, "warn" if item.certainty != Certainty.POSSIBLE else "plain"))
        head.addWidget(chip_of(self.source, names, self.opened.emit))
        head.addStretch(1)
        self.column.addLayout(head)
        shown = line_words(item.text, _MOST)
        self.column.addWidget(text(breakable(shown), "body", wrap=True))
        for finding in item.findings:
            words = breakable(all_words([finding]))
            self.column.addWidget(text(words, "meta", "text2", wrap=True))
        self.add_answers(ANSWERS, KEYS)
