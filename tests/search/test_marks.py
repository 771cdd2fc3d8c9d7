"""Marks: the characters of a hit that were looked for, in the text as it was written."""

import sqlite3
import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.search.marks import marks
from desktop_app.search.query import plan
from tests.search.conftest import Shelf


def marked(shelf: Shelf, line: str, text: str) -> list[str]:
    shelf.put("MEMORY.md", f"- {line}\n")
    (hit,) = shelf.find(text)
    return [hit.text[start:end] for start, end in hit.marks]


@pytest.mark.parametrize(
    ("line", "text", "words"),
    [
        ("The surveys are in May", "survey", ["surveys"]),
        ("The SURVEY moved", "surveys mov", ["SURVEY", "moved"]),
        ("A café, the Café", "cafe", ["café", "Café"]),
        ("A cafe\u0301 there", "café", ["cafe\u0301"]),
        ("foo-bar and foo bar, barfoo", "foo-bar", ["foo-bar", "foo bar"]),
        ("我喜歡吃火鍋", "火锅", ["火鍋"]),
        ("我喜歡吃火鍋", "喜欢吃火", ["喜歡吃火"]),
        ("火是火鍋的火", "火", ["火", "火", "火"]),
        ("用Python寫的", "python写", ["Python寫"]),
        ("ｆｕｌｌ １２ width", "12 full", ["ｆｕｌｌ", "１２"]),
        ("ﬁne \u202edays ½", "fine", ["ﬁne"]),
        ("\u0002odd\u0003 harbour", "harbour", ["harbour"]),
        ("ｶﾞラス", "ガラス", ["ｶﾞラス"]),
        ("각", "각", ["각"]),
    ],
)
def test_what_was_looked_for_is_marked(
    shelf: Shelf, line: str, text: str, words: list[str]
) -> None:
    assert marked(shelf, line, text) == words


def test_a_question_marks_its_telling_words_only(shelf: Shelf) -> None:
    line = "When the survey of the harbour is over"
    assert marked(shelf, line, "When is the harbour survey?") == ["survey", "harbour"]
    assert marked(shelf, "火鍋和港口的茶", "什么时候去港口喝茶？") == ["港口"]


@pytest.mark.parametrize(
    ("line", "typed", "words"),
    [
        ("The survey of the harbour is over", "when is the survey of the ", ["survey"]),
        ("The survey of the harbour is over", "the harb", ["harbour"]),
        ("The survey of the harbour is over", "I was told of the survey by the", ["survey"]),
        ("The theatre by the harbour", "meet at the harbour in the the", ["harbour"]),
        ("To be or not to be", "to be", ["To", "be", "to", "be"]),
        ("他的港口的調查的結果", "我们昨天讨论的那个港口的调查是什么时候开始的", ["港口", "調查"]),
        ("他的港口的調查的結果", "的 调查", ["調查"]),
        ("他的目的地", "目的", ["目的"]),
    ],
)
def test_words_that_say_nothing_are_marked_only_where_nothing_else_was_typed(
    shelf: Shelf, line: str, typed: str, words: list[str]
) -> None:
    shelf.put("MEMORY.md", f"- {line}\n")
    for mode in ("typing", "auto"):
        (hit,) = shelf.find(typed, mode=mode)
        assert [hit.text[start:end] for start, end in hit.marks] == words, mode


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=60))
@settings(max_examples=150, deadline=None)
def test_marks_lie_in_the_text_and_apart(odd: str) -> None:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    text = f"harbour {odd} 港口 cafe\u0301"
    (found,) = marks(connection, [text], plan("港口 café harb").marks[0])
    connection.close()
    assert all(start < end <= len(text) for start, end in found)
    assert all(one[1] < other[0] for one, other in pairwise(found))
    shown = [unicodedata.normalize("NFC", text[start:end]) for start, end in found]
    for word in ("harbour", "港口", "café"):
        assert any(word in part for part in shown)
