"""Thinking is found wherever a model leaves it, and nothing else is taken for it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.models.stream import apart

CASES = [
    ("All quiet.", "All quiet.", ""),
    ("<think>Hm.</think>All quiet.", "All quiet.", "Hm."),
    ("<THINK>\nHm.\n</THINK>\n\nAll quiet.", "All quiet.", "Hm."),
    ("<thinking>Hm.</thinking> All quiet.", "All quiet.", "Hm."),
    ("Hm.\n</think>\nAll quiet.", "All quiet.", "Hm."),
    ("Hm. So be it.</think>\nAll quiet.", "All quiet.", "Hm. So be it."),
    ("</think>All quiet.", "All quiet.", ""),
    ("All quiet.\n<think>But is it", "All quiet.", "But is it"),
    ("<think>All", "", "All"),
    ("<think></think>\n\nAll quiet.", "All quiet.", ""),
    ("<think>a</think><think>b</think>All quiet.", "All quiet.", "a\nb"),
    ("<think>a <think>b</think>All quiet.", "All quiet.", "a <think>b"),
    ("draft one\n</think>\ndraft two\n</think>\nAll quiet.", "All quiet.", "draft one\ndraft two"),
    ("<think>[MEMORY]\n- no\n</think>\n[MEMORY]\n- yes", "[MEMORY]\n- yes", "[MEMORY]\n- no"),
    ("The mark `<think>` opens, `</think>` closes.", None, ""),
    ("I like the word <think> here.", None, ""),
    ("I like the word </think> here.", None, ""),
    ("a < b and b > a\n< think >", None, ""),
    (
        "The mark <think> is odd.\n<think>Hm.</think>All quiet.",
        "The mark <think> is odd.\nAll quiet.",
        "Hm.",
    ),
]


@pytest.mark.parametrize(("said", "text", "thinking"), CASES)
def test_thinking_stands_apart(said: str, text: str | None, thinking: str) -> None:
    answered, thought = apart(said)
    assert answered.strip() == (said if text is None else text)
    assert thought == thinking


PIECES = st.sampled_from(
    ["<think>", "</think>", "\n", " ", "a", "`", "<", ">", "</", "好", "think"]
)


@given(st.lists(PIECES, max_size=30).map("".join))
def test_nothing_is_lost(said: str) -> None:
    text, thinking = apart(said)
    assert sorted(c for c in text + thinking if c in "a好") == [
        c for c in sorted(said) if c in "a好"
    ]


def test_marks_repeated_for_ever_are_no_answer() -> None:
    assert apart("<think>\nAll quiet. " * 100_000)[0] == ""
