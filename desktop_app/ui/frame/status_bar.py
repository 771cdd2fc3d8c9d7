"""The 26 px line at the bottom: engine, notebook, what runs, the next dream. Knows words only."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout

from desktop_app.ui.look.icons import pixmap
from desktop_app.ui.look.theme import Theme
from desktop_app.ui.parts.labels import Elided, rule


class StatusBar(QFrame):
    """Four things told in small words; three of them can be pressed."""

    notebook_pressed = Signal()
    dream_pressed = Signal()
    commands_pressed = Signal()

    def __init__(self, theme: Theme, commands_key: str) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("surface", "win")
        self._dot = QLabel()
        self.engine = Elided("", "meta", "text2")
        self.engine.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.notebook = self._button("", self.notebook_pressed)
        self.dream = self._button("", self.dream_pressed)
        commands = self._button(
            self.tr("%1 commands").replace("%1", commands_key), self.commands_pressed
        )
        self._row = QHBoxLayout()
        for part in (self._dot, self.engine, self.notebook):
            self._row.addWidget(part)
        self._row.addStretch(1)
        self._row.addWidget(self.dream)
        self._row.addWidget(commands)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(rule())
        column.addLayout(self._row, 1)
        theme.changed.connect(self._measure)
        self._measure()

    def show_engine(self, words: str) -> None:
        """Which engine dreams, e.g. `Built-in engine`."""
        self.engine.setText(words)
        self._dot.setVisible(bool(words))

    def show_notebook(self, folder: str) -> None:
        """The notebook's folder, the home folder as `~`."""
        self.notebook.setText(self.tr("Notebook: %1").replace("%1", folder))
        self.notebook.setVisible(bool(folder))

    def show_dream(self, words: str) -> None:
        """When the next dream comes, or how many changes wait."""
        self.dream.setText(words)
        self.dream.setVisible(bool(words))

    def _button(self, words: str, pressed: Signal) -> QPushButton:
        button = QPushButton(words)
        button.setProperty("kind", "status")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.setVisible(bool(words))
        button.clicked.connect(pressed)
        return button

    def _measure(self) -> None:
        px = self._theme.px
        self.setFixedHeight(px(26))
        self._row.setContentsMargins(px(14), 0, px(8), 0)
        self._row.setSpacing(px(6))
        self._dot.setPixmap(pixmap(self._theme, "dot", "ok", 14, self.devicePixelRatioF()))
