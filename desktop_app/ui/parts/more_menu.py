"""The menu of what is done less often with what a page shows. Knows actions by their ids."""

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from desktop_app.ui.parts.actions import Actions
from desktop_app.ui.parts.controls import IconButton


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
