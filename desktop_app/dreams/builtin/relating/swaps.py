"""What a note has in the place of something that memory says: another date, name or word.

Knows two compared sentences; whether they are about one thing is judged elsewhere.
"""

from dataclasses import dataclass
from typing import NamedTuple

from desktop_app.dreams.builtin.relating import vocabulary
from desktop_app.dreams.builtin.relating.comparing import LITTLE, Comparison, Side, fit_units
from desktop_app.dreams.builtin.relating.groups import NUMBERS, Group, grouped, is_named, whole
from desktop_app.dreams.builtin.relating.past import is_past, place, without_moved, without_past
from desktop_app.dreams.builtin.relating.terms import NAMES, VALUES, Term
from desktop_app.dreams.builtin.relating.vocabulary import same_link
from desktop_app.language.changes import Shift, shifts

_SURE = NAMES - {"start", "kin"}
_NO_PLACE = frozenset({"for", "of", "than", "的", "为了"})  # what follows tells what for
_IS = frozenset({"is", "are", "was", "were", "是", "为", "叫", "姓"})
_TO = frozenset(
    {"to", "into", "onto", "with", "by", "in", "at", "on", "到", "去", "至", "成", "为", "由", "用"}
    | {"在", "给", "进", "往", "跟", "叫"}
)


@dataclass(frozen=True)
class Swap:
    """Terms of memory and the terms that a note has in their place.

    `kind` is a kind of value, `name` or `word`. `gone`: the note names the old one, too, in `said`;
    `explicit`: it says in so many words that one gives way to the other.
    """

    old: Group
    new: Group
    kind: str
    gone: bool = False
    said: Group = ()
    explicit: bool = False


def swaps(found: Comparison) -> tuple[Swap, ...]:
    """What could be swapped: what the note says in so many words, else values, names, words."""
    memory, note = without_past(found.memory), found.note
    explicit = tuple(filter(None, (_explicit(memory, note, s) for s in shifts(note.said.text))))
    if explicit:
        kinds = {swap.kind for swap in explicit}
        behind = max(swap.new[-1].end for swap in explicit)
        more = (swap for swap in _values(memory, note) if swap.kind not in kinds)
        return (*explicit, *(swap for swap in more if swap.new[0].start >= behind))
    note = without_moved(note)
    given = _values(memory, note)
    return (*given, *_groups(memory, note, given))


# -- in so many words -------------------------------------------------------------------------


def _explicit(memory: Side, note: Side, shift: Shift) -> Swap | None:
    if shift.new is None:
        return None
    where = place(memory.said.text, shift.old)
    at = note.said.text.find(shift.old, shift.start, shift.end)
    to = note.said.text.rfind(shift.new, shift.start, shift.end)
    if where is None or at < 0 or to < 0 or is_past(memory.said.text, *where):
        return None
    old = _with_number(memory, _within(memory.terms, *where))
    new = _within(note.terms, to, to + len(shift.new))
    said = _within(note.terms, at, at + len(shift.old))
    if not old or not new or (shift.how != "moved" and _is_role(memory, old, new)):
        return None
    kind = _kind(_Piece.of(old), _Piece.of(new))
    return Swap(old, new, kind, gone=True, said=said, explicit=True)


def _with_number(memory: Side, old: Group) -> Group:
    """Elasticsearch 7, where the note only says Elasticsearch."""
    after = memory.after(old[-1]) if old else None
    if after and is_named(old) and after.kind in NUMBERS and memory.touch(old[-1], after):
        return (*old, after)
    return old


def _is_role(memory: Side, old: Group, new: Group) -> bool:
    """Whether the old thing is only what the changed one is called: the relay, the branch."""
    if any(term.kind != "word" for term in old):
        return False
    return memory.opens(old[0]) or any(
        t.kind == new[0].kind for t in memory.terms if t.kind != "word"
    )


def _within(terms: tuple[Term, ...], start: int, end: int) -> Group:
    return tuple(term for term in terms if term.start < end and term.end > start)


# -- values -----------------------------------------------------------------------------------


def _values(memory: Side, note: Side) -> tuple[Swap, ...]:
    found = []
    for kind in sorted({term.kind for term in note.left} & VALUES):
        news = [
            t
            for t in note.left
            if t.kind == kind and not t.since and not _of_name(note, t) and not note.over(t)
        ]
        olds = [
            t for t in memory.left if t.kind == kind and not t.since and not _of_name(memory, t)
        ]
        fits = [(old, new) for old in olds for new in news if _fit(memory, old, note, new)]
        fits = fits if len(fits) == 1 else _closest(memory, note, fits)
        if len(fits) == 1:
            found.append(Swap((fits[0][0],), (fits[0][1],), kind))
        elif not olds and len(news) == 1 and note.changes:
            gone = _gone(memory, note, kind, news[0])
            if len(gone) == 1:
                said = tuple(t for t in note.shared if t.key == gone[0].key)
                found.append(Swap((gone[0],), (news[0],), kind, gone=True, said=said))
    return tuple(found)


def _of_name(side: Side, term: Term) -> bool:
    """Whether the number belongs to a name that only this side has: OpenSearch 2."""
    before = side.before(term)
    return bool(
        before and before.kind in NAMES and before in side.left and side.touch(before, term)
    )


def _gone(memory: Side, note: Side, kind: str, new: Term) -> list[Term]:
    """Values of memory that the note names elsewhere: no more Fridays, we meet on Tuesdays."""
    above = note.standing(new.clause)
    said = {
        t.key
        for t in note.shared
        if t.kind == kind and t.clause != new.clause and note.standing(t.clause) < above
    }
    return [term for term in memory.shared if term.kind == kind and term.key in said]


def _fit(memory: Side, old: Term, note: Side, new: Term) -> bool:
    """Whether two values may be of the same thing: berth 4 and berth 5, not 4 berths, 5 boats."""
    if old.kind not in ("number", "version"):
        return True
    if not fit_units(old, new):
        return any({old.unit, new.unit} <= family for family in vocabulary.measures())
    one, other = memory.before(old), note.before(new)
    counted = old.unit or new.unit
    if note.opens(new) and note.after(new) and not memory.opens(old) and not counted:
        return False
    if one and other and memory.touch(one, old) and note.touch(other, new) and not old.unit:
        return one.key == other.key
    return True


def _closest(memory: Side, note: Side, fits: list[tuple[Term, Term]]) -> list[tuple[Term, Term]]:
    """Of several, the one pair that counts the same, or stands behind the same word."""
    counted = [(old, new) for old, new in fits if old.unit and old.unit == new.unit]
    if len(counted) == 1:
        return counted
    return [(old, new) for old, new in counted or fits if beside(memory, old, note, new)]


def beside(memory: Side, old: Term, note: Side, new: Term) -> bool:
    """Whether the same word stands before both, or both count the same."""
    one, other = memory.before(old), note.before(new)
    return bool(one and other and one.key == other.key) or bool(old.unit and old.unit == new.unit)


# -- names and words --------------------------------------------------------------------------


class _Piece(NamedTuple):
    """A group with what decides whether it may stand for another one."""

    terms: Group
    link: str
    named: bool
    sure: bool  # written as a name, not only at the start of a sentence
    person: bool
    kin: bool
    told: bool  # it tells much

    @staticmethod
    def of(group: Group) -> "_Piece":
        kinds = {term.kind for term in group}
        return _Piece(
            group,
            group[0].link,
            not kinds.isdisjoint(NAMES),
            not kinds.isdisjoint(_SURE),
            "person" in kinds,
            "kin" in kinds,
            any(term.weight >= LITTLE for term in group),
        )


def _groups(memory: Side, note: Side, given: tuple[Swap, ...]) -> tuple[Swap, ...]:
    taken = {term for swap in given for term in (*swap.old, *swap.new)}
    news = [
        _Piece.of(group)
        for group in grouped(note, whole(note))
        if taken.isdisjoint(group) and not note.over(group[0])
    ]
    if not news:
        return ()
    olds = [_Piece.of(g) for g in grouped(memory, whole(memory)) if taken.isdisjoint(g)]
    olds = [old for old in olds if old.link or old.named]
    fits = [
        Swap(old.terms, new.terms, _kind(old, new))
        for new in news
        if new.link or new.named
        for old in olds
        if _alike(old, new) and _same_place(memory, old, note, new)
    ]
    behind = [
        Swap(old.terms, new.terms, _kind(old, new), gone=True, said=_named_in(note, old.terms))
        for new in (news if note.changes else ())
        for old in map(_Piece.of, _left_behind(memory, note, new.terms))
        if _alike(old, new)
    ]
    return _best(memory, note, fits, behind, bool(given))


def _best(
    memory: Side, note: Side, fits: list[Swap], behind: list[Swap], given: bool
) -> tuple[Swap, ...]:
    """The one swap that is meant, if that is clear; beside values only one of names counts."""
    over = [swap for swap in behind if any(map(note.over, swap.said))]
    fits = over or fits or behind
    best = [swap for swap in fits if swap.kind == "name"] or ([] if given else fits)
    if len(best) > 1:
        known = {t.clause for t in note.shared}
        best = [s for s in best if s.new[0].clause in known] or best
    if len(best) > 1 and (titled := [s for s in best if s.old[0].titled and s.new[0].titled]):
        best = titled
    if len(best) > 1:
        best = [s for s in best if s.old[0].link and same_link(s.old[0].link, s.new[0].link)]
    if len(best) > 1:
        topics = {topic for topic, _ in note.said.topics}
        best = [s for s in best if memory.topic_before(s.old[0]) in topics]
    return tuple(best) if len(best) == 1 else ()


def _named_in(note: Side, old: Group) -> Group:
    keys = {term.key for term in old}
    return tuple(t for t in note.shared if t.key in keys or any(t.key in key for key in keys))


def _left_behind(memory: Side, note: Side, new: Group) -> list[Group]:
    """What memory names and the note says is over, or tells of in another clause."""
    clause = new[0].clause
    keeper = any(topic == "responsible" for topic, _ in memory.said.topics)
    opening = set() if keeper else {t.key for t in memory.terms if memory.opens(t)}
    elsewhere: set[str] = set()
    above = note.standing(clause)
    for term in note.shared:
        if term.clause == clause:
            hands_on = note.opens(term) and note.change_after(term, "becomes")
            if term.kind in NAMES and hands_on and new[0].link == "to":
                elsewhere.add(term.key)
        elif note.standing(term.clause) < above and (
            note.over(term) or (term.kind in NAMES and term.key not in opening)
        ):
            elsewhere.add(term.key)
    here = {t.key for t in note.shared if t.clause == clause and t.kind not in NAMES}
    wanted = elsewhere - here
    groups = grouped(memory, tuple(t for t in memory.shared if _named(t, wanted)))
    return [group for group in groups if is_named(group) or group[0].link]


def _named(term: Term, keys: set[str]) -> bool:
    if term.key in keys:
        return True
    return term.kind in ("title", "person") and any(k in term.key or term.key in k for k in keys)


def _kind(old: _Piece, new: _Piece) -> str:
    return _kind_of(old.terms, new.terms) or ("name" if old.named and new.named else "word")


def _kind_of(old: Group, new: Group) -> str:
    """The kind of value that both are, "" if they are none."""
    alone = len(old) == len(new) == 1 and old[0].kind == new[0].kind
    return old[0].kind if alone and old[0].kind in VALUES else ""


def _alike(old: _Piece, new: _Piece) -> bool:
    """Whether one may stand for the other at all."""
    if old.person != new.person or old.kin != new.kin:
        return False
    if old.link in _NO_PLACE or new.link in _NO_PLACE:
        return False
    linked = bool(old.link and new.link)
    if (old.sure or new.sure) and not (old.named and new.named):
        return linked and same_link(old.link, new.link) and old.link not in _IS
    return linked or (old.told and new.told)


def _same_place(memory: Side, old: _Piece, note: Side, new: _Piece) -> bool:
    """Whether both groups stand where their sentence says what, who or where something is."""
    ours, theirs = old.terms[0], new.terms[0]
    if memory.opens(ours):
        if not (old.named and new.named):
            return False
        return (
            note.opens(theirs)
            or theirs.link in ("to", "by", "给", "由", *_IS)
            or note.takes(theirs)
        )
    if ours.link and same_link(ours.link, theirs.link):
        return True
    if ours.kind == theirs.kind == "person" and note.led(theirs):
        return True
    if ours.kind == theirs.kind == "kin":
        one, other = memory.before(ours), note.before(theirs)
        return bool(one and other and one.owner and other.owner and one.key == other.key)
    if theirs.link in _TO and ours.link and note.changes:
        return note.change_before(theirs, "becomes")
    return False
