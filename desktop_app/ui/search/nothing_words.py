"""Why nothing is shown, in a person's words. Knows what was asked and where, no widget."""

from PySide6.QtCore import QCoreApplication

from desktop_app.search.query import SearchIn

_MOST_SAID = 60  # characters of a query that found nothing


def _tr(words: str) -> str:
    return QCoreApplication.translate("SearchPage", words)


def nothing_said(
    query: str, kinds: tuple[SearchIn, ...], dated: bool, narrowed: bool, complete: bool
) -> str:
    """Of a search (without words: for lines like one) that found nothing.

    `dated`: only in a range of days; `narrowed`: not everywhere; `complete`: all was looked at.
    """
    if not query:
        return _tr("Nothing else here says something like it.")
    if kinds == (SearchIn.MEMORY,) and dated:
        return _tr("MEMORY.md has no dates, so a range of days leaves it out.")
    sentence = _tr("Nothing here says “%1”. Fewer or other words may find it.")
    if not complete:
        sentence = _tr("There was no time to look for “%1” everywhere. Ask for less.")
    elif narrowed:
        sentence = _tr("Nothing here says “%1”, in this part of the notebook.")
    return _about(query, sentence)


def not_yet_said(query: str) -> str:
    """While lines that mean the same are still looked for."""
    return _about(query, _tr("No line has these words. Looking for what means “%1”…"))


def _about(query: str, sentence: str) -> str:
    said = " ".join(query[: _MOST_SAID + 1].replace("\0", " ").split())
    short = said if len(query) <= _MOST_SAID else f"{said[:_MOST_SAID]}…"
    return sentence.replace("%1", short)
