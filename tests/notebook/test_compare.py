"""Comparing: runs that are the same and runs that are not, from end to end."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.notebook.text import compare
from desktop_app.notebook.text.compare import Region, regions

few = st.lists(st.sampled_from("abc"), max_size=12)


def test_huge_sides_are_compared_at_their_landmarks() -> None:
    a = [f"{n}" if n % 3 else "" for n in range(40_000)]
    b = ["new", *a[:10_000], *a[10_010:30_000], "", "", *a[30_000:], "end"]
    found = list(regions(a, b))
    assert [a[run.i : run.i_end] for run in found if not run.same and run.i < run.i_end] == [
        a[10_000:10_010]
    ]
    assert sum(run.j_end - run.j for run in found if not run.same) == 4


@given(st.lists(st.integers(0, 9), max_size=30), st.lists(st.integers(0, 9), max_size=30))
def test_landmarks_cover_both_sides_in_turn(a: list[int], b: list[int]) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(compare, "_EXACT", 4)
        found = list(regions(a, b))
    assert [item for run in found for item in a[run.i : run.i_end]] == a
    assert [item for run in found for item in b[run.j : run.j_end]] == b
    assert all(run.same == (a[run.i : run.i_end] == b[run.j : run.j_end]) for run in found)
    assert all(one.same != other.same for one, other in pairwise(found))


class Looked:
    """An item that counts how often it is asked for its hash."""

    count = 0

    def __init__(self, value: int) -> None:
        self.value = value

    def __hash__(self) -> int:
        Looked.count += 1
        return hash(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Looked) and self.value == other.value


def test_a_line_put_between_each_two_of_many_costs_no_more_than_each_line() -> None:
    a = [Looked(n) for n in range(20_000)]
    b = [item for n in a for item in (n, Looked(-1 - n.value))]
    found = list(regions(a, b))
    assert sum(run.i_end - run.i for run in found if run.same) == 20_000
    assert Looked.count < 20 * len(b)


def test_huge_sides_without_a_landmark_are_taken_as_changed() -> None:
    a, b = ["a", *["x"] * 20_000, "b"], ["c", *["x"] * 20_001, "d"]
    assert list(regions(a, b)) == [Region(0, len(a), 0, len(b), False)]
