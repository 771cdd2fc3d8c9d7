"""What is said of a note in which a mark is opened and never closed."""

import pytest

from desktop_app.notebook.remarks import open_marks, remarks

REST = "\n- Siv paints pier 4.\n\n## Evening\n\n- Tea.\n"


@pytest.mark.parametrize(
    ("opened", "sign"),
    [
        ("```\ncode", "```"),
        ("~~~~ sh\nls", "~~~~"),
        ("- ```py\n  x", "```"),
        ("<!-- draft", "<!--"),
        ("Tea <!-- draft\nand more", "<!--"),
        ("<details>", "<details>"),
        ("<details open><summary>More</summary>", "<details>"),
        ("$$\nx", "$$"),
        ("$$ x = 1", "$$"),
    ],
)
def test_a_mark_that_nothing_closes_is_named_with_its_line(opened: str, sign: str) -> None:
    assert open_marks(f"# Day\n\n{opened}\n{REST}".split("\n")) == [(3, sign)]
    ((message, hint),) = remarks("memory/a.md", f"# Day\n\n{opened}\n{REST}".encode())
    assert message == f"Line 3 of memory/a.md opens {sign}, and nothing closes it."
    assert hint


def test_front_matter_that_nothing_closes_is_named() -> None:
    assert open_marks(f"---\ntitle: x\n{REST}".split("\n")) == [(1, "---")]


@pytest.mark.parametrize(
    "text",
    [
        "```\ncode <!-- x\n```",
        "<!-- one --> and <!-- two\nthree --> ```make```",
        "<!-- <details> -->",
        "<details>\n<details>\nx\n</details>\n</details>",
        "$$\nx\n$$\n\n$$ y $$\n\nA meal costs $$, a boat $$$.",
        "The sign `<!--` opens one, `<details>` and `$$` others.",
        "---\ntitle: x\n---",
        "---\n\nA rule above.",
        "a --> b, x < y",
    ],
)
def test_what_is_closed_or_only_told_of_is_not(text: str) -> None:
    assert open_marks(f"{text}\n{REST}".split("\n")) == []


def test_a_note_full_of_marks_is_read_at_once() -> None:
    for part in ("<!-- a\n", "```\n", "<details>\n", "$$\n", "~~~ a\n", "</details>\n"):
        assert len(open_marks((part * 5_000).split("\n"))) < 5_002
