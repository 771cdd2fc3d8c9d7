"""Requests to remember: whether a line is one, and what it asks to remember. Pure."""

import re
from functools import cache

from desktop_app import resources
from desktop_app.language.spans import flat


def asks_to_remember(text: str) -> bool:
    """Whether a line asks to remember it."""
    named = re.search(resources.table("language/cards")["remember"]["named"], text)
    return bool(named or _words().search(flat(text)))


def without_request(text: str) -> str:
    """A line without the words that ask to remember it."""
    asked = _words().search(flat(text))
    return f"{text[: asked.start()]}{text[asked.end() :]}".strip(" ,;:，；：") if asked else text


@cache
def _words() -> re.Pattern[str]:
    row = resources.table("language/cards")["remember"]
    return re.compile(rf"(?<![^\W\d_])(?:{row['words']})(?![^\W\d_])|{row['chinese']}")
