"""What a person takes from two engines. Pure: no two picks touch the same line of memory."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from desktop_app.dreams.proposal import Change, in_order
from desktop_app.dreams.whatif.pairing import ChangePair, PairKind, PairSide, touches_same
from desktop_app.errors import Problem
from desktop_app.words import tr


class Pick(NamedTuple):
    """A change that is taken: whose it is, and its number there. Written L3 or R1."""

    side: PairSide
    n: int

    def __str__(self) -> str:
        return f"{self.side[0].upper()}{self.n}"


Picks = frozenset[Pick]


def picks_of(pair: ChangePair) -> tuple[Pick, ...]:
    """What can be taken of a pair."""
    sides = ((side, pair.side(side)) for side in PairSide)
    return tuple(Pick(side, change.n) for side, change in sides if change is not None)


def change_of(pairs: Iterable[ChangePair], pick: Pick) -> Change:
    """The change that is meant. Raises Problem when there is none."""
    for pair in pairs:
        change = pair.side(pick.side)
        if change is not None and change.n == pick.n:
            return change
    raise Problem(
        tr("There is no change {pick} here.").format(pick=pick),
        tr("L and R lead the numbers of the left and of the right engine, such as L1,R3."),
    )


def said_by(pairs: Iterable[ChangePair], pick: Pick) -> tuple[PairSide, ...]:
    """Who says what is taken: both engines, or the one whose change it is."""
    pair = next(pair for pair in pairs if pick in picks_of(pair))
    return tuple(PairSide) if pair.kind == PairKind.EQUAL else (pick.side,)


def rivals(pairs: Sequence[ChangePair], pick: Pick) -> Picks:
    """What cannot be taken together with it: its partner, and whatever takes the same line."""
    meant = change_of(pairs, pick)
    found = set()
    for pair in pairs:
        own = picks_of(pair)
        for other in own:
            if other != pick and (pick in own or touches_same(meant, change_of([pair], other))):
                found.add(other)
    return frozenset(found)


def taken(pairs: Sequence[ChangePair], picks: Picks, pick: Pick) -> Picks:
    """The picks with one more; those that it excludes are left."""
    return picks - rivals(pairs, pick) | {pick}


def all_of(pairs: Sequence[ChangePair], side: PairSide) -> Picks:
    """All of one engine; of two of its own that exclude each other, the first."""
    picks: Picks = frozenset()
    for pick in (pick for pair in pairs for pick in picks_of(pair) if pick.side == side):
        if not rivals(pairs, pick) & picks:
            picks |= {pick}
    return picks


def of_both(pairs: Sequence[ChangePair]) -> Picks:
    """What nothing speaks against: what both say, once, and what one says of a line that the other
    leaves alone."""
    offered = [picks_of(pair)[0] for pair in pairs if pair.kind != PairKind.SIMILAR]
    partners = {pick: frozenset(picks_of(pair)) for pair in pairs for pick in picks_of(pair)}
    return frozenset(pick for pick in offered if not rivals(pairs, pick) - partners[pick])


def changes_of(pairs: Sequence[ChangePair], picks: Iterable[Pick]) -> list[tuple[Pick, Change]]:
    """What is taken, by kinds. Raises Problem for a pick that is not there, or two that exclude
    each other."""
    chosen = {pick: change_of(pairs, pick) for pick in sorted(picks)}
    for pick in chosen:
        if others := rivals(pairs, pick) & chosen.keys():
            raise Problem(
                tr("{pick} and {other} change the same.").format(pick=pick, other=min(others)),
                tr("Take one of them."),
            )
    by_change = {id(change): pick for pick, change in chosen.items()}
    return [(by_change[id(change)], change) for change in in_order(chosen.values())]
