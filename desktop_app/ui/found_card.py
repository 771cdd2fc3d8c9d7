"""What a folder holds that is to become a notebook, before anything is written. Knows no files."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QWidget

from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.parts.labels import breakable, text
from desktop_app.ui.parts.notices import announce
from desktop_app.words import tr


class FoundCard(QFrame):
    """A card with what was found, a button to take it as it is, and one to leave it."""

    taken = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "card")
        self._title = text("", "strong", wrap=True)
        self._contents = text("", "body", "text2", wrap=True)
        self._promise = text(
            tr("Your notes stay as they are. Only the small file %1 is added.").replace(
                "%1", ".nightstand.toml"
            ),
            "meta",
            "text2",
            wrap=True,
        )
        self.take_button = Button(tr("Use these notes"), "primary")
        self.take_button.clicked.connect(self.taken)
        self.leave_button = Button(tr("Not now"))
        self.leave_button.clicked.connect(self.hide)
        buttons = QWidget()
        row = Flow(buttons)
        row.setSpacing(theme().px(8))
        row.addWidget(self.take_button)
        row.addWidget(self.leave_button)
        self._column = stacked(self, self._title, self._contents, self._promise, buttons)
        theme().followed_by(self._measure)
        self.hide()

    @property
    def words(self) -> str:
        """What it says was found."""
        return self._contents.text().replace("\u200b", "")

    def show_found(self, folder: str, contents: Sequence[str]) -> None:
        """Say what lies in a folder, a sentence a line."""
        self._title.setText(breakable(tr("Notes found in %1").replace("%1", folder)))
        self._contents.setText("\n".join(map(breakable, contents)))
        self.show()
        announce(self, f"{self._title.text()}. {' '.join(contents)}")

    def _measure(self) -> None:
        px = theme().px
        self._column.setContentsMargins(px(16), px(14), px(16), px(14))
        self._column.setSpacing(px(8))
