"""What became of a conversation: the lines in today, or that there was nothing to keep."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop_app.dreams.flush import Flushed
from desktop_app.ui.conversation.line_choice import lines_card
from desktop_app.ui.conversation.talk_words import written_by
from desktop_app.ui.look.icons import pixmap
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.labels import surface, text
from desktop_app.words import tr


class Result(QWidget):
    """One result at a time."""

    open_asked = Signal()
    undo_asked = Signal()
    another_asked = Signal()
    again_asked = Signal()  # back to the turns

    def __init__(self) -> None:
        super().__init__()
        self._icon = "check"
        self._sign = QLabel()
        self.title = text("", "section", wrap=True)
        self.detail = text("", "meta", "text2", wrap=True)
        self.lines: list[QLabel] = []
        self._card = surface("card")
        self.open_button = Button(tr("Open today"), "primary")
        self.undo_button = Button(tr("Undo"), "plain", "undo")
        self.again_button = Button(tr("Back to the messages"))
        self.another_button = Button(tr("Add another"), "quiet")
        self.open_button.clicked.connect(self.open_asked)
        self.undo_button.clicked.connect(self.undo_asked)
        self.again_button.clicked.connect(self.again_asked)
        self.another_button.clicked.connect(self.another_asked)
        self._build()
        theme().followed_by(self._measure)

    def show_written(self, flushed: Flushed, model: str, day: str = "") -> None:
        """These lines stand in today now, or in another `day`; `model` is who was asked, "" for
        nobody."""
        title = tr("Added to %1").replace("%1", day) if day else tr("Added to today")
        self._say("check", title, written_by(flushed, model))
        self.open_button.setText(tr("Open the day") if day else tr("Open today"))
        self._show_lines(flushed.text)
        self._offer(self.open_button, self.undo_button, self.another_button)
        self.undo_button.setEnabled(True)

    def show_nothing(self, flushed: Flushed) -> None:
        """It ended well, and there was nothing to write."""
        self._say("info", flushed.reason, tr("The day stays as it is."))
        self._card.hide()
        self._offer(self.again_button, self.another_button)

    def show_taken_back(self) -> None:
        """What had been written is gone again."""
        detail = tr("The lines are out of the day again, and the messages count as new.")
        self._say("undo", tr("Taken back"), detail)
        self._card.hide()
        self._offer(self.again_button, self.another_button)

    def show_undoing(self) -> None:
        """Only once."""
        self.undo_button.setEnabled(False)

    def _show_lines(self, words: str) -> None:
        self._card.setParent(None)  # with the lines of before
        self._card.deleteLater()
        self._card, rows = lines_card(tr("Lines that were added"))
        self.lines = []
        for line in filter(str.strip, words.split("\n")):
            bullet = line.startswith("- ")
            label = text(line.removeprefix("- "), "chat", wrap=True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            row = len(self.lines)
            if bullet:
                rows.addWidget(text("•", "chat", "text3"), row, 0, Qt.AlignmentFlag.AlignTop)
            rows.addWidget(label, row, 1)
            self.lines.append(label)
        self._column.insertWidget(1, self._card)

    def _say(self, icon: str, title: str, detail: str) -> None:
        self._icon = icon
        self.title.setText(title)
        self.detail.setText(detail)
        self._draw()

    def _offer(self, *buttons: Button) -> None:
        every = (self.open_button, self.undo_button, self.again_button, self.another_button)
        for button in every:
            button.setVisible(button in buttons)

    @property
    def first_button(self) -> Button:
        """Where the keyboard goes."""
        return self.again_button if self.open_button.isHidden() else self.open_button

    def _build(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.title)
        words.addWidget(self.detail)
        self._head = QHBoxLayout()
        self._head.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        self._head.addLayout(words, 1)
        buttons = QFrame()
        self._row = Flow(buttons)
        for button in (self.open_button, self.undo_button, self.again_button, self.another_button):
            self._row.addWidget(button)
        self._column = stacked(self, self._head, self._card, buttons, None)

    def _draw(self) -> None:
        token = "ok" if self._icon == "check" else "text2"
        ratio = self.devicePixelRatioF()
        self._sign.setPixmap(pixmap(self._icon, token, 22, ratio))

    def _measure(self) -> None:
        px = theme().px
        self._column.setSpacing(px(16))
        self._head.setSpacing(px(12))
        self._row.setSpacing(px(8))
        self._draw()
