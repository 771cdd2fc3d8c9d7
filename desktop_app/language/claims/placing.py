"""Values and names that the sources say of something else. Knows text only.

A day of one line and a deed of another make a false sentence of true words: where the lines that
hold a value have little to do with the claim, and a line that has much says another value.
"""

from collections.abc import Callable, Iterator
from itertools import chain

from desktop_app.language.claims.facts import Number
from desktop_app.language.claims.hard import Facts
from desktop_app.language.claims.moments import Moment
from desktop_app.language.claims.names import names
from desktop_app.language.claims.pieces import Bag, Piece, bag
from desktop_app.language.claims.sources import Finding, Said, Sources
from desktop_app.language.reading import Reading, han

_MUCH = 2.0  # words that a line has to share with the claim to be what it is about
_LITTLE = 0.34  # of that: the share of a line that has little to do with it
_MOST_OF = 0.6  # of a clause that another one has to say to be about the same
_SUBJECT = 2  # characters of a Chinese name
_TELLING = ("date", "weekday", "span")

Test = Callable[[Said], bool]


def misplaced(claim: Reading, facts: Facts, sources: Sources) -> list[Finding]:
    """Times, numbers and names that stand in the wrong line."""
    if len(sources.said) < 2:
        return []
    checks = chain(_of_times(facts, sources), _of_numbers(claim, facts), _of_names(claim, sources))
    found = []
    for kind, start, end, has, rivals in checks:
        beside = [test for a, b, test in tests(facts) if not (a < end and start < b)]
        source = _elsewhere(_context(claim, facts, start, end), beside, has, rivals, sources)
        if source is not None:
            found.append(Finding(kind, (claim.text[start:end],), (start, end), "", source))
    return [*found, *_other_subjects(claim, sources)]


Check = tuple[str, int, int, Test, Test]


def tests(facts: Facts) -> list[tuple[int, int, Test]]:
    """For each time and number of a claim where it stands, and whether a line holds it."""
    timed = [
        (one.start, one.end, _holds(one) if one.kind in _TELLING else _at_the_hour(one))
        for one in facts.timed
    ]
    counted = [(one.start, one.end, _counts(one.value)) for one in facts.counted if not one.soft]
    return [*timed, *counted]


def _at_the_hour(moment: Moment) -> Test:
    return lambda line: line.times.hold(moment)


def _of_times(facts: Facts, sources: Sources) -> Iterator[Check]:
    for one in facts.timed:
        if one.kind in _TELLING:
            yield "date", one.start, one.end, _holds(one), _dated


def _holds(moment: Moment) -> Test:
    return lambda line: _dated(line) and line.times.hold(moment)


def _dated(line: Said) -> bool:
    return any(one.kind in _TELLING for one in line.moments)


def _of_numbers(claim: Reading, facts: Facts) -> Iterator[Check]:
    mine = {one.value for one in facts.counted}
    for one in facts.counted:
        if not one.soft and (one.unit or one.label):
            yield "number", one.start, one.end, _counts(one.value), _rivals(one, mine)


def _counts(value: float) -> Test:
    return lambda line: any(one.value == value for one in line.numbers)


def _rivals(number: Number, mine: set[float]) -> Test:
    return lambda line: any(
        one.value not in mine
        and (one.unit == number.unit or (bool(number.label) and one.label == number.label))
        for one in line.numbers
    )


def _of_names(claim: Reading, sources: Sources) -> Iterator[Check]:
    mine = {word.level for word in claim.words}
    for word in names(claim):
        if not sources.speakers:
            yield "speaker", word.start, word.end, _names(word.level), _names_another(mine)


def _names(level: str) -> Test:
    return lambda line: any(word.level == level for word in line.reading.words)


def _names_another(mine: set[str]) -> Test:
    return lambda line: any(word.level not in mine for word in names(line.reading))


def _other_subjects(claim: Reading, sources: Sources) -> Iterator[Finding]:
    """Clauses whose subject stands beside in the line, while another one did it."""
    for start, end in claim.clauses:
        subject = _subject(claim, start, end)
        rest = [p for p in bag(claim).pieces if subject[1] <= p.start < end]
        least = max(_MUCH, _MOST_OF * sum(piece.weight for piece in rest))
        text = claim.level[slice(*subject)]
        if not text:
            continue
        for number, one in enumerate(sources.said):
            line = one.reading
            if text in line.level and _did_another(text, claim, rest, least, line):
                span = subject
                yield Finding("speaker", (claim.text[slice(*span)],), span, "", number)
                break


def _did_another(
    subject: str, claim: Reading, rest: list[Piece], least: float, line: Reading
) -> bool:
    """Whether the clause that says the rest begins with somebody whom the claim does not name."""
    own = False
    other = False
    for start, end in line.clauses:
        shares = Bag(p for p in bag(line).pieces if start <= p.start < end).overlap(rest) >= least
        begins = line.level[slice(*_subject(line, start, end))]
        own = own or begins == subject
        if shares and subject in line.level[start:end]:
            return False
        other = other or (shares and bool(begins) and begins not in claim.level)
    return own and other


def _subject(reading: Reading, start: int, end: int) -> tuple[int, int]:
    """Where the name or the two characters stand with which a clause begins; empty if none."""
    words = reading.within((start, end))
    if words and words[0] in names(reading) and not reading.level[start : words[0].start].strip():
        return words[0].start, words[0].end
    begin = start + len(reading.level[start:end]) - len(reading.level[start:end].lstrip())
    first = han(reading.level, begin, min(end, begin + _SUBJECT))
    return first[0] if first and first[0] == (begin, begin + _SUBJECT) else (start, start)


def _context(claim: Reading, facts: Facts, start: int, end: int) -> list[Piece]:
    """The words that the claim says beside a value, in its clause if that is enough."""
    values = [(start, end), *((a, b) for a, b, _ in tests(facts))]
    every = [
        piece
        for piece in bag(claim).pieces
        if not any(a < piece.end and piece.start < b for a, b in values)
    ]
    clause = next((span for span in claim.clauses if span[0] <= start < span[1]), (0, 0))
    near = [piece for piece in every if clause[0] <= piece.start < clause[1]]
    return near if sum(piece.weight for piece in near) >= _MUCH else every


def _elsewhere(
    context: list[Piece], beside: list[Test], has: Test, rivals: Test, sources: Sources
) -> int | None:
    """The line that the claim is about, when it says another value and no such line says this."""
    held = [has(one) for one in sources.said]
    if not any(held) or all(held):
        return None
    shares = [
        bag(one.reading).overlap(context) + sum(test(one) for test in beside)
        for one in sources.said
    ]
    best = max(share for share, there in zip(shares, held, strict=True) if there)
    others = [
        (share, number)
        for number, (one, share, there) in enumerate(zip(sources.said, shares, held, strict=True))
        # What has no day is memory: it is there to be changed by the notes.
        if one.day and not there and share >= _MUCH and rivals(one)
    ]
    if others and best <= _LITTLE * max(others)[0]:
        return max(others)[1]
    return None
