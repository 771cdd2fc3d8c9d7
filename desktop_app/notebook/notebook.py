"""Notebook: one folder of notes with its lock, history and journal. Knows files, not dreams."""

import os
import posixpath
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from datetime import date, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from desktop_app import dates
from desktop_app.database import Database
from desktop_app.errors import Problem
from desktop_app.notebook import discovery, history, identity
from desktop_app.notebook.exclusions import used_of
from desktop_app.notebook.files import Added, HeldFiles, NotebookFiles, Snapshot, sha_of
from desktop_app.notebook.forgetting.tombstones import Tombstones
from desktop_app.notebook.history import Cause, FileHistory, signed
from desktop_app.notebook.layout import Layout
from desktop_app.notebook.lines import bytes_of
from desktop_app.notebook.storage import swap, trouble
from desktop_app.notebook.storage.lock import Lock
from desktop_app.notebook.storage.swap import Swaps
from desktop_app.notebook.unread_files import UnreadFile, left_out, names_in
from desktop_app.notebook.write_journal import Finish, Intent, Journal, Write, changed_meanwhile
from desktop_app.tables import must_not_be_newer
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.notebook.diaries import DiaryEntry, KnownDiaries


class Notebook:
    """An open notebook. Any thread may use it; `close` it when done.

    Every method that writes takes the lock, keeps the old bytes in the history first, and puts the
    notebook's id into its folder if it was not there.
    """

    def __init__(
        self,
        root: Path,
        id: str,  # noqa: A002
        layout: Layout,
        own: Path,
        swaps: Swaps = swap.HERE,
        unregistered: Path | None = None,
    ) -> None:
        """Made by `opening`. `own` is the program's folder for this notebook; it must exist.

        `unregistered` is that of all notebooks, where it has no room to note the id.
        """
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
        self.tombstones = Tombstones(self.database)
        self.journal = Journal(own / "journal", self.files)
        self._lock = Lock(own / "lock")
        self._held = HeldFiles(self.files, self.lock)
        self._days_seen: tuple[str, int, dict[date, str]] = ("", 0, {})
        self._diaries: KnownDiaries = {}  # as they were read last
        self._marked = False
        self._acted: datetime | None = None  # when a file was replaced or removed last
        self._shown: WeakValueDictionary[str, Snapshot] = WeakValueDictionary()
        self.files.on_late = self._keep_late
        self._unregistered = unregistered
        self.settle: Finish = lambda _intent: None
        """Notes what an intent of any kind has written that a crash left to whoever saves next."""

    @property
    def without_room(self) -> bool:
        """Whether our own data has no room, so that nothing can be written."""
        return self._unregistered is not None or self.database.without_room

    def need_room(self) -> None:
        """Go on normally if there is room again. Raises Problem if there is none."""
        if self._unregistered is not None:
            if identity.identify(self.files, self._unregistered, self.id) != self.id:
                raise Problem(tr("Another program uses this notebook now."), tr("Open it again."))
            self._unregistered = None
        with trouble.database_as_problem(history.NAME):
            self.database.need_room()

    def used(self, path: str) -> Snapshot:
        """A file as dreams, searches and prompts use it: without what the notebook leaves out."""
        return used_of(self.read(path), self.layout.leave_out)

    def lock(self) -> AbstractContextManager[None]:
        """In the block, no other thread and no other program of ours writes.

        A thread that has the lock may take it again. Raises Problem after ten seconds of waiting,
        and if there is no room to write.
        """
        if self.without_room:
            self.need_room()
        return self._lock.hold()

    def read(self, path: str) -> Snapshot:
        """The file as it is now; a missing one has sha ""."""
        return self.files.read(path)

    def look_at(self, path: str, now: datetime) -> Snapshot:
        """The same, for who shows it, or sees that it changed. What is still shown of the file is
        kept once another text stands there.
        """
        shown, there = self._shown.get(path), self.read(path)
        if shown is not None and shown.sha != there.sha:
            with suppress(Problem):  # the file can be read all the same
                self.keep_seen(shown, now)
        self._shown[path] = there
        return there

    def keep_seen(self, snapshot: Snapshot, now: datetime, cause: Cause = Cause.OUTSIDE) -> None:
        """Keep a text that a file had, unless the history has it; forgotten lines are cut."""
        if snapshot.exists and not self.history.knows(snapshot.path, snapshot.sha):
            data = self.tombstones.cut(snapshot.data)
            self.history.keep(snapshot.path, data, cause, now)

    def save(
        self,
        path: str,
        data: bytes,
        base: Snapshot,
        cause: Cause,
        now: datetime,
        *,
        copy: bool = True,
    ) -> Snapshot:
        """Replace `base` by `data`; both stay in the history.

        Raises Conflict if the file has another text; `data` is then in a conflict copy, unless none
        is wanted, since it can be made again. All methods that write raise Problem for a path that
        is no file of a notebook.
        """
        self._must_belong(path)
        cause = signed(cause)
        with self.lock():
            self._acted = now
            self.tombstones.refuse(cause, data, base.data)
            self._complete(now)
            self.mark()
            # What belongs to the same session of writing goes from the history with this save.
            if cause != Cause.EDIT or not self.history.is_edited_on(path, base.sha, now):
                self._keep_to_last(base, now)
            saved = self.files.replace(path, data, base, copy=copy)
            # What is no edit goes on from its base only where that stands in it.
            base_sha = base.sha if cause == Cause.EDIT else None
            self.history.keep(path, data, cause, now, base_sha, in_file=True, sha=saved.sha)
        return saved

    def remove(self, path: str, base: Snapshot, now: datetime, cause: str = "") -> None:
        """Take a file away that still is `base`, which stays in the history; a version tells the
        `cause`, if there is one. Raises Conflict."""
        self._must_belong(path)
        with self.lock():
            self._acted = now
            self._complete(now)
            self._keep_to_last(base, now)
            self.files.remove(path, base)
            if cause:
                self.history.keep(path, base.data, signed(cause), now)

    def append(self, path: str, entry: str, header: str, cause: Cause, now: datetime) -> int:
        """Add `entry` at a file's end; returns its first line. A new file gets `header` first."""
        cause = signed(cause)
        self.tombstones.refuse(cause, bytes_of(entry))
        with self.lock():
            self._complete(now)
            keep = partial(self._keep_grown, path, cause, now)
            return self._appended(path, entry, header, keep)

    def record(self, path: str, entry: str, header: str) -> int:
        """The same for a file that only grows, and holds its own earlier versions: the history gets
        none of them."""
        return self._appended(path, entry, header, lambda _: None)

    def _appended(self, path: str, entry: str, header: str, keep: Callable[[Added], object]) -> int:
        self._must_belong(path)
        with self.lock():
            self.mark()
            return self.files.append(path, bytes_of(entry), bytes_of(header), keep).line

    def save_all(
        self,
        writes: tuple[Write, ...],
        purpose: dict[str, Any],
        cause: Cause,
        finish: Finish,
        now: datetime,
    ) -> None:
        """Write several files, then call `finish`; either all of it happens, or nothing.

        `finish` runs inside a write transaction of the history's database, and may run again after
        a crash. Raises Conflict if a file has changed since its write was made.
        """
        for write in writes:
            self._must_belong(write.path)
        with self.lock():
            self._acted = now

            def settle(intent: Intent) -> None:
                finish(intent)
                self.settle(intent)

            self.journal.replay(self._finisher(settle, now))
            self.mark()
            for write in writes:
                current = self.files.read(write.path)
                if current.sha != write.old_sha:
                    raise changed_meanwhile(write.path)
                self.tombstones.refuse(signed(cause), write.data or b"", current.data)
                self._keep_to_last(current, now)
            id = f"{now:%Y%m%d-%H%M%S-%f}-{os.urandom(3).hex()}"  # noqa: A001
            intent = Intent(id, str(self.root), {**purpose, "cause": signed(cause)}, writes)
            self.journal.run(intent, self._finisher(finish, now))

    def diaries(self) -> "list[DiaryEntry]":
        """Every entry of every dream diary that can be read, newest first."""
        from desktop_app.notebook import diaries

        return diaries.entries(self, self._diaries)

    def recover(self, finish: Finish, now: datetime) -> list[str]:
        """Complete what a crash interrupted; sentences about what could not be completed.

        What it left beside our files goes into the history. Text that another program added to a
        replaced file is added to the new file.
        """
        layout, session = self.layout, f"{self.layout.sessions}/of.jsonl"
        day, diary = layout.day(now.date()), layout.diary(now.date())

        def keep(snapshot: Snapshot) -> None:
            if snapshot.data:
                self.keep_seen(snapshot, now, Cause.RECOVERED)

        with self.lock():
            self._acted = now
            self._held.sweep((discovery.MARK, layout.memory, day, diary, session), keep)
            return self.journal.replay(self._finisher(finish, now))

    def paths(self) -> list[str]:
        """Every file of the notebook that exists: memory, days, topics, diaries, sessions."""
        return discovery.belonging(self.files, self.layout)

    def day_path(self, day: date) -> str:
        """Where notes of a day are written: its own file, or the one beside it that has the day
        under another name, so that no day gets a second file.
        """
        usual = self.layout.day(day)
        if self.files.stat(usual):
            return usual
        return self._days_in(usual.rpartition("/")[0]).get(day, usual)

    def _days_in(self, folder: str) -> dict[date, str]:
        """The files of days in a folder, read anew when the folder changed: each turn of a
        conversation asks, and a folder has a file for each day of years."""
        try:
            changed = (self.root / folder).stat().st_mtime_ns
        except OSError:
            return {}
        if self._days_seen[:2] != (folder, changed):
            found: dict[date, str] = {}
            for name in reversed(names_in(self.root / folder)):
                path = posixpath.join(folder, name)
                day = self.layout.date_of(path)
                if day and not self.layout.topic(path) and self.files.stat(path):
                    found[day] = path
            self._days_seen = folder, changed, found
        return self._days_seen[2]

    def path_of(self, name: str) -> str:
        """The file that somebody names: its path; or a day, `2026-11-20` or `memory/2026-11-20.md`,
        also where days are named otherwise, or its only file has more words in its name.
        """
        day = dates.iso_day(name.removeprefix("memory/").removesuffix(".md"))
        if day is None or self.files.stat(name):
            return name
        path = self.day_path(day)
        if not self.files.stat(path):
            own = [one for one in self.paths() if self.layout.date_of(one) == day]
            path = own[0] if len(own) == 1 else path
        return path

    def left_out(self) -> list[UnreadFile]:
        """The files that look like notes and are not read."""
        return left_out(self.root, self.layout)

    def mark(self) -> None:
        """Put the notebook's id into its folder before the first write."""
        if not self._marked:
            identity.mark(self.files, self.id, self.layout)
            self._marked = True

    def close(self) -> None:
        """Close the database, and stop checking replaced files. Do not use it afterwards."""
        self._held.close()
        self.database.close()
        if self._unregistered is not None:  # nobody will find by its id what was begun here
            with suppress(OSError):
                for path in self.own.iterdir():
                    if not path.stat().st_size:
                        path.unlink()
                self.own.rmdir()

    def _must_belong(self, path: str) -> None:
        if self.layout.kind(path) is None:
            raise trouble.of_stranger(path)

    def _keep_grown(self, path: str, cause: Cause, now: datetime, added: Added) -> None:
        """Keep the file as it is now, and the text before it if another program wrote that. It is
        written already, so nobody is told of a problem: the history takes it up before the next."""
        if added.data is None:
            return
        before = added.data[: added.start]
        base = sha_of(before)
        with suppress(Problem):
            if before and not self.history.knows(path, base):
                self.history.keep(path, before, Cause.OUTSIDE, now, in_file=True, sha=base)
            self.history.keep(path, added.data, cause, now, base, in_file=True)

    def _keep_to_last(self, snapshot: Snapshot, now: datetime) -> None:
        if snapshot.exists:
            self.history.last(snapshot.path, snapshot.data, snapshot.sha, now)

    def _keep_late(self, snapshot: Snapshot) -> None:
        if self._acted is not None:
            self.keep_seen(snapshot, self._acted)

    def _complete(self, now: datetime) -> None:
        with suppress(Problem):
            self.journal.replay(self._finisher(self.settle, now))

    def _finisher(self, finish: Finish, now: datetime) -> Finish:
        def together(intent: Intent) -> None:
            cause = Cause(intent.purpose["cause"])
            with trouble.database_as_problem(history.NAME), self.database.write():
                for write in intent.writes:  # a file that goes is empty from then on
                    self.history.keep(write.path, write.data or b"", cause, now)
                finish(intent)

        return together
