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
    return frozenset(kind for kind in CueKind if _pattern(kind).search(level))


@lru_cache(maxsize=5_000)
def words_of(kind: CueKind, text: str) -> frozenset[str]:
    """The words of one table that the text has, as they are written flat."""
    return frozenset(match[0] for match in _pattern(kind).finditer(flat(text)))


def places_of(kind: CueKind, text: str) -> Iterator[tuple[int, int]]:
    """Where the words of one table stand."""
    return (match.span() for match in _pattern(kind).finditer(flat(text)))


def without_cues(text: str, *kinds: CueKind) -> str:
    """The text, flat and without the words of some tables."""
    level = flat(text)
    for kind in kinds:
        level = _pattern(kind).sub("", level)
    return level


@cache
def _pattern(kind: CueKind) -> re.Pattern[str]:
    row = resources.table("language/cues")[kind]
    english, chinese = [one.strip() for one in row["english"].split(",")], row["chinese"].split()
    escaped = (re.escape(phrase).replace(r"\ ", r"\s+") for phrase in english)
    latin = "|".join(phrase.replace(r"\*", "[a-z]*") for phrase in escaped)
    if kind == CueKind.NOT:
        chinese = list(map(_denying, chinese))
    elif kind not in (CueKind.CHANGE, CueKind.END):  # a verb follows its subject
        single = "".join(sign for sign in chinese if len(sign) == 1)
        behind = f"(?:(?<![\u3400-\u9fff])|(?<=[{''.join(light_characters())}]))"
        chinese = [sign for sign in chinese if len(sign) > 1]
        chinese += [f"{behind}[{single}]"] if single else []
    return re.compile(rf"(?<![a-z-])(?:{latin})(?![a-z-])|{'|'.join(chinese)}")


def _denying(sign: str) -> str:
    """A character that denies, not inside of words in which it denies nothing."""
    plain = resources.table("language/grounding")["chinese_plain"].split()
    inside = ((one[: one.index(sign)], one[one.index(sign) :]) for one in plain if sign in one)
    return "".join(f"(?!(?<={before}){word})" for before, word in inside) + sign
