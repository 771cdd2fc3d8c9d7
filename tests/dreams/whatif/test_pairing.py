"""Changes of two engines side by side: each once, and no two picks of one line."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.dreams.proposal import Change, ChangeKind
from desktop_app.dreams.whatif.pairing import PairKind, PairSide, paired
from desktop_app.dreams.whatif.picking import (
    Pick,
    Picks,
    all_of,
    change_of,
    changes_of,
    of_both,
    picks_of,
    taken,
)
from desktop_app.notebook.source import Source
from tests.support.dreaming import COFFEE, REPORT

OLD = ("The report is due on 27 November.", "The boiler is serviced in March.", "Clara has piano.")
NEW = (
    "The report is due on 4 December.",
    "the report is due on 4 December",
    "The boiler is serviced in April.",
    "Mara is allergic to peanuts.",
)


@st.composite
def changes(draw: st.DrawFn) -> tuple[Change, ...]:
    """What an engine might propose: additions, and changes of one to three lines of memory."""
    found = []
    for n in range(1, draw(st.integers(1, 6))):
        old = tuple(draw(st.sets(st.sampled_from(OLD), max_size=3)))
        kind = (
            ChangeKind.MERGED if len(old) > 1 else ChangeKind.UPDATED if old else ChangeKind.ADDED
        )
        lines = draw(st.sets(st.integers(1, 4), min_size=1, max_size=2))
        sources = tuple(Source("memory/2026-11-20.md", line, "quoted") for line in sorted(lines))
        new = draw(st.sampled_from(NEW))
        found.append(replace(COFFEE, n=n, kind=kind, old=old, new=new, sources=sources))
    return tuple(found)


def are_apart(picks: Picks, pairs: tuple) -> bool:
    """Whether no two of the picks take the same line, or stand in one pair."""
    own = [change_of(pairs, pick) for pick in picks]
    apart = not any({*a.old} & {*b.old} for n, a in enumerate(own) for b in own[n + 1 :])
    return apart and all(len(picks.intersection(picks_of(pair))) < 2 for pair in pairs)


@given(changes(), changes(), st.data())
@settings(max_examples=25, deadline=None)
def test_each_change_stands_in_one_pair_and_picks_never_touch_the_same_line(
    left: tuple[Change, ...], right: tuple[Change, ...], data: st.DataObject
) -> None:
    pairs = paired(left, right)
    for side, own in ((PairSide.LEFT, left), (PairSide.RIGHT, right)):
        assert sorted(one.n for pair in pairs if (one := pair.side(side))) == [one.n for one in own]
    for pair in pairs:
        assert (pair.kind == PairKind.LEFT) == (pair.right is None)
        assert (pair.kind == PairKind.RIGHT) == (pair.left is None)
    offered = [pick for pair in pairs for pick in picks_of(pair)]
    picks: Picks = frozenset()
    for pick in data.draw(st.lists(st.sampled_from(offered), max_size=8)) if offered else ():
        picks = taken(pairs, picks, pick)
        assert pick in picks
        assert are_apart(picks, pairs)
    assert len(changes_of(pairs, picks)) == len(picks)
    for some in (of_both(pairs), all_of(pairs, PairSide.LEFT), all_of(pairs, PairSide.RIGHT)):
        assert are_apart(some, pairs)


@given(changes())
@settings(max_examples=20, deadline=None)
def test_an_engine_beside_itself_says_the_same(own: tuple[Change, ...]) -> None:
    assert {pair.kind for pair in paired(own, own)} <= {PairKind.EQUAL}


def test_the_same_line_of_memory_or_of_the_notes_is_similar_and_another_one_is_not() -> None:
    other = replace(REPORT, n=1, new="The report is due on 5 December; Jonas signs it off.")
    shorter = replace(COFFEE, n=2, new="No coffee after 14:00.")
    apart = replace(COFFEE, n=3, new="Mara is allergic to peanuts.", sources=(
        Source("memory/2026-11-20.md", 7, "Mara is allergic to peanuts."),))  # fmt: skip
    pairs = paired((replace(REPORT, n=1), replace(COFFEE, n=2)), (apart, other, shorter))
    found = [(pair.kind, pair.left and pair.left.n, pair.right and pair.right.n) for pair in pairs]
    assert found == [("similar", 1, 1), ("similar", 2, 2), ("right", None, 3)]
    assert of_both(pairs) == {Pick(PairSide.RIGHT, 3)}
    assert taken(pairs, frozenset({Pick(PairSide.LEFT, 1)}), Pick(PairSide.RIGHT, 1)) == {
        Pick(PairSide.RIGHT, 1)
    }
