"""A conversation that was read: its turns, the choices, and the button."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.ui.conversation.choices import Choice, Choices
from desktop_app.ui.conversation.talk_words import name_of, what_is_there, where
from desktop_app.ui.conversation.talk_work import Given
from desktop_app.ui.conversation.turn_list import TurnList
from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.boxes import in_row, stacked
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.labels import Elided, rule, text
from desktop_app.ui.parts.running import Running
from desktop_app.words import tr


class Preview(QWidget):
    """Shows one conversation; while it is looked through, a card stands in place of the choices."""

    find_asked = Signal()
    change_asked = Signal()  # another text or file
    picked = Signal(int)  # another conversation of the same file, by its number

    def __init__(self, choices: Choices) -> None:
        super().__init__()
        self.choices = choices
        self.given: Given | None = None
        self.name = Elided("", "strong")
        self.counts = text("", "meta", "text2", wrap=True)
        self.change_button = Button(tr("Another…"))
        self.change_button.clicked.connect(self.change_asked)
        self.which = Choice(tr("Which conversation"))
        self.which.activated.connect(self.picked)
        self.turns = TurnList()
        name, first = tr("A conversation is looked through"), tr("Reading what is new")
        self.finding = Running(name, first)
        self.find_button = Button(tr("Find what matters"), "primary")
        self.find_button.clicked.connect(self.find_asked)
        self._build()
        theme().followed_by(self._measure)

    def show_given(self, given: Given) -> None:
        """Shows this conversation."""
        self.given = given
        self.name.setText(name_of(given.path))
        self.name.setToolTip(where(given.path))
        self.counts.setText(what_is_there(given.talk, given.known))
        self.which.clear()
        self.which.addItems(given.talk.titles)
        self.which.setCurrentIndex(given.talk.number)
        self.which.setVisible(len(given.talk.titles) > 1)
        self.turns.show_turns(given.talk.messages, given.known)

    def show_running(self, running: bool) -> None:
        """While it is looked through there is nothing to choose."""
        self.choices.setVisible(not running)
        self.find_button.setVisible(not running)
        self.change_button.setEnabled(not running)
        self.which.setEnabled(not running)
        self.finding.show_running(running)

    def _build(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(self.name)
        words.addWidget(self.counts)
        head = in_row(words, self.change_button, grows=words)
        foot = in_row(self.find_button, None)
        self._column = stacked(self, head, self.which)
        for part in (rule(), self.turns, rule()):
            self._column.addWidget(part, 1 if part is self.turns else 0)
        self._column.addWidget(self.choices)
        self._column.addWidget(self.finding)
        self._column.addLayout(foot)

    def _measure(self) -> None:
        px = theme().px
        self._column.setSpacing(px(12))
        self.turns.setMinimumHeight(px(150))
