"""Places: where something may stand that a person wants forgotten, and what was found there. Plain
values and their words."""

from collections.abc import Collection
from dataclasses import dataclass

from desktop_app.notebook.forgetting.cutting import CutLine
from desktop_app.notebook.forgetting.phrases import Sought
from desktop_app.notebook.layout import TEMPLATE, FileKind, Layout
from desktop_app.words import Worded, counted, tr


class ForgetPlace(Worded):
    """A place. A person chooses about `CHOSEN`; all others are always cleared."""

    MEMORY = "memory", tr("MEMORY.md")
    TOPICS = "topics", tr("topic files")
    DAYS = "days", tr("days")
    DIARIES = "diaries", tr("dream diaries")
    CONVERSATIONS = "conversations", tr("conversations")
    COPIES = "copies", tr("conflict copies")
    HISTORY = "history", tr("earlier versions")
    DREAMS = "dreams", tr("dreams and their proposals")
    DRAFTS = "drafts", tr("drafts")
    RECORDS = "records", tr("the program’s records")
    INDEX = "index", tr("search index")
    VECTORS = "vectors", tr("data for search by meaning")
    DAMAGED = "damaged", tr("damaged files that were set aside")
    PROGRAM = "program", tr("log and window")


CHOSEN = frozenset({ForgetPlace.DAYS, ForgetPlace.DIARIES, ForgetPlace.CONVERSATIONS})


@dataclass(frozen=True)
class FoundPlace:
    """What one file, or one place without a file, says of it. `count` is how many lines or rows,
    `lines` those that a person can be shown. `of` is the place whose text it is that lies here."""

    place: ForgetPlace
    path: str
    count: int
    lines: tuple[CutLine, ...] = ()
    of: ForgetPlace | None = None

    def goes(self, chosen: Collection[ForgetPlace]) -> bool:
        """Whether it goes, by what a person has chosen."""
        of = self.of or self.place
        return of not in CHOSEN or of in chosen


@dataclass(frozen=True)
class FoundTexts:
    """All that was found of what is `sought`."""

    sought: Sought
    places: tuple[FoundPlace, ...]

    def apart(
        self, chosen: Collection[ForgetPlace]
    ) -> tuple[tuple[FoundPlace, ...], tuple[FoundPlace, ...]]:
        """What goes, and what stays, by what a person has chosen."""
        goes = tuple(one for one in self.places if one.goes(chosen))
        return goes, tuple(one for one in self.places if not one.goes(chosen))

    @property
    def shown(self) -> frozenset[tuple[ForgetPlace, str, str]]:
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


def count_in_words(place: ForgetPlace, count: int) -> str:
    """How much of a place says it."""
    if place is ForgetPlace.HISTORY:
        return counted("{count} version", "{count} versions", count)
    if place in (ForgetPlace.DREAMS, ForgetPlace.RECORDS, ForgetPlace.PROGRAM):
        return counted("{count} entry", "{count} entries", count)
    if place is ForgetPlace.DAMAGED:
        return counted("{count} file", "{count} files", count)
    return counted("{count} line", "{count} lines", count)


def place_of(layout: Layout, path: str) -> ForgetPlace:
    """The place that a path of the notebook is, also one that an earlier version had."""
    if path == TEMPLATE:
        return ForgetPlace.TOPICS
    match layout.kind(path):
        case FileKind.MEMORY:
            return ForgetPlace.MEMORY
        case FileKind.DREAMS:
            return ForgetPlace.DIARIES
        case FileKind.SESSIONS:
            return ForgetPlace.CONVERSATIONS
        case FileKind.DAYS:
            return ForgetPlace.DAYS if layout.date_of(path) else ForgetPlace.TOPICS
    return ForgetPlace.COPIES


def is_named(layout: Layout, path: str, sought: Sought) -> bool:
    """Whether a file is about the topic as a whole, by its name."""
    if not sought.topic or place_of(layout, path) not in (ForgetPlace.TOPICS, ForgetPlace.COPIES):
        return False
    return sought.said_by(path.rpartition("/")[2].rpartition(".")[0])
