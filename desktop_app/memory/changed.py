"""Changed: which files changed, and the listeners that are told. Knows nothing of their content."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from desktop_app.search.fresh import Fresh

Listener = Callable[["Changed"], None]


class Changed(NamedTuple):
    """Paths whose content is new. `own`: this program wrote it; else it came from outside.

    Without paths only the index has caught up: what was searched for may be found now.
    """

    paths: tuple[str, ...]
    own: bool


class Writing:
    """What this program writes: indexed at once, and told to listeners as its own. They are told of
    every change, on whichever thread made it."""

    def __init__(self, fresh: "Callable[[], Fresh]") -> None:
        self._fresh = fresh
        self._listeners: list[Listener] = []
        self._mine = threading.local()

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Tell this listener, too. Returns a function that ends it."""
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

    @contextmanager
    def own(self, *, told: bool = True) -> Iterator[list[str]]:
        """Paths that the block writes and puts into the list are told as this program's own.

        The next look at the files does not tell of them again. `told` False: they are indexed and
        told by the next block that puts them into its list. A block inside another one of its
        thread is a part of that.
        """
        outer: list[str] | None = getattr(self._mine, "paths", None)
        if outer is not None:
            yield outer
            return
        paths: list[str] = []
        try:
            with self._fresh().own(index=told) as paths:
                self._mine.paths = paths
                try:
                    yield paths
                finally:
                    del self._mine.paths
        finally:
            if paths and told:
                self.tell(Changed(tuple(paths), own=True))
