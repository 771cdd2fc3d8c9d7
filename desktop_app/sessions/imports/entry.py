"""What an import is read as: dated entries, and what is skipped and why. Knows no files."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import TYPE_CHECKING

from desktop_app.notebook.text.records import Message
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.sessions.imports.files import ImportFile


class ImportKind(StrEnum):
    """Where entries come from. Each has its own shape of file."""

    CHATGPT = "chatgpt"
    CLAUDE = "claude"
    DAY_ONE = "dayone"
    AGENT = "agent"  # the transcripts of agents that are known
    MEMORY = "memory"  # what a program noted down of a person by itself
    OBSIDIAN = "obsidian"  # the daily notes of a vault; its other notes are Markdown
    LOGSEQ = "logseq"  # the same of a graph
    JOPLIN = "joplin"
    BEAR = "bear"
    MARKDOWN = "markdown"


GUESSED = frozenset({ImportKind.CLAUDE, ImportKind.MEMORY, ImportKind.BEAR})
"""Kinds whose shape is known from public descriptions only, and from no file of the program."""


class SkipWhy(StrEnum):
    """Why something is not imported."""

    NO_DATE = "no date"
    FUTURE = "future"
    TOO_OLD = "too old"
    EMPTY = "empty"
    UNREADABLE = "unreadable"
    OUTSIDE = "outside"
    TOO_LARGE = "too large"
    UNKNOWN = "unknown"
    NO_FILE = "no file"
    IN_TALK = "in a conversation"
    DELETED = "deleted"
    OF_PROGRAM = "of its program"
    NOT_READ = "not read"
    BROKEN = "broken"  # from here to the end of its file


@dataclass(frozen=True)
class ImportEntry:
    """What belongs to one day: a note with its `text`, or a part of a conversation.

    Of a conversation all `messages` are there, and the `numbers` (from 0) of those of this day.
    `source` is the name by which it is known when it comes again. `at` is its time, None for a note
    that has only a day. `attached` are the files that a note shows, as it names them. `session` is
    the name of a conversation under which others may have kept its messages. What is not `dated`
    is of the day of its import, and known on every day.
    """

    kind: ImportKind
    source: str
    day: date
    at: datetime | None
    title: str
    text: str = ""
    messages: tuple[Message, ...] = ()
    numbers: tuple[int, ...] = ()
    attached: Mapping[str, "ImportFile"] = field(default_factory=dict, compare=False)
    session: str = ""
    dated: bool = True


@dataclass(frozen=True)
class SkippedEntry:
    """Something that is not imported, by the name that a person knows it by."""

    name: str
    why: SkipWhy


UNKNOWN = SkippedEntry(tr("a value that is no conversation"), SkipWhy.UNKNOWN)
ImportRead = ImportEntry | SkippedEntry
ImportReads = Iterator[ImportRead]
EARLIEST = date(1900, 1, 1)


def refusal(day: date, today: date) -> SkipWhy | None:
    """Why nothing of this day can be imported; None if it can."""
    if day < EARLIEST:
        return SkipWhy.TOO_OLD
    return SkipWhy.FUTURE if day > today else None
