"""Days: what is appended, and what a list shows of them."""

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.notebook import days
from desktop_app.notebook.days import DayBlock
from desktop_app.notebook.notebook import Notebook

NOW = datetime(2026, 11, 21, 14, 30, 59, tzinfo=UTC)
LATER = NOW.replace(minute=31)
PATH = "memory/2026-11-21.md"


def text_of(notebook: Notebook) -> str:
    return notebook.read(PATH).text


def test_the_first_note_makes_the_day_with_its_header(notebook: Notebook) -> None:
    added = days.append_note(notebook, "Coffee only before noon.", NOW)
    assert (added.path, added.line, added.before) == (PATH, 5, b"")
    assert text_of(notebook) == (
        "# Daily Memory: 2026-11-21\n\n## Notes (14:30)\n\n- Coffee only before noon.\n"
    )


def test_notes_of_one_minute_share_a_block(notebook: Notebook) -> None:
    lines = [days.append_note(notebook, text, at).line for text, at in [("a", NOW), ("b", NOW)]]
    lines += [days.append_note(notebook, text, LATER).line for text in ("c", "d\n  more")]
    text = text_of(notebook)
    assert text == (
        "# Daily Memory: 2026-11-21\n\n## Notes (14:30)\n\n- a\n- b\n"
        "\n## Notes (14:31)\n\n- c\n- d\n  more\n"
    )
    assert [text.split("\n")[line - 1] for line in lines] == ["- a", "- b", "- c", "- d"]


@pytest.mark.parametrize(
    ("typed", "bullets"),
    [
        ("one\ntwo\n\nthree\n", "- one\n- two\n- three\n"),
        ("- a\n  - b\n\n  c\n* [ ] d", "- a\n  - b\n\n  c\n- [ ] d\n"),
        ("  x\r\n  y", "- x\n- y\n"),
        ("Run:\n```\na\n\n  b\n```\nthen", "- Run:\n  ```\n  a\n\n    b\n  ```\n- then\n"),
        ("- Run:\n  ```\n  a\n  ```\nb", "- Run:\n  ```\n  a\n  ```\n- b\n"),
        ("|a|b|\n|-|-|\n|c|d|\nend", "- |a|b|\n  |-|-|\n  |c|d|\n- end\n"),
    ],
)
def test_each_line_of_a_note_is_a_bullet_and_keeps_what_belongs_to_it(
    typed: str, bullets: str
) -> None:
    assert days.note(typed) == bullets


def test_a_note_after_another_block_opens_its_own(notebook: Notebook) -> None:
    days.append_note(notebook, "a", NOW)
    assert days.append_block(notebook, "Sleep", "- slept\n", NOW)[:2] == (PATH, 7)
    assert days.append_note(notebook, "b", NOW).line == 13
    assert text_of(notebook).endswith(
        "- a\n\n## Sleep (14:30)\n\n- slept\n\n## Notes (14:30)\n\n- b\n"
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "# Daily Memory: 2026-11-21\n\n## Notes (14:30)\n\n- x\n"),
        ("\n  \n", "\n  \n# Daily Memory: 2026-11-21\n\n## Notes (14:30)\n\n- x\n"),
        ("\ufeff", "\ufeff\n# Daily Memory: 2026-11-21\n\n## Notes (14:30)\n\n- x\n"),
        ("by hand", "by hand\n\n## Notes (14:30)\n\n- x\n"),
        ("by hand\n\n", "by hand\n\n## Notes (14:30)\n\n- x\n"),
        ("a\r\nb\r\n", "a\r\nb\r\n\r\n## Notes (14:30)\r\n\r\n- x\r\n"),
        ("## Notes (14:30)\n\n- a", "## Notes (14:30)\n\n- a\n- x\n"),
        ("## Notes (14:30)\r\n\r\n- a\r\n", "## Notes (14:30)\r\n\r\n- a\r\n- x\r\n"),
        ("```\n## Notes (14:30)\n", "```\n## Notes (14:30)\n\n## Notes (14:30)\n\n- x\n"),
    ],
)
def test_a_day_that_is_there_is_only_added_to(notebook: Notebook, before: str, after: str) -> None:
    (notebook.root / PATH).write_bytes(before.encode())
    path, line = days.append_note(notebook, "x", NOW)[:2]
    data = (notebook.root / path).read_bytes().decode()
    assert data == after
    assert data.split("\n")[line - 1].strip() == "- x"


@given(st.text(alphabet="a #-\n\r`(0:1)", min_size=1).filter(str.strip))
def test_no_note_can_pass_for_a_block(text: str) -> None:
    day = days.header(date(2026, 11, 21)) + days.block("Notes", NOW, days.note(text))
    assert [found.title for found in days.blocks(day)] == ["Notes"]


def test_blocks_know_their_titles_times_and_lines() -> None:
    text = days.header(date(2026, 11, 20)) + (
        "said before\n\n## Trimmed Context (09:12)\n\n- a\n\n- b\n\n\n"
        "```\n## in a fence (10:00)\n```\n\n## Notes (14:30)\n\n- c"
    )
    assert days.blocks(text) == [
        DayBlock("", "", 3, 3),
        DayBlock("Trimmed Context", "09:12", 5, 14),
        DayBlock("Notes", "14:30", 16, 18),
    ]
    assert days.blocks("") == []
    assert days.blocks(days.header(date(2026, 11, 20))) == []


def test_a_title_heads_the_text_below_it_and_is_no_block_alone() -> None:
    assert days.blocks("# Harbour\n\ntext\n\n## A\n\nb\n") == [
        DayBlock("Harbour", "", 1, 3),
        DayBlock("A", "", 5, 7),
    ]
    assert [one.title for one in days.blocks("# Harbour\n\n## A\n\nb\n")] == ["A"]


@pytest.mark.parametrize(
    ("heading", "title", "clock"),
    [
        ("Session (9:05)", "Session", "09:05"),
        ("14:30 - Standup", "Standup", "14:30"),
        ("[14:30] Standup", "Standup", "14:30"),
        ("14:30", "", "14:30"),
        ("Standup - 14:30", "Standup", "14:30"),
        ("會議（14:30）", "會議", "14:30"),
        ("Ratio 16:99", "Ratio 16:99", ""),
        ("Meeting at 14:30", "Meeting at 14:30", ""),
        ("Plain", "Plain", ""),
    ],
)
def test_blocks_of_other_programs_are_read_too(heading: str, title: str, clock: str) -> None:
    (found,) = days.blocks(f"# 2026-11-20\n\n## {heading}\r\n\r\ntext\r\n")
    assert (found.title, found.time, found.line) == (title, clock, 3)


@pytest.mark.parametrize(
    ("text", "empty"),
    [
        ("", True),
        (" \n\t\r\n", True),
        ("\ufeff# Daily Memory: 2026-11-20\r\n\r\n", True),
        ("# Daily Memory: 2026-11-20", True),
        ("# 2026-11-20\n", True),
        ("# Daily Memory: 2026-11-20\n\nx", False),
        ("# Thoughts\n", False),
        ("\0", False),
    ],
)
def test_only_a_header_or_white_space_is_empty(text: str, empty: bool) -> None:
    assert days.is_empty(text) is empty


@pytest.mark.parametrize(
    ("body", "head"),
    [
        (
            "## Notes (14:30)\n\n- Boiler made the noise again.\n- more\n",
            "Boiler made the noise again.",
        ),
        ("- [ ] > **Call** [Mara](http://x) about `tea`\n", "Call Mara about tea"),
        ("1. first\n", "first"),
        ("---\n\n<!-- hidden -->\n```\nprint(1)\n```\n", "print(1)"),
        ("## Only a title (10:00)\n", "Only a title"),
        ("", ""),
        ("- \n*\n第三章完成。\r\n", "第三章完成。"),
    ],
)
def test_the_head_is_the_first_line_that_says_something(body: str, head: str) -> None:
    assert days.head(days.header(date(2026, 11, 20)) + body) == head


def test_a_list_is_told_what_a_day_holds() -> None:
    text = days.header(date(2026, 11, 20)) + "## Notes (10:00)\n\n- tea, 第三章\udcff\n"
    head = days.head_of(date(2026, 11, 20), "memory/2026-11-20.md", text, dreamt=True)
    assert head == days.DayHead(
        date(2026, 11, 20), "memory/2026-11-20.md", "tea, 第三章\udcff", 7, True
    )


def test_a_fence_in_a_list_that_is_never_closed_ends_with_its_list() -> None:
    text = "## 09:00\n\n- see this:\n  ```\n  make run\n\n## 10:00 Notes\n\n- later\n"
    assert [block.time for block in days.blocks(text)] == ["09:00", "10:00"]
