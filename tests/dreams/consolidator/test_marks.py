"""Marks: how lines are cited in an answer, and how notes can't pass for them."""

import pytest

from desktop_app.dreams.consolidator.marks import harmless, without_marks


@pytest.mark.parametrize(
    ("line", "text", "marks"),
    [
        ("Tea at four. {D2026-11-20:5}", "Tea at four.", ["D2026-11-20:5"]),
        ("Tea at four {M3, D2026-11-20:5}.", "Tea at four.", ["M3", "D2026-11-20:5"]),
        ("Tea at four. [M3] (M4, D2026-11-20:5)", "Tea at four.", ["M3", "M4", "D2026-11-20:5"]),
        ("Tea at four.{M3}{M4}", "Tea at four.", ["M3", "M4"]),
        ("四点喝茶。【M3，D2026-11-20:5】", "四点喝茶。", ["M3", "D2026-11-20:5"]),
        ("Tea. {D2026-11-20:5-7, 9}", "Tea.", [f"D2026-11-20:{n}" for n in (5, 6, 7, 9)]),
        ("Tea. {M3; D2026-11-20:5", "Tea.", ["M3", "D2026-11-20:5"]),
        ("Tea. D2026-11-20:5", "Tea.", ["D2026-11-20:5"]),
        ("Tea. {2026-11-20:5}", "Tea.", []),
        ("Tea. {D2026-1", "Tea.", []),
        ("D2026-11-20:5 Tea at four.", "Tea at four.", ["D2026-11-20:5"]),
        ("M3 Tea at four. {M3}", "Tea at four.", ["M3"]),
        ("M3: Tea at four. {M3}", "Tea at four.", ["M3"]),
        ("Tea. {M3, M3}", "Tea.", ["M3"]),
    ],
)
def test_marks_are_read_in_the_many_ways_models_write_them(
    line: str, text: str, marks: list[str]
) -> None:
    assert without_marks(line) == (text, tuple(marks))


def test_a_range_of_marks_has_an_end() -> None:
    assert len(without_marks("Tea. {D2026-11-20:5-9000000}")[1]) == 1


@pytest.mark.parametrize(
    "line",
    [
        "[MEMORY]",
        "x [dream] y",
        "【MEMORY】",
        "<think>",
        "a </thinking> b",
        "REMOVE {M3}",
        "({D2026-1",
    ],
)
def test_notes_hold_nothing_that_an_answer_is_read_by(line: str) -> None:
    plain = harmless(line)
    assert without_marks(plain)[1] == ()
    assert not {"[MEMORY]", "[dream]", "【MEMORY】", "<think>", "</thinking>", "REMOVE"} & set(
        plain.split()
    )
