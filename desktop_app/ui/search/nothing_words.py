"""Why nothing is shown, in a person's words. Knows what was asked and where, no widget."""

from desktop_app.search.query import SearchIn
from desktop_app.words import tr

_MOST_SAID = 60  # characters of a query that found nothing


def nothing_said(
    query: str, kinds: tuple[SearchIn, ...], dated: bool, narrowed: bool, complete: bool
) -> str:
    """Of a search (without words: for lines like one) that found nothing.

    `dated`: only in a range of days; `narrowed`: not everywhere; `complete`: all was looked at.
    """
    if not query:
        return tr("Nothing else here says something like it.")
    if kinds == (SearchIn.MEMORY,) and dated:
        return tr("MEMORY.md has no dates, so a range of days leaves it out.")
    sentence = tr("Nothing here says “%1”. Fewer or other words may find it.")
    if not complete:
        sentence = tr("There was no time to look for “%1” everywhere. Ask for less.")
    elif narrowed:
        sentence = tr("Nothing here says “%1”, in this part of the notebook.")
    return _about(query, sentence)


def not_yet_said(query: str) -> str:
    """While lines that mean the same are still looked for."""
    return _about(query, tr("No line has these words. Looking for what means “%1”…"))


def _about(query: str, sentence: str) -> str:
    query_words = " ".join(query[: _MOST_SAID + 1].replace("\0", " ").split())
    short = query_words if len(query) <= _MOST_SAID else f"{query_words[:_MOST_SAID]}…"
    return sentence.replace("%1", short)
