"""Requests to remember: whether a line is one, and what it asks to remember. Pure."""

import re
from functools import cache

from desktop_app import resources
from desktop_app.language.spans import flat

_JOINS = " \t,;:，；：、-–—"  # between a request and what it is about
_STOPS = ".!。！)）"


def asks_to_remember(text: str) -> bool:
    """Whether a line asks to remember it."""
    named = re.search(resources.table("language/cards")["remember"]["named"], text)
    return bool(named or _words().search(flat(text)))


def without_request(text: str) -> str:
    """What a line asks to remember, word for word, with a capital where the request had one; the
    whole line where it says nothing else."""
    asked = _words().search(flat(text))
    if not asked:
        return text
    before, after = text[: asked.start()], text[asked.end() :].lstrip(_JOINS)
    if not f"{before}{after}".strip(_JOINS + _STOPS):
        return text
    if not after.strip(_STOPS):
        said = before.rstrip(_JOINS)
        return said if said[-1] in _STOPS else f"{said}{after}"
    capital = text[asked.start()].isupper()
    return f"{before}{after[:1].upper() if capital else after[:1]}{after[1:]}"


@cache
def _words() -> re.Pattern[str]:
    row = resources.table("language/cards")["remember"]
    return re.compile(rf"(?<![^\W\d_])(?:{row['words']})(?![^\W\d_])|{row['chinese']}")
