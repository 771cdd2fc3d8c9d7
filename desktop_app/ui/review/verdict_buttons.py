"""Edit, Reject and Accept of a change: each says what it would do, or that it is done.

Knows states and words, not what is decided.
"""

from PySide6.QtCore import Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop_app.ui.look.theme import Theme
from desktop_app.ui.parts.controls import Button, IconButton
from desktop_app.ui.review.change_words import ACCEPTED, REJECTED


class VerdictButtons(QWidget):
    """The three of them in a row."""

    edit_asked = Signal()
    said = Signal(bool)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.edit = IconButton(theme, "edit", self.tr("Edit the new line"), 30)
        self.edit.clicked.connect(self.edit_asked)
        self.reject = Button("", "plain", theme)
        self.reject.clicked.connect(lambda: self.said.emit(False))
        self.accept = Button("", "plain", theme)
        self.accept.clicked.connect(lambda: self.said.emit(True))
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        for button in (self.edit, self.reject, self.accept):
            self._row.addWidget(button)

    def show_state(self, state: str, *, asks: bool, editable: bool, acceptable: bool) -> None:
        """`asks`: it is a question between two lines, so no side is the wrong one."""
        self._row.setSpacing(self._theme.px(8))
        self.edit.setVisible(editable)
        self.accept.setEnabled(acceptable)
        if asks:
            yes = (self.tr("Take the new line"), self.tr("New line taken"))
            no = (self.tr("Keep the old line"), self.tr("Old line kept"))
        else:
            yes = (self.tr("Accept"), self.tr("Accepted"))
            no = (self.tr("Reject"), self.tr("Rejected"))
        accepted = state == ACCEPTED and acceptable
        _say(self.accept, yes, accepted, "primary", "" if asks else "check")
        refused = "primary" if asks else "danger"
        _say(self.reject, no, state == REJECTED, refused, "" if asks else "cross")


def _say(button: Button, words: tuple[str, str], chosen: bool, kind: str, icon: str) -> None:
    """The button in one of two states, and as wide in the one as in the other.

    Without an `icon` of its own it wears a tick once it is chosen.
    """
    widest = 0
    button.setMinimumWidth(0)
    for state in (not chosen, chosen):
        button.setText(words[state])
        button.setIcon(QIcon())
        button.set_kind(kind if state else "plain", icon or ("check" if state else ""))
        widest = max(widest, button.sizeHint().width())
    button.setMinimumWidth(widest)
