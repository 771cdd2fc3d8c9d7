"""Lines that try to command a model. Knows what such lines do; for leave to act see `leave`.

A courtesy, not a defence: nothing in a notebook is ever obeyed, and what may reach memory is
decided elsewhere. This gives the reason why a line stays in its day. No single word gives an order:
a line speaks to a model and asks it for something, see `resources/language/orders.toml`.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, NamedTuple

from desktop_app import resources
from desktop_app.language.dictionary import Dictionary, bare
from desktop_app.language.disguises import hides
from desktop_app.language.phrases import listed
from desktop_app.language.shown import readings
from desktop_app.language.spans import flat

_FIGURES = re.compile(r"(?<![a-z\d])(?=[a-z]*\d)(?=\d*[a-z]+[\da-z]*)[a-z\d]{3,24}(?![a-z\d])")
_LETTER_BY_LETTER = re.compile(r"(?<!\w)(?:\w[ .*_-]){5}\w(?!\w)")
_BETWEEN_LETTERS = re.compile(r"(?<=(?<!\w)\w)[ .*_-](?=\w(?!\w))")
_AS_LETTERS = str.maketrans("0134578", "oieastb")
_COMMENT = re.compile(r"<!--|-->\s*$")
_VERB_ENDING = re.compile(
    r"(?<=[a-z]{3})(?:s|(?<=[sx])es|(?<=sh)es|ing)\b"
)  # sends, pushes, opening
FRAME = "frame"
_WINDOW, _STEP = 200, 100  # characters that are looked at together


class OrderSigns(NamedTuple):
    """Why a text reads as an order: the names of rules, and the kinds of words it is made of."""

    reasons: frozenset[str]
    kinds: frozenset[str]


@lru_cache(maxsize=8_000)
def gives_orders(text: str) -> bool:
    """Whether `text` addresses a model with orders, or hides characters from the eye."""
    return hides(text) or any(map(_gives_orders, readings(text)))


def _gives_orders(text: str) -> bool:
    level = bare(flat(text))
    if _COMMENT.search(level) or _pattern("address", "frame").search(level):
        return True
    return any(any(_broken(_evidence(form), len(form))) for form in _forms(level))


def order_signs(text: str) -> OrderSigns:
    """The same with its reasons. What hides, a character or a comment, is none of them."""
    level = bare(flat(text))
    reasons, kinds = set[str](), set[str]()
    if _pattern("address", "frame").search(level):
        reasons.add(FRAME)
    for form in _forms(level):
        evidence = _evidence(form)
        reasons.update(_broken(evidence, len(form)))
        kinds.update(*(one for _, _, one in evidence))
    return OrderSigns(frozenset(reasons), frozenset(kinds))


def _forms(level: str) -> Iterator[str]:
    """A flat text, and how it reads where its letters are disguised."""
    yield level
    if len(_FIGURES.findall(level)) > 1 or _LETTER_BY_LETTER.search(level):
        # Letters for figures (1gn0re), words for letters set apart (i g n o r e).
        joined = _BETWEEN_LETTERS.sub("", level)
        yield _FIGURES.sub(lambda word: word[0].translate(_AS_LETTERS), joined)


def acts_in(level: str) -> list[str]:
    """What kinds of words of an order stand in a flat text, one for each, in reading order."""
    return [min(action.kinds) for action in _words().scan(_VERB_ENDING.sub("", level))]


def _broken(evidence: list[tuple[int, int, frozenset[str]]], length: int) -> Iterator[str]:
    """The reasons whose rules have a word for each part, all of them near one another."""
    for start in range(0, max(1, length - _STEP), _STEP):
        near = [kinds for at, end, kinds in evidence if start <= at and end <= start + _WINDOW]
        kinds = frozenset[str]().union(*near)
        for reason, rule in _rules():
            if all(map(kinds.intersection, rule)) and _are_apart(rule, near):
                yield reason


def _are_apart(parts: list[frozenset[str]], near: list[frozenset[str]]) -> bool:
    """Whether there is a word for each part."""
    kinds = frozenset[str]().union(*parts)
    return sum(not one.isdisjoint(kinds) for one in near) >= len(parts)


def _evidence(level: str) -> list[tuple[int, int, frozenset[str]]]:
    """What of a flat line could belong to an order; without what someone tells of himself."""
    evidence: list[tuple[int, int, frozenset[str]]] = []
    narrated_until = -9
    for start, end, _, kinds in _words().scan(level):
        if "narrator" in kinds or start - narrated_until <= 1:
            narrated_until = end
        elif "nothing" not in kinds:
            if kinds & {"model", "helper"} and _is_called(level, start, end, "model" in kinds):
                kinds |= {"called"}
            evidence.append((start, end, kinds))
    level = _pattern("address", "kept").sub(lambda kept: " " * len(kept[0]), level)
    for sign in _signs().finditer(level):
        name = str(sign.lastgroup)
        evidence.append((*sign.span(name), frozenset([name])))
    return evidence


def _is_called(level: str, start: int, end: int, surely: bool) -> bool:
    """Whether someone turns to a model: 'Dear AI, ...', 'AI must ...'; a speaker is none."""
    if not surely and level[end : end + 1] in (":", "：") and not level[:start].strip(" -*_>#"):
        return False
    return _pattern("address", "hailed").search(level, max(0, start - 24), start) is not None and (
        _pattern("address", "after").match(level, end) is not None
        or (surely and _pattern("address", "bound").match(level, end) is not None)
    )


@cache
def _rules() -> list[tuple[str, list[frozenset[str]]]]:
    return [
        (reason, [frozenset(part.split("/")) for part in rule.split()])
        for reason, rules in _table()["rules"].items()
        for rule in rules
    ]


@cache
def _words() -> Dictionary:
    return Dictionary({kind: listed(words) for kind, words in _table()["words"].items()})


@cache
def _signs() -> re.Pattern[str]:
    """Matches before each sign, so that one may begin inside another."""
    signs: dict[str, str] = _table()["signs"]
    return re.compile(f"(?={'|'.join(f'(?P<{name}>{sign})' for name, sign in signs.items())})")


@cache
def _pattern(part: str, name: str) -> re.Pattern[str]:
    return re.compile(_table()[part][name])


def _table() -> dict[str, Any]:
    return resources.table("language/orders")
