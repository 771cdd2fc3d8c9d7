"""The window's own actions: pages, palette, zoom, back. Knows words and keys; the window acts."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from desktop_app.ui.look.theme import theme
from desktop_app.ui.page import Page, Plan
from desktop_app.ui.parts.actions import ALWAYS, PAGE, Actions
from desktop_app.ui.parts.notices import Toast
from desktop_app.words import tr

Slot = Callable[[], object]
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
            actions.add(way.id, way.words, act, way.keys, way.icon, detail=way.detail)
    n = 0
    for page in pages:
        n += page.in_rail
        keys = [f"Ctrl+{n}"] * page.in_rail + ["Ctrl+,"] * (page.name == "settings")
        actions.add(
            f"page.{page.name}",
            page.title,
            partial(show, page.name),
            keys,
            page.name,
            detail=page.about,
            listed=page.in_rail,
            checkable=True,
        )


def add_undo_key(actions: Actions, toast: Toast) -> None:
    """Ctrl+Z is the toast's *Undo* while that is up; an editor with the keyboard keeps the key."""
    words = tr("Undo what was just done, while Undo is offered below")
    actions.add("undo", words, toast.button.click, "Ctrl+Z", listed=False)
    toast.offers_undo.connect(partial(actions.allow, "undo"))
    actions.allow("undo", False)


def add_frame_actions(actions: Actions, deeds: Mapping[str, Slot]) -> None:
    """Adds what works on every page; `deeds` are what the window itself does, by name."""

    def add(
        name: str, words: str, slot: Slot, keys: Keys, icon: str, detail: str, **how: Any
    ) -> None:
        actions.add(name, words, slot, keys, icon, detail=detail, **how)

    add("palette", tr("Commands"), deeds["palette"], ("Ctrl+K", "Ctrl+P"), "command",
        tr("Everything one can do"), where=ALWAYS, listed=False)  # fmt: skip
    add("go", tr("Go to a heading, day or topic"), deeds["go"], "Ctrl+O", "arrow-right",
        tr("By a few letters of its name"))  # fmt: skip
    add("find", tr("Find on this page"), deeds["find"], "Ctrl+F", "search",
        tr("In what is shown now"), where=PAGE)  # fmt: skip
    add("back", tr("Back"), deeds["back"], "Alt+Left", "arrow-left",
        tr("To where you were before"), where=PAGE)  # fmt: skip
    add("forward", tr("Forward"), deeds["forward"], "Alt+Right", "arrow-right",
        tr("And on again"), where=PAGE)  # fmt: skip
    add("open", tr("Open another notebook…"), deeds["open"], (), "folder",
        tr("Any folder with a memory in it"), where=ALWAYS)  # fmt: skip
    add("help", tr("Help"), deeds["help"], "F1", "help",
        tr("What the manual says of this page"), where=ALWAYS)  # fmt: skip
    add("help.close", tr("Close help (Esc)"), deeds["help.close"], (), "cross",
        tr("Back to where you were"), where="help", listed=False)  # fmt: skip
    add("shortcuts", tr("Keyboard shortcuts"), deeds["shortcuts"], "Ctrl+/", "keyboard",
        tr("All of them on one page"), where=ALWAYS)  # fmt: skip
    add("view.focus", tr("Focus mode"), deeds["view.focus"], "F8", "focus",
        tr("Nothing but the text; Esc leaves"), where=PAGE, checkable=True)  # fmt: skip
    add("view.larger", tr("Zoom in"), lambda: theme().step_zoom(1), ("Ctrl+=", "Ctrl++"), "plus",
        tr("Everything one step larger"), where=ALWAYS)  # fmt: skip
    add("view.smaller", tr("Zoom out"), lambda: theme().step_zoom(-1), "Ctrl+-", "minus",
        tr("Everything one step smaller"), where=ALWAYS)  # fmt: skip
    add("view.usual", tr("Usual size"), lambda: theme().set_zoom(1.0), "Ctrl+0", "refresh",
        tr("Zoom back to 100 %"), where=ALWAYS)  # fmt: skip
    for mode, words in (
        ("system", tr("Colours of the system")),
        ("light", tr("Light colours")),
        ("dark", tr("Dark colours")),
    ):
        add(f"colours.{mode}", words, partial(theme().set_mode, mode), (), "palette",
            tr("Appearance of the whole window"), where=ALWAYS)  # fmt: skip
    add("close", tr("Close this window"), deeds["close"], "Ctrl+W", "cross",
        tr("What you typed is saved first"), where=ALWAYS)  # fmt: skip
    add("quit", tr("Quit Nightstand"), deeds["quit"], "Ctrl+Q", "cross",
        tr("What you typed is saved first"), where=ALWAYS)  # fmt: skip
