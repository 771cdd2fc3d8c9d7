"""Window: the days a dream reads, and what they say. Knows files of days and runs, no engine."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from datetime import date, timedelta
from itertools import starmap

from desktop_app import dates
from desktop_app.dreams.material import Material
from desktop_app.dreams.origin import KnownOrigins, LinesOfOwner
from desktop_app.dreams.proposal import AsideLine, ProposalState, Why
from desktop_app.dreams.skipped_lines import why_unread
from desktop_app.dreams.store import DayHashes, DreamStore
from desktop_app.notebook.bullets import memory_file
from desktop_app.notebook.dated import Dated
from desktop_app.notebook.diaries import days_read
from desktop_app.notebook.layout import FileKind
from desktop_app.notebook.lines import UNLIMITED, Limits, split
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.quarantine import QuarantineBook
from desktop_app.notebook.remarks import need_settled
from desktop_app.notebook.source import DayText, line_sha, no_text_at
from desktop_app.regex import regex
from desktop_app.words import counted, together, tr

SHORTEST, LONGEST = 2, 30
"""Bounds, in days, of a dream that was not told how far to look back."""


_NAME = regex(r"(?<![\w./~-])(?:\./)?[\w-][\w./-]{0,200}\.md(?!\w)")
_MOST_NAMED = 20
_LONGEST_NAMED = 200_000  # bytes


def window_of(today: date, last: date | None, lookback_days: int | None) -> tuple[date, ...]:
    """The days a dream reads, newest first. `last`: the day from which nothing is dreamt yet."""
    count = lookback_days
    if count is None:
        since = (today - last).days + 1 if last else LONGEST
        count = max(SHORTEST, min(LONGEST, since))
    count = min(count, (today - date.min).days + 1)
    return tuple(today - timedelta(days=back) for back in range(count))


def gathered(
    notebook: Notebook,
    store: DreamStore,
    lookback_days: int | None,
    today: date,
    force: bool,
    until: date | None = None,
    limits: Limits = UNLIMITED,
) -> tuple[Material, DayHashes]:
    """What a dream would read now, and what its days say."""
    dated = Dated(notebook)
    since = None if until else _undreamt_since(notebook, dated, store, today)
    if force and since:  # again, also over the days of what waits or was taken back
        waiting = store.proposals(ProposalState.PENDING)
        since = min([since, *(day for one in waiting for day in one.days_read)])
    wanted = window_of(until or today, since, lookback_days)
    texts = [DayText(day, *one) for day in wanted for one in dated.texts(day)]
    torn = {one: at for one in texts if (at := dated.torn_at(one.path, one.text))}
    texts_read = [one for one in texts if one not in torn]
    read = notebook.read(notebook.layout.memory)
    need_settled(read.data, read.path)
    origins = KnownOrigins(notebook, read, today)
    by_day: dict[date, list[str]] = defaultdict(list)
    for one in texts_read:
        by_day[one.date].append(one.text)
    window = {day.isoformat(): _sha(texts) for day, texts in by_day.items()}
    material = Material(
        memory=memory_file(read.data),
        days=tuple(replace(one, text=dated.noted(one.date, one.text)) for one in texts_read),
        missing=tuple(day for day in wanted if day not in {one.date for one in texts}),
        rejected=frozenset() if force else store.rejected(),
        memory_path=notebook.layout.memory,
        settled=frozenset() if force else store.settled_lines(),
        known_since=origins.known_since,
        typed_at=origins.typed_at,
        is_own=LinesOfOwner(notebook),
        older=len(_older(notebook, dated, store, wanted[-1])),
        dreamt_on=today,
        limits=limits,
        refused=() if force else store.refused(),
        window=wanted,
        fine=frozenset(line_sha(one.text) for one in QuarantineBook(notebook.database).fine()),
        torn=tuple(starmap(_torn, torn.items())),
        named=_named(notebook, read.text),
    )
    return material, window


def _named(notebook: Notebook, memory: str) -> dict[str, str]:
    """The texts of the notes without a date that memory names by their paths."""
    names = dict.fromkeys(found[0].removeprefix("./") for found in _NAME.finditer(memory))
    texts: dict[str, str] = {}
    for path in names:
        stat = notebook.files.stat(path) if path != notebook.layout.memory else None
        if stat and stat.size <= _LONGEST_NAMED and notebook.layout.date_of(path) is None:
            texts[path] = notebook.files.read(path).text
        if len(texts) == _MOST_NAMED:
            break
    return texts


def _torn(day: DayText, line: int) -> AsideLine:
    why = Why.BINARY if no_text_at(day.text) else Why.CONFLICT
    return AsideLine(why, day.path, line, line_sha(split(day.text)[line - 1]))


def days_with(notebook: Notebook, line: str, today: date) -> list[date]:
    """The days up to today that have this very line."""
    dated, sha = Dated(notebook), line_sha(line)
    texts = ((day, text) for day in dated.days(today) for _, text in dated.texts(day))
    return [day for day, text in texts if line in text and sha in map(line_sha, split(text))]


def unread(material: Material) -> str:
    """What could not be read, a sentence for each file; "" for nothing."""
    return together(*map(why_unread, material.torn))


def undreamt(
    notebook: Notebook, store: DreamStore, today: date, lookback_days: int | None = None
) -> tuple[int, date | None]:
    """How many days have notes that no dream has read as they are. The day is the
    newest of them where the next dream, which looks back so far, reads none of them; else None."""
    dated, read = Dated(notebook), store.texts_read()
    since = None if lookback_days else _undreamt_since(notebook, dated, store, today)
    window = window_of(today, since, lookback_days)
    new = sum(_is_new(dated, day, read) for day in window)
    older = _older(notebook, dated, store, window[-1])
    return new + len(older), older[0] if older and not new else None


def _older(notebook: Notebook, dated: Dated, store: DreamStore, first: date) -> list[date]:
    """The days before the first one of a window that have notes which no dream has read, here or,
    as the diaries tell, elsewhere."""
    read, told = store.texts_read(), list(filter(None, map(days_read, notebook.diaries())))
    return [
        day
        for day in dated.days(first)
        if day < first and _is_new(dated, day, read)
        if day.isoformat() in read or not any(begin <= day <= end for begin, end in told)
    ]


def _is_new(dated: Dated, day: date, read: DayHashes) -> bool:
    """Whether a day has notes that say something else than when it was `read`."""
    texts = [text for _, text in dated.settled(day)]
    return bool(texts) and read.get(day.isoformat()) != _sha(texts)


def _sha(texts: Iterable[str]) -> str:
    return hashlib.sha256("".join(texts).encode("utf-8", "surrogateescape")).hexdigest()


def _undreamt_since(
    notebook: Notebook, dated: Dated, store: DreamStore, today: date
) -> date | None:
    """The last dream's day; an earlier one in reach, where it says what no dream has read.

    A notebook that dreamt elsewhere has no runs in our history: its newest diary tells.
    """
    last = store.last_dream(up_to_now=True)
    since = last.date() if last else max((one.date for one in notebook.diaries()), default=None)
    if since is None:
        return None
    reach, read = window_of(today, None, None), store.texts_read()
    changed = (day for day in reach if day.isoformat() in read and _is_new(dated, day, read))
    return min([since, *changed])


def nothing_written(notebook: Notebook, today: date, material: Material) -> tuple[date | None, str]:
    """The day of the newest notes, and why there was nothing to read in a window."""
    if material.torn:
        return None, unread(material)
    dated = Dated(notebook)
    newest = dated.newest(today)
    if newest is not None:
        days = counted("{count} day in all", "{count} days in all", len(dated.days(today)))
        sentence = tr("The newest notes are of {day}, {days}.").format(
            day=dates.plain(newest), days=days
        )
        return newest, together(tr("None of these days has any notes."), sentence)
    undated = (notebook.layout.kind(path) is FileKind.DAYS for path in notebook.paths())
    if not dated.days(date.max) and any(undated):
        return None, tr(
            "None of the notes has a date, so no day can be read. Note something today."
        )
    return None, tr("None of these days has any notes.")
