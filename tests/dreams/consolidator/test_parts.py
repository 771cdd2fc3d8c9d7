"""Notes split into parts that fit, with nothing left out unnamed."""

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.dreams.consolidator.shown import DreamPart, MarkedStatement, planned, shown_of
from tests.dreams.model.told_model import material


def plan(
    memory: str, *days: str, budget: int, wished: int | None = None
) -> tuple[tuple[DreamPart, ...], tuple[MarkedStatement, ...]]:
    return planned(shown_of(material(memory, *days)), budget, len, wished=wished)


def test_a_larger_day_is_split_before_a_heading() -> None:
    blocks = "".join(f"## Block {n}\n" + f"- Line {n}.\n" * 3 for n in range(4))
    parts, _ = plan("", blocks, budget=250)
    assert len(parts) > 1
    for part in parts:
        assert all(note.under == part.notes[n // 3 * 3].under for n, note in enumerate(part.notes))


def test_a_slow_model_is_shown_less_of_memory_and_notes_and_a_long_line_alone() -> None:
    memory = "".join(f"- Berth {n} belongs to skipper number {n}.\n" for n in range(60))
    day = "- " + "x" * 400 + "\n" + "- The lighthouse lamp broke.\n" * 4
    parts, long = plan(memory, day, budget=4_000, wished=250)
    assert long == ()
    assert [len(part.notes) for part in parts] == [1, 2, 2]
    assert all(sum(len(one.row) for one in part.memory) <= 150 for part in parts)


@given(
    st.lists(st.lists(st.integers(1, 80), min_size=1, max_size=9), min_size=1, max_size=6),
    st.integers(60, 400),
)
def test_no_line_is_lost_and_no_part_is_too_large(sizes: list[list[int]], budget: int) -> None:
    days = ["".join(f"- {'x' * size}\n" for size in day) for day in sizes]
    parts, long = plan("- Tea.\n", *days, budget=budget)
    placed = [note.mark for part in parts for note in part.notes]
    everything = [note.mark for note in shown_of(material("- Tea.\n", *days)).notes]
    assert sorted([*placed, *(note.mark for note in long)]) == sorted(everything)
    assert placed == [mark for mark in everything if mark in set(placed)]
    for part in parts:
        assert sum(len(note.row) for note in part.notes) <= budget
