"""Records: what was said on a line of a transcript, in whichever shape programs write it."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.notebook.text.records import Message, message_in

PARTS = [
    {"type": "text", "text": "The boat"},
    {"type": "image"},
    {"type": "text", "text": "is in."},
]
WORDS = "The boat\nis in."
NOBODY = Message("", "")


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ({"role": "user", "content": "Hi", "time": "noon"}, Message("user", "Hi", "noon")),
        ({"role": "user", "content": PARTS}, Message("user", WORDS)),
        ({"role": "Harbour Master", "content": PARTS}, Message("Harbour Master", WORDS)),
        ({"text": "Hi", "timestamp": "noon"}, Message("", "Hi", "noon")),
        ({"type": "user", "content": "Hi"}, Message("user", "Hi")),
        ({"type": "user", "message": {"role": "user", "content": PARTS}}, Message("user", WORDS)),
        (
            {"type": "response_item", "payload": {"role": "assistant", "content": PARTS}},
            Message("assistant", WORDS),
        ),
        (
            {"messages": [{"role": "user", "content": "Hi"}, {"role": "user", "content": PARTS}]},
            Message("", f"Hi\n\n{WORDS}"),
        ),
        ("Hi", Message("", "Hi")),
        ({"type": "user", "message": {"content": [{"type": "tool_result"}]}}, NOBODY),
        ({"type": "user", "isMeta": True, "message": {"content": "Hi"}}, NOBODY),
        ({"role": "tool", "n": 1}, NOBODY),
        ({"role": "user", "content": {"x": 1}}, NOBODY),
        ({"role": "user", "content": [7]}, NOBODY),
        ({}, NOBODY),
        ([], NOBODY),
        ([7], NOBODY),
        (None, NOBODY),
    ],
)
def test_each_shape_says_its_words(told: Any, message: Message) -> None:
    assert message_in(json.dumps(told)) == message


@settings(max_examples=40)
@given(st.text(max_size=60), st.text(max_size=60), st.data())
def test_no_line_is_an_error_and_the_half_of_one_is_what_it_is(
    words: str, line: str, data: st.DataObject
) -> None:
    message_in(line)
    whole = json.dumps({"role": "user", "content": words})
    half = whole[: data.draw(st.integers(0, len(whole) - 1))]
    assert message_in(half) == Message("", half)
