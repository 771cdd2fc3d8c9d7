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


def test_the_longest_phrase_of_a_name_counts_once() -> None:
    assert PHRASES.count("no more than four, never five") == {"rule": 2}


def test_a_phrase_may_be_of_several_names() -> None:
    assert PHRASES.count("use up the paint") == {"rule": 1, "routine": 1}


def test_a_list_is_set_apart_by_commas_over_any_lines() -> None:
    assert listed("never,  no\nmore ,, use") == ["never", "no more", "use"]
