"""A conversation that was read, before it is added: its turns, the choices, and the button."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.ui.conversation.choices import Choice, Choices
from desktop_app.ui.conversation.talk_words import name_of, what_is_there, where
from desktop_app.ui.conversation.talk_work import Given
from desktop_app.ui.conversation.turn_list import TurnList
from desktop_app.ui.look.theme import Theme
from desktop_app.ui.parts.controls import Button
from desktop_app.ui.parts.labels import Elided, rule, text
from desktop_app.ui.parts.running import Running


class Preview(QWidget):
    """Shows one conversation; while it is being added, its card stands in place of the choices."""

    add_asked = Signal()
    change_asked = Signal()  # another text or file
    picked = Signal(int)  # another conversation of the same file, by its number

    def __init__(self, theme: Theme, choices: Choices) -> None:
        super().__init__()
        self._theme, self.choices = theme, choices
        self.given: Given | None = None
        self.name = Elided("", "strong")
        self.counts = text("", "meta", "text2", wrap=True)
        self.change_button = Button(self.tr("Another…"))
        self.change_button.clicked.connect(self.change_asked)
        self.which = Choice(self.tr("Which conversation"))
        self.which.activated.connect(self.picked)
        self.turns = TurnList(theme)
        name, first = self.tr("A conversation is being added"), self.tr("Reading what is new")
        self.adding = Running(theme, name, first)
        self.add_button = Button(self.tr("Add to today"), "primary")
        self.add_button.clicked.connect(self.add_asked)
        choices.changed.connect(self._name_button)
        self._build()
        theme.changed.connect(self._measure)
        self._measure()

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

    def _name_button(self) -> None:
        day = self.choices.own_day
        words = self.tr("Add to %1").replace("%1", day) if day else self.tr("Add to today")
        self.add_button.setText(words)

    def show_running(self, running: bool) -> None:
        """While it is being added there is nothing to choose."""
        self.choices.setVisible(not running)
        self.add_button.setVisible(not running)
        self.change_button.setEnabled(not running)
        self.which.setEnabled(not running)
        self.adding.show_running(running)

    def _build(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(self.name)
        words.addWidget(self.counts)
        head = QHBoxLayout()
        head.addLayout(words, 1)
        head.addWidget(self.change_button)
        foot = QHBoxLayout()
        foot.addWidget(self.add_button)
        foot.addStretch()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addLayout(head)
        self._column.addWidget(self.which)
        for part in (rule(), self.turns, rule()):
            self._column.addWidget(part, 1 if part is self.turns else 0)
        self._column.addWidget(self.choices)
        self._column.addWidget(self.adding)
        self._column.addLayout(foot)

    def _measure(self) -> None:
        px = self._theme.px
        self._column.setSpacing(px(12))
        self.turns.setMinimumHeight(px(150))
