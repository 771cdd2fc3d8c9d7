"""A value or a name that gives way to another one, where a note itself says so: *from 27 to 28
November*, *berth 7, no longer berth 4*, *tea instead of coffee*.

Knows two lines only, and concludes nothing: both wordings stand in the note, and memory's line has
the old one.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from desktop_app import resources
from desktop_app.dreams.comparing.gist import NEUTRAL, Gist, Rarity, gist
from desktop_app.language.claims.vocabulary import is_past
from desktop_app.language.cues import CueKind, places_of, without_cues, words_of
from desktop_app.language.difference import Span
from desktop_app.language.spans import flat
from desktop_app.language.tokens import is_cjk, is_light, light_characters, tokens
from desktop_app.language.values import Value, ValueKind, values, without_values

_ABOUT = 0.6  # of the words that tell what a note is about, by weight, that memory's line has
_THING, _NAMED = 0.3, 0.5  # of what memory's line says before a value or a name, that the note says
_OF_CHANGE = (CueKind.CHANGE, CueKind.END, CueKind.NOT, CueKind.PASSING)
_RANGE = re.compile(r"\s?(?:[-–—~～/至到]|to|until|till|and|&|or)\s?")
_BECAME = re.compile(r"[a-z]+(?= from )")
_HOURS = 24
_ENDS = (".", "。")
_UNITED = re.compile(r"[\d.,]+( ?[^\W\d]+)")
_SIGNS = frozenset("$€£¥")
_PIECE = re.compile("[\u3400-\u9fff]+|(?:(?![\u3400-\u9fff])[^\\W\\d_])+")


class ToldExchange(NamedTuple):
    """What a note says was and is, in its words, and its other words and values."""

    old: str
    new: str
    about: tuple[str, ...]
    beside: frozenset[str]


def exchanged(memory: Gist, note: Gist, heading: str = "", rarity: Rarity = NEUTRAL) -> str | None:
    """Memory's line with its old wording exchanged for the note's new one; None where the note does
    not exchange one that the line holds. `heading` is what the line stands under.
    """
    if told(memory) or words_of(CueKind.RIVAL, without_values(note.text)) - memory.rivals:
        return None  # a record of an exchange stays as it is
    words = memory.bag.union(tokens(heading))
    found = {
        line
        for one in told(note)
        if one.about and rarity.share(one.about, words) >= _ABOUT
        if one.beside <= memory.value_keys
        if (line := _with(memory, note, one, rarity))
    }
    return found.pop() if len(found) == 1 else None


def came_true(memory: Gist, note: Gist, rarity: Rarity = NEUTRAL) -> bool:
    """Whether memory's line has what the note says is already, and not what it says was."""
    level = flat(memory.text)
    return any(
        flat(one.new) in level
        and flat(one.old) not in level
        and rarity.share(one.about, memory.bag) >= _ABOUT
        for one in told(note)
    )


def with_value(memory: Gist, note: Gist) -> str | None:
    """Memory's line with the value in which alone a note differs from it; None for any other, and
    where words that are not memory's narrow the value down."""
    pair = None if is_open(note) else opposed(memory, note)
    if pair is None or note.value_keys - {pair[1].mark} - memory.value_keys:
        return None
    old, new = pair
    before = tokens(without_values(without_cues(note.text[: new.start], *_OF_CHANGE)))
    if before and before[-1] not in memory.bag:
        return None
    if _is_part(memory, old.start, old.end) or _is_part(note, new.start, new.end):
        return None
    return f"{memory.text[: old.start]}{note.text[new.start : new.end]}{memory.text[old.end :]}"


@lru_cache(maxsize=8_000)
def told(note: Gist) -> tuple[ToldExchange, ...]:
    """The exchanges that a note tells."""
    return () if is_open(note) else tuple(_told(note))


def is_open(note: Gist) -> bool:
    """Whether a note plans, doubts, tells of a passing day or sets its own mistake right."""
    told_so = {CueKind.OPEN, CueKind.PASSING} & note.cues
    return bool(told_so or _pattern("not_so").search(flat(note.text)))


def _told(note: Gist) -> Iterator[ToldExchange]:
    for old, new in _spans(note):
        first, last = sorted((old, new))
        text = note.text
        rest = f"{text[: first[0]]} | {text[first[1] : last[0]]} | {text[last[1] :]}"
        plain = flat(without_cues(rest, *_OF_CHANGE))
        if _kinds(note, old):
            plain = _BECAME.sub(lambda verb: " " if is_past(verb[0]) else verb[0], plain)
        plain = _pattern("from").sub(" ", plain)
        about = tuple(tokens(without_values(plain)))
        was, now = text[slice(*old)].strip(), _without_end(text[slice(*new)])
        if was and now and _kinds(note, old) == _kinds(note, new):
            beside = frozenset(one.mark for one in values(rest))
            yield ToldExchange(was, now, about, beside)


def _spans(note: Gist) -> Iterator[tuple[Span, Span]]:
    """Where a note says what was, and what is. Without a word such as *from*, each of the two that
    it stands for begins with a value or a name."""
    level = flat(note.text)
    for start, end in note.reading.clauses:
        begins = [match.end() for match in _pattern("from").finditer(level, start, end)]
        gaps = [match.span() for match in _pattern("forward").finditer(level, start, end)]
        if not gaps and begins and CueKind.CHANGE in note.cues:
            gaps = [match.span() for match in _pattern("from_to").finditer(level, begins[0], end)]
        if not gaps and begins:
            yield from _grown(note, begins[0], end)
        for gap in gaps[:1]:
            begun = [at for at in begins if at < gap[0]][-1:]
            for at in begun or _starts(note, start, gap[0]):
                yield (at, gap[0]), (gap[1], end)
    for start, end in note.reading.sentences:
        denial = next(_pattern("denied").finditer(level, start, end), None)
        but = denial and next(_pattern("but").finditer(level, denial.end(), end), None)
        if denial and but:
            stop = end - level.endswith(_ENDS, start, end)
            yield (denial.end(), but.start()), (but.end(), stop)
    for gap in (match.span() for match in _pattern("backward").finditer(level)):
        before = [one for one in note.reading.clauses if one[0] < gap[0]][-1:]
        behind = [one for one in note.reading.clauses if one[1] > gap[1]][:1]
        for (start, _), (_, end) in zip(before, behind, strict=False):
            for at in _starts(note, gap[1], end)[:1]:
                yield from (((at, end), (new, gap[0])) for new in _starts(note, start, gap[0]))


def _grown(note: Gist, start: int, end: int) -> Iterator[tuple[Span, Span]]:
    """Two amounts, the second instead of the first behind a verb in the past: *rose from 40 to 45
    euro*. Two bare hours are a time that something took."""
    level = flat(note.text)
    past = is_past(level[:start].split()[-2:][0])
    for old, new in pairwise(one for one in note.values if start <= one.start < end):
        to = _pattern("to").search(level, old.end, new.start)
        amounts = old.kind == new.kind == ValueKind.NUMBER and not _is_hour(note, new)
        if amounts and to and (past or to["verb"]) and not level[start : old.start].strip(" $€£¥"):
            yield (start, to.start()), (to.end(), end)


def _is_hour(note: Gist, value: Value) -> bool:
    """Whether a number may be one of a clock: small, whole and of nothing."""
    bare = not note.unit(value) or is_light(note.unit(value))
    return bare and value.key.isdecimal() and int(value.key) <= _HOURS


def _starts(note: Gist, start: int, end: int) -> list[int]:
    """Where values and names of a note begin."""
    named = (one for one in note.reading.words if one.content and one.capital and not one.first)
    places = {*(one.start for one in note.values), *(one.start for one in named)}
    return sorted(at for at in places if start <= at < end)


def _kinds(note: Gist, span: Span) -> list[ValueKind]:
    return [one.kind for one in note.values if span[0] <= one.start < span[1]]


def _without_end(text: str) -> str:
    """A wording without the words of a change behind it: *Tuesday now*."""
    for start, end in places_of(CueKind.CHANGE, text):
        if not text[end:].strip(" 了"):
            return text[:start].strip()
    return text.strip().removesuffix("了")


def _with(memory: Gist, note: Gist, one: ToldExchange, rarity: Rarity) -> str | None:
    """Memory's line with the new wording, where the old one stands in it once and whole; None where
    something beside it would narrow the new one down, or is of another thing."""
    text, old, new = memory.text, one.old, one.new
    unit = _UNITED.match(new)
    if unit and f"{old}{unit[1]}" in text and values(old):  # from 40 to 45 euro
        old += unit[1]
    level, was = flat(text), flat(old)
    at, end = level.find(was), level.find(was) + len(was)
    if at < 0 or level.find(was, at + 1) >= 0 or _is_part(memory, at, end):
        return None
    least = _THING if values(old) else _NAMED
    thing = tokens(without_values(without_cues(text[:at], *_OF_CHANGE)))
    if thing and rarity.share(thing, note.bag) < least:
        return None
    (_, narrowed), (lead, trail) = _edges(old), _edges(new)
    rest, words = text[end:], trail.split()
    tails = (" ".join(words[n:]) for n in range(len(words)))
    if tail := next((one for one in tails if flat(rest).lstrip().startswith(flat(one))), ""):
        new = new.removesuffix(tail).rstrip()
    elif trail and not narrowed and _pieces(_clause(rest)):
        return None
    if lead and flat(text[:at]).rstrip().endswith(flat(lead)):
        new = new[new.index(lead) + len(lead) :].lstrip()
    if new == old or _SIGNS.intersection(new) - _SIGNS.intersection(old):
        return None
    return f"{text[:at]}{new}{rest}"


def _is_part(line: Gist, at: int, end: int) -> bool:
    """Whether a place in a line is a part of a word, of a value, or of a range or list of them."""
    level, found = flat(line.text), line.values
    beside = [level[max(0, cut - 1) : cut + 1] for cut in (at, end)]
    gaps = [level[end : one.start] if one.start >= end else level[one.end : at] for one in found]
    return (
        any(len(two) == 2 and two.isascii() and two.isalnum() for two in beside)
        or any(one.start < cut < one.end for one in found for cut in (at, end))
        or any(map(_RANGE.fullmatch, gaps))
    )


def _edges(text: str) -> tuple[str, str]:
    """What stands before the first value of a wording, and behind the last one."""
    found = values(text)
    return (text[: found[0].start].strip(), text[found[-1].end :].strip()) if found else ("", "")


def _pieces(text: str) -> list[str]:
    """What a text says beside its values: words, and runs of Chinese."""
    plain = re.sub(f"[{''.join(light_characters())}]", " ", without_values(text))
    return [piece for piece in _PIECE.findall(plain) if not is_light(piece)]


def _clause(rest: str) -> str:
    """What of a line goes on in the same clause."""
    clauses = gist(f"x{rest}").reading.clauses
    return rest[: clauses[0][1] - 1] if clauses else ""


@cache
def _pattern(name: str) -> re.Pattern[str]:
    """A pattern of `exchange.toml`; what stands between two wordings is never a part of a word."""
    table = resources.table("language/exchange")
    forms = table[name]
    form = forms if isinstance(forms, str) else "|".join(forms)
    form = form.replace(" ", r"\s*")
    whole = name in ("from", "not_so", "denied", "to")
    return re.compile(form if whole else rf"(?:(?<![a-z])|(?![a-z]))(?:{form})(?![a-z])")


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


def opposed(one: Gist, other: Gist) -> tuple[Value, Value] | None:
    """The value in which alone two lines differ, as each has it, where only one of them can be
    right; None where both may be, and where one denies the other."""
    apart = (CueKind.NOT in one.cues) != (CueKind.NOT in other.cues) or _apart(one, other)
    return None if apart or _denies(one, other) or _denies(other, one) else _other_value(one, other)


def _other_value(one: Gist, other: Gist) -> tuple[Value, Value] | None:
    """The value in which alone two lines differ, as each has it; None where they say more."""
    if _only_a_value(one, other) and (pair := next(_exchanged(one, other), None)):
        return pair
    if _only_a_value(other, one) and (pair := next(_exchanged(other, one), None)):
        return pair[1], pair[0]
    return None


def _denies(line: Gist, other: Gist) -> bool:
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
    from rapidfuzz import fuzz  # long to load, and few lines name two places

    texts = claim.text[mine.start : mine.end], source.text[theirs.start : theirs.end]
    return all(map(_ADDRESS.match, texts)) and fuzz.ratio(*texts) >= _LIKE


def _before(line: Gist, value: Value) -> frozenset[str]:
    return frozenset(tokens(without_values(line.text)[: value.start]))


def _length(words: Iterable[str]) -> float:
    return sum(_PAIR if is_cjk(word[0]) else 1.0 for word in words)
