"""The window's own commands: pages, palette, zoom, back; and the menu bar of macOS.

Knows words and keys; the window acts.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenuBar

from desktop_app.ui.look.theme import theme
from desktop_app.ui.page import Page, Plan
from desktop_app.ui.parts.actions import ALWAYS, PAGE, Actions
from desktop_app.ui.parts.notices import Toast
from desktop_app.words import tr

Keys = str | Iterable[str]


def add_page_actions(
    actions: Actions,
    pages: Sequence[Plan],
    made: Callable[[str], Page],
    show: Callable[[str], object],
) -> None:
    """Adds what leads to a page from everywhere: Ctrl+1, Ctrl+2 and so on in the order of the
    rail, Ctrl+, for the settings, and the entrances of each page.

    `made` gives the page of a name, `show` brings it to the front.
    """
    for page in pages:
        for way in page.entrances:
            act = lambda name=page.name, way=way: way.act(made(name))  # noqa: E731
            actions.add(way.id, way.words, act, way.keys, way.icon, detail=way.detail,
                listed=way.listed)  # fmt: skip
    n = 0
    for page in pages:
        n += page.in_rail
        keys = [f"Ctrl+{n}"] * page.in_rail + ["Ctrl+,"] * (page.name == "settings")
        actions.add(f"page.{page.name}", page.title, partial(show, page.name), keys, page.name,
            detail=page.about, listed=page.in_rail, checkable=True)  # fmt: skip


def add_undo_key(actions: Actions, toast: Toast) -> None:
    """Ctrl+Z is the toast's *Undo* while that is up; an editor with the keyboard keeps the key."""
    words = tr("Undo what was just done, while Undo is offered below")
    actions.add("undo", words, toast.button.click, "Ctrl+Z", listed=False)
    toast.offers_undo.connect(partial(actions.allow, "undo"))
    actions.allow("undo", False)


def add_frame_actions(actions: Actions, deeds: Mapping[str, Callable[[], object]]) -> None:
    """Adds what works on every page; `deeds` are what the window itself does, by name."""

    def add(name: str, words: str, keys: Keys, icon: str, detail: str = "", **how: Any) -> None:
        actions.add(name, words, how.pop("act", deeds.get(name)), keys, icon, detail=detail, **how)

    hidden: dict[str, Any] = {"listed": False}
    add("palette", tr("Commands"), "Ctrl+K", "command",
        tr("Everything one can do"), where=ALWAYS, **hidden)  # fmt: skip
    add("go", tr("Go to a file, a heading or a day"), ("Ctrl+O", "Ctrl+P"), "arrow-right",
        tr("By a few letters of its name"), **hidden)  # fmt: skip
    add("find", tr("Find on this page"), "Ctrl+F", "search", where=PAGE, **hidden)
    add("back", tr("Back"), "Alt+Left", "arrow-left", where=PAGE, **hidden)
    add("forward", tr("Forward"), "Alt+Right", "arrow-right", where=PAGE, **hidden)
    add("open", tr("Open another notebook…"), (), "folder",
        tr("Any folder with a memory in it"), where=ALWAYS)  # fmt: skip
    add("help", tr("Help"), "F1", "help",
        tr("What the manual says of this page"), where=ALWAYS)  # fmt: skip
    add("help.close", tr("Close help (Esc)"), (), "cross", where="help", **hidden)
    add("view.focus", tr("Focus mode"), "F8", "focus",
        tr("Nothing but the text; Esc leaves"), where=PAGE, checkable=True)  # fmt: skip
    look = theme()
    add("view.larger", tr("Zoom in"), ("Ctrl+=", "Ctrl++"), "plus", where=ALWAYS,
        act=lambda: look.step_zoom(1), **hidden)  # fmt: skip
    add("view.smaller", tr("Zoom out"), "Ctrl+-", "minus", where=ALWAYS,
        act=lambda: look.step_zoom(-1), **hidden)  # fmt: skip
    add("view.usual", tr("Usual size"), "Ctrl+0", "refresh", where=ALWAYS,
        act=lambda: look.set_zoom(1.0), **hidden)  # fmt: skip
    add("colours", tr("Light or dark colours"), (), "palette", where=ALWAYS,
        detail=tr("Appearance of the whole window"),
        act=lambda: look.set_mode("light" if look.name == "dark" else "dark"))  # fmt: skip
    add("close", tr("Close this window"), "Ctrl+W", "cross", where=ALWAYS, **hidden)
    add("quit", tr("Quit Nightstand"), "Ctrl+Q", "cross",
        tr("What you typed is saved first"), where=ALWAYS)  # fmt: skip


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
    for name in ("open", "open.new", "create", "close"):
        files.addAction(actions[name])
    return bar
