"""Days and times as a person says them. Knows the person's language, not what happened then."""

from datetime import date, datetime

from PySide6.QtCore import QCoreApplication, QDate, QLocale


def _tr(words: str) -> str:
    return QCoreApplication.translate("Dates", words)


def _said(day: date, form: str) -> str:
    return QLocale().toString(QDate(day.year, day.month, day.day), form)


def whole(day: date) -> str:
    """Friday, 20 November 2026."""
    return _said(day, "dddd, d MMMM yyyy")


def title(day: date, today: date) -> str:
    """Friday, 20 November; with its year when that is another."""
    return _said(day, "dddd, d MMMM") if day.year == today.year else whole(day)


def plain(day: date, today: date) -> str:
    """20 November; with its year when that is another."""
    return _said(day, "d MMMM" if day.year == today.year else "d MMMM yyyy")


def short(day: date, today: date) -> str:
    """20 Nov; with its year when that is another."""
    return _said(day, "d MMM" if day.year == today.year else "d MMM yyyy")


def month(day: date) -> str:
    """November 2026."""
    return _said(day, "MMMM yyyy")


def weekday(day: date) -> str:
    """Fri."""
    return _said(day, "ddd")


def when(moment: datetime, now: datetime) -> str:
    """today 03:00, yesterday 18:22, Thu 18:22, 13 Nov, 13 Nov 2025."""
    if moment.tzinfo is not None and now.tzinfo is not None:
        moment = moment.astimezone(now.tzinfo)
    days = (now.date() - moment.date()).days
    clock = f"{moment:%H:%M}"
    if days == 0:
        return _tr("today %1").replace("%1", clock)
    if days == 1:
        return _tr("yesterday %1").replace("%1", clock)
    if 1 < days < 7:
        return f"{weekday(moment.date())} {clock}"
    return short(moment.date(), now.date())


def ago(seconds: int) -> str:
    """just now, 12 s ago, 3 min ago, 2 h ago."""
    if seconds < 5:
        return _tr("just now")
    for size, words in ((3600, _tr("%1 h ago")), (60, _tr("%1 min ago")), (1, _tr("%1 s ago"))):
        if seconds >= size:
            return words.replace("%1", str(seconds // size))
    return ""
