"""Cues: words that show whether a line changes, ends or leaves something open."""

import pytest

from desktop_app.language.cues import CueKind, cues


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
