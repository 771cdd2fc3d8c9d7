"""A version in words: who wrote it, what it changed, which file it is of. Knows no widget."""

from datetime import date, datetime

from desktop_app import dates
from desktop_app.notebook.history import Cause, Version, VersionStep
from desktop_app.notebook.layout import FileKind, Layout, named_date
from desktop_app.notebook.spans import named_span
from desktop_app.notebook.text.line_count import LineCount
from desktop_app.words import counted, listed, tr

_ICONS = {
    Cause.EDIT: "edit",
    Cause.UPDATE: "edit",
    Cause.NOTE: "note",
    Cause.DREAM: "dreams",
    Cause.UNDO: "undo",
    Cause.TAKEN_BACK: "undo",
    Cause.RESTORE: "history",
    Cause.OUTSIDE: "external",
    Cause.FLUSH: "conversation",
    Cause.IMPORT: "download",
    Cause.DRAFT: "note",
    Cause.QUARANTINE: "poison",
    Cause.RECOVERED: "warn",
}


def cause_in_words(cause: Cause, *, first: bool = False) -> str:
    """Why a version came to be, and by whom; `first`: nothing older of the file is kept."""
    if first and cause == Cause.OUTSIDE:
        return tr("As it was found")
    words = {
        Cause.EDIT: tr("You edited"),
        Cause.UPDATE: tr("Written by a command"),
        Cause.DREAM: tr("A dream"),
        Cause.OUTSIDE: tr("Another program"),
        Cause.RESTORE: tr("Restored"),
        Cause.TAKEN_BACK: tr("Taken back"),
        Cause.UNDO: tr("Dream undone"),
        Cause.NOTE: tr("A note was added"),
        Cause.FLUSH: tr("From a conversation"),
        Cause.IMPORT: tr("Imported"),
        Cause.DRAFT: tr("Kept aside"),
        Cause.QUARANTINE: tr("A line put into quarantine"),
        Cause.RECOVERED: tr("Recovered after a crash"),
    }
    return words.get(cause) or Cause(cause).client or cause.capitalize()


def icon_of(cause: Cause) -> str:
    """The picture beside it."""
    return _ICONS.get(Cause(cause).kind, "sparkle")


def title_of(step: VersionStep) -> str:
    return version_in_words(step.version, first=step.before is None)


def version_in_words(version: Version, *, first: bool = False) -> str:
    """Why a version came to be, by its cause; an almanac is no dream."""
    cause = version.cause
    if named_span(version.path.rpartition("/")[2].removesuffix(".md")):
        if cause.kind == Cause.DREAM:
            return tr("Almanac")
        cause = Cause.TAKEN_BACK if cause.kind == Cause.UNDO else cause
    return cause_in_words(cause, first=first)


def changed_in_words(count: LineCount) -> str:
    """1 line changed, 3 lines added; the same lines where only blanks or their order differ."""
    parts = (
        (count.changed, counted("{count} line changed", "{count} lines changed", count.changed)),
        (count.added, counted("{count} line added", "{count} lines added", count.added)),
        (count.removed, counted("{count} line removed", "{count} lines removed", count.removed)),
    )
    return listed(words for number, words in parts if number) or tr("same lines")


def file_in_words(path: str, layout: Layout, today: date) -> str:
    """MEMORY.md, Thu 19 Nov, the diary of 19 Nov; the name of any other file."""
    kind, name = layout.kind(path), path.rpartition("/")[2]
    day = named_date(name)
    if kind is FileKind.DAYS and day is not None:
        return f"{dates.weekday(day)} {dates.short(day, today)}"
    if kind is FileKind.DREAMS and day is not None:
        return tr("Diary of %1").replace("%1", dates.short(day, today))
    return name


def day_in_words(day: date, today: date) -> str:
    """Today, Yesterday, Thursday, 19 November."""
    ago = (today - day).days
    if ago in (0, 1):
        return tr("Yesterday") if ago else tr("Today")
    return dates.title(day, today)


def local(moment: datetime, now: datetime) -> datetime:
    """A moment as the person's clock shows it."""
    return moment.astimezone(now.tzinfo) if moment.tzinfo and now.tzinfo else moment
