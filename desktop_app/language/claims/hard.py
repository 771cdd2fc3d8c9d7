"""Hard facts of a claim that its sources lack: numbers, times, names, what is spelled out."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from desktop_app.language.claims import lexicon
from desktop_app.language.claims.facts import Literal, Number, literals, measure, numbers
from desktop_app.language.claims.facts import spelled as letters
from desktop_app.language.claims.moments import Moment, moments
from desktop_app.language.claims.names import is_name
from desktop_app.language.claims.sources import Finding, Sources
from desktop_app.language.reading import Reading, Word

_JOINING = ("of", "the", "and", "for", "de")
_LONGER = 3  # letters by which a short name is shorter: Jon and Jonathan, not Dan and Dana


@dataclass(frozen=True)
class Facts:
    """The hard facts of a claim: what is spelled out, times and numbers, none inside another."""

    spelled: tuple[Literal, ...]
    timed: tuple[Moment, ...]
    counted: tuple[Number, ...]

    @property
    def spans(self) -> list[tuple[int, int]]:
        """Where they stand."""
        return [
            *((one.start, one.end) for one in self.spelled),
            *((one.start, one.end) for one in self.timed),
            *((one.start, one.end) for one in self.counted),
        ]


def facts_of(claim: Reading, day: date | None) -> Facts:
    """The hard facts of a claim made on `day`."""
    spelled = literals(claim.text)
    timed = tuple(one for one in moments(claim.text, day) if not _inside(one.start, spelled))
    counted = tuple(
        one
        for one in numbers(claim.text)
        if not _inside(one.start, spelled) and not _inside(one.start, timed)
    )
    return Facts(spelled, timed, counted)


def missing(claim: Reading, facts: Facts, sources: Sources) -> list[Finding]:
    """Every hard fact and every name of a claim that no source says."""
    spelled, timed, counted = facts.spelled, facts.timed, facts.counted
    return [
        *_literals(claim, spelled, sources),
        *_times(claim, timed, sources),
        *_numbers(claim, counted, sources),
        *_names(claim, spelled, timed, sources),
    ]


def _inside(at: int, taken: tuple[Literal, ...] | tuple[Moment, ...]) -> bool:
    return any(one.start <= at < one.end for one in taken)


def _finding(kind: str, claim: Reading, start: int, end: int) -> Finding:
    return Finding(kind, (claim.text[start:end],), (start, end))


def _literals(claim: Reading, spelled: tuple[Literal, ...], sources: Sources) -> Iterator[Finding]:
    for one in spelled:
        stands = _stands(one.text, sources.level) or (
            one.quoted and f" {letters(one.text)} " in sources.spelled
        )
        if not stands or _only_denied(one.text, claim, sources):
            yield _finding("literal", claim, one.start, one.end)


def _only_denied(piece: str, claim: Reading, sources: Sources) -> bool:
    """Whether the sources say `not "..."` wherever they have the piece, and the claim does not."""
    denial = r"(?:\b(?:not|never|instead of|rather than)|不是|而非|不要|别)\s*[\"'“「`*]*"
    denied = denial + re.escape(piece)
    count = sources.level.count(piece)
    return 0 < count == len(re.findall(denied, sources.level)) and not re.search(
        denied, claim.level
    )


def _stands(piece: str, level: str) -> bool:
    """Whether the piece is in the text and not inside a longer word."""
    before = r"(?<![a-z0-9])" if piece[:1].isalnum() and piece[:1].isascii() else ""
    after = r"(?![a-z0-9])" if piece[-1:].isalnum() and piece[-1:].isascii() else ""
    return piece in level and re.search(before + re.escape(piece) + after, level) is not None


def _times(claim: Reading, timed: tuple[Moment, ...], sources: Sources) -> Iterator[Finding]:
    for one in timed:
        if sources.times.hold(one) or _stands(claim.level[one.start : one.end], sources.level):
            continue
        if (
            one.kind == "clock"
            and one.key.endswith("?")
            and int(one.key[:-1]) / 60 in sources.values
        ):
            continue  # at 4, where the sources only say 4
        yield _finding("date", claim, one.start, one.end)


def _numbers(claim: Reading, counted: tuple[Number, ...], sources: Sources) -> Iterator[Finding]:
    for one in counted:
        if one.soft or one.value in sources.values or measure(one) in sources.measures:
            continue
        if _as_time(one, sources):
            continue
        yield _finding("number", claim, one.start, one.end)


def _as_time(one: Number, sources: Sources) -> bool:
    """Whether the number is a year or a full hour that the sources tell in another way."""
    if 1900 <= one.value < 2100 and one.value in sources.times.years:
        return True
    clock = one.value * 60
    return one.value <= 24 and any((clock - other) % 720 == 0 for other, _ in sources.times.clocks)


def _names(
    claim: Reading,
    spelled: tuple[Literal, ...],
    timed: tuple[Moment, ...],
    sources: Sources,
) -> Iterator[Finding]:
    words = claim.words
    for place, word in enumerate(words):
        after = words[place + 1] if place + 1 < len(words) else None
        if not is_name(word, after, claim) or _inside(word.start, spelled):
            continue
        if _inside(word.start, timed) or named(word, claim, sources):
            continue
        if _spelled_out(place, words, sources):
            continue
        yield _finding("name", claim, word.start, word.end)


def named(word: Word, claim: Reading, sources: Sources) -> bool:
    """Whether the sources name this, perhaps in short or in full."""
    root = lexicon.root(word.level)
    if not lexicon.name_keys(word.level).isdisjoint(sources.roots):
        return True
    if not lexicon.nicknames(word.level).isdisjoint(sources.roots):
        return True
    if _initials(word.text, sources) or word.level in sources.roots:
        return True
    return any(
        lexicon.alike(root, other) and _small(other, sources)
        for other in sources.starts.get(root[:4], ())
    ) or any(
        _shortened(root, lexicon.root(other.level))
        for one in sources.said
        for other in one.reading.words
        if other.capital and other.content and not lexicon.is_frame(other.level)
    )


def _spelled_out(place: int, words: tuple[Word, ...], sources: Sources) -> bool:
    """Whether the name is part of a longer one that the sources shorten: Game of Thrones, GoT."""
    first = last = place
    while first and (words[first - 1].capital or words[first - 1].level in _JOINING):
        first -= 1
    while last + 1 < len(words) and (words[last + 1].capital or words[last + 1].level in _JOINING):
        last += 1
    parts = words[first : last + 1]
    every = "".join(word.level[0] for word in parts)
    capitals = "".join(word.level[0] for word in parts if word.capital)
    return len(capitals) > 1 and not {every, capitals}.isdisjoint(sources.roots)


def _shortened(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    return (
        len(shorter) >= 3 and len(longer) - len(shorter) >= _LONGER and longer.startswith(shorter)
    )


def _small(root: str, sources: Sources) -> bool:
    """Whether the sources write a word of this root without a capital."""
    return any(
        not word.capital and root in lexicon.roots(word.level)
        for one in sources.said
        for word in one.reading.words
    )


def _initials(text: str, sources: Sources) -> bool:
    """Whether capitals are the first letters of words that follow each other in a source."""
    if not (text.isupper() and 2 <= len(text) <= 6):
        return False
    return any(
        text.lower() in "".join(word.level[0] for word in one.reading.words)
        and text.lower() in "".join(word.level[0] for word in one.reading.words if word.capital)
        for one in sources.said
    )
