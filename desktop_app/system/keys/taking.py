"""Taking: a key of the whole desktop, named in words, and the thread that holds it.

Knows no system: what takes the key there is a `Way`.
"""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from desktop_app.errors import Problem
from desktop_app.regex import regex
from desktop_app.words import tr

CTRL, ALT, SHIFT, META = "Ctrl", "Alt", "Shift", "Meta"
_KEY = regex(r"[A-Z0-9]|F([1-9]|1[0-9]|2[0-4])|Space")
_WAIT = 3.0  # seconds for the system to take the key back


@dataclass(frozen=True)
class DesktopKey:
    """`key` is a letter, a digit, F1 to F24 or Space; `held` are the keys that are held with it."""

    held: tuple[str, ...]
    key: str

    @property
    def taken(self) -> Problem:
        """The problem that another program has this key."""
        keys = "+".join((*self.held, self.key))
        return Problem(
            tr("Another program has {keys}.").format(keys=keys), tr("Choose other keys.")
        )


def read(words: str) -> DesktopKey:
    """The key that words such as `Ctrl+Alt+N` name. Raises Problem where it cannot be one."""
    *held, key = words.split("+")
    if not _KEY.fullmatch(key) or not {*held} <= {CTRL, ALT, SHIFT, META}:
        raise Problem(
            tr("This key cannot be heard everywhere."),
            tr("Hold Alt, Meta or Ctrl and press a letter, a digit, Space or F1 to F24."),
        )
    if not {*held} & {CTRL, ALT, META} and not key[1:].isdigit():
        raise Problem(
            tr("Alone, this key is typed into every program."),
            tr("Hold Alt, Meta or Ctrl with it."),
        )
    return DesktopKey(tuple(held), key)


class KeyEar:
    """What a way of taking a key tells, from the thread in which it runs."""

    def __init__(
        self, pressed: Callable[[str], object], told: Callable[[Problem | None, str], object]
    ) -> None:
        self._pressed, self._told = pressed, told
        self._guard = threading.Lock()
        self._ended = False
        self._wake: Callable[[], object] | None = None

    def held(self, words: str = "") -> None:
        """The key is taken; `words` where the desktop names another one than was asked for."""
        if not self._ended:
            self._told(None, words)

    def pressed(self, token: str = "") -> None:
        """It was pressed; by the `token` a window may come to the front, where one is needed."""
        if not self._ended:
            self._pressed(token)

    def failed(self, problem: Problem) -> None:
        """It cannot be had, or not any more."""
        if not self._ended:
            self._told(problem, "")

    @property
    def ended(self) -> bool:
        """Whether nobody listens any more."""
        return self._ended

    @contextmanager
    def woken_by(self, wake: Callable[[], object]) -> Iterator[None]:
        """In the block, `wake` ends a wait once nobody listens any more; at once if so already."""
        with self._guard:
            self._wake = wake
            if self._ended:
                wake()
        try:
            yield
        finally:
            with self._guard:
                self._wake = None

    @contextmanager
    def bell(self) -> Iterator[int]:
        """What `select` finds readable once nobody listens any more."""
        heard, rung = os.pipe()
        try:
            with self.woken_by(lambda: os.write(rung, b"!")):
                yield heard
        finally:
            os.close(heard)
            os.close(rung)

    def end(self) -> None:
        """Listen no more."""
        with self._guard:
            self._ended = True
            if self._wake is not None:
                self._wake()


Way = Callable[[DesktopKey, KeyEar], None]
"""Takes a key, tells of it until nobody listens any more, and gives it back. Raises Problem."""


class HeldKey:
    """One key. A thread holds it from now until `end`.

    `pressed` gets a token or ""; `told` a problem or None, and what the desktop calls the key. Both
    are called in that thread.
    """

    def __init__(
        self,
        way: Way,
        key: DesktopKey,
        pressed: Callable[[str], object],
        told: Callable[[Problem | None, str], object],
    ) -> None:
        self._ear = KeyEar(pressed, told)
        self._thread = threading.Thread(
            target=self._run, args=(way, key), name="global key", daemon=True
        )
        self._thread.start()

    def end(self) -> None:
        """Give the key back, within three seconds."""
        self._ear.end()
        self._thread.join(_WAIT)

    def _run(self, way: Way, key: DesktopKey) -> None:
        try:
            way(key, self._ear)
        except Problem as problem:
            self._ear.failed(problem)
