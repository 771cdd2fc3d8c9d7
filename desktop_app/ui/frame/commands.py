"""The window's own commands: pages, palette, zoom, back; and the menu bar of macOS.

Knows words and keys; the window acts.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenuBar

from desktop_app.ui.look.theme import theme
from desktop_app.ui.parts.actions import ALWAYS, NOTEBOOK, PAGE, Actions
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.ui.plans import Plan
    from desktop_app.ui.window import Window


def add_page_actions(
    actions: Actions,
    pages: "Sequence[Plan]",
    made: Callable[[str], Any],
    show: Callable[[str], object],
) -> None:
    """Adds what leads to a page from everywhere: Ctrl+1, Ctrl+2 and so on in the order of the
    rail, Ctrl+, for the settings, and the entrances of each page.

    `made` gives the page of a name, `show` brings it to the front.
    """
    for page in pages:
        for way in page.entrances:
            act = lambda name=page.name, way=way: way.act(made(name))
            actions.add(way.id, way.words, act, way.keys, way.icon, detail=way.detail,
                listed=way.listed)  # fmt: skip
    n = 0
    for page in pages:
        n += page.in_rail
        keys = [f"Ctrl+{n}"] * page.in_rail + ["Ctrl+,"] * (page.name == "settings")
        actions.add(f"page.{page.name}", page.title, partial(show, page.name), keys, page.name,
            detail=page.about, listed=page.in_rail, checkable=True)  # fmt: skip


def add_frame_actions(window: "Window", actions: Actions) -> None:
    """Adds what works on every page."""
    look, finder, size = theme(), window.finder, tr("The size of text and all else")
    ask_note = partial(finder.ask, ("note",), tr("Type the name of the new note"))
    for name, words, act, keys, icon, where, detail in (
        ("palette", tr("Commands"), finder.ask, "Ctrl+K", "command", ALWAYS,
            tr("Everything one can do")),
        ("go", tr("Go to a file, a heading or a day"), finder.ask_places, ("Ctrl+O", "Ctrl+P"),
            "arrow-right", NOTEBOOK, tr("By a few letters of its name")),
        ("note.new", tr("New note…"), ask_note, "", "note", NOTEBOOK,
            tr("About a person, a project or anything else")),
        ("find", tr("Find on this page"), window.find_here, "Ctrl+F", "search", PAGE, ""),
        ("back", tr("Back"), lambda: window.step(-1), "Alt+Left", "arrow-left", PAGE, ""),
        ("forward", tr("Forward"), lambda: window.step(1), "Alt+Right", "arrow-right", PAGE, ""),
        ("open", tr("Open another notebook…"), window.open_asked.emit, "", "folder", ALWAYS,
            tr("Any folder with a memory in it")),
        ("help", tr("Help"), window.show_help, "F1", "help", ALWAYS,
            tr("Opens the manual")),
        ("help.close", tr("Close help (Esc)"), window.leave_page, "", "cross", "help", ""),
        ("view.focus", tr("Focus mode"), window.show_bare, "F8", "focus", PAGE,
            tr("Nothing but the text; Esc ends this")),
        ("view.larger", tr("Zoom in"), lambda: look.step_zoom(1), ("Ctrl+=", "Ctrl++"), "plus",
            ALWAYS, size),
        ("view.smaller", tr("Zoom out"), lambda: look.step_zoom(-1), "Ctrl+-", "minus", ALWAYS,
            size),
        ("view.usual", tr("Usual size"), lambda: look.set_zoom(1.0), "Ctrl+0", "refresh", ALWAYS,
            ""),
        ("colours", tr("Light or dark colours"),
            lambda: look.set_mode("light" if look.name == "dark" else "dark"), "", "palette",
            ALWAYS, tr("Appearance of the whole window")),
        # Ctrl+Z is the toast's *Undo* while that is up; an editor with the keyboard keeps the key.
        ("undo", tr("Undo what was just done, while Undo is offered below"), window.undo, "Ctrl+Z",
            "", NOTEBOOK, ""),
        ("quit", tr("Quit Nightstand"), window.close, ("Ctrl+Q", "Ctrl+W"), "cross", ALWAYS,
            tr("What you typed is saved first")),
    ):  # fmt: skip
        actions.add(name, words, act, keys, icon, where, detail=detail,
            listed=name in _LISTED, checkable=name == "view.focus")  # fmt: skip
    actions.allow("undo", False)


_LISTED = (
    "note.new", "open", "help", "view.focus", "view.larger", "view.smaller", "colours", "quit",
)  # fmt: skip


def menu_bar(actions: Actions, about: Callable[[], None]) -> QMenuBar:
    """The menu bar of one window, which macOS shows while that window is in front. It puts each
    action where the action's role belongs. All other actions are in the window and in its palette.
    """
    bar = QMenuBar()
    menu = bar.addMenu("Nightstand")
    menu.addAction(tr("About Nightstand"), about).setMenuRole(QAction.MenuRole.AboutRole)
    for name, role in (
        ("page.settings", QAction.MenuRole.PreferencesRole),
        ("quit", QAction.MenuRole.QuitRole),
    ):
        actions[name].setMenuRole(role)
        menu.addAction(actions[name])
    files = bar.addMenu(tr("File"))
    for name in ("open", "open.new", "create"):
        files.addAction(actions[name])
    return bar
