"""The files of a notebook: read and saved as they are, MEMORY.md also as bullets."""

import posixpath
from collections.abc import Callable, Iterable
from contextlib import suppress
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from desktop_app.errors import Missing, Problem
from desktop_app.memory.room import Room
from desktop_app.notebook.files import Conflict, Snapshot, sha_of
from desktop_app.notebook.history import Cause
from desktop_app.notebook.layout import FileKind
from desktop_app.notebook.merge import merge3
from desktop_app.notebook.remarks import need_settled
from desktop_app.notebook.storage import trouble
from desktop_app.notebook.unread_files import names_in
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.notebook.bullets import MemoryFile
    from desktop_app.notebook.memory_text import Bullet
    from desktop_app.notebook.passage import Lines


_TRIES = 5  # another program may write between our look and our save, but not for ever


class UpdateMode(StrEnum):
    """Whether a text is added to MEMORY.md or takes its place."""

    APPEND = "append"
    REPLACE = "replace"


class Rewritten(NamedTuple):
    """A file before and after it was written, as `Files.take_back` needs it."""

    before: Snapshot
    after: Snapshot

    @property
    def path(self) -> str:
        return self.after.path


class NoteChange(NamedTuple):
    """A note that was renamed or deleted, as it was, and its new path, "" for none."""

    before: Snapshot
    path: str


class Files(Room):
    """Reads and writes the files of an open notebook."""

    def path_of(self, name: str) -> str:
        """The file that somebody names, by its path or as a day: see `Notebook.path_of`."""
        return self._notebook.path_of(name)

    def read(self, path: str) -> Snapshot:
        """A file of the notebook as it is on disk; a missing one is an empty snapshot."""
        return self._notebook.read(self.path_of(path))

    def look_at(self, path: str) -> Snapshot:
        """The same, for who goes on showing it: see `Notebook.look_at`."""
        return self._notebook.look_at(self.path_of(path), self._clock.now())

    def lines(self, path: str, first: int = 1, count: int | None = None) -> "Lines":
        """Lines `first` to `first + count - 1` of a file. Raises Problem when there is none, and
        for what lies in a hidden folder or in another notebook.
        """
        from desktop_app.notebook.passage import lines_of

        path = self._notebook.path_of(path)
        folder, _, _ = path.rpartition("/")
        layout = self._notebook.layout
        if layout.of_one_user(path) or (folder and not layout.may_hold(folder)):
            raise Missing(
                tr("{path} is no note of this notebook.").format(path=path[:200]),
                tr("Use a path from a search."),
            )
        return lines_of(self._notebook.read(path), first, count)

    def pictures(self, base: str, sources: Iterable[str]) -> dict[str, bytes]:
        """The pictures that the note at `base` shows, by how it names them; only those that lie in
        the notebook and can be read.
        """
        from desktop_app.notebook.pictures import picture_bytes, picture_path

        files, paths = self._notebook.files, {one: picture_path(base, one) for one in sources}
        read = {one: picture_bytes(files, path) for one, path in paths.items() if path}
        return {one: data for one, data in read.items() if data}

    def bullets(self) -> "MemoryFile":
        """MEMORY.md as headings and bullets."""
        from desktop_app.notebook.bullets import memory_file  # its Markdown takes long to load

        return memory_file(self._notebook.read(self._notebook.layout.memory).data)

    def pin(self, line: int, pinned: bool = True) -> "Bullet":
        """Pin the bullet on this line of MEMORY.md, or unpin it; the bullet as it is then.

        Raises Problem when no bullet is there, or the disk refuses.
        """
        from desktop_app.notebook.bullets import MemoryFile, Pin

        def change(current: Snapshot) -> bytes:
            need_settled(current.data, current.path)
            memory = MemoryFile(current.data)
            return memory.changed([Pin(_bullet_on(memory, line), pinned)])

        saved = self.rewrite(self._notebook.layout.memory, change).after
        return _bullet_on(MemoryFile(saved.data), line)

    def is_note(self, path: str) -> bool:
        """Whether a file of this path is there and belongs to what is searched."""
        with suppress(Problem):
            found = self.read(path)
            return found.exists and bool(self._notebook.layout.kind(found.path))
        return False

    def copies(self) -> dict[str, str]:
        """Second texts of notes, as sync programs and we leave them beside the first; each with
        its note.
        """
        copied = self._notebook.layout.copied
        return {path: note for path in self._notebook.paths() if (note := copied(path))}

    def copy_of(self, path: str) -> Snapshot | None:
        """The first of the second texts of a note; None where there is none."""
        folder, layout = path.rpartition("/")[0], self._notebook.layout
        for name in names_in(self._notebook.root / folder):
            other = posixpath.join(folder, name)
            if layout.copied(other) == path and layout.kind(other) is FileKind.COPIES:
                return self._notebook.read(other)
        return None

    def need_unforgotten(self, text: str, base: bytes = b"") -> None:
        """Raise ForgottenText where a machine would write what a person had forgotten for good.

        What the `base` says, over which it writes, may stay.
        """
        self._notebook.tombstones.must_not_say(text.encode("utf-8", "surrogateescape"), base)

    def save(
        self,
        path: str,
        data: bytes,
        base: Snapshot,
        cause: Cause = Cause.EDIT,
        *,
        copy: bool = True,
    ) -> Snapshot:
        """Write `data` durably over what was read as `base`.

        Raises Conflict when someone else wrote meanwhile (`data` is then in a copy, if one is
        wanted), Problem when the disk refuses; the file is then as it was.
        """
        with self._writing.own() as paths:
            saved = self._notebook.save(path, data, base, cause, self._clock.now(), copy=copy)
            paths.append(path)
        return saved

    def rewrite(
        self,
        path: str,
        change: Callable[[Snapshot], bytes | None],
        cause: Cause = Cause.EDIT,
        stands: Callable[[Snapshot], bool] | None = None,
    ) -> Rewritten:
        """Save what `change` makes of a file, and return both; None means: write nothing.

        Other runs of ours wait meanwhile. `change` is called again for each text that another
        program writes; an error in it ends the rewriting. With `stands`, the file is read once
        more, and written again if it lost our text; what came in with another program's text is
        written. Raises Problem when the disk refuses, and when others keep writing: what was to be
        changed is still with the caller.
        """
        before: Snapshot | None = None
        tried: tuple[bytes, bytes] | None = None  # a text that was there, and what was made of it
        for _ in range(_TRIES):
            with self._writing.own():
                saved = current = self.read(path)
                if tried and stands is not None and stands(current):
                    without = merge3(tried[1], tried[0], current.data).data
                    return Rewritten(Snapshot(path, without, sha_of(without)), current)
                wanted = change(current)
                try:
                    if wanted is not None:
                        tried = current.data, wanted
                        saved = self.save(path, wanted, current, cause, copy=False)
                except Conflict:
                    continue
                if before is None or current.sha != saved.sha:
                    before = current
                if stands is None or (now := self.read(path)).sha == saved.sha or stands(now):
                    return Rewritten(before, saved)
        raise trouble.of_rival(path)

    def update(
        self, text: str, mode: UpdateMode = UpdateMode.APPEND, heading: str = ""
    ) -> Rewritten:
        """Write into MEMORY.md: see `whole_update`; with what `take_back` needs. Raises Problem
        when nothing would change.

        What is appended is written again where another program undid it meanwhile; see
        `Days.remember`.
        """
        from desktop_app.dreams.whole_update import appended, updated  # long to load

        def change(current: Snapshot) -> bytes:
            return updated(current.data, text, heading, replaces=mode == UpdateMode.REPLACE)

        def stands(now: Snapshot) -> bool:
            return appended(now.data, text.encode("utf-8", "surrogateescape"), heading) == now.data

        path = self._notebook.layout.memory  # an update is no part of a person's session
        standing = stands if mode == UpdateMode.APPEND else None
        return self.rewrite(path, change, Cause.UPDATE, standing)

    def take_back(self, change: Rewritten) -> None:
        """Undo a change to a file, by line; what others wrote since stays.

        Raises Problem, and leaves the file, where the same lines were changed again.
        """

        def without(current: Snapshot) -> bytes:
            merged = merge3(change.after.data, change.before.data, current.data)
            if merged.conflicts:
                raise Problem(
                    tr("{path} has changed at that place since, so it was left as it is.").format(
                        path=change.path
                    ),
                    tr("Every version is in its history."),
                )
            return merged.data

        self.rewrite(change.path, without, Cause.TAKEN_BACK)

    def delete(self, path: str) -> NoteChange:
        """Take a day or a topic away; the history keeps it.

        Raises Problem where there is none, and when the disk refuses.
        """
        with self._writing.own() as paths:
            before = self._note(self._notebook.path_of(path))
            self._notebook.remove(before.path, before, self._clock.now(), Cause.DELETED)
            paths.append(before.path)
        return NoteChange(before, "")

    def put_back(self, change: NoteChange) -> Snapshot:
        """Undo `delete` or `rename`. Raises Problem where another file has taken the note's place
        since.
        """
        old = change.before.path
        self._need_free(old)
        if change.path:
            return self._moved(change.path, old)
        return self.save(old, change.before.data, self.read(old), Cause.RESTORE)

    def rename(self, path: str, name: str) -> NoteChange:
        """Give a day or a topic another name in its folder, without `.md`.

        Raises Problem where the name is taken or is none of a note, and when the disk refuses.
        """
        path = self._notebook.path_of(path)
        before, folder = self._note(path), path.rpartition("/")[0]
        wanted = posixpath.join(folder, f"{name.strip()}.md")
        layout = self._notebook.layout
        if not name.strip() or "/" in name or layout.kind(wanted) is not FileKind.DAYS:
            raise Problem(
                tr("“{name}” can't be the name of a note.").format(name=name),
                tr("Leave out slashes, and a dot at the beginning."),
            )
        self._need_free(wanted)
        self._moved(path, wanted)
        return NoteChange(before, wanted)

    def _moved(self, path: str, wanted: str) -> Snapshot:
        with self._writing.own() as paths:
            before, now = self._note(path), self._clock.now()
            free = self._notebook.read(wanted)
            after = self._notebook.save(wanted, before.data, free, Cause.RENAMED, now)
            self._notebook.remove(path, before, now, Cause.MOVED)  # a crash before it leaves both
            paths += [path, wanted]
        return after

    def _note(self, path: str) -> Snapshot:
        """A day or topic that is there."""
        snapshot = self._notebook.read(path)
        kind = self._notebook.layout.kind(path)
        if not snapshot.exists or kind not in (FileKind.DAYS, FileKind.COPIES):
            raise Missing(tr("{path} is no day and no topic of this notebook.").format(path=path))
        return snapshot

    def _need_free(self, path: str) -> None:
        if self._notebook.read(path).exists:
            raise Problem(
                tr("There is a file {path} already.").format(path=path),
                tr("Choose another name. Nothing was changed."),
            )


def _bullet_on(memory: "MemoryFile", line: int) -> "Bullet":
    """The bullet on a 1-based line. Raises Problem when there is none."""
    from desktop_app.notebook.passage import no_bullet  # seldom wanted

    if bullet := memory.bullet_on(line):
        return bullet
    raise no_bullet(line)
