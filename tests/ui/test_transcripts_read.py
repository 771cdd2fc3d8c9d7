"""A transcript as a page to read: its turns, who spoke and when, each at its own line."""

import json
import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.search.chunks import chunks
from desktop_app.ui.conversation.transcripts import html, sections
from tests.support.odd_files import ODD_FILES


def turn(role: str, content: object, **more: object) -> str:
    return json.dumps({"role": role, "content": content, **more}, ensure_ascii=False)


def read(*lines: str) -> list[tuple[str, int, str]]:
    """The tag, the line and the words of each part of the page."""
    return [one for section in sections("\n".join(lines)) for one in told(html(section))]


class _Parts(HTMLParser):
    """Each heading, paragraph, item and line of code, with the line of the turn it is in."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, int, str]] = []
        self._line, self._in = 0, ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._line = int(dict(attrs).get("title") or self._line)
        if tag in ("h3", "h5", "h6", "p", "li", "pre"):
            self._in = tag
            self.found.append((tag, self._line, ""))
        elif tag == "br":
            self.handle_data("\n")

    def handle_endtag(self, tag: str) -> None:
        self._in = "" if tag == self._in else self._in

    def handle_data(self, data: str) -> None:
        if self._in:
            tag, line, words = self.found[-1]
            self.found[-1] = (tag, line, words + data)


def told(page: str) -> list[tuple[str, int, str]]:
    parts = _Parts()
    parts.feed(page)
    return parts.found


def test_who_spoke_and_when_stands_over_what_was_said() -> None:
    found = read(
        turn("user", "Where is the key?", time="2026-11-20T14:02:30+01:00"),
        turn("assistant", "With Ana.", timestamp="this morning"),
        turn("Harbour Master", "Mine."),
    )
    assert found == [
        ("h3", 1, "You\xa0 20 November 2026, 14:02"),
        ("p", 1, "Where is the key?"),
        ("h3", 2, "Assistant\xa0 this morning"),
        ("p", 2, "With Ana."),
        ("h3", 3, "harbour master"),
        ("p", 3, "Mine."),
    ]


def test_what_a_person_says_keeps_its_lines_and_what_an_assistant_says_is_markdown() -> None:
    said = "# One\n\n- a **b**\n- c\n\n```\ncode\n```"
    assert read(turn("user", said.replace("```", "'''")))[1:] == [
        ("p", 1, "# One"),
        ("p", 1, "- a **b**\n- c"),
        ("p", 1, "'''\ncode\n'''"),
    ]
    found = read(turn("system", "x"), turn("assistant", said))[3:]
    assert found == [  # a title of its own, no speaker
        ("h6", 2, "One"),
        ("li", 2, "a b"),
        ("li", 2, "c"),
        ("pre", 2, "code"),
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
        '{"role": "user", "conte',
        '{"role": "user", "content": [{"type": "image"}]}',
        "",
        "   ",
    ],
)
def test_what_is_no_turn_is_left_out_and_the_lines_stay(line: str) -> None:
    assert read(line, turn("user", "a")) == [("h3", 2, "You"), ("p", 2, "a")]


def test_what_agents_write_around_a_turn_and_half_a_line_are_read() -> None:
    agent = {"type": "assistant", "message": {"role": "assistant", "content": [{"text": "Yes"}]}}
    half = '{"role": "user", "content": "Where is \\"the k'
    assert read(json.dumps(agent), turn("user", [{"type": "text", "text": "No"}]), half) == [
        ("h3", 1, "Assistant"),
        ("p", 1, "Yes"),
        ("h3", 2, "You"),
        ("p", 2, "No"),
        ("h3", 3, "You"),
        ("p", 3, 'Where is "the k'),
    ]


def test_what_no_page_can_show_is_replaced() -> None:
    odd = read('{"role": "user", "content": "a\\u0000b \\ud83d c\\r\\nd"}')[1][2]
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
    shown = [one for part in parts[1:-1] for one in told(html(part))]
    assert {line for _tag, line, _words in shown} == {2}
    assert sum(tag == "h3" for tag, *_ in shown) == len(parts) - 2
    read_again = "".join(words for tag, _line, words in shown if tag == "p")
    assert re.findall(r"word\d+", read_again) == words
    assert read(turn("user", "a"), '"' + "x" * 30_000)[-1][1] == 2


def test_a_long_transcript_is_cut_between_turns() -> None:
    lines = [turn("user", f"{n} " + "words " * 40) for n in range(2_000)]
    parts = sections("\n".join(lines))
    assert len(parts) > 10
    assert [line for part in parts for line in part.text.split("\n")] == lines
    starts = [part.first for part in parts]
    assert starts == [1 + sum(part.count for part in parts[:n]) for n in range(len(parts))]
    assert told(html(parts[3]))[0][1] == parts[3].first


@pytest.mark.parametrize("name", list(ODD_FILES))
def test_whatever_is_found_in_a_transcript_stands_on_the_page(name: str) -> None:
    data = ODD_FILES[name]
    text = data.decode("utf-8", "replace").removeprefix("\ufeff")
    shown = {line for part in sections(text) for _tag, line, _words in told(html(part))}
    assert {chunk.line for chunk in chunks("sessions/a.jsonl", data)} <= shown


@given(st.text(max_size=200))
def test_no_text_is_an_error(text: str) -> None:
    read(*text.split("\n"))
    read(turn("assistant", text), turn("user", text))


def test_a_very_long_line_that_nobody_said_is_an_empty_page() -> None:
    (part,) = sections(json.dumps({"role": "user", "picture": "x" * 30_000}))
    assert html(part) == ""
