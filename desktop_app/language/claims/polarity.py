"""Denials: whether a claim says no where its sources say yes, and the reverse. Knows text only.

A cue denies the few words after it in its clause. What a claim denies has to stand near a cue in
the sources too; what the sources only deny, a claim may not say plainly.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from desktop_app import resources
from desktop_app.language.claims import lexicon
from desktop_app.language.claims.denials import ELLIPTIC, Clause, Cue, clauses, listed
from desktop_app.language.claims.names import names
from desktop_app.language.claims.pieces import FRAME, VERB, Bag, Piece, bag, same
from desktop_app.language.claims.sources import Finding, Sources
from desktop_app.language.reading import Reading

_REACH, _SHORT_REACH, _BEFORE = 4, 2, 3  # words denied after a cue, and before it when none follow
_FAR, _NEAR = 6, 2  # words after and before a cue that a source's denial may be about
_HAN_REACH, _HAN_BEFORE = 8, 6  # characters
_HAN_FADING = 3  # characters after which a denial is half as strong
_FADING = (1.6, 1.0, 0.7, 0.5)  # the word right after a cue is what it denies most
_LEAST, _MARGIN = 0.12, 0.25
_IMPLIED, _ASKED = 0.8, 0.5
_MOST, _HALF, _CLOSE = (
    0.65,
    0.5,
    0.7,
)  # of a denied thing said plainly; of the best line's closeness


Weighed = tuple[Piece, float]
Span = tuple[int, int]


def _answered(
    there: list[tuple[tuple[Clause, ...], int]],
) -> Iterator[tuple[tuple[Clause, ...], int]]:
    """The lines; a question whose answer begins with a bare no is denied."""
    for place, (line, number) in enumerate(there):
        after = there[place + 1][0] if place + 1 < len(there) else ()
        if any(clause.bare for clause in after[:3]):
            line = tuple(replace(one, denied=ELLIPTIC) if one.asks else one for one in line)
        yield line, number


def contradicted(claim: Reading, sources: Sources) -> tuple[list[Finding], list[Span]]:
    """Where the claim denies what the sources say, or says what they deny.

    With the places where it denies in a word of its own what they deny too: `refuses to`.
    """
    own = clauses(claim)
    read = [(clauses(one.reading), number) for number, one in enumerate(sources.said)]
    there = list(_answered(read))
    closeness = _closeness([piece for clause in own for piece in clause.pieces], sources)
    found = list(_wrongly_denied(claim, own, there, closeness))
    wrong = [one.span for one in found]
    agreed = [(cue.start, cue.end) for clause in own for cue in clause.cues if cue.strong]
    found = found or list(_wrongly_said(claim, own, sources, there, closeness))
    return found, [span for span in agreed if span not in wrong]


Lines = Sequence[tuple[tuple[Clause, ...], int]]


def _closeness(some: list[Piece], sources: Sources) -> list[float]:
    """How close each line is to the claim, against the closest."""
    shares = [bag(one.reading).overlap(some) for one in sources.said]
    best = max(shares, default=0) or 1
    return [share / best for share in shares]


def _wrongly_denied(
    claim: Reading, own: tuple[Clause, ...], there: Lines, closeness: list[float]
) -> Iterator[Finding]:
    known = [clause.bag for line, _ in there for clause in line]
    for place, clause in enumerate(own):
        for cue in clause.cues:
            if cue.implied and (not cue.strong or cue.text in listed("states") or _has(cue, there)):
                continue
            following = own[place + 1].pieces if place + 1 < len(own) else ()
            scope = _known(cue, clause, following, known)
            subject = [piece for piece in clause.pieces if piece.end <= cue.start]
            if not (_is_denied(scope, there, closeness) or _ended(subject, scope, there)):
                words = claim.text[cue.start : cue.end]
                yield Finding("negation", (words,), (cue.start, cue.end))


def _known(
    cue: Cue, clause: Clause, following: Sequence[Piece], known: Sequence[Bag]
) -> list[Weighed]:
    """What a claim's cue is about, as far as the sources speak of it.

    A word of the claim's own tells nothing: `must not be changed`, where the notes say `don't
    touch`. Then what stands before the cue is meant, or the next clause.
    """
    scope = [one for one in _scope(cue, clause) if any(bag.says(one[0]) for bag in known)]
    if any(piece.start >= cue.end and piece.weight > VERB for piece, _ in scope):
        return scope
    before = [piece for piece in clause.pieces if piece.end <= cue.start][-_BEFORE:]
    for others in (before[::-1], following[:_REACH]):
        there = [piece for piece in others if any(bag.says(piece) for bag in known)]
        if any(piece.weight > VERB for piece in there):
            return [*scope, *_faded(there)]
    return scope


def _has(cue: Cue, there: Lines) -> bool:
    """Whether the sources have a cue of the same root."""
    return any(
        other.text == cue.text or lexicon.root(other.text) == lexicon.root(cue.text)
        for line, _ in there
        for clause in line
        for other in clause.cues
    )


def _scope(cue: Cue, clause: Clause) -> list[Weighed]:
    """The pieces a cue is about, with what they weigh."""
    if cue.chinese:
        after = [p for p in clause.pieces if cue.end <= p.start < cue.end + _HAN_REACH]
        if after:
            return [(p, p.weight / (1 + (p.start - cue.end) / _HAN_FADING)) for p in after]
        near = [p for p in clause.pieces if cue.start - _HAN_BEFORE <= p.start < cue.start]
        return [(piece, piece.weight) for piece in near]
    reach = _SHORT_REACH if cue.text in listed("short_reach") else _REACH
    after = [piece for piece in clause.pieces if piece.start >= cue.end][:reach]
    before = [piece for piece in clause.pieces if piece.end <= cue.start][-_BEFORE:]
    if any(piece.weight > VERB for piece in after):
        return _faded(after)
    return _faded([*after, *before[::-1]])


def _faded(pieces: Sequence[Piece]) -> list[Weighed]:
    return [(one, one.weight * by) for one, by in zip(pieces, _FADING, strict=False)]


def _is_denied(scope: list[Weighed], there: Lines, closeness: list[float]) -> bool:
    whole = sum(weight for _, weight in scope)
    if not whole:
        return any(clause.cues for line, _ in there for clause in line)
    denied = said = 0.0
    for line, number in there:
        for clause in line:
            no, yes = _weighed(scope, clause)
            denied = max(denied, no / whole * closeness[number])
            said = max(said, yes / whole * closeness[number])
    return denied >= _LEAST and said <= denied + _MARGIN


def _ended(subject: list[Piece], scope: list[Weighed], there: Lines) -> bool:
    """Whether a line says the scope of somebody else, and shortly denies it of the subject."""
    whole = sum(weight for _, weight in scope) or 1
    for line, _ in there:
        short = [c for c in line if len(c.pieces) <= _BEFORE and any(cue.strong for cue in c.cues)]
        of_it = any(
            _denied_in(one, clause) and not any(_weighed(scope, clause))
            for clause in short
            for one in subject
        )
        if of_it and sum(sum(_weighed(scope, clause)) for clause in line) / whole >= _HALF:
            return True
    return False


def _weighed(scope: list[Weighed], clause: Clause) -> tuple[float, float]:
    """How much of the scope a clause denies, and how much it says plainly."""
    no = yes = 0.0
    for piece, weight in scope:
        if not clause.bag.says(piece):
            continue
        strength = _denied_in(piece, clause)
        if strength:
            no += weight * strength
        else:
            yes += weight * (_ASKED if clause.asks else 1)
    return no, yes


def _denied_in(piece: Piece, clause: Clause) -> float:
    """How strongly a clause denies a piece of another text, 0 when it does not."""
    if not (clause.cues or clause.denied) or not clause.bag.says(piece):
        return 0.0
    return max(_denial(other, clause) for other in clause.pieces if same(piece, other))


def _wrongly_said(
    claim: Reading,
    own: tuple[Clause, ...],
    sources: Sources,
    there: Lines,
    closeness: list[float],
) -> Iterator[Finding]:
    """The closest lines' denials that the claim leaves out."""
    for line, number in there:
        if closeness[number] < _CLOSE or _is_of_another(claim, sources, number):
            continue
        for clause in line:
            for cue in (*clause.cues, *_answers(clause)):
                if not cue.strong or (clause.asks and not clause.denied):
                    continue
                scope = _left_out(cue, clause)
                piece = _said_plainly(scope, own, _share(own, line))
                line_read = sources.said[number].reading
                if piece and _names_another(claim, piece, line_read, clause):
                    continue
                if piece and not _said_elsewhere(scope, clause, own, there, closeness):
                    words = claim.text[piece.start : piece.end]
                    yield Finding("negation", (words,), (piece.start, piece.end), cue.text, number)
                    return


def _is_of_another(claim: Reading, sources: Sources, number: int) -> bool:
    """Whether a line says I, and the claim names another speaker but not this one."""
    reading = sources.said[number].reading
    speakers = {speaker.split()[-1].lower() for speaker in sources.speakers}
    mine = {word.level for word in claim.words} & speakers
    speaker = reading.speaker.split()[-1].lower() if reading.speaker else ""
    return (
        speaker in speakers
        and bool(mine)
        and speaker not in mine
        and any(word.level in ("i", "i'd", "i'm", "my", "me") for word in reading.words)
    )


def _answers(clause: Clause) -> list[Cue]:
    """A question that is answered by a bare no is denied from its beginning."""
    if not (clause.asks and clause.denied and clause.pieces):
        return []
    start = clause.pieces[0].start
    return [Cue("no", start, start, implied=False, strong=True, chinese=False)]


def _names_another(claim: Reading, piece: Piece, line: Reading, clause: Clause) -> bool:
    """Whether a clause denies of one what the claim says of another whom the line names too."""
    if not clause.pieces:
        return False
    start, end = clause.pieces[0].start, clause.pieces[-1].end
    span = next(one for one in claim.clauses if one[0] <= piece.start < one[1])
    mine = {word.level for word in names(claim) if span[0] <= word.start < span[1]}
    theirs = {word.level for word in names(line)}
    there = {word.level for word in line.words if start <= word.start < end} & theirs
    return bool(there) and not (there & mine) and bool(mine & theirs)


def _left_out(cue: Cue, clause: Clause) -> list[Weighed]:
    """What a cue of a source denies: what follows it, or what was stopped or refused before it."""
    scope = [(piece, weight) for piece, weight in _scope(cue, clause) if not _is_day(piece)]
    if not cue.implied:
        scope = [one for one in scope if one[0].start >= cue.end and one[0].weight > VERB]
    others = [piece for piece in clause.pieces if all(piece is not one for one, _ in scope)]
    both = any(Bag(others).says(piece) for piece, _ in scope)
    return [] if both else scope  # sign as "Team Larkspur", not as "The Larkspur Team"


def _is_day(piece: Piece) -> bool:
    return piece.root in _days()


def _said_plainly(scope: list[Weighed], own: tuple[Clause, ...], share: float) -> Piece | None:
    """The first piece of a clause that says the scope and denies none of it."""
    whole = sum(weight for _, weight in scope)
    plain = any(piece.weight > FRAME for piece, _ in scope)
    if not scope or not (plain or share >= _MOST):
        return None
    head, rest = scope[0][0], scope[1:]
    said = Bag(piece for piece, _ in scope)
    for clause in own:
        no, yes = _weighed(scope, clause)
        if no or not yes:
            continue
        shared = [one for one in clause.pieces if said.says(one)]
        if head.root.isascii():
            found = clause.bag.says(head) and yes / whole >= _MOST
            found = found or (len(rest) > 1 and yes >= 0.99 * sum(weight for _, weight in rest))
        else:
            found = yes / whole >= _HALF
        if found:
            return shared[0]
    return None


def _share(own: tuple[Clause, ...], line: Sequence[Clause]) -> float:
    """How much of the claim some clauses say."""
    some = [piece for clause in own for piece in clause.pieces]
    there = [p for p in some if any(clause.bag.says(p) for clause in line)]
    return sum(p.weight for p in there) / (sum(p.weight for p in some) or 1)


def _said_elsewhere(
    scope: list[Weighed],
    denying: Clause,
    own: tuple[Clause, ...],
    there: Lines,
    closeness: list[float],
) -> bool:
    """Whether a clause that says as much of the claim as the denying one says the scope plainly."""
    whole = sum(weight for _, weight in scope)
    least = _share(own, [denying])
    return any(
        _weighed(scope, clause)[1] / whole * closeness[number] >= _HALF
        and _share(own, [clause]) >= least
        for line, number in there
        for clause in line
    )


def _denial(piece: Piece, clause: Clause) -> float:
    """How strongly a clause denies one of its pieces."""
    best = clause.denied
    for cue in clause.cues:
        if cue.start <= piece.start < cue.end or piece.start <= cue.start < piece.end:
            continue
        if cue.chinese:
            near = cue.start - _HAN_BEFORE <= piece.start < cue.end + _HAN_REACH + 4
        else:
            after = [p.start for p in clause.pieces if p.start >= cue.end][:_FAR]
            before = [p.start for p in clause.pieces if p.end <= cue.start][-_NEAR:]
            near = piece.start in after or piece.start in before
        if near:
            best = max(best, _IMPLIED if cue.implied else 1.0)
    return best


@cache
def _days() -> frozenset[str]:
    """Roots of weekdays and months: a time is checked as a time."""
    table = resources.table("language/values")
    rows = [*table["weekdays"], *table["months"]]
    return frozenset(lexicon.root(word) for row in rows for word in row.split())
