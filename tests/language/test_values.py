"""Hard facts: two spellings of one value have one key."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.language.spans import flat
from desktop_app.language.values import _rules, chinese_number, values

SAME = [
    (
        "date",
        "11-27",
        [
            "27 November",
            "27 Nov",
            "Nov 27",
            "November 27th",
            "2026-11-27",
            "11月27日",
            "十一月二十七號",
        ],
    ),
    ("date", "5-3", ["3 May", "May 3", "3rd of May", "2027-05-03", "5月3日", "五月三日"]),
    ("month", "3", ["in March", "三月", "3月底"]),
    ("time", "15:30", ["at 15:30", "3:30 pm", "下午三點半", "下午3点30分"]),
    ("time", "9:00", ["at 9am", "at 9:00", "早上九點"]),
    ("weekday", "1", ["on Tuesday", "every Tuesday", "週二", "星期二", "礼拜二"]),
    ("weekday", "6", ["on Sunday", "週日", "星期天"]),
    ("number", "3", ["three berths", "3 berths", "三個泊位", "三个泊位"]),
    ("number", "1200.5", ["1,200.50", "1200.5"]),
    ("number", "12%", ["12 %", "12%"]),
    ("number", "€900", ["€900", "€ 900"]),
    ("phone", "+351912345678", ["+351 912 345 678", "+351 912-345-678"]),
    ("version", "3.11.4", ["Python 3.11.4"]),
    ("version", "v2", ["since v2"]),
    ("link", "survey-2026/", ["in `survey-2026/`", "in survey-2026/,"]),
    ("link", "mara@example.org", ["mail mara@example.org"]),
]


@pytest.mark.parametrize(("kind", "key", "spellings"), SAME)
def test_spellings_of_one_value_have_one_key(kind: str, key: str, spellings: list[str]) -> None:
    for text in spellings:
        assert (kind, key) in [(value.kind, value.key) for value in values(text)], text


@pytest.mark.parametrize(
    "text",
    [
        "May I come in?",
        "We march on.",
        "有一點累",
        "一個人",
        "and/or",
        "e.g. this",
        "Go now",
        "p95 and A4",
    ],
)
def test_everyday_words_are_no_values(text: str) -> None:
    assert values(text) == ()


def test_a_date_with_a_year_is_a_date_and_a_year() -> None:
    assert {(value.kind, value.key) for value in values("2026-11-27")} == {
        ("date", "11-27"),
        ("year", "2026"),
    }


def test_a_day_that_is_on_no_calendar_is_no_date() -> None:
    assert "date" not in {value.kind for value in values("on 45 May and 2026-13-40")}


def test_the_span_of_a_value_is_where_it_stands() -> None:
    text = "Ｄue on 27 November；喬納斯 signs at 下午三點半"
    assert [text[value.start : value.end] for value in values(text)] == [
        "27 November",
        "下午三點半",
    ]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("二十七", 27), ("十", 10), ("两百", 200), ("三千五", 3500), ("二〇二六", 2026),
        ("1.5万", 15_000), ("12", 12), ("半", 0), ("abc", 0), ("", 0),
        ("一百二十", 120), ("一百零五", 105), ("一千十", 1010), ("兩萬", 20_000),
        ("十二万三千四百五十六", 123_456), ("千", 0), ("一百五百", 0), ("十十一", 0),
        ("五六万", 0), ("两三百", 0), ("一万亿", 10**12),
        ("十" * 5000, 0), ("9" * 5000, 0),
    ],
)  # fmt: skip
def test_a_chinese_numeral_is_read_in_each_of_its_forms(text: str, number: int) -> None:
    assert chinese_number(text) == number


_PIECES = st.sampled_from(
    [*(spelling for _, _, some in SAME for spelling in some), *"0123456789/.:@-_ ,，年月日点周拜半",
     "jan", "May", "noon", "ten", "mon", "at ", "am", "pm", "v1", "db", "%", "€", "x", "a://b", "٣"]
)  # fmt: skip


@settings(max_examples=500, deadline=None)
@given(st.lists(_PIECES, max_size=6).map("".join))
def test_what_a_rule_needs_is_there_wherever_the_rule_finds_a_value(text: str) -> None:
    level = flat(text)
    for needed, where, _ in _rules():
        assert needed.search(level) or not where.search(level), where.pattern
