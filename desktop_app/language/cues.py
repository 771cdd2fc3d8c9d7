"""Marks by which a line says what it is: a decision, a wish, a to-do. Knows words, not weights."""

import re
from functools import cache, lru_cache

from desktop_app import resources
from desktop_app.language.spans import flat

MARKS = (
    "remember",
    "preference",
    "decision",
    "lesson",
    "passing",
    "routine",
    "status",
    "todo",
)
_LEADING = re.compile(r"[\s\"'“”‘「『*_`~>#-]+")


@lru_cache(maxsize=20_000)
def marks(text: str) -> frozenset[str]:
    """Which of MARKS the words of `text` carry, and `question` if it asks."""
    level = flat(text)
    start = _LEADING.match(level)
    begin = start.end() if start else 0
    found = {
        name
        for name, (inside, opening) in _patterns().items()
        if inside.search(level) or opening.match(level, begin)
    }
    if _asks(level, begin):
        found.add("question")
    return frozenset(found)


def passing(text: str) -> int:
    """How many different words of the moment stand in `text`."""
    return len({match[0] for match in _patterns()["passing"][0].finditer(flat(text))})


@lru_cache(maxsize=2_000)
def heading_says(title: str) -> str:
    """`keeps` for a heading such as Decisions, `drops` for one such as To do, else ""."""
    level = flat(title)
    for word in ("drops", "keeps"):
        if _headings()[word].search(level):
            return word
    return ""


def _asks(level: str, begin: int) -> bool:
    bare = level.rstrip(" \"'”’」』)）*_`")
    if bare.endswith(("?", "？")):
        return True
    return bare.rstrip("。.!！").endswith(tuple(_table()["question"]["chinese_end"]))


@cache
def _patterns() -> dict[str, tuple[re.Pattern[str], re.Pattern[str]]]:
    return {name: _compiled(_table()[name]) for name in MARKS}


def _compiled(row: dict[str, list[str]]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    return _any_of(row["words"], row["chinese"]), _any_of(row["start"], row["chinese_start"])


@cache
def _headings() -> dict[str, re.Pattern[str]]:
    row = _table()["headings"]
    return {name: _any_of(row[name], row[f"chinese_{name}"]) for name in ("keeps", "drops")}


def _any_of(latin: list[str], chinese: list[str]) -> re.Pattern[str]:
    """The phrases as whole words; signs such as ✅ or a final colon need no border."""
    whole = [word for word in latin if word[0].isalnum() and word[-1].isalnum()]
    signs = [word for word in latin if word not in whole]
    choices = [*map(_spaced, signs), *map(re.escape, chinese)]
    if whole:
        choices.insert(0, rf"(?<![a-z'])(?:{'|'.join(map(_spaced, whole))})(?![a-z'])")
    return re.compile("|".join(choices) if choices else r"(?!)")


def _spaced(phrase: str) -> str:
    return re.escape(phrase).replace(r"\ ", r"\s+")


def _table() -> dict[str, dict[str, list[str]]]:
    return resources.table("language/cues")
