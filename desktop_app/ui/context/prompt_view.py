"""The prompt word for word, to read and to copy. Knows text, not where it comes from."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QPlainTextEdit

from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.column import PAD, Column


class PromptView(Column, QPlainTextEdit):
    """Plain text in the column of every text here."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        theme().followed_by(self._measure)

    def _measure(self) -> None:
        self.setFont(theme().font("body"))
        self.document().setDocumentMargin(theme().px(PAD))
        self.centre()
