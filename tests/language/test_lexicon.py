"""Phrases of many scripts, found with their places and kinds."""

import pytest

from desktop_app.language.lexicon import Lexicon


def found(lists: dict[str, str], level: str) -> list[tuple[str, list[str]]]:
    hits = Lexicon(lists).find(level)
    return [(level[hit.start : hit.end], sorted(hit.kinds)) for hit in hits]


def test_a_word_is_found_whole_and_with_its_place() -> None:
    hits = Lexicon({"door": "gate"}).find("gates, the gate")
    assert [(hit.start, hit.end) for hit in hits] == [(11, 15)]


def test_the_longest_phrase_hides_the_words_in_it() -> None:
    lists = {"label": "password", "nothing": "password manager"}
    assert found(lists, "password manager, password") == [
        ("password manager", ["nothing"]),
        ("password", ["label"]),
    ]


def test_a_word_may_be_of_several_kinds() -> None:
    assert found({"one": "pin", "two": "pin, code"}, "pin") == [("pin", ["one", "two"])]


@pytest.mark.parametrize("word", ["schlüssel", "schlussel", "haustürschlüssel", "instruções"])
def test_open_ends_and_accents_do_not_matter(word: str) -> None:
    assert found({"x": "*schlüssel, instruc*"}, f"der {word}!") == [(word, ["x"])]


def test_an_open_end_inside_a_phrase() -> None:
    assert found({"x": "language model*"}, "two language-models") == [("language-models", ["x"])]


def test_words_of_a_phrase_stand_side_by_side() -> None:
    assert not found({"x": "gate code"}, "gate and code, gate ..... code")


def test_a_figure_in_front_belongs_to_the_word() -> None:
    assert found({"x": "2fa"}, "my 2fa, not fa2") == [("2fa", ["x"])]


def test_chinese_is_found_anywhere_and_longest_first() -> None:
    assert found({"x": "密码", "y": "密码锁"}, "新密码锁的密码") == [
        ("密码锁", ["y"]),
        ("密码", ["x"]),
    ]


def test_scripts_are_found_in_the_order_of_the_text() -> None:
    assert [text for text, _ in found({"x": "密码, wifi"}, "密码 wifi 密码")] == [
        "密码",
        "wifi",
        "密码",
    ]


def test_no_lists_find_nothing() -> None:
    assert not Lexicon({}).find("anything 密码")
