"""What is doubtful in a change as it reads now. Knows a Change and its doubts, no widget.

Doubts are of the words that were checked. A person may have put others in their place since, or
the note's own sentence, which needs no proof.
"""

import re
from dataclasses import replace

from desktop_app.dreams.proposal import Change, Doubt, Support
from desktop_app.language.difference import Span
from desktop_app.language.words import is_cjk
from desktop_app.notebook.source import Source
from desktop_app.notebook.text.marks import LIST_MARK

_ITEM = re.compile(rf"^\s*{LIST_MARK}\s+(?:\[[ xX]\]\s+)?")


def doubts_of(change: Change) -> tuple[Doubt, ...]:
    """Those that still hold: whose words stand in the new line, unless that is the note's own."""
    if change.new is None or quoted(change):
        return ()
    return tuple(doubt for doubt in change.doubts if not doubt.words or _places(doubt, change.new))


def verdict_of(change: Change) -> Support:
    """How far the notes say the line as it reads now."""
    return Support.SUPPORTED if change.doubts and not doubts_of(change) else change.verdict


def places_of(change: Change) -> tuple[Span, ...]:
    """Where the doubtful words stand in the new line, in order, none of them twice."""
    places = {place for doubt in doubts_of(change) for place in _places(doubt, change.new or "")}
    return tuple(sorted(places))


def nearest_of(change: Change) -> Source | None:
    """The line of the notes that comes closest to what the change says."""
    return next((spoken(doubt.nearest) for doubt in change.doubts if doubt.nearest), None)


def spoken(place: Source) -> Source:
    """The same place, its quote without the sign of the list that it may stand in."""
    return replace(place, quote=_ITEM.sub("", place.quote, count=1))


def quoted(change: Change) -> bool:
    """Whether the new line is a sentence of the notes, word for word."""
    nearest = (spoken(doubt.nearest).quote for doubt in change.doubts if doubt.nearest)
    return change.new in nearest


def _places(doubt: Doubt, text: str) -> tuple[Span, ...]:
    start, end = doubt.span
    first = (start, end) if start < end and _alike(text[start:end], doubt.words) else None
    rest = doubt.words[1:] if first else doubt.words
    places = [first, *(_place(word, text) for word in rest)]
    return tuple(place for place in places if place is not None)


def _alike(there: str, words: tuple[str, ...]) -> bool:
    """Whether this is still the place that was meant: the wording around it may be another now."""
    return not words or words[0].casefold() in there.casefold()


def _place(word: str, text: str) -> Span | None:
    ends = ("" if not word or is_cjk(word[n]) or not word[n].isalnum() else r"\b" for n in (0, -1))
    before, after = ends
    match = re.search(f"{before}{re.escape(word)}{after}", text, re.IGNORECASE) if word else None
    return match.span() if match else None
