"""Clauses of a text with their terms, asked whether they say a term of another text.

Knows texts and the days on which they were written.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from itertools import pairwise

from desktop_app.language.claims import entities
from desktop_app.language.claims.facts import Number, Spelled, soft_number
from desktop_app.language.claims.markers import Marker, framing, markers
from desktop_app.language.claims.negation import DenyingWord
from desktop_app.language.claims.pieces import Bag, WordPiece
from desktop_app.language.claims.signs import said_signs
from desktop_app.language.claims.sources import SourceText, source_of
from desktop_app.language.claims.terms import Span, Term, TermKind, denials, terms
from desktop_app.language.claims.times import Moment, MomentKind, Times, is_over, moments
from desktop_app.language.claims.vocabulary import keys
from desktop_app.language.reading import Reading, Word, read
from desktop_app.language.tokens import is_cjk, light_characters, stem
from desktop_app.language.values import ValueKind, values

_AND = re.compile(
    r"(?<![a-z])(?:and|or|plus)(?![a-z])|[&、]|以及|并且|(?<![合平温不])和(?!平|[^,。]{1,12}一起)|[并与及]"
)
_EDGE = " \t,;:.!?()，。；：！？（）、\n"
_PLACES = frozenset("上下里内外旁")  # where something is: to be left out, and not to be exchanged
_LABEL = (":", "：")
_YEAR = re.compile(r"\d{4}")
_NO_TIMES = Times(frozenset(), frozenset(), frozenset())


@dataclass(frozen=True, eq=False)
class Clause:
    """A part of a text that says something of something; its terms stand where they do in that.

    `level` is the part as flat text, `said` what it says, ready to be looked up.
    """

    reading: Reading
    start: int
    end: int
    terms: tuple[Term, ...]
    level: str
    said: SourceText

    @property
    def markers(self) -> list[Marker]:
        """Its words that change how far it holds."""
        timed = [(one.start, one.end) for one in self.terms if one.kind == TermKind.TIME]
        return [
            one
            for one in markers(self.reading.level)
            if self.start <= one.start < self.end
            and not any(start <= one.start < end for start, end in timed)
        ]

    @property
    def cues(self) -> list[DenyingWord]:
        """Its words that deny, also those that only imply it."""
        return [one for one in denials(self.reading) if self.start <= one.start < self.end]

    def says(self, term: Term, claim: Reading) -> bool:
        """Whether it says a term of another text."""
        fact = term.fact
        if term.kind == TermKind.SIGN:
            said = said_signs(bare(claim.level), bare(self.level))
            sign = claim.level[term.start]
            place = sign in _PLACES and term.start and said[term.start - 1]
            return (
                bool(said[term.start])
                or (term.alone and sign in self.level)
                or (bool(place) and not _PLACES & set(self.level))
            )
        if isinstance(fact, WordPiece):
            soft = soft_number(claim.level[term.start : term.end])
            return (
                self.said.bag.says(fact)
                or fact.root in self.said.names
                or (soft is not None and soft in self.said.amounts)
            )
        if isinstance(fact, Word):
            return entities.is_named(fact, self.said)
        if isinstance(fact, Spelled):
            return entities.is_spelled(fact, claim, self.said)
        if isinstance(fact, Moment):
            return self._tells(fact, claim)
        return isinstance(fact, Number) and self._counts(term, fact, claim)

    def _tells(self, moment: Moment, claim: Reading) -> bool:
        """Whether it says a time. `Tomorrow` is another day on another day, and `this year` is no
        month of it.
        """
        times = self.said.times
        told = claim.level[moment.start : moment.end]
        if moment.kind == MomentKind.SPAN and told.endswith("后") and told in self.level:
            return True  # thirty days after something
        if moment.kind == MomentKind.SPAN and moment.days:
            return not moment.days.isdisjoint(times.days | times.wide)
        if moment.kind in (MomentKind.MONTH, MomentKind.YEAR):
            own = [one.fact for one in self.terms if isinstance(one.fact, Moment)]
            if moment.days and _YEAR.search(told):
                return any(
                    one.days <= moment.days
                    or (one.kind == moment.kind and not one.days.isdisjoint(moment.days))
                    for one in (*own, replace(moment, days=times.days))
                    if one.days
                )
            spans = [one.days for one in own if one.days] or [times.days]
            named = any(one.kind == moment.kind and one.key == moment.key for one in own)
            return named or any({_part(moment, day) for day in days} == {True} for days in spans)
        return entities.is_told(moment, claim, self.said) or self._begins(moment)

    def _begins(self, moment: Moment) -> bool:
        """Whether a day is the first one of a week or month that it names."""
        spans = [one.fact for one in self.terms if isinstance(one.fact, Moment)]
        return any(
            moment.days == {min(days)}
            for span in spans
            for unit, days in (
                ("week", {one for one in span.days if not one.weekday()}),
                ("month", span.days),
            )
            if days and span.key.startswith(unit) and not span.key.startswith("weekend")
        )

    def _counts(self, term: Term, number: Number, claim: Reading) -> bool:
        """Whether it has the number, of the same things."""
        if not entities.is_counted(number, self.said):
            return False
        others = [
            one
            for one in self.terms
            if isinstance(one.fact, Number) and one.fact.value == number.value
        ]
        if others and all((one.sort == "ordinal") != (term.sort == "ordinal") for one in others):
            return False  # two are not the second
        coin = _coins(claim.text, number.start)
        coins = frozenset().union(*(_coins(self.reading.text, one.start) for one in others))
        units = [one.unit for one in others]
        if coin and (coins or any(units)):
            return not coin.isdisjoint(coins)
        known = term.unit and units and all(units)
        return not known or any(_same_unit(term.unit, one) for one in units)

    def places(self, term: Term, claim: Reading) -> list[int]:
        """The numbers of its terms that say a term of another text; none where it has no place."""
        if term.kind == TermKind.SIGN:
            at = _sign_places(bare(claim.level), bare(self.level)).get(term.start, set())
            if term.alone:
                sign = claim.level[term.start]
                at = {n for n, other in enumerate(self.level) if other == sign}
            return [n for n, one in enumerate(self.terms) if one.start - self.start in at]
        return [n for n, one in enumerate(self.terms) if _is_same(term, one)]


def _part(moment: Moment, day: date) -> bool:
    """Whether a day is in a month or year, whichever `moment` names."""
    return moment.key == str(day.month if moment.kind == MomentKind.MONTH else day.year)


def _root(word: Word | WordPiece) -> str:
    return stem(word.level) if isinstance(word, Word) else word.root


def _is_same(term: Term, other: Term) -> bool:
    """Whether two terms of two texts are one."""
    one, two = term.fact, other.fact
    if isinstance(one, WordPiece) and isinstance(two, WordPiece):
        return Bag([two]).says(one)
    if isinstance(one, Word | WordPiece) and isinstance(two, Word | WordPiece):
        return _root(one) == _root(two)
    if isinstance(one, Number) and isinstance(two, Number):
        return one.value == two.value
    if isinstance(one, Moment) and isinstance(two, Moment):
        if one.kind in (MomentKind.MONTH, MomentKind.YEAR) and two.days:
            return all(_part(one, day) for day in two.days)
        alike = two.kind != MomentKind.MONTH and not one.days.isdisjoint(two.days)
        return one.key == two.key or alike
    return isinstance(one, Spelled) and isinstance(two, Spelled) and one.text == two.text


@lru_cache(maxsize=20_000)
def clauses(text: str, day: date | None, *, title: bool = False) -> tuple[Clause, ...]:
    """The clauses of a text that was written on `day`; a title does not speak of its own day."""
    reading, every = read(text), terms(text, day)
    named = [one for one in moments(text, day) if one.kind != MomentKind.CLOCK]
    dated = 0 if title or not _all_to_come(named, text, day) else len(text)
    dated = min([dated, *(one.start for one in named)])
    cut = []
    for start, end in _spans(reading, every):
        own = tuple(one for one in every if start <= one.start < end)
        said = source_of(text[start:end], day)
        today = end <= dated and (not named or is_over(reading.level[start:end]))
        if not today and not any(isinstance(one.fact, Moment) for one in own):
            said = replace(said, times=_NO_TIMES)  # it may be about another day than its own
        cut.append(Clause(reading, start, end, own, reading.level[start:end], said))
    return tuple(cut)


def _all_to_come(named: Sequence[Moment], text: str, day: date | None) -> bool:
    """Whether all times that a note names are surely after its day: what was, was on none."""
    sure = (MomentKind.SPAN, MomentKind.WEEKDAY)
    return all(
        day
        and (one.kind in sure or _YEAR.search(text[one.start : one.end]))
        and one.days
        and min(one.days) > day
        for one in named
    )


def _spans(reading: Reading, every: Sequence[Term]) -> list[Span]:
    """Where the clauses stand; what says too little by itself goes with what stands before it."""
    spans: list[Span] = []
    for first, last in reading.sentences:
        begun: list[Span] = []
        for span in _pieces(reading, first, last, [one for one in every if one.is_value]):
            labelled = begun and reading.level[begun[-1][1] : span[0]].strip() in _LABEL
            label = reading.level[span[1] :].lstrip()[:1] in _LABEL and _is_plain(span, every)
            whole = begun and _is_whole(begun[-1], every) and (label or _is_whole(span, every))
            if begun and (labelled or not whole):
                begun[-1] = begun[-1][0], span[1]
            else:
                begun.append(span)
        spans += begun
    return spans


def _pieces(reading: Reading, first: int, last: int, whole: Sequence[Term]) -> list[Span]:
    """A sentence cut between its clauses and before each 'and', nothing left out but marks."""
    cuts = {end for _, end in reading.clauses if first <= end < last}
    cuts |= {one.start() for one in _AND.finditer(reading.level, first, last)}
    cuts = {cut for cut in cuts if not any(one.start < cut < one.end for one in whole)}
    edges = [first, *sorted(cut for cut in cuts if first < cut < last), last]
    pieces = []
    for start, end in pairwise(edges):
        while start < end and reading.level[start] in _EDGE:
            start += 1
        if start < end:
            pieces.append((start, end))
    return pieces


def _is_whole(span: Span, every: Sequence[Term]) -> bool:
    """Whether a span says something of something."""
    own = [one for one in every if span[0] <= one.start < span[1]]
    return sum(one.weight for one in own) >= 2 and any(not one.is_value for one in own)


def _is_plain(span: Span, every: Sequence[Term]) -> bool:
    return any(span[0] <= one.start < span[1] and not one.is_value for one in every)


def _same_unit(one: str, other: str) -> bool:
    return one == other or bool(one.isascii() and keys(one) & keys(other))


@lru_cache(maxsize=20_000)
def _coins(text: str, start: int) -> frozenset[str]:
    """The currency or percent sign of the number that stands at `start`."""
    return frozenset(
        sign
        for value in values(text)
        if value.kind == ValueKind.NUMBER and value.start <= start < value.end
        for sign in value.key
        if sign in "$€£¥%"
    )


@lru_cache(maxsize=20_000)
def bare(level: str) -> str:
    """A flat text in which light characters stand for what only changes how far it holds."""
    signs = list(level)
    for start, end in (*((one.start, one.end) for one in markers(level)), *framing(level)):
        signs[start:end] = "的" * (end - start)
    return "".join(signs) if not level.isascii() else level


@lru_cache(maxsize=20_000)
def _sign_places(level: str, other: str) -> dict[int, set[int]]:
    """Where the characters of a flat text stand in another: with one beside them."""
    light = light_characters()
    mine, theirs = (
        [at for at, sign in enumerate(text) if is_cjk(sign) and sign not in light]
        for text in (level, other)
    )
    pairs: dict[str, list[Span]] = {}
    for one, two in _beside(other, theirs):
        pairs.setdefault(other[one] + other[two], []).append((one, two))
    places: dict[int, set[int]] = {}
    for one, two in _beside(level, mine):
        for at, after in pairs.get(level[one] + level[two], ()):
            places.setdefault(one, set()).add(at)
            places.setdefault(two, set()).add(after)
    return places


def _beside(level: str, signs: list[int]) -> Iterator[Span]:
    """Pairs of characters of which at least one says something: with none or light ones between."""
    yield from pairwise(signs)
    for at in signs:
        yield from ((one, one + 1) for one in (at - 1, at) if 0 <= one < len(level) - 1)
