"""What a text denies: its clauses with the words that say no. Knows text only."""

import re
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from desktop_app import resources
from desktop_app.language.claims.pieces import Bag, Piece, bag, characters
from desktop_app.language.reading import Reading
from desktop_app.language.spans import flat

ELLIPTIC = 0.8
"""How strongly a bare no denies the clause beside it."""


@dataclass(frozen=True)
class Cue:
    """A word that denies; an `implied` one does so without saying not."""

    text: str
    start: int
    end: int
    implied: bool
    strong: bool
    chinese: bool


@dataclass(frozen=True, eq=False)
class Clause:
    """A clause with its cues and pieces. `asks` says that it is a question.

    `about_one` says that it names who it is about by `me` or `him`.

    `denied` is how strongly it is denied as a whole by a bare no beside it.
    """

    cues: tuple[Cue, ...]
    bag: Bag
    asks: bool
    about_one: bool = False
    denied: float = 0.0

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """What it says, in reading order."""
        return self.bag.pieces

    @property
    def bare(self) -> bool:
        """Whether it is a denial and nothing else: `Nope`, `not yet`; `not me` is not."""
        return not (self.pieces or self.about_one) and any(not cue.implied for cue in self.cues)


@lru_cache(maxsize=20_000)
def clauses(reading: Reading) -> tuple[Clause, ...]:
    """The clauses of a text with what they deny."""
    level = _without_idioms(reading.level)
    cues = _cues(level)
    # What denies without saying not says something of its own too.
    plain = [(cue.start, cue.end) for cue in cues if not cue.implied]
    masked = list(level)
    for start, end in plain:
        masked[start:end] = " " * (end - start)
    words = (piece for piece in bag(reading).pieces if piece.root.isascii())
    every = [
        *(p for p in words if not any(a < p.end and p.start < b for a, b in plain)),
        *characters("".join(masked)),
    ]
    every.sort(key=lambda piece: piece.start)
    found: list[Clause] = []
    for start, end in reading.clauses:
        own = tuple(cue for cue in cues if start <= cue.start < end)
        about = Bag(piece for piece in every if start <= piece.start < end)
        asks = level[end : end + 2].strip()[:1] in ("?", "？")
        about_one = _one().search(level, start, end) is not None
        found.append(Clause(own, about, asks, about_one))
    return tuple(
        replace(one, denied=ELLIPTIC) if any(two.bare for two in _beside(found, place)) else one
        for place, one in enumerate(found)
    )


def _beside(found: list[Clause], place: int) -> list[Clause]:
    return found[max(0, place - 1) : place] + found[place + 1 : place + 2]


def denies(text: str) -> bool:
    """Whether a piece of text has a cue, said or implied."""
    return bool(_cues(_without_idioms(flat(text))))


@lru_cache(maxsize=4_000)
def _cues(level: str) -> tuple[Cue, ...]:
    found = []
    for match in _phrases().finditer(level):
        found.append(Cue(match[0], *match.span(), True, True, False))
    for match in re.finditer(r"no longer|[a-z]+(?:'t\b)?", level):
        word = match[0]
        if any(cue.start <= match.start() < cue.end for cue in found):
            continue
        plain = word in listed("cues") or word.endswith(("n't", "no longer"))
        if plain or word in listed("implied"):
            strong = plain or word in listed("strong")
            found.append(Cue(word, *match.span(), not plain, strong, False))
    for match in _chinese().finditer(level):
        word = match[0]
        plain = word in listed("chinese_cues")
        strong = plain or word in listed("chinese_strong")
        found.append(Cue(word, *match.span(), not plain, strong, True))
    return tuple(found)


def _without_idioms(level: str) -> str:
    """The text with blanks where a denial is only a way of speaking."""
    for pattern in (_idioms(), _chinese_idioms()):
        level = pattern.sub(lambda match: " " * len(match[0]), level)
    return level


@cache
def _one() -> re.Pattern[str]:
    return re.compile(r"\b(?:me|him|her|us|them|you)\b|[我你他她]")


@cache
def _idioms() -> re.Pattern[str]:
    patterns = (pattern.replace(" ", r"\s+").replace("(", "(?:") for pattern in _table()["idioms"])
    return re.compile("|".join(rf"\b{pattern}(?!\w)" for pattern in patterns))


@cache
def _phrases() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(_table()['implied_phrases'])})\b")


@cache
def _chinese_idioms() -> re.Pattern[str]:
    words = "|".join(sorted(listed("chinese_idioms"), key=len, reverse=True))
    return re.compile(rf"{words}|([\u4e00-\u9fff])不\1|(?<![\u4e00-\u9fff])不过(?!敏)")


@cache
def _chinese() -> re.Pattern[str]:
    words = sorted(listed("chinese_cues") | listed("chinese_implied"), key=len, reverse=True)
    return re.compile("|".join(words))


@cache
def listed(name: str) -> frozenset[str]:
    """The words of a list of denials, by its name."""
    return frozenset(str(_table()[name]).split())


def _table() -> dict[str, list[str]]:
    table: dict[str, list[str]] = resources.table("language/grounding_polarity")
    return table
