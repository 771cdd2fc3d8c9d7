"""How a note stands to a line of memory, pair by pair, in both languages."""

import pytest
from desktop_app.dreams.builtin.relating.relate import relate
from desktop_app.dreams.builtin.relating.sense import sense

from tests.dreams import pairs_chinese as chinese
from tests.dreams import pairs_english as english

UPDATES = [*english.UPDATE, *chinese.UPDATE]


@pytest.mark.parametrize(("memory", "note", "new"), UPDATES)
def test_a_change_gives_the_line_its_new_value_and_keeps_all_else(
    memory: str, note: str, new: str | None
) -> None:
    relation = relate(sense(memory), sense(note))
    assert (relation.kind, relation.new) == ("update", new or note)


@pytest.mark.parametrize(("memory", "note"), [(memory, note) for memory, note, _ in UPDATES])
def test_a_change_that_was_followed_is_known(memory: str, note: str) -> None:
    new = relate(sense(memory), sense(note)).new or ""
    assert relate(sense(new), sense(note)).kind in ("duplicate", "maybe", "different")


@pytest.mark.parametrize(("memory", "note"), [*english.CONFLICT, *chinese.CONFLICT])
def test_another_value_without_a_word_of_change_is_a_question(memory: str, note: str) -> None:
    relation = relate(sense(memory), sense(note))
    assert relation.kind == "conflict" and relation.reason


@pytest.mark.parametrize(("memory", "note"), [*english.DIFFERENT, *chinese.DIFFERENT])
def test_what_is_about_something_else_changes_nothing(memory: str, note: str) -> None:
    assert relate(sense(memory), sense(note)).kind in ("different", "maybe")


@pytest.mark.parametrize(("memory", "note"), [*english.DUPLICATE, *chinese.DUPLICATE])
def test_a_line_in_other_words_is_known(memory: str, note: str) -> None:
    assert relate(sense(memory), sense(note)).kind == "duplicate"


@pytest.mark.parametrize(("memory", "note"), [*english.MERGED, *chinese.MERGED])
def test_a_note_that_says_the_same_and_more_takes_the_place(memory: str, note: str) -> None:
    relation = relate(sense(memory), sense(note))
    assert (relation.kind, relation.new) == ("merged", note)


def test_what_is_said_of_a_thing_in_small_words_is_no_repetition() -> None:
    memory = "The report is due on 27 November; Jonas signs it off."
    assert relate(sense(memory), sense("The report is done.")).kind == "different"


def test_an_end_that_would_lose_a_name_waits() -> None:
    relation = relate(sense("The dog is Rex."), sense("The dog died."))
    assert (relation.kind, relation.held) == (
        "update",
        "it says less than the line it would replace",
    )
