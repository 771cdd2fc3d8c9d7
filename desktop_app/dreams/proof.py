"""Proof of a line in a mind's own words: whether what it cites says each of its clauses.

Knows texts and their days, no notebook and no engine.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from desktop_app.dreams.doubts import FALSE, doubts_of, word_at
from desktop_app.dreams.proposal import ChangeKind, Doubt, Support
from desktop_app.language.claims import doubt_words
from desktop_app.language.claims.clauses import Clause, clauses
from desktop_app.language.claims.comparison import Ground
from desktop_app.language.claims.entities import is_common
from desktop_app.language.claims.facts import letters
from desktop_app.language.claims.grounded import GroundedText
from desktop_app.language.claims.markers import MarkerKind, markers
from desktop_app.language.claims.sources import SourceText, Unsaid, source_of
from desktop_app.language.claims.subjects import PRONOUN, are_apart
from desktop_app.language.claims.terms import Span, Term, TermKind, denials, terms
from desktop_app.language.cues import CueKind, places_of
from desktop_app.language.doubts import DoubtKind
from desktop_app.language.reading import read
from desktop_app.language.spans import flat
from desktop_app.language.tokens import tokens
from desktop_app.notebook.source import Source
from desktop_app.words import as_sentence

_GIVEN = (
    MarkerKind.CONDITION,
    MarkerKind.WHEN,
    MarkerKind.EXCEPT,
    MarkerKind.REASON,
)  # go with a successor only
_TO_DO = (CueKind.TODO, CueKind.OPEN)
_KINDS_OF_STATUS = (*_TO_DO, CueKind.DONE, CueKind.END)  # one word of them is as good as another
_STATUS = {*_KINDS_OF_STATUS, CueKind.PASSING, CueKind.NOT}
_STATUS_MARKERS = (MarkerKind.POSSIBLE, MarkerKind.PLANNED, MarkerKind.OWED, MarkerKind.PAST)
_LISTED = re.compile(r"(?<![a-z])and(?![a-z])|[,&、，和与與及]")  # Boat and shed
_UNFILED = re.compile(
    r"un(?:sorted|filed|categori[sz]ed)|to (?:sort|file)|[未待][分归整](?:类|档|理)"
)  # a whole heading
_LITTLE = 2.0  # plain words: a statement of fewer needs its heading
_RULE_DAYS = 2  # that show a rule
_HALF, _MOST = 0.5, 0.75  # of a text, by weight: what a day says that shows it, or tells it


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

    @property
    def above(self) -> tuple[str, ...]:
        """The context without bold words that its own text begins with."""
        leads = (rf"(\[.\] )?\*\*{re.escape(one)}" for one in self.context[-1:])
        own = any(re.match(lead, self.text) for lead in leads)
        return self.context[:-1] if own else self.context


@dataclass(frozen=True)
class Rewrite:
    """What a mind would make of memory.

    `headings` is the path that `new` will stand below; `old` are the statements of memory that it
    replaces, moves or ends, `cited` all that it rests on, the old ones among them. Of a retitled
    heading `old` is its old title, and `cited` what stands below it. What is told `in_part` is no
    memory.
    """

    kind: ChangeKind
    new: str | None
    headings: tuple[str, ...]
    old: tuple[Cited, ...] = ()
    cited: tuple[Cited, ...] = ()
    in_part: bool = False


@dataclass(frozen=True)
class Proof:
    """What was found: `kind` is shortened or retired where something would be lost without a
    successor, added where one day alone says a rule; `doubts` are the words that nothing cited
    backs, with their spans in `new`.
    """

    kind: ChangeKind
    verdict: Support
    doubts: tuple[Doubt, ...] = ()


@dataclass(frozen=True)
class SecondReading:
    """What a mind said that was shown a line beside what it rests on, and nothing else: whether
    that says it, None where it does and the line is not worth keeping; and the words that it does
    not say, "" where the mind named none.
    """

    says: bool | None
    words: str = ""


_VALUES = {DoubtKind.NUMBER, DoubtKind.NAME, DoubtKind.LITERAL, DoubtKind.TOPIC}


def is_open(proof: Proof, rewrite: Rewrite) -> bool:
    """Whether a second reading may settle it: nothing in doubt rests on a to-do, and no value, name
    or date is in doubt that nothing cited has.
    """
    undone = bool(proof.doubts) and any(one.to_do for one in rewrite.cited)
    if rewrite.new is None or undone or proof.kind == ChangeKind.RETIRED:
        return False
    known = set(
        tokens(" ".join(one for each in rewrite.cited for one in (each.text, *each.context)))
    )
    days = [one.day for one in rewrite.cited if one.day]
    dated = known.union(*(tokens(f"{day} {day.year + 1}") for day in days))
    said = dict.fromkeys(_VALUES, known) | {DoubtKind.DATE: dated}
    return all(
        one.words and said[one.kind].issuperset(tokens(" ".join(one.words)))
        for one in proof.doubts
        if one.kind in said
    )


def read_again(proof: Proof, rewrite: Rewrite, reading: SecondReading) -> Proof:
    """The proof with a second reading: its yes settles what is open, its no is one more doubt."""
    if reading.says:
        settled = replace(proof, verdict=Support.SUPPORTED, doubts=())
        return settled if is_open(proof, rewrite) else proof
    new = rewrite.new or ""
    start = new.find(reading.words) if reading.words else -1
    span = (start, start + len(reading.words)) if start >= 0 else (0, 0)
    words = (reading.words,) if start >= 0 else ()
    told = as_sentence(doubt_words.not_found(words))
    doubt = Doubt(DoubtKind.READ_AGAIN, words, span, told, None)
    worse = Support.PARTLY if proof.verdict == Support.SUPPORTED else proof.verdict
    return replace(proof, verdict=worse, doubts=(*proof.doubts, doubt))


def prove(rewrite: Rewrite, today: date) -> Proof:
    """Whether what `rewrite` cites says each of its clauses."""
    if rewrite.new is None:
        return Proof(ChangeKind.RETIRED, Support.SUPPORTED)
    if rewrite.kind == ChangeKind.RETITLED:
        return _retitled(rewrite, rewrite.new, today)
    cited = tuple(dict.fromkeys((*rewrite.cited, *rewrite.old)))
    grounds = [_ground(one, one in rewrite.old, today) for one in cited]
    grounded = GroundedText(rewrite.new, rewrite.headings, today, grounds)
    unsaid = list(grounded.unsaid(in_part=rewrite.in_part))
    if unsaid and rewrite.kind == ChangeKind.GENERALISED:  # what no statement says as it is
        grounded = GroundedText(rewrite.new, rewrite.headings, today, grounds, rule=True)
        unsaid = list(grounded.unsaid(in_part=rewrite.in_part))
        if not unsaid and grounded.days(_HALF) < _RULE_DAYS:
            unsaid = [_seen_once(rewrite.new)]
    unsaid += _headings_lost(rewrite, today)
    every, reading = terms(rewrite.new, today), read(rewrite.new)
    says = (ground.says(one, reading) for one in every for ground in grounds)
    if not any(says) and letters(rewrite.new) not in grounded.copies:
        unsaid.append(Unsaid(DoubtKind.TOPIC, (), (0, 0)))
    kind = ChangeKind.SHORTENED if _is_shorter(rewrite, today) else rewrite.kind
    if kind == ChangeKind.GENERALISED and not (unsaid or rewrite.old or grounded.is_rule):
        kind = ChangeKind.ADDED if grounded.days(_MOST) == 1 else kind
    return Proof(kind, _verdict(unsaid), doubts_of(unsaid, rewrite.new, _lines(cited)))


def _retitled(rewrite: Rewrite, title: str, today: date) -> Proof:
    """Whether the words of a title stand in the old one or below it, and none that matters goes."""
    grounds = [_ground(one, False, today) for one in (*rewrite.old, *rewrite.cited)]
    unsaid = [
        Unsaid(one.doubt, (title[one.start : one.end],), (one.start, one.end))
        for one in terms(title, today)
        if not _titles(one, title, grounds)
    ]
    kept = _ground(Cited(title, rewrite.headings), False, today)
    below = [_ground(Cited(one.text, (), one.day), False, today) for one in rewrite.cited]
    unsaid += [one for old in rewrite.old for one in _gone(old.text, kept, today, below=below)]
    doubts = doubts_of(unsaid, title, _lines((*rewrite.cited, *rewrite.old)))
    return Proof(rewrite.kind, _verdict(unsaid), doubts)


def _titles(term: Term, title: str, grounds: Sequence[Ground]) -> bool:
    """Whether a word of a title stands in the old one, or in all that it would stand above; of
    things that a title counts up, in one.
    """
    old, *below = (one.says(term, read(title)) for one in grounds)
    if term.kind == TermKind.NAME and not old and _is_of_another(term, title, grounds):
        return False
    level = flat(title)
    cuts = [0, *(at for one in _LISTED.finditer(level) for at in one.span()), len(level)]
    start = max(cut for cut in cuts if cut <= term.start)
    end = min(cut for cut in cuts if cut >= term.end)
    alone = " " not in level[start:end].strip()
    last, first = level[term.end : end].strip(), level[start : term.start].strip()
    listed = len(cuts) > 2 and (alone or not (last if end < len(level) else first))
    return old or (any(below) if listed else bool(below) and all(below))


def _is_of_another(term: Term, title: str, grounds: Sequence[Ground]) -> bool:
    """Whether what stands below names it in one sentence, and what the title is about elsewhere."""
    about = [one for one in terms(title, None) if grounds[0].says(one, read(title))]
    sentences = [ground.sentence(one) for ground in grounds[1:] for one in ground.clauses]

    def says(sentence: Sequence[Clause], *every: Term) -> bool:
        return any(one.says(each, read(title)) for one in sentence for each in every)

    named = [one for one in sentences if says(one, term)]
    return any(says(one, *about) for one in sentences) and not any(
        says(one, *about) for one in named
    )


def _seen_once(text: str) -> Unsaid:
    """A rule that too few days show."""
    often = (one for one in markers(flat(text)) if one.kind == MarkerKind.MOSTLY)
    span = next(((one.start, one.end) for one in often), (0, 0))
    return Unsaid(DoubtKind.ONCE, (text[slice(*span)],) if span[1] else (), span)


def prove_sentence(text: str, cited: Sequence[Cited], today: date) -> Proof:
    """Whether statements say each clause of a sentence, which may tell a part of what they say."""
    return prove(Rewrite(ChangeKind.ADDED, text, (), (), tuple(cited), in_part=True), today)


def _ground(cited: Cited, old: bool, today: date) -> Ground:
    above = clauses("\n".join(cited.context), cited.day or today, title=True)
    read_clauses = clauses(cited.text, cited.day or today)
    return Ground(read_clauses, above, cited.context, cited.day, old, cited.to_do)


def _lines(cited: Sequence[Cited]) -> list[tuple[SourceText, Source | None]]:
    return [(source_of(one.text, one.day), one.source) for one in cited]


def _verdict(unsaid: Sequence[Unsaid]) -> Support:
    if not unsaid:
        return Support.SUPPORTED
    return Support.UNSUPPORTED if FALSE & {one.kind for one in unsaid} else Support.PARTLY


# -- what is lost ---------------------------------------------------------------------------


def _is_shorter(rewrite: Rewrite, today: date) -> bool:
    """Whether a hard fact or a condition of what is replaced is gone without a successor, or the
    new text is about something else.
    """
    new = rewrite.new or ""
    kept = _ground(Cited(new, rewrite.headings, today), False, today)
    olds = [_ground(one, True, today) for one in rewrite.old]
    came = [
        one
        for one in terms(new, today)
        if one.hard and not any(old.says(one, read(new)) for old in olds)
    ]
    for old, ground in zip(rewrite.old, olds, strict=True):
        reading = read(old.text)
        lost = [
            one
            for one in terms(old.text, old.day or today)
            if one.hard and not kept.says(one, reading)
        ]
        if Counter(one.kind for one in lost) - Counter(one.kind for one in came):
            return True
        if _is_cut(ground, kept):
            return True
        given = [(one.start, one.end) for one in markers(reading.level) if one.kind in _GIVEN]
        denied = [(one.start, one.end) for one in denials(reading)]
        if any(_is_dropped(span, old, kept, today) for span in (*given, *denied)):
            return True
        leads = old.context[len(old.above) :]
        if any(_gone(one, kept, today, below=[ground]) for one in leads):
            return True
    return False


def _is_cut(old: Ground, new: Ground) -> bool:
    """Whether more clauses of what is replaced go without a word than new ones come, or all do."""
    gone = [
        clause
        for clause in old.clauses
        if sum(one.weight for one in clause.terms if not one.is_value) >= _LITTLE
        if not _is_said(clause, new)
    ]
    come = [one for one in new.clauses if not _is_said(one, old, least=_LITTLE)]
    some = any(_is_said(one, new) for one in old.clauses)
    return not some or len(gone) > len(come)


def _is_said(clause: Clause, other: Ground, least: float = 0.0) -> bool:
    plain = [one for one in clause.terms if not one.is_value]
    unsaid = [one for one in plain if not other.says(one, clause.reading)]
    if least:
        return sum(one.weight for one in unsaid) < least
    return not plain or len(unsaid) < len(plain)


def _is_dropped(span: Span, old: Cited, kept: Ground, today: date) -> bool:
    """Whether what is denied or a condition, reason or exception is not in the new text."""
    every = terms(old.text, old.day or today)
    about = [one for one in every if one.start >= span[1]][:2]
    about = about or [one for one in every if one.end <= span[0]][-2:]
    return not all(kept.says(one, read(old.text)) for one in about)


def _headings_lost(rewrite: Rewrite, today: date) -> list[Unsaid]:
    """What headings say that a statement would no longer stand below."""
    new = rewrite.new or ""
    to_do = all(one.to_do for one in rewrite.old)
    kept = _ground(Cited(new, rewrite.headings, today, to_do), False, today)
    headings = (heading for old in rewrite.old for heading in old.above)
    gone = [one for one in dict.fromkeys(headings) if one not in rewrite.headings]
    size = len(rewrite.headings)
    up = any(old.context[:size] == rewrite.headings != old.context for old in rewrite.old)
    moved = rewrite.kind == ChangeKind.MOVED
    told = moved and all(_names(one, rewrite.headings[-1:], today) for one in rewrite.old)
    bare = _says_little(new, today) or (moved and (up or PRONOUN.match(flat(new)) is not None))
    if moved and not told and any(are_apart(rewrite.headings, one.context) for one in rewrite.old):
        return [Unsaid(DoubtKind.HEADING, (gone[-1],), (0, 0))]
    bare = bare and not told
    return [one for heading in gone for one in _gone(heading, kept, today, bare=bare)]


def _names(statement: Cited, titles: Sequence[str], today: date) -> bool:
    """Whether a statement says a word of a title itself."""
    text = _ground(Cited(statement.text), False, today)
    return any(text.says(one, read(title)) for title in titles for one in terms(title, today))


def _says_little(text: str, today: date) -> bool:
    """Whether a text does not say what it is about."""
    every = [one for one in terms(text, today) if not one.inner]
    plain = [
        one
        for n, one in enumerate(every)
        if not (one.is_value or (n and every[n - 1].unit and one.kind == TermKind.SIGN))
    ]
    return sum(one.weight for one in plain) < _LITTLE


def _gone(
    heading: str, kept: Ground, today: date, *, bare: bool = False, below: Sequence[Ground] = ()
) -> list[Unsaid]:
    """The names, dates and words of status of a heading that the new text and headings lack, and
    all its words where the text is `bare` of its subject. What all that stands `below` a title says
    itself stays, and so does a status in other words of a heading, or as a box.
    """
    level, reading = flat(heading), read(heading)
    above = flat("\n".join(kept.path))
    text = "\n".join((*(one.level for one in kept.clauses), above))
    status = [(kind, span) for kind in _STATUS for span in places_of(kind, level)]
    boxed = _TO_DO if kept.to_do else ()

    def within(at: int) -> bool:
        return any(start <= at < end for _, (start, end) in status)

    lost = [
        span
        for kind, span in status
        if kind not in boxed and level[slice(*span)] not in text
        if kind not in _KINDS_OF_STATUS or not any(places_of(kind, above))
    ]
    hedges = [(one.start, one.end) for one in markers(level) if one.kind in _STATUS_MARKERS]
    others = [*hedges, *((one.start, one.end) for one in denials(reading))]
    lost += [one for one in others if not within(one[0]) and level[slice(*one)] not in text]
    if _UNFILED.fullmatch(level.strip()):
        lost = []
    spans = [
        (one.start, one.end)
        for one in terms(heading, today)
        if (bare or (one.hard and not _is_titled(one, heading)))
        if not within(one.start)
        and not kept.says(one, reading)
        and not (below and all(each.says(one, reading) for each in below))
    ]
    words = [word_at(span, heading) for span in (*spans, *lost)]
    gone = dict.fromkeys(heading[slice(*span)] for span in words)
    return [Unsaid(DoubtKind.HEADING, tuple(gone), (0, 0))] if gone else []


def _is_titled(term: Term, heading: str) -> bool:
    """Whether a word of a heading has its capital as all of its words have: Key Decisions, Kiln
    Setup. The last one says what kind of thing it is."""
    words = read(heading).words
    content = [one for one in words if one.content]
    level = flat(heading)
    last = [*words[-2:]] == content[-2:] and level[term.start :].rstrip() in {
        one.level for one in words[-1:]
    }
    is_name = term.kind == TermKind.NAME and all(one.capital for one in content)
    return is_name and (last or is_common(level[term.start : term.end]))
