"""A transcript as a page to read: its turns, who spoke and when, each at its own line."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.search.chunks import chunks
from desktop_app.ui.reading.render import Piece
from desktop_app.ui.search.talk_page import pieces, sections
from tests.support.odd_files import ODD_FILES


def turn(role: str, content: object, **more: object) -> str:
    return json.dumps({"role": role, "content": content, **more}, ensure_ascii=False)


def read(*lines: str) -> list[Piece]:
    return [piece for section in sections("\n".join(lines)) for piece in pieces(section)]


def told(found: list[Piece]) -> list[tuple[str, int, str]]:
    return [(one.kind, one.line, "".join(run.text for run in one.runs)) for one in found]


def test_who_spoke_and_when_stands_over_what_was_said() -> None:
    found = read(
        turn("user", "Where is the key?", time="2026-11-20T14:02:30+01:00"),
        turn("assistant", "With Ana.", timestamp="this morning"),
        turn("Harbour Master", "Mine."),
    )
    assert told(found) == [
        ("heading3", 1, "You  20 November 2026, 14:02"),
        ("text", 1, "Where is the key?"),
        ("heading3", 2, "Assistant  this morning"),
        ("text", 2, "With Ana."),
        ("heading3", 3, "harbour master"),
        ("text", 3, "Mine."),
    ]
    assert all(piece.line == piece.end_line for piece in found)


def test_what_a_person_says_keeps_its_lines_and_what_an_assistant_says_is_markdown() -> None:
    said = "# One\n\n- a **b**\n- c\n\n```\ncode\n```"
    mine = told(read(turn("user", said.replace("```", "'''"))))
    assert mine[1:] == [
        ("text", 1, "# One"),
        ("text", 1, "- a **b**\n- c"),
        ("text", 1, "'''\ncode\n'''"),
    ]
    found = read(turn("system", "x"), turn("assistant", said))[3:]
    assert told(found) == [
        ("text", 2, "One"),
        ("text", 2, "a b"),
        ("text", 2, "c"),
        ("code", 2, "code"),
    ]
    assert [piece.mark for piece in found] == ["", "•", "•", ""]
    assert found[0].runs[0].marks == {"strong"}  # a title of its own, no speaker


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
        '{"role": "user", "conte',
        '{"role": "user", "content": [{"type": "image"}]}',
        "",
        "   ",
    ],
)
def test_what_is_no_turn_is_left_out_and_the_lines_stay(line: str) -> None:
    assert told(read(line, turn("user", "a"))) == [("heading3", 2, "You"), ("text", 2, "a")]


def test_what_agents_write_around_a_turn_and_half_a_line_are_read() -> None:
    agent = {"type": "assistant", "message": {"role": "assistant", "content": [{"text": "Yes"}]}}
    half = '{"role": "user", "content": "Where is \\"the k'
    assert told(read(json.dumps(agent), turn("user", [{"type": "text", "text": "No"}]), half)) == [
        ("heading3", 1, "Assistant"),
        ("text", 1, "Yes"),
        ("heading3", 2, "You"),
        ("text", 2, "No"),
        ("heading3", 3, "You"),
        ("text", 3, 'Where is "the k'),
    ]


def test_what_no_page_can_show_is_replaced() -> None:
    odd = read('{"role": "user", "content": "a\\u0000b \\ud83d c\\r\\nd"}')[1].runs[0].text
    assert odd == "a\ufffdb ? c\nd"


@pytest.mark.parametrize("gap", [" ", "\n", "字", "\n\n"])
def test_a_very_long_turn_is_in_several_parts_and_none_of_it_is_lost(gap: str) -> None:
    words = [f"word{n}" for n in range(30_000)]
    lines = [turn("user", "a"), turn("tool", gap.join(words), time="noon"), turn("user", "b")]
    parts = sections("\n".join(lines))
    assert len(parts) > 10
    assert {part.first for part in parts[1:-1]} == {2} and (parts[0].first, parts[-1].first) == (
        1,
        3,
    )
    assert max(len(part.text) for part in parts) < 25_000
    shown = [piece for part in parts[1:-1] for piece in pieces(part)]
    assert all(piece.line == 2 for piece in shown)
    heads = [piece for piece in shown if piece.kind == "heading3"]
    assert len(heads) == len(parts) - 2
    read_again = "".join(one.runs[0].text for one in shown if one.kind == "text")
    assert re.findall(r"word\d+", read_again) == words
    assert told(read(turn("user", "a"), '"' + "x" * 30_000))[-1][1] == 2


def test_a_long_transcript_is_cut_between_turns() -> None:
    lines = [turn("user", f"{n} " + "words " * 40) for n in range(2_000)]
    parts = sections("\n".join(lines))
    assert len(parts) > 10
    assert [line for part in parts for line in part.text.split("\n")] == lines
    starts = [part.first for part in parts]
    assert starts == [1 + sum(part.count for part in parts[:n]) for n in range(len(parts))]
    assert pieces(parts[3])[0].line == parts[3].first


@pytest.mark.parametrize("name", list(ODD_FILES))
def test_whatever_is_found_in_a_transcript_stands_on_the_page(name: str) -> None:
    data = ODD_FILES[name]
    text = data.decode("utf-8", "replace").removeprefix("\ufeff")
    shown = {piece.line for section in sections(text) for piece in pieces(section)}
    assert {chunk.line for chunk in chunks("sessions/a.jsonl", data)} <= shown


@given(st.text(max_size=200))
def test_no_text_is_an_error(text: str) -> None:
    read(*text.split("\n"))
    read(turn("assistant", text), turn("user", text))


def test_a_very_long_line_that_nobody_said_is_an_empty_page() -> None:
    (part,) = sections(json.dumps({"role": "user", "picture": "x" * 30_000}))
    assert pieces(part) == []
