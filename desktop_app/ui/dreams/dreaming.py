"""The card of a dream under way. Knows how a dream begins in words."""

from desktop_app.ui.parts.running import Running
from desktop_app.words import tr


def dreaming(*, wanted: bool = True) -> Running:
    """The card; where it is not `wanted` until it is asked for, it is a strip over the page."""
    name, first = tr("A dream is under way"), tr("Starting")
    return Running(name, first, wanted=wanted, surface="card" if wanted else "side")
