"""What is said of imports: counts, days, what was left. Knows words, no widget."""

from collections.abc import Collection
from datetime import date

from desktop_app import dates
from desktop_app.memory.imports import Imported, ImportUndone
from desktop_app.sessions.imports.entry import ImportKind
from desktop_app.sessions.imports.preview import ImportPreview, SkippedCount
from desktop_app.sessions.imports.words import (
    held_back_words,
    known_words,
    nothing_words,
    stays_words,
    why_words,
)
from desktop_app.words import counted, tr


def entries(count: int) -> str:
    """3 entries."""
    return counted("{count} entry", "{count} entries", count)


def in_days(count: int, days: int) -> str:
    """3 entries in 2 days."""
    words = tr("%1 in %2").replace("%1", entries(count))
    return words.replace("%2", counted("{count} day", "{count} days", days))


def kind_count(preview: ImportPreview, kind: ImportKind) -> str:
    """12 new, 4 in your notebook already."""
    known = preview.known.get(kind, 0)
    new = tr("%1 new").replace("%1", f"{preview.entries([kind]):,}")
    if not known:
        return new
    return tr("%1, %2 in the notebook already").replace("%1", new).replace("%2", f"{known:,}")


def what_comes(preview: ImportPreview, chosen: Collection[ImportKind], today: date) -> str:
    """316 entries in 210 days, from 5 January 2024 to 20 November."""
    days = preview.days(chosen)
    if not days:
        return tr("Nothing in it is new.") if not preview.new else tr("Nothing is chosen.")
    words = in_days(preview.entries(chosen), len(days))
    if len(days) == 1:
        return f"{words}: {dates.plain(days[0], today)}"
    span = tr("%1, from %2 to %3").replace("%1", words)
    first, last = (dates.plain(day, today) for day in (days[0], days[-1]))
    return span.replace("%2", first).replace("%3", last)


def skipped(each: SkippedCount) -> str:
    """5 without a date: a.md, b.md, c.md and 2 more."""
    names = ", ".join(each.names)
    if more := each.count - len(each.names):
        names = tr("%1 and %2 more").replace("%1", names).replace("%2", f"{more:,}")
    return f"{each.count:,} {why_words(each.why)}: {names}"


def imported(done: Imported) -> str:
    """The title of what was done."""
    if not done.id:
        return tr("Nothing was new, so nothing was written")
    return in_days(done.entries, len(done.days))


def besides(done: Imported) -> str:
    """What did not come, in sentences."""
    told = (
        (known_words, done.known),
        (nothing_words, done.nothing),
        (held_back_words, done.held_back),
    )
    return " ".join(said(count) for said, count in told if count)


def undone(taken: ImportUndone) -> str:
    """What taking it back did."""
    days = counted("{count} day is", "{count} days are", len(taken.paths))
    words = [tr("%1 as before the import.").replace("%1", days)]
    if taken.conflicts:
        words.append(stays_words(taken.conflicts))
    return " ".join(words)
