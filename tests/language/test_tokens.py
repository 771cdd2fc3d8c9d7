"""Words: what folding, tokens and the script of a text promise."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.language import tokens
from tests.support import characters


def test_traditional_and_simplified_text_become_the_same() -> None:
    assert tokens.normal("週五改到臺北開會，瞭解進度") == tokens.normal("周五改到台北开会,了解进度")


def test_case_width_and_composition_do_not_matter() -> None:
    assert tokens.normal("Ｃａｆｅ\u0301 １２") == tokens.normal("CAFÉ 12") == "café 12"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The survey moved", "surveys were moving"),
        ("She studied the plans", "studies planning"),
        ("Stopped passing boxes", "stop passed box"),
        ("use uses", "used using"),
        ("add", "adding"),
        ("café", "CAFE"),
    ],
)
def test_forms_of_a_word_share_a_token(one: str, other: str) -> None:
    assert sorted(tokens.tokens(one)) == sorted(tokens.tokens(other))


def test_a_negation_is_kept_however_it_is_written() -> None:
    assert tokens.tokens("it doesn't use Postgres") == tokens.tokens("does not use Postgres")
    assert tokens.tokens("she can’t swim") == tokens.tokens("not swim")
    assert tokens.tokens("uses Postgres") != tokens.tokens("does not use Postgres")


def test_numbers_times_and_versions_stay_whole() -> None:
    assert tokens.tokens("At 10:30 version 2.11.3 cost 1,200") == [
        "10:30", "version", "2.11.3", "cost", "1,200",
    ]  # fmt: skip


def test_chinese_tokens_are_pairs_without_particles() -> None:
    assert tokens.tokens("預算的上限") == ["预算", "上限"]
    assert tokens.tokens("茶") == ["茶"]


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("We moved the harbour survey.", "en"),
        ("", "en"),
        ("我們把港口調查改到十二月", "zh-Hant"),
        ("我们把港口调查改到十二月", "zh-Hans"),
        ("今天下雨", "zh-Hant"),
        ("用 Python 寫了 Nightstand 的搜尋", "zh-Hant"),
        ("Met 王 at the harbour", "en"),
        ("会議の資料は来週までに送ります", "en"),
        ("喜欢看アニメ和日剧，周末学日语", "zh-Hans"),
    ],
)
def test_the_script_of_a_text_is_recognised(text: str, script: str) -> None:
    assert tokens.script(text) == script


def test_characters_of_both_scripts_are_in_that_of_what_is_around_them() -> None:
    assert tokens.script_among("端口是 8081", "The port: 端口 8081\n喜欢深色主题") == "zh-Hans"
    assert tokens.script_among("端口是 8081", "喜歡深色主題") == "zh-Hant"
    assert tokens.script_among("The port is 8081", "喜欢深色主题") == "en"


def test_kana_and_hangul_are_cjk_and_punctuation_is_not() -> None:
    assert all(map(tokens.is_cjk, "火ひカ회々ｱ𠮷"))
    assert not any(map(tokens.is_cjk, "a1。、・ -é🎉"))


@given(
    st.text(alphabet="臺灣台湾港口調查瞭解了解著着乾坤干净Aaé１\u0301가", max_size=30), st.data()
)
@settings(max_examples=200, deadline=None)
def test_a_piece_of_a_text_folds_to_a_piece_of_the_folded_text(
    text: str, data: st.DataObject
) -> None:
    text = unicodedata.normalize("NFKC", text)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    assert tokens.fold(text)[start:end] == tokens.fold(text[start:end])


def test_the_table_of_characters_is_what_opencc_and_unicode_say() -> None:
    if unicodedata.unidata_version != "14.0.0":
        pytest.skip("the table was made with the Unicode of Python 3.11")
    assert "\n".join(tokens.characters()) == characters.table()
