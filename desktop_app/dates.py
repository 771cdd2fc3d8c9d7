"""Days and times as a person says them, in the window and on the command line. Knows no Qt."""

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


_MINUTE = 60
_SURELY_MINUTES = 90  # seconds from which minutes are what one would say


def lasted(seconds: float) -> str:
    """0.4 s, 41 s, 2 min 5 s, 1 h 4 min."""
    if seconds < 9.95:
        return tr("%1 s", f"{seconds:.1f}")
    return clock(seconds)


def clock(seconds: float) -> str:
    """The same in whole seconds, for something that is under way."""
    whole = round(seconds)
    minutes, rest = divmod(whole, _MINUTE)
    if not minutes:
        return tr("%1 s", rest)
    hours, left = divmod(minutes, _MINUTE)
    if not hours:
        return tr("%1 min %2 s", minutes, rest)
    return tr("%1 h %2 min", hours, left)


def about(first: float, last: float) -> str:
    """About 3 to 8 minutes; never more exact than a guess can be."""
    if last < _SURELY_MINUTES:
        return _range(_tens(first), _tens(last), tr("about %1 seconds"), tr("about %1 minute"))
    if last < _SURELY_MINUTES * _MINUTE:
        low, high = max(1, int(first // _MINUTE)), max(1, -(-int(last) // _MINUTE))
        return _range(low, high, tr("about %1 minutes"), tr("about %1 minute"))
    low, high = max(1, int(first // _MINUTE // _MINUTE)), -(-int(last) // _MINUTE // _MINUTE)
    return _range(low, high, tr("about %1 hours"), tr("about %1 hour"))


def _tens(seconds: float) -> int:
    return max(10, round(seconds / 10) * 10)


def _range(low: int, high: int, many: str, one: str) -> str:
    if low == high:
        return filled(one if high == 1 else many, high)
    both = tr("%1 to %2", low, high)
    return filled(many, both)
