"""Values and names that the sources say of something else. Knows text only.

A day of one line and a deed of another make a false sentence of true words: where the lines that
hold a value have little to do with the claim, and a line that has much says another value.
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain

from desktop_app import resources
from desktop_app.language.claims.facts import Number
from desktop_app.language.claims.hard import Facts, is_name
from desktop_app.language.claims.moments import Moment
from desktop_app.language.claims.pieces import Piece, bag
from desktop_app.language.claims.reading import Reading, Word
from desktop_app.language.claims.sources import Finding, Said, Sources

_MUCH = 2.0  # words that a line has to share with the claim to be what it is about
_LITTLE = 0.34  # of that: the share of a line that has little to do with it
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
        source = _elsewhere(_context(claim, start, end), beside, has, rivals, sources)
        if source is not None:
            found.append(Finding(kind, (claim.text[start:end],), (start, end), "", source))
    return found


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
        if not one.soft and one.unit:
            yield "number", one.start, one.end, _counts(one.value), _rivals(one, mine)


def _counts(value: float) -> Test:
    return lambda line: any(one.value == value for one in line.numbers)


def _rivals(number: Number, mine: set[float]) -> Test:
    return lambda line: any(
        one.unit == number.unit and one.value not in mine for one in line.numbers
    )


def _of_names(claim: Reading, sources: Sources) -> Iterator[Check]:
    mine = {word.level for word in claim.words}
    for word in names(claim):
        if not sources.speakers:
            yield "speaker", word.start, word.end, _names(word.level), _names_another(mine)


def names(reading: Reading) -> list[Word]:
    """The words of a text that are names of somebody or something."""
    after = [*reading.words[1:], None]
    return [
        word
        for word, following in zip(reading.words, after, strict=False)
        if len(word.level) > 2
        and not word.text.isupper()
        and word.content
        and word.level not in time_words()
        and is_name(word, following, reading)
    ]


@cache
def time_words() -> frozenset[str]:
    """Weekdays and months, which have their capitals for another reason."""
    table = resources.table("language/values")
    return frozenset(word for row in (*table["weekdays"], *table["months"]) for word in row.split())


def _names(level: str) -> Test:
    return lambda line: any(word.level == level for word in line.reading.words)


def _names_another(mine: set[str]) -> Test:
    return lambda line: any(word.level not in mine for word in names(line.reading))


def _context(claim: Reading, start: int, end: int) -> list[Piece]:
    """What the claim says beside a value, in its clause if that is enough."""
    every = [piece for piece in bag(claim).pieces if not (start < piece.end and piece.start < end)]
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
