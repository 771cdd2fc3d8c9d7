"""Sentences that stand word for word in a source, or are a whole part of one. Knows text only."""

import re

from desktop_app.language.claims.denials import denies
from desktop_app.language.claims.moods import leaves_open
from desktop_app.language.spans import flat

_MARKUP = re.compile(r"[*_`~\"“”‘’「」『』\\]")
_END = re.compile(r"(?<=[.!?])\s+|[。！？；;\n]")
_LEAST = 4  # characters; less stands in too many texts


def stands_in(claim: str, source: str) -> bool:
    """Whether `source` says `claim` word for word, and what is left out of it changes nothing.

    Widths, scripts, case, emphasis and a final stop do not count. `he sold it` is not said by
    `I doubt he sold it`.
    """
    mine, theirs = _plain(claim), _plain(source)
    if len(mine) < _LEAST:
        return mine == theirs
    at = theirs.find(mine)
    while at >= 0:
        end = at + len(mine)
        if not _cuts(theirs, at) and not _cuts(theirs, end) and _is_whole(theirs, at, end):
            return True
        at = theirs.find(mine, at + 1)
    return False


def _plain(text: str) -> str:
    plain = " ".join(_MARKUP.sub("", flat(text)).split())
    return plain.rstrip(" .。!！;；,，")


def _cuts(text: str, at: int) -> bool:
    """Whether a word or a number goes on over a place."""
    before, after = text[at - 1 : at], text[at : at + 1]
    if not (before and after):
        return False
    digits = "0123456789零一二三四五六七八九十百千万亿两半.,"
    joined = before.isascii() and after.isascii() and before.isalnum() and after.isalnum()
    return joined or (before in digits and after in digits and (before + after).strip(",.") != "")


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether the rest of the sentence denies, doubts or asks nothing."""
    begins = max((match.end() for match in _END.finditer(text, 0, start)), default=0)
    stop = _END.search(text, end)
    stops = stop.start() if stop else len(text)
    rest = f"{text[begins:start]} … {text[end:stops]}"
    asks = text[end:].lstrip()[:1] in ("?", "？") or text[stops - 1 : stops + 1].strip()[-1:] in (
        "?",
        "？",
    )
    return not (asks or denies(rest) or leaves_open(rest))
