"""A value or a name that gives way to another one, where a note itself says so: *from 27 to 28
November*, *berth 7, no longer berth 4*, *tea instead of coffee*.

Knows two lines only, and concludes nothing: both wordings stand in the note, and memory's line has
the old one.
"""

import re
from collections.abc import Iterator
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
_OF_A_DAY = (ValueKind.DATE, ValueKind.YEAR, ValueKind.WEEKDAY)
_COINS = "$€£¥"
_ADDRESSES = (ValueKind.LINK, ValueKind.CODE, ValueKind.YEAR)  # no value that changes
_HOLDER = re.compile(r"\bfor (?:[a-z]+ )*?(?:[a-z]{5,}|[A-Z]\w+)|(?<=\w )[A-Z](?![\w'’.])")
_UNIT = re.compile(r"[^\W\d]{1,3}")
_LEAST = 2.0  # words that both say
_PAIR = 2 / 3  # of a word is a pair of Chinese characters
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
    """Memory's line with the value in which alone a note differs from it, of a thing that both name
    in two words; None for any other, and where words that are not memory's narrow it down."""
    olds = _only_in(memory, note)
    news = [one for one in note.values if one.mark not in memory.value_keys]
    if is_open(note) or len(olds) != 1 or news != _only_in(note, memory) or len(news) != 1:
        return None
    (old,), (new,) = olds, news
    before, behind = (
        tokens(without_values(without_cues(part, *_OF_CHANGE)))
        for part in (note.text[: new.start], note.text[new.end :])
    )
    bare = new.kind == ValueKind.NUMBER and not _UNIT.fullmatch(note.unit(new))
    if not memory.bag.issuperset(before[-1:]) or (bare and len(before) < _LEAST):
        return None  # berth 4 is a name
    if memory.bag - note.bag and not memory.bag.issuperset((*before, *behind)):
        return None
    same = old.key.strip(_COINS) == new.key.strip(_COINS) or _are_of_two(memory, note)
    both = sum(_PAIR if is_cjk(word[0]) else 1.0 for word in memory.bag & note.bag)
    parts = _is_part(memory, old.start, old.end) or _is_part(note, new.start, new.end)
    if same or both < _LEAST or parts:
        return None
    return f"{memory.text[: old.start]}{note.text[new.start : new.end]}{memory.text[old.end :]}"


def _are_of_two(one: Gist, other: Gist) -> bool:
    """Whether two lines are of two things of one kind, hold for somebody each, or one denies."""
    if (CueKind.NOT in one.cues) != (CueKind.NOT in other.cues):
        return True
    mine, theirs = (gist(without_values(line.text)).names for line in (one, other))
    named = (mine - theirs and theirs - mine) or (one.codes and other.codes - one.codes)
    holders = [{*_HOLDER.findall(line.text)} for line in (one, other)]
    return bool(named or one.rivals != other.rivals or holders[0] != holders[1])


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
    if new == old or {*_COINS}.intersection(new) - {*old}:
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


def _only_in(line: Gist, other: Gist) -> list[Value]:
    """The values of a line that another one has not, of kinds and units that both have."""
    kinds = {_sort(other, one) for one in other.values}
    own = (one for one in line.values if one.mark not in other.value_keys)
    return [one for one in own if _sort(line, one) in kinds and one.kind not in _ADDRESSES]


def _sort(line: Gist, value: Value) -> tuple[str, str]:
    """Equal for values of which one may take the place of the other."""
    kind = "day" if value.kind in _OF_A_DAY else value.kind
    return kind, line.unit(value) if value.kind == ValueKind.NUMBER else ""
