"""What a text is without what is to be forgotten, line by line."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.errors import Problem
from desktop_app.notebook.forgetting.cutting import (
    blanked,
    cut_file,
    cut_lines_of_json,
    cut_text,
)
from desktop_app.notebook.forgetting.phrases import Sought, sought, unescaped
from desktop_app.notebook.lines import split

PIN = sought(["Ana's PIN is 4711"])


@pytest.mark.parametrize(
    "line",
    [
        "- Ana’s **PIN** is `4711`.",
        "1. ANA'S PIN IS 4711",
        "> - told: ana's pin is 4711, keep it",
        "Ａｎａ's ＰＩＮ is ４７１１",
        "| Ana's PIN | is 4711 |",
    ],
)
def test_signs_case_and_width_make_no_difference(line: str) -> None:
    assert cut_text(f"a\n\n{line}\n\nb\n", PIN).text == "a\n\n\nb\n"


@pytest.mark.parametrize(
    "line",
    ["- Ana's PIN is 47110", "- Ana's PIN", "- is 4711: Ana's PIN", "- Anas PIN is 4711", "- Tea"],
)
def test_other_words_stay(line: str) -> None:
    assert cut_text(f"{line}\n", PIN).text == f"{line}\n"


def test_a_sign_of_a_script_without_spaces_is_a_word() -> None:
    asked = sought(["密码是四七"])
    assert cut_text("- 她的密码是四七一一。\n- 桂花茶\n", asked).text == "- 桂花茶\n"
    assert cut_text("- 密码 是 四七\n", asked).text == ""
    assert sought(["รหัส"]).said_by("มีรหัสลับ")


def test_composed_and_decomposed_letters_are_the_same() -> None:
    assert sought(["Zoe\u0308 cafe\u0301"]).said_by("- Zo\u00eb caf\u00e9")
    assert not sought(["Zoe"]).said_by("Zoe\u0308")


def test_an_item_goes_with_what_is_below_it() -> None:
    text = (
        "- Tea\n- Ana's PIN\n  is 4711\n  - told in May\n\n    by post\n- Bees\n"
        "  - Ana's PIN is 4711\n  - honey\n"
    )
    assert cut_text(text, PIN).text == "- Tea\n- Bees\n  - honey\n"
    assert [one.line for one in cut_text(text, PIN).lines] == [2, 3, 4, 6, 8]


def test_a_further_line_of_an_item_takes_the_item() -> None:
    assert cut_text("- About Ana:\nAna's PIN is 4711\n\nTea\n", PIN).text == "\nTea\n"
    assert cut_text("- About Ana\n\n  Ana's PIN is 4711\n- Tea\n", PIN).text == "- Tea\n"


def test_of_a_paragraph_only_the_lines_go_that_say_it() -> None:
    assert cut_text("One.\nAna's PIN\nis 4711.\nFour.\n", PIN).text == "One.\nFour.\n"
    assert cut_text("- Tea\n\nAna's PIN is 4711\n", PIN).text == "- Tea\n\n"


def test_a_heading_loses_its_words_and_keeps_its_time() -> None:
    assert (
        cut_text("## Ana's PIN is 4711 (09:30)\r\n- a\r\n", PIN).text == "## … (09:30)\r\n- a\r\n"
    )


def test_the_title_of_a_diary_that_begins_as_the_line_does_loses_its_words() -> None:
    line = sought(["Mara is my sister; she moved to Porto"])
    for title in ("Mara is my sister", "“Mara is my sister” and 2 more", "Mara is my sister; she…"):
        assert cut_text(f"## {title} (03:10)\n", line).text == "## … (03:10)\n"
    for other in ("Mara is my neighbour and boss (03:10)", "Notes (03:10)", "Mara is my sister"):
        assert cut_text(f"## {other}\n", line).text == f"## {other}\n"


def test_of_a_topic_the_section_goes() -> None:
    text = "# Harbour\n\n## Harbour\n- a\n### Sub\n- b\n## Home\n- c\n- the harbour\n"
    assert cut_text(text, sought(["harbour"], topic=True)).text == "# …\n\n## Home\n- c\n"
    assert cut_text(text, sought(["harbour"])).text == (
        "# …\n\n## …\n- a\n### Sub\n- b\n## Home\n- c\n"
    )


def test_a_blanked_text_keeps_the_numbers_of_its_lines() -> None:
    text = "# Day\n\n- Tea\n- Ana's PIN is 4711\n  - told\n- Bees"
    assert blanked(text, PIN) == "# Day\n\n- Tea\n\n\n- Bees"


def test_json_stays_json() -> None:
    said = {
        "id": "a",
        "content": "Hello\nAna's PIN is 4711\nBye",
        "calls": [{"x": "Ana's PIN is 4711"}],
    }
    lines = [
        json.dumps(said),
        '{"title": "Tea"}',
        "Ana's PIN is 4711, no JSON",
        '"Ana\\u0027s PIN is 4711"',
    ]
    text = "\n".join(lines) + "\n"
    cut = cut_lines_of_json(text, PIN)
    assert [json.loads(line) for line in cut.text.splitlines()] == [
        {"id": "a", "content": "Hello\nBye", "calls": [{"x": "…"}]},
        {"title": "Tea"},
        "…",
    ]
    assert [one.text for one in cut.lines] == ["Ana's PIN is 4711", lines[2], "Ana's PIN is 4711"]


def test_json_within_json_is_seen() -> None:
    inner = json.dumps({"text": "Zoë said: “Ana's PIN\nis 4711”"})
    line = json.dumps({"arguments": inner}) + "\n"
    assert json.loads(cut_lines_of_json(line, PIN).text) == {"arguments": "…"}


def test_half_a_pair_beside_it_is_written_as_an_escape() -> None:
    line = b'{"a": "Ana\'s PIN is 4711", "b": "\\ud83d"}\n'
    assert json.loads(cut_file(line, PIN, json_lines=True).data) == {"a": "…", "b": "\ud83d"}


def test_what_json_says_over_several_strings_goes_as_a_line() -> None:
    line = '{"a": "Ana\'s PIN", "is": 4711}\n'
    assert cut_lines_of_json(line, PIN).text == ""


def test_nothing_to_look_for_is_a_problem() -> None:
    for text in ("", "—", "  \n"):
        with pytest.raises(Problem):
            sought([text])


def test_of_a_bullet_with_bullets_below_its_own_words_are_sought() -> None:
    assert sought(["Codes of Ana\n  - yes\n  - no"]).phrases == (("codes", "of", "ana"),)


def test_an_escape_cut_short_is_no_harm() -> None:
    assert unescaped("a \\u00e9 \\ud83d b \\u12") == "a é \ud83d b \\u12"


WORDS = st.sampled_from(["ana", "s", "pin", "is", "4711", "tea"])
LINES = st.lists(
    st.tuples(st.sampled_from(["", "- ", "  - ", "    ", "# ", "> ", "1. "]), st.lists(WORDS)),
    max_size=12,
)


@given(LINES, st.booleans())
def test_what_was_cut_says_it_no_more_and_nothing_else_changed(lines: object, topic: bool) -> None:
    text = "".join(f"{mark}{' '.join(words)}\n" for mark, words in lines)  # type: ignore[attr-defined]
    asked = Sought((("ana", "s"), ("4711",)), topic)
    cut = cut_text(text, asked)
    again = cut_text(cut.text, asked)
    assert not any(asked.said_by(line) for line in split(cut.text))
    assert set(split(cut.text)) <= set(split(text)) | {"# …\n"}
    if not asked.said_by(text):
        assert cut.text == text
    assert again.text == cut.text or asked.said_by(cut.text)


@given(st.binary(max_size=200))
def test_bytes_that_say_nothing_of_it_stay(data: bytes) -> None:
    assert cut_file(data, PIN).data == data
