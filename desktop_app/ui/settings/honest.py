"""What a dream without a model does and does not do, in sentences. Knows the sentences only."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from desktop_app import resources
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.labels import text
from desktop_app.words import tr, with_figures


class Honest(QWidget):
    """To be read once: small, quiet, each sentence with its number."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.title = text(tr("What a dream without a model can and cannot do"), "strong")
        self.title.setWordWrap(True)
        self._grid = QGridLayout(self)
        self._grid.setColumnStretch(1, 1)
        self._grid.addWidget(self.title, 0, 0, 1, 2)
        self.sentences = [
            text(with_figures(sentence), "meta", "text2", wrap=True)
            for sentence in resources.table("honest")["sentences"]
        ]
        for n, sentence in enumerate(self.sentences, start=1):
            sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            number = text(str(n), "meta", "text3")
            self._grid.addWidget(number, n, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(sentence, n, 1)
        theme().followed_by(self._measure)

    def _measure(self) -> None:
        px = theme().px
        self._grid.setContentsMargins(px(16), px(12), px(16), px(14))
        self._grid.setHorizontalSpacing(px(10))
        self._grid.setVerticalSpacing(px(6))
