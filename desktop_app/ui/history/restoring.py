"""Bringing back a version, or one piece of it, and taking that back. Knows memory, no widget.

Nothing typed since is lost: a file is replaced only as it was last seen, and every text stays in
the history.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from desktop_app import dates
from desktop_app.errors import Problem
from desktop_app.memory.files import Rewritten
from desktop_app.notebook.files import Snapshot
from desktop_app.notebook.history import Cause, Version
from desktop_app.notebook.text.became import TextChange
from desktop_app.ui.history.comparing import Compared
from desktop_app.words import cut, tr

if TYPE_CHECKING:
    from desktop_app.dreams.life import Life, LifeStep
    from desktop_app.jobs import Jobs
    from desktop_app.memory import Memory

_QUOTED = 40  # characters


class Restoring(QObject):
    """Restores versions, each time after all earlier changes: what was typed is saved before."""

    announced = Signal(str, object)  # what was done, and what takes it back (None: nothing does)
    refused = Signal(object)  # a Problem

    def __init__(self, jobs: "Jobs", parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs

    def restore(self, memory: "Memory", shown: Compared) -> None:
        """The whole version, over the very text it was compared with."""
        self.bring_back(memory, shown.step.version, lambda now: now.sha == shown.now.sha)

    def bring_back(
        self, memory: "Memory", version: Version, seen: Callable[[Snapshot], bool]
    ) -> None:
        """The whole version, where `seen` says that the file still is what one looked at."""
        changed = tr("%1 has changed since you looked, so nothing was restored.")
        look = tr("See what differs now, then restore it.")

        def work() -> Rewritten:
            before = memory.files.read(version.path)
            if not seen(before):
                raise Problem(changed.replace("%1", version.path), look)
            data = memory.history.content(version.version)
            return Rewritten(before, memory.files.save(version.path, data, before, Cause.RESTORE))

        words = tr("Restored the version of %1")
        words = words.replace("%1", dates.when(version.at, memory.now()))
        self._do(memory, work, words)

    def put_back(self, memory: "Memory", shown: Compared, unit: TextChange) -> None:
        """One bullet or line, into the text as it is at that moment."""
        path, lost = shown.step.version.path, shown.lost(unit)
        if lost is not None:
            self._put(memory, path, lost[1].text, lambda: memory.history.put_back(path, *lost))

    def put_wording_back(self, memory: "Memory", step: "LifeStep", life: "Life") -> None:
        """An earlier wording of a bullet of MEMORY.md, over its last one if that is there."""
        instead = "" if life.is_gone else life.wording

        def work() -> Rewritten | None:
            bullet = memory.history.bullet_in(step.version, step.text)
            return memory.history.put_bullet_back(step.version, bullet, instead)

        self._put(memory, memory.layout.memory, step.text, work)

    def _put(
        self, memory: "Memory", path: str, text: str, work: Callable[[], Rewritten | None]
    ) -> None:
        first = text.split("\n", 1)[0].strip().removeprefix("- ")
        quote = cut(first, _QUOTED)
        done = tr("Put back: “%1”").replace("%1", quote.encode("utf-8", "replace").decode())
        there = tr("It stands in %1 already.").replace("%1", path.rpartition("/")[2])
        self._do(memory, work, done, there)

    def _do(
        self,
        memory: "Memory",
        work: Callable[[], Rewritten | None],
        words: str,
        nothing: str = "",
    ) -> None:
        def done(change: Rewritten | None) -> None:
            if change is None:
                self.announced.emit(nothing, None)
            elif change.before.exists:
                self.announced.emit(words, lambda: self._undo(memory, change))
            else:
                self.announced.emit(words, None)  # there was no file before

        self._jobs.do(work, done, self.refused.emit)

    def _undo(self, memory: "Memory", change: Rewritten) -> None:
        words = tr("Taken back.")
        self._jobs.do(
            lambda: memory.files.take_back(change),
            lambda _saved: self.announced.emit(words, None),
            self.refused.emit,
        )
