"""What an import is read as: dated entries, and what is skipped and why. Knows no files."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TYPE_CHECKING

from desktop_app.notebook.text.records import Message
from desktop_app.words import Worded, tr

if TYPE_CHECKING:
    from desktop_app.sessions.imports.files import ImportFile


class ImportKind(Worded):
    """Where entries come from. Each has its own shape of file."""

    CHATGPT = "chatgpt", tr("ChatGPT conversations")
    CLAUDE = "claude", tr("Claude conversations")
    DAY_ONE = "dayone", tr("Day One entries")
    AGENT = "agent", tr("Conversations with agents")  # the transcripts of agents that are known
    MEMORY = "memory", tr("What programs remember of you")  # by themselves
    OBSIDIAN = "obsidian", tr("Obsidian daily notes")  # a vault's other notes are Markdown
    LOGSEQ = "logseq", tr("Logseq journals")  # the same of a graph
    JOPLIN = "joplin", tr("Joplin notes")
    BEAR = "bear", tr("Bear notes")
    KEEP = "keep", tr("Google Keep notes")
    MARKDOWN = "markdown", tr("Markdown notes")
    UNDATED = "undated", tr("Notes without a date, on the day their file was changed last")


GUESSED = frozenset({ImportKind.CLAUDE, ImportKind.MEMORY, ImportKind.BEAR, ImportKind.KEEP})
"""Kinds whose shape is known from public descriptions only, and from no file of the program."""


class SkipWhy(Worded):
    """Why something is not imported."""

    NO_DATE = "no date", tr("without a date")
    FUTURE = "future", tr("in the future")
    TOO_OLD = "too old", tr("before 1900")
    EMPTY = "empty", tr("without any text")
    UNREADABLE = "unreadable", tr("not readable")
    OUTSIDE = "outside", tr("links that lead out of the folder")
    TOO_LARGE = "too large", tr("too large")
    UNKNOWN = "unknown", tr("in an unknown form")
    NO_FILE = "no file", tr("shown in a note, and not among the files")
    IN_TALK = "in a conversation", tr("files of conversations, of which only words come")
    DELETED = "deleted", tr("in the trash of its program")
    OF_PROGRAM = "of its program", tr("made by its program, such as folders and tags")
    NOT_READ = "not read", tr("shown by no note, or in a form that is not read")
    BROKEN = "broken", tr("broken in places: what stands there is missing")


@dataclass(frozen=True)
class ImportEntry:
    """What belongs to one day: a note with its `text`, or a part of a conversation.

    Of a conversation all `messages` are there, and the `numbers` (from 0) of those of this day.
    `source` is the name by which it is known when it comes again. `at` is its time, None for a note
    that has only a day. `attached` are the files that a note shows, as it names them. `session` is
    the name of a conversation under which others may have kept its messages. What is not `dated`
    is of the day of its import, and known on every day.
    `sha` is the fingerprint of what of it is new, "" for nothing; by `keys` others know its
    messages.
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
    sha: str = ""
    keys: tuple[str, ...] = ()


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
