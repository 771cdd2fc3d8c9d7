"""What a dream left in the days, read from the files as they are now."""

from collections.abc import Callable

import pytest

from desktop_app.dreams.proposal import AsideLine, Proposal
from desktop_app.dreams.skipped_lines import LONGEST, LeftLine, lines_left
from desktop_app.language.gate.masked import HIDDEN
from desktop_app.notebook.source import line_sha
from tests.support import proposals

DAY, OLDER = "memory/2026-11-20.md", "memory/2026-11-19.md"
TEXT = "# Day\n\n- Rain again.\n- [ ] Buy milk\n> Lentils.\n"


def aside(path: str, text: str, line: int, why: str = "trivia") -> AsideLine:
    return AsideLine(why, path, line, line_sha(text.split("\n")[line - 1]))


def dream(*asides: AsideLine, **counts: int) -> Proposal:
    return proposals.proposal(aside=asides, set_aside=counts or None)


def reading(files: dict[str, str]) -> Callable[[str], str]:
    return lambda path: files.get(path, "")


def test_lines_come_newest_day_first_without_their_list_marks() -> None:
    made = dream(
        aside(OLDER, "- Pasta.\n", 1), aside(DAY, TEXT, 5), aside(DAY, TEXT, 3),
        aside(DAY, TEXT, 4, "todo"),
    )  # fmt: skip
    read = reading({DAY: TEXT, OLDER: "- Pasta.\n"})
    lines, more = lines_left(made, "trivia", read)
    assert lines == (
        LeftLine(DAY, 3, "Rain again."),
        LeftLine(DAY, 5, "Lentils."),
        LeftLine(OLDER, 1, "Pasta."),
    )
    assert more == 0
    assert lines_left(made, "todo", read)[0] == (LeftLine(DAY, 4, "Buy milk"),)


@pytest.mark.parametrize(
    ("now", "line", "text"),
    [
        ("# Day\n\nA new line.\nAnother.\n- Rain again.\n", 5, "Rain again."),
        ("- Rain again.\nx\nx\n- Rain again.\n", 4, "Rain again."),  # the nearest of several
        (TEXT.replace("\n", "\r\n"), 3, "Rain again."),
        (TEXT.replace("Rain again", "Rain and thunder"), 3, ""),
        ("", 3, ""),
    ],
)
def test_a_line_is_found_where_it_stands_now_and_has_no_text_once_it_is_another(
    now: str, line: int, text: str
) -> None:
    made = dream(aside(DAY, TEXT, 3))
    assert lines_left(made, "trivia", reading({DAY: now}))[0] == (LeftLine(DAY, line, text),)


def test_a_line_of_which_several_sentences_were_left_comes_once() -> None:
    made = dream(aside(DAY, TEXT, 3), aside(DAY, TEXT, 3), trivia=2)
    lines, more = lines_left(made, "trivia", reading({DAY: TEXT}))
    assert (len(lines), more) == (1, 0)


def test_it_says_how_many_more_there_were() -> None:
    made = dream(aside(DAY, TEXT, 3), trivia=38)
    assert lines_left(made, "trivia", reading({DAY: TEXT}))[1] == 37
    assert lines_left(dream(long=2), "long", reading({})) == ((), 2)


def test_a_secret_is_hidden_whatever_it_was_left_for() -> None:
    text = "- The wifi password of the cabin is Kelp-Anchor-58.\n- sesame\n"
    made = dream(aside(DAY, text, 1, "long"), aside(DAY, text, 2, "secret"))
    assert lines_left(made, "long", reading({DAY: text}))[0][0].text.endswith(f"is {HIDDEN}.")
    assert lines_left(made, "secret", reading({DAY: text}))[0][0].text == HIDDEN


def test_a_very_long_line_and_odd_bytes_can_be_shown() -> None:
    odd = b"- caf\xe9 ".decode("utf-8", "surrogateescape") + "tea " * 3_000
    made = dream(aside(DAY, odd, 1))
    [line] = lines_left(made, "trivia", reading({DAY: odd}))[0]
    assert len(line.text) <= LONGEST + 2
    line.text.encode("utf-8")
