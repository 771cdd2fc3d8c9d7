"""The card of a dream under way. Knows how a dream begins in words."""

from PySide6.QtCore import QCoreApplication

from desktop_app.ui.look.theme import Theme
from desktop_app.ui.parts.running import Running


def dreaming(theme: Theme, *, wanted: bool = True) -> Running:
    """The card; where it is not `wanted` until it is asked for, it is a strip over the page."""
    tr = QCoreApplication.translate
    name, first = tr("Dreams", "A dream is under way"), tr("Dreams", "Starting")
    return Running(theme, name, first, wanted=wanted, surface="card" if wanted else "side")
