"""What the files of a notebook were, and where the bullets of MEMORY.md came from."""

from datetime import timedelta

from desktop_app.clock import Clock
from desktop_app.dreams.origin import Origin, origins_of
from desktop_app.dreams.store import DreamStore
from desktop_app.memory.files import Files
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.files import Snapshot
from desktop_app.notebook.history import Cause, Version, VersionStep
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.pruning import Pruned
from desktop_app.notebook.rewriting import rewrite
from desktop_app.sessions.imports import books as imported

_AN_AGE = 365_000  # days: nothing is older, and no calendar goes on much further


class History:
    """Earlier versions of the files of an open notebook."""

    def __init__(self, notebook: Notebook, clock: Clock, store: DreamStore, files: Files) -> None:
        self._notebook = notebook
        self._clock = clock
        self._store = store
        self._files = files

    def versions(self, path: str | None = None, limit: int = 200) -> list[Version]:
        """Earlier states of a file, or of every file, newest first; -1 is no limit."""
        return self._notebook.history.versions(path, limit)

    def version(self, path: str, number: int) -> Version | None:
        """This version, if it is one of this file."""
        return self._notebook.history.version(path, number)

    def steps(
        self, path: str | None = None, limit: int = 200, older_than: int | None = None
    ) -> list[VersionStep]:
        """The same, each beside the version before it; on after the number `older_than`."""
        return self._notebook.history.steps(path, limit, older_than)

    def content(self, version: int) -> bytes:
        """The bytes of one version. Raises Problem when they are damaged or gone."""
        return self._notebook.history.content(version)

    def keep(self, path: str, data: bytes, cause: Cause) -> int:
        """Put a text into a file's history without writing the file; the number of its version."""
        return self._notebook.history.keep(path, data, cause, self._clock.now())

    def restore(self, path: str, version: int) -> Snapshot:
        """Put an earlier version in place, also where another program writes meanwhile. What stood
        there stays in the history. Raises Problem."""
        data = self.content(version)
        return rewrite(self._files, path, lambda _there: data, Cause.RESTORE)

    def prune(self, megabytes: int | None = None, days: int | None = None) -> Pruned:
        """Let go the oldest versions above a size, and those older than some days.

        The newest version of a file stays, and what the undo of a dream or an import needs.
        """
        now = self._clock.now()
        older = None if days is None else now - timedelta(days=min(days, _AN_AGE))
        most = None if megabytes is None else megabytes * 1_000_000

        def needed() -> frozenset[str]:
            return self._store.needed() | imported.needed(self._notebook)

        return self._notebook.prune(most, older, needed)

    def origin(self, line: int) -> Origin | None:
        """Where the bullet on this line of MEMORY.md came from; None when there is no bullet."""
        memory = self._files.read(self._notebook.layout.memory)
        bullet = MemoryFile(memory.data).bullet_on(line)
        today = self._clock.now().date()
        bullets = [bullet] if bullet else []
        return next(iter(origins_of(self._notebook, memory, bullets, today)), None)

    def origins(self) -> list[Origin]:
        """Where every bullet of MEMORY.md came from, in the order of the file."""
        memory = self._files.read(self._notebook.layout.memory)
        bullets = MemoryFile(memory.data).bullets
        return origins_of(self._notebook, memory, bullets, self._clock.now().date())
