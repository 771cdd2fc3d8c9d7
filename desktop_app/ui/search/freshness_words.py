"""How near the index is to the notes, in a person's words. Knows a Freshness, no widget."""

from desktop_app.search.freshness import Freshness
from desktop_app.search.loss import Loss
from desktop_app.words import tr


def in_words(fresh: Freshness) -> str:
    """Up to date · Reading 120 files · Behind: cannot watch this folder, checked every 5 s"""
    words = fresh.in_words
    return words[:1].upper() + words[1:]


def loss_in_words(loss: Loss) -> tuple[str, str]:
    """What went, and what can be done."""
    if loss.missing:
        words = tr("%1 of the %2 notes are gone all at once. Search still knows what they said.")
        words = words.replace("%1", str(len(loss.missing))).replace("%2", str(loss.indexed))
        hint = tr("Is a disk missing, or a sync program at work? They are read again once back.")
    elif len(loss.emptied) == 1:
        words = tr("%1 was emptied by another program. Search still knows what it said.")
        words = words.replace("%1", loss.emptied[0])
        hint = tr("Its history may have the text.")
    else:
        words = tr("%1 notes were emptied by another program. Search still knows what they said.")
        words = words.replace("%1", str(len(loss.emptied)))
        hint = tr("Their history may have the texts.")
    return words, hint
