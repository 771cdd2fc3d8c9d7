"""The states of MEMORY.md over time, and in which of them a bullet stands. Knows the history."""

from datetime import datetime
from functools import lru_cache

from desktop_app.dreams.origin import standing
from desktop_app.errors import Problem
from desktop_app.notebook.bullets import Bullet, MemoryFile
from desktop_app.notebook.files import Snapshot
from desktop_app.notebook.history import Version
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.timeline import Timeline

READ = 64
"""Versions held at a time; a life is read from one to the next."""


class Past:
    """The states of MEMORY.md, the oldest first: its versions, then the present text if no version
    has it yet. One that is damaged is passed over.
    """

    def __init__(self, notebook: Notebook, memory: Snapshot, now: datetime) -> None:
        self._history = notebook.history
        self._memory = memory
        versions = notebook.history.versions(memory.path, -1)[::-1]
        self.versions: tuple[Version, ...] = tuple(versions)
        unseen = not versions or versions[-1].sha != memory.sha
        self.count = len(versions) + unseen
        self.damaged: set[int] = set()
        self._now = now
        self.known: dict[str, Bullet] = {}  # how a text stood in the last state that was asked
        self.file = lru_cache(READ)(self._parsed)
        self._data = lru_cache(READ)(self._content)

    def place_of(self, number: int) -> int:
        """The state of a version; the newest for 0."""
        place = Timeline(self.versions).place_of(number) if number else -1
        return place if place >= 0 else self.count - 1

    def version(self, n: int) -> Version | None:
        """The version that the state is; None for a text that no version has yet."""
        return self.versions[n] if n < len(self.versions) else None

    def moment(self, n: int) -> datetime:
        version = self.version(n)
        return version.at if version else self._now

    def holds(self, n: int, text: str) -> bool | None:
        """Whether a state has the bullet; None where it cannot be read."""
        data = self._data(n)
        if data is None:
            return None
        like = self.known.get(text) or Bullet(text, "", 0, 0, f"- {text}")
        there = standing(data, like)
        if there is not None:
            self.known[text] = there
        return there is not None

    def first_of_run(self, text: str, at: int) -> int:
        """The first state of those up to `at` that all have the text."""
        first = at
        for n in range(at, -1, -1):
            has = self.holds(n, text)
            if has is False:
                break
            first = n if has else first
        return first

    def last_of_run(self, text: str, at: int) -> int:
        last = at
        for n in range(at, self.count):
            has = self.holds(n, text)
            if has is False:
                break
            last = n if has else last
        return last

    def last_with(self, text: str, at: int) -> int | None:
        """The last state up to `at` that has the text."""
        return next((n for n in range(at, -1, -1) if self.holds(n, text)), None)

    def first_with(self, text: str, at: int) -> int | None:
        return next((n for n in range(at, self.count) if self.holds(n, text)), None)

    def before(self, at: int) -> int | None:
        """The state before this one that can be read."""
        return next((n for n in range(at - 1, -1, -1) if self._data(n) is not None), None)

    def after(self, at: int) -> int | None:
        return next((n for n in range(at + 1, self.count) if self._data(n) is not None), None)

    def _parsed(self, n: int) -> MemoryFile:
        return MemoryFile(self._data(n) or b"")

    def _content(self, n: int) -> bytes | None:
        version = self.version(n)
        if version is None:
            return self._memory.data
        try:
            return self._history.content(version.version)
        except Problem:
            self.damaged.add(n)
            return None
