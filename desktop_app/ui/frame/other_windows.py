"""The program's other windows in the palette, and notebooks that could have one. Knows folders."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from desktop_app.ui.frame.palette import WINDOWS, Finder
from desktop_app.ui.parts.actions import ALWAYS, Actions
from desktop_app.ui.parts.folders import ask_folder, beside, tilde
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.ui.frame.palette import Entry


class OtherWindows(QObject):
    """Asks for a notebook in a window of its own; one that has a window already comes up."""

    asked = Signal(str)  # its folder

    def __init__(
        self,
        window: QWidget,
        finder: Finder,
        actions: Actions,
        *,
        shown: Callable[[], Path | None],
        others: Callable[[], Sequence[Path]],
        recent: Callable[[], Sequence[str]],
    ) -> None:
        """`shown` is the notebook of this window, `others` are those of the others, `recent` the
        folders opened lately."""
        super().__init__(window)
        self._window, self._finder = window, finder
        self._shown, self._others, self._recent = shown, others, recent
        actions.add("open.new", tr("Open a notebook in a new window…"), self.ask, "Ctrl+Shift+O",
            "folder-plus", ALWAYS, listed=False)  # fmt: skip
        finder.offer(self._entries)

    def ask(self) -> None:
        """Show what could be opened, and what is; where that is nothing yet, ask for a folder."""
        if len(list(self._entries())) > 1:
            self._finder.ask_windows()
        else:
            self._ask_folder()

    def _entries(self) -> "Iterable[Entry]":
        from desktop_app.ui.frame.palette import Entry  # not before the first paint

        shown, others = self._shown(), self._others()
        for root in others:
            words = tr("Go to %1").replace("%1", root.name)
            go = partial(self.asked.emit, str(root))
            yield Entry(words, tilde(str(root)), "panel", go, WINDOWS)
        for folder in self._recent():
            if Path(folder) != shown and Path(folder) not in others:
                words = tr("Open %1 in a new window").replace("%1", Path(folder).name)
                go = partial(self.asked.emit, folder)
                yield Entry(words, tilde(folder), "folder", go, WINDOWS)
        words, more = tr("Another folder in a new window…"), tr("Any folder with a memory in it")
        yield Entry(words, more, "folder-plus", self._ask_folder, WINDOWS)

    def _ask_folder(self) -> None:
        start = beside(self._shown())
        ask_folder(self._window, tr("Open a notebook"), start, self.asked.emit)
