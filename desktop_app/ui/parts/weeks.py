"""Where a week begins on this desktop. Knows no words."""

from datetime import date, timedelta

from PySide6.QtCore import QLocale


def first_weekday() -> int:
    """The day that a week begins with; 0 is Monday."""
    return int(QLocale().firstDayOfWeek().value) - 1


def week_start(day: date) -> date:
    """The first day of the week that this day is in."""
    return day - timedelta(days=(day.weekday() - first_weekday()) % 7)
