"""Window: the days a dream reads, and what they say. Knows files of days and runs, no engine."""

import hashlib
from datetime import date, timedelta
from functools import partial

from desktop_app.dreams.dreamer import DayText, Material
from desktop_app.dreams.origin import origins_of
from desktop_app.dreams.owner import NOBODY
from desktop_app.dreams.store import DayHashes, DreamStore
from desktop_app.notebook.bullets import Bullet, MemoryFile
from desktop_app.notebook.dated import Dated
from desktop_app.notebook.finding import in_words
from desktop_app.notebook.layout import FileKind
from desktop_app.notebook.notebook import Notebook
from desktop_app.words import counted, tr

SHORTEST, LONGEST = 2, 30
"""Bounds, in days, of a dream that was not told how far to look back."""
_TELLING = 60_000  # characters of earlier days that tell what their owner keeps


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
    learn: bool = True,
) -> tuple[Material, DayHashes]:
    """What a dream would read now, and what its days say."""
    since = None if until else _undreamt_since(notebook, store, today)
    wanted = window_of(until or today, since, lookback_days)
    dated = Dated(notebook)
    texts_read = [DayText(day, *one) for day in wanted for one in dated.texts(day)]
    memory = MemoryFile(notebook.read(notebook.layout.memory).data)
    days_read = dict.fromkeys(day.date for day in texts_read)
    by_day = {day: [one.text for one in texts_read if one.date == day] for day in days_read}
    window = {
        day.isoformat(): hashlib.sha256(
            "".join(texts).encode("utf-8", "surrogateescape")
        ).hexdigest()
        for day, texts in by_day.items()
    }
    material = Material(
        memory=memory,
        days=tuple(texts_read),
        missing=tuple(day for day in wanted if day not in days_read),
        rejected=frozenset() if force else store.rejected(),
        memory_path=notebook.layout.memory,
        owner=store.owner() if learn else NOBODY,
        earlier=_before(dated, wanted[-1]) if learn else (),
        settled=frozenset() if force else store.settled_lines(),
        changed_on=partial(_changed_on, notebook, today),
    )
    return material, window


def _before(dated: Dated, first: date) -> tuple[DayText, ...]:
    """The days before a window, newest first, as many as tell what their owner keeps."""
    earlier: list[DayText] = []
    size = 0
    for day in dated.days(first):
        if day == first:
            continue
        texts = [DayText(day, *one) for one in dated.texts(day)]
        size += sum(len(one.text) for one in texts)
        if size > _TELLING:
            break
        earlier += texts
    return tuple(earlier)


def _changed_on(notebook: Notebook, today: date, bullet: Bullet) -> date | None:
    """The day on which a bullet of memory got its present text, where that is known."""
    memory = notebook.read(notebook.layout.memory)
    return next((one.date for one in origins_of(notebook, memory, [bullet], today)), None)


def _undreamt_since(notebook: Notebook, store: DreamStore, today: date) -> date | None:
    """The last dream's day; the first one that nobody answered, when that is earlier and in reach.

    A notebook that dreamt elsewhere has no runs in our history: its newest diary tells.
    """
    last = store.last_up_to_now()
    since = last.date() if last else _newest_diary(notebook)
    reach = window_of(today, None, None)
    return min([*store.unanswered().intersection(reach), since]) if since else None


def _newest_diary(notebook: Notebook) -> date | None:
    return max((entry.date for entry in notebook.diaries()), default=None)


def nothing_written(notebook: Notebook, today: date) -> tuple[date | None, str]:
    """The day of the newest notes, and why a window had none."""
    dated = Dated(notebook)
    newest = dated.newest(today)
    if newest is not None:
        days = counted("{count} day in all", "{count} days in all", len(dated.days(today)))
        sentence = tr("The newest notes are of {in_words}, {days}.").format(
            in_words=in_words(newest), days=days
        )
        return newest, f"{tr('None of these days has any notes.')} {sentence}"
    undated = (notebook.layout.kind(path) is FileKind.DAYS for path in notebook.paths())
    if not dated.days(date.max) and any(undated):
        return None, tr(
            "None of the notes has a date, so no day can be read. Note something today."
        )
    return None, tr("None of these days has any notes.")
