"""A transcript as a page to read: its turns, who spoke and when, each at its own line."""

import json
from bisect import bisect_right

import pytest

from desktop_app.search.chunks import chunks
from desktop_app.ui.conversation.talk_words import as_rows
from desktop_app.ui.parts.column import LONGEST
from tests.support.odd_files import ODD_FILES


def turn(role: str, content: object, **more: object) -> str:
    return json.dumps({"role": role, "content": content, **more}, ensure_ascii=False)


def read(*lines: str) -> list[tuple[int, str]]:
    """The rows that are shown, each with the line it is of."""
    text, starts = as_rows("\n".join(lines))
    rows = text.split("\n") if text else []
    return [(bisect_right(starts, row), words) for row, words in enumerate(rows) if words]


def test_who_spoke_and_when_stands_over_what_was_said() -> None:
    found = read(
        turn("user", "Where is the key?", time="2026-11-20T14:02:30+01:00"),
        turn("assistant", "With Ana.", timestamp="this morning"),
        turn("Harbour Master", "Mine."),
    )
    assert found == [
        (1, "### You · 20 November 2026, 14:02"),
        (1, "Where is the key?"),
        (2, "### Assistant · this morning"),
        (2, "With Ana."),
        (3, "### harbour master"),
        (3, "Mine."),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "{}",
        "[]",
        "null",
        "7",
        '{"role": "user"}',
        '{"role": "user", "content": "  "}',
        '{"type": "summary", "summary": "x"}',
        '{"role": "user", "content": [{"type": "image"}]}',
        "",
        "   ",
    ],
)
def test_what_is_no_turn_is_left_out_and_the_lines_stay(line: str) -> None:
    assert read(line, turn("user", "a")) == [(2, "### You"), (2, "a")]


def test_what_agents_write_around_a_turn_and_half_a_line_are_read() -> None:
    agent = {"type": "assistant", "message": {"role": "assistant", "content": [{"text": "Yes"}]}}
    half = '{"role": "user", "content": "Where is \\"the k'
    assert read(json.dumps(agent), turn("user", [{"type": "text", "text": "No"}]), half) == [
        (1, "### Assistant"),
        (1, "Yes"),
        (2, "### You"),
        (2, "No"),
        (3, half),
    ]


def test_what_no_page_can_show_is_replaced() -> None:
    odd = read('{"role": "user", "content": "a\\u0000b \\ud83d c\\r\\nd"}')[1:]
    assert odd == [(1, "a\ufffdb ? c"), (1, "d")]


def test_a_very_long_turn_is_cut_in_rows_and_none_of_it_is_lost() -> None:
    said = "word " * 30_000
    found = read(turn("user", "a"), turn("tool", said, time="noon"), turn("user", "b"))
    rows = [words for line, words in found if line == 2][1:]
    assert max(map(len, rows)) <= LONGEST and "".join(rows) == said.strip()
    assert found[-1] == (3, "b")


@pytest.mark.parametrize("name", list(ODD_FILES))
def test_whatever_is_found_in_a_transcript_stands_on_the_page(name: str) -> None:
    data = ODD_FILES[name]
    text = data.decode("utf-8", "replace").removeprefix("\ufeff")
    lines = {line for line, _words in read(*text.split("\n"))}
    assert {chunk.line for chunk in chunks("sessions/a.jsonl", data)} <= lines
