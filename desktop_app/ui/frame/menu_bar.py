"""The menu bar of macOS, whose first menu every program has. Knows the registry of actions."""

from collections.abc import Callable

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenuBar

from desktop_app.ui.parts.actions import Actions
from desktop_app.words import tr

_ROLES = {
    "page.settings": QAction.MenuRole.PreferencesRole,
    "quit": QAction.MenuRole.QuitRole,
}


def menu_bar(actions: Actions, about: Callable[[], None]) -> QMenuBar:
    """The menu bar of one window, which macOS shows while that window is in front. It puts each
    action where the action's role belongs. All other actions are in the window and in its palette.
    """
    bar = QMenuBar()
    menu = bar.addMenu("Nightstand")
    about_action = menu.addAction(tr("About Nightstand"), about)
    about_action.setMenuRole(QAction.MenuRole.AboutRole)
    for name, role in _ROLES.items():
        actions[name].setMenuRole(role)
        menu.addAction(actions[name])
    files = bar.addMenu(tr("File"))
    for name in ("open", "open.new", "create", "close"):
        files.addAction(actions[name])
    return bar
