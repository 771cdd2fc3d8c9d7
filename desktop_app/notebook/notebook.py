"""Notebook: one folder of notes with its lock, history and journal. Knows files, not dreams."""

import hashlib
import secrets
import stat
from collections.abc import Callable, Collection
from contextlib import AbstractContextManager, suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_app.database import Database
from desktop_app.errors import Problem
from desktop_app.notebook import finding, history, identity, pruning
from desktop_app.notebook.files import Added, Conflict, NotebookFiles, Snapshot
from desktop_app.notebook.finding import FoundNotebook
from desktop_app.notebook.held import HeldFiles
from desktop_app.notebook.history import Cause, FileHistory
from desktop_app.notebook.journal import Finish, Intent, Journal, Write
from desktop_app.notebook.layout import FileKind, Layout
from desktop_app.notebook.left_out import UnreadFile, left_out
from desktop_app.notebook.pruning import Pruned
from desktop_app.notebook.storage import disk, swap, trouble
from desktop_app.notebook.storage.lock import Lock
from desktop_app.notebook.storage.swap import Swaps
from desktop_app.tables import must_not_be_newer
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.notebook.diaries import DiaryEntry


class NoNotebook(Problem):
    """A folder that could become a notebook; `found` is what it holds, if there are notes."""

    def __init__(self, folder: Path, found: FoundNotebook | None, within: Collection[str]) -> None:
        """`within` are folders in it that are notebooks."""
        told = [tr("{folder} is no notebook yet.").format(folder=folder)]
        if found:
            told += [tr("It holds notes."), *found.told]
        if within:
            names = ", ".join(sorted(within)[:3])
            told.append(tr("There is a notebook within it: {names}.").format(names=names))
        hint = tr("Make it one with: nightstand init {folder}").format(folder=folder)
        super().__init__(" ".join(told), hint)
        self.found = found


class Notebook:
    """An open notebook. Any thread may use it; `close` it when done.

    Everything that writes does so under the lock, keeps the old bytes in the history first, and
    puts the notebook's id into its folder if it was not there.
    """

    def __init__(
        self,
        root: Path,
        id: str,  # noqa: A002
        layout: Layout,
        own: Path,
        swaps: Swaps = swap.HERE,
    ) -> None:
        """`own` is the program's folder for this notebook; it must exist."""
        self.root = root
        self.id = id
        self.layout = layout
        self.own = own
        self.files = NotebookFiles(root, swaps)
        # A crash while it is made may leave it empty, but nothing is indexed then.
        index = own / "index.db"
        used = index.is_file() and index.stat().st_size > 0
        self.database = Database(
            own / "history.db",
            history.TABLES.make,
            check=must_not_be_newer,
            durable=True,
            used=used,
        )
        self.history = FileHistory(self.database)
        self.journal = Journal(own / "journal", self.files)
        self._lock = Lock(own / "lock")
        self._held = HeldFiles(self.files, self.lock)
        self._marked = False
        self._acted: datetime | None = None  # when a file was replaced or removed last
        self.files.on_late = self._keep_late
        self._unregistered: Path | None = None  # our own data, without room to note the id there

    @staticmethod
    def recognise(folder: Path) -> bool:
        """Whether a folder is a notebook already; raises Problem where it cannot be opened."""
        _look_into(folder)
        with trouble.told(str(folder), "read"):
            return finding.recognise(folder)

    @staticmethod
    def look(folder: Path) -> FoundNotebook | None:
        """What a folder holds, notebook or not; None where it holds no notes, or is none."""
        with suppress(Problem):  # what is wrong with a folder is told where it is opened
            _look_into(folder)
            with trouble.told(str(folder), "read"):
                found = finding.look(folder)
                return found if found.any else None
        return None

    @classmethod
    def open(cls, folder: Path, data: Path, swaps: Swaps = swap.HERE) -> "Notebook":
        """Open a notebook, writing nothing into its folder; `data` is the root of our own data.

        Where that has no room it can only be read: see `without_room`. Raises Problem when there
        is no such folder, it may not be read, or it is no notebook.
        """
        if not cls.recognise(folder):
            raise NoNotebook(folder, cls.look(folder), finding.layout_of(folder).apart)
        return cls._opened(folder, data, swaps)

    @classmethod
    def create(cls, folder: Path, data: Path) -> "Notebook":
        """Make a folder a notebook, and open it; what is in it already stays as it is.

        A folder that holds notes is taken as it is: it gets its mark and nothing else.
        """
        with trouble.told(str(folder), "change"):
            if folder.exists():
                _look_into(folder)
            adopted = cls.look(folder) is not None
            if not adopted:
                finding.need_few(folder)
            folder.mkdir(parents=True, exist_ok=True)
            notebook = cls._opened(folder, data)
            notebook.need_room()
            layout = notebook.layout
            for place in () if adopted else (layout.days, layout.dreams, layout.sessions):
                (notebook.root / place).mkdir(parents=True, exist_ok=True)
        with notebook.lock():
            notebook._mark()
            if not adopted:
                missing = Snapshot(layout.memory, b"", "")
                notebook.files.replace(layout.memory, b"# Memory\n", missing)
        return notebook

    @classmethod
    def _opened(cls, folder: Path, data: Path, swaps: Swaps = swap.HERE) -> "Notebook":
        files, unregistered = NotebookFiles(folder), None
        try:
            found = _registered(files, data)
        except trouble.Unwritable:
            found, unregistered = identity.looked_up(files, data), data
        with trouble.told(str(folder), "read"):
            layout = finding.layout_of(files.root)
        notebook = cls(files.root, found, layout, data / "notebooks" / found, swaps)
        notebook._unregistered = unregistered
        return notebook

    @property
    def without_room(self) -> bool:
        """Whether our own data had no room to be opened, nor had it when anything was to be
        written since: nothing can be."""
        return self._unregistered is not None or self.database.without_room

    def need_room(self) -> None:
        """Go on as ever where there is room again. Raises Problem where there is none."""
        if self._unregistered is not None:
            if _registered(self.files, self._unregistered, self.id) != self.id:
                raise Problem(
                    tr("Another program has taken over this notebook."), tr("Open it again.")
                )
            self._unregistered = None
        with trouble.told_by_database("the history"):
            self.database.need_room()

    def lock(self) -> AbstractContextManager[None]:
        """Keep other programs of ours, and our other threads, from writing meanwhile.

        A thread may take it again while it has it. Raises Problem after ten seconds in vain, and
        where there is no room to write.
        """
        if self.without_room:
            self.need_room()
        return self._lock.held()

    def read(self, path: str) -> Snapshot:
        """The file as it is now; a missing one has sha ""."""
        return self.files.read(path)

    def save(self, path: str, data: bytes, base: Snapshot, cause: Cause, now: datetime) -> Snapshot:
        """Replace `base` by `data`; both stay in the history.

        Raises Conflict, with `data` in a conflict copy, when the disk holds another text. This
        and all that writes raises Problem for a path that is no file of a notebook.
        """
        self._must_belong(path)
        with self.lock():
            self._acted = now
            self._mark()
            # What belongs to the same session of writing goes from the history with this save.
            if cause != Cause.EDIT or not self.history.is_edited_on(path, base.sha, now):
                self._keep_to_last(base, now)
            saved = self.files.replace(path, data, base)
            # What is no edit goes on from its base only where that stands in it.
            was = base.sha if cause == Cause.EDIT else None
            self.history.keep(path, data, cause, now, was, in_file=True, sha=saved.sha)
        return saved

    def remove(self, path: str, base: Snapshot, now: datetime) -> None:
        """Take a file away that still is `base`, which stays in the history. Raises Conflict."""
        self._must_belong(path)
        with self.lock():
            self._acted = now
            self._keep_to_last(base, now)
            self.files.remove(path, base)

    def append(self, path: str, entry: str, header: str, cause: Cause, now: datetime) -> int:
        """Add `entry` at a file's end, `header` before it in a new one; the entry's first line."""
        self._must_belong(path)
        with self.lock():
            self._mark()

            def keep(added: Added) -> None:
                # It is written; to tell a problem now would have it written twice. What the
                # history misses here it takes up before the file's next change.
                with suppress(Problem):
                    self._keep_grown(path, added, cause, now)

            return self.files.append(path, _bytes(entry), _bytes(header), keep).line

    def save_all(
        self,
        writes: tuple[Write, ...],
        purpose: dict[str, Any],
        cause: Cause,
        finish: Finish,
        now: datetime,
    ) -> None:
        """Write several files as one, then `finish`; all of it comes to pass or nothing.

        `finish` runs inside a write transaction of the history's database, and may run again
        after a crash. Raises Conflict when a file is no longer the one a write was made for.
        """
        for write in writes:
            self._must_belong(write.path)
        with self.lock():
            self._acted = now
            self.journal.replay(self._finisher(finish, now))
            self._mark()
            for write in writes:
                there = self.files.read(write.path)
                if there.sha != write.old_sha:
                    raise Conflict(
                        tr("{path} has changed meanwhile, so nothing was written.").format(
                            path=write.path
                        ),
                        tr("Look at what is proposed again, then decide."),
                    )
                self._keep_to_last(there, now)
            id = f"{now:%Y%m%d-%H%M%S-%f}-{secrets.token_hex(3)}"  # noqa: A001
            intent = Intent(id, str(self.root), {**purpose, "cause": cause}, writes)
            self.journal.run(intent, self._finisher(finish, now))

    def diaries(self) -> "list[DiaryEntry]":
        """Every entry of every dream diary that can be read, newest first."""
        from desktop_app.notebook import diaries

        entries: list[DiaryEntry] = []
        for path in self.paths():
            if self.layout.kind(path) is FileKind.DREAMS:
                with suppress(Problem):
                    entries += diaries.parse(path, self.read(path).text)
        return sorted(entries, key=lambda e: (e.date, e.time, e.line), reverse=True)

    def recover(self, finish: Finish, now: datetime) -> list[str]:
        """Complete what a crash interrupted; sentences about what could not be completed."""
        with self.lock():
            self._acted = now
            self._sweep(now)
            return self.journal.replay(self._finisher(finish, now))

    def paths(self) -> list[str]:
        """Every file of the notebook that exists: memory, days, topics, diaries, sessions."""
        return finding.belonging(self.files, self.layout)

    def left_out(self) -> list[UnreadFile]:
        """What lies beside the notes and is not read as one."""
        return left_out(self.root, self.layout)

    def prune(
        self, most: int | None, older: datetime | None, needed: Callable[[], Collection[str]]
    ) -> Pruned:
        """Let go old versions: see `pruning.prune`. `needed` is asked under the lock."""
        with self.lock():
            pruned = pruning.prune(self.database, most=most, older=older, needed=needed())
        if pruned.versions:
            pruning.give_back(self.database)
        return pruned

    def close(self) -> None:
        """Let go of the database and of replaced files. Not to be used afterwards."""
        self._held.close()
        self.database.close()
        if self._unregistered is not None:  # nobody will find by its id what was begun here
            with suppress(OSError):
                for path in self.own.iterdir():
                    if not path.stat().st_size:
                        path.unlink()
                self.own.rmdir()

    def _mark(self) -> None:
        """Have the folder carry the notebook's id from its first write on."""
        if not self._marked:
            identity.mark(self.files, self.id, self.layout)
            self._marked = True

    def _must_belong(self, path: str) -> None:
        if self.layout.kind(path) is None:
            raise Problem(
                tr("{path} is not a file of this notebook.").format(path=path),
                tr("Nothing was written."),
            )

    def _keep_grown(self, path: str, added: Added, cause: Cause, now: datetime) -> None:
        """Keep a file as it is, and as it was before if someone else had written that."""
        if added.data is None:
            return
        before, tail = added.data[: added.start], added.data[added.start :]
        hashed = hashlib.sha256(before)
        base = hashed.hexdigest()
        hashed.update(tail)
        if before and not self.history.knows(path, base):
            self.history.keep(path, before, Cause.OUTSIDE, now, in_file=True, sha=base)
        new = hashed.hexdigest()
        self.history.keep(path, added.data, cause, now, base, in_file=True, sha=new)

    def _keep_to_last(self, there: Snapshot, now: datetime) -> None:
        """Have the history hold a text durably, whoever wrote it, before it is replaced."""
        if there.exists:
            self.history.last(there.path, there.data, there.sha, now)

    def _keep_late(self, there: Snapshot) -> None:
        """Have the history hold what another program wrote into a file while we replaced it."""
        if self._acted is not None and not self.history.knows(there.path, there.sha):
            self.history.keep(there.path, there.data, Cause.OUTSIDE, self._acted)

    def _sweep(self, now: datetime) -> None:
        """Move what a crash left beside our files into the history.

        What another program has added to a replaced file since is added to the new one; what it
        still has open stays and is looked after.
        """
        layout, day = self.layout, now.date()
        session = f"{layout.sessions}/of.jsonl"
        beside = (finding.MARK, layout.memory, layout.day(day), layout.diary(day), session)

        def keep(there: Snapshot) -> None:
            if there.data and not self.history.knows(there.path, there.sha):
                self.history.keep(there.path, there.data, Cause.RECOVERED, now)

        for leftover in self.files.leftovers(beside):
            with suppress(Problem):  # a folder that may only be read now: it is swept later
                stay = self.files.settle(leftover, once=True, keep=keep)
                if stay is not None:
                    self._held.look_after(stay)

    def _finisher(self, finish: Finish, now: datetime) -> Finish:
        """`finish`, together with the new versions, in one transaction."""

        def together(intent: Intent) -> None:
            cause = Cause(intent.purpose["cause"])
            with trouble.told_by_database("the history"), self.database.write():
                for write in intent.writes:
                    if write.data is not None:
                        self.history.keep(write.path, write.data, cause, now)
                finish(intent)

        return together


def _registered(files: NotebookFiles, data: Path, id: str = "") -> str:  # noqa: A002
    """The id of the notebook, noted, and its folder in our own data made. Raises Problem."""
    found = identity.identify(files, data, id)
    own = data / "notebooks" / found
    with trouble.told(str(own), "change"):
        disk.make_folder(own)
    return found


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _look_into(folder: Path) -> None:
    """Raise Problem unless the folder is there and may be read."""
    try:
        is_folder = stat.S_ISDIR(folder.stat().st_mode)
        if is_folder:
            next(folder.iterdir(), None)
    except FileNotFoundError as error:
        raise Problem(
            tr("There is no folder {folder}.").format(folder=folder),
            tr("Check its name, or whether its disk is plugged in."),
        ) from error
    except OSError as error:
        raise trouble.of_system(error, str(folder), "read") from error
    if not is_folder:
        raise Problem(
            tr("{folder} is a file.").format(folder=folder),
            tr("Choose the folder that holds your notes."),
        )
