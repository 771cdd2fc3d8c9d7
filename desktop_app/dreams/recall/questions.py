"""Questions that a notebook should answer after a dream as before it. Pure: lines to questions.

A question is a line with a gap where its answer stood, so it needs no model and no grammar. Which
lines are asked about is chosen by a hash: the same notes give the same questions.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import chain, zip_longest

from desktop_app.dreams.proposal import source_of
from desktop_app.dreams.recall.facts import FactKind, LineFact, hard_facts, word_pieces
from desktop_app.language.claims.pieces import WordPiece, bag
from desktop_app.language.difference import Span
from desktop_app.language.reading import read
from desktop_app.language.spans import flat
from desktop_app.notebook.bullets import Bullet
from desktop_app.notebook.source import Source

GAP = "…"
_LEAST, _MOST = 50, 200  # questions of a test
_A_LINE = 2  # questions of a line that no change touches
_LONGEST = 600  # characters of a line that is asked about


@dataclass(frozen=True)
class RecallQuestion:
    """`text` asks for `answer`, which stands at `place`. `heading` is the section of the line, ""
    for none. `fact` is what must be found, `piece` its word where it is a plain one."""

    text: str
    answer: str
    place: Source
    fact: LineFact
    heading: str = ""
    piece: WordPiece | None = field(default=None, compare=False)

    @property
    def words(self) -> tuple[WordPiece, ...]:
        """What a line must be about to answer it."""
        return bag(read(self.text.replace(GAP, " "))).pieces


def questions_about(text: str, place: Source, heading: str = "") -> Iterator[RecallQuestion]:
    """A question for each fact of a line, hard ones first; a long line by its beginning."""
    text = text[:_LONGEST]
    for fact in hard_facts(text):
        yield _question(text, place, heading, fact)
    for fact, piece in word_pieces(text):
        yield _question(text, place, heading, fact, piece)


def questions_of(bullet: Bullet, path: str) -> tuple[RecallQuestion, ...]:
    """The questions that a bullet of memory answers."""
    return tuple(questions_about(bullet.text, source_of(path, bullet), bullet.heading))


def asked_of(bullet: Bullet, path: str, at: Span) -> RecallQuestion:
    """The question that the words of a bullet at `at` answer."""
    word = LineFact(FactKind.WORD, flat(bullet.text[slice(*at)]), "word", *at)
    return _question(bullet.text, source_of(path, bullet), bullet.heading, word)


def chosen(
    touched: Sequence[Sequence[RecallQuestion]],
    others: Iterable[Sequence[RecallQuestion]],
) -> tuple[RecallQuestion, ...]:
    """At most 200 questions: of the lines that a dream touches one each, then a second one, and
    so on; then of others, at least 50 in all where there are as many."""
    first = [one for row in zip_longest(*touched) for one in row if one is not None][:_MOST]
    by_hash = sorted(others, key=lambda some: _hash(some[0].text if some else ""))
    rest = chain.from_iterable(some[:_A_LINE] for some in by_hash)
    most = min(_MOST, max(_LEAST, len(first) + len(by_hash)))
    every = dict.fromkeys(chain(first, rest))
    return tuple(every)[:most]


def _question(
    text: str, place: Source, heading: str, fact: LineFact, piece: WordPiece | None = None
) -> RecallQuestion:
    answer = text[fact.start : fact.end]
    asked = " ".join(f"{text[: fact.start]}{GAP}{text[fact.end :]}".split())
    return RecallQuestion(asked, answer, place, fact, heading, piece)


def _hash(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogateescape")).hexdigest()
