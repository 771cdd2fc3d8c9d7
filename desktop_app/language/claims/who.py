"""Who a claim is about: whether the sources say it of somebody else. Knows text only.

A sentence is about who speaks in it, about whom it addresses and about whom it names, each more or
less. What a claim says of somebody should stand in sentences that are about them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from desktop_app import resources
from desktop_app.language.claims import lexicon
from desktop_app.language.claims.hard import is_name
from desktop_app.language.claims.pieces import Bag, Piece, bag
from desktop_app.language.claims.reading import Reading, Word
from desktop_app.language.claims.sources import Finding, Sources

_SURE = 0.24  # by how much more it has to be about somebody else; see tests/benchmarks/grounding.py
_COMMON = 0.8  # how much less a word weighs that stands in many sentences
_LATE = 0.2  # what is said after another name weighs
_TWO = 0.2  # a claim about two is rarely about one of them only
_SINGLE = 0.5  # what the best sentence alone weighs beside all of them
_DOUBT = 1.0  # few words prove little

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


def mistaken(claim: Reading, sources: Sources) -> list[Finding]:
    """The first name of the claim of whom the sources say less of it than of others."""
    known = _known(sources, claim)
    mentions = _mentions(claim, known)
    if sources.speakers:
        speakers = frozenset(map(_short, sources.speakers))
        mentions = [mention for mention in mentions if mention.name in speakers] or mentions
    if len(known) < 2 or not mentions:
        return []
    others = known - {mention.name for mention in mentions}
    sentences = _sentences(sources, known)
    for mention in mentions[:1] if sources.speakers else mentions:
        about = _about(claim, mention, mentions)
        found, source = _weighed(mention.name, about, sentences, others)
        if found - (_TWO if len(mentions) > 1 and sources.speakers else 0) > _SURE:
            span = (mention.start, mention.end)
            instead = _whose(sentences, source, others)
            return [Finding("speaker", (claim.text[slice(*span)],), span, instead, source)]
    return []


def _known(sources: Sources, claim: Reading) -> frozenset[str]:
    """Names of those who speak or are spoken of, in lower case."""
    mine = _named(claim) & sources.roots
    return mine.union(
        (_short(speaker) for speaker in sources.speakers),
        *(_named(one.reading) for one in sources.said),
    )


def _short(speaker: str) -> str:
    return speaker.split()[-1].lower()


@lru_cache(maxsize=20_000)
def _named(reading: Reading) -> frozenset[str]:
    words = reading.words
    after = [*words[1:], None]
    return frozenset(
        word.level
        for word, next_word in zip(words, after, strict=False)
        if len(word.level) > 2
        and not word.text.isupper()
        and is_name(word, next_word, reading)
        and not lexicon.is_frame(word.level)
        and word.content
    )


def _mentions(claim: Reading, known: frozenset[str]) -> list[Mention]:
    found = [
        Mention(word.level, word.start, word.end) for word in claim.words if word.level in known
    ]
    for name in known:
        at = -1 if name.isascii() else claim.level.find(name)
        if at >= 0:
            found.append(Mention(name, at, at + len(name)))
    return sorted(found, key=lambda mention: mention.start)


def _about(
    claim: Reading, mention: Mention, mentions: list[Mention]
) -> list[tuple[Piece, float]]:
    """The pieces of the claim, less those after another name; what they weigh."""
    spans = [(one.start, one.end) for one in mentions]
    second = min((m.start for m in mentions if m.name != mention.name), default=len(claim.text))
    return [
        (piece, piece.weight * (_LATE if piece.start > second > mention.start else 1))
        for piece in bag(claim).pieces
        if not any(start < piece.end and piece.start < end for start, end in spans)
    ]


def _weighed(
    name: str,
    about: Sequence[tuple[Piece, float]],
    sentences: Sequence[Sentence],
    others: frozenset[str],
) -> tuple[float, int | None]:
    """How much more the pieces are said of others than of the name, and where most of that is."""
    shares = [_share(name, sentence, others) for sentence in sentences]
    own_best, other_best = [0.0] * len(sentences), [0.0] * len(sentences)
    own = other = whole = 0.0
    for piece, weight in about:
        there = {n: grade for n, one in enumerate(sentences) if (grade := one.bag.surely(piece))}
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
        return (0.3, 0.8) if line.speaker == name else (0.1, 1.0)
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
    speakers = frozenset(map(_short, sources.speakers))
    return [
        sentence
        for number, one in enumerate(sources.said)
        for sentence in _of(one.reading, number, known, speakers)
    ]


@lru_cache(maxsize=2_000)
def _of(
    reading: Reading, number: int, known: frozenset[str], speakers: frozenset[str]
) -> tuple[Sentence, ...]:
    speaker = _short(reading.speaker) if reading.speaker else ""
    speaker = speaker if speaker in speakers else ""
    every = bag(reading).pieces
    found = []
    for start, end in reading.sentences:
        start = max(start, reading.body if speaker else start)
        words = [word for word in reading.words if start <= word.start < end]
        levels = {word.level for word in words}
        level = reading.level[start:end]
        named = {w.level for w in words if w.level in known and not _called(reading, w, speakers)}
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


def _called(reading: Reading, word: Word, speakers: frozenset[str]) -> bool:
    """Whether a speaker is addressed: `Thanks, Ana!`."""
    before = reading.level[: word.start].rstrip()[-1:]
    after = reading.level[word.end :].lstrip()[:1]
    return word.level in speakers and (before in ",.!?:;" or after in ",.!?;" or not after)


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(str(resources.table("language/grounding")[name]).split())
