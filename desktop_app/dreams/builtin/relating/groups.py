"""Words that stand together in a sentence and could be exchanged as one. Knows one side."""

from desktop_app.dreams.builtin.relating import vocabulary
from desktop_app.dreams.builtin.relating.comparing import Side
from desktop_app.dreams.builtin.relating.terms import NAMES, VALUES, Term

Group = tuple[Term, ...]

NUMBERS = frozenset({"number", "version", "code"})
_PLAIN_VALUES = VALUES - {"code"}
_FULL = NAMES - {"kin", "code"}


def whole(side: Side) -> tuple[Term, ...]:
    """What only this side says, each piece of Chinese with the rest of its run."""
    found = []
    for term in side.left:
        if term.stuck and term.weight:
            term = next(t for t in side.terms if t.start <= term.start < t.end)
        if term.weight and term not in found:
            found.append(term)
    return tuple(found)


def grouped(side: Side, terms: tuple[Term, ...]) -> list[Group]:
    """Words that stand together, without values; a name is whole, though half of it is shared."""
    found: list[list[Term]] = []
    acts = vocabulary.words("acts")
    for term in terms:
        if term.kind in _PLAIN_VALUES or (found and term in found[-1]) or term.key in acts:
            continue
        last = found[-1][-1] if found else None
        if last and side.touch(last, term) and (last.kind in NAMES) == (term.kind in NAMES):
            found[-1].append(term)
        else:
            found.append([term])
        while (after := side.after(found[-1][-1])) and (
            _one_name(side, found[-1][-1], after)
            or (found[-1][-1].owner and after.kind == "word" and side.owned(found[-1][-1], after))
        ):
            found[-1].append(after)
        while (before := side.before(found[-1][0])) and _one_name(side, before, found[-1][0]):
            found[-1].insert(0, before)
    return [tuple(group) for group in found]


def shared_groups(memory: Side) -> list[Group]:
    """The names and words of memory that the note has too and that could have been others."""
    groups = grouped(memory, memory.shared)
    return [group for group in groups if is_named(group) or group[0].link]


def _one_name(side: Side, one: Term, other: Term) -> bool:
    if not side.touch(one, other) or one.kind not in _FULL or one.owner:
        return False
    return other.kind == "name" or (other.kind in NUMBERS and one.kind == "name")


def is_named(group: Group) -> bool:
    return any(term.kind in NAMES for term in group)
