"""Drafts: typed text that could not be saved, in our own files. Knows bytes, no window."""

import json
from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from desktop_app import own_files
from desktop_app.settings import write_own_file


class UnsavedDraft(NamedTuple):
    """The unsaved text for a file (`data`), and the text it had when the writing began (`base`).

    `key` names the draft. One session of writing has one draft, and each version replaces the last.
    Without a `path` it is text in a field that belongs to no file.
    """

    key: str
    path: str
    at: datetime
    base: bytes
    data: bytes


class Drafts:
    """The drafts of one notebook, each a file of its own in `folder`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, draft: UnsavedDraft) -> None:
        """Keep a draft in place of the one with its key. Raises Problem when that fails too."""
        body = draft.base + draft.data
        head = {
            "path": draft.path,
            "at": draft.at.isoformat(),
            "base": len(draft.base),
            "sha256": sha256(body).hexdigest(),
        }
        write_own_file(self._file(draft.key), json.dumps(head).encode() + b"\n" + body)

    def find(self, path: str) -> UnsavedDraft | None:
        """The newest draft of a path; None if there is none. Damaged drafts are ignored."""
        drafts = [draft for draft in map(_read, self._folder.glob("*.draft")) if draft is not None]
        ours = [draft for draft in drafts if draft.path == path]
        return max(ours, key=lambda draft: draft.at, default=None)

    def named(self, key: str) -> UnsavedDraft | None:
        """The draft with this key; None when there is none, or it is damaged."""
        return _read(self._file(key))

    def clear(self, key: str) -> None:
        """Delete a draft, once its text is in the file or the history."""
        with suppress(OSError):  # it is offered once more, which does no harm
            self._file(key).unlink(missing_ok=True)

    def _file(self, key: str) -> Path:
        if not key.isalnum():
            raise ValueError(key)
        return self._folder / f"{key}.draft"


def _read(file: Path) -> UnsavedDraft | None:
    try:
        line, _, body = own_files.read(file, None).partition(b"\n")
        head = json.loads(line)
        if sha256(body).hexdigest() != head["sha256"]:
            return None
        cut = int(head["base"])
        at = datetime.fromisoformat(head["at"])
        return UnsavedDraft(file.stem, str(head["path"]), at, body[:cut], body[cut:])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
