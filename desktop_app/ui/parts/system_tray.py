"""Whether this desktop has a tray for icons of programs."""

from PySide6.QtWidgets import QSystemTrayIcon


def has_tray() -> bool:
    """Whether an icon there would be seen, now."""
    return QSystemTrayIcon.isSystemTrayAvailable()
