"""Notes split into parts that fit, with nothing left out unnamed."""

from desktop_app.dreams.model.reading.material import shown_of
from desktop_app.dreams.model.reading.planning import PartsPlan, planned
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.dreams.comparing.book import Book
from tests.dreams.model.told_model import material


def plan(memory: str, *days: str, budget: int) -> PartsPlan:
    given = material(memory, *days)
    book = Book(given.memory, given.memory_path)
    return planned(shown_of(given), book, (), budget, len)


def quotes(found: PartsPlan) -> list[list[str]]:
    return [[note.quote for note in part.notes] for part in found.parts]


def test_what_fits_is_one_part_with_all_of_memory() -> None:
    found = plan("- Tea.\n", "- Milk.\n", "- Bread.\n", budget=1_000)
    assert quotes(found) == [["Milk.", "Bread."]]
    assert found.parts[0].whole


def test_days_stay_whole_while_they_fit() -> None:
    days = [f"- Milk {n} came.\n- Bread {n} came.\n" for n in range(4)]
    found = plan("", *days, budget=150)
    assert [len(part.notes) for part in found.parts] == [4, 4]


def test_a_larger_day_is_split_before_a_heading() -> None:
    blocks = "".join(f"## Block {n}\n" + f"- Line {n}.\n" * 3 for n in range(4))
    found = plan("", blocks, budget=250)
    assert all(part.notes[0].heading for part in found.parts)
    assert len(found.parts) > 1


def test_a_line_that_fits_nowhere_is_named() -> None:
    found = plan("", "- Milk.\n- " + "x" * 900 + "\n", budget=300)
    assert [note.line for note in found.long] == [2]
    assert quotes(found) == [["Milk."]]


def test_of_a_memory_too_large_the_nearest_lines_are_shown() -> None:
    memory = "".join(f"- Berth {n} belongs to skipper number {n}.\n" for n in range(60))
    memory += "- The lighthouse lamp is tested on Mondays.\n"
    found = plan(memory, "- The lighthouse lamp broke.\n", budget=400)
    assert not found.parts[0].whole
    assert [line.text for line in found.parts[0].memory][-1].startswith("The lighthouse lamp")


def test_a_slow_model_is_shown_less_at_once_and_a_long_line_alone() -> None:
    given = material("", "- " + "x" * 400 + "\n- Milk.\n- Bread.\n")
    book = Book(given.memory, given.memory_path)
    found = planned(shown_of(given), book, (), 1_000, len, wished=60)
    assert [len(part) for part in quotes(found)] == [1, 2]
    assert found.long == ()
    rest = found.parts[1].notes
    assert quotes(planned(shown_of(given), book, (), 1_000, len, rest, 60)) == [["Milk.", "Bread."]]


def test_half_a_part_and_the_other_half_are_the_whole() -> None:
    (part,) = plan("- Tea.\n", "- a\n- b\n", "- c\n- d\n", budget=1_000).parts
    one, other = part.halves()
    assert one.notes + other.notes == part.notes
    assert one.notes[-1].day < other.notes[0].day
    assert one.memory == part.memory
    (single,) = plan("", "- a\n", budget=1_000).parts
    assert single.halves() == ()


@given(
    st.lists(st.lists(st.integers(1, 80), min_size=1, max_size=9), min_size=1, max_size=6),
    st.integers(60, 400),
)
def test_no_line_is_lost_and_no_part_is_too_large(sizes: list[list[int]], budget: int) -> None:
    days = ["".join(f"- {'x' * size}\n" for size in day) for day in sizes]
    found = plan("- Tea.\n", *days, budget=budget)
    placed = [note.mark for part in found.parts for note in part.notes]
    everything = [note.mark for note in shown_of(material("- Tea.\n", *days)).notes]
    assert sorted([*placed, *(note.mark for note in found.long)]) == sorted(everything)
    assert placed == [mark for mark in everything if mark in set(placed)]
    for part in found.parts:
        assert sum(len(note.row) for note in part.notes) <= budget
