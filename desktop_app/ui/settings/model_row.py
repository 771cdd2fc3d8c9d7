"""An installed model in its row, and the question before it is deleted. Asks nobody itself."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel

from desktop_app.sizes import size
from desktop_app.ui.models.model_words import about
from desktop_app.ui.parts.controls import Button, IconButton
from desktop_app.ui.parts.labels import Pill, text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.settings.asking_row import AskingRow
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.errors import Problem
    from desktop_app.models.model import ModelInfo

_LONGEST, _TAIL = 36, 17  # letters of a name in the question, and of its end


class ModelRow(AskingRow):
    """One model. Deleting it is asked in the row."""

    delete_asked = Signal(str)

    def __init__(self, info: "ModelInfo") -> None:
        self.name = info.name
        self.chosen = Pill("", "accent")
        self.trash = IconButton("trash", info.name)
        super().__init__(info.name, about(info), self.trash, self.chosen)
        self.chosen.setText(tr("Dreams"))
        self.sure.setText(tr("Delete"))
        self._name(self.trash, tr("Delete %1…"))
        self.trash.setToolTip(self.trash.accessibleName())
        self._name(self.sure, tr("Delete %1"))
        self._name(self.keep, tr("Keep %1"))
        self.trouble: QLabel = text("", "meta", "danger", wrap=True)
        self.trouble.hide()
        self.words.addWidget(self.trouble)
        self.agreed.connect(self._delete)
        self.show_info(info)
        self.show_chosen(False)

    def show_info(self, info: "ModelInfo") -> None:
        """The model as it was just read."""
        self._size = info.size
        self.explain(about(info))

    def show_chosen(self, chosen: bool) -> None:
        """Whether this is the model that dreams."""
        self.chosen.setVisible(chosen)

    def words_asked(self) -> str:
        name = self.name
        short = name if len(name) <= _LONGEST else f"{name[: _LONGEST // 2]}…{name[-_TAIL:]}"
        words = tr("Delete %1, %2?") if self._size else tr("Delete %1?")
        return words.replace("%2", size(self._size)).replace("%1", short)

    def show_failed(self, problem: "Problem") -> None:
        """It could not be deleted."""
        self.show_question(False)
        self.trouble.setText(str(problem))
        self.trouble.show()
        announce(self, self.trouble.text())

    def _delete(self) -> None:
        self.show_question(False)
        self.trash.hide()
        self.trouble.hide()
        self.question.setText(tr("Deleting…"))
        self.question.show()
        self.delete_asked.emit(self.name)

    def _name(self, button: Button | IconButton, words: str) -> None:
        button.setAccessibleName(words.replace("%1", self.name))
