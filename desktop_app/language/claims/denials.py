"""Whether a clause denies what its statements deny, and nothing else. Knows texts."""

import re
from collections.abc import Collection, Iterator

from desktop_app.language.claims.clauses import Clause
from desktop_app.language.claims.comparison import ClaimComparison, FoundClaim
from desktop_app.language.claims.negation import WITHOUT, DenyingWord
from desktop_app.language.claims.sources import Unsaid
from desktop_app.language.claims.terms import Term
from desktop_app.language.cues import CueKind, places_of
from desktop_app.language.doubts import DoubtKind

_REACH, _BEHIND = 16, 8  # characters that are denied after and before a word; thrice in English
NOT = re.compile(
    r"(?<![a-z])(?:not|no longer|instead of|rather than)(?: on| at| in| with)? $"
    r"|(?:不是|而非|不再[是在]?) ?$"
)
_WAS = re.compile(  # 80, was 90; 80, up from 90
    r"(?:^|[(,;:] ?)(?:(?:it )?was|(?:up|down) from|原本|原来)"
    r"(?: on| at| in)? ?(?:[$€£¥]|[a-z]{3} )?$"
)
_FROM = re.compile(r"(?<![a-z])from(?: the)? $|[从由原] ?$")
_TO = re.compile(r"(?<![a-z])(?:to|into)(?![a-z])|^(?!起|开始|以后|之后).*(?:[到为成]|换|改)")
_BUT = re.compile(r",? but (?:[a-z]+ )?[$€£¥]? ?\d|[,，]?而是")
_ARROW = re.compile(r"->|=>|→")
_FAILS = re.compile("不[着了到起动成完见下来去得住]")  # 睡不着 denies the word before it


def findings(comparison: ClaimComparison) -> Iterator[Unsaid]:
    """What a clause of a text denies and its statements do not, and the reverse."""
    mine = comparison.unit.cues
    own = {cue.text for cue in mine if cue.implied}
    every = [cue for one in comparison.found.values() for cue in one.clause.cues]
    for cue in mine:
        head = next(iter(denied_by(cue, comparison.unit)), None)
        found = comparison.found.get(head) if head else None
        said = bool(every)
        if head and found and found.places:
            said = any(_denials(found, own, most=True))
            said = said or all(is_gone(place, found.clause) for place in found.places)
        if not (cue.implied or said):
            yield comparison.unsaid(DoubtKind.NEGATION, comparison.span)
            return
    denied = {term for cue in mine for term in denied_by(cue, comparison.unit)}
    for term, found in comparison.found.items():
        theirs = _denials(found, own)
        if not term.is_value and term not in denied and theirs and all(theirs):
            no = next((one for one in found.clause.cues if one.text not in own), None)
            instead = found.clause.reading.text[no.start : no.end] if no else ""
            yield comparison.unsaid(DoubtKind.NEGATION, comparison.span, instead)
            return


def _denials(found: FoundClaim, but: Collection[str] = (), *, most: bool = False) -> list[bool]:
    """Whether a statement denies a term where it says it, place by place, `but` for some words."""
    denied = {
        term
        for cue in found.clause.cues
        if cue.text not in but
        for term in denied_by(cue, found.clause, most=most)
    }
    return [found.clause.terms[n] in denied for n in found.places]


def denied_by(cue: DenyingWord, clause: Clause, *, most: bool = True) -> list[Term]:
    """The terms that a word denies, the first one most: those after it, else those before. Of a
    word that only implies it, `most` are both.
    """
    reach, behind = (3 * _REACH, 3 * _BEHIND) if cue.text.isascii() else (_REACH, _BEHIND)
    spans = clause.reading.clauses
    first, last = next((span for span in spans if cue.start < span[1]), spans[-1])
    own = [one for one in clause.terms if first <= one.start < last]
    after = [one for one in own if 0 <= one.start - cue.end <= reach]
    before = [one for one in own if 0 <= cue.start - one.end <= behind]
    level = clause.reading.level
    if _FAILS.match(level, cue.start) or WITHOUT.match(level, cue.start):
        return before[-1:]
    if after and NOT.search(level, 0, after[0].start) and _BUT.match(level, after[0].end):
        return after[:1]  # no longer 400 but 450
    both = (cue.implied and most) or all(one.is_value for one in after)
    return [*after, *reversed(before)] if both and not cue.weak else after


def is_gone(place: int, clause: Clause) -> bool:
    """Whether a value of a clause is what was before: from Monday to Friday, 8443 -> 8500."""
    term, level = clause.terms[place], clause.reading.level
    before = level[clause.start : term.start]
    if NOT.search(before) or _WAS.search(level, 0, term.start):
        return True
    after = next((one for one in clause.terms[place + 1 :] if one.sort == term.sort), None)
    changes = any(True for _ in places_of(CueKind.CHANGE, clause.level))
    if after is None:
        return term.sort == "spelled" and changes and bool(_FROM.search(before))
    between = level[term.end : after.start]
    inside = term.is_value and any(True for _ in places_of(CueKind.CHANGE, between))
    moved = (changes and bool(_FROM.search(before))) or inside
    return (moved and bool(_TO.search(between))) or bool(_ARROW.search(between))
