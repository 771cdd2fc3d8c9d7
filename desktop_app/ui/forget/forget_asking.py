"""What is to be forgotten, as one types it: a line or a topic. Knows words, no notebook."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLineEdit, QWidget

from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import Button, Segmented
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.labels import text
from desktop_app.words import tr

LINE, TOPIC = "line", "topic"
_ABOUT = {
    LINE: tr("A line, or some of its words in a row. Signs and capitals make no difference."),
    TOPIC: tr("A word: all lines with it, the section under that heading, the file of that name."),
}


class ForgetAsking(QFrame):
    """A field, what kind of thing it names, and the button that looks for it."""

    asked = Signal(str, bool)  # the text, and whether it names a topic

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "card")
        self.field = QLineEdit()
        self.field.setAccessibleName(tr("What is to be forgotten"))
        self.field.setPlaceholderText(tr("What is to be forgotten"))
        self.kinds = Segmented({LINE: tr("A line"), TOPIC: tr("A topic")}, tr("Forget"))
        self.look_button = Button(tr("Show where it stands"), "primary", "search")
        self._about = text("", "meta", "text2", wrap=True)
        row = QWidget()
        self._row = Flow(row)
        self._row.addWidget(self.kinds)
        self._row.addWidget(self.look_button)
        self._column = stacked(self, self.field, row, self._about)
        self.field.returnPressed.connect(self._ask)
        self.look_button.clicked.connect(self._ask)
        self.field.textChanged.connect(self._draw)
        self.kinds.chosen.connect(self._draw)
        theme().followed_by(self._measure)
        self._draw()

    def show_line(self, words: str) -> None:
        """A line that was chosen elsewhere, looked for at once."""
        self.kinds.choose(LINE)
        self.field.setText(" ".join(words.split()))
        self._draw()
        self.asked.emit(words, False)

    def clear(self) -> None:
        """Nothing is asked for."""
        self.field.clear()

    def _ask(self) -> None:
        if self.field.text().strip():
            self.asked.emit(self.field.text(), self.kinds.value == TOPIC)

    def _draw(self) -> None:
        self._about.setText(_ABOUT[self.kinds.value])
        self.look_button.setEnabled(bool(self.field.text().strip()))

    def _measure(self) -> None:
        px = theme().px
        self._column.setContentsMargins(px(16), px(14), px(16), px(14))
        self._column.setSpacing(px(10))
        self._row.setSpacing(px(8))
