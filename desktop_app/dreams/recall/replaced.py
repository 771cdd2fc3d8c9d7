"""What newer notes account for: an answer that gave way to another one is not lost. Pure.

Only what stands where a note's own words stand now is replaced, so what a change drops beside it is
lost all the same.
"""

from collections.abc import Iterable, Iterator, Sequence

from desktop_app.dreams.proposal import Change, ChangeKind
from desktop_app.dreams.recall.altered import altered
from desktop_app.dreams.recall.facts import (
    FactKind,
    LineFact,
    SaidLine,
    hard_facts,
    said,
    word_pieces,
)
from desktop_app.dreams.recall.questions import RecallQuestion
from desktop_app.language.claims.pieces import WordPiece
from desktop_app.language.cues import CueKind, cues, places_of
from desktop_app.language.difference import Span, exchanged

_SPEAKS = 0.3  # of a line's words that a note has to have to speak of it
_AS_MUCH = 2  # pieces of an old line that one piece of a note may replace
_FORMER = frozenset({CueKind.END, CueKind.FORGET, CueKind.NOT})


def unaccounted(
    missing: Sequence[RecallQuestion], line: str, change: Change | None, path: str
) -> list[RecallQuestion]:
    """The missing answers of a line that no newer note accounts for.

    A note that says that the line holds no more accounts for all of it, and so do a person's own
    words. Else a note accounts for what stood where its own words stand now.
    """
    if not missing or change is None:
        return list(missing)
    notes = [one.quote for one in change.sources if one.quote and one.path != path]
    if change.decided and change.proposed is not None:
        return []
    if change.kind == ChangeKind.REMOVED:
        over = any(_ends(note) and _speaks_of(note, change.old) for note in notes)
        return [] if over else list(missing)
    replaced = list(_replaced(line, change.new or "", notes))
    about = [note for note in notes if _speaks_of(note, change.old)]
    return [one for one in missing if not (one.fact in replaced or _is_over(one.fact, about))]


def turned(line: str, new: str, change: Change, path: str) -> list[Span]:
    """Where the new wording says otherwise what the line said, and no newer note accounts for it.

    `path` is memory's own file. A person's own words account for themselves, and what several
    lines say that become one for each other.
    """
    if not new or (change.decided and change.proposed is not None):
        return []
    notes = [one.quote for one in change.sources if one.quote and one.path != path]
    told = [*notes, *(one for one in change.old if one != line)]
    lines = [said(note) for note in told]
    known = [
        (fact.start, fact.end)
        for fact in hard_facts(new)
        if any(_tells(one, new[fact.start : fact.end], fact, None) for one in lines)
    ]
    if any(_ends(note) and _speaks_of(note, change.old) for note in notes):
        known += [place for kind in _FORMER for place in places_of(kind, new)]
    return list(altered(line, new, told, known))


def _replaced(old: str, new: str, notes: Sequence[str]) -> Iterator[LineFact]:
    """The facts of an old line that gave way to the words of a note.

    Where as much of a note comes as went, all that stood there is replaced; else only what is of
    the same sort as what came.
    """
    told = [said(note) for note in notes]
    facts = [(fact, None) for fact in hard_facts(new)]
    fresh = [
        fact
        for fact, piece in [*facts, *word_pieces(new)]
        if any(_tells(note, new[fact.start : fact.end], fact, piece) for note in told)
    ]
    every = [*hard_facts(old), *(fact for fact, _ in word_pieces(old))]
    for gone, come in exchanged(old, new):
        went = [fact for fact in every if _in(fact, gone)]
        came = [fact.sort for fact in fresh if _in(fact, come)]
        if len(came) * _AS_MUCH >= len(went):
            yield from went if came else ()
            continue
        for fact in went:
            if fact.sort in came:
                came.remove(fact.sort)
                yield fact


def _in(fact: LineFact, span: Span) -> bool:
    """Whether a fact stands in a span, at least in part: of 7:40 only the minutes may differ."""
    return fact.start < span[1] and span[0] < fact.end


def _tells(note: SaidLine, text: str, fact: LineFact, piece: WordPiece | None) -> bool:
    """Whether a note says what came, a number perhaps without its unit."""
    bare = "".join(c for c in text if c.isdecimal() or c in ".:").strip(".:")
    return note.says(fact, piece) or (bool(bare) and bare in note.level)


def _is_over(fact: LineFact, notes: Sequence[str]) -> bool:
    """Whether a note that speaks of the line says that a fact is over. A denial is over where one
    of them denies nothing.
    """
    if fact.kind is FactKind.DENIAL:
        return any(CueKind.NOT not in cues(note) for note in notes)
    return fact.kind is not FactKind.WORD and any(_ends(n) and said(n).says(fact) for n in notes)


def _ends(note: str) -> bool:
    """Whether a note says that something holds no more, or asks to forget it."""
    return not _FORMER.isdisjoint(cues(note))


def _speaks_of(note: str, lines: Iterable[str]) -> bool:
    """Whether a note is about these lines."""
    pieces = [piece for line in lines for piece in said(line).bag.pieces]
    whole = sum(piece.weight for piece in pieces) or 1.0
    return said(note).bag.overlap(pieces) / whole >= _SPEAKS
