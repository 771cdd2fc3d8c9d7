"""What the days speak of, and a line to be written into memory from it. Knows no notebook."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLineEdit

from desktop_app.notebook.almanacs import Almanac
from desktop_app.ui.dreams.almanac_view import AlmanacView
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import in_row, stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.labels import rule
from desktop_app.ui.review.source_row import Names
from desktop_app.words import tr


class TopicView(QFrame):
    """The days of a month by what they were about, each line with its places; a field below."""

    opened = Signal(str, int)
    written = Signal(str)  # a line for MEMORY.md

    def __init__(self) -> None:
        super().__init__()
        self.topics = AlmanacView()
        self.topics.opened.connect(self.opened)
        self.line = QLineEdit()
        self.line.setPlaceholderText(tr("A line for MEMORY.md"))
        self.line.setAccessibleName(tr("A line for MEMORY.md"))
        self.line.textChanged.connect(self._allow)
        self.line.returnPressed.connect(self._write)
        self.button = Button(tr("Write"), "primary")
        self.button.clicked.connect(self._write)
        self._row = in_row(self.line, self.button, grows=self.line)
        stacked(self, self.topics, rule(), self._row, grows=self.topics)
        theme().followed_by(self._measure)
        self._allow()

    def show_topics(self, almanac: Almanac, names: Names) -> None:
        """Topics of some days; what is typed stays."""
        self.topics.show_almanac(almanac, names)

    def _allow(self) -> None:
        self.button.setEnabled(bool(self.line.text().strip()))

    def _write(self) -> None:
        if self.button.isEnabled():
            self.written.emit(self.line.text().strip())
            self.line.clear()

    def _measure(self) -> None:
        px = theme().px
        self._row.setContentsMargins(px(20), px(9), px(20), px(9))
        self._row.setSpacing(px(10))
