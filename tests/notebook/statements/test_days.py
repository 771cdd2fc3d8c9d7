"""Days cut into units that can be found again in their lines."""

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.notebook.source import DayText, line_sha
from desktop_app.notebook.statements.reader import LONGEST_UNIT, Statement, statements


def split(text: str) -> list[Statement]:
    return list(statements(DayText(date(2026, 11, 20), "memory/2026-11-20.md", text)))


def texts(text: str) -> list[str]:
    return [unit.text for unit in split(text)]


def test_a_bullet_is_one_unit_with_its_line() -> None:
    unit = split("# Day\n\n- Jonas wants the soundings re-run. He said so twice.\n")[0]
    assert unit.text == "Jonas wants the soundings re-run. He said so twice."
    assert [(piece.line, piece.quote) for piece in unit.pieces] == [(3, unit.text)]
    assert unit.pieces[0].sha == line_sha("- Jonas wants the soundings re-run. He said so twice.")


def test_a_wrapped_bullet_is_one_unit_of_two_pieces() -> None:
    unit = split("- The tide gauge\n  was off by 12 cm.\n")[0]
    assert unit.text == "The tide gauge was off by 12 cm."
    assert [(piece.line, piece.quote) for piece in unit.pieces] == [
        (1, "The tide gauge"),
        (2, "was off by 12 cm."),
    ]


def test_lines_that_were_typed_apart_are_units_of_their_own() -> None:
    chinese = "下午三點去接小晴\n請記住：小晴的游泳課在週六早上十點\n媽媽的生日是農曆三月初八\n"
    assert texts(chinese) == chinese.split()
    assert texts(f"- {chinese}") == chinese.split(), "also where a bullet stands before them"
    assert texts("Piano on Tuesdays\nRemember: the key is with Ana\n") == [
        "Piano on Tuesdays", "Remember: the key is with Ana",
    ]  # fmt: skip
    assert texts("I went to the quay\nand saw the boat\n") == [
        "I went to the quay and saw the boat"
    ]
    long = (
        "The harbour office said on the telephone that the berth would be given to\nAnna in May.\n"
    )
    assert texts(long) == [long.replace("\n", " ").strip()], "this one was wrapped"
    assert texts("我們要帶，\n雨衣和傘\n") == ["我們要帶，雨衣和傘"]


def test_a_paragraph_falls_into_sentences() -> None:
    assert texts("Met Dr. Okafor at 16:40. It went well! 然後回家。吃麵。") == [
        "Met Dr. Okafor at 16:40.",
        "It went well!",
        "然後回家。",
        "吃麵。",
    ]


def test_nested_and_numbered_bullets_are_units_of_their_own() -> None:
    assert texts("- one\n  - two\n1. three\n2) four\n• five\n") == [
        "one",
        "two",
        "three",
        "four",
        "five",
    ]


def test_boxes_tell_what_is_to_do_and_what_is_done() -> None:
    marks = [
        (unit.text, unit.mark) for unit in split("- [ ] call\n- [x] sent\n- [X] paid\n- met\n")
    ]
    assert marks == [("call", "todo"), ("sent", "done"), ("paid", "done"), ("met", "")]


def test_headings_and_labels_stand_above_their_units() -> None:
    text = (
        "# Day\n## Session (09:12)\n- a b\n### Decisions\n- c d\n"
        "## Next\n**Rules:**\n- e f\n\nSo it is.\n"
    )
    assert [(unit.text, unit.headings) for unit in split(text)] == [
        ("a b", ("Session",)),
        ("c d", ("Session", "Decisions")),
        ("e f", ("Next", "Rules")),
        ("So it is.", ("Next",)),
    ]


def test_what_tells_nothing_is_left_out() -> None:
    text = (
        "---\ntitle: x\n---\n# Day\n\n```\n- code\n```\n~~~md\n```\n- still code\n~~~\n"
        "***\n<!-- one -->\n<!-- two\n- hidden\n-->\n\n    indented code\n\n- told\n"
    )
    assert texts(text) == ["told"]


def test_a_row_of_a_table_is_read_with_its_header() -> None:
    text = "| Boat | Berth | Keeper |\n|---|:---:|---|\n| Kestrel | 4 | Mara |\n| Tern | 5 | |\n"
    found = split(text)
    assert [unit.text for unit in found] == [
        "Boat: Kestrel; Berth: 4; Keeper: Mara",
        "Boat: Tern; Berth: 5",
    ]
    assert [[piece.line for piece in unit.pieces] for unit in found] == [[1, 3], [1, 4]]


def test_a_table_without_its_outer_strokes_is_read_too() -> None:
    text = "Name | Berth\n--- | :---:\nMara | 4\n\nA | B is no table\n"
    assert texts(text) == ["Name: Mara; Berth: 4", "A | B is no table"]


def test_a_heading_with_a_time_of_day_is_no_label() -> None:
    [unit] = split("## Session Notes (14:30)\n- told\n")
    assert unit.label is None and unit.headings == ("Session Notes",)


def test_a_conversation_in_a_day_is_read_as_turns() -> None:
    text = (
        "# Session: 2026-11-20\n\n- **Session ID**: 12ab\n\n## Conversation Summary\n\n"
        "user: We moved the survey to 4 December.\nassistant: Noted.\nuser: Thanks!\n"
    )
    found = split(text)
    assert [(unit.speaker, unit.text) for unit in found] == [
        ("user", "We moved the survey to 4 December."),
        ("assistant", "Noted."),
        ("user", "Thanks!"),
    ]
    assert [unit.pieces[0].line for unit in found] == [7, 8, 9]


def test_a_rule_at_the_top_that_never_closes_hides_nothing() -> None:
    assert texts("---\n- told\n") == ["told"]


def test_tags_pictures_and_link_targets_tell_nothing() -> None:
    assert texts(
        "<details>\n![quay](quay.png)\n[1]: https://quay.example\n</details>\n- told\n"
    ) == ["told"]


def test_an_underlined_line_is_a_heading() -> None:
    text = "Harbour\n=======\n\nDecisions\n---\n- c d\n\nThis is a sentence.\n---\n"
    assert [(unit.text, unit.headings) for unit in split(text)] == [
        ("c d", ("Decisions",)),
        ("This is a sentence.", ("Decisions",)),
    ]


def test_bullets_and_fences_in_quotes_are_read_as_such() -> None:
    assert texts("> - one\n>   more\n> - two\n> ```\n> - code\n> ```\n") == ["one more", "two"]


def test_a_bullet_that_is_only_a_label_joins_what_stands_below() -> None:
    found = split("- Jonas:\n  - prefers calls\n    - to mails\n- **Decisions**\n  - use metres\n")
    assert [unit.full_text for unit in found] == [
        "Jonas: prefers calls",
        "Jonas: to mails",
        "Decisions: use metres",
    ]
    assert [(piece.line, piece.quote) for piece in found[1].all_pieces] == [
        (1, "Jonas:"),
        (3, "to mails"),
    ]


def test_a_line_of_two_thousand_letters_falls_into_its_sentences() -> None:
    text = "The quay was quiet, and the boats lay still for most of the time. " * 31
    assert len(text) > LONGEST_UNIT
    assert len(split(f"- {text}\n")) == 31


def test_a_time_of_day_and_a_speaker_are_no_part_of_the_unit() -> None:
    assert texts(
        "- [09:30] - the boat left\n- 09:45 | and came back\n"
        "- [2026-11-20 09:30:12] went out\n- 9:30 am – came home\n- （09：30）到家\n"
        "- **User (09:12):** I like the sea\n- [09:15] Assistant: Noted\n"
        "- **User:** I like tea\n- 用户：我喜歡茶\n"
    ) == [
        "the boat left",
        "and came back",
        "went out",
        "came home",
        "到家",
        "I like the sea",
        "Noted",
        "I like tea",
        "我喜歡茶",
    ]


def test_a_line_that_is_not_utf8_is_left_out() -> None:
    text = b"- good\n- bad \xff byte\n- fine\n".decode("utf-8", "surrogateescape")
    assert texts(text) == ["good", "fine"]


def test_what_is_too_long_is_named_and_not_read() -> None:
    found = split(f"- short one\n- {'x' * (LONGEST_UNIT + 1)}\n- {'y' * 1_000_000}\n")
    assert [unit.mark for unit in found] == ["", "long", "long"]


@given(st.text(alphabet="ab.。!- *#`~|<>[]x:：%^§\n\t1)然後\r\u2028\u3000\x1f", max_size=200))
def test_every_piece_stands_verbatim_in_its_line(text: str) -> None:
    lines = text.split("\n")
    for unit in split(text):
        for piece in unit.pieces:
            assert piece.quote
            assert piece.quote in lines[piece.line - 1]
        if unit.form != "row":
            quotes = "".join(piece.quote for piece in unit.pieces)
            assert "".join(quotes.split()) == "".join(unit.text.split())


def test_a_statement_has_the_bullet_around_it_and_its_bold_lead_as_context() -> None:
    text = (
        "## Boat\n- Kestrel has a new mast.\n  - It is 9 m long.\n"
        "- **Berths**: we lie at 4. " + "The quay is quiet there at night. " * 9
    )
    mast, length, *others = split(text)
    assert mast.context == ("Boat",)
    assert length.context == ("Boat", "Kestrel has a new mast.")
    assert {one.context for one in others} == {("Boat", "Berths")} and len(others) > 5


def test_labels_without_a_value_are_no_statements_and_the_last_one_stands_above() -> None:
    found = split("Clock in:\nClock out:\n\n- went home\n")
    assert [(one.text, one.headings) for one in found] == [("went home", ("Clock out",))]


def test_a_wholly_bold_line_is_said_unless_it_leads_to_something() -> None:
    text = "- **Never deploy on a Friday**\n- **Rules**\n  - ask first\n\n**The boat is sold**\n"
    assert texts(text) == ["**Never deploy on a Friday**", "ask first", "**The boat is sold**"]
