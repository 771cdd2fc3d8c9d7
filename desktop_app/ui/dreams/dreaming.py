"""The card of a dream under way. Knows how a dream begins in words."""

from desktop_app.ui.parts.running import Running
from desktop_app.words import tr


def dreaming(*, wanted: bool = True) -> Running:
    """A card, or a strip over the page for a dream that nobody asked to see (`wanted` False)."""
    name, first = tr("A dream is under way"), tr("Starting")
    return Running(name, first, wanted=wanted, surface="card" if wanted else "side")
