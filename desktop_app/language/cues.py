"""Cues: words that show whether a line changes, ends or leaves something open. Knows no weights."""

import re
from functools import cache, lru_cache

from desktop_app import resources
from desktop_app.language.spans import flat

_LATIN = re.compile(r"[a-z]")


@lru_cache(maxsize=20_000)
def cues(text: str) -> frozenset[str]:
    """Which tables of `cues.toml` the text has a word of."""
    level = flat(text)
    return frozenset(name for name in _patterns() if _patterns()[name].search(level))


@lru_cache(maxsize=5_000)
def words_of(name: str, text: str) -> frozenset[str]:
    """The words of one table that the text has, as they are written flat."""
    return frozenset(_patterns()[name].findall(flat(text)))


def first_of(name: str, text: str) -> int | None:
    """Where the first word of one table stands, None where there is none."""
    match = _patterns()[name].search(flat(text))
    return match.start() if match else None


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    return {
        name: re.compile(_pattern(row["english"], row["chinese"]))
        for name, row in resources.table("language/cues").items()
    }


def _pattern(english: str, chinese: str) -> str:
    phrases = (re.escape(phrase.strip()).replace(r"\ ", r"\s+") for phrase in english.split(","))
    latin = "|".join(phrase.replace(r"\*", "[a-z]*") for phrase in phrases)
    return rf"(?<![a-z-])(?:{latin})(?![a-z-])|{'|'.join(chinese.split())}"
