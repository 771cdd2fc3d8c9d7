"""A line of memory and a note with all that the rules of relating ask of them. Decides nothing."""

import itertools
import re

from desktop_app.dreams.builtin.relating.comparing import LITTLE, Comparison, Side
from desktop_app.dreams.builtin.relating.judging import Judgement, judged
from desktop_app.dreams.builtin.relating.sense import compares, content_words
from desktop_app.dreams.builtin.relating.swaps import Swap, swaps
from desktop_app.dreams.builtin.relating.terms import MOMENTS, NAMES, VALUES, Term
from desktop_app.dreams.builtin.relating.vocabulary import sorts as sorts_of_kinds
from desktop_app.dreams.builtin.relating.vocabulary import words
from desktop_app.language.changes import Shift, shifts
from desktop_app.language.slots import kinds

_CAPITAL = re.compile(r"\b[A-Z][\w'’-]*")
_WITHIN = frozenset({"in", "for", "on", "at", "within", "inside"})
SOME = 0.4
"""Of weight: what a repetition may have more, or a merged line may lack."""


class Pair:
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
        self.sure = not (ours.doubts or theirs.doubts) and theirs.passing <= ours.passing
        known = {term.clause for term in self.note.shared}
        self.ends = any(
            "ends" in one.kinds and theirs.clause(one.start) in known for one in self.note.changes
        )
        self.lost = found.weight(self.memory.left)
        self.come = found.weight(self.note.left)


def one_subject(pair: Pair) -> bool:
    """Whether what one of them begins with stands in the other one, too."""
    return any(
        side.opens(term) and term.clause == side.terms[0].clause
        for side in (pair.memory, pair.note)
        for term in side.shared
    )


def tell_alike(pair: Pair) -> bool:
    """Whether what only one of them says is of the same sorts: both have a date, or both a name."""
    sorts = [
        {"moment" if t.kind in MOMENTS else "name" if t.kind in NAMES else t.kind for t in left}
        for left in (
            [t for t in side.left if t.kind in VALUES or t.kind in NAMES]
            for side in (pair.memory, pair.note)
        )
    ]
    return sorts[0] == sorts[1]


def is_about(judge: Judgement, given: tuple[Swap, ...]) -> bool:
    """Whether what stands around the swaps is the same thing on both sides."""
    if any(swap.explicit for swap in given):
        named = all(swap.kind in ("name", "word", "code") for swap in given)
        return judge.theirs >= 0.5 or (named and judge.their_rest < LITTLE)
    value = all(swap.kind in VALUES for swap in given)
    if judge.their_rest < LITTLE:
        enough = 0.5 if value or any(swap.gone for swap in given) else 0.6
        return judge.ours >= enough or (judge.telling and judge.ours >= (0.3 if value else 0.5))
    return judge.our_rest < LITTLE and judge.theirs >= (0.3 if value else 0.4)


def is_over(pair: Pair) -> bool:
    """Whether a clause of the note says of the line's own subject that something of it ended."""
    note = pair.note
    for clause in {note.said.clause(one.start) for one in note.changes if "ends" in one.kinds}:
        here = [t for t in note.shared if t.clause == clause]
        opening = {t.key for t in here if note.opens(t)}
        opening &= {t.key for t in pair.memory.shared if pair.memory.opens(t)}
        if opening and any(t.key not in opening for t in here):
            return pair.sure
    return False


def lasts(pair: Pair) -> bool:
    """Whether memory tells what never changes of itself, as a birthday."""
    return any(t.key in words("lasting") for t in pair.memory.terms)


def may_have_several(pair: Pair) -> bool:
    """Whether both may hold: one may like tea and coffee."""
    level = pair.memory.said.level
    return not words("several").isdisjoint(re.findall(r"[a-z]+", level)) or any(
        word in level for word in words("chinese_several")
    )


def told(pair: Pair) -> str:
    """How the notes say that it changed."""
    hows = [shift.how for shift in shifts(pair.note.said.text)] if pair.explicit else []
    said = {
        "moved": "moved",
        "replaced": "was replaced",
        "renamed": "was renamed",
        "ended": "ended",
    }
    return f"the notes say it {said[hows[0]]}" if hows else "the notes say it changed"


def names_more(pair: Pair) -> bool:
    """Whether one of them has names, values or much else that the other one has not."""
    hard = [t for t in pair.note.left if t.kind in NAMES or t.kind in VALUES]
    hard += [t for t in pair.memory.left if t.kind in VALUES]
    return bool(hard) or min(pair.judge.ours, pair.judge.theirs) < 0.75


def goes_on(pair: Pair) -> bool:
    """Whether the note names something of memory that it does not say is over."""
    shared, standing = pair.note.shared, pair.note.standing
    over = {t.key for t in shared if standing(t.clause) < 0}
    return bool(over) and any(t.key not in over for t in shared if standing(t.clause) >= 0)


def has_come(pair: Pair) -> bool:
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


def shares(pair: Pair, shift: Shift) -> bool:
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


def more_values(pair: Pair) -> bool:
    """Whether the note gives another value of a kind that the spliced line keeps one of."""
    new = {term for swap in pair.swaps for term in (*swap.new, *swap.said)}
    old = {term for swap in pair.swaps for term in swap.old}
    clauses = {term.clause for term in new}
    fresh = {t.kind for t in pair.note.left if t not in new and t.clause in clauses and not t.since}
    kept = {t.kind for t in pair.memory.left if t not in old}
    return bool(fresh & kept & VALUES)


def only_there(swapped: tuple[Swap, ...]) -> bool:
    """Whether the new thing is said of some place or part only: to B in the demo."""
    return any(
        swap.explicit
        and any(term.link in _WITHIN for term in swap.new[1:])
        and not any(term.link in _WITHIN for term in swap.old[1:])
        for swap in swapped
    )


def agree(pair: Pair) -> bool:
    return not (
        pair.judge.denied
        or pair.judge.clash not in ("", "another thing beside")
        or pair.memory.said.doubts != pair.note.said.doubts
        or pair.memory.said.passing != pair.note.said.passing
        or _over(pair.memory) != _over(pair.note)
    )


def _over(side: Side) -> bool:
    """Whether the sentence tells of an end; its words are no terms."""
    return any("ends" in one.kinds for one in side.said.changes)


def names_only_it(pair: Pair) -> bool:
    """Whether the note shares nothing with a longer line but what it is about: the report is done.

    Words that tell little are no terms, but they may say something new of it.
    """
    return len(pair.note.terms) == 1 and pair.note.opens(pair.note.terms[0]) and pair.lost >= SOME


def together(pair: Pair) -> bool:
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


def in_order(pair: Pair) -> bool:
    """Whether names, and things that are compared, stand in the same order."""
    memory, note = pair.memory.said, pair.note.said
    if compares(note.text) and not _ordered(note.words, memory.words):
        return False
    capitals = [word for c in _CAPITAL.findall(note.text) for word in content_words(c)]
    known = [word for word in capitals if word in memory.bag]
    return len(known) < 2 or _ordered(tuple(known), memory.words) or not _acts_between(pair)


def _acts_between(pair: Pair) -> bool:
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


def appended(note: Side) -> bool:
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


def beyond_opening(pair: Pair) -> bool:
    """Whether they share more than the subject, or a verb says what has ended."""
    topics = {topic for topic, _ in pair.memory.said.topics}
    if any(topic in topics for topic, _ in pair.note.said.topics):
        return True
    return any(not pair.memory.opens(term) for term in pair.memory.shared)
