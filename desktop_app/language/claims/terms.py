"""Terms: everything in a text that claims something, each asked for by itself. Knows text only."""

import re
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache, lru_cache

from desktop_app.language.claims import entities
from desktop_app.language.claims.coverage import said_signs
from desktop_app.language.claims.entities import Fact
from desktop_app.language.claims.facts import Number, Spelled
from desktop_app.language.claims.markers import framing_signs, is_framing, markers
from desktop_app.language.claims.pieces import WordPiece
from desktop_app.language.claims.sources import Sources, gathered
from desktop_app.language.claims.times import Moment
from desktop_app.language.claims.vocabulary import keys, words
from desktop_app.language.doubts import DoubtKind
from desktop_app.language.reading import Reading, Word, han, read
from desktop_app.language.values import ValueKind, values
from desktop_app.language.words import light_characters, stem, stop_words

Span = tuple[int, int]
_NEXT = re.compile(r"[\s-]?([a-z]+|[\u3400-\u9fff])")


class TermKind(StrEnum):
    """What a term is; a sign is a Chinese character."""

    SPELLED = "spelled"
    TIME = "time"
    NUMBER = "number"
    NAME = "name"
    WORD = "word"
    SIGN = "sign"


_DOUBTS = {
    TermKind.SPELLED: DoubtKind.LITERAL,
    TermKind.TIME: DoubtKind.DATE,
    TermKind.NUMBER: DoubtKind.NUMBER,
    TermKind.NAME: DoubtKind.NAME,
}
_WEIGHTS = {TermKind.NAME: 2.0, TermKind.WORD: 1.0, TermKind.SIGN: 0.5}


@dataclass(frozen=True, eq=False)
class Term:
    """One thing that a text claims, and where it stands."""

    kind: TermKind
    start: int
    end: int
    fact: Fact | WordPiece | None

    @property
    def hard(self) -> bool:
        """Whether it has to stand as it is: no other word says it."""
        return self.kind not in (TermKind.WORD, TermKind.SIGN)

    @property
    def is_value(self) -> bool:
        """Whether it is hard and no name."""
        return self.hard and self.kind != TermKind.NAME

    @property
    def weight(self) -> float:
        """How much it tells what a text is about."""
        return _WEIGHTS.get(self.kind, 3.0)

    @property
    def doubt(self) -> DoubtKind:
        """What is doubted where no source says it."""
        return _DOUBTS.get(self.kind, DoubtKind.WORDS)


@dataclass(frozen=True, eq=False)
class Passage:
    """A clause of a source, ready to be asked what it says; `start` is where it stands there."""

    text: str
    day: date | None
    start: int
    sources: Sources

    @property
    def reading(self) -> Reading:
        """The clause, read."""
        return self.sources.texts[0].reading

    def says(self, term: Term, claim: Reading) -> bool:
        """Whether the clause holds a term of a claim."""
        if term.kind == TermKind.SIGN:
            return bool(said_signs(claim.level, self.sources.level)[term.start])
        if isinstance(term.fact, WordPiece):
            return self.sources.bag.says(term.fact)
        if isinstance(term.fact, Word):
            return entities.is_named(term.fact, self.sources)
        if isinstance(term.fact, Spelled):
            return entities.is_spelled(term.fact, claim, self.sources)
        if isinstance(term.fact, Moment):
            return entities.is_told(term.fact, claim, self.sources)
        return isinstance(term.fact, Number) and self._counts(term.fact, claim)

    def _counts(self, number: Number, claim: Reading) -> bool:
        """Whether it has the number, of the same things."""
        if not entities.is_counted(number, self.sources):
            return False
        mine = unit(claim.level, number)
        others = [one for one in self.sources.texts[0].numbers if one.value == number.value]
        coin = _coins(claim.text, number.start)
        coins = frozenset().union(*(_coins(self.text, one.start) for one in others))
        if coin and coins and not coin & coins:
            return False
        units = [unit(self.reading.level, one) for one in others]
        return not (mine and units and all(units)) or any(_same_unit(mine, one) for one in units)


def unit(level: str, number: Number) -> str:
    """The word right behind a number, or the Chinese character, "" for none that says anything."""
    match = _NEXT.match(level, number.end)
    plain = match[1] if match else ""
    return "" if plain in light_characters() or plain in stop_words() else plain


def _same_unit(one: str, other: str) -> bool:
    return one == other or bool(one.isascii() and keys(one) & keys(other))


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
def passages(text: str, day: date | None) -> tuple[Passage, ...]:
    """The clauses of a source that was written on `day`."""
    reading = read(text)
    spans = reading.clauses
    if reading.speaker:
        spans = ((0, len(text)), *spans) if len(spans) < 2 else spans
    return tuple(passage(text[start:end], day, start) for start, end in spans)


def passage(text: str, day: date | None, start: int = 0) -> Passage:
    """A text as one passage."""
    return Passage(text, day, start, gathered(((text, day),)))


@lru_cache(maxsize=20_000)
def terms(text: str, day: date | None) -> tuple[Term, ...]:
    """The terms of a text written on `day` in reading order."""
    reading = read(text)
    facts = entities.facts_of(reading, day)
    found = [Term(TermKind.SPELLED, one.start, one.end, one) for one in facts.spelled]
    found += [Term(TermKind.TIME, one.start, one.end, one) for one in facts.timed]
    counted = [one for one in facts.counted if not one.soft]
    found += [Term(TermKind.NUMBER, one.start, one.end, one) for one in counted]
    taken = [(one.start, one.end) for one in found]
    names = [one for one in entities.names(reading) if not _inside(one.start, taken)]
    found += [Term(TermKind.NAME, one.start, one.end, one) for one in names]
    taken += [(one.start, one.end) for one in markers(reading.level)]
    taken += [(one.start, one.end) for one in names]
    found += [
        Term(TermKind.WORD, word.start, word.end, _piece(word))
        for word in reading.words
        if not (_inside(word.start, taken) or is_free(word))
    ]
    found += [
        Term(TermKind.SIGN, at, at + 1, None)
        for at in _signs(reading.level)
        if not _inside(at, taken)
    ]
    return tuple(sorted(found, key=lambda one: one.start))


def is_free(word: Word) -> bool:
    """Whether a word needs no source: it only holds a sentence together, or reports."""
    return (
        not word.content
        or word.level in words("light_verbs") | words("titles")
        or is_framing(word.level)
    )


def _piece(word: Word) -> WordPiece:
    return WordPiece(keys(word.level), stem(word.level), word.start, word.end, 1.0)


def _inside(at: int, spans: list[Span]) -> bool:
    return any(start <= at < end for start, end in spans)


def _signs(level: str) -> list[int]:
    """Where Chinese characters stand that say something by themselves."""
    free = bytearray(len(level))
    for match in _framing_pattern().finditer(level):
        free[match.start() : match.end()] = b"\1" * len(match[0])
    return [
        at
        for start, end in han(level, 0, len(level))
        for at in range(start, end)
        if not free[at] and level[at] not in light_characters()
    ]


@cache
def _framing_pattern() -> re.Pattern[str]:
    return re.compile("|".join(sorted(framing_signs(), key=len, reverse=True)))
