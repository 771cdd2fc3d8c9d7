"""Marks by which a line says what it is: a decision, a wish, a to-do. Knows words, not weights."""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType

from desktop_app import resources
from desktop_app.language.phrases import Phrases, listed
from desktop_app.language.spans import flat

_LEADING = re.compile(r"[\s\"'“”‘「『*_`~>#-]*")
_LABEL = re.compile(r"[^:：.。!?]{1,30}[:：](?=\D)")
_REGULAR_PAST = re.compile(
    r"(?<![a-z'])(?:([a-z']+)\s+)?((?:re-)?[a-z]{2,}ed)(?![a-z'])(?=\s*([a-z']+|.|$))", re.DOTALL
)
_STRONG = ("preference", "decision", "plan", "lesson", "event")
_NO_MARKS = ("headings", "question", "state")  # tables that are read in another way


@lru_cache(maxsize=20_000)
def marks(text: str) -> Mapping[str, int]:
    """How many phrases of each mark `text` has, for the marks that it has at all.

    The marks are the tables of `cues.toml`, and `question` if it asks.
    """
    level = flat(text)
    label = _LABEL.match(level)
    begins = {_behind_markup(level, at) for at in (0, label.end() if label else 0)}
    found = _phrases().count(level, begins)
    regular = _regular_past(level, begins)
    if past := found.get("past", 0) + len(regular):
        found["past"] = past
    if begins & set(regular):
        found["routine"] = 1
    if _asks(level):
        found["question"] = 1
    return MappingProxyType(found)


@lru_cache(maxsize=2_000)
def heading_says(title: str) -> str:
    """`keeps` for a heading such as Decisions, `drops` for one such as To do, else ""."""
    found = _headings().count(flat(title))
    return next((word for word in ("drops", "keeps") if word in found), "")


def _behind_markup(level: str, at: int) -> int:
    leading = _LEADING.match(level, at)
    return leading.end() if leading else at


def _regular_past(level: str, begins: set[int]) -> list[int]:
    """Where verbs in -ed tell what was done; 'is stored' and 'likes printed charts' do not."""
    state, objects, marking = _set("before"), _set("after"), _marking()
    return [
        verb.start(2)
        for verb in _REGULAR_PAST.finditer(level)
        if verb[1] not in state
        and verb[2] not in marking
        and (verb.start(2) in begins or not verb[3].isalpha() or verb[3] in objects)
    ]


def _asks(level: str) -> bool:
    bare = level.rstrip(" \"'”’」』)）*_`")
    if bare.endswith(("?", "？")):
        return True
    bare = bare.rstrip("。.!！")
    return bare.endswith(tuple(listed(_table()["question"]["chinese_end"]))) and not bare.endswith(
        "什么"
    )


@cache
def _phrases() -> Phrases:
    rows = {name: row for name, row in _table().items() if name not in _NO_MARKS}
    return Phrases(
        {name: listed(f"{row['words']},{row['chinese']}") for name, row in rows.items()},
        {name: listed(f"{row['start']},{row['chinese_start']}") for name, row in rows.items()},
    )


@cache
def _headings() -> Phrases:
    row = _table()["headings"]
    lists = {
        word: [
            flat(phrase)
            for group in ("", "chinese_", "other_")
            for phrase in listed(row[f"{group}{word}"])
        ]
        for word in ("keeps", "drops")
    }
    return Phrases(lists, {})


@cache
def _marking() -> frozenset[str]:
    """Words in -ed that are marks themselves or no verbs: decided, hundred."""
    phrases = (listed(_table()[mark]["words"]) for mark in _STRONG)
    return frozenset(phrase for found in phrases for phrase in found) | _set("no_verbs")


@cache
def _set(name: str) -> frozenset[str]:
    return frozenset(_table()["state"][name].split())


def _table() -> dict[str, dict[str, str]]:
    return resources.table("language/cues")
