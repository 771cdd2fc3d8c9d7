"""How near the index is to the notes, in a person's words. Knows a Freshness, no widget."""

from PySide6.QtCore import QCoreApplication

from desktop_app.search.freshness import GONE, POLL, WATCHING, Freshness
from desktop_app.search.loss import Loss


def _tr(words: str) -> str:
    return QCoreApplication.translate("Freshness", words)


def in_words(fresh: Freshness) -> str:
    """Up to date · Reading 120 files · Behind: cannot watch this folder, checked every 5 s"""
    if fresh.reading:
        return _files(_tr("Reading 1 file"), _tr("Reading %1 files"), fresh.reading)
    if fresh.loss:
        one, many = _tr("Behind: 1 note lost, kept here"), _tr("Behind: %1 notes lost, kept here")
        return _files(one, many, len(fresh.loss.paths))
    if fresh.watching == GONE:
        return _tr("Behind: the folder is gone")
    if fresh.watching.startswith("polling"):
        words = _tr("Behind: cannot watch this folder, checked every %1 s")
        return words.replace("%1", f"{POLL:.0f}")
    if fresh.watching not in ("", WATCHING):
        return _tr("Behind: %1").replace("%1", fresh.watching)
    if fresh.behind:
        one, many = _tr("Behind: 1 file not read"), _tr("Behind: %1 files not read")
        return _files(one, many, fresh.behind)
    if fresh.pending:
        return _tr("Changes are being read")
    return _tr("Checking the index") if fresh.checking else _tr("Up to date")


def loss_in_words(loss: Loss) -> tuple[str, str]:
    """What went, and what can be done."""
    if loss.gone:
        said = _tr("%1 of the %2 notes are gone all at once. Search still knows what they said.")
        said = said.replace("%1", str(len(loss.gone))).replace("%2", str(loss.held))
        hint = _tr("Is a disk missing, or a sync program at work? They are read again once back.")
    elif len(loss.emptied) == 1:
        said = _tr("%1 was emptied by another program. Search still knows what it said.")
        said = said.replace("%1", loss.emptied[0])
        hint = _tr("Its history may have the text.")
    else:
        said = _tr("%1 notes were emptied by another program. Search still knows what they said.")
        said = said.replace("%1", str(len(loss.emptied)))
        hint = _tr("Their history may have the texts.")
    return said, hint


def _files(one: str, many: str, count: int) -> str:
    return one if count == 1 else many.replace("%1", f"{count:,}")
