"""The 56 px line on top of a document or a list, with its menu of more. Knows no page."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QMenu, QWidget

from desktop_app.ui.parts.actions import INSPECTOR, LIST, Actions
from desktop_app.ui.parts.boxes import in_row, sized, stacked
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
        words = stacked(None, None, self.title, self.subtitle, None, gap=1)
        listing, details = (IconButton.of(actions[one], icon) for one, icon in
            ((LIST, "list"), (INSPECTOR, "panel")))  # fmt: skip
        self._tools = in_row(gap=8)
        # Words begin 20 px from the edge, a button's picture with its ground 10.
        row = in_row(listing, sized(QWidget(), width=4), words, self._tools, details, grows=words,
            margins=(8, 0, 12, 0), gap=8)  # fmt: skip
        stacked(self, row, rule(), grows=row)
        sized(self, height=56)
        self.say(title, subtitle)

    def say(self, title: str, subtitle: str = "") -> None:
        """The two lines; without a subtitle the title stands alone in the middle."""
        self.title.setText(title)
        self.subtitle.setText(subtitle)
        self.subtitle.setVisible(bool(subtitle))

    def add(self, *tools: QWidget) -> None:
        for tool in tools:
            self._tools.addWidget(tool, 0, Qt.AlignmentFlag.AlignVCenter)


class PaneHeader(QFrame):
    """A list pane's header: its title, and at the right a tool or two."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.title = Elided(title, "section")
        self._row = in_row(self.title, grows=self.title, within=self, margins=(18, 0, 12, 0), gap=4)
        sized(self, height=56)

    def add(self, *tools: QWidget) -> None:
        for tool in tools:
            self._row.addWidget(tool, 0, Qt.AlignmentFlag.AlignVCenter)

    def lead(self, tool: QWidget) -> None:
        self._row.insertWidget(0, tool)


def more_button(name: str, *deeds: QAction) -> IconButton:
    """The button that offers these; `name` is what a screen reader says."""
    button = IconButton("more", name)
    menu = QMenu(button)
    menu.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # so the menu ends where it does
    for deed in deeds:
        menu.addAction(deed)
    button.setMenu(menu)
    button.setPopupMode(button.ToolButtonPopupMode.InstantPopup)
    return button
