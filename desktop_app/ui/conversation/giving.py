"""Where a conversation is given: pasted, typed, dropped or opened. Knows text and paths only."""

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QPlainTextEdit, QWidget

from desktop_app.ui.conversation.talk_files import SUFFIXES
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.column import set_font, too_long
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.folders import ask_file, first_file
from desktop_app.ui.parts.labels import text
from desktop_app.words import tr

MOST = 200_000
"""Characters that the field holds; a longer text is read without being shown in it."""


class TalkField(QPlainTextEdit):
    """Takes text as it is typed; says when a conversation or a file came in one piece."""

    pasted = Signal(str)
    file_given = Signal(str)
    entered = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "field")
        self.setTabChangesFocus(True)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return bool(first_file(source)) or super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        if path := first_file(source):
            self.file_given.emit(path)
            return
        words, whole = source.text(), not self.toPlainText().strip()
        fits = len(words) + self.document().characterCount() <= MOST and not too_long(words)
        if fits:
            super().insertFromMimeData(source)
        elif not whole:
            words = f"{self.toPlainText()}\n{words}"
        if not fits or (whole and "\n" in words.strip()):
            self.pasted.emit(words)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.entered.emit()
        else:
            super().keyPressEvent(event)


class Giving(QWidget):
    """The field, and the ways beside typing. `text_given` and `file_given` say what came."""

    text_given = Signal(str)
    file_given = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._dialog: QFileDialog | None = None
        about = tr(
            "What was said in it and is worth keeping becomes a few lines in today. "
            "Nothing is written before you say so."
        )
        self._about = text(about, "body", "text2", wrap=True)
        self.field = TalkField()
        self.field.setAccessibleName(tr("Conversation"))
        self.field.setPlaceholderText(
            tr(
                "Paste a conversation here, or drop a file.\n\n"
                "User: The boat is in the yard until March.\n"
                "Assistant: Noted: in the yard until March."
            )
        )
        self.field.pasted.connect(self.text_given)
        self.field.file_given.connect(self.file_given)
        self.field.entered.connect(self._show)
        self.field.textChanged.connect(self._draw)
        self.show_button = Button(tr("Show the messages"), "primary")
        self.show_button.clicked.connect(self._show)
        self.open_button = Button(tr("Open a file…"), "plain", "folder")
        self.open_button.clicked.connect(self.ask_file)
        self._forms = text(
            tr(
                "Text with speakers (“User: …”, “用户：…”), JSON lines, transcripts of Claude "
                "Code, OpenClaw and their like, and ChatGPT’s conversations.json"
            ),
            "meta",
            "text3",
            wrap=True,
        )
        self._build()
        theme().followed_by(self._measure)
        self._draw()

    def clear(self) -> None:
        """An empty field."""
        self.field.clear()

    def set_busy(self, busy: bool) -> None:
        """While something is being read."""
        self._busy = busy
        self._draw()

    def ask_file(self) -> None:
        """Lets the person choose a file."""
        names = " ".join(f"*{suffix}" for suffix in SUFFIXES)
        self._dialog = ask_file(
            self, tr("Open a conversation"), names, lambda path: self.file_given.emit(path)
        )

    def _show(self) -> None:
        if words := self.field.toPlainText().strip():
            self.text_given.emit(words)

    def _draw(self) -> None:
        empty = not self.field.document().characterCount() > 1
        self.show_button.setEnabled(not self._busy and not empty)
        self.open_button.setEnabled(not self._busy)

    def _build(self) -> None:
        self._busy = False
        buttons = QWidget()
        self._row = Flow(buttons)
        self._row.addWidget(self.show_button)
        self._row.addWidget(self.open_button)
        foot = QHBoxLayout()
        foot.addWidget(buttons, 1)
        self._column = stacked(self, self._about, self.field, self._forms, foot, grows=self.field)

    def _measure(self) -> None:
        px = theme().px
        self._column.setSpacing(px(12))
        self._row.setSpacing(px(8))
        set_font(self.field, "ui")
        self.field.setMinimumHeight(px(120))
