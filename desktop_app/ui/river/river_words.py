"""What is said of a river. Knows months and streams, no widget."""

from datetime import date, timedelta

from desktop_app import dates
from desktop_app.dreams.almanac.river import River
from desktop_app.words import counted, tr


def told(river: River, stream: int, month: int) -> str:
    """harbour, March 2024: on 5 days."""
    one = river.streams[stream]
    days = counted("on 1 day", "on {count} days", one.days[month])
    words = tr("{name}, {month}: {days}")
    return words.format(name=one.name, month=dates.month(river.months[month]), days=days)


def span_in_words(river: River) -> str:
    """May 2016 – November 2026 · 3,650 days with notes."""
    first, last = (dates.month(month) for month in (river.months[0], river.months[-1]))
    span = first if first == last else f"{first} – {last}"
    days = counted("{count} day with notes", "{count} days with notes", river.notes)
    return f"{span} · {days}"


def last_day(month: date) -> date:
    """The last day of a month, given by its first."""
    return (month + timedelta(days=31)).replace(day=1) - timedelta(days=1)
