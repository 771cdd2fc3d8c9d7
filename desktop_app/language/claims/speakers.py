"""Who a claim is about: whether the sources say it of somebody else. Knows text only.

A sentence is about who speaks in it, about whom it addresses and about whom it names, each more or
less. What a claim says of somebody should stand in sentences that are about them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from desktop_app.language.claims.pieces import Bag, bag
from desktop_app.language.claims.sources import Sources, Unsaid
from desktop_app.language.claims.vocabulary import words
from desktop_app.language.doubts import DoubtKind
from desktop_app.language.reading import Reading

_SURE = 0.24  # by how much more it has to be about somebody else; see tests/benchmarks/grounding.py
_COMMON = 0.8  # how much less a word weighs that stands in many sentences
_LATE = 0.2  # what is said after another name weighs
_TWO = 0.2  # a claim about two is rarely about one of them only
_SINGLE = 0.5  # what the best sentence alone weighs beside all of them
_DOUBT = 1.0  # few words prove little


# How far a sentence is about somebody and about somebody else: whether he says it, says I and you.
_BESIDE_OTHERS = {
    (True, True): (1.0, 0.4), (True, False): (0.3, 0.8),
    (False, True): (0.1, 1.0), (False, False): (0.1, 1.0),
}  # fmt: skip
_UNNAMED = {
    (True, True, True): (0.5, 0.5), (True, True, False): (1.0, 0.0),
    (True, False, True): (0.5, 0.5), (True, False, False): (1.0, 0.0),
    (False, True, True): (0.5, 0.5), (False, True, False): (0.0, 1.0),
    (False, False, True): (0.8, 0.5), (False, False, False): (0.2, 0.8),
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class SpokenSentence:
    """A sentence of a source: who says it, whom it names, whether it speaks of I and of you."""

    source: int
    speaker: str
    names: frozenset[str]
    first: bool
    second: bool
    bag: Bag

    def about(self, name: str, others: frozenset[str]) -> tuple[float, float]:
        """How far it is about somebody, and how far about somebody else."""
        own = self.speaker == name
        if name in self.names:
            return 1.0, 0.3
        if self.names & others:
            return _BESIDE_OTHERS[own, self.first]
        return _UNNAMED[own, self.first, self.second] if self.speaker else (0.5, 0.5)


def mistaken(claim: Reading, sources: Sources) -> list[Unsaid]:
    """The speaker whom the claim is about, when the sources say it of others."""
    speakers = frozenset(map(_short, sources.speakers))
    mentions = _mentions(claim, speakers)
    if not mentions:
        return []
    _, start, end = mentions[0]
    others = speakers - {one for one, *_ in mentions}
    sentences = [
        sentence
        for number, one in enumerate(sources.texts)
        for sentence in _sentences(one.reading, number, speakers)
    ]
    more, source = _weighed(claim, mentions, sentences, others)
    if more - _TWO * (len(mentions) > 1) <= _SURE:
        return []
    nearest = (one for one in sentences if one.source == source)
    named = (who for one in nearest for who in (*sorted(one.names), one.speaker) if who in others)
    instead = next(named, "").capitalize()
    return [Unsaid(DoubtKind.SPEAKER, (claim.text[start:end],), (start, end), instead, source)]


def _short(speaker: str) -> str:
    return speaker.split()[-1].lower()


def _mentions(claim: Reading, speakers: frozenset[str]) -> list[tuple[str, int, int]]:
    """Where a claim names one of several speakers, in reading order."""
    if len(speakers) < 2:
        return []
    mentions = [(w.level, w.start, w.end) for w in claim.words if w.level in speakers]
    for name in speakers:
        at = -1 if name.isascii() else claim.level.find(name)
        mentions += [(name, at, at + len(name))] if at >= 0 else []
    return sorted(mentions, key=lambda mention: mention[1])


def _weighed(
    claim: Reading,
    mentions: list[tuple[str, int, int]],
    sentences: Sequence[SpokenSentence],
    others: frozenset[str],
) -> tuple[float, int | None]:
    """How much more is said of others than of the first name, and where most of that is."""
    name = mentions[0][0]
    second = min((start for one, start, _ in mentions if one != name), default=len(claim.text))
    shares = [sentence.about(name, others) for sentence in sentences]
    best = [[0.0] * len(sentences), [0.0] * len(sentences)]
    sums = [0.0, 0.0]
    total = 0.0
    for piece in bag(claim).pieces:
        if piece.touches(*((start, end) for _, start, end in mentions)):
            continue
        grades = {n: g for n, one in enumerate(sentences) if (g := one.bag.surely(piece))}
        if not grades:
            continue
        weight = piece.weight * (_LATE if piece.start > second else 1) / len(grades) ** _COMMON
        total += weight
        for side in (0, 1):
            sums[side] += weight * max(grade * shares[n][side] for n, grade in grades.items())
            for n, grade in grades.items():
                best[side][n] += weight * grade * shares[n][side]
    most = max(best[1], default=0)
    more = sums[1] - sums[0] + _SINGLE * (most - max(best[0], default=0))
    return more / (total + _DOUBT), sentences[best[1].index(most)].source if most else None


@lru_cache(maxsize=2_000)
def _sentences(
    reading: Reading, number: int, speakers: frozenset[str]
) -> tuple[SpokenSentence, ...]:
    speaker = _short(reading.speaker) if reading.speaker else ""
    speaker = speaker if speaker in speakers else ""
    spoken = []
    for start, end in reading.sentences:
        start = max(start, reading.body if speaker else start)
        inside = reading.within((start, end))
        levels, level = {word.level for word in inside}, reading.level[start:end]
        named = levels & speakers
        named |= {name for name in speakers if not name.isascii() and name in level}
        spoken.append(
            SpokenSentence(
                number,
                speaker,
                frozenset(named),
                bool(levels & words("first_person")) or "我" in level or "咱" in level,
                bool(levels & words("second_person")) or "你" in level or "您" in level,
                Bag(p for p in bag(reading).pieces if start <= p.start < end),
            )
        )
    return tuple(spoken)
