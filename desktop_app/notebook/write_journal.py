"""Journal: several files changed as one. Knows intents and bytes, not why they are wanted."""

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from desktop_app import own_files
from desktop_app.errors import Problem
from desktop_app.notebook.files import Conflict, NotebookFiles, Snapshot, sha_of
from desktop_app.notebook.lines import bytes_of, text_of
from desktop_app.notebook.storage import trouble
from desktop_app.words import tr

_NAME = tr("the journal")


class Write(NamedTuple):
    """One file of an intent: its whole new bytes, and the sha of the old ones ("" for a new file).

    Without `data` the file is deleted.
    """

    path: str
    old_sha: str
    data: bytes | None

    @property
    def sha(self) -> str:
        """The sha of the file after the step; "" for a deleted file."""
        return "" if self.data is None else sha_of(self.data)


class Intent(NamedTuple):
    """Writes that belong together in the notebook at `root`; `purpose` is JSON for `finish`."""

    id: str
    root: str
    purpose: dict[str, Any]
    writes: tuple[Write, ...]


Finish = Callable[[Intent], None]


def changed_meanwhile(path: str) -> Conflict:
    """The problem with a file that is not the one that the change was made for."""
    return Conflict(
        tr("{path} has changed meanwhile, so nothing was written.").format(path=path),
        tr("Look at what is proposed again, then decide."),
    )


class Journal:
    """The intents of one notebook, kept outside it. Its methods are called under its lock.

    `finish` notes in a database that an intent's files are written. After a crash it may be called
    again, and must then have the same result.
    """

    def __init__(self, folder: Path, files: NotebookFiles) -> None:
        self._folder = folder
        self._files = files

    def run(self, intent: Intent, finish: Finish) -> None:
        """Write all files of `intent`, or none.

        After a crash `replay` completes it. After a Problem (a Conflict if a file has changed) the
        old files are put back. If that fails too, or `finish` is Unsure, `replay` completes it.
        """
        path = self._folder / f"{intent.id}.intent"
        self._note(path, intent)
        before: list[tuple[Write, Snapshot]] = []
        try:
            for write in intent.writes:
                now = self._files.read(write.path)
                before.append((write, now))  # a step that fails may yet leave its file behind
                _step(self._files, write, now)
            finish(intent)
        except trouble.Unsure:
            raise  # what may turn out to be finished must be finished: the intent stays
        except Problem:
            for write, old in reversed(before):
                _put_back(self._files, write, old)
            self._remove(path)
            raise
        with suppress(Problem):  # it is done; replayed, it comes to the same
            self._remove(path)

    def replay(self, finish: Finish) -> list[str]:
        """Complete what a crash interrupted; sentences about what could not be completed.

        Such an intent is set aside as `ID.stuck` and never written over newer text. Raises
        Problem when the disk refuses; the intents then wait for the next time.
        """
        sentences = []
        with trouble.with_file(_NAME):
            for part in self._folder.glob(".*.part"):
                part.unlink(missing_ok=True)  # an intent never whole: nothing was written yet
            for path in sorted(self._folder.glob("*.intent")):
                sentence = self._replay_one(path, finish)
                if sentence:
                    path.rename(path.with_suffix(".stuck"))
                    own_files.sync_path(self._folder)
                    sentences.append(sentence)
        return sentences

    def _replay_one(self, path: Path, finish: Finish) -> str:
        try:
            intent = _unpacked(own_files.read(path, None))
        except (ValueError, KeyError, TypeError, RecursionError):
            return tr(
                "An interrupted change could not be read. It is kept in {stem}.stuck."
            ).format(stem=path.stem)
        if intent.root != str(self._files.root):
            return tr(
                "A change begun in {root} was interrupted there and is not completed here."
            ).format(root=intent.root)
        before = [self._files.read(write.path) for write in intent.writes]
        for write, now in zip(intent.writes, before, strict=True):
            if now.sha not in (write.old_sha, write.sha):
                return tr(
                    "A change was interrupted, and {path} has changed since: it was not "
                    "completed. Earlier versions are in the history."
                ).format(path=write.path)
        for write, now in zip(intent.writes, before, strict=True):
            _step(self._files, write, now)
        finish(intent)
        with suppress(Problem):
            self._remove(path)
        return ""

    def _note(self, path: Path, intent: Intent) -> None:
        with trouble.with_file(_NAME):
            try:
                own_files.make_folder(self._folder)
                own_files.write_durably(path, _packed(intent))
            except OSError:
                with suppress(OSError):  # told as failed, so it must not be completed later
                    path.unlink(missing_ok=True)
                raise

    def _remove(self, path: Path) -> None:
        with trouble.with_file(_NAME):
            path.unlink(missing_ok=True)
            own_files.sync_path(self._folder)


def _step(files: NotebookFiles, write: Write, now: Snapshot) -> None:
    if now.sha == write.sha:
        return
    if now.sha != write.old_sha:
        raise changed_meanwhile(write.path)
    if write.data is None:
        files.remove(write.path, now)
    else:
        files.replace(write.path, write.data, now, copy=False)  # the proposal has it still


def _put_back(files: NotebookFiles, write: Write, old: Snapshot) -> None:
    current = files.read(write.path)
    if current.sha == old.sha or current.sha != write.sha:
        return  # never ours, or another program's newer text already
    if old.exists:
        files.replace(write.path, old.data, current, copy=False)
    else:
        files.remove(write.path, current)


def _packed(intent: Intent) -> bytes:
    texts = (None if w.data is None else text_of(w.data) for w in intent.writes)
    writes = [
        {"path": w.path, "old": w.old_sha, "text": text}
        for w, text in zip(intent.writes, texts, strict=True)
    ]
    return json.dumps(intent._asdict() | {"writes": writes}).encode("ascii")  # odd bytes: escapes


def _unpacked(packed: bytes) -> Intent:
    """The intent again; raises ValueError, KeyError or TypeError for anything else."""
    whole = json.loads(packed)
    writes = tuple(
        Write(w["path"], w["old"], None if w["text"] is None else bytes_of(w["text"]))
        for w in whole["writes"]
    )
    return Intent(whole["id"], whole["root"], whole["purpose"], writes)
