"""Changed: which files changed, and who hears of it. Knows nothing of their content."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from desktop_app.search.fresh import Fresh

Listener = Callable[["Changed"], None]


@dataclass(frozen=True)
class Changed:
    """Paths whose content is new. `own`: this program wrote it; else it came from outside.

    Without paths only the index has caught up: what was searched for may be found now.
    """

    paths: tuple[str, ...]
    own: bool


class Listeners:
    """Who hears of changes, on whichever thread made them."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def add(self, listener: Listener) -> Callable[[], None]:
        """Tell this one, too. Returns what ends that."""
        self._listeners.append(listener)

        def end() -> None:
            with suppress(ValueError):  # all have ended when the notebook was closed
                self._listeners.remove(listener)

        return end

    def tell(self, changed: Changed) -> None:
        """Tell every listener."""
        for listener in list(self._listeners):
            listener(changed)

    def clear(self) -> None:
        """Tell nobody any more."""
        self._listeners.clear()


class Writing:
    """What this program writes: indexed at once, and told to listeners as its own."""

    def __init__(self, fresh: "Callable[[], Fresh]", listeners: Listeners) -> None:
        self._fresh = fresh
        self._listeners = listeners

    @contextmanager
    def own(self) -> Iterator[list[str]]:
        """What is written in the block, and put into the list, is this program's own.

        No look at the files tells of it again.
        """
        with self._fresh().own() as paths:
            yield paths
        if paths:
            self._listeners.tell(Changed(tuple(paths), own=True))
