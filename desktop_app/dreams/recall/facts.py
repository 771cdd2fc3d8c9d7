"""What a line says, fact by fact, each of which may be the answer to a question. Knows text only.

A hard fact is a value, a name or what is spelled letter by letter; the rest are plain words.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from desktop_app.language.claims.entities import names
from desktop_app.language.claims.facts import letters, literals
from desktop_app.language.claims.pieces import Bag, WordPiece, bag
from desktop_app.language.claims.vocabulary import roots
from desktop_app.language.cues import CueKind, places_of
from desktop_app.language.reading import read
from desktop_app.language.values import values

_PLAIN = 0.4  # what a word weighs at least that tells something; see `pieces`


class FactKind(StrEnum):
    """How a fact is looked for in another line: by its value, as a name, letter by letter, as a
    word or a form or synonym of it; a denial by any word that denies."""

    VALUE = "value"
    NAME = "name"
    SPELLED = "spelled"
    DENIAL = "denial"
    WORD = "word"


@dataclass(frozen=True)
class LineFact:
    """Something that a line says, from character `start` to `end`; `kind` and `key` are equal where
    two lines say the same. `sort` is what gives way to what: a time to a time, a name to a name.
    """

    kind: FactKind
    key: str
    sort: str
    start: int
    end: int


@dataclass(frozen=True, eq=False)
class SaidLine:
    """What a line says, ready to be asked."""

    text: str
    bag: Bag
    counts: Mapping[tuple[FactKind, str], int]
    names: frozenset[str]
    level: str
    letters: str

    def says(self, fact: LineFact, piece: WordPiece | None = None) -> bool:
        """Whether the line says a fact; of a word `piece` is what is looked for."""
        if self.often(fact):
            return True
        if fact.kind is FactKind.WORD:
            return piece is not None and self.bag.says(piece)
        if fact.kind is FactKind.NAME:
            return not roots(fact.key).isdisjoint(self.names)
        if fact.kind is FactKind.SPELLED:
            plain = letters(fact.key)
            return bool(plain) and f" {plain} " in self.letters
        return False

    def often(self, fact: LineFact) -> int:
        """How many times the line says a fact in just this form."""
        if fact.kind is FactKind.SPELLED:
            return self.level.count(fact.key)
        return self.counts.get((fact.kind, fact.key), 0)


@lru_cache(maxsize=20_000)
def said(text: str) -> SaidLine:
    """What `text` says."""
    reading = read(text)
    counts: Counter[tuple[FactKind, str]] = Counter(
        (one.kind, one.key) for one in hard_facts(text) if one.kind is not FactKind.NAME
    )
    counts.update((FactKind.NAME, word.level) for word in reading.words)
    counts.update((FactKind.WORD, piece.root) for piece in bag(reading).pieces)
    return SaidLine(
        text,
        bag(reading),
        counts,
        frozenset(root for word in reading.words for root in (word.level, *roots(word.level))),
        reading.level,
        f" {letters(text)} ",
    )


@lru_cache(maxsize=20_000)
def hard_facts(text: str) -> tuple[LineFact, ...]:
    """Values, what is spelled letter by letter, names and a denial, in reading order."""
    facts = [
        # 100 and 100 pounds are one number here.
        LineFact(FactKind.VALUE, re.sub("[$€£¥]", "", one.mark), one.kind, one.start, one.end)
        for one in values(text)
    ]
    taken = [(one.start, one.end) for one in facts]
    for spelled in literals(text):
        if not _touches(spelled.start, spelled.end, taken):
            facts.append(
                LineFact(FactKind.SPELLED, spelled.text, "spelled", spelled.start, spelled.end)
            )
    taken = [(one.start, one.end) for one in facts]
    for word in names(read(text)):
        if not _touches(word.start, word.end, taken):
            facts.append(LineFact(FactKind.NAME, word.level, "name", word.start, word.end))
    for start, end in places_of(CueKind.NOT, text):
        if not _touches(start, end, taken):
            facts.append(LineFact(FactKind.DENIAL, "", "denial", start, end))
    return tuple(sorted(facts, key=lambda one: one.start))


def word_pieces(text: str) -> Iterator[tuple[LineFact, WordPiece]]:
    """The plain words of a line that say something by themselves, in reading order, none twice.

    Pairs of Chinese characters do not overlap.
    """
    taken = [(one.start, one.end) for one in hard_facts(text)]
    seen: set[str] = set()
    for piece in bag(read(text)).pieces:
        if piece.weight < _PLAIN or piece.root in seen or piece.touches(*taken):
            continue
        seen.add(piece.root)
        taken.append((piece.start, piece.end))
        yield LineFact(FactKind.WORD, piece.root, "word", piece.start, piece.end), piece


def _touches(start: int, end: int, spans: Collection[tuple[int, int]]) -> bool:
    return any(start < other_end and other < end for other, other_end in spans)
