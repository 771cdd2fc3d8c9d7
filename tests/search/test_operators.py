"""Operators in a search: what they are, what they let through, and that others change nothing."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.search.operators import Operator, bound, narrowed, read, told
from desktop_app.search.query import Query, plan
from tests.search.conftest import Shelf

TODAY = date(2026, 11, 20)
ODD = st.text(st.sampled_from("ab \"“”「」-:－：inscet27d,/.!?*'\0\ud800茶火锅"), max_size=24)


@pytest.fixture
def notes(shelf: Shelf) -> Shelf:
    shelf.put("MEMORY.md", "# Memory\n\n- The tide gauge is at berth 4\n- 河邊書店每月聚會\n")
    shelf.put("memory/2026-10-31.md", "- The gauge reads the tide\n- Tide gauges and pumps\n")
    shelf.put("memory/2026-11-19.md", "- The tide gauge, with a pump\n- 書店河邊\n- 喝茶 tea\n")
    shelf.put("memory/projects/harbour.md", "- Tide tables of the harbour\n")
    return shelf


def found(shelf: Shelf, text: str) -> set[str]:
    query = narrowed(Query(text, limit=50), read(text, TODAY))
    return {hit.text for hit in shelf.index.search(query).hits}


# -- what is understood ---------------------------------------------------------------------------


def test_operators_leave_the_words_behind() -> None:
    got = read('tide "berth 4" -pump in:days,memory since:2026-11 until:7d?', TODAY)
    assert (got.text, got.wrong) == ("tide berth 4 until:7d?", ("until:7d?",))
    assert (got.places, got.since, got.phrases) == (
        ("days", "memory"), date(2026, 11, 1), ("berth 4",),
    )  # fmt: skip
    assert [piece.typed for piece in got.without] == ["-pump"]


def test_operators_are_typed_with_chinese_signs_too() -> None:
    got = read("“河邊 書店” －火鍋 in：Conversations 「喝茶」", TODAY)
    assert (got.text, got.phrases) == ("河邊 書店 喝茶", ("河邊 書店", "喝茶"))
    assert got.places == ("sessions",) and got.without[0].value == "火鍋"


@pytest.mark.parametrize(
    "text",
    ["C++ - x", 'a 5" pipe', "don't", "--flag", "-5 degrees", '"open', '""', "a-b", "re:in time",
     "說“火鍋”的人", "12:30 in the day", "http://in:days", '"!?"', "in:nowhere", "since:soon",
     "-in:days", "until:2026-13", "in:", "since:2026-02-30"],
)  # fmt: skip
def test_what_is_no_operator_stays_as_it_is(text: str) -> None:
    query = Query(text)
    assert narrowed(query, read(text, TODAY)) is query


@given(ODD)
def test_any_text_is_understood_and_one_without_operators_keeps_its_plan(text: str) -> None:
    got = read(text, TODAY)
    query = narrowed(Query(text), got)
    told(got, lambda _: False)
    plan(query.text)
    if not got.pieces:
        assert query == Query(text)
    for piece in got.pieces:
        assert piece.typed in text
    alone = " ".join(piece.typed for piece in got.pieces)
    assert read(alone, TODAY).pieces == got.pieces, "each is known again by how it was typed"


@pytest.mark.parametrize(
    ("value", "first", "last"),
    [
        ("2026-11-20", date(2026, 11, 20), date(2026, 11, 20)),
        ("2026-02", date(2026, 2, 1), date(2026, 2, 28)),
        ("2026", date(2026, 1, 1), date(2026, 12, 31)),
        ("7D", date(2026, 11, 13), date(2026, 11, 13)),
        ("today", TODAY, TODAY),
        ("9999y", date.min, date.min),
        ("0000", None, None),
        ("２０２６", None, None),
    ],
)
def test_a_bound_is_a_day_a_month_a_year_or_an_age(
    value: str, first: date | None, last: date | None
) -> None:
    assert (bound(value, TODAY, last=False), bound(value, TODAY, last=True)) == (first, last)


def test_what_is_amiss_is_told() -> None:
    hint = told(read("x in:gone.md since:2026 until:2025 in:nowhere", TODAY), lambda _: False)
    assert "gone.md" in hint and "in:nowhere" in hint and "since:" in hint
    assert told(read("in:days", TODAY), lambda _: True) == "Type a word to search for, too."
    assert told(read('"a b" x in:a.md', TODAY), lambda _: True) == ""


# -- what is let through --------------------------------------------------------------------------


def test_a_phrase_is_found_in_this_order_and_form(notes: Shelf) -> None:
    assert found(notes, '"tide gauge"') == {
        "The tide gauge is at berth 4", "The tide gauge, with a pump",
    }  # fmt: skip
    assert found(notes, "“河边书店”") == {"河邊書店每月聚會"}
    assert found(notes, '"喝茶 tea"') == {"喝茶 tea"} and found(notes, '"茶"') == {"喝茶 tea"}
    assert found(notes, '"gauge tide"') == set()


def test_words_and_phrases_can_be_left_out(notes: Shelf) -> None:
    assert found(notes, "tide gauge -pump") == {
        "The tide gauge is at berth 4", "The gauge reads the tide", "Tide tables of the harbour",
    }  # fmt: skip
    assert found(notes, '書店 -"書店河"') == {"河邊書店每月聚會"}
    assert found(notes, "-pump") == set()


def test_places_and_days_narrow(notes: Shelf) -> None:
    assert found(notes, "tide in:memory") == {"The tide gauge is at berth 4"}
    assert found(notes, "tide in:memory/projects") == {"Tide tables of the harbour"}
    both = found(notes, "tide in:topics,memory/2026-11-19.md")
    assert both == {"Tide tables of the harbour", "The tide gauge, with a pump"}
    assert found(notes, "tide since:2026-11") == {"The tide gauge, with a pump"}
    assert found(notes, "tide until:2026-10 -reads") == {"Tide gauges and pumps"}
    assert found(notes, "tide in:memory/%") == set() == found(notes, "tide in:x\ud800.md")


def test_a_question_keeps_to_the_operators(notes: Shelf) -> None:
    texts = found(notes, 'what does the "tide gauge" by the harbour read? -pump')
    assert texts == {"The tide gauge is at berth 4"}


def test_each_operator_has_a_name_of_its_own() -> None:
    assert [*map(str, Operator)] == ["in", "since", "until", "phrase", "without"]
