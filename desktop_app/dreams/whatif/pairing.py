"""What two engines say of the same lines, side by side. Pure: changes in, pairs out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product

from desktop_app.dreams.comparing.points import points
from desktop_app.dreams.comparing.relate import repeats
from desktop_app.dreams.proposal import Change
from desktop_app.notebook.source import Source


class PairSide(StrEnum):
    """One of the two engines that are compared."""

    LEFT = "left"
    RIGHT = "right"


class PairKind(StrEnum):
    """How the two stand to each other: they say the same, they speak of the same line of memory or
    of the notes, or only one of them says anything."""

    EQUAL = "equal"
    SIMILAR = "similar"
    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True)
class ChangePair:
    """What each of two engines does with one thing; at least one of them does something."""

    kind: PairKind
    left: Change | None
    right: Change | None

    def side(self, side: PairSide) -> Change | None:
        """The change of one engine."""
        return self.left if side == PairSide.LEFT else self.right


def paired(left: Sequence[Change], right: Sequence[Change]) -> tuple[ChangePair, ...]:
    """Each change of two proposals once, beside the one of the other that is most alike.

    The pairs stand in the order of the left ones; what only the right one says comes after them.
    """
    partner = _matched(left, right)
    pairs = [_pair(one, right[partner[n]] if n in partner else None) for n, one in enumerate(left)]
    taken = set(partner.values())
    rest = (_pair(None, one) for n, one in enumerate(right) if n not in taken)
    return (*pairs, *rest)


def touches_same(one: Change, other: Change) -> bool:
    """Whether both take a line of memory, so that only one of them can be written."""
    return not set(one.old).isdisjoint(other.old)


def _pair(left: Change | None, right: Change | None) -> ChangePair:
    if left is not None and right is not None:
        return ChangePair(PairKind.EQUAL if _equal(left, right) else PairKind.SIMILAR, left, right)
    return ChangePair(PairKind.LEFT if right is None else PairKind.RIGHT, left, right)


def _matched(left: Sequence[Change], right: Sequence[Change]) -> dict[int, int]:
    """The number of its partner by that of a left one: the most alike first."""
    partner: dict[int, int] = {}
    taken: set[int] = set()
    for _, a, b in sorted(_likenesses(left, right)):
        if a not in partner and b not in taken:
            partner[a] = b
            taken.add(b)
    return partner


def _likenesses(left: Sequence[Change], right: Sequence[Change]) -> Iterator[tuple[int, int, int]]:
    """Pairs of numbers that may stand side by side, each led by a rank: 0 is the most alike."""
    places = [[set(map(_place, one.sources)) for one in some] for some in (left, right)]
    for (a, one), (b, other) in product(enumerate(left), enumerate(right)):
        if _equal(one, other):
            yield 0, a, b
        elif touches_same(one, other):
            yield 1, a, b
        elif not (one.old and other.old) and _says_again(one, other):
            yield 2, a, b
        elif not (one.old and other.old) and places[0][a] & places[1][b]:
            yield 3, a, b


def _equal(one: Change, other: Change) -> bool:
    """Whether both would do the same, but for width, case, emphasis or a final stop."""
    same = (one.kind, one.old, one.to) == (other.kind, other.old, other.to)
    return same and points(one.new or "").key == points(other.new or "").key


def _says_again(one: Change, other: Change) -> bool:
    """Whether one of two new lines says nothing that the other does not."""
    texts = points(one.new or ""), points(other.new or "")
    return repeats(*texts) or repeats(*texts[::-1])


def _place(source: Source) -> tuple[str, int]:
    return source.path, source.line
