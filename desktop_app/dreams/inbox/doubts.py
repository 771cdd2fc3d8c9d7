"""What of memory is doubtful: days that are over, and old facts.

Pure: statements in, questions out. What is not seen surely is not asked. Of public notebooks half
of the lines with a number tell of what was done, are addresses or say what a thing is made of;
nobody wants to be asked about those, so only sure signs count.
"""

import re
from calendar import monthrange
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from datetime import date, timedelta

from desktop_app.dreams.comparing.gist import Gist, gist
from desktop_app.dreams.inbox.store import InboxItem, InboxKind
from desktop_app.dreams.proposal import source_of
from desktop_app.language.claims.facts import literals
from desktop_app.language.claims.times import Moment, MomentKind, moments
from desktop_app.language.cues import CueKind, cues
from desktop_app.language.tokens import is_cjk, tokens
from desktop_app.language.values import Value, ValueKind, without_values
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.notebook.memory_text import Bullet
from desktop_app.words import tr

_LONGEST = 200  # characters of a line that is asked about by itself
_OVER = re.compile(r"[✅✔✓☑]|\[[xX]\]|~~|\d\S*\s*(?:→|[-=]>)\s*\S*\d")  # the last is 3 -> 4
_LONGEST_NUMBER, _FEW = 6, 1  # digits
_A_YEAR = re.compile(r"(?:19|20)\d\d")
_ASIDE = re.compile(r"[(（\[][^()（）\[\]]*[)）\]]")
_TO_DO, _MEASURE = 2.0, 1.0
_AHEAD_OF, _AFTER = 3.0, 1.0  # words around a value in which a line ends
_PAIR = 0.5  # of a word is a pair of Chinese characters
_HEADS = re.compile(r"\W{0,4}[:：]\s?\D")  # what a time is for comes behind it


def surely_stands(bullet: Bullet, usual: Container[str]) -> float:
    """How surely a line tells how something stands now, 0.0 for not at all.

    Surest is what is still to be done, by its box, label or heading; then a measure whose value is
    not among the `usual` marks. What was done, ended, changed or held for a day stays as true as it
    was, and of many facts none can be answered with one key.
    """
    line = gist(bullet.full_text)
    if len(bullet.text) > _LONGEST or "\n" in bullet.text or _OVER.search(bullet.text):
        return 0.0
    if bullet.text.startswith("[ ]") or CueKind.TODO in cues(f"{line.label}\n{bullet.heading}"):
        return _TO_DO
    over = {CueKind.DONE, CueKind.END, CueKind.CHANGE} & line.cues
    if over or {ValueKind.DATE, ValueKind.YEAR} & line.by_kind.keys():
        return 0.0
    own = (one for one in line.values if one.mark not in usual)
    return _MEASURE if any(_measures(line, one) for one in own) else 0.0


def _measures(line: Gist, value: Value) -> bool:
    """Whether a line is short and says how much or when: a time that comes again, or the one value
    in which it ends. A few that are counted say what a thing is, a long number and what is spelled
    in an address or in code name one, and an aside is only an aside.
    """
    told = line.text[value.start : value.end]
    around = [match.span() for match in _ASIDE.finditer(line.text)]
    around += [(one.start, one.end) for one in literals(line.text)]
    inside = any(a <= value.start < b and b - a > len(told) for a, b in around)
    if inside or "/" in told:  # 8/3 is a day
        return False
    if value.kind in (ValueKind.TIME, ValueKind.WEEKDAY):
        return CueKind.STANDING in line.cues or bool(_HEADS.match(line.text, value.end))
    is_year = _A_YEAR.fullmatch(told) and line.unit(value) in ("", "年")
    counts = is_year or (told.isdecimal() and not _FEW < len(told) <= _LONGEST_NUMBER)
    if value.kind != ValueKind.NUMBER or len(line.values) > 1 or counts:
        return False
    words = without_values(_ASIDE.sub(lambda aside: " " * len(aside[0]), line.text))
    before = _length(words[: value.start])
    return 0 < before <= _AHEAD_OF and _length(words[value.end + len(line.unit(value)) :]) <= _AFTER


def _length(words: str) -> float:
    return sum(_PAIR if is_cjk(word[0]) else 1.0 for word in tokens(words))


UNUSED = timedelta(days=180)
"""A line that nobody has changed or found for so long may be out of date."""

_EDITED = 75  # of 100: how alike a line is to what it was
_COMING = (CueKind.OPEN, CueKind.PASSING, CueKind.TODO, CueKind.CHANGE, CueKind.END)
_YEAR = re.compile(r"(?<!\d)([12]\d{3})\s?年|\s([12]\d{3})(?!\d)")  # before a month, or behind it
_BEFORE = 6  # characters
_COUNTED = re.compile(r"\d|^in\b|[前后後]$", re.IGNORECASE)
_USUAL = 3  # lines with one value
_DAYS = (MomentKind.DATE, MomentKind.SPAN, MomentKind.MONTH)
_AHEAD = re.compile(r"[a-z]+[1-9]")  # spans that begin after the day of writing

SpokenOf = Callable[[Sequence[Bullet]], Sequence[date | None]]
"""Since when memory has had each of some bullets as it is; None where that is not known."""


def asks_again(text: str, before: str) -> bool:
    """Whether a line of memory is an earlier one that a person has edited."""
    from rapidfuzz import fuzz  # takes a moment to load, and a megabyte

    return fuzz.ratio(gist(text).key, gist(before).key) >= _EDITED


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
        yield InboxItem(InboxKind.PASSED, bullet.text, why, source, weight)


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


def old(
    memory: MemoryFile,
    path: str,
    before: MemoryFile,
    found_on: Callable[[Bullet], date | None],
    today: date,
) -> Iterator[InboxItem]:
    """Statements that stood in memory as they are so long ago (`before`), were not found since, and
    tell how something stands. Where lines differ in values alone, they are a record, and a value
    of many lines says little of each."""
    there = {bullet.text for bullet in before.statements}
    often = Counter(key for one in memory.statements for key in gist(one.full_text).value_keys)
    usual = {key for key, count in often.items() if count >= _USUAL}
    series = Counter(gist(one.full_text).bag for one in memory.statements)
    for bullet in memory.statements:
        if bullet.stays or bullet.text not in there or series[gist(bullet.full_text).bag] > 1:
            continue
        found = found_on(bullet)
        if (found and today - found < UNUSED) or not (sure := surely_stands(bullet, usual)):
            continue
        yield InboxItem(
            InboxKind.OLD,
            bullet.text,
            tr("For half a year nobody has changed this line, and no search has found it."),
            source_of(path, bullet),
            weight=sure - (found or date.min).toordinal() / date.max.toordinal(),
        )
