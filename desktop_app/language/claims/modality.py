"""Plans and doubts: whether a claim tells as done what its sources leave open. Knows text only."""

from collections.abc import Callable
from datetime import date
from functools import lru_cache

from desktop_app.language.claims.pieces import Bag, bag
from desktop_app.language.claims.sources import Sources, Unsaid
from desktop_app.language.claims.times import Moment, MomentKind
from desktop_app.language.claims.vocabulary import is_past, words
from desktop_app.language.conditions import conditional
from desktop_app.language.doubts import DoubtKind
from desktop_app.language.reading import Reading, Word, han

_EARLY = 9  # words of a claim among which its verb stands
_CLOSE = 0.9  # of the closest clause
_LEAST = 0.5  # of a claim that a clause has to say to be about the same thing; half in Chinese

ClauseJudge = Callable[[Reading, int, int], bool]


def unfulfilled(
    claim: Reading, timed: tuple[Moment, ...], day: date | None, sources: Sources
) -> list[Unsaid]:
    """What the claim tells as done or as sure, where the sources closest to it leave it open."""
    first, last = next(iter(claim.clauses), (0, len(claim.text)))
    if conditional(claim.text) or _has(claim, 0, len(claim.text), "open"):
        return []
    done = _done(claim)
    days = [
        one.days for one in timed if one.kind in (MomentKind.DATE, MomentKind.WEEKDAY) and one.days
    ]
    if done and day and days and all(min(some) > day for some in days):
        return [Unsaid(DoubtKind.MODALITY, (claim.text[slice(*done)],), done)]
    source = _closest(claim, sources, _is_planned if done else _is_doubtful)
    if source is None:
        return []
    word = next(((one.start, one.end) for one in claim.words), (first, min(last, first + 2)))
    span = done or word
    return [Unsaid(DoubtKind.MODALITY, (claim.text[slice(*span)],), span, "", source)]


def tells_nothing_done(reading: Reading) -> bool:
    """Whether no verb of a text is in the past."""
    return _done(reading) is None


def _done(claim: Reading) -> tuple[int, int] | None:
    """Where a claim tells what happened: `moved`, `was`, 了."""
    before = ""
    for word in claim.words[:_EARLY]:
        if _is_past(word, before):
            return word.start, word.end
        before = word.level
    ends = [at for at in map(claim.level.find, words("chinese_done")) if at >= 0]
    return (min(ends), min(ends) + 1) if ends else None


def _is_past(word: Word, before: str) -> bool:
    """Whether a word is a verb's past and says no state: `is married`."""
    return is_past(word.level) and before not in words("states") and before != "to"


def _closest(claim: Reading, sources: Sources, judge: ClauseJudge) -> int | None:
    """The source of the clauses closest to the claim, when all of them are judged so."""
    judged = [_judged(one.reading, judge) for one in sources.texts]
    if not any(map(any, judged)):
        return None
    own = bag(claim).pieces
    total = sum(piece.weight for piece in own) or 1
    rows = [
        (clause_bag.overlap(own) / total, number, verdict)
        for number, one in enumerate(sources.texts)
        for clause_bag, verdict in zip(_clause_bags(one.reading), judged[number], strict=True)
    ]
    best = max(share for share, _, _ in rows)
    close = [row for row in rows if row[0] >= _CLOSE * best]
    least = _LEAST / 2 if han(claim.level, 0, len(claim.level)) else _LEAST
    return close[0][1] if best >= least and all(verdict for *_, verdict in close) else None


@lru_cache(maxsize=20_000)
def _judged(reading: Reading, judge: ClauseJudge) -> tuple[bool, ...]:
    return tuple(
        judge(reading, start, end) or _is_conditional(reading, start)
        for start, end in reading.clauses
    )


@lru_cache(maxsize=20_000)
def _clause_bags(reading: Reading) -> tuple[Bag, ...]:
    """What each clause says, and who says it."""
    every = bag(reading).pieces
    return tuple(
        Bag(p for p in every if start <= p.start < end or p.end < reading.body)
        for start, end in reading.clauses
    )


def _is_conditional(reading: Reading, at: int) -> bool:
    """Whether the sentence around a clause sets a condition."""
    start, end = next(span for span in reading.sentences if span[0] <= at < span[1])
    return conditional(reading.text[start:end])


def _is_planned(reading: Reading, start: int, end: int) -> bool:
    if any(is_past(word.level) for word in reading.within((start, end))):
        return False
    if any(sign in reading.level[start:end] for sign in words("chinese_done")):
        return False
    return _is_doubtful(reading, start, end) or _has(reading, start, end, "plans")


def _is_doubtful(reading: Reading, start: int, end: int) -> bool:
    asks = bool(han(reading.level, start, end)) and reading.level[end : end + 1] in ("?", "？")
    return asks or _has(reading, start, end, "doubtful")


def _has(reading: Reading, start: int, end: int, name: str) -> bool:
    """Whether a word of a list stands in a span; the month May is in none."""
    listed = words(name)
    english = any(
        word.level in listed and (word.text != "May" or word.first)
        for word in reading.within((start, end))
    )
    level = reading.level[start:end]
    return english or any(word in level for word in words(f"chinese_{name}"))
