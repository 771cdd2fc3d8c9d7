"""The shape of a line: signs that tell a note from a log."""

import pytest
from desktop_app.language.shape import (
    exclaims,
    is_labelled,
    is_of_a_machine,
    names_commit,
    words,
)


def test_two_chinese_characters_count_as_one_word() -> None:
    assert words("Mara's boat") == 2
    assert words("船在碼頭 today") == 3


@pytest.mark.parametrize(
    "text",
    [
        "`src/quay/berths.py`",
        "https://quay.example/berths?id=4",
        "9f2c1e7b",
        "2026-11-20 09:12:44 INFO started worker",
        "at quay.Berth.open(Berth.java:12)",
        "$ git push origin main",
        'if (berth["id"] == 4) { return; }',
    ],
)
def test_what_a_program_wrote_is_told_from_notes(text: str) -> None:
    assert is_of_a_machine(text)


@pytest.mark.parametrize(
    "text",
    [
        "Raw soundings go to `survey-2026/`, never to the shared drive.",
        "The key (a small one) hangs behind the board.",
        "09:12 was too early for the office",
        "鑰匙掛在潮汐板後面。",
    ],
)
def test_a_note_that_names_a_path_or_a_time_is_a_note(text: str) -> None:
    assert not is_of_a_machine(text)


def test_a_label_opens_a_line_and_no_time_is_one() -> None:
    assert is_labelled("Supplier: Fairlead") and is_labelled("**供應商**：潮汐行")
    assert not is_labelled("At 09:30 the boat left") and not is_labelled("https://quay.example")


def test_commits_and_tickets_are_named_by_their_number() -> None:
    assert names_commit("fixed in 9f2c1e7") and names_commit("see #412") and names_commit("PR 12")
    assert not names_commit("defaced") and not names_commit("berth 4, 1234567 soundings")


def test_an_exclamation_or_a_face_is_seen_behind_quotes() -> None:
    assert exclaims("What a day!”") and exclaims("好累 😅") and exclaims("sure :)")
    assert not exclaims("Do not press the red button! It sticks.")
