"""What can be said to a change: each button says what it would do, or that it is done.

Knows a Change and its words, not what is decided.
"""

from PySide6.QtCore import Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QWidget

from desktop_app.dreams.proposal import Change
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.controls import Button, IconButton
from desktop_app.ui.parts.flow import Flow
from desktop_app.ui.review.change_words import (
    ACCEPTED,
    BOTH,
    REJECTED,
    answers_to,
    asks,
    outcome_of,
    state_of,
)
from desktop_app.ui.review.doubting import nearest_of, quoted
from desktop_app.words import tr


class VerdictButtons(QWidget):
    """In a row, or in several where there is little room."""

    edit_asked = Signal()
    quote_asked = Signal()  # the note's own sentence in place of the new line
    answered = Signal(str)  # accepted, rejected or both

    def __init__(self) -> None:
        super().__init__()
        self.edit = IconButton("edit", tr("Edit the new line"), 30)
        self.edit.clicked.connect(self.edit_asked)
        self.quote = Button(tr("Use the note's sentence"))
        self.quote.clicked.connect(self.quote_asked)
        self.reject, self.accept, self.both = (Button("") for _ in range(3))
        self._answers = {REJECTED: self.reject, ACCEPTED: self.accept, BOTH: self.both}
        self._row = Flow(self, centred=True)
        for part in (self.edit, self.quote, *self._answers.values()):
            self._row.addWidget(part)
        for answer, button in self._answers.items():
            button.clicked.connect(lambda _checked=False, answer=answer: self.answered.emit(answer))

    def stand_below(self, below: bool) -> None:
        """Under the lines, the buttons that every card has come first."""
        self._row.removeWidget(self.quote)
        self._row.insert(self._row.count() if below else 1, self.quote)

    def show_change(self, change: Change, *, gone: bool) -> None:
        """`gone`: its bullet was edited since, so that it can only be rejected."""
        self._row.setSpacing(theme().px(8))
        self.edit.setVisible(change.new is not None and not gone)
        nearest = nearest_of(change)
        self.quote.setVisible(nearest is not None and not quoted(change) and not gone)
        self.quote.setToolTip(f"“{nearest.quote}”" if nearest else "")
        offered = answers_to(change)
        state = state_of(change)
        for answer, button in self._answers.items():
            button.setVisible(answer in offered)
            button.setEnabled(not gone or answer == REJECTED)
            if answer in offered:
                chosen = state == answer and button.isEnabled()
                show_choice(button, offered[answer], chosen, *_look(change, answer))
                outcome = outcome_of(change, answer)
                button.setToolTip(outcome)
                button.setAccessibleDescription(outcome)


def _look(change: Change, answer: str) -> tuple[str, str]:
    """How the button looks once chosen, and its picture; a question has no wrong answer."""
    if asks(change) or change.new is None:
        return "primary", ""
    return ("danger", "cross") if answer == REJECTED else ("primary", "check")


def show_choice(button: Button, words: tuple[str, str], chosen: bool, kind: str, icon: str) -> None:
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
