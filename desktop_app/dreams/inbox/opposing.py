"""Whether two lines cannot both be right: one statement, and another value or a denial in it.

Knows two lines. What grounding finds unsaid of the one in the other has to be just that: where a
further word differs, both may well be right, and nobody is asked.
"""

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum

from rapidfuzz import fuzz

from desktop_app.dreams.comparing.points import Points, points
from desktop_app.dreams.grounding import Evidence, check
from desktop_app.dreams.proposal import Doubt
from desktop_app.language.cues import CueKind
from desktop_app.language.doubts import DoubtKind
from desktop_app.language.values import Value, ValueKind, without_values
from desktop_app.language.words import is_cjk, tokens

_LEAST = 2.0  # words that both say before the value in which they differ
_PAIR = 0.5  # of a word is a pair of Chinese characters
_STAMPS = (ValueKind.YEAR, ValueKind.CODE)
_ADDRESS = re.compile(r"[/~]|\S+?(?:://|@)")  # and not just words with a stroke between
_ALIKE = 0.6  # of the words of both that both have, where one denies
_LIKE = 70  # of 100
_OF_A_DAY = (ValueKind.DATE, ValueKind.YEAR, ValueKind.WEEKDAY)
_HARD = {DoubtKind.NUMBER, DoubtKind.DATE, DoubtKind.LITERAL}


class Opposition(StrEnum):
    """How one line speaks against another one."""

    VALUE = "value"
    DENIAL = "denial"


def opposition(one: Points, other: Points) -> Opposition | None:
    """How two lines speak against each other; None where both may be right."""
    ways = ((one, other), (other, one))
    alike = len(one.bag & other.bag) >= _ALIKE * len(one.bag | other.bag)
    may_deny = alike and (CueKind.NOT in one.cues) != (CueKind.NOT in other.cues)
    exchanged = any(
        claim.bag <= source.bag and any(True for _ in _exchanged(claim, source))
        for claim, source in ways
    )
    if not (may_deny or exchanged) or _apart(one, other):
        return None
    doubts = [check(claim.text, [Evidence(source.text)], None).doubts for claim, source in ways]
    if exchanged and any(_only_a_value(*way, some) for way, some in zip(ways, doubts, strict=True)):
        return Opposition.VALUE
    denied = all({doubt.kind for doubt in some} == {DoubtKind.NEGATION} for some in doubts)
    return Opposition.DENIAL if may_deny and denied else None


def _apart(one: Points, other: Points) -> bool:
    """Whether they are of two things of one kind, each named."""
    mine, theirs = (points(without_values(line.text)).names for line in (one, other))
    named = bool(mine - theirs and theirs - mine)
    coded = bool(one.codes and other.codes and one.codes != other.codes)
    return named or coded or one.rivals != other.rivals


def _only_a_value(claim: Points, source: Points, doubts: Sequence[Doubt]) -> bool:
    """Whether all that a claim has otherwise is one value, of a thing that it names.

    Where two differ, a list tells of two things; a bare label, such as `Time:`, names none.
    """
    if not doubts or not claim.bag <= source.bag:
        return False
    other = [one for one in claim.values if one.mark not in source.value_keys]
    places = [(value.start, value.end) for value in other]
    inside = all(
        doubt.kind in _HARD and any(a < doubt.span[1] and doubt.span[0] < b for a, b in places)
        for doubt in doubts
    )
    kinds = {ValueKind.DATE if one.kind in _OF_A_DAY else one.kind for one in other}
    bare = claim.label and claim.bag <= {*tokens(claim.label)} and not claim.names
    return inside and len(kinds) == 1 and not bare


def _exchanged(claim: Points, source: Points) -> Iterator[Value]:
    """The values of a claim, each the only one of its kind, for which the source has another."""
    for kind in (claim.by_kind.keys() & source.by_kind.keys()) - {*_STAMPS}:
        (mine, *more), (theirs, *others) = claim.by_kind[kind], source.by_kind[kind]
        if more or others or mine.key == theirs.key:
            continue
        if kind == ValueKind.NUMBER and claim.unit(mine) != source.unit(theirs):
            continue
        if kind == ValueKind.LINK and not _moved(claim, mine, source, theirs):
            continue
        shared = _before(claim, mine) & _before(source, theirs)
        if sum(_PAIR if is_cjk(word[0]) else 1.0 for word in shared) >= _LEAST:
            yield mine


def _moved(claim: Points, mine: Value, source: Points, theirs: Value) -> bool:
    """Whether two addresses are so much alike that the one is the other one changed."""
    texts = claim.text[mine.start : mine.end], source.text[theirs.start : theirs.end]
    return all(map(_ADDRESS.match, texts)) and fuzz.ratio(*texts) >= _LIKE


def _before(line: Points, value: Value) -> frozenset[str]:
    """The words of a line before a value."""
    return frozenset(tokens(without_values(line.text)[: value.start]))
