"""Phrases in a text: whole words, and Chinese anywhere."""

from desktop_app.language.phrases import Phrases, listed

PHRASES = Phrases(
    {
        "rule": ["never", "no more than", "no more", "use"],
        "sign": ["✅", "to-do"],
        "必须": ["必须"],
        "routine": ["use up"],
    }
)


def test_words_are_matched_whole_and_chinese_anywhere() -> None:
    assert PHRASES.count("neverland is no moreover") == {}
    assert PHRASES.count("你们必须用") == {"必须": 1}
    assert PHRASES.count("a to-do ✅") == {"sign": 2}


def test_a_list_is_set_apart_by_commas_over_any_lines() -> None:
    assert listed("never,  no\nmore ,, use") == ["never", "no more", "use"]
