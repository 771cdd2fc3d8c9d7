"""Thinking is found wherever a model leaves it, and nothing else is taken for it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.models.stream import Splitter, apart

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


@pytest.mark.parametrize(("said", "text", "thinking"), CASES)
@pytest.mark.parametrize("per", [1, 3, 100])
def test_a_stream_is_sorted_as_it_comes_where_its_marks_are_known(
    said: str, text: str | None, thinking: str, per: int
) -> None:
    shown, thought = _streamed(said, per)
    if (
        "</" not in said.split("<think")[0].split("<THINK")[0]
        and "`" not in said
        and "a <" not in said
    ):
        assert shown.strip() == (said if text is None else text)
        assert thought.replace("\n", "") == thinking.replace("\n", "")


PIECES = st.sampled_from(
    ["<think>", "</think>", "\n", " ", "a", "`", "<", ">", "</", "好", "think"]
)


@given(st.lists(PIECES, max_size=30).map("".join), st.integers(1, 9))
def test_nothing_is_lost_or_shown_twice(said: str, per: int) -> None:
    shown, thought = _streamed(said, per)
    assert _letters(shown + thought) <= _letters(said)
    text, thinking = apart(said)
    assert sorted(c for c in text + thinking if c in "a好") == [
        c for c in sorted(said) if c in "a好"
    ]
    assert sorted(c for c in shown + thought if c in "a好") == [
        c for c in sorted(said) if c in "a好"
    ]


def test_marks_repeated_for_ever_are_no_answer() -> None:
    assert apart("<think>\nAll quiet. " * 100_000)[0] == ""


def _streamed(said: str, per: int) -> tuple[str, str]:
    splitter = Splitter()
    chunks = [splitter.feed(said[i : i + per]) for i in range(0, len(said), per)]
    chunks.append(splitter.rest())
    return "".join(c.text for c in chunks), "".join(c.thinking for c in chunks)


def _letters(text: str) -> int:
    return sum(c.isalpha() for c in text)
