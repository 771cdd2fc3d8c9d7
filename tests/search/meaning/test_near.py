"""Near texts: when one may borrow the vector of another, and when never."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.search.meaning.near import sense_of

REST = " after the long meeting in the harbour office, and then we went home. 那天下雨了。"


@pytest.mark.parametrize(
    ("this", "that"),
    [
        ("at 14:30", "at 15:30"),
        ("must not leave", "must leave"),
        ("Maria joined a gym", "John joined a gym"),
        ("Ana called Hugo", "Hugo called Ana"),
        ("can't imagine", "ca imagine"),
        ("the room is 10² wide", "the room is 102 wide"),
        ("it takes ½ cup", "it takes ¼ cup"),
        ("it is -5 degrees", "it is 5 degrees"),
        ("henry iv", "henry vi"),
        ("it is possible", "it is impossible"),
        ("он не придёт", "он придёт"),
        ("er kommt nicht", "er kommt dort"),
        ("see /home/a/x", "see /home/b/x"),
        ("on 3/4 we meet", "on 4/3 we meet"),
        ("costs 5 €", "costs 5 $"),
        ('it is 5" long', "it is 5' long"),
        ("does it work?", "does it work."),
        ("loves it 👍", "loves it 👎"),
        ("ask the US", "ask the us"),
        ("小王打了小李", "小李打了小王"),
        ("他的家", "她的家"),
        ("賺了10，5元", "賺了10 5元"),
    ],
)
def test_no_other_word_or_sign_is_near_however_long_the_rest_is(this: str, that: str) -> None:
    assert sense_of(this + REST) != sense_of(that + REST)


@pytest.mark.parametrize(
    ("this", "that"),
    [
        ("book the ferry", "Book the ferry"),
        ("the ferry (at 14:30) leaves", "the ferry, at 14:30, leaves"),
        ("she said “yes”", 'she said "yes"!'),
        ("明天下午開會，然後吃飯", "明天下午開會、然後吃飯。"),
    ],
)
def test_only_punctuation_and_a_capital_may_differ(this: str, that: str) -> None:
    assert sense_of(this) == sense_of(that)


@given(st.text(max_size=300))
def test_any_text_has_a_sense(text: str) -> None:
    assert sense_of(text) == sense_of(text) == sense_of(f"{text} ,")
