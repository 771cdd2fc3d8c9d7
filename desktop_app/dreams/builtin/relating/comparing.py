"""Two sentences laid beside each other: what both say and what only one of them says.

Knows terms and their places, not what follows from them.
"""

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from desktop_app.dreams.builtin.relating import vocabulary
from desktop_app.dreams.builtin.relating.rarity import Rarity
from desktop_app.dreams.builtin.relating.sense import Sense
from desktop_app.dreams.builtin.relating.terms import NAMES, VALUES, Term
from desktop_app.language.signals import Signal

LITTLE = 0.5  # of weight: a word that tells little
_BECOMES = frozenset({"becomes", "became", "become", "becoming", "is now", "成为", "当"})
_GOES_ON = frozenset({"now", "becomes"})
_AHEAD = 6  # characters between a word of change and what it is about: ' to the'


@dataclass(frozen=True)
class Side:
    """One of the two sentences: its terms, those that the other one has too, and the rest."""

    said: Sense
    terms: tuple[Term, ...]
    shared: tuple[Term, ...]
    left: tuple[Term, ...]
    changes: tuple[Signal, ...]

    @cached_property
    def _starts(self) -> list[int]:
        return [term.start for term in self.terms]

    def before(self, term: Term) -> Term | None:
        """The term before this one in its clause."""
        at = bisect_left(self._starts, term.start)
        last = self.terms[at - 1] if at else None
        return last if last and last.clause == term.clause else None

    def after(self, term: Term) -> Term | None:
        """The term after this one in its clause."""
        at = bisect_left(self._starts, term.end)
        following = self.terms[at] if at < len(self.terms) else None
        return following if following and following.clause == term.clause else None

    def owned(self, one: Term, other: Term) -> bool:
        """Whether the other thing belongs to the one: Uli's garage."""
        return (
            one.clause == other.clause
            and self.said.level[one.end : other.start].strip("'’s ") == ""
        )

    @cached_property
    def _opening(self) -> dict[int, bool]:
        return {}

    def opens(self, term: Term) -> bool:
        """Whether the term is, or counts, what the clause begins with: its subject, as a rule."""
        known = self._opening.get(term.start)
        if known is None:
            known = self._opening[term.start] = self._opens(term)
        return known

    def _opens(self, term: Term) -> bool:
        before = self.before(term)
        if before is None:
            return not self.change_before(term)
        counts = term.kind in ("number", "code", "version")
        return counts and self.touch(before, term) and self.opens(before)

    def touch(self, one: Term, other: Term) -> bool:
        """Whether two terms stand right beside each other, with nothing but a blank between."""
        return (
            one.clause == other.clause
            and not other.link
            and one.end <= other.start
            and self.said.text[one.end : other.start] in ("", " ", "-")
        )

    @cached_property
    def _by_clause(self) -> dict[int, list[Signal]]:
        found: dict[int, list[Signal]] = {}
        for one in self.changes:
            found.setdefault(self.said.clause(one.start), []).append(one)
        return found

    def change_before(self, term: Term, kind: str = "") -> bool:
        """Whether a word of change stands before the term in its clause."""
        if not self.changes:
            return False
        return any(
            one.start < term.start and (not kind or kind in one.kinds)
            for one in self._by_clause.get(term.clause, ())
        )

    def change_after(self, term: Term, kind: str) -> bool:
        """Whether a word of change stands behind the term in its clause."""
        if not self.changes:
            return False
        return any(
            one.start >= term.end and kind in one.kinds
            for one in self._by_clause.get(term.clause, ())
        )

    def becomes(self, term: Term) -> bool:
        """Whether the term becomes what follows: Gwen becomes our childminder."""
        return any(
            one.phrase in _BECOMES and 0 <= one.start - term.end <= 2 for one in self.changes
        )

    def standing(self, clause: int) -> int:
        """Whether what a clause tells holds from now on (1), is over (-1), or neither (0)."""
        here = self._by_clause.get(clause, ()) if self.changes else ()
        if any("ends" in one.kinds for one in here):
            return -1
        now = any(one.kinds & _GOES_ON for one in here)
        if not now and not any(t.since and t.clause == clause for t in self.terms):
            return 0
        return int(any(t.clause == clause and t.kind not in NAMES for t in self.shared))

    def over(self, term: Term) -> bool:
        """Whether the term itself has come to an end: Kasia left, we dropped CircleCI."""
        for one in self._by_clause.get(term.clause, ()) if self.changes else ():
            if "ends" in one.kinds:
                after = [t for t in self.shared if t.clause == term.clause and t.start >= one.end]
                if not after or term in after:
                    return True
        return False

    def takes(self, term: Term) -> bool:
        """Whether the term takes something over: 小赵接手."""
        return any(
            topic == "responsible" and at >= term.end and not self.said.breaks(term.end, at)
            for topic, at in self.said.topics
        )

    def topic_before(self, term: Term) -> str:
        """What the verb before the term, in its clause, says that it is about."""
        begin = self.said.clauses[term.clause]
        found = [topic for topic, at in self.said.topics if begin <= at < term.start]
        return found[-1] if found else ""

    def led(self, term: Term) -> Signal | None:
        """The word of change right before the term."""
        for one in self.changes:
            between = term.start - one.end
            if 0 <= between <= _AHEAD and not self.said.breaks(one.end, term.start):
                return one
        return None


class Comparison:
    """A line of memory and a note beside each other."""

    def __init__(self, memory: Sense, note: Sense, rarity: Rarity) -> None:
        """`rarity` tells how much a word of this memory says."""
        self._rarity = rarity
        self.memory = _side(memory, note)
        self.note = _side(note, memory)

    def weight(self, terms: Iterable[Term]) -> float:
        """How much these terms say together."""
        rare = self._rarity.weights
        return sum([term.weight * rare.get(term.key, 1.0) for term in terms])

    def rest(self, terms: Iterable[Term]) -> float:
        """The same without words that tell little."""
        return self.weight(term for term in terms if term.weight >= LITTLE)


def fit_units(one: Term, other: Term) -> bool:
    """Whether two values may count the same thing, or lie in the same year."""
    return not one.unit or not other.unit or one.unit == other.unit


def _side(said: Sense, other: Sense) -> Side:
    shared: list[Term] = []
    left: list[Term] = []
    plain = {term.key for term in other.terms if term.kind == "word"}
    own = tuple(
        term._replace(kind="word") if term.kind == "start" and term.key in plain else term
        for term in said.terms
        if term.kind not in ("verb", "topic")
    )
    for term in own:
        if term.kind == "han":
            known, unknown = _split(term, other)
            shared += known
            left += unknown
        elif _stands_in(term, other):
            shared.append(term)
        else:
            left.append(term)
    placed = _placed(other)
    changes = tuple(
        one for one in said.changes if one.kinds != {"another"} or _is_of(one, own, shared, placed)
    )
    return Side(said, own, tuple(shared), tuple(left), changes)


def _placed(said: Sense) -> set[str]:
    """What a sentence only names as a place: the bag of `in the blue bag`."""
    found: set[str] = set()
    last: Term | None = None
    for term in said.terms:
        inside = last is not None and last.key in found and not term.link
        goes_on = inside and last is not None and term.start - last.end <= 1
        if goes_on or (term.link and vocabulary.same_link(term.link, "in")):
            found.add(term.key)
        last = term
    return found


def _is_of(another: Signal, terms: tuple[Term, ...], shared: list[Term], placed: set[str]) -> bool:
    """Whether `new` is said of something that the other sentence is about, or stands alone."""
    following = next((term for term in terms if term.start >= another.end), None)
    if following is None or following.kind in VALUES or following.weight < LITTLE:
        return True
    return following in shared and following.key not in placed


def _stands_in(term: Term, other: Sense) -> bool:
    if term.kind in VALUES:
        return any(one.key == term.key and fit_units(one, term) for one in other.terms)
    if term.kind == "person":
        return term.key in other.keys or any(
            one.kind in ("person", "han")
            and len(one.key) > 1
            and (term.key in one.key or one.key in term.key)
            for one in other.terms
        )
    if term.kind == "title":
        return term.key in other.level
    return term.key in other.keys


def _split(term: Term, other: Sense) -> tuple[list[Term], list[Term]]:
    """The parts of a Chinese run that the other sentence has, and those that it has not."""
    run = term.key
    if len(run) == 1:
        return ([term], []) if run in other.signs else ([], [term])
    covered = [False] * len(run)
    for at in range(len(run) - 1):
        if run[at : at + 2] in other.pairs:
            covered[at] = covered[at + 1] = True
    if all(covered):
        return [term], []
    if not any(covered):
        return [], [term]
    shared: list[Term] = []
    left: list[Term] = []
    at = 0
    while at < len(run):
        end = at
        while end < len(run) and covered[end] == covered[at]:
            end += 1
        little = (
            end == len(run) and end - at == 1 and run[at] in vocabulary.words("chinese_suffixes")
        )
        part = term._replace(
            key=run[at:end],
            start=term.start + at,
            end=term.start + end,
            weight=0.0 if little else term.weight if end - at > 1 else LITTLE,
            link=term.link if at == 0 else "",
            stuck=True,
        )
        (shared if covered[at] else left).append(part)
        at = end
    return shared, left
