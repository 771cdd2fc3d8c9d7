"""Which lines a text was made from."""

import pytest

from desktop_app.dreams.consolidator.shown import Alignment, shown_of
from tests.dreams.model.told_model import material

EN = """- Mara is allergic to peanuts.
- Jonas orders hazelnut cake every Friday.
- The ferry to the island leaves at 7:40.
- Decided to keep SQLite for the field tablets.
- The report moves from 27 November to 4 December.
"""
ZH = "- 王敏的生日是五月三日。\n- 会议改到星期四下午三点。\n- 码头的潮位计已经修好。\n"


def lines(text: str, *days: str) -> list[str]:
    return [note.says for note in Alignment(shown_of(material("", *days)).notes).lines(text)]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Peanut allergy: Mara", "Mara is allergic to peanuts."),
        ("The island ferry leaves at 7:40.", "The ferry to the island leaves at 7:40."),
        ("SQLite stays on the field tablets", "Decided to keep SQLite for the field tablets."),
        ("Every Friday hazelnut cake", "Jonas orders hazelnut cake every Friday."),
        ("王敏五月三日生日", "王敏的生日是五月三日。"),
        ("潮位計修好了", "码头的潮位计已经修好。"),
    ],
)
def test_a_text_finds_its_line(text: str, first: str) -> None:
    assert lines(text, EN, ZH)[0] == first


@pytest.mark.parametrize("text", ["Wants to buy a motorboat.", "打算去冰岛旅行", "", "the and of"])
def test_a_text_from_nowhere_finds_none(text: str) -> None:
    assert lines(text, EN, ZH) == []


def test_a_text_of_two_lines_finds_both() -> None:
    found = lines("Mara is allergic to peanuts; the ferry to the island leaves at 7:40.", EN)
    assert set(found) == {"Mara is allergic to peanuts.", "The ferry to the island leaves at 7:40."}


def test_headings_are_no_sources() -> None:
    assert lines("Lighthouse repairs", "## Lighthouse repairs\n\n- The lamp is dim.\n") == []
