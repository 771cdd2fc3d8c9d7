"""How a line of the notes stands to a line of memory. Knows two sentences, no files or order.

Everything here looks at one pair only, so that the answer does not hang on what else there is and
a second dream sees what the first one saw. The first rule that fires decides. In doubt the person
is asked: a wrong update or merge would cost more than a question.
"""

import re
from dataclasses import dataclass

from desktop_app.dreams.builtin.relating.comparing import LITTLE, Comparison
from desktop_app.dreams.builtin.relating.pair import (
    SOME,
    Pair,
    agree,
    appended,
    beyond_opening,
    goes_on,
    has_come,
    in_order,
    is_about,
    is_over,
    lasts,
    may_have_several,
    more_values,
    names_more,
    names_only_it,
    one_subject,
    only_there,
    shares,
    tell_alike,
    together,
    told,
)
from desktop_app.dreams.builtin.relating.past import place
from desktop_app.dreams.builtin.relating.rarity import NEUTRAL, Rarity
from desktop_app.dreams.builtin.relating.sense import Sense, sense
from desktop_app.dreams.builtin.relating.splicing import loses, otherwise, spliced
from desktop_app.dreams.builtin.relating.swaps import Swap
from desktop_app.dreams.builtin.relating.terms import NAMES, VALUES
from desktop_app.language.changes import shifts
from desktop_app.language.conditions import ON_CONDITION, conditional

_ARROW = re.compile("-{1,2}>|=>|[→⇒➜➔]")
_NEAR = 0.34  # of the marks of the shorter one of two texts that may say the same
_KINDS = {"month": "month", "time": "time", "weekday": "day", "date": "date", "often": "rhythm"}
_KINDS |= {"language": "language", "colour": "colour", "name": "name", "version": "version"}
_KINDS |= {"number": "number", "phone": "number", "range": "span"}


@dataclass(frozen=True)
class Relation:
    """How a note stands to a line of memory.

    `kind` is duplicate, merged, update, conflict, maybe or different; `reason` a short sentence.
    `new` is the line's text once the note is followed: the line with only the values exchanged that
    changed, or the note verbatim; None where nothing would change. `held` says why an update should
    wait for a yes, "" if it need not, or why what would be one is only a maybe. `exact`: only
    values were exchanged. `close` tells how surely both are about one thing, for choosing among
    several lines.
    """

    kind: str
    reason: str = ""
    new: str | None = None
    held: str = ""
    exact: bool = False
    close: float = 0.0


_OTHERS = frozenset({"another letter", "another subject", "another one of a kind"})
_DIFFERENT = Relation("different")
_CHANGED = "the notes may say that it changed; you decide"
_IF = "the notes say this on a condition; you decide"


def relate(memory: Sense, note: Sense, rarity: Rarity = NEUTRAL) -> Relation:
    """How `note` stands to `memory`; `rarity` tells how much a word of this memory says."""
    if memory.key == note.key:
        return Relation("duplicate", close=2.0)
    if memory.marks.isdisjoint(note.marks):
        return _DIFFERENT
    pair = Pair(Comparison(memory, note, rarity))
    found = next(filter(None, (rule(pair) for rule in _RULES)), _DIFFERENT)
    return _on_condition(pair, found)


def update_of(memory: Sense, note: Sense) -> Relation | None:
    """What the note makes of a line that it changes; None if `relate` would call it no update."""
    if memory.key == note.key or memory.marks.isdisjoint(note.marks):
        return None
    pair = Pair(Comparison(memory, note, NEUTRAL))
    found = next(filter(None, (rule(pair) for rule in _CHANGES)), _DIFFERENT)
    return found if _on_condition(pair, found).kind == "update" else None


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


def _on_condition(pair: Pair, found: Relation) -> Relation:
    """What only one of them says on a condition is asked, in the note's own words."""
    memory, note = pair.memory.said.text, pair.note.said.text
    if conditional(memory) == conditional(note):
        return found
    if conditional(memory):
        came = found.kind == "duplicate"
        return Relation("maybe", _CHANGED, note, close=found.close) if came else found
    if found.kind not in ("update", "conflict", "maybe"):
        return found
    kind = "maybe" if found.kind == "update" else found.kind
    held = ON_CONDITION if found.kind == "update" else ""
    return Relation(kind, _IF, note, held, close=found.close)


# -- rules, in their order --------------------------------------------------------------------


def _known_change(pair: Pair) -> Relation | None:
    """The note tells of a change, and memory has the new thing already."""
    memory, note = pair.memory.said, pair.note.said
    if pair.explicit:
        return None
    for shift in shifts(note.text):
        if shift.new and place(memory.text, shift.new, once=False) and shares(pair, shift):
            return Relation("duplicate", close=1.0)
    if pair.swaps or not pair.changes or pair.judge.clash in _OTHERS:
        return None
    if pair.judge.denied or pair.judge.ours < SOME or not together(pair):
        return None
    return Relation("duplicate", close=1.0) if has_come(pair) else None


def _update(pair: Pair) -> Relation | None:
    """A word of change, one thing, and something else in the place of what memory says."""
    judge = pair.judge
    if not (pair.swaps and pair.changes and pair.sure) or judge.clash or judge.denied:
        return None
    if not is_about(judge, pair.swaps) or (lasts(pair) and not pair.explicit):
        return None
    return _relation(pair, "update", told(pair), pair.swaps)


def _end(pair: Pair) -> Relation | None:
    """What memory says has come to its end, and nothing takes its place."""
    judge = pair.judge
    if pair.swaps or not pair.sure or judge.clash or not pair.ends:
        return None
    if judge.their_rest >= LITTLE or pair.memory.said.denied(frozenset({0})):
        return None
    if goes_on(pair) or any(t.kind in VALUES and not t.since for t in pair.note.left):
        return None
    if not (judge.telling or judge.ours >= 0.6 or beyond_opening(pair)):
        return None
    return _relation(pair, "update", "the notes say it ended")


def _denial(pair: Pair) -> Relation | None:
    """One of them denies what the other one says."""
    judge = pair.judge
    if pair.swaps or not pair.sure or not judge.denied or judge.clash:
        return None
    if not judge.telling or judge.ours < 0.75 or names_more(pair):
        return None
    if judge.their_rest >= LITTLE and pair.changes:
        return None
    if pair.changes:
        return None if goes_on(pair) else _relation(pair, "update", told(pair))
    return _relation(pair, "conflict", "the notes say the opposite and no word of change")


def _conflict(pair: Pair) -> Relation | None:
    """Another value for one thing, and no word of change."""
    judge = pair.judge
    if not pair.swaps or pair.changes or not pair.sure or judge.clash or judge.denied:
        return None
    if not is_about(judge, pair.swaps) or min(judge.ours, judge.theirs) < 0.45:
        return None
    if pair.swaps[0].kind in ("name", "word") and may_have_several(pair):
        return None
    what = _KINDS.get(pair.swaps[0].kind, "word")
    reason = f"the notes give another {what} and no word of change"
    return _relation(pair, "conflict", reason, pair.swaps)


def _repetition(pair: Pair) -> Relation | None:
    """The note says nothing that memory does not say."""
    if pair.swaps or pair.ends or pair.come >= SOME or not agree(pair):
        return None
    if any(one.kinds & {"becomes", "another"} for one in pair.note.changes):
        return None
    if not together(pair) or not in_order(pair) or names_only_it(pair):
        return None
    return Relation("duplicate", close=pair.judge.ours + pair.judge.theirs)


def _merged(pair: Pair) -> Relation | None:
    """The note says all that memory says, and more behind it."""
    if pair.swaps or pair.changes or pair.lost >= SOME or not agree(pair):
        return None
    if bool(pair.memory.said.signs) != bool(pair.note.said.signs):
        return None  # two languages
    if _ARROW.search(pair.note.said.text) and not _ARROW.search(pair.memory.said.text):
        return None  # a change, or a picture of a way
    if len(pair.memory.shared) < 2 or not appended(pair.note) or not in_order(pair):
        return None
    return _relation(pair, "merged", "the notes say the same and more")


def _brought(pair: Pair) -> Relation | None:
    """Had memory said something else, the note would make it say what it says now."""
    if pair.swaps or not pair.changes or pair.judge.ours < 0.3:
        return None
    if not any(t.kind in VALUES or t.kind in NAMES or t.link for t in pair.note.shared):
        return None
    memory, note = pair.memory.said, pair.note.said
    if conditional(note.text):
        return None
    for before in otherwise(pair.found):
        earlier = Pair(Comparison(sense(before), note, NEUTRAL))
        changed = _update(earlier)
        if changed and changed.new == memory.text:
            return Relation("duplicate", close=1.0)
    return None


def _maybe(pair: Pair) -> Relation | None:
    """About one thing, it seems, but unsure what follows: the person decides."""
    judge = pair.judge
    if is_over(pair):
        return _relation(pair, "maybe", _CHANGED)
    if judge.clash not in ("", "something of it", "another thing beside") or not judge.telling:
        return None
    if not one_subject(pair):
        return None
    names = [t for t in pair.note.left if t.kind in NAMES]
    ends = pair.ends and judge.their_rest <= 1 and not names
    changed = bool(pair.changes and (pair.swaps or ends))
    if not changed and not tell_alike(pair):
        return None
    alike = min(judge.ours, judge.theirs) >= 0.6 and min(judge.our_rest, judge.their_rest) <= 1
    if not alike and not (pair.changes and judge.ours >= 0.35):
        return None
    reason = _CHANGED if changed else "the notes may mean the same thing; you decide"
    return _relation(pair, "maybe", reason, () if judge.clash else pair.swaps)


_CHANGES = (_known_change, _update, _end, _denial)
_RULES = (*_CHANGES, _conflict, _repetition, _merged, _brought, _maybe)


def _relation(pair: Pair, kind: str, reason: str, swapped: tuple[Swap, ...] = ()) -> Relation:
    """A relation with the text that follows from the swaps, or else the note's."""
    text = spliced(pair.found, swapped)
    close = pair.judge.ours + pair.judge.theirs + pair.explicit
    held = ""
    if kind == "update" and text is None and loses(pair.found, swapped, pair.ends):
        held = "it says less than the line it would replace"
    elif kind == "update" and text is not None and more_values(pair):
        held = "the notes give more than one new value"
    elif kind == "update" and only_there(swapped):
        held = "it may hold only there"
    exact = text is not None
    new = text if text is not None else pair.note.said.text
    if new == pair.memory.said.text:
        return Relation("duplicate", close=close)
    return Relation(kind, reason, new, held, exact, close)
