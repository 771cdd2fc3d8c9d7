"""The 56 px line on top of a document or a list, with its menu of more. Knows no page."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QVBoxLayout, QWidget

from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.actions import INSPECTOR, LIST, Actions
from desktop_app.ui.parts.boxes import stacked
from desktop_app.ui.parts.controls import IconButton
from desktop_app.ui.parts.labels import Elided, rule


class Header(QFrame):
    """A document's header: title over subtitle at the left, tools at the right.

    The buttons that bring the list (in a narrow window) and the inspector come and go by
    themselves, with the window's two actions.
    """

    def __init__(self, actions: Actions, title: str = "", subtitle: str = "") -> None:
        super().__init__()
        self.setProperty("surface", "doc")
        self.title = Elided(title, "section")
        self.subtitle = Elided(subtitle, "meta", "text2")
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addStretch()
        words.addWidget(self.title)
        words.addWidget(self.subtitle)
        words.addStretch()
        self._tools = QHBoxLayout()
        self._row = QHBoxLayout()
        self._list = actions[LIST]
        self._list.changed.connect(self._measure)
        self._row.addWidget(IconButton.of(self._list, "list"))
        self._row.addLayout(words, 1)
        self._row.addLayout(self._tools)
        self._row.addWidget(IconButton.of(actions[INSPECTOR], "panel"))
        stacked(self, self._row, rule(), grows=self._row)
        theme().followed_by(self._measure)
        self.say(title, subtitle)

    def say(self, title: str, subtitle: str = "") -> None:
        """The two lines; without a subtitle the title stands alone in the middle."""
        self.title.setText(title)
        self.subtitle.setText(subtitle)
        self.subtitle.setVisible(bool(subtitle))

    def add(self, *tools: QWidget) -> None:
        """Puts these at the right, in this order."""
        for tool in tools:
            self._tools.addWidget(tool, 0, Qt.AlignmentFlag.AlignVCenter)

    def _measure(self) -> None:
        px = theme().px
        self.setFixedHeight(px(56))
        self._row.setContentsMargins(px(10 if self._list.isVisible() else 20), 0, px(12), 0)
        self._row.setSpacing(px(8))
        self._tools.setSpacing(px(8))


class PaneHeader(QFrame):
    """A list pane's header: its title, and at the right a tool or two."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.title = Elided(title, "section")
        self._row = QHBoxLayout(self)
        self._row.addWidget(self.title, 1)
        theme().followed_by(self._measure)

    def add(self, *tools: QWidget) -> None:
        """Puts these at the right, in this order."""
        for tool in tools:
            self._row.addWidget(tool, 0, Qt.AlignmentFlag.AlignVCenter)

    def lead(self, tool: QWidget) -> None:
        """Puts this before the title."""
        self._row.insertWidget(0, tool)

    def _measure(self) -> None:
        px = theme().px
        self.setFixedHeight(px(56))
        self._row.setContentsMargins(px(18), 0, px(12), 0)
        self._row.setSpacing(px(4))


def more_button(name: str, actions: Actions, *deeds: QAction) -> IconButton:
    """The button that offers these, and printing; `name` is what a screen reader says."""
    button = IconButton("more", name)
    menu = QMenu(button)
    for deed in deeds:
        menu.addAction(deed)
    add_printing(menu, actions)
    button.setMenu(menu)
    button.setPopupMode(button.ToolButtonPopupMode.InstantPopup)
    return button


def add_printing(menu: QMenu, actions: Actions) -> None:
    """Offers to export and to print in a menu, where the window can do that."""
    if "print" in actions:
        if not menu.isEmpty():
            menu.addSeparator()
        menu.addAction(actions["print"])
