"""Words of change in a text: that a thing got another value, holds from now on, or came to an end.

Knows sentences, not what memory holds; `changes` reads what goes and what comes, where both are
named.
"""

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from desktop_app import resources
from desktop_app.language.dictionary import Dictionary
from desktop_app.language.phrases import listed
from desktop_app.language.spans import flat
from desktop_app.language.values import values

# From a moment that has a name: 从这个迭代起. At the end of a clause 了 says that a state is new.
_SINCE = re.compile(r"[从自][^，。,;；]{1,8}?(?:起|开始)(?!来)")
_BY_NOW = re.compile(r"(?<=[\u4e00-\u9fff\d])了(?=[啦吧哦喔]?(?:$|[,;.!，。；！)]))")
# A verb and what turns it into one of change, with something between: put his price up.
_APART = r"(?:\s(?!and\b|but\b)[\w'-]+){1,4}?\s"
_HALT = r"\b(?!\s(?:the|a|an|my|our|his|her|their|this|that|next|last|there|here)\b)"
_SEPARATE = (
    (
        "becomes",
        re.compile(
            r"\b(put|puts|turn|turned|push|pushed|brought|handed|cut|scaled|bumped|moved|passed)"
            rf"{_APART}(?:up|down|over|back|forward){_HALT}"
        ),
    ),
    ("ends", re.compile(rf"\b(took|taken|takes|switched|turned|called){_APART}off\b")),
    ("ends", re.compile(r"(不)[^,;。]{1,6}了(?=$|[,;。!])")),
)
_NOW = frozenset({"now"})
_KINDS = ("becomes", "now", "ends", "another", "doubt", "none", "last", "first")


@dataclass(frozen=True)
class Signal:
    """A word of change and where it stands. Kinds: becomes, now, ends, another, doubt.

    A word may be of several kinds: 'no longer' holds from now on and ends something.
    """

    kinds: frozenset[str]
    start: int
    end: int
    phrase: str


@lru_cache(maxsize=20_000)
def signals(text: str) -> tuple[Signal, ...]:
    """Every word of change and of doubt in `text`, in reading order."""
    level = flat(text)
    fixed = [(value.start, value.end) for value in values(text)]
    found = [
        Signal(one.kinds, one.start, one.end, one.phrase)
        for one in _dictionary().scan(level)
        if not any(start < one.end and end > one.start for start, end in fixed)
    ]
    found += [Signal(_NOW, *since.span(), since[0]) for since in _SINCE.finditer(level)]
    for kind, pattern in _SEPARATE:
        found += [
            Signal(frozenset({kind}), *one.span(1), one[1]) for one in pattern.finditer(level)
        ]
    found += [Signal(_NOW, *by_now.span(), "了") for by_now in _BY_NOW.finditer(level)]
    return tuple(sorted(found, key=lambda one: one.start))


@cache
def _dictionary() -> Dictionary:
    table = resources.table("language/signals")
    lists = {
        kind: listed(table[kind]["english"]) + listed(table[kind]["chinese"]) for kind in _KINDS
    }
    lists["doubt"] += listed(table["doubt"]["denials"])
    return Dictionary(lists)


def _in_place(one: Signal, text: str) -> bool:
    """Whether a word that counts only where a clause ends or begins stands there."""
    if one.kinds == {"last"}:
        named = one.phrase in ("left", "leaves") and _NAME_AFTER.match(text, one.end)
        return bool(named or _CLAUSE_END.match(text, one.end))
    if one.kinds == {"first"}:
        return _CLAUSE_START.search(text[: one.start]) is not None
    return True


_NAME_AFTER = re.compile(r"\s[A-Z]")
_CLAUSE_START = re.compile(r"(?:^|[,;.!?(，。；]|\band)\s*$")
_CLAUSE_END = re.compile(r"\s*(?:$|[,;.!)，；。]|and\b|now\b|in\s\w+\s*(?:$|[,;.]))")
_CLAUSE = re.compile(r"[;；。！？!?\n()（）]|,(?=\s)|，|\s[-–—]+\s|\.(?=\s|$)")


@lru_cache(maxsize=20_000)
def sure_signals(text: str) -> tuple[Signal, ...]:
    """The words of change that no doubt, wish, question or denial stands before."""
    if text.rstrip()[-1:] in ("?", "？"):
        return ()
    found: list[Signal] = []
    doubt = ""
    clause = 0
    for one in signals(text):
        here = sum(1 for _ in _CLAUSE.finditer(text, 0, one.start))
        if here != clause:
            clause, doubt = here, ""
        if one.kinds == {"doubt"}:
            if not (one.phrase == "may" and text[one.start].isupper()):
                doubt = one.phrase if doubt in ("", *_denials()) else doubt
        elif "none" in one.kinds or not _in_place(one, text):
            continue
        elif not doubt or (doubt in _denials() and one.kinds & {"now", "ends"}):
            names = {"last": "ends", "first": "becomes"}
            kinds = frozenset(names.get(kind, kind) for kind in one.kinds)
            found.append(Signal(kinds, one.start, one.end, one.phrase))
    return tuple(found)


@cache
def _denials() -> frozenset[str]:
    table = resources.table("language/signals")["doubt"]
    return frozenset(listed(table["denials"]))
