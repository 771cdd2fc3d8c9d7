"""Transcripts beside an open notebook: where they lie, and how they are written. Methods block."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime

from desktop_app.errors import Problem
from desktop_app.memory.room import Room
from desktop_app.notebook.files import NotebookFiles, Snapshot, Stat
from desktop_app.notebook.history import Cause
from desktop_app.notebook.layout import TRANSCRIPT, FileKind
from desktop_app.notebook.storage import trouble
from desktop_app.notebook.sync_programs import keepers
from desktop_app.own_files import make_folder
from desktop_app.sessions.live_events import TurnKind
from desktop_app.sessions.talk_view import TalkHead
from desktop_app.sessions.transcript import (
    TranscriptRead,
    head_line,
    read_transcript,
)


@dataclass(frozen=True)
class TranscriptFile:
    """A transcript: its path in the notebook, or its name among our own files (`own`)."""

    path: str
    own: bool

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]


class Transcripts(Room):
    """The transcripts of one notebook's talks."""

    def _set_up(self) -> None:
        self._own = NotebookFiles(self._notebook.own / "talks")
        self._known: dict[TranscriptFile, tuple[Stat, TalkHead | None]] = {}

    # -- where they lie -------------------------------------------------------------------------

    def new(self, id: str, day: datetime, place: str) -> TranscriptFile:  # noqa: A002
        """Where a new talk is kept: in the `notebook`, in our `own` data, from which nothing is
        copied anywhere, or (`auto`) there only where something copies the notebook elsewhere.
        """
        if place == "auto":
            place = self._chosen() or ("own" if keepers(self._notebook.root) else "notebook")
        own, name = place == "own", f"{day:%Y-%m-%d}-{id}{TRANSCRIPT}"
        return TranscriptFile(name if own else f"{self._notebook.layout.sessions}/{name}", own)

    def _chosen(self) -> str:
        """What a person answered whom an earlier version asked; "" for nobody."""
        if self._own.root.is_dir():
            with suppress(Problem, ValueError):
                match json.loads(self._own.read("place.json").data or b"{}"):
                    case {"place": str(place)}:
                        return place
        return ""

    # -- reading --------------------------------------------------------------------------------

    def all(self) -> Iterator[tuple[TranscriptFile, TalkHead]]:
        """Every transcript of ours, and its talk as a list shows it; without those that cannot be
        read. One that is as it was at the last look is not read again."""
        before, self._known = self._known, {}
        for file, stat in self._stats([*self._in_notebook(), *self._in_own()]).items():
            known = before.get(file)
            with suppress(Problem):
                if known is None or known[0] != stat:
                    known = stat, self._listed(file)
                self._known[file] = known
                if known[1] is not None:
                    yield file, known[1]

    def find(self, id: str) -> TranscriptFile | None:  # noqa: A002
        """The transcript of a talk by its id."""
        for file in [*self._in_notebook(), *self._in_own()]:  # no other needs to be looked at
            if file.name.endswith(f"-{id}{TRANSCRIPT}"):
                with suppress(Problem):
                    if (read := self._read(file)) and read.head.id == id:
                        return file
        return next((file for file, head in self.all() if head.id == id), None)

    def _listed(self, file: TranscriptFile) -> TalkHead | None:
        read = self._read(file)
        if read is None:
            return None
        head, path = read.head, "" if file.own else file.path
        made = time_of(head.made, self._clock.now())
        count = sum(one.kind is TurnKind.TALK for one in read.messages)
        changed = time_of(head.changed, made)
        return TalkHead(head.id, read.title, path, made, changed, count, head.model)

    def read(self, file: TranscriptFile) -> TranscriptRead:
        """A transcript as it is now. Raises Problem if it is none any more."""
        found = self._read(file)
        if found is None:
            raise trouble.of_rival(file.path)
        return found

    def _read(self, file: TranscriptFile) -> TranscriptRead | None:
        return read_transcript(self._data(file), file.name)

    def _data(self, file: TranscriptFile) -> bytes:
        return (self._own if file.own else self._notebook).read(file.path).data

    def _in_notebook(self) -> list[TranscriptFile]:
        layout = self._notebook.layout
        paths = self._notebook.files.list(layout.sessions)
        kept = (path for path in paths if layout.kind(path) is FileKind.SESSIONS)
        return [TranscriptFile(path, own=False) for path in kept]

    def _in_own(self) -> list[TranscriptFile]:
        paths = self._own.list() if self._own.root.is_dir() else []
        return [TranscriptFile(path, own=True) for path in paths if path.endswith(TRANSCRIPT)]

    def _stats(self, every: Sequence[TranscriptFile]) -> dict[TranscriptFile, Stat]:
        """The marks of those that are there."""
        found: dict[TranscriptFile, Stat] = {}
        for own, files in ((False, self._notebook.files), (True, self._own)):
            stats = files.stats(one.path for one in every if one.own is own)
            found |= {TranscriptFile(path, own): stat for path, stat in stats.items()}
        return found

    # -- writing --------------------------------------------------------------------------------

    def append(
        self,
        file: TranscriptFile,
        id: str,  # noqa: A002
        made: datetime,
        text: str,
        *,
        told: bool = True,
    ) -> int:
        """Add lines at the end; returns the number of the first. A new file gets its first line
        before. `told` False: `tell` follows, once for many. Raises Problem."""
        head = head_line(id, made)
        with self._changing(file, told=told):
            if not file.own:
                return self._notebook.record(file.path, text, head)
            with trouble.with_file(file.path):
                make_folder(self._own.root)
            return self._own.append(file.path, text.encode(), head.encode()).line

    def tell(self, file: TranscriptFile) -> None:
        """Have a transcript indexed and told of as it is now, if it is there."""
        if not file.own:
            with suppress(Problem), self._changing(file):
                pass

    def remove(self, file: TranscriptFile) -> Callable[[], None]:
        """Delete a transcript; returns what puts it back. Raises Problem."""
        missing, now = Snapshot(file.path, b"", ""), self._clock.now
        with self._changing(file):
            there = (self._own if file.own else self._notebook).read(file.path)
            if file.own:
                self._own.remove(file.path, there)
            else:
                self._notebook.remove(file.path, there, now())

        def back() -> None:
            with self._changing(file):
                if file.own:
                    self._own.replace(file.path, there.data, missing)
                else:
                    self._notebook.save(file.path, there.data, missing, Cause.TAKEN_BACK, now())

        return back

    @contextmanager
    def _changing(self, file: TranscriptFile, *, told: bool = True) -> Iterator[None]:
        """While the block changes a file; one of the notebook is indexed and told of then."""
        if file.own:
            with self._notebook.lock():
                yield
        else:
            with self._writing.own(told=told) as paths:
                yield
                paths.append(file.path)


def time_of(text: str, otherwise: datetime) -> datetime:
    """A time as a transcript has it, with a zone; another program may have written anything."""
    with suppress(ValueError):
        found = datetime.fromisoformat(text)
        return found if found.tzinfo else found.replace(tzinfo=otherwise.tzinfo)
    return otherwise
