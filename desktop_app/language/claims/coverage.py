"""Plain words and Chinese characters of a claim that its sources lack. Knows text only.

Chinese has no spaces, so a character counts as said when it stands in a pair that a source has, in
a word that only reports, or in a word one of whose synonyms a source has.
"""

import itertools
import re
from collections.abc import Iterator
from functools import cache, lru_cache

from desktop_app import resources
from desktop_app.language.claims.pieces import bag
from desktop_app.language.claims.sources import Sources, Unsaid
from desktop_app.language.claims.vocabulary import is_frame, words
from desktop_app.language.doubts import DoubtKind
from desktop_app.language.reading import Reading, han
from desktop_app.language.words import light_characters

_SCATTERED = 0.27  # of a claim, at most, that any one line says
_FEW = 3.0  # words that are too few to judge by

Span = tuple[int, int]


def missing(claim: Reading, sources: Sources, taken: list[Span]) -> list[Unsaid]:
    """Words that claim something and that no source says, outside of `taken`."""
    covered = _covered(claim.level, sources)
    for start, end in taken:
        covered[start:end] = b"\1" * (end - start)
    pieces = {piece.start: piece for piece in bag(claim).pieces}
    spans = [
        (word.start, word.end)
        for word in claim.content
        if not covered[word.start]
        and not (is_frame(word.level) or word.level in words("titles"))
        and not any(one.bag.says(pieces[word.start]) for one in sources.texts)
    ]
    level, characters = claim.level, set(sources.level)
    # One character may be said in another way: 修复, where the notes say 修.
    spans += [(a, b) for a, b in _gaps(level, covered) if b - a > 1 or level[a] not in characters]
    return [Unsaid(DoubtKind.WORDS, (claim.text[start:end],), (start, end)) for start, end in spans]


def scattered(claim: Reading, sources: Sources) -> list[Unsaid]:
    """Whether no line says enough of the claim to be what it is about."""
    speakers = {speaker.lower() for speaker in sources.speakers}
    own = [p for p in bag(claim).pieces if claim.level[p.start : p.end] not in speakers]
    total = sum(piece.weight for piece in own)
    most = max(sum(p.weight * one.bag.surely(p) for p in own) for one in sources.texts)
    return (
        [Unsaid(DoubtKind.TOPIC, (), (0, 0))] if total >= _FEW and most < _SCATTERED * total else []
    )


def _covered(level: str, sources: Sources) -> bytearray:
    """1 for every Chinese character that needs no source or has one."""
    covered = bytearray(said_signs(level, sources.level))
    for at in range(len(level)):
        if _is_placing(level, at):
            covered[at] = 1
    for match in _known_words().finditer(level):
        if match[0] in words("chinese_frame"):
            covered[match.start() : match.end()] = b"\1" * len(match[0])
    return covered


@lru_cache(maxsize=20_000)
def said_signs(level: str, other: str) -> bytes:
    """1 for every Chinese character of a flat text that another one says, too, or that is light."""
    covered = bytearray(len(level))
    pairs, source_characters, light = _pairs(other), set(other), light_characters()
    for start, end in han(level, 0, len(level)):
        for at in range(start, end):
            alone = end - start == 1 and level[at] in source_characters
            if level[at] in light or alone:
                covered[at] = 1
        heavy = [at for at in range(start, end) if level[at] not in light]
        for one, two in (*itertools.pairwise(heavy), *itertools.pairwise(range(start, end))):
            if level[one] + level[two] in pairs:
                covered[one] = covered[two] = 1
    rows = _rows_of(other)
    for match in _known_words().finditer(level):
        if rows & _rows().get(match[0], set()):
            covered[match.start() : match.end()] = b"\1" * len(match[0])
    return bytes(covered)


def _is_placing(level: str, at: int) -> bool:
    """Whether a character only says where: 里 in `legacy/` 里的文件, not in 公里."""
    before, after = level[at - 1 : at], level[at + 1 : at + 2]
    ends = not han(after, 0, 1) or after in light_characters()
    where = level[at] in "里中内上下前后" and (ends or (bool(before) and not han(before, 0, 1)))
    return where or (level[at] in "下上出起住成" and ends)


def _gaps(level: str, covered: bytearray) -> Iterator[Span]:
    for start, end in han(level, 0, len(level)):
        for is_said, places in itertools.groupby(range(start, end), covered.__getitem__):
            if not is_said:
                gap = list(places)
                yield gap[0], gap[-1] + 1


@lru_cache(maxsize=2_000)
def _pairs(level: str) -> frozenset[str]:
    """The pairs of characters of a text, also those with light ones between them."""
    light = light_characters()
    runs = [level[start:end] for start, end in han(level, 0, len(level))]
    runs += ["".join(c for c in run if c not in light) for run in runs]
    return frozenset(run[n : n + 2] for run in runs for n in range(len(run) - 1))


@lru_cache(maxsize=5_000)
def _rows_of(level: str) -> frozenset[int]:
    """The rows of synonyms of which a text has a word."""
    return frozenset(row for word in _words_in(level) for row in _rows().get(word, ()))


def _words_in(level: str) -> set[str]:
    """Every known word of a text, those inside of others too."""
    longest = max(map(len, _rows()))
    return {
        level[at : at + length]
        for start, end in han(level, 0, len(level))
        for at in range(start, end)
        for length in range(1, longest + 1)
    }


@cache
def _rows() -> dict[str, set[int]]:
    """The rows of synonyms in which a word stands."""
    rows: dict[str, set[int]] = {}
    table: dict[str, str] = resources.table("language/grounding_words")
    for number, row in enumerate(table["chinese_same"].split(",")):
        for word in row.split():
            rows.setdefault(word, set()).add(number)
    return rows


@cache
def _known_words() -> re.Pattern[str]:
    listed = sorted({*_rows(), *words("chinese_frame")}, key=len, reverse=True)
    return re.compile("|".join(listed))
