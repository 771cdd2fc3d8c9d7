"""Settings: the key for a note from whichever program is in front, and the command for it.

Knows what the key tells of itself, not how a system lets a program have one.
"""

import shlex
import subprocess
import sys

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QKeySequenceEdit, QLineEdit, QWidget

from desktop_app.errors import Problem
from desktop_app.system.keys import here
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.capture_key import CaptureKey
from desktop_app.ui.parts.controls import Button, IconButton
from desktop_app.ui.parts.labels import rule, text
from desktop_app.ui.parts.notices import announce
from desktop_app.ui.settings.setting_row import SettingRow
from desktop_app.words import together, tr

_TYPED, _SHOWN = QKeySequence.SequenceFormat.PortableText, QKeySequence.SequenceFormat.NativeText


class CaptureRows(QWidget):
    """A field in which one presses the keys, and a command to copy."""

    toasted = Signal(str)
    failed = Signal(str, str)

    def __init__(self, key: CaptureKey) -> None:
        super().__init__()
        self._key = key
        self.field = KeyField(tr("Keys for a note from anywhere"))
        self.field.chosen.connect(self._choose)
        self.suggested = Button("")
        shown = QKeySequence(here.SUGGESTED).toString(_SHOWN)
        self.suggested.setText(tr("Use %1").replace("%1", shown))
        self.suggested.clicked.connect(lambda: self._choose(here.SUGGESTED))
        self.none = IconButton("cross", tr("No key"))
        self.none.clicked.connect(lambda: self._choose(""))
        self.row = SettingRow(
            tr("A note from anywhere"), self._about(), self.suggested, self.field, self.none
        )
        self.copy = Button(tr("Copy"), "plain", "copy")
        self.copy.setAccessibleName(tr("Copy the command"))
        self.copy.clicked.connect(self._copy)
        by_hand = tr(
            "Opens the same small window, also while Nightstand is not open. "
            "The keyboard settings of your desktop can give it a key."
        )
        self.by_hand = SettingRow(tr("As a command"), by_hand, self.copy)
        words = here.command()
        self.command = (
            subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)
        )
        shown_command = text(self.command, "mono", "text", wrap=True)
        shown_command.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.by_hand.words.addWidget(shown_command)
        stacked(self, self.row, rule(), self.by_hand)
        key.changed.connect(self._show)
        self._show()

    def _choose(self, words: str) -> None:
        try:
            self._key.choose(words)
        except Problem as problem:
            self.failed.emit(problem.message, problem.hint)
            self._show()

    def _show(self) -> None:
        self.field.show_keys(self._key.words)
        self.suggested.setVisible(not self._key.words)
        self.none.setVisible(bool(self._key.words))
        self.row.explain(self._about())
        if self._key.problem is not None:
            announce(self, self._about())

    def _about(self) -> str:
        key = self._key
        if key.problem is not None:
            return str(key.problem)
        about = tr("Opens a small window for a note to today, whichever program has the keyboard.")
        if key.held and key.named:
            named = tr("Your desktop calls the key “%1”.").replace("%1", key.named)
            return together(about, named)
        return about

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.command)
        self.toasted.emit(tr("The command is copied."))


class KeyField(QKeySequenceEdit):
    """One key with those that are held."""

    chosen = Signal(str)

    def __init__(self, name: str) -> None:
        super().__init__()
        for part in (self, *self.findChildren(QLineEdit)):
            part.setAccessibleName(name)
        self.setMaximumSequenceLength(1)
        self._shown = ""
        self.editingFinished.connect(self._choose)
        theme().followed_by(self._measure)

    def show_keys(self, words: str) -> None:
        """Shows a key without saying that it was chosen."""
        self._shown = words
        self.setKeySequence(QKeySequence(words))
        for part in self.findChildren(QLineEdit):  # Qt's own words, now set, are bad Chinese
            part.setPlaceholderText(tr("Press the keys"))

    def _choose(self) -> None:
        words = self.keySequence().toString(_TYPED)
        if not words:  # only Ctrl, say, was pressed
            self.show_keys(self._shown)
        elif words != self._shown:
            self.chosen.emit(words)

    def _measure(self) -> None:
        self.setFixedWidth(theme().px(150))
