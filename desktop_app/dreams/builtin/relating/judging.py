"""Whether two sentences are about one thing. Knows one comparison and what could be swapped."""

from dataclasses import dataclass

from desktop_app.dreams.builtin.relating import vocabulary
from desktop_app.dreams.builtin.relating.comparing import LITTLE, Comparison, Side
from desktop_app.dreams.builtin.relating.past import place, without_past
from desktop_app.dreams.builtin.relating.swaps import Swap, beside
from desktop_app.dreams.builtin.relating.terms import CLASSES, MOMENTS, NAMES, VALUES, Term
from desktop_app.language.changes import shifts

_SOFT = MOMENTS | {"number", "version", "range"}  # values that many things share


@dataclass(frozen=True)
class Judgement:
    """How far a note is about the same thing as a line of memory, once the swaps are taken out.

    `ours` and `theirs` are the shares of the words around them that both have, between 0 and 1;
    `our_rest` and `their_rest` weigh the words that only one has. `telling`: they share more than
    names and words that tell little, or the swapped values are of one sort. `clash` is why they
    can't be about one thing, "" if nothing says so. `denied`: one denies what the other says.
    """

    ours: float
    theirs: float
    our_rest: float
    their_rest: float
    telling: bool
    clash: str
    denied: bool


def judged(found: Comparison, swaps: tuple[Swap, ...]) -> Judgement:
    """Judge the clauses that the swaps stand in, or those with something shared."""
    memory, note = without_past(found.memory), found.note
    if any(shift.new and place(memory.said.text, shift.new) for shift in shifts(note.said.text)):
        note = without_past(note)  # memory stands where the change has led
    ours_gone = [term for swap in swaps for term in swap.old]
    theirs_gone = [term for swap in swaps for term in (*swap.new, *swap.said)]
    ours = _clauses(memory, [term for swap in swaps for term in swap.old])
    theirs = _clauses(note, [term for swap in swaps for term in swap.new])
    sorts = {word for swap in swaps for word in vocabulary.sorts().get(swap.kind, ())}
    our_left = [t for t in memory.left if t.clause in ours and not _within(t, ours_gone)]
    their_left = [
        t
        for t in note.left
        if t.clause in theirs and not _within(t, theirs_gone) and t.key not in sorts
    ]
    shared = [t for t in memory.shared if t.kind not in _SOFT and not _within(t, ours_gone)]
    near = found.weight(t for t in shared if t.clause in ours)
    near_them = found.weight(
        t
        for t in note.shared
        if t.clause in theirs and t.kind not in _SOFT and not _within(t, theirs_gone)
    )
    our_rest = found.rest(t for t in our_left if t.kind not in VALUES and t.key not in sorts)
    their_rest = found.rest(t for t in their_left if t.kind not in VALUES)
    alike = any(
        swap.kind == "phone"
        or (swap.kind in ("number", "version") and beside(memory, swap.old[0], note, swap.new[0]))
        for swap in swaps
    )
    alone = swaps and (frozenset({swaps[0].new[0].clause}), frozenset({swaps[0].old[0].clause}))
    return Judgement(
        near / (near + our_rest) if near else 0.0,
        near_them / (near_them + their_rest) if near_them else 0.0,
        our_rest,
        their_rest,
        alike or any(t.weight > LITTLE and t.kind in CLASSES | {"word", "han"} for t in shared),
        _clash(memory, note, swaps, our_left, their_left),
        memory.said.denied(alone[1] if alone else ours)
        != note.said.denied(alone[0] if alone else theirs),
    )


def _others_own(memory: Side, note: Side, our_left: list[Term]) -> bool:
    """Whether memory tells of Liam's inhaler and the note of Liam's bag."""
    for owner in memory.shared:
        ours = memory.after(owner) if owner.owner else None
        if ours is not None and ours in our_left:
            theirs = [note.after(t) for t in note.shared if t.key == owner.key and t.owner]
            if any(one is not None and one.key != ours.key for one in theirs):
                return True
    return False


def _is_somebody(side: Side, term: Term) -> bool:
    return term.kind in NAMES and side.opens(term)


def _is_told_by(side: Side, value: Term) -> bool:
    """Whether a thing is only told from others by the value: bus 12, the chart of berth 4."""
    before = side.before(value)
    if before is None:
        return False
    return side.opens(value) or (side.touch(before, value) and before.link in ("of", "for"))


def counts(side: Side, number: Term) -> bool:
    """Whether a number says how many: five hens, 30 天; bus 12 is none."""
    before = side.before(number)
    named = number.unit.isascii() and before and side.touch(before, number)
    return bool(number.unit and not named)


def _within(term: Term, others: list[Term]) -> bool:
    return any(term.start < other.end and term.end > other.start for other in others)


def _clauses(side: Side, terms: list[Term]) -> frozenset[int]:
    """The clauses these terms stand in, with earlier ones up to one that the other side knows."""
    known = {term.clause for term in side.shared if term.kind not in _SOFT}
    if not terms:
        return frozenset(known)
    found = {term.clause for term in terms}
    if not found & known:
        earlier = [n for n in known if n < min(found)]
        found |= set(range(max(earlier), min(found))) if earlier else known
    return frozenset(found)


def _clash(
    memory: Side,
    note: Side,
    swaps: tuple[Swap, ...],
    our_left: list[Term],
    their_left: list[Term],
) -> str:
    letters = memory.said.letters, note.said.letters
    led = any(swap.explicit for swap in swaps) and letters[0] <= letters[1]
    if all(letters) and letters[0] != letters[1] and not led:
        return "another letter"
    if _rivals(our_left, their_left):
        return "another one of a kind"
    takes_over = _takes_over(memory, note)
    for swap in swaps:
        if swap.explicit:
            continue
        old, new = swap.old[0], swap.new[0]
        over = swap.gone and any(note.over(t) for t in swap.said)
        owner = swap.kind == "name" and (takes_over or over)
        counted = swap.kind == "number" and counts(memory, old) and counts(note, new)
        if memory.opens(old) and note.opens(new) and not owner and not counted:
            return "another subject"
        if note.takes(new) and not swap.gone and not _has_keeper(memory):
            return "another role"
        if swap.kind in ("number", "code") and not counted and _is_told_by(note, new):
            return "another one of a kind"
        moved_on = note.change_after(new, "becomes") or note.change_after(new, "ends")
        if (
            moved_on
            and not note.change_before(new)
            and not owner
            and not note.becomes(swap.new[-1])
        ):
            return "another one that changed"
    kinds = [{_broad(t) for t in left if not t.since} for left in (our_left, their_left)]
    if both := kinds[0] & kinds[1] & (VALUES | {"name"}):
        return f"another {min(both)}"
    weak = any(not swap.gone and swap.kind in ("word", "name") for swap in swaps)
    if any(memory.opens(t) and t.weight >= LITTLE for t in our_left) and any(
        note.opens(t)
        and t.weight >= LITTLE
        and (t in their_left or (weak and not _opens_too(memory, t)))
        for t in (*their_left, *note.shared)
    ):
        return "another beginning"
    if any(_is_somebody(memory, t) for t in our_left) and any(
        t.key in vocabulary.words("acts") for t in our_left
    ):
        return "what somebody does or likes"
    if _others_own(memory, note, our_left):
        return "something else of it"
    return next((clash for term in their_left if (clash := _other(note, term))), "")


def _rivals(ours: list[Term], theirs: list[Term]) -> bool:
    """Whether one tells of the staging server and the other of production."""
    rows = [{vocabulary.rivals().get(t.key) for t in left} - {None} for left in (ours, theirs)]
    return bool(rows[0] and rows[1] and rows[0].isdisjoint(rows[1]))


def _other(note: Side, term: Term) -> str:
    """Why the note is about something else when only it has this term."""
    if term.kind in VALUES or term.weight < LITTLE:
        return ""
    before, after = note.before(term), note.after(term)
    if before and before.owner and before in note.shared:
        return "something of it"
    change = note.led(term)
    if change and "becomes" in change.kinds and not term.link:
        return "another thing changed"
    if term.stuck:
        return "another thing beside"
    if before and before.kind not in VALUES and before in note.shared and note.touch(before, term):
        return "another thing beside"
    if after and after.kind not in VALUES and after in note.shared and note.touch(term, after):
        return "another thing beside"
    return ""


def _takes_over(memory: Side, note: Side) -> bool:
    """Whether it is about who has or does something: such a name may open both sentences."""
    return _has_keeper(memory) or _has_keeper(note)


def _has_keeper(side: Side) -> bool:
    return any(topic == "responsible" for topic, _ in side.said.topics)


def _broad(term: Term) -> str:
    return "name" if term.kind in NAMES - {"start"} else term.kind


def _opens_too(memory: Side, term: Term) -> bool:
    return any(t.key == term.key and memory.opens(t) for t in memory.terms)
