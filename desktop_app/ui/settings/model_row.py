"""An installed model in its row, and the question before it is deleted. Asks nobody itself."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel

from desktop_app.sizes import size
from desktop_app.ui.look.theme import Theme
from desktop_app.ui.models.model_words import about
from desktop_app.ui.parts.controls import Button, IconButton
from desktop_app.ui.parts.labels import Pill, text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.settings.setting_row import SettingRow

if TYPE_CHECKING:
    from desktop_app.errors import Problem
    from desktop_app.models.model import ModelInfo


class ModelRow(SettingRow):
    """One model. Deleting it is asked in the row: the keyboard stands on *Keep* then."""

    delete_asked = Signal(str)

    def __init__(self, theme: Theme, info: "ModelInfo") -> None:
        self.name = info.name
        self.chosen = Pill("", "accent")
        self.question = text("", "ui", "text")
        self.sure = Button("", "danger")
        self.keep = Button("")
        self.trash = IconButton(theme, "trash", info.name)
        super().__init__(
            theme, info.name, about(info), self.chosen, self.question, self.sure, self.keep,
            self.trash,
        )  # fmt: skip
        self.chosen.setText(self.tr("Dreams"))
        self.sure.setText(self.tr("Delete"))
        self.keep.setText(self.tr("Keep"))
        self._name(self.trash, self.tr("Delete %1…"))
        self.trash.setToolTip(self.trash.accessibleName())
        self._name(self.sure, self.tr("Delete %1"))
        self._name(self.keep, self.tr("Keep %1"))
        self.trouble: QLabel = text("", "meta", "danger", wrap=True)
        self.trouble.hide()
        self.words.addWidget(self.trouble)
        self.trash.clicked.connect(self.ask)
        self.keep.clicked.connect(self.stay)
        self.sure.clicked.connect(self._delete)
        self.show_info(info)
        self.show_chosen(False)
        self._show_question(False)

    def show_info(self, info: "ModelInfo") -> None:
        """The model as it was just read."""
        self._size = info.size
        self.explain(about(info))

    def show_chosen(self, chosen: bool) -> None:
        """Whether this is the model that dreams."""
        self.chosen.setVisible(chosen)

    def ask(self) -> None:
        """Ask before deleting."""
        words = self.tr("Delete %1?").replace("%1", size(self._size) if self._size else self.name)
        self.question.setText(words)
        self._show_question(True)
        self.keep.setFocus(Qt.FocusReason.OtherFocusReason)
        announce(self, words)

    def stay(self) -> None:
        """It is kept."""
        self._show_question(False)
        self.trash.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_failed(self, problem: "Problem") -> None:
        """It could not be deleted."""
        self._show_question(False)
        self.trouble.setText(f"{problem.message} {problem.hint}".strip())
        self.trouble.show()
        announce(self, self.trouble.text())

    def _delete(self) -> None:
        self._show_question(False)
        self.trash.hide()
        self.trouble.hide()
        self.question.setText(self.tr("Deleting…"))
        self.question.show()
        self.delete_asked.emit(self.name)

    def _show_question(self, asked: bool) -> None:
        for part in (self.question, self.sure, self.keep):
            part.setVisible(asked)
        self.trash.setVisible(not asked)

    def _name(self, button: Button | IconButton, words: str) -> None:
        button.setAccessibleName(words.replace("%1", self.name))
