"""Cues: words that show whether a line changes, ends or leaves something open."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.language.cues import CueKind, _pattern, _possible, cues, phrases
from desktop_app.language.spans import flat


@pytest.mark.parametrize(
    ("kind", "inside", "word"),
    [
        (CueKind.NOT, "特别好", "小李不吃"),
        (CueKind.NOT, "无线网", "无糖"),
        (CueKind.OPEN, "理想", "想吃面"),
        (CueKind.OPEN, "面试", "试新茶"),
        (CueKind.END, "奶茶", "奶茶停了"),
    ],
)
def test_a_chinese_character_inside_a_word_is_another_one(
    kind: CueKind, inside: str, word: str
) -> None:
    assert kind not in cues(inside)
    assert kind in cues(word)


_PHRASES = [one for kind in CueKind for some in phrases(kind) for one in some]
_PLAIN = [one.replace("(?!起)", "").replace("*", end) for one in _PHRASES for end in ("", "ing")]


@settings(max_examples=500, deadline=None)
@given(
    st.lists(st.sampled_from([*_PLAIN, " ", " ", "-", "x", "é", "'", ", ", "起", "Is"]), max_size=6)
)
def test_no_table_is_passed_over_that_the_text_has_a_word_of(parts: list[str]) -> None:
    level = flat("".join(parts))
    found = {kind for kind in CueKind if _pattern(kind).search(level)}
    assert found <= _possible(level)


def test_most_tables_are_passed_over_for_a_plain_line() -> None:
    assert not _possible("the harbour's report is due on 12 november.")
