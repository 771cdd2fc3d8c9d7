"""What the desktop gives a program: a tray, the day a week begins."""

from datetime import date, timedelta

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QSystemTrayIcon


def has_tray() -> bool:
    """Whether an icon there would be seen, now."""
    return QSystemTrayIcon.isSystemTrayAvailable()


def week_start(day: date) -> date:
    """The first day of the week that this day is in."""
    first = int(QLocale().firstDayOfWeek().value) - 1  # 0 is Monday
    return day - timedelta(days=(day.weekday() - first) % 7)
