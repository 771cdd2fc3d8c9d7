"""Plans and doubts: whether a claim tells as done what its sources only plan. Knows text only."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from functools import cache, lru_cache

from desktop_app import resources
from desktop_app.language.claims import lexicon
from desktop_app.language.claims.moments import Moment
from desktop_app.language.claims.pieces import Bag, bag
from desktop_app.language.claims.sources import Finding, Said, Sources
from desktop_app.language.conditions import conditional
from desktop_app.language.reading import Reading, Word, han
from desktop_app.language.spans import flat
from desktop_app.language.words import is_light

_PRESENT = ("am", "is", "are", "i", "we", "they", "he", "she", "it")
_FAR = 6  # words between a hedge and the verb it is about
_EARLY = 9  # words of a claim among which its verb stands
_CLOSE = 0.9  # of the closest sentence
_LEAST = 0.5  # of a claim that a sentence has to say to be about the same thing


def unfulfilled(
    claim: Reading, timed: tuple[Moment, ...], day: date | None, sources: Sources
) -> list[Finding]:
    """What the claim tells as done, and the sources only plan or doubt."""
    verb = _past_verb(claim)
    if verb and not _is_open(_beside(claim, verb)):
        span = (verb.start, verb.end)
        clause = _clause_of(claim, verb)
        if _ahead([one for one in timed if clause[0] <= one.start < clause[1]], day):
            return [Finding("modality", (verb.text,), span)]
        said, source = _planned(verb, sources)
        if not said:
            source = _closest(claim, sources, _is_planned)
        if source is not None:
            return [Finding("modality", (verb.text,), span, "", source)]
    return [
        *_too_sure(claim, sources),
        *_chinese(claim, sources),
        *_without_condition(claim, sources),
    ]


def leaves_open(text: str) -> bool:
    """Whether a piece of text plans, doubts or sets a condition."""
    level = flat(text)
    words = set(re.findall("[a-z]+", level))
    chinese = any(word in level for word in _words("chinese_open"))
    return chinese or not words.isdisjoint(_words("plans") | _words("doubtful"))


def is_past(word: Word, before: Word | None = None) -> bool:
    """Whether a word is a verb's past, does more than report and says no state: `is married`."""
    if word.level in _words("reports") or (before and before.level in _words("states")):
        return False
    return word.level in _irregular_past() or (
        word.level.endswith("ed") and len(word.level) > 4 and not is_light(word.level)
    )


def _past_verb(claim: Reading) -> Word | None:
    """The verb by which a claim tells what happened: `moved`, `has moved`, `was`."""
    early = claim.words[:_EARLY]
    for place, word in enumerate(early):
        before = early[place - 1] if place else None
        had = before is not None and before.level in ("has", "have", "had")
        if is_past(word, before) or word.level in ("was", "were"):
            return word
        if had and word.level in _participles() and word.level not in _words("reports"):
            return word
    return None


def _beside(reading: Reading, word: Word) -> list[Word]:
    """The words of the clause in which a word stands."""
    return list(reading.within(_clause_of(reading, word)))


def _clause_of(reading: Reading, word: Word) -> tuple[int, int]:
    return next(span for span in reading.clauses if span[0] <= word.start < span[1])


def _is_open(words: Iterable[Word]) -> bool:
    return any(_is_any(word, "open_claims") for word in words)


def _is_any(word: Word, name: str) -> bool:
    """Whether a word is in a list; the month May is in none."""
    return word.level in _words(name) and (word.text != "May" or word.first)


def _ahead(timed: Sequence[Moment], day: date | None) -> bool:
    """Whether all days that the claim names are still to come."""
    days = [one.days for one in timed if one.kind in ("date", "weekday") and one.days]
    return bool(day and days) and all(min(some) > day for some in days if day)


def _planned(verb: Word, sources: Sources) -> tuple[bool, int | None]:
    """Whether the sources have the verb, and where it is planned if it never stands as done."""
    found = None
    said = False
    for number, one in enumerate(sources.said):
        words = one.reading.words
        for place, word in enumerate(words):
            if lexicon.keys(word.level).isdisjoint(lexicon.roots(verb.level)):
                continue
            said = True
            if not (_after_hedge(one.reading, place) or _to_come(one, place)):
                return True, None
            found = number if found is None else found
    return said, found


def _to_come(line: Said, place: int) -> bool:
    """Whether a verb is no past and its clause tells a day after that of the line."""
    words, word = line.reading.words, line.reading.words[place]
    before = words[place - 1] if place else None
    if is_past(word, before):
        return False
    if word.level.endswith("ing") and before and before.level in _PRESENT:
        return True  # selling is not yet sold
    start, end = _clause_of(line.reading, word)
    timed = [one for one in line.moments if start <= one.start < end and one.days]
    return bool(timed) and all(line.day and min(one.days) > line.day for one in timed)


def _after_hedge(reading: Reading, place: int) -> bool:
    """Whether a verb is no past and stands shortly after a hedge in its sentence."""
    words, word = reading.words, reading.words[place]
    before = words[place - 1] if place else None
    if is_past(word, before) and not _has_aux(words, place):
        return False
    near = words[max(0, place - _FAR) : place]
    return any(_is_any(one, "hedges") and not _parted(reading, one, word) for one in near)


def _has_aux(words: tuple[Word, ...], place: int) -> bool:
    """Whether a participle says what is to be done: `to be moved`."""
    return any(word.level == "be" for word in words[max(0, place - 2) : place])


def _parted(reading: Reading, one: Word, other: Word) -> bool:
    """Whether a sentence ends between two words."""
    return any(one.start < start <= other.start for start, _ in reading.sentences)


Judge = Callable[[Reading, int, int], bool]


def _closest(claim: Reading, sources: Sources, judge: Judge, least: float = _LEAST) -> int | None:
    """The source of the clauses closest to the claim, when all of them are judged so."""
    judged = [_judged(one.reading, judge) for one in sources.said]
    if not any(any(verdicts) for verdicts in judged):
        return None
    own = bag(claim).pieces
    whole = sum(piece.weight for piece in own) or 1
    found = [
        (there.overlap(own) / whole, number, verdict)
        for number, one in enumerate(sources.said)
        for there, verdict in zip(_clause_bags(one.reading), judged[number], strict=True)
    ]
    best = max(share for share, _, _ in found)
    close = [row for row in found if row[0] >= _CLOSE * best]
    return close[0][1] if best >= least and all(verdict for *_, verdict in close) else None


@lru_cache(maxsize=20_000)
def _judged(reading: Reading, judge: Judge) -> tuple[bool, ...]:
    return tuple(judge(reading, start, end) for start, end in reading.clauses)


@lru_cache(maxsize=20_000)
def _clause_bags(reading: Reading) -> tuple[Bag, ...]:
    """What each clause says, and who says it."""
    every = bag(reading).pieces
    return tuple(
        Bag(p for p in every if start <= p.start < end or p.end < reading.body)
        for start, end in reading.clauses
    )


def _is_planned(reading: Reading, start: int, end: int) -> bool:
    words = [word for word in reading.words if start <= word.start < end]
    if any(is_past(word) or word.level in ("was", "were", "had") for word in words):
        return False
    return _asks(reading, end) or any(_is_any(word, "plans") for word in words)


def _is_doubtful(reading: Reading, start: int, end: int) -> bool:
    words = [word for word in reading.words if start <= word.start < end]
    doubtful = any(_is_any(word, "doubtful") for word in words)
    return doubtful or _phrases().search(reading.level, start, end) is not None


def _asks(reading: Reading, end: int) -> bool:
    return reading.level[end : end + 1] in ("?", "？")


def _too_sure(claim: Reading, sources: Sources) -> Iterator[Finding]:
    """A claim without any doubt, where the closest clauses are all doubtful."""
    if not claim.words or any(_is_any(word, "unsure_claims") for word in claim.words):
        return
    source = _closest(claim, sources, _is_doubtful)
    if source is not None:
        first = claim.words[0]
        yield Finding("modality", (first.text,), (first.start, first.end), "", source)


def _without_condition(claim: Reading, sources: Sources) -> Iterator[Finding]:
    """A claim without any condition, where the closest sentences all set one."""
    if conditional(claim.text):
        return
    source = _closest(claim, sources, _is_conditional)
    if source is not None:
        span = (0, min(len(claim.text), 2))
        span = next(((word.start, word.end) for word in claim.words), span)
        yield Finding("modality", (claim.text[slice(*span)],), span, "", source)


def _is_conditional(reading: Reading, start: int, end: int) -> bool:
    """Whether the sentence around a clause sets a condition."""
    whole = next(span for span in reading.sentences if span[0] <= start < span[1])
    return conditional(reading.text[slice(*whole)])


def _chinese(claim: Reading, sources: Sources) -> Iterator[Finding]:
    level = claim.level
    if not han(level, 0, len(level)) or any(word in level for word in _words("chinese_open")):
        return
    done = _done().search(_blanked(level))
    judge = _is_planned_in_chinese if done else _is_doubtful_in_chinese
    source = _closest(claim, sources, judge, _LEAST / 2)
    if source is not None:
        span = done.span() if done else (0, min(len(level), 2))
        yield Finding("modality", (claim.text[slice(*span)],), span, "", source)


def _is_planned_in_chinese(reading: Reading, start: int, end: int) -> bool:
    level = reading.level[start:end]
    if _done().search(_blanked(level)):
        return False
    return _asks(reading, end) or any(word in level for word in _words("chinese_hedges"))


def _is_doubtful_in_chinese(reading: Reading, start: int, end: int) -> bool:
    level = reading.level[start:end]
    return _asks(reading, end) or any(word in level for word in _words("chinese_doubtful"))


def _blanked(level: str) -> str:
    """The text with blanks where 了 and 过 say nothing."""
    return _no_done().sub(lambda match: " " * len(match[0]), level)


@cache
def _done() -> re.Pattern[str]:
    return re.compile("|".join(sorted(_words("chinese_done"), key=len, reverse=True)))


@cache
def _no_done() -> re.Pattern[str]:
    return re.compile("|".join(sorted(_words("chinese_no_done"), key=len, reverse=True)))


@cache
def _phrases() -> re.Pattern[str]:
    phrases: list[str] = resources.table("language/grounding_moods")["doubtful_phrases"]
    return re.compile("|".join(rf"\b{phrase}\b" for phrase in phrases))


@cache
def _irregular_past() -> frozenset[str]:
    """Forms such as `went`, which differ from their base and are no -ing."""
    rows: list[str] = resources.table("language/grounding_words")["irregular"]
    verbs = rows[: next(n for n, row in enumerate(rows) if row.startswith("child "))]
    return frozenset(
        form
        for form in _participles()
        if form
        not in ("is", "are", "am", "been", "was", "were", "being", "found", "left", "felt", "lay")
        and not any(row.split()[0] == form for row in verbs)
    )


@cache
def _participles() -> frozenset[str]:
    rows: list[str] = resources.table("language/grounding_words")["irregular"]
    verbs = rows[: next(n for n, row in enumerate(rows) if row.startswith("child "))]
    forms = {form for row in verbs for form in row.split()}
    return frozenset(
        f for f in forms if not f.endswith(("ing", "s")) and f not in ("dead", "death")
    )


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(str(resources.table("language/grounding_moods")[name]).split())
