"""Cues: words that show whether a line changes, ends or leaves something open. Knows no weights."""

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import cache, lru_cache

from desktop_app import resources
from desktop_app.language.spans import flat
from desktop_app.language.tokens import light_characters


class CueKind(StrEnum):
    """What the words of a table of `cues.toml` show."""

    CHANGE = "change"
    END = "end"
    OPEN = "open"
    PASSING = "passing"
    NOT = "not"
    STANDING = "standing"
    DONE = "done"
    TODO = "todo"
    RIVAL = "rival"


@lru_cache(maxsize=20_000)
def cues(text: str) -> frozenset[CueKind]:
    """The tables that the text has a word of."""
    level = flat(text)
    return frozenset(kind for kind, pattern in _patterns().items() if pattern.search(level))


@lru_cache(maxsize=5_000)
def words_of(kind: CueKind, text: str) -> frozenset[str]:
    """The words of one table that the text has, as they are written flat."""
    return frozenset(_patterns()[kind].findall(flat(text)))


def places_of(kind: CueKind, text: str) -> Iterator[tuple[int, int]]:
    """Where the words of one table stand."""
    return (match.span() for match in _patterns()[kind].finditer(flat(text)))


def without_cues(text: str, *kinds: CueKind) -> str:
    """The text, flat and without the words of some tables."""
    level = flat(text)
    for kind in kinds:
        level = _patterns()[kind].sub("", level)
    return level


@cache
def _patterns() -> dict[CueKind, re.Pattern[str]]:
    return {
        CueKind(name): re.compile(_pattern(CueKind(name), row["english"], row["chinese"]))
        for name, row in resources.table("language/cues").items()
    }


def _pattern(kind: CueKind, english: str, chinese: str) -> str:
    phrases = (re.escape(phrase.strip()).replace(r"\ ", r"\s+") for phrase in english.split(","))
    latin = "|".join(phrase.replace(r"\*", "[a-z]*") for phrase in phrases)
    signs = (_alone(kind, one) if len(one) == 1 else one for one in chinese.split())
    return rf"(?<![a-z-])(?:{latin})(?![a-z-])|{'|'.join(signs)}"


def _alone(kind: CueKind, sign: str) -> str:
    """A Chinese character where it is a word: not inside of those in which it denies nothing, and
    not behind another one. What tells of a change or an end is a verb, and follows its subject.
    """
    if kind in (CueKind.CHANGE, CueKind.END):
        return sign
    if kind == CueKind.NOT:
        plain = resources.table("language/grounding")["chinese_plain"].split()
        inside = ((one[: one.index(sign)], one[one.index(sign) :]) for one in plain if sign in one)
        return "".join(f"(?!(?<={before}){word})" for before, word in inside) + sign
    return f"(?:(?<![\u3400-\u9fff])|(?<=[{''.join(light_characters())}])){sign}"
