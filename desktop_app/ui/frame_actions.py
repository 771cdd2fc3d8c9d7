"""The window's own actions: pages, palette, zoom, back. Knows words and keys; the window acts."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop_app.ui.actions import ALWAYS, Actions
from desktop_app.ui.page import Page
from desktop_app.ui.theme import Theme

if TYPE_CHECKING:
    from desktop_app.ui.window import Window


def _tr(words: str) -> str:
    return QCoreApplication.translate("Window", words)


def add_page_actions(actions: Actions, pages: Sequence[Page], window: "Window") -> None:
    """Ctrl+1 and on for the pages in their order; settings answers to Ctrl+, as everywhere."""
    for n, page in enumerate(pages, 1):
        keys = [f"Ctrl+{n}"] + ["Ctrl+,"] * (page.name == "settings")
        actions.add(
            f"page.{page.name}",
            page.title,
            lambda name=page.name: window.show_page(name),
            keys,
            page.name,
            detail=page.about,
            checkable=True,
        )


def add_frame_actions(actions: Actions, theme: Theme, window: "Window") -> None:
    """Everything that works on every page."""
    add = actions.add
    find = window.finder
    add("palette", _tr("Commands"), find.ask_all, ("Ctrl+K", "Ctrl+P"), "command", ALWAYS,
        listed=False)  # fmt: skip
    add("go", _tr("Go to a heading or day"), find.ask_places, "Ctrl+O", "arrow-right")
    add("find", _tr("Find on this page"), window.find, "Ctrl+F", "search")
    add("back", _tr("Back"), window.go_back, "Alt+Left", "arrow-left")
    add("forward", _tr("Forward"), window.go_forward, "Alt+Right", "arrow-right")
    add("focus", _tr("Focus mode"), window.toggle_bare, "F8", "focus", checkable=True,
        detail=_tr("Nothing but the text; Esc leaves"))  # fmt: skip
    add("open", _tr("Open another notebook…"), window.open_asked.emit, "", "folder", ALWAYS)
    add("shortcuts", _tr("Keyboard shortcuts"), window.show_shortcuts, ("F1", "Ctrl+/"),
        "keyboard", ALWAYS)  # fmt: skip
    add("zoom.in", _tr("Zoom in"), lambda: theme.step_zoom(1), ("Ctrl+=", "Ctrl++"), "plus",
        ALWAYS)  # fmt: skip
    add("zoom.out", _tr("Zoom out"), lambda: theme.step_zoom(-1), "Ctrl+-", "minus", ALWAYS)
    add("zoom.usual", _tr("Usual size"), lambda: theme.set_zoom(1.0), "Ctrl+0", "search", ALWAYS)
    for mode, words in (
        ("system", _tr("Colours as the system has them")),
        ("light", _tr("Light colours")),
        ("dark", _tr("Dark colours")),
    ):
        add(f"colours.{mode}", words, lambda mode=mode: theme.set_mode(mode), "", "palette", ALWAYS)
    add("quit", _tr("Quit Nightstand"), window.close, "Ctrl+Q", "cross", ALWAYS)
