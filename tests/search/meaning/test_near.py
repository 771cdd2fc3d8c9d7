"""Near texts: when one may borrow the vector of another, and when never."""

import random
from array import array
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.search.meaning import near
from desktop_app.search.meaning.embedder import Traits
from desktop_app.search.meaning.store import Store

LONG = (
    "The harbour survey with Ana starts at 14:30 on 3 May in the old office, and the report must "
    "not leave the building before Hugo has read all of it and written what he thinks of it, as "
    "was decided in the meeting about the ferry and its second engine last autumn"
)
_WORDS = ["Ana", "Hugo", "not", "never", "3", "May", "the", "ferry", "汽车", "李雷", "不", ",", "."]
texts = st.text(max_size=300) | st.lists(
    st.sampled_from(_WORDS),
    max_size=40,
).map(" ".join)


THRESHOLD = 0.98


def is_near(one: str, other: str, threshold: float = THRESHOLD) -> bool:
    """Whether the vector of one text may stand for the other's."""
    return near.likeness(one, other) >= threshold and near.says_the_same(one, other)


@pytest.mark.parametrize(
    ("this", "that"),
    [
        ("14:30", "15:30"),
        ("3 May", "4 May"),
        ("Ana", "Eva"),
        ("Hugo", "Gwen"),
        ("must not leave", "must leave"),
        ("second engine", "third engine"),
    ],
)
def test_numbers_names_and_denials_have_to_be_equal(this: str, that: str) -> None:
    other = LONG.replace(this, that)
    assert near.likeness(LONG, other) > 0.93
    assert not is_near(LONG, other, 0.9)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Maria joined a gym and keeps to her plan", "John joined a gym and keeps to her plan"),
        ("Assure him that he'll never forget it", "Assure him that he'll forget it"),
        ("Ned can't imagine life without a dog", "Ned ca imagine life without a dog"),
        ("Ana called Hugo about the ferry", "Hugo called Ana about the ferry"),
    ],
)
def test_the_first_word_may_be_a_name_and_every_no_counts(one: str, other: str) -> None:
    assert not is_near(one, other, 0.1)


@pytest.mark.parametrize(
    ("this", "that"),
    [
        ("the room is 10² wide", "the room is 102 wide"),
        ("it takes ½ cup", "it takes ¼ cup"),
        ("it is -5 degrees", "it is 5 degrees"),
        ("henry iv", "henry vi"),
        ("it is possible", "it is impossible"),
        ("it is legal", "it is illegal"),
        ("он не придёт", "он придёт"),
        ("er kommt nicht", "er kommt dort"),
        ("ana pays the rent", "eva pays the rent"),
        ("anna told ben", "ben told anna"),
        ("take it before lunch", "take it after lunch"),
        ("turn it on", "turn it off"),
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
    rest = " after the long meeting in the harbour office, and then we went home. 那天下雨了。" * 8
    assert near.likeness(this + rest, that + rest) > 0.97
    assert not is_near(this + rest, that + rest, 0.5)


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
    assert is_near(this, that, 0.1)


def test_chinese_has_to_agree_in_every_character_that_says_something() -> None:
    text = "明天下午李雷和韩梅梅在北京的办公室里讨论新的项目计划，然后一起去吃火锅" * 2
    assert is_near(text, text + "。")
    assert not is_near(text, text.replace("韩梅梅", "韩美美"), 0.5)
    assert not is_near(text, text.replace("一起去", "不去"), 0.5)


@given(texts, texts)
def test_likeness_is_a_share_that_does_not_depend_on_the_order(one: str, other: str) -> None:
    assert 0 <= near.likeness(one, other) <= 1.0000001
    assert near.likeness(one, other) == pytest.approx(near.likeness(other, one))
    assert near.likeness(one, one) == 1.0


@given(texts)
def test_a_text_is_near_itself_and_has_always_the_same_keys(text: str) -> None:
    assert is_near(text, text, 1.0)
    assert near.keys(text) == near.keys(text)
    assert all(0 <= key < 1 << 63 for key in near.keys(text))


def test_near_texts_are_found_by_their_keys() -> None:
    chance = random.Random(7)
    words = ["harbour", "ferry", "report", "engine", "meeting", "autumn", "Ana", "写", "船"]
    near_ones = found = 0
    for _ in range(400):
        text = " ".join(chance.choices(words, k=chance.randrange(40, 120))) + str(chance.random())
        at = chance.randrange(len(text))
        other = text[:at] + chance.choice(",.!? ") + text[at:]
        if near.likeness(text, other) >= THRESHOLD:
            near_ones += 1
            found += bool(set(near.keys(text)) & set(near.keys(other)))
    assert near_ones > 300
    assert found >= 0.99 * near_ones


@settings(max_examples=40)
@given(st.lists(texts, max_size=6), texts)
def test_the_cache_serves_only_what_is_exact_or_near(tmp_path_factory, kept, text) -> None:  # type: ignore[no-untyped-def]
    folder: Path = tmp_path_factory.mktemp("c")
    store = Store(folder / "vectors.db")
    held = store.admit(Traits("one", 2, frozenset(), 0.3), "one")
    other = store.admit(Traits("two", 2, frozenset(), 0.3), "two")
    vectors = {kept_text: array("f", [n, 1.0]) for n, kept_text in enumerate(kept)}
    store.put(held, vectors.items())
    exact = store.vector(held, text)
    assert exact == vectors.get(text)
    found = store.near(held, text, 0.98)
    if found is not None:
        assert any(is_near(text, k) and vectors[k] == found for k in vectors)
    assert store.vector(other, text) is None
    assert store.near(other, text, 0.98) is None
    assert store.counters().miss == len(vectors)
    store.close()
