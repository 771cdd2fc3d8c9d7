"""Days and times as a person says them, in the window and on the command line. Knows no Qt.

The words are of the person's language, as all texts are; where a week begins is the desktop's.
"""

import re
from datetime import date, datetime

from desktop_app.words import filled, tr

_MONTHS = tr(
    "January February March April May June July August September October November December"
).split()
_SHORT_MONTHS = tr("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec").split()
_WEEKDAYS = tr("Monday Tuesday Wednesday Thursday Friday Saturday Sunday").split()
_SHORT_WEEKDAYS = tr("Mon Tue Wed Thu Fri Sat Sun").split()
_INITIALS = tr("MTWTFSS")
_ISO_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")


def _filled(pattern: str, day: date, months: list[str] = _MONTHS) -> str:
    return pattern.format(
        weekday=_WEEKDAYS[day.weekday()], day=day.day, month=months[day.month - 1], year=day.year
    )


def whole(day: date) -> str:
    """Friday, 20 November 2026."""
    return _filled(tr("{weekday}, {day} {month} {year}"), day)


def title(day: date, today: date) -> str:
    """Friday, 20 November; with its year when that is another."""
    return _filled(tr("{weekday}, {day} {month}"), day) if day.year == today.year else whole(day)


def plain(day: date, today: date | None = None) -> str:
    """20 November; with its year when that is another, or `today` is not told."""
    return _filled(_plain(day, today), day)


def short(day: date, today: date) -> str:
    """20 Nov; with its year when that is another."""
    return _filled(_plain(day, today), day, _SHORT_MONTHS)


def _plain(day: date, today: date | None) -> str:
    same = today is not None and day.year == today.year
    return tr("{day} {month}") if same else tr("{day} {month} {year}")


def month(day: date) -> str:
    """November 2026."""
    return _filled(tr("{month} {year}"), day)


def weekday(day: date) -> str:
    """Fri."""
    return _SHORT_WEEKDAYS[day.weekday()]


def in_list(day: date, today: date) -> str:
    """Fri 20 November."""
    return tr("{weekday} {day}").format(weekday=weekday(day), day=plain(day, today))


def weekday_names() -> list[tuple[str, str]]:
    """Each day of the week, from Monday, in short and whole."""
    return list(zip(_SHORT_WEEKDAYS, _WEEKDAYS, strict=True))


def initial(day: date) -> str:
    """F: the weekday in a letter."""
    return _INITIALS[day.weekday()]


def iso_day(text: str) -> date | None:
    """The day that is written 2026-01-31; None for anything else, and for one on no calendar."""
    try:  # ISO knows weeks, too
        return date.fromisoformat(text) if _ISO_DAY.fullmatch(text) else None
    except ValueError:
        return None


def when(moment: datetime, now: datetime) -> str:
    """today 03:00, yesterday 18:22, Thu 18:22, 13 Nov, 13 Nov 2025."""
    if moment.tzinfo is not None and now.tzinfo is not None:
        moment = moment.astimezone(now.tzinfo)
    days = (now.date() - moment.date()).days
    clock = f"{moment:%H:%M}"
    if days == 0:
        return tr("today %1", clock)
    if days == 1:
        return tr("yesterday %1", clock)
    if 1 < days < 7:
        return f"{weekday(moment.date())} {clock}"
    return short(moment.date(), now.date())


def moment(at: datetime) -> str:
    """20 November 2026, 03:00."""
    return tr("{day}, {time}").format(day=plain(at.date()), time=f"{at:%H:%M}")


def ago(seconds: int) -> str:
    """just now, 12 s ago, 3 min ago, 2 h ago."""
    if seconds < 5:
        return tr("just now")
    for size, words in ((3600, tr("%1 h ago")), (60, tr("%1 min ago")), (1, tr("%1 s ago"))):
        if seconds >= size:
            return filled(words, seconds // size)
    return ""
