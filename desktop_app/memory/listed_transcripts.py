"""Transcripts as a list needs them, kept between two starts: thousands are long to read.

A file that has changed since is read again, so this may be deleted at any time.
"""

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, astuple, dataclass
from pathlib import Path
from typing import Any

from desktop_app.errors import Problem
from desktop_app.notebook.files import Stat
from desktop_app.notebook.layout import TRANSCRIPT
from desktop_app.own_files import make_folder
from desktop_app.sessions.transcript import TranscriptHead
from desktop_app.settings import write_own_file

_NAME = "list.json"


@dataclass(frozen=True)
class TranscriptFile:
    """A transcript: its path in the notebook, or its name among our own files (`own`)."""

    path: str
    own: bool

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]

    def may_be(self, id: str) -> bool:  # noqa: A002
        """Whether a file of this name may be the talk with this id."""
        return self.name.endswith(f"-{id}{TRANSCRIPT}")


@dataclass(frozen=True)
class ListedTranscript:
    """A transcript as a list needs it: `messages` counts what still stands of the talk."""

    file: TranscriptFile
    head: TranscriptHead
    title: str
    messages: int


KnownTranscripts = dict[TranscriptFile, tuple[Stat, ListedTranscript | None]]
"""What is known of each file with these marks; None: it is no transcript of ours."""


def load(folder: Path) -> KnownTranscripts:
    """What was kept in this folder; nothing where that cannot be read."""
    with suppress(OSError, ValueError, TypeError, KeyError, RecursionError):
        return dict(map(_known, json.loads((folder / _NAME).read_bytes())))
    return {}


def keep(folder: Path, known: KnownTranscripts) -> None:
    """Keep what is known. A disk that refuses loses it quietly: it is made again."""
    rows = [_row(*one) for one in known.items()]
    with suppress(Problem, OSError):
        make_folder(folder)
        write_own_file(folder / _NAME, json.dumps(rows).encode(), lasting=False)


def _row(file: TranscriptFile, about: tuple[Stat, ListedTranscript | None]) -> list[Any]:
    stat, listed = about
    more = [asdict(listed.head), listed.title, listed.messages] if listed else []
    return [file.path, file.own, astuple(stat), *more]


def _known(row: Iterable[Any]) -> tuple[TranscriptFile, tuple[Stat, ListedTranscript | None]]:
    path, own, marks, *more = row
    file = TranscriptFile(str(path), bool(own))
    if not more:
        return file, (Stat(*marks), None)
    head, title, messages = more
    return file, (Stat(*marks), ListedTranscript(file, TranscriptHead(**head), title, messages))
