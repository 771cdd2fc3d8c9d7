"""What a clause of a text is compared with, and where a statement says its terms. Knows texts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date

from desktop_app.language.claims.clauses import Clause
from desktop_app.language.claims.sources import Unsaid
from desktop_app.language.claims.terms import Term
from desktop_app.language.doubts import DoubtKind
from desktop_app.language.reading import Reading


@dataclass(frozen=True, eq=False)
class Ground:
    """A statement that is cited: its clauses, what it stands under, read and as a path, the day of
    its note (None for memory), whether it is to be replaced, and whether it is still to do.
    """

    clauses: tuple[Clause, ...]
    above: tuple[Clause, ...]
    path: tuple[str, ...]
    day: date | None
    old: bool
    to_do: bool

    @property
    def written(self) -> date:
        """When it was written; memory before every note."""
        return self.day or date.min

    def says(self, term: Term, claim: Reading) -> bool:
        """Whether it says a term, with all that it stands under."""
        return any(one.says(term, claim) for one in (*self.clauses, *self.above))

    def says_above(self, term: Term, claim: Reading) -> bool:
        """Whether what it stands under says a term."""
        return any(one.says(term, claim) for one in self.above)

    def sentence(self, clause: Clause) -> list[Clause]:
        """The clauses of the sentence that one of its clauses is in."""
        first, last = next(span for span in clause.reading.sentences if clause.start < span[1])
        return [one for one in self.clauses if first <= one.start < last]


@dataclass(frozen=True, eq=False)
class FoundClaim:
    """Where a term of the text stands: in a clause of a ground, at these of its terms."""

    ground: Ground
    clause: Clause
    places: tuple[int, ...]


@dataclass(eq=False)
class ClaimComparison:
    """A clause of a text with the statements that the text cites.

    `main` is the clause of a statement that says most of it, `ground` that statement. `units` are
    all clauses of the text, `above` what it will stand below, `path` the titles of that; `lead` are
    the plain terms with which its sentence begins, where that is before this clause. A `rule` is
    drawn from several days.
    """

    unit: Clause
    units: tuple[Clause, ...]
    above: tuple[Clause, ...]
    path: tuple[str, ...]
    lead: Sequence[Term]
    grounds: Sequence[Ground]
    ground: Ground
    main: Clause
    rule: bool
    found: dict[Term, FoundClaim] = field(default_factory=dict)

    @property
    def claim(self) -> Reading:
        """The whole text."""
        return self.unit.reading

    @property
    def terms(self) -> list[Term]:
        """What the clause claims; what stands inside a quote is claimed by the quote."""
        return [one for one in self.unit.terms if not one.inner]

    @property
    def span(self) -> tuple[int, int]:
        """Where the clause stands."""
        return self.unit.start, max(self.unit.end, *(one.end for one in self.terms))

    @property
    def plain(self) -> list[Term]:
        """Its terms that are no values."""
        return [one for one in self.terms if not one.is_value]

    @property
    def used(self) -> list[tuple[Ground, Clause]]:
        """The clauses that say something of it, the main one first."""
        every = [
            (self.ground, self.main),
            *((one.ground, one.clause) for one in self.found.values()),
        ]
        return list(dict.fromkeys(every))

    def is_own(self, term: Term, clause: Clause) -> bool:
        """Whether a term of a statement is in this clause, or in what it stands below."""
        return any(one.says(term, clause.reading) for one in (self.unit, *self.above))

    def is_said(self, term: Term, clause: Clause) -> bool:
        """Whether a term of a statement is anywhere in the text, or in what it stands below."""
        return any(one.says(term, clause.reading) for one in (*self.units, *self.above))

    def near(self, ground: Ground) -> Iterator[Clause]:
        """The clauses of a statement that say a plain term of this one."""
        plain = self.plain
        return (one for one in ground.clauses if any(one.says(t, self.claim) for t in plain))

    def unsaid(self, kind: DoubtKind, term: Term | tuple[int, int], instead: str = "") -> Unsaid:
        """A finding about a term or a span of the text, and what the statement says instead."""
        span = (term.start, term.end) if isinstance(term, Term) else term
        number = self.grounds.index(self.ground)
        return Unsaid(kind, (self.claim.text[slice(*span)],), span, instead, number)
