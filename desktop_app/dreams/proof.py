"""Proof of a line in a mind's own words: whether what it cites says each of its clauses.

Knows texts and their days, no notebook and no engine.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from desktop_app.dreams.proposal import ChangeKind, Doubt, Support
from desktop_app.language.claims import negation, telling
from desktop_app.language.claims.markers import markers
from desktop_app.language.claims.sources import Unsaid
from desktop_app.language.claims.terms import Passage, Term, passage, passages, terms
from desktop_app.language.conditions import conditional
from desktop_app.language.doubts import DoubtKind
from desktop_app.language.reading import Reading, read
from desktop_app.notebook.source import Source
from desktop_app.words import as_sentence

Span = tuple[int, int]

_KEPT = ("possible", "planned", "owed", "mostly", "about")  # may neither come nor go
_COMES = ("always", "only", "least", "most", "before", "after", "except")  # may not come
_GOES = ("except",)  # may not go
_FALSE = {DoubtKind.NEGATION, DoubtKind.SPEAKER, DoubtKind.TOPIC}
_ENOUGH = 0.6  # of the plain words beside a value that has to stand beside it in its source, too


@dataclass(frozen=True)
class Cited:
    """A statement that a claim may rest on; `context` (heading path, label, bold lead, parent)
    counts as its text. `day` is None for memory.
    """

    text: str
    context: tuple[str, ...] = ()
    day: date | None = None
    to_do: bool = False
    source: Source | None = None


@dataclass(frozen=True)
class Rewrite:
    """What a mind would make of memory.

    `headings` is the path that `new` will stand below; `old` are the statements of memory that it
    replaces, moves or ends, `cited` all that it rests on, the old ones among them.
    """

    kind: ChangeKind
    new: str | None
    headings: tuple[str, ...]
    old: tuple[Cited, ...] = ()
    cited: tuple[Cited, ...] = ()


@dataclass(frozen=True)
class Proof:
    """What was found: `kind` is shortened or retired where something would be lost without a
    successor; `doubts` are the words that nothing cited backs, with their spans in `new`.
    """

    kind: ChangeKind
    verdict: Support
    doubts: tuple[Doubt, ...] = ()


def prove(rewrite: Rewrite, today: date) -> Proof:
    """Whether what `rewrite` cites says each of its clauses."""
    if rewrite.new is None:
        return Proof(ChangeKind.RETIRED, Support.SUPPORTED)
    claim = _Claim(rewrite.new, today, tuple(dict.fromkeys((*rewrite.cited, *rewrite.old))))
    unsaid = [one for span in _units(claim) for one in claim.unsaid(span)]
    if rewrite.kind == ChangeKind.GENERALISED:
        unsaid += claim.seen_once()
    unsaid += _headings_lost(rewrite, today)
    kind = ChangeKind.SHORTENED if _is_shorter(rewrite, today) else rewrite.kind
    return Proof(kind, _verdict(unsaid), claim.doubts(unsaid))


def prove_sentence(text: str, cited: Sequence[Cited], today: date) -> Proof:
    """Whether statements say each clause of a sentence of a diary; only whole support counts."""
    return prove(Rewrite(ChangeKind.ADDED, text, (), (), tuple(cited)), today)


def _verdict(unsaid: Sequence[Unsaid]) -> Support:
    if not unsaid:
        return Support.SUPPORTED
    return Support.UNSUPPORTED if _FALSE & {one.kind for one in unsaid} else Support.PARTLY


# -- sources --------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _Ground:
    """A cited statement, read: its clauses, and what it stands under."""

    number: int
    cited: Cited
    clauses: tuple[Passage, ...]
    above: Passage

    def says(self, term: Term, claim: Reading) -> bool:
        return any(one.says(term, claim) for one in (self.above, *self.clauses))


def _ground(number: int, cited: Cited) -> _Ground:
    above = passage("\n".join(cited.context), cited.day)
    return _Ground(number, cited, passages(cited.text, cited.day), above)


# -- the clauses of a claim -----------------------------------------------------------------


class _Claim:
    """A text that a mind wrote, and what it cites."""

    def __init__(self, text: str, today: date, cited: tuple[Cited, ...]) -> None:
        self.reading = read(text)
        self.today = today
        self.terms = terms(text, today)
        self.grounds = [_ground(number, one) for number, one in enumerate(cited)]

    def within(self, span: Span) -> list[Term]:
        return [one for one in self.terms if span[0] <= one.start < span[1]]

    def unsaid(self, span: Span) -> Iterator[Unsaid]:
        """What a clause claims and no cited statement says of the same thing."""
        own = self.within(span)
        if not own:
            return
        ranked = [
            (self._share(own, ground, clause), ground, clause)
            for ground in self.grounds
            for clause in ground.clauses
        ]
        if not ranked:
            yield Unsaid(DoubtKind.TOPIC, (), (0, 0))
            return
        _, ground, clause = max(
            ranked, key=lambda one: (one[0], one[1].cited.day or date.min, -one[1].number)
        )
        used = {(ground.number, clause.start): clause}
        for term in own:
            if clause.says(term, self.reading) or ground.above.says(term, self.reading):
                continue
            found, where = self._elsewhere(term, own, ground)
            if found is None:
                kind = term.doubt if where is None else DoubtKind.ORDER
                yield self._unsaid(kind, term.start, term.end, ground.number)
            elif where is not None:
                used[(found.number, where.start)] = where
        yield from self._weighed(span, own, ground, list(used.values()))

    def _share(self, own: list[Term], ground: _Ground, clause: Passage) -> float:
        share = 0.0
        for term in own:
            if clause.says(term, self.reading):
                share += term.weight * (2 if term.hard else 1)
            elif ground.says(term, self.reading):
                share += term.weight
        return share

    def _elsewhere(
        self, term: Term, own: list[Term], main: _Ground
    ) -> tuple[_Ground | None, Passage | None]:
        """Where else a term stands of the same thing; a passage alone where it is of another."""
        other = None
        for ground in [main, *(one for one in self.grounds if one is not main)]:
            places = [p for p in (*ground.clauses, ground.above) if p.says(term, self.reading)]
            if not places:
                continue
            if ground is main or self._is_linked(term, own, main, ground):
                return ground, places[0]
            other = other or places[0]
        return None, other

    def _is_linked(self, term: Term, own: list[Term], main: _Ground, other: _Ground) -> bool:
        """Whether two statements speak of the same thing, as far as a clause needs both."""
        rest = [one for one in own if one is not term]
        shared = [
            one for one in rest if main.says(one, self.reading) and other.says(one, self.reading)
        ]
        if not term.is_value:
            return bool(shared) or not rest
        plain = [one for one in rest if not one.is_value]
        said = sum(one.weight for one in plain if other.says(one, self.reading))
        return said >= _ENOUGH * sum(one.weight for one in plain)

    # -- denials, hedges, limits --

    def _weighed(
        self, span: Span, own: list[Term], ground: _Ground, used: list[Passage]
    ) -> Iterator[Unsaid]:
        yield from self._denied(span, used)
        mine = [one for one in markers(self.reading.level) if span[0] <= one.start < span[1]]
        theirs = {one.kind for place in used for one in markers(place.sources.level)}
        theirs |= {one.kind for one in markers(ground.above.sources.level)}
        for marker in mine:
            if marker.kind in (*_KEPT, *_COMES) and marker.kind not in theirs:
                yield self._unsaid(DoubtKind.MODALITY, marker.start, marker.end, ground.number)
        kinds = {one.kind for one in mine}
        main = {one.kind for one in markers(used[0].sources.level)}
        if ground.cited.to_do:
            main.add("planned")
        lost = [kind for kind in (*_KEPT, *_GOES) if kind in main - kinds]
        open_kinds = {"possible", "planned", "owed", "coming"}
        if lost and not (set(lost) <= open_kinds and kinds & open_kinds):
            yield self._unsaid(DoubtKind.MODALITY, *self._head(own), ground.number)

    def _head(self, own: list[Term]) -> Span:
        """The first plain word of a clause, else its first term."""
        head = next((one for one in own if not one.hard), own[0])
        return head.start, head.end

    def _denied(self, span: Span, used: list[Passage]) -> Iterator[Unsaid]:
        own = [
            clause
            for clause, (start, _) in zip(
                negation.clauses(self.reading), self.reading.clauses, strict=True
            )
            if span[0] <= start < span[1]
        ]
        theirs = [one for place in used for one in negation.clauses(place.reading)]
        mine = [cue for clause in own for cue in clause.cues if not (cue.weak or cue.implied)]
        others = [cue for clause in theirs for cue in clause.cues if not cue.weak]
        if mine and not others:
            yield self._unsaid(DoubtKind.NEGATION, mine[0].start, mine[0].end, None)
        plain = [cue for cue in others if not cue.implied]
        any_of_mine = [cue for clause in own for cue in clause.cues]
        if plain and not any_of_mine:
            terms_here = self.within(span)
            yield self._unsaid(DoubtKind.NEGATION, *self._head(terms_here), None)

    def seen_once(self) -> list[Unsaid]:
        """Whether a rule rests on fewer than two days."""
        days = {one.cited.day for one in self.grounds if one.cited.day}
        return [] if len(days) > 1 else [Unsaid(DoubtKind.TOPIC, (), (0, 0))]

    # -- telling --

    def _unsaid(self, kind: DoubtKind, start: int, end: int, source: int | None) -> Unsaid:
        return Unsaid(kind, (self.reading.text[start:end],), (start, end), "", source)

    def doubts(self, unsaid: Sequence[Unsaid]) -> tuple[Doubt, ...]:
        """The findings as sentences, those beside each other as one."""
        return tuple(self._doubt(one) for one in _joined(unsaid, self.reading.text))

    def _doubt(self, one: Unsaid) -> Doubt:
        if not self.grounds:
            return Doubt(one.kind, one.words, one.span, as_sentence(telling.NOTHING), None)
        ground = self.grounds[one.source or 0]
        line = passage(ground.cited.text, ground.cited.day).sources.texts[0]
        message = as_sentence(telling.message(one, self.reading, line))
        return Doubt(one.kind, one.words, one.span, message, ground.cited.source)


def _joined(unsaid: Sequence[Unsaid], text: str) -> list[Unsaid]:
    joined: list[Unsaid] = []
    for one in sorted(unsaid, key=lambda one: one.span):
        last = joined[-1] if joined else None
        if last and last.span == one.span:
            continue
        if last and last.kind == one.kind and last.span[1] == one.span[0]:
            span = last.span[0], one.span[1]
            joined[-1] = Unsaid(one.kind, (text[slice(*span)],), span, "", last.source)
        else:
            joined.append(one)
    return joined


def _units(claim: _Claim) -> list[Span]:
    """The clauses of a claim; what says too little by itself goes with the one before."""
    units: list[Span] = []
    for sentence in claim.reading.sentences:
        inside = [span for span in claim.reading.clauses if sentence[0] <= span[0] < sentence[1]]
        begun: list[Span] = []
        for span in inside:
            if begun and not (_is_whole(claim.within(span)) and _is_whole(claim.within(begun[-1]))):
                begun[-1] = begun[-1][0], span[1]
            else:
                begun.append(span)
        units += begun
    return units


def _is_whole(own: Sequence[Term]) -> bool:
    """Whether a clause says something of something."""
    return sum(min(one.weight, 1.0) for one in own) >= 2 and any(not one.is_value for one in own)


# -- what is lost ---------------------------------------------------------------------------


def _is_shorter(rewrite: Rewrite, today: date) -> bool:
    """Whether a hard fact or a condition of what is replaced is gone without a successor."""
    kept = _ground(0, Cited(rewrite.new or "", rewrite.headings, today))
    olds = [read(one.text) for one in rewrite.old]
    own = {
        one.kind
        for one in terms(rewrite.new or "", today)
        if one.hard
        and not any(_ground(0, old).says(one, read(rewrite.new or "")) for old in rewrite.old)
    }
    for old, reading in zip(rewrite.old, olds, strict=True):
        for term in terms(old.text, old.day or today):
            if term.hard and not kept.says(term, reading) and term.kind not in own:
                return True
        if conditional(old.text) and not conditional(rewrite.new or ""):
            return True
    return False


def _headings_lost(rewrite: Rewrite, today: date) -> list[Unsaid]:
    """What headings say that a statement would no longer stand below."""
    kept = _ground(0, Cited(rewrite.new or "", rewrite.headings, today))
    gone = dict.fromkeys(
        heading for old in rewrite.old for heading in old.context if heading not in rewrite.headings
    )
    return [
        Unsaid(term.doubt, (heading[term.start : term.end],), (0, 0))
        for heading in gone
        for term in terms(heading, today)
        if term.hard and not kept.says(term, read(heading))
    ]
