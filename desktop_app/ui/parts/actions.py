"""Every user action, once. Knows ids, words and keys, not what an action does.

Menus, the palette, tooltips and the list of shortcuts are all made from this one registry, so a
shortcut that exists is a shortcut that is shown.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from desktop_app.words import tr

ALWAYS = ""  # works even before a notebook is open
NOTEBOOK = "notebook"  # works on every page of an open notebook
PAGE = tr("any page")  # works on every page, the manual without a notebook too

# The frame's two toggles. Every header offers them, so they are there before any page is made;
# the window decides when they show and what they do.
LIST = "view.list"
INSPECTOR = "view.inspector"


def shown_keys(keys: QKeySequence) -> str:
    """Keys in the system's own words, such as `Ctrl+Shift+D`; the key in the middle is Enter."""
    return keys.toString(QKeySequence.SequenceFormat.NativeText).replace("Return", "Enter")


class Known(NamedTuple):
    """One action as the palette and the list of shortcuts tell it. `where` is a page's name,
    `PAGE`, `NOTEBOOK` or `ALWAYS`; `listed` is False for what no list of commands repeats.
    The shortcuts of a `scoped` one work in one part."""

    id: str
    action: QAction
    detail: str
    icon: str
    where: str
    listed: bool
    scoped: bool = False

    @property
    def keys(self) -> str:
        """The first shortcut in the system's own words, e.g. `Ctrl+Shift+D`; may be empty."""
        return shown_keys(self.action.shortcut())


class Actions(QObject):
    """The registry; one, made by app.py, handed to every page."""

    def __init__(self) -> None:
        super().__init__()
        self._known: dict[str, Known] = {}
        self._barred: set[str] = set()
        self._window: QWidget | None = None
        self.page = ""  # the name of the page in front
        self._notebook = False
        self.add(LIST, tr("Show the list"), None, "Shift+F9", "list", PAGE, checkable=True,
            detail=tr("Over the page, while there is no room beside it"), listed=False)  # fmt: skip
        self.add(INSPECTOR, tr("Show details"), None, "F9", "panel", PAGE, checkable=True,
            detail=tr("What belongs to the page, at the right"), listed=False)  # fmt: skip

    def add(
        self,
        id: str,  # noqa: A002  # the word of the contract, and what it is
        text: str,
        slot: Callable[[], object] | None,
        shortcut: str | Iterable[str] = "",
        icon: str = "",
        where: str = NOTEBOOK,
        *,
        detail: str = "",
        scope: QWidget | None = None,
        listed: bool = True,
        checkable: bool = False,
    ) -> QAction:
        """Registers an action and returns it; the first of several shortcuts is the one shown.

        With `scope` the shortcut works only while the keyboard is inside that widget (for single
        letters); otherwise anywhere in the window. An id given twice is a ValueError.
        """
        if id in self._known:
            raise ValueError(f"two actions are called {id}")
        action = QAction(text, self)
        action.setCheckable(checkable)
        keys = (shortcut,) if isinstance(shortcut, str) else tuple(shortcut)
        action.setShortcuts([QKeySequence(key) for key in keys if key])
        if slot is not None:
            # A checkable action passes its state on; the slots here want no argument.
            action.triggered.connect(lambda _checked=False: slot())
        known = Known(id, action, detail, icon, where, listed, scope is not None)
        self._known[id] = known
        if scope is not None:
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            scope.addAction(action)
        elif self._window is not None:
            self._window.addAction(action)
        action.setEnabled(self._works(known))
        return action

    def __getitem__(self, id: str) -> QAction:  # noqa: A002
        return self._known[id].action

    def __contains__(self, id: str) -> bool:  # noqa: A002
        return id in self._known

    def __iter__(self) -> Iterator[Known]:
        return iter(tuple(self._known.values()))

    def known(self, id: str) -> Known:  # noqa: A002
        return self._known[id]

    def attach(self, window: QWidget) -> None:
        """Makes the shortcuts of all actions, also of later ones, work in this window."""
        self._window = window
        for known in self:
            if known.action.shortcutContext() == Qt.ShortcutContext.WindowShortcut:
                window.addAction(known.action)

    def set_place(self, page: str, notebook: bool) -> None:
        """Says which page is shown and whether a notebook is open; the rest is switched off."""
        self.page, self._notebook = page, notebook
        for known in self:
            known.action.setEnabled(self._works(known))

    def allow(self, id: str, allowed: bool) -> None:  # noqa: A002
        """Switches one action off, or on again where it has a place: `Dream now` while one runs."""
        (self._barred.discard if allowed else self._barred.add)(id)
        self[id].setEnabled(self._works(self._known[id]))

    def _works(self, known: Known) -> bool:
        if known.id in self._barred:
            return False
        if known.where in (ALWAYS, NOTEBOOK):
            return known.where == ALWAYS or self._notebook
        return bool(self.page) and known.where in (PAGE, self.page)
