"""How a line of the notes stands to a line of memory. Knows two sentences, no files or order.

Everything here looks at one pair only, so that the answer does not hang on what else there is and
a second dream sees what the first one saw. The first rule that fires decides. In doubt the person
is asked: a wrong update or merge would cost more than a question.
"""

import itertools
import re
from dataclasses import dataclass

from desktop_app.dreams.builtin.relating.comparing import LITTLE, Comparison, Side
from desktop_app.dreams.builtin.relating.judging import Judgement, judged
from desktop_app.dreams.builtin.relating.rarity import NEUTRAL, Rarity
from desktop_app.dreams.builtin.relating.sense import Sense, compares, content_words, sense
from desktop_app.dreams.builtin.relating.splicing import loses, otherwise, spliced
from desktop_app.dreams.builtin.relating.swaps import Swap, place, swaps
from desktop_app.dreams.builtin.relating.terms import MOMENTS, NAMES, VALUES, Term
from desktop_app.dreams.builtin.relating.vocabulary import sorts as sorts_of_kinds
from desktop_app.dreams.builtin.relating.vocabulary import words
from desktop_app.language.changes import Shift, shifts
from desktop_app.language.slots import kinds

_CAPITAL = re.compile(r"\b[A-Z][\w'’-]*")
_ARROW = re.compile("-{1,2}>|=>|[→⇒➜➔]")
_NEAR = 0.34  # of the marks of the shorter one of two texts that may say the same
_SOME = 0.4  # of weight: what a repetition may have more, or a merged line may lack
_KINDS = {"month": "month", "time": "time", "weekday": "day", "date": "date", "often": "rhythm"}
_KINDS |= {"language": "language", "colour": "colour", "name": "name", "version": "version"}
_KINDS |= {"number": "number", "phone": "number", "range": "span"}


@dataclass(frozen=True)
class Relation:
    """How a note stands to a line of memory.

    `kind` is duplicate, merged, update, conflict, maybe or different; `reason` a short sentence.
    `new` is the line's text once the note is followed: the line with only the values exchanged that
    changed, or the note verbatim; None where nothing would change. `held` says why an update should
    wait for a yes, "" if it need not. `exact`: only values were exchanged. `close` tells how surely
    both are about one thing, for choosing among several lines.
    """

    kind: str
    reason: str = ""
    new: str | None = None
    held: str = ""
    exact: bool = False
    close: float = 0.0


_OTHERS = frozenset({"another letter", "another subject", "another one of a kind"})
_DIFFERENT = Relation("different")


def relate(memory: Sense, note: Sense, rarity: Rarity = NEUTRAL) -> Relation:
    """How `note` stands to `memory`; `rarity` tells how much a word of this memory says."""
    if memory.key == note.key:
        return Relation("duplicate", close=2.0)
    if memory.marks.isdisjoint(note.marks):
        return _DIFFERENT
    pair = _Pair(Comparison(memory, note, rarity))
    for rule in _RULES:
        relation = rule(pair)
        if relation:
            return relation
    return _DIFFERENT


def update_of(memory: Sense, note: Sense) -> Relation | None:
    """What the note makes of a line that it changes; None if `relate` would call it no update."""
    if memory.key == note.key or memory.marks.isdisjoint(note.marks):
        return None
    pair = _Pair(Comparison(memory, note, NEUTRAL))
    found = next(filter(None, (rule(pair) for rule in _CHANGES)), None)
    return found if found and found.kind == "update" else None


def near_enough(one: Sense, other: Sense) -> bool:
    """A cheap look: whether two texts could say the same, or contradict each other."""
    least = min(len(one.marks), len(other.marks))
    return one.key == other.key or len(one.marks & other.marks) >= _NEAR * least


def repeats(memory: Sense, note: Sense) -> bool:
    """Whether `note` says nothing that `memory` does not say, perhaps in other words."""
    return relate(memory, note).kind == "duplicate"


def contradicts(memory: Sense, note: Sense) -> bool:
    """Whether both speak of one thing and can't both hold, without a word of change."""
    return relate(memory, note).kind == "conflict"


class _Pair:
    """A line of memory and a note with what the rules ask of them."""

    def __init__(self, found: Comparison) -> None:
        self.found = found
        self.memory, self.note = found.memory, found.note
        self.swaps = swaps(found)
        self.judge = judged(found, self.swaps)
        self.explicit = any(swap.explicit for swap in self.swaps)
        ours, theirs = self.memory.said, self.note.said
        since = theirs.since and not ours.since
        self.changes = bool(self.note.changes) or since or self.explicit
        self.sure = not (ours.doubts or theirs.doubts)
        known = {term.clause for term in self.note.shared}
        self.ends = any(
            "ends" in one.kinds and theirs.clause(one.start) in known for one in self.note.changes
        )
        self.lost = found.weight(self.memory.left)
        self.come = found.weight(self.note.left)

    def relation(self, kind: str, reason: str, swapped: tuple[Swap, ...] = ()) -> Relation:
        """A relation with the text that follows from the swaps, or else the note's."""
        text = spliced(self.found, swapped)
        close = self.judge.ours + self.judge.theirs + self.explicit
        held = ""
        if kind == "update" and text is None and loses(self.found, swapped, self.ends):
            held = "it says less than the line it would replace"
        elif kind == "update" and text is not None and _more_values(self):
            held = "the notes give more than one new value"
        exact = text is not None
        new = text if text is not None else self.note.said.text
        if new == self.memory.said.text:
            return Relation("duplicate", close=close)
        return Relation(kind, reason, new, held, exact, close)


# -- rules, in their order --------------------------------------------------------------------


def _known_change(pair: _Pair) -> Relation | None:
    """The note tells of a change, and memory has the new thing already."""
    memory, note = pair.memory.said, pair.note.said
    if pair.explicit:
        return None
    for shift in shifts(note.text):
        if shift.new and place(memory.text, shift.new, once=False) and _shares(pair, shift):
            return Relation("duplicate", close=1.0)
    if pair.swaps or not pair.changes or pair.judge.clash in _OTHERS:
        return None
    if pair.judge.denied or pair.judge.ours < _SOME or not _together(pair):
        return None
    return Relation("duplicate", close=1.0) if _has_come(pair) else None


def _update(pair: _Pair) -> Relation | None:
    """A word of change, one thing, and something else in the place of what memory says."""
    judge = pair.judge
    if not (pair.swaps and pair.changes and pair.sure) or judge.clash or judge.denied:
        return None
    if not _is_about(judge, pair.swaps) or (_lasts(pair) and not pair.explicit):
        return None
    return pair.relation("update", _told(pair), pair.swaps)


def _end(pair: _Pair) -> Relation | None:
    """What memory says has come to its end, and nothing takes its place."""
    judge = pair.judge
    if pair.swaps or not pair.sure or judge.clash or not pair.ends:
        return None
    if judge.their_rest >= LITTLE or pair.memory.said.denied(frozenset({0})):
        return None
    if _goes_on(pair) or any(t.kind in VALUES and not t.since for t in pair.note.left):
        return None
    if not (judge.telling or judge.ours >= 0.6 or _beyond_opening(pair)):
        return None
    return pair.relation("update", "the notes say it ended")


def _denial(pair: _Pair) -> Relation | None:
    """One of them denies what the other one says."""
    judge = pair.judge
    if pair.swaps or not pair.sure or not judge.denied or judge.clash:
        return None
    if not judge.telling or judge.ours < 0.75 or _names_more(pair):
        return None
    if judge.their_rest >= LITTLE and pair.changes:
        return None
    if pair.changes:
        return None if _goes_on(pair) else pair.relation("update", _told(pair))
    return pair.relation("conflict", "the notes say the opposite and no word of change")


def _conflict(pair: _Pair) -> Relation | None:
    """Another value for one thing, and no word of change."""
    judge = pair.judge
    if not pair.swaps or pair.changes or not pair.sure or judge.clash or judge.denied:
        return None
    if not _is_about(judge, pair.swaps) or min(judge.ours, judge.theirs) < 0.45:
        return None
    if pair.swaps[0].kind in ("name", "word") and _may_have_several(pair):
        return None
    what = _KINDS.get(pair.swaps[0].kind, "word")
    reason = f"the notes give another {what} and no word of change"
    return pair.relation("conflict", reason, pair.swaps)


def _repetition(pair: _Pair) -> Relation | None:
    """The note says nothing that memory does not say."""
    if pair.swaps or pair.ends or pair.come >= _SOME or not _agree(pair):
        return None
    if any(one.kinds & {"becomes", "another"} for one in pair.note.changes):
        return None
    if not _together(pair) or not _in_order(pair) or _names_only_it(pair):
        return None
    return Relation("duplicate", close=pair.judge.ours + pair.judge.theirs)


def _merged(pair: _Pair) -> Relation | None:
    """The note says all that memory says, and more behind it."""
    if pair.swaps or pair.changes or pair.lost >= _SOME or not _agree(pair):
        return None
    if bool(pair.memory.said.signs) != bool(pair.note.said.signs):
        return None  # two languages
    if _ARROW.search(pair.note.said.text) and not _ARROW.search(pair.memory.said.text):
        return None  # a change, or a picture of a way
    if len(pair.memory.shared) < 2 or not _appended(pair.note) or not _in_order(pair):
        return None
    return pair.relation("merged", "the notes say the same and more")


def _brought(pair: _Pair) -> Relation | None:
    """Had memory said something else, the note would make it say what it says now."""
    if pair.swaps or not pair.changes or pair.judge.ours < 0.3:
        return None
    if not any(t.kind in VALUES or t.kind in NAMES or t.link for t in pair.note.shared):
        return None
    memory, note = pair.memory.said, pair.note.said
    for before in otherwise(pair.found):
        earlier = _Pair(Comparison(sense(before), note, NEUTRAL))
        changed = _update(earlier)
        if changed and changed.new == memory.text:
            return Relation("duplicate", close=1.0)
    return None


def _maybe(pair: _Pair) -> Relation | None:
    """About one thing, it seems, but unsure what follows: the person decides."""
    judge = pair.judge
    if judge.clash not in ("", "something of it", "another thing beside") or not judge.telling:
        return None
    if not _one_subject(pair):
        return None
    names = [t for t in pair.note.left if t.kind in NAMES]
    ends = pair.ends and judge.their_rest <= 1 and not names
    changed = bool(pair.changes and (pair.swaps or ends))
    if not changed and not _tell_alike(pair):
        return None
    alike = min(judge.ours, judge.theirs) >= 0.6 and min(judge.our_rest, judge.their_rest) <= 1
    if not alike and not (pair.changes and judge.ours >= 0.35):
        return None
    reason = (
        "the notes may say that it changed; you decide"
        if changed
        else "the notes may mean the same thing; you decide"
    )
    return pair.relation("maybe", reason, () if judge.clash else pair.swaps)


_CHANGES = (_known_change, _update, _end, _denial)
_RULES = (*_CHANGES, _conflict, _repetition, _merged, _brought, _maybe)


# -- what the rules ask -----------------------------------------------------------------------


def _one_subject(pair: _Pair) -> bool:
    """Whether what one of them begins with stands in the other one, too."""
    return any(
        side.opens(term) and term.clause == side.terms[0].clause
        for side in (pair.memory, pair.note)
        for term in side.shared
    )


def _tell_alike(pair: _Pair) -> bool:
    """Whether what only one of them says is of the same sorts: both have a date, or both a name."""
    sorts = [
        {"moment" if t.kind in MOMENTS else "name" if t.kind in NAMES else t.kind for t in left}
        for left in (
            [t for t in side.left if t.kind in VALUES or t.kind in NAMES]
            for side in (pair.memory, pair.note)
        )
    ]
    return sorts[0] == sorts[1]


def _is_about(judge: Judgement, given: tuple[Swap, ...]) -> bool:
    """Whether what stands around the swaps is the same thing on both sides."""
    if any(swap.explicit for swap in given):
        named = all(swap.kind in ("name", "word", "code") for swap in given)
        return judge.theirs >= 0.5 or (named and judge.their_rest < LITTLE)
    value = all(swap.kind in VALUES for swap in given)
    if judge.their_rest < LITTLE:
        enough = 0.5 if value or any(swap.gone for swap in given) else 0.6
        return judge.ours >= enough or (judge.telling and judge.ours >= (0.3 if value else 0.5))
    return judge.our_rest < LITTLE and judge.theirs >= (0.3 if value else 0.4)


def _lasts(pair: _Pair) -> bool:
    """Whether memory tells what never changes of itself, as a birthday."""
    return any(t.key in words("lasting") for t in pair.memory.terms)


def _may_have_several(pair: _Pair) -> bool:
    """Whether both may hold: one may like tea and coffee."""
    level = pair.memory.said.level
    return not words("several").isdisjoint(re.findall(r"[a-z]+", level)) or any(
        word in level for word in words("chinese_several")
    )


def _told(pair: _Pair) -> str:
    """How the notes say that it changed."""
    hows = [shift.how for shift in shifts(pair.note.said.text)] if pair.explicit else []
    said = {
        "moved": "moved",
        "replaced": "was replaced",
        "renamed": "was renamed",
        "ended": "ended",
    }
    return f"the notes say it {said[hows[0]]}" if hows else "the notes say it changed"


def _names_more(pair: _Pair) -> bool:
    """Whether one of them has names, values or much else that the other one has not."""
    hard = [t for t in pair.note.left if t.kind in NAMES or t.kind in VALUES]
    hard += [t for t in pair.memory.left if t.kind in VALUES]
    return bool(hard) or min(pair.judge.ours, pair.judge.theirs) < 0.75


def _goes_on(pair: _Pair) -> bool:
    """Whether the note names something of memory that it does not say is over."""
    shared, standing = pair.note.shared, pair.note.standing
    over = {t.key for t in shared if standing(t.clause) < 0}
    return bool(over) and any(t.key not in over for t in shared if standing(t.clause) >= 0)


def _has_come(pair: _Pair) -> bool:
    """Whether all that the note says holds from now on is in memory, but for who brought it."""
    note = pair.note
    clauses = {term.clause for term in note.shared}
    best = max((note.standing(clause) for clause in clauses), default=-1)
    here = frozenset(clause for clause in clauses if note.standing(clause) == best >= 0)
    sorts = {word for t in note.shared for word in sorts_of_kinds().get(t.kind, ())}
    more = [t for t in note.left if t.clause in here and t.weight >= LITTLE and not t.since]
    if any(t.key not in sorts and not _is_actor(note, t) for t in more):
        return False
    return any(_may_be_new(note, t) for t in note.shared if t.clause in here)


def _is_actor(note: Side, term: Term) -> bool:
    """Whether the term only says who brought the change: the landlord raised the rent."""
    after = note.after(term)
    if term.kind in VALUES or not note.opens(term) or not note.change_after(term, "becomes"):
        return False
    return after is None or not note.touch(term, after)


def _may_be_new(note: Side, term: Term) -> bool:
    """Whether the term may be what a change brought."""
    if note.opens(term):
        return False
    return term.kind in VALUES or term.kind in NAMES or bool(term.link)


def _shares(pair: _Pair, shift: Shift) -> bool:
    """Whether both share more than the new thing itself; a name may be enough."""
    own = {*content_words(shift.new or ""), *content_words(shift.old)}
    level = f"{shift.old} {shift.new}".casefold()
    other = [
        t
        for t in pair.note.terms
        if t.weight >= LITTLE
        and t.kind not in VALUES
        and t.key not in own
        and pair.note.said.level[t.start : t.end] not in level
    ]
    if not other:
        return not kinds(shift.new or "")
    shared = {t.key for t in pair.memory.shared}
    return not pair.judge.clash and any(t.key in shared for t in other)


def _more_values(pair: _Pair) -> bool:
    """Whether the note gives another value of a kind that the spliced line keeps one of."""
    new = {term for swap in pair.swaps for term in (*swap.new, *swap.said)}
    old = {term for swap in pair.swaps for term in swap.old}
    clauses = {term.clause for term in new}
    fresh = {t.kind for t in pair.note.left if t not in new and t.clause in clauses and not t.since}
    kept = {t.kind for t in pair.memory.left if t not in old}
    return bool(fresh & kept & VALUES)


def _agree(pair: _Pair) -> bool:
    return not (
        pair.judge.denied
        or pair.judge.clash not in ("", "another thing beside")
        or pair.memory.said.doubts != pair.note.said.doubts
        or _over(pair.memory) != _over(pair.note)
    )


def _over(side: Side) -> bool:
    """Whether the sentence tells of an end; its words are no terms."""
    return any("ends" in one.kinds for one in side.said.changes)


def _names_only_it(pair: _Pair) -> bool:
    """Whether the note shares nothing with a longer line but what it is about: the report is done.

    Words that tell little are no terms, but they may say something new of it.
    """
    return len(pair.note.terms) == 1 and pair.note.opens(pair.note.terms[0]) and pair.lost >= _SOME


def _together(pair: _Pair) -> bool:
    """Whether each value of the note stands in memory beside the words it is said of."""
    words = {t.clause for t in pair.memory.shared if t.kind not in VALUES}
    for term in pair.note.shared:
        if term.kind not in VALUES or term.kind == "code":
            continue
        at = {t.clause for t in pair.memory.terms if t.key == term.key}
        mine = {t.key for t in pair.note.shared if t.clause == term.clause} - {term.key}
        beside = {t.clause for t in pair.memory.terms if t.key in mine}
        if words and not at & (beside or words):
            return False
    return True


def _in_order(pair: _Pair) -> bool:
    """Whether names, and things that are compared, stand in the same order."""
    memory, note = pair.memory.said, pair.note.said
    if compares(note.text) and not _ordered(note.words, memory.words):
        return False
    capitals = [word for c in _CAPITAL.findall(note.text) for word in content_words(c)]
    known = [word for word in capitals if word in memory.bag]
    return len(known) < 2 or _ordered(tuple(known), memory.words) or not _acts_between(pair)


def _acts_between(pair: _Pair) -> bool:
    """Whether a verb stands between two names, so that who comes first matters."""
    names = [t for t in pair.note.terms if t.kind in NAMES]
    return any(
        one.end < term.start < other.start and term.kind == "word"
        for one, other in itertools.pairwise(names)
        for term in pair.note.terms
    )


def _ordered(part: tuple[str, ...], whole: tuple[str, ...]) -> bool:
    rest = iter(whole)
    return all(word in rest for word in part)


def _appended(note: Side) -> bool:
    """Whether what the note has more stands behind what memory says, or is joined by 'and'."""
    last: Term | None = None
    seen: set[str] = set()
    for term in note.shared:
        if term.key not in seen:
            seen.add(term.key)
            last = term if last is None or term.start > last.start else last
    if last is None:
        return False
    early = [t for t in note.left if t.start < last.start and t.weight >= LITTLE]
    return all(_joined(note, term) for term in early)


def _joined(note: Side, term: Term) -> bool:
    text = note.said.level
    before = text[: term.start].rstrip()
    after = text[term.end :].lstrip()
    return before.endswith(("and", "、", "和", "与", "&")) or after.startswith(
        ("and ", "、", "和", "&")
    )


def _beyond_opening(pair: _Pair) -> bool:
    """Whether they share more than the subject, or a verb says what has ended."""
    topics = {topic for topic, _ in pair.memory.said.topics}
    if any(topic in topics for topic, _ in pair.note.said.topics):
        return True
    return any(not pair.memory.opens(term) for term in pair.memory.shared)
