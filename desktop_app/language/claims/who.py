"""Who a claim is about: whether the sources say it of somebody else. Knows text only.

A sentence is about who speaks in it, about whom it addresses and about whom it names, each more or
less. What a claim says of somebody should stand in sentences that are about them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from desktop_app import resources
from desktop_app.language.claims.hard import Facts
from desktop_app.language.claims.pieces import Bag, Piece, bag
from desktop_app.language.claims.placing import tests
from desktop_app.language.claims.sources import Finding, Sources
from desktop_app.language.reading import Reading, Word

_SURE = 0.24  # by how much more it has to be about somebody else; see tests/benchmarks/grounding.py
_COMMON = 0.8  # how much less a word weighs that stands in many sentences
_LATE = 0.2  # what is said after another name weighs
_TWO = 0.2  # a claim about two is rarely about one of them only
_SINGLE = 0.5  # what the best sentence alone weighs beside all of them
_DOUBT = 1.0  # few words prove little

_GREETINGS = ("hey", "hi", "hello", "thanks", "thank you", "wow", "yeah", "sorry", "congrats", "oh")

Share = tuple[float, float]
"""How far a sentence is about somebody, and how far about somebody else."""


@dataclass(frozen=True, eq=False)
class Sentence:
    """A sentence of a source: who says it, whom it names, whether it speaks of I and of you."""

    source: int
    speaker: str
    names: frozenset[str]
    first: bool
    second: bool
    bag: Bag


@dataclass(frozen=True)
class Mention:
    """A name in a claim."""

    name: str
    start: int
    end: int


def mistaken(claim: Reading, facts: Facts, sources: Sources) -> list[Finding]:
    """The speaker whom the claim is about, when the sources say it of others."""
    known = frozenset(map(_short, sources.speakers))
    mentions = _mentions(claim, known)
    if len(known) < 2 or not mentions:
        return []
    mention = mentions[0]
    others = known - {one.name for one in mentions}
    sentences = _sentences(sources, known)
    shares = [_share(mention.name, sentence, others) for sentence in sentences]
    grades = [
        *_by_words(_about(claim, mentions), sentences),
        *_by_facts(facts, sentences, sources),
    ]
    found, source = _weighed(grades, shares, sentences)
    if found - (_TWO if len(mentions) > 1 else 0) <= _SURE:
        return []
    span = (mention.start, mention.end)
    instead = _whose(sentences, source, others)
    return [Finding("speaker", (claim.text[slice(*span)],), span, instead, source)]


def _short(speaker: str) -> str:
    return speaker.split()[-1].lower()


def _mentions(claim: Reading, known: frozenset[str]) -> list[Mention]:
    found = [
        Mention(word.level, word.start, word.end) for word in claim.words if word.level in known
    ]
    for name in known:
        at = -1 if name.isascii() else claim.level.find(name)
        if at >= 0:
            found.append(Mention(name, at, at + len(name)))
    return sorted(found, key=lambda mention: mention.start)


def _about(claim: Reading, mentions: list[Mention]) -> list[tuple[Piece, float]]:
    """The pieces of the claim and what they weigh, less after the name of somebody else."""
    spans = [(one.start, one.end) for one in mentions]
    first = mentions[0].name
    second = min((one.start for one in mentions if one.name != first), default=len(claim.text))
    return [
        (piece, piece.weight * (_LATE if piece.start > second else 1))
        for piece in bag(claim).pieces
        if not any(start < piece.end and piece.start < end for start, end in spans)
    ]


Grades = tuple[float, dict[int, float]]
"""What something weighs, and how surely it stands in which sentences."""


def _by_words(about: list[tuple[Piece, float]], sentences: Sequence[Sentence]) -> Iterator[Grades]:
    for piece, weight in about:
        yield (
            weight,
            {n: grade for n, one in enumerate(sentences) if (grade := one.bag.surely(piece))},
        )


def _by_facts(facts: Facts, sentences: Sequence[Sentence], sources: Sources) -> Iterator[Grades]:
    for _, _, holds in tests(facts):
        lines = {number for number, one in enumerate(sources.said) if holds(one)}
        yield 1.0, {n: 1.0 for n, one in enumerate(sentences) if one.source in lines}


def _weighed(
    every: list[Grades], shares: list[Share], sentences: Sequence[Sentence]
) -> tuple[float, int | None]:
    """How much more is said of others than of the name, and where most of that is."""
    own_best, other_best = [0.0] * len(sentences), [0.0] * len(sentences)
    own = other = whole = 0.0
    for weight, there in every:
        if not there:
            continue
        weight /= len(there) ** _COMMON
        whole += weight
        own += weight * max(grade * shares[n][0] for n, grade in there.items())
        other += weight * max(grade * shares[n][1] for n, grade in there.items())
        for n, grade in there.items():
            own_best[n] += weight * grade * shares[n][0]
            other_best[n] += weight * grade * shares[n][1]
    most = max(other_best, default=0)
    more = other - own + _SINGLE * (most - max(own_best, default=0))
    source = sentences[other_best.index(most)].source if most else None
    return more / (whole + _DOUBT), source


def _share(name: str, line: Sentence, others: frozenset[str]) -> Share:
    if name in line.names:
        return 1.0, 0.3
    if line.names & others:
        if line.speaker == name:
            return (1.0, 0.4) if line.first else (0.3, 0.8)
        return 0.1, 1.0
    if not line.speaker:
        return 0.5, 0.5
    if line.speaker == name:
        return (0.5, 0.5) if line.second and not line.first else (1.0, 0.0)
    if line.first and line.second:
        return 0.5, 0.7
    if line.first:
        return 0.0, 1.0
    return (0.8, 0.5) if line.second else (0.2, 0.8)


def _whose(sentences: Sequence[Sentence], source: int | None, others: frozenset[str]) -> str:
    """The other name in the sentences of a source."""
    for sentence in sentences:
        if sentence.source == source:
            for name in (*sorted(sentence.names), sentence.speaker):
                if name in others:
                    return name.capitalize()
    return ""


def _sentences(sources: Sources, known: frozenset[str]) -> list[Sentence]:
    return [
        sentence
        for number, one in enumerate(sources.said)
        for sentence in _of(one.reading, number, known)
    ]


@lru_cache(maxsize=2_000)
def _of(reading: Reading, number: int, known: frozenset[str]) -> tuple[Sentence, ...]:
    speaker = _short(reading.speaker) if reading.speaker else ""
    speaker = speaker if speaker in known else ""
    every = bag(reading).pieces
    found = []
    for start, end in reading.sentences:
        start = max(start, reading.body if speaker else start)
        words = [word for word in reading.words if start <= word.start < end]
        levels = {word.level for word in words}
        level = reading.level[start:end]
        named = {w.level for w in words if w.level in known and not _called(reading, w)}
        named |= {name for name in known if not name.isascii() and name in level}
        found.append(
            Sentence(
                number,
                speaker,
                frozenset(named),
                bool(levels & _words("first_person")) or "我" in level or "咱" in level,
                bool(levels & _words("second_person")) or "你" in level or "您" in level,
                Bag(p for p in every if start <= p.start < end and p.root not in known),
            )
        )
    return tuple(found)


def _called(reading: Reading, word: Word) -> bool:
    """Whether somebody is addressed: `Thanks, Ana!`."""
    before = reading.level[: word.start].rstrip()
    after = reading.level[word.end :].lstrip()[:1]
    greeted = before.endswith((",", ".", "!", ":", ";", "?", "，", "。", *_GREETINGS))
    return greeted and (after in tuple(",.!?;") or not after)


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(str(resources.table("language/grounding")[name]).split())
