"""What the files of a notebook were, and where the bullets of MEMORY.md came from."""

from dataclasses import replace

from desktop_app.dreams.origin import Origin, origins_of
from desktop_app.memory.room import Room
from desktop_app.notebook import pruning
from desktop_app.notebook.bullets import memory_file
from desktop_app.notebook.files import Snapshot
from desktop_app.notebook.history import Cause, Version, VersionStep
from desktop_app.notebook.layout import FileKind
from desktop_app.notebook.source import LinesNow
from desktop_app.sessions.imports import books as imported


class History(Room):
    """Earlier versions of the files of an open notebook."""

    def versions(self, path: str | None = None, limit: int = 200) -> list[Version]:
        """Earlier states of a file, or of every file, newest first; -1 is no limit."""
        named = None if path is None else self._notebook.path_of(path)
        return self._notebook.history.versions(named, limit)

    def version(self, path: str, number: int) -> Version | None:
        """This version, if it is one of this file."""
        return self._notebook.history.version(self._notebook.path_of(path), number)

    def steps(self, path: str | None = None, limit: int = 200) -> list[VersionStep]:
        """The same, each beside the version before it."""
        named = None if path is None else self._notebook.path_of(path)
        return self._notebook.history.steps(named, limit)

    def gone(self) -> list[VersionStep]:
        """The newest version of each day and topic that is there no more, whoever took it away; one
        that was renamed is there."""
        seen, kind, found = set(self._notebook.paths()), self._notebook.layout.kind, []
        for step in self.steps(None, -1):
            path, cause = step.version.path, step.version.cause.kind
            if not step.version.size:
                continue  # what a dream or an import had made, and took away
            if path not in seen and cause != Cause.MOVED and kind(path) is FileKind.DAYS:
                found.append(step)
            seen.add(path)
        return found

    def content(self, version: int) -> bytes:
        """The bytes of one version. Raises Problem when they are damaged or gone."""
        return self._notebook.history.content(version)

    def keep(self, path: str, data: bytes, cause: Cause) -> int:
        """Put a text into a file's history without writing the file; the number of its version."""
        return self._notebook.history.keep(path, data, cause, self._clock.now())

    def keep_seen(self, snapshot: Snapshot) -> None:
        """Keep a text that a file had before another program wrote: see `Notebook.keep_seen`."""
        self._notebook.keep_seen(snapshot, self._clock.now())

    def restore(self, path: str, version: int) -> Snapshot:
        """Put an earlier version in place, also where another program writes meanwhile. What stood
        there stays in the history. Raises Problem.
        """
        data = self.content(version)
        path = self._notebook.path_of(path)
        return self._files.rewrite(path, lambda _there: data, Cause.RESTORE).after

    def prune(self, megabytes: int) -> None:
        """Let go the oldest versions above a size.

        The newest version of a file stays, and what the undo of a dream or an import needs.
        """
        notebook = self._notebook
        with notebook.lock():
            needed = self._store.needed() | imported.needed(notebook)
            pruned = pruning.prune(notebook.database, megabytes * 1_000_000, needed)
        if pruned:
            pruning.give_back(notebook.database)

    def origin(self, line: int) -> Origin | None:
        """Where the bullet on this line of MEMORY.md came from; None when there is no bullet."""
        memory = self._files.read(self._notebook.layout.memory)
        bullet = memory_file(memory.data).bullet_on(line)
        today = self._clock.now().date()
        bullets = [bullet] if bullet else []
        now = LinesNow(lambda path: self._files.read(path).text).quoted
        for one in origins_of(self._notebook, memory, bullets, today):
            return replace(one, sources=tuple(map(now, one.sources)))
        return None

    def origins(self) -> list[Origin]:
        """Where every bullet of MEMORY.md came from, in the order of the file."""
        memory = self._files.read(self._notebook.layout.memory)
        bullets = memory_file(memory.data).statements
        return origins_of(self._notebook, memory, bullets, self._clock.now().date())
