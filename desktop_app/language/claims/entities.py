"""Hard facts of a claim that its sources lack: numbers, times, names, what is spelled out.

Knows a claim and its sources. Each fact is asked for by itself and never averaged away.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache

from desktop_app import resources
from desktop_app.language.claims.facts import Number, Spelled, letters, literals, numbers
from desktop_app.language.claims.sources import Sources, Unsaid
from desktop_app.language.claims.times import Moment, MomentKind, moments
from desktop_app.language.claims.vocabulary import alike, is_frame, roots, words
from desktop_app.language.doubts import DoubtKind
from desktop_app.language.reading import Reading, Word
from desktop_app.language.values import values
from desktop_app.language.words import is_light, stem

_NO_NAMES = ("ing", "ed", "ly", "tion", "ment", "ness", "ity", "s")

Fact = Spelled | Moment | Number | Word


@dataclass(frozen=True)
class HardFacts:
    """The hard facts of a claim: what is spelled out, times and numbers, none inside another."""

    spelled: tuple[Spelled, ...]
    timed: tuple[Moment, ...]
    counted: tuple[Number, ...]

    @property
    def spans(self) -> list[tuple[int, int]]:
        """Where they stand."""
        every: list[Fact] = [*self.spelled, *self.timed, *self.counted]
        return [(one.start, one.end) for one in every]


def facts_of(claim: Reading, day: date | None) -> HardFacts:
    """The hard facts of a claim made on `day`."""
    spelled = literals(claim.text)
    timed = tuple(one for one in moments(claim.text, day) if not _inside(one, spelled))
    counted = tuple(one for one in numbers(claim.text) if not _inside(one, spelled, timed))
    return HardFacts(spelled, timed, counted)


def missing(claim: Reading, facts: HardFacts, sources: Sources) -> list[Unsaid]:
    """Every hard fact and every name of a claim that no source says."""
    lacking: list[tuple[DoubtKind, Fact]] = []
    lacking += [
        (DoubtKind.LITERAL, one) for one in facts.spelled if not is_spelled(one, claim, sources)
    ]
    lacking += [(DoubtKind.DATE, one) for one in facts.timed if not is_told(one, claim, sources)]
    lacking += [(DoubtKind.NUMBER, one) for one in facts.counted if not is_counted(one, sources)]
    lacking += [
        (DoubtKind.NAME, word)
        for word in names(claim)
        # What stands inside what is spelled out, or inside a time, is asked for with that.
        if not (_inside(word, facts.spelled, facts.timed) or is_named(word, sources))
    ]
    return [
        Unsaid(kind, (claim.text[one.start : one.end],), (one.start, one.end))
        for kind, one in lacking
    ]


def _inside(one: Fact, *others: Sequence[Fact]) -> bool:
    return any(other.start <= one.start < other.end for some in others for other in some)


def is_spelled(one: Spelled, claim: Reading, sources: Sources) -> bool:
    """Whether the sources have it letter by letter, or the same value in another form."""
    at = one.start, one.end
    same = {(v.kind, v.key) for v in values(claim.text) if (v.start, v.end) == at}
    plain = letters(one.text)
    return (
        _stands(one.text, sources.level)
        or bool(same & sources.values)
        or (" " in plain and f" {plain} " in sources.letters)
    )


def _stands(piece: str, level: str) -> bool:
    """Whether the piece is in the text and not inside a longer word."""
    before = r"(?<![a-z0-9])" if piece[:1].isalnum() and piece[:1].isascii() else ""
    after = r"(?![a-z0-9])" if piece[-1:].isalnum() and piece[-1:].isascii() else ""
    return piece in level and re.search(before + re.escape(piece) + after, level) is not None


def is_told(one: Moment, claim: Reading, sources: Sources) -> bool:
    """Whether the sources say that time."""
    if sources.times.hold(one) or _stands(claim.level[one.start : one.end], sources.level):
        return True
    # At 4, where the sources only say 4.
    return one.kind == MomentKind.CLOCK and int(one.key.rstrip("?")) / 60 in sources.numbers


def is_counted(one: Number, sources: Sources) -> bool:
    """A year and a full hour may be told in another way."""
    numbers = one.value in sources.numbers | sources.times.years
    return one.soft or numbers or (one.value <= 24 and one.value % 12 in sources.times.hours)


def is_named(word: Word, sources: Sources) -> bool:
    """Whether the sources name this, or say a plain word as like it as Swedish is like Sweden."""
    root = stem(word.level)
    return not {word.level, *roots(word.level)}.isdisjoint(sources.names) or any(
        alike(root, stem(other.level))
        for one in sources.texts
        for other in one.reading.words
        if other.content and not other.capital and not is_frame(other.level)
    )


# -- which words are names ------------------------------------------------------------------


@lru_cache(maxsize=20_000)
def names(reading: Reading) -> tuple[Word, ...]:
    """The words of a text that have their capitals for their own sake."""
    after = [*reading.words[1:], None]
    pairs = zip(reading.words, after, strict=False)
    return tuple(word for word, following in pairs if _is_name(word, following, reading))


def _is_name(word: Word, after: Word | None, claim: Reading) -> bool:
    level = word.level
    if not word.capital or len(level) < 2 or level in words("titles") | _time_words():
        return False
    if word.text.isupper() or not word.first:
        return True
    if is_light(level) or is_frame(level) or level.endswith(_NO_NAMES):
        return False
    return _stands_as_name(word, after, claim)


def _stands_as_name(word: Word, after: Word | None, claim: Reading) -> bool:
    """Whether a word that begins a sentence stands where names do."""
    beside = claim.text[: word.start].rstrip()[-1:], claim.text[word.end :].lstrip()[:1]
    if beside[0] in tuple(":,(—–-/") and beside[1] in tuple(",):;—–-→=/"):
        return True  # all that stands between two marks: `Present: Gwen, Hugo`
    if claim.text[word.end : word.end + 2] in ("'s", "’s"):
        return True
    return after is not None and after.start - word.end == 1 and _follows_names(after)


def _follows_names(word: Word) -> bool:
    verb = word.level.endswith(("s", "ed")) and not is_light(word.level)
    return word.capital or verb or word.level in words("after_names")


@cache
def _time_words() -> frozenset[str]:
    """Weekdays and months, which have their capitals for another reason."""
    table = resources.table("language/values")
    return frozenset(word for row in (*table["weekdays"], *table["months"]) for word in row.split())
