"""Days and times as a person says them. Knows the person's language, not what happened then."""

import re
from datetime import date, datetime, timedelta

from PySide6.QtCore import QDate, QLocale

from desktop_app.words import tr


def _formatted(day: date, form: str) -> str:
    return QLocale().toString(QDate(day.year, day.month, day.day), form)


def _form(*without: str) -> str:
    """The person's own long form of a date, `without` some of dddd, d, MMMM and yyyy.

    What follows a field at once (a dot, 月) belongs to it, what stands between two of them goes
    with the one that goes.
    """
    own = QLocale()
    english = own.language() in (QLocale.Language.C, QLocale.Language.English)
    parts = _PARTS.findall(_ENGLISH if english else own.dateFormat(QLocale.FormatType.LongFormat))
    kept: list[tuple[str, str]] = []  # a field with what belongs to it, what stands behind it
    for n, (field, after, between) in enumerate(parts):
        if field not in without:
            kept.append((field + after, between))
        elif kept and n == len(parts) - 1:
            kept[-1] = (kept[-1][0], "")
        elif kept:
            kept[-1] = (kept[-1][0], min(kept[-1][1], between, key=len))
    return "".join(part + between for part, between in kept)


_ENGLISH = "dddd, d MMMM yyyy"
"""As the program's own words have it."""
_PARTS = re.compile(r"(d{1,4}|M{1,4}|y{2,4})((?:[^\s,،'dMy])*)((?:'[^']*'|[^'dMy])*)")


def whole(day: date) -> str:
    """Friday, 20 November 2026."""
    return _formatted(day, _form())


def title(day: date, today: date) -> str:
    """Friday, 20 November; with its year when that is another."""
    return _formatted(day, _form("yyyy")) if day.year == today.year else whole(day)


def plain(day: date, today: date) -> str:
    """20 November; with its year when that is another."""
    return _formatted(day, _plain(day, today))


def short(day: date, today: date) -> str:
    """20 Nov; with its year when that is another."""
    return _formatted(day, _plain(day, today).replace("MMMM", "MMM"))


def _plain(day: date, today: date) -> str:
    return _form("dddd", "yyyy") if day.year == today.year else _form("dddd")


def month(day: date) -> str:
    """November 2026."""
    return _formatted(day, _form("dddd", "d"))


def weekday(day: date) -> str:
    """Fri."""
    return _formatted(day, "ddd")


def initial(day: date) -> str:
    """F: the weekday in a letter."""
    return QLocale().standaloneDayName(day.isoweekday(), QLocale.FormatType.NarrowFormat)


def week_start(day: date) -> date:
    """The first day of the week that this day is in, as the person counts weeks."""
    first: int = QLocale().firstDayOfWeek().value  # 1 is Monday
    return day - timedelta(days=(day.isoweekday() - first) % 7)


def typed(text: str) -> date | None:
    """A day as it is typed, 2026-01-31; None while it is none."""
    try:
        return date.fromisoformat(text.strip()) if len(text.strip()) == 10 else None
    except ValueError:
        return None


def when(moment: datetime, now: datetime) -> str:
    """today 03:00, yesterday 18:22, Thu 18:22, 13 Nov, 13 Nov 2025."""
    if moment.tzinfo is not None and now.tzinfo is not None:
        moment = moment.astimezone(now.tzinfo)
    days = (now.date() - moment.date()).days
    clock = f"{moment:%H:%M}"
    if days == 0:
        return tr("today %1").replace("%1", clock)
    if days == 1:
        return tr("yesterday %1").replace("%1", clock)
    if 1 < days < 7:
        return f"{weekday(moment.date())} {clock}"
    return short(moment.date(), now.date())


def ago(seconds: int) -> str:
    """just now, 12 s ago, 3 min ago, 2 h ago."""
    if seconds < 5:
        return tr("just now")
    for size, words in ((3600, tr("%1 h ago")), (60, tr("%1 min ago")), (1, tr("%1 s ago"))):
        if seconds >= size:
            return words.replace("%1", str(seconds // size))
    return ""
