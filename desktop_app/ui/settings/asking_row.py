"""A row whose button asks once, in its place, before it acts. Knows no deed."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from desktop_app.ui.parts.controls import Button, IconButton
from desktop_app.ui.parts.labels import text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.settings.setting_row import SettingRow
from desktop_app.words import tr


class AskingRow(SettingRow):
    """While it asks, the keyboard stands on *Keep*."""

    agreed = Signal()

    def __init__(
        self,
        label: str,
        explanation: str,
        button: Button | IconButton,
        *before: QWidget,
    ) -> None:
        self.button = button
        self.question = text("", "ui", "text")
        self.sure = Button("", "danger")
        self.keep = Button("")
        super().__init__(label, explanation, *before, self.question, self.sure, self.keep, button)
        self.keep.setText(tr("Keep"))
        self.button.clicked.connect(self.ask)
        self.keep.clicked.connect(self.stay)
        self.sure.clicked.connect(self.agreed)
        self.show_question(False)

    def words_asked(self) -> str:
        """The question; a row of its kind says it."""
        raise NotImplementedError

    def ask(self) -> None:
        """Ask before it is done."""
        self.question.setText(self.words_asked())
        self.show_question(True)
        self.keep.setFocus(Qt.FocusReason.OtherFocusReason)
        announce(self, self.question.text())

    def stay(self) -> None:
        """Nothing is done."""
        self.show_question(False)
        self.button.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_question(self, asked: bool) -> None:
        """The question and its answers, or the button."""
        for part in (self.question, self.sure, self.keep):
            part.setVisible(asked)
        self.button.setVisible(not asked)
