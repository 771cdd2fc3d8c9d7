"""Places: where something may stand that a person wants forgotten, and what was found there. Plain
values and their words."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from desktop_app.notebook.forgetting.cutting import CutLine
from desktop_app.notebook.forgetting.phrases import Sought
from desktop_app.notebook.layout import FileKind, Layout
from desktop_app.words import counted, tr


class Place(StrEnum):
    """A place. A person chooses about `CHOSEN`; all others are always cleared."""

    MEMORY = "memory"
    TOPICS = "topics"
    DAYS = "days"
    DIARIES = "diaries"
    CONVERSATIONS = "conversations"
    COPIES = "copies"
    HISTORY = "history"
    DREAMS = "dreams"
    DRAFTS = "drafts"
    RECORDS = "records"
    INDEX = "index"
    VECTORS = "vectors"
    DAMAGED = "damaged"
    PROGRAM = "program"

    @property
    def in_words(self) -> str:
        return _WORDS[self]


CHOSEN = frozenset({Place.DAYS, Place.DIARIES, Place.CONVERSATIONS})

_WORDS = {
    Place.MEMORY: tr("MEMORY.md"),
    Place.TOPICS: tr("topic files"),
    Place.DAYS: tr("days"),
    Place.DIARIES: tr("dream diaries"),
    Place.CONVERSATIONS: tr("conversations"),
    Place.COPIES: tr("conflict copies"),
    Place.HISTORY: tr("earlier versions"),
    Place.DREAMS: tr("dreams and their proposals"),
    Place.DRAFTS: tr("drafts"),
    Place.RECORDS: tr("the program’s records"),
    Place.INDEX: tr("search index"),
    Place.VECTORS: tr("vectors"),
    Place.DAMAGED: tr("damaged files that were set aside"),
    Place.PROGRAM: tr("log and window"),
}


@dataclass(frozen=True)
class FoundPlace:
    """What one file, or one place without a file, says of it. `count` is how many lines or rows,
    `lines` those that a person can be shown. `of` is the place whose text it is that lies here."""

    place: Place
    path: str
    count: int
    lines: tuple[CutLine, ...] = ()
    of: Place | None = None

    def goes(self, chosen: Collection[Place]) -> bool:
        """Whether it goes, by what a person has chosen."""
        of = self.of or self.place
        return of not in CHOSEN or of in chosen


@dataclass(frozen=True)
class Found:
    """All that was found of what is `sought`."""

    sought: Sought
    places: tuple[FoundPlace, ...]

    def apart(
        self, chosen: Collection[Place]
    ) -> tuple[tuple[FoundPlace, ...], tuple[FoundPlace, ...]]:
        """What goes, and what stays, by what a person has chosen."""
        goes = tuple(one for one in self.places if one.goes(chosen))
        return goes, tuple(one for one in self.places if not one.goes(chosen))

    @property
    def shown(self) -> frozenset[tuple[Place, str, str]]:
        """What a person has seen of it: a later look may find more."""
        return frozenset(
            (one.place, one.path, line.text) for one in self.places for line in one.lines
        )


@dataclass(frozen=True)
class ForgetReport:
    """What was removed, what was left on purpose, and sentences about what cannot be reached.

    `unfinished` says why something is still to be done at the next start; "" where nothing is.
    """

    removed: tuple[FoundPlace, ...]
    left: tuple[FoundPlace, ...]
    unreached: tuple[str, ...]
    unfinished: str = ""


def count_in_words(place: Place, count: int) -> str:
    """How much of a place says it."""
    if place is Place.HISTORY:
        return counted("{count} version", "{count} versions", count)
    if place in (Place.DREAMS, Place.RECORDS, Place.PROGRAM):
        return counted("{count} entry", "{count} entries", count)
    if place is Place.DAMAGED:
        return counted("{count} file", "{count} files", count)
    return counted("{count} line", "{count} lines", count)


def place_of(layout: Layout, path: str) -> Place:
    """The place that a path of the notebook is, also one that an earlier version had."""
    match layout.kind(path):
        case FileKind.MEMORY:
            return Place.MEMORY
        case FileKind.DREAMS:
            return Place.DIARIES
        case FileKind.SESSIONS:
            return Place.CONVERSATIONS
        case FileKind.DAYS:
            return Place.DAYS if layout.date_of(path) else Place.TOPICS
    return Place.COPIES


def is_named(layout: Layout, path: str, sought: Sought) -> bool:
    """Whether a file is about the topic as a whole, by its name."""
    if not sought.topic or place_of(layout, path) not in (Place.TOPICS, Place.COPIES):
        return False
    return sought.said_by(path.rpartition("/")[2].rpartition(".")[0])
