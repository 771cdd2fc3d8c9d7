"""Lines of memory that spoke of a day to come, and it is over.

Pure: statements in, questions out. What is not seen surely is not asked.
"""

import re
from calendar import monthrange
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, timedelta

from desktop_app.dreams.comparing.gist import Gist, gist
from desktop_app.dreams.inbox.store import InboxItem
from desktop_app.dreams.proposal import source_of
from desktop_app.language.claims.times import Moment, MomentKind, moments
from desktop_app.language.cues import CueKind, cues
from desktop_app.language.values import ValueKind
from desktop_app.notebook.memory_text import Bullet
from desktop_app.words import tr

_COMING = (CueKind.OPEN, CueKind.PASSING, CueKind.TODO, CueKind.CHANGE, CueKind.END)
_YEAR = re.compile(r"(?<!\d)([12]\d{3})\s?年|\s([12]\d{3})(?!\d)")  # before a month, or behind it
_BEFORE = 6  # characters
_COUNTED = re.compile(r"\d|^in\b|[前后後]$", re.IGNORECASE)
_DAYS = (MomentKind.DATE, MomentKind.SPAN, MomentKind.MONTH)
_AHEAD = re.compile(r"[a-z]+[1-9]")  # spans that begin after the day of writing

SpokenOf = Callable[[Sequence[Bullet]], Sequence[date | None]]
"""Since when memory has had each of some bullets as it is; None where that is not known."""


def passed(
    bullets: Sequence[Bullet], path: str, since: SpokenOf, today: date
) -> Iterator[InboxItem]:
    """Statements that spoke of a day to come when they were written, and it is over."""
    named = [
        one
        for one in bullets
        if not one.pinned and any(day.kind in _DAYS for day in moments(one.text, None))
    ]
    for bullet, written in zip(named, since(named), strict=True):
        line = gist(bullet.text)
        if written is None or CueKind.STANDING in line.cues:  # it comes again
            continue
        times = moments(bullet.text, written)
        ends = [(day, one) for one in times for day in _ahead(line, one, written)]
        day, moment = max(ends, key=lambda end: end[0], default=(today, None))
        if moment is None or not written < day < today:
            continue
        why = tr("“{day}” has passed since this line was written.")
        why = why.format(day=bullet.text[moment.start : moment.end])
        source, weight = source_of(path, bullet), float(day.toordinal())
        yield InboxItem(bullet.text, why, source, weight)


def _ahead(line: Gist, moment: Moment, written: date) -> Iterable[date]:
    """The days to come that a time surely means; of a span the last one.

    A day without a year comes each year, unless the line tells of a change, and `3/4` may be no day
    at all; `in two days` may be how long something took.
    """
    told = line.text[moment.start : moment.end]
    if moment.kind == MomentKind.MONTH:
        year = _YEAR.search(line.text, max(0, moment.start - _BEFORE), moment.end)
        first = date(int(year[1] or year[2]), int(moment.key), 1) if year else written
        last = first + timedelta(monthrange(first.year, first.month)[1] - 1)
        return [last] if first > written else ()  # of that of writing nobody knows
    if moment.kind == MomentKind.DATE:
        if any(one.kind == ValueKind.YEAR and one.start == moment.start for one in line.values):
            return moment.days
        others = cues(f"{line.text[: moment.start]} {line.text[moment.end :]}")  # may is a month
        plain = any(map(str.isalpha, told)) and others & {*_COMING}
        return [day for day in moment.days if day > written] if plain else ()
    if moment.kind == MomentKind.SPAN and _AHEAD.match(moment.key) and not _COUNTED.search(told):
        return [max(moment.days)] if moment.days else ()
    return ()
