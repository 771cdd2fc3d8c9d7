"""What the palette offers: commands of the registry and places of the notebook.

Knows providers and the registry; the palette itself is made when it is first wanted.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from desktop_app.ui.parts.actions import ALWAYS, NOTEBOOK, PAGE, Actions, Known
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory
    from desktop_app.ui.frame.palette import Palette
    from desktop_app.ui.frame.ranking import Entry

PLACES = ("page", "heading", "day", "note", "dream")
WINDOWS = "window"


class Finder(QObject):
    """Opens the palette over the window with everything there is to do or to go to."""

    def __init__(
        self, window: QWidget, jobs: "Jobs", actions: Actions, go: Callable[[str, int], None]
    ) -> None:
        super().__init__(window)
        self._window, self._jobs, self._actions = window, jobs, actions
        self._go = go
        self._memory: Memory | None = None
        self._entries: list[Entry] = []
        self._palette: Palette | None = None
        self._providers: list[Callable[[], Iterable[Entry]]] = [self._commands, self._places]

    def show_notebook(self, memory: "Memory") -> None:
        """Another notebook: the old one's places are gone."""
        self._memory, self._entries = memory, []

    def offer(self, provider: "Callable[[], Iterable[Entry]]") -> None:
        """Offers the entries of this provider, too; it is asked each time the palette opens."""
        self._providers.append(provider)

    def ask_all(self) -> None:
        """Commands, pages, headings, days."""
        self._ask(())

    def ask_places(self) -> None:
        """Only where one can go."""
        self._ask(PLACES)

    def ask_windows(self) -> None:
        """Only notebooks: those that are open, and those that could be."""
        self._ask((WINDOWS,), tr("Type the name of a notebook"))

    @property
    def shown(self) -> list[str]:
        """The titles listed now, best first; none while it is closed."""
        if self._palette is None or not self._palette.isVisible():
            return []
        return [entry.title for entry in self._palette.shown]

    def _ask(self, kinds: tuple[str, ...], words: str = "") -> None:
        # Loaded here, since a start need not wait for what ranks words.
        from desktop_app.ui.frame.palette import Palette

        if self._palette is None:
            self._palette = Palette(self._window, self._providers, self._new_topic)
        self._palette.ask("", kinds, words)
        self._look()

    def _look(self) -> None:
        from desktop_app.ui.frame.destinations import entries

        memory = self._memory
        if memory is not None:
            # A notebook that cannot be read says so on its pages; the palette just lacks places.
            self._jobs.call(
                "places", lambda: entries(memory, self._go), self._take, lambda _problem: None
            )

    def _take(self, entries: "list[Entry]") -> None:
        news = [(entry.title, entry.detail) for entry in entries] != [
            (entry.title, entry.detail) for entry in self._entries
        ]
        self._entries = entries
        if news and self._palette is not None:
            self._palette.refresh()

    def _places(self) -> "Iterable[Entry]":
        return self._entries

    def _new_topic(self, typed: str) -> "Entry | None":
        """A topic of this name, if there is none yet; its file is made when it is written."""
        from desktop_app.ui.frame.ranking import PREFIXES, Entry

        words = " ".join(typed.split())
        if self._memory is None or not words or words[0] in PREFIXES:
            return None
        path = self._memory.layout.about(words)
        if any(entry.kind == "note" and entry.detail.startswith(path) for entry in self._entries):
            return None
        title = tr("New topic “%1”").replace("%1", words)
        return Entry(title, path, "plus", lambda: self._go(path, 0), "note")

    def _commands(self) -> "Iterable[Entry]":
        from desktop_app.ui.frame.ranking import Entry

        # What changes only the look stands last; among the rest the page's own come first.
        def last(known: Known) -> tuple[bool, bool]:
            looks = known.id.partition(".")[0] in ("view", "colours")
            return looks, known.where in (ALWAYS, NOTEBOOK, PAGE)

        for known in sorted(self._actions, key=last):
            if known.listed and known.action.isEnabled() and known.action.isVisible():
                kind = "page" if known.id.startswith("page.") else "command"
                icon = known.icon or "command"
                words, run = known.action.text(), known.action.trigger
                yield Entry(words, known.detail, icon, run, kind, known.keys)
