"""Whether two lines cannot both be right: one statement, and another value or a denial in it.

Knows two lines. Where a further word differs, both may well be right, and nobody is asked.
"""

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum

from rapidfuzz import fuzz

from desktop_app.dreams.comparing.gist import Gist, gist
from desktop_app.language.cues import CueKind, without_cues
from desktop_app.language.tokens import is_cjk, tokens
from desktop_app.language.values import Value, ValueKind, without_values

_LEAST = 2.0  # words that both say
_PAIR = 2 / 3  # of a word is a pair of Chinese characters
_STAMPS = (ValueKind.YEAR, ValueKind.CODE)
_ADDRESS = re.compile(r"[/~]|\S+?(?:://|@)")  # and not just words with a stroke between
_DENIED = 0.4  # of the words of a line that another one denies
_LIKE = 70  # of 100
_COINS = "$€£¥"
_OF_A_DAY = (ValueKind.DATE, ValueKind.YEAR, ValueKind.WEEKDAY)
_WHEN = (ValueKind.TIME, ValueKind.WEEKDAY, ValueKind.DATE)
_UNIT = re.compile(r"[^\W\d]{1,3}")
_FOR = re.compile(r"\bfor (?:[a-z]+ )*?(?:[a-z]{5,}|[A-Z]\w+)")
_LETTER = re.compile(r"(?<=\w )[A-Z](?![\w'’.])")  # client A


class Opposition(StrEnum):
    """How one line speaks against another one: by a value, or by denying it."""

    VALUE = "value"
    DENIAL = "denial"


def opposition(one: Gist, other: Gist) -> Opposition | None:
    """How two lines speak against each other; None where both may be right."""
    ways = ((one, other), (other, one))
    if any(denies(*way) for way in ways):
        return Opposition.DENIAL
    if (CueKind.NOT in one.cues) != (CueKind.NOT in other.cues) or _apart(one, other):
        return None
    return Opposition.VALUE if other_value(one, other) else None


def other_value(one: Gist, other: Gist) -> tuple[Value, Value] | None:
    """The value in which alone two lines differ, as each has it; None where they say more."""
    if _only_a_value(one, other) and (pair := next(_exchanged(one, other), None)):
        return pair
    if _only_a_value(other, one) and (pair := next(_exchanged(other, one), None)):
        return pair[1], pair[0]
    return None


def denies(line: Gist, other: Gist) -> bool:
    """Whether a clause of a line denies what one of the other line says, in the same words, as many
    as two and two fifths of that clause."""
    if CueKind.NOT not in line.cues or {CueKind.DONE, CueKind.CHANGE} & other.cues:
        return False
    clauses = [gist(other.text[start:end]) for start, end in other.reading.clauses]
    said = [one for one in clauses if CueKind.NOT not in one.cues]
    return any(
        (f" {' '.join(denied.words)} " in f" {' '.join(one.words)} ")
        and denied.value_keys <= other.value_keys
        and _length(denied.bag) >= max(_LEAST, _DENIED * _length(one.bag))
        for start, end in line.reading.clauses
        if (denied := _undenied(line.text[start:end]))
        for one in said
    )


def _undenied(clause: str) -> Gist | None:
    """What a clause would say without its denial; None for one without."""
    is_denied = CueKind.NOT in gist(clause).cues
    return gist(without_cues(clause, CueKind.END, CueKind.NOT)) if is_denied else None


def _apart(one: Gist, other: Gist) -> bool:
    """Whether they are of two things of one kind, each named, or hold for somebody each."""
    mine, theirs = (gist(without_values(line.text)).names for line in (one, other))
    named = bool(mine - theirs and theirs - mine)
    coded = bool(one.codes and other.codes and one.codes != other.codes)
    told = [{*_LETTER.findall(line.text), *_FOR.findall(line.text)} for line in (one, other)]
    return named or coded or told[0] != told[1] or one.rivals != other.rivals


def _only_a_value(claim: Gist, source: Gist) -> bool:
    """Whether all that a claim has otherwise is one value, of a thing that it names.

    Where two differ, a list tells of two things; a bare label, such as `Time:`, names none.
    """
    if not claim.bag <= source.bag:
        return False
    other = [one for one in claim.values if one.mark not in source.value_keys]
    kinds = {ValueKind.DATE if one.kind in _OF_A_DAY else one.kind for one in other}
    bare = claim.label and claim.bag <= {*tokens(claim.label)} and not claim.names
    return len(kinds) == 1 and not bare


def _exchanged(claim: Gist, source: Gist) -> Iterator[tuple[Value, Value]]:
    """The values of a claim, each the only one that the source does not have, for which the source
    has another one of the same kind and unit; and that one."""
    for kind in (claim.by_kind.keys() & source.by_kind.keys()) - {*_STAMPS}:
        ours = [one for one in claim.by_kind[kind] if one.mark not in source.value_keys]
        others = [
            one
            for one in source.by_kind[kind]
            if one.mark not in claim.value_keys
            and not any(_is_same(one, mine) for mine in ours)
            and (kind != ValueKind.NUMBER or {source.unit(one)} == {*map(claim.unit, ours)})
        ]
        if len(ours) != 1 or len(others) != 1:
            continue
        mine, theirs = ours[0], others[0]
        if kind == ValueKind.LINK and not _moved(claim, mine, source, theirs):
            continue
        if _length(claim.bag & source.bag) >= _LEAST and _is_told(claim, mine, source, theirs):
            yield mine, theirs


def _is_same(one: Value, other: Value) -> bool:
    """Whether two values differ in no more than the sign of a currency that one of them lacks."""
    bare, other_bare = one.key.lstrip(_COINS), other.key.lstrip(_COINS)
    return bare == other_bare and one.key != other.key and (one.key == bare or other.key == bare)


def _is_told(claim: Gist, mine: Value, source: Gist, theirs: Value) -> bool:
    """Whether a value tells something of what stands before it: a bare number behind one word
    alone is a name of it, as in *berth 4*."""
    length = _length(_before(claim, mine) & _before(source, theirs))
    if mine.kind in _WHEN or _measured(claim, mine):
        return length > 0
    return length >= _LEAST


def _measured(line: Gist, value: Value) -> bool:
    """Whether a number has a currency or a short unit: 50 mg, 900 €."""
    unit = line.unit(value)
    return any(sign in value.key for sign in _COINS) or bool(_UNIT.fullmatch(unit) and tokens(unit))


def _moved(claim: Gist, mine: Value, source: Gist, theirs: Value) -> bool:
    """Whether two addresses are so much alike that the one is the other one changed."""
    texts = claim.text[mine.start : mine.end], source.text[theirs.start : theirs.end]
    return all(map(_ADDRESS.match, texts)) and fuzz.ratio(*texts) >= _LIKE


def _before(line: Gist, value: Value) -> frozenset[str]:
    return frozenset(tokens(without_values(line.text)[: value.start]))


def _length(words: Iterable[str]) -> float:
    return sum(_PAIR if is_cjk(word[0]) else 1.0 for word in words)
