"""How near the index is to the notes, in a person's words. Knows a Freshness, no widget."""

from desktop_app.search.freshness import GONE, POLL, WATCHING, Freshness
from desktop_app.search.loss import Loss
from desktop_app.words import tr


def in_words(fresh: Freshness) -> str:
    """Up to date · Reading 120 files · Behind: cannot watch this folder, checked every 5 s"""
    if fresh.reading:
        return _files(tr("Reading 1 file"), tr("Reading %1 files"), fresh.reading)
    if fresh.loss:
        one, many = tr("Behind: 1 note lost, kept here"), tr("Behind: %1 notes lost, kept here")
        return _files(one, many, len(fresh.loss.paths))
    if fresh.watching == GONE:
        return tr("Behind: the folder is gone")
    if fresh.watching.startswith("polling"):
        words = tr("Behind: cannot watch this folder, checked every %1 s")
        return words.replace("%1", f"{POLL:.0f}")
    if fresh.watching not in ("", WATCHING):
        return tr("Behind: %1").replace("%1", fresh.watching)
    if fresh.behind:
        one, many = tr("Behind: 1 file not read"), tr("Behind: %1 files not read")
        return _files(one, many, fresh.behind)
    if fresh.pending:
        return tr("Changes are being read")
    return tr("Checking the index") if fresh.checking else tr("Up to date")


def loss_in_words(loss: Loss) -> tuple[str, str]:
    """What went, and what can be done."""
    if loss.gone:
        said = tr("%1 of the %2 notes are gone all at once. Search still knows what they said.")
        said = said.replace("%1", str(len(loss.gone))).replace("%2", str(loss.held))
        hint = tr("Is a disk missing, or a sync program at work? They are read again once back.")
    elif len(loss.emptied) == 1:
        said = tr("%1 was emptied by another program. Search still knows what it said.")
        said = said.replace("%1", loss.emptied[0])
        hint = tr("Its history may have the text.")
    else:
        said = tr("%1 notes were emptied by another program. Search still knows what they said.")
        said = said.replace("%1", str(len(loss.emptied)))
        hint = tr("Their history may have the texts.")
    return said, hint


def _files(one: str, many: str, count: int) -> str:
    return one if count == 1 else many.replace("%1", f"{count:,}")
