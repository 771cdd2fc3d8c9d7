"""What a review shows, row by row, over memory of any form. No window."""

from dataclasses import replace
from datetime import date

import pytest

from desktop_app.dreams.carry_over import TAKEN_BACK
from desktop_app.dreams.proposal import Change
from desktop_app.dreams.result import standing_in
from desktop_app.notebook.bullets import MemoryFile
from desktop_app.ui.review.change_words import Names, Standing
from desktop_app.ui.review.rows import ReviewRow, rows_of
from tests.support import proposals


def shown(memory: str, *changes: Change, unfolded: tuple[int, ...] = ()) -> list[str]:
    """The rows but the first, each as one word and its text."""
    file = MemoryFile(memory.encode())
    places, gone = standing_in(file, changes)
    standing = Standing(Names(date(2026, 11, 21)), file, "", places, gone, {})
    made = proposals.proposal(*changes)
    return [f"{one.kind} {one.text}" for one in rows_of(made, standing, unfolded)[1:]]


def change(
    number: int, kind: str, old: tuple[str, ...], new: str | None, heading: str = ""
) -> Change:
    return Change(number, kind, heading, 1, old, new, (), "supported", True, "")


def test_of_a_paragraph_the_other_sentences_stay_where_they_are() -> None:
    memory = "# Me\n\n## Boat\n\nShe lies in the yard. The mast is down. Paint is bought.\n"
    asked = change(1, "updated", ("The mast is down.",), "The mast is up.")
    assert shown(memory, asked) == [
        "section Me", "section Boat", "line She lies in the yard.", "change The mast is up.",
        "line Paint is bought.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("memory", "old"),
    [
        ("## Boat\n\n1. Sand the hull.\n2. Paint it.\n", "Paint it."),
        (
            "## Boat\n\n| part | state |\n|---|---|\n| mast | down |\n| hull | wet |\n",
            "| hull | wet |",
        ),
        ("Sand the hull.\n§\nPaint it.\n§\nThen rest.\n", "Paint it."),
        ("## Boat\n\nMast: down\nHull: wet\n", "Hull: wet"),
    ],
)
def test_numbers_rows_entries_and_fields_have_their_places(memory: str, old: str) -> None:
    told = shown(memory, change(1, "retired", (old,), None))
    assert f"change {old}" in told
    assert not [one for one in told if one == f"line {old}"]


def test_lines_that_become_one_stand_at_the_first_of_them() -> None:
    memory = "## A\n\n- one\n- two\n- three\n"
    assert shown(memory, change(1, "merged", ("one", "three"), "one and three")) == [
        "section A", "change one and three", "line two",
    ]  # fmt: skip


def test_what_comes_stands_at_the_end_of_its_section_and_a_new_one_at_the_end_of_all() -> None:
    memory = "- top\n\n## A\n\n- one\n\n## B\n\n- two\n"
    news = [change(1, "added", (), "first"), change(2, "added", (), "second", "A")]
    news += [change(3, "added", (), "third", "New"), change(4, "added", (), "fourth", "New")]
    assert shown(memory, *news) == [
        "section Top of MEMORY.md", "line top", "change first", "section A", "line one",
        "change second", "section B", "line two", "section New", "change third", "change fourth",
    ]  # fmt: skip


def test_of_two_equal_lines_each_is_taken_once() -> None:
    memory = "## A\n\n- same\n- other\n- same\n"
    twice = [change(1, "removed", ("same",), None), change(2, "updated", ("same",), "new")]
    places, gone = standing_in(MemoryFile(memory.encode()), twice)
    assert len({*places.values()}) == 2 and not gone


def test_an_addition_that_memory_has_meanwhile_is_shown_no_more() -> None:
    memory = MemoryFile(b"## A\n\n- one\n")
    _, gone = standing_in(memory, [change(1, "added", (), "one"), change(2, "added", (), "two")])
    assert gone == {1: "Already in the file."}
    two = [
        replace(change(n, "added", (), text), accepted=False) for n, text in ((1, "one"), (2, "x"))
    ]
    standing = Standing(Names(date(2026, 11, 21)), memory, "", {}, gone, {})
    made = proposals.proposal(*two)
    assert [one.n for one in standing.without_known(made).changes] == [2]
    assert [row.change.n for row in rows_of(made, standing, ()) if row.change] == [2]
    alone = made.only(two[:1])
    assert [row.waits for row in rows_of(alone, standing, ()) if row.change] == [False]


def test_of_two_equal_headings_the_one_that_was_seen_gets_its_new_title() -> None:
    memory = MemoryFile(b"# Me\n\n## Boat\n\n- one\n\n# You\n\n## Boat\n\n- two\n")
    second = replace(change(1, "retitled", ("Boat",), "Ship"), line=9)
    first = replace(second, n=2, line=3)
    places, gone = standing_in(memory, [second, first])
    assert places == {1: ((9, 0),), 2: ((3, 0),)} and not gone


def test_a_line_that_is_gone_is_said_below_its_heading() -> None:
    told = shown("## A\n\n- one\n", change(1, "updated", ("two",), "three", "A"))
    assert told == ["section A", "line one", "change three"]


def test_long_runs_are_folded_and_unfolded_by_their_first_line() -> None:
    memory = "## A\n\n" + "".join(f"- line {n}\n" for n in range(9)) + "- last\n"
    asked = change(1, "updated", ("last",), "the last")
    folded = shown(memory, asked)
    assert folded == [
        "section A", "line line 0", "fold 7 lines unchanged", "line line 8", "change the last",
    ]  # fmt: skip
    unfolded = shown(memory, asked, unfolded=(4,))
    assert unfolded[2:4] == ["fold 7 lines unchanged", "line line 1"], "it can be folded again"
    assert len(unfolded) == 12


def test_cards_for_one_section_of_memory_are_shown_as_one() -> None:
    first, second, third = proposals.CARD
    other = replace(second, card="Boat / Lessons (2026-11-21)")
    house = replace(third, heading="House", card="House (2026-11-21)")
    told = shown("", first, house, other)
    lines = [f"change {one.new}" for one in (first, other, house)]
    assert told == ["card Lessons", *lines[:2], "card House (2026-11-21)", lines[2]]


def row_of(one: Change) -> ReviewRow:
    memory = MemoryFile(b"## Work\n\n- The spare key is with Ana.\n")
    places, gone = standing_in(memory, [one])
    standing = Standing(Names(date(2026, 11, 21)), memory, "", places, gone, {})
    (row,) = (row for row in rows_of(proposals.proposal(one), standing, ()) if row.change)
    return row


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ({"heading": "Home"}, "Home"),
        ({"to": "topics/home.md"}, "topics/home.md"),
        ({}, "MEMORY.md"),
    ],
)
def test_a_move_says_where_to(place: dict[str, str], told: str) -> None:
    move = change(1, "moved", ("The spare key is with Ana.",), None)
    assert row_of(replace(move, **place)).sentence.startswith(f"Moved to {told}")


@pytest.mark.parametrize("card", ["", "Work (2026-11-20)"])
@pytest.mark.parametrize("reason", ["said on one day", f"said on one day, but {TAKEN_BACK}"])
def test_what_was_undone_says_so_once_until_it_is_decided(card: str, reason: str) -> None:
    new = replace(change(1, "added", (), "The hull is wet.", "Work"), card=card, undone=True)
    row = row_of(replace(new, accepted=False, reason=reason))
    shown = [*row.warnings, *([] if card else [row.reason])]  # a card's line has no reason below it
    assert sum("undid a change of this" in one for one in shown) == 1
    decided = row_of(replace(new, reason="said on one day", decided=True))
    assert not decided.warnings
