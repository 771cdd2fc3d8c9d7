"""Whether statements back a text, clause by clause: what it says, of the same things.

Knows texts and the days on which they were written. All that a clause claims stands together in one
statement; another one may add to it only where it speaks of the same thing.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from functools import cached_property

from desktop_app.language.claims import denials, limits, mood, subjects, whole, word_order
from desktop_app.language.claims.clauses import Clause, clauses
from desktop_app.language.claims.comparison import ClaimComparison, FoundClaim, Ground
from desktop_app.language.claims.facts import letters
from desktop_app.language.claims.linking import beside, linked
from desktop_app.language.claims.sources import Unsaid
from desktop_app.language.claims.terms import Span, Term, TermKind
from desktop_app.language.claims.times import Moment, MomentKind
from desktop_app.language.doubts import DoubtKind
from desktop_app.language.reading import read


class GroundedText:
    """A text and the statements that it cites; a `rule` is drawn from several days."""

    def __init__(
        self,
        text: str,
        headings: Sequence[str],
        today: date,
        grounds: Sequence[Ground],
        *,
        rule: bool = False,
    ) -> None:
        self._reading = read(text)
        self._units = clauses(text, today)
        self._above = clauses("\n".join(headings), today, title=True)
        self._path = tuple(headings)
        self._grounds = grounds
        self.is_rule = rule

    def unsaid(self, *, in_part: bool = False) -> Iterator[Unsaid]:
        """What the text claims and no statement says; told `in_part`, it may leave some out."""
        before: list[ClaimComparison] = []
        told: dict[int, list[ClaimComparison]] = {}
        doubted: list[ClaimComparison] = []
        for unit in self._units:
            if not unit.terms:
                yield from self._empty(unit)
                continue
            comparison = self._compared(unit)
            if comparison is None:
                yield Unsaid(DoubtKind.TOPIC, (), (0, 0))
                return
            findings = list(self._findings(comparison, before))
            yield from findings
            told.setdefault(self._sentence(unit)[0], []).append(comparison)
            if findings or self._is_copied(unit):
                doubted.append(comparison)
            before = [*(before if comparison.lead else []), comparison]
        every = [one for sentence in told.values() for one in sentence]
        for one in every:
            if not in_part and one not in doubted:
                yield from whole.findings(one, every)
        for sentence in told.values():
            yield from word_order.findings(sentence)

    def _empty(self, unit: Clause) -> Iterator[Unsaid]:
        """A clause of function words alone, as “nobody came”, that no statement has."""
        words = self._reading.text[unit.start : unit.end]
        told = letters(words)
        said = (letters(one.reading.text) for each in self._grounds for one in each.clauses)
        if len(told) > 1 and not any(told in one for one in said):
            yield Unsaid(DoubtKind.WORDS, (words.strip(),), (unit.start, unit.end))

    def _findings(
        self, comparison: ClaimComparison, before: Sequence[ClaimComparison]
    ) -> Iterator[Unsaid]:
        yield from self._asked(comparison)
        before = before if comparison.lead else []
        yield from limits.findings(comparison)
        if not self._is_copied(comparison.unit):
            yield from denials.findings(comparison)
            yield from mood.findings(comparison)
            yield from subjects.findings(comparison, before)
            yield from self._only_headed(comparison)
        elif subjects.stands_apart(comparison, comparison.ground):
            yield comparison.unsaid(DoubtKind.ORDER, comparison.span)

    def _only_headed(self, comparison: ClaimComparison) -> Iterator[Unsaid]:
        """The last part of a sentence, where headings alone say what it says."""
        first, last = self._sentence(comparison.unit)
        parts = [one for one in self._reading.clauses if first <= one[0] < last]
        own = [one for one in comparison.terms if parts[-1][0] <= one.start < last]
        above = (any(each.says_above(one, self._reading) for each in self._grounds) for one in own)
        headed = all(above) and not any(one.is_value or one in comparison.found for one in own)
        if own and headed and len(parts) > 1 and not self.is_rule:
            yield comparison.unsaid(DoubtKind.WORDS, (own[0].start, own[-1].end))

    def days(self, share: float) -> int:
        """On how many days there are statements that say this share of the text."""
        every = [term for unit in self._units for term in unit.terms if not term.is_value]
        least = sum(one.weight for one in every) * share
        said = (
            (ground.day, sum(one.weight for one in every if ground.says(one, self._reading)))
            for ground in self._grounds
        )
        return len({day for day, weight in said if weight >= least})

    def _compared(self, unit: Clause) -> ClaimComparison | None:
        """A clause with the statement that says most of it, the newest of equal ones."""
        ranked = [
            (share, ground.written, -number, ground, clause)
            for number, ground in enumerate(self._grounds)
            for clause, share in self._shares(unit, ground)
        ]
        best = max(ranked, key=lambda one: one[:3], default=None)
        return best and ClaimComparison(
            unit,
            self._units,
            self._above,
            self._path,
            self._lead(unit),
            self._grounds,
            best[3],
            best[4],
            self.is_rule,
        )

    def _shares(self, unit: Clause, ground: Ground) -> Iterator[tuple[Clause, float]]:
        """How much of a clause each one of a statement says; half of what another one says."""
        weights = [one.weight * (2 if one.hard else 1) for one in unit.terms]
        above = [ground.says_above(one, self._reading) for one in unit.terms]
        said = [[one.says(term, self._reading) for term in unit.terms] for one in ground.clauses]
        shares = [0.5 * any(column) for column in zip(*said, strict=True)]
        for clause, row in zip(ground.clauses, said, strict=True):
            parts = zip(weights, row, above, shares, strict=True)
            yield clause, sum(w * (1 if own or up else share) for w, own, up, share in parts)

    def _is_copied(self, unit: Clause) -> bool:
        """Whether its sentence is, word for word, a sentence of a statement that asserts it."""
        return letters(self._reading.text[slice(*self._sentence(unit))]) in self.copies

    def _sentence(self, unit: Clause) -> Span:
        return next(span for span in self._reading.sentences if unit.start < span[1])

    @cached_property
    def copies(self) -> set[str]:
        """The sentences that statements assert, by their letters."""
        readings = {
            one.clauses[0].reading for one in self._grounds if one.clauses and not one.to_do
        }
        return {
            letters(one.text[start:end])
            for one in readings
            if not ("?" in one.text or "？" in one.text)
            for start, end in one.sentences
        }

    def _lead(self, unit: Clause) -> list[Term]:
        """The plain terms of the clause with which the sentence of another one begins."""
        start = next(first for first, last in self._reading.sentences if unit.start < last)
        first = next(one for one in self._units if one.end > start)
        return [] if first is unit else [one for one in first.terms if not one.is_value]

    # -- where each term stands --

    def _asked(self, comparison: ClaimComparison) -> Iterator[Unsaid]:
        for term in comparison.terms:
            if self._is_day_of_rule(term) or self._is_found(comparison, term):
                continue
            if self._tells_when_noted(term, comparison):
                continue
            said = any(one.says(term, self._reading) for one in self._grounds)
            if said:
                yield comparison.unsaid(DoubtKind.ORDER, comparison.span)
            else:
                yield comparison.unsaid(term.doubt, term)

    def _is_found(self, comparison: ClaimComparison, term: Term) -> bool:
        main, claim = comparison.main, comparison.claim
        if _take(comparison, term, comparison.ground, main):
            return True
        if comparison.ground.says_above(term, claim):
            return True
        for clause in comparison.ground.clauses:
            if clause is not main and clause.says(term, claim) and beside(comparison, term, clause):
                return _take(comparison, term, comparison.ground, clause)
        for ground in self._grounds:
            if ground is comparison.ground or not ground.says(term, claim):
                continue
            for clause in ground.clauses:
                if linked(comparison, term, ground, clause) and (
                    _take(comparison, term, ground, clause) or ground.says_above(term, claim)
                ):
                    return True
        return False

    def _tells_when_noted(self, term: Term, comparison: ClaimComparison) -> bool:
        """Whether a date in brackets is only the day of the note that a clause rests on, where the
        part of it that was just told names no time itself.
        """
        fact, main = term.fact, comparison.main
        if not isinstance(fact, Moment) or fact.kind != MomentKind.DATE:
            return False
        opens = self._reading.level[: term.start].rstrip()[-1:] == "("
        before = [found for one, found in comparison.found.items() if one.start < term.start]
        at = {main.terms[n].start for one in before if one.clause is main for n in one.places}
        parts = [span for span in main.reading.clauses if any(span[0] <= n < span[1] for n in at)]
        times = (one.start for one in main.terms if one.kind == TermKind.TIME)
        timed = any(start <= one < end for one in times for start, end in parts)
        return opens and bool(at) and not timed and fact.days == {comparison.ground.day}

    def _is_day_of_rule(self, term: Term) -> bool:
        """Whether a rule names a day that shows it, or how many days do."""
        if not self.is_rule:
            return False
        if term.kind == TermKind.NUMBER:
            return getattr(term.fact, "value", 0) == len({one.day for one in self._grounds})
        fact = term.fact
        return isinstance(fact, Moment) and (
            fact.kind == MomentKind.YEAR or any(one.day in fact.days for one in self._grounds)
        )


def _take(comparison: ClaimComparison, term: Term, ground: Ground, clause: Clause) -> bool:
    claim = comparison.claim
    if not clause.says(term, claim):
        return False
    places = tuple(clause.places(term, claim))
    same = [one for one in comparison.terms if tuple(clause.places(one, claim)) == places]
    if 1 < len(places) == len(same):  # the second one is the second one there
        places = (places[same.index(term)],)
    comparison.found[term] = FoundClaim(ground, clause, places)
    return True
