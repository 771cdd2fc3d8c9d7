"""What an import is read as, and what of it is skipped and why; its preview. Knows no files."""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path, PurePath
from typing import NamedTuple

from desktop_app.notebook.text.records import Message
from desktop_app.words import Worded, counted, tr


class ImportKind(Worded):
    """Where entries come from. Each has its own shape of file."""

    CHATGPT = "chatgpt", tr("ChatGPT conversations")
    CLAUDE = "claude", tr("Claude conversations")
    AGENT = "agent", tr("Conversations with agents")  # the transcripts of agents that are known
    MEMORY = "memory", tr("What programs remember of you")  # by themselves
    OBSIDIAN = "obsidian", tr("Obsidian daily notes")  # a vault's other notes are Markdown
    LOGSEQ = "logseq", tr("Logseq journals")  # the same of a graph
    MARKDOWN = "markdown", tr("Markdown notes")
    UNDATED = "undated", tr("Notes without a date, on the day their file was changed last")


FORMS = tr(
    "Nightstand imports exports of ChatGPT and Claude (a zip, or conversations.json), transcripts "
    "of agents, folders of Markdown (Notion and Joplin export such), and vaults of Obsidian and "
    "Logseq."
)


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
    IN_TALK = "in a conversation", tr("files of conversations, of which only words come")
    NOT_READ = "not read", tr("pictures and other files that are no notes")
    BROKEN = "broken", tr("broken in places: what stands there is missing")


@dataclass(frozen=True)
class ImportEntry:
    """What belongs to one day: a note with its `text`, or a part of a conversation.

    Of a conversation all `messages` are there, and the `numbers` (from 0) of those of this day.
    `source` is the name by which it is known when it comes again. `at` is its time, None for a note
    that has only a day. `session` is the name of a conversation under which others may have kept
    its messages. What is not `dated` is of the day of its import, and known on every day.
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
    session: str = ""
    dated: bool = True
    sha: str = ""
    keys: tuple[str, ...] = ()


class SkippedEntry(NamedTuple):
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


EXAMPLES = 3
"""Names that are told of what is skipped for one reason."""


@dataclass
class ImportPreview:
    """What was found at `path`, as it is counted: new entries by kind and day, known ones by kind.

    `name` is what a person calls the file or folder. An entry is a note, or a conversation's share
    of one day.
    """

    path: str
    name: str
    new: Counter[tuple[ImportKind, date]] = field(default_factory=Counter)
    known: Counter[ImportKind] = field(default_factory=Counter)
    left_out: dict[SkipWhy, list[str]] = field(default_factory=dict)

    @property
    def skipped(self) -> list[tuple[SkipWhy, int, list[str]]]:
        """How many are not imported for each reason, and the names of the first of them."""
        found = [(why, self.left_out.get(why, [])) for why in SkipWhy]
        return [(why, len(all_), [*dict.fromkeys(all_)][:EXAMPLES]) for why, all_ in found if all_]

    @property
    def kinds(self) -> tuple[ImportKind, ...]:
        """The kinds that were found, new or known, in the order of all kinds."""
        there = {kind for kind, _ in self.new} | self.known.keys()
        return tuple(kind for kind in ImportKind if kind in there)

    @property
    def usual(self) -> tuple[ImportKind, ...]:
        """Those that come unless somebody chooses: not what only the time of a file dates."""
        return tuple(kind for kind in self.kinds if kind is not ImportKind.UNDATED)

    def entries(self, kinds: Collection[ImportKind]) -> int:
        """How many entries are new."""
        return sum(count for (kind, _), count in self.new.items() if kind in kinds)

    def days(self, kinds: Collection[ImportKind]) -> list[date]:
        """The days that new entries touch, the first one first."""
        return sorted({day for kind, day in self.new if kind in kinds})


def besides(known: int, nothing: int, held_back: int) -> list[str]:
    """What is said of entries that were there, conversations that gave nothing, and sentences of
    them that were not taken, as far as there are any.
    """
    there = counted(
        "{count} entry was there already.", "{count} entries were there already.", known
    )
    empty = counted(
        "In {count} conversation nothing was worth keeping.",
        "In {count} conversations nothing was worth keeping.",
        nothing,
    )
    held = counted(
        "{count} sentence was left out: it looks like a secret or gives an order to an agent.",
        "{count} sentences were left out: they look like secrets or give orders to an agent.",
        held_back,
    )
    told = ((known, there), (nothing, empty), (held_back, held))
    return [words for count, words in told if count]


def stays_words(count: int) -> str:
    """How many places of an import stay after it was taken back."""
    return counted(
        "{count} place was edited since and stays.",
        "{count} places were edited since and stay.",
        count,
    )


SUFFIXES = (".jsonl", ".ndjson", ".json", ".txt", ".text", ".md", ".markdown")


def is_import(path: str) -> bool:
    """Whether it is a zip or a folder, in which another program may have left many things."""
    return PurePath(path).suffix.casefold() == ".zip" or Path(path).is_dir()


def may_come_in(path: str) -> bool:
    """Whether a file or folder that is dropped on a notebook holds an import or a conversation."""
    return is_import(path) or PurePath(path).suffix.casefold() in SUFFIXES
