"""One bullet or line put back: where it was, or under its heading; nothing else changes."""

from collections import Counter

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from desktop_app.notebook.text.became import TextChange, TextPiece, became, put_back

THEN = (
    "# Memory\n\n## People\n- Mara lives in Porto.\n- Ana has the key.\n  Since May.\n\n"
    "## Work\n- The report is due in May.\n"
)


def units(old: str, new: str) -> list[tuple[str | None, str | None, str]]:
    return [
        (one.old and one.old.text, one.new and one.new.text, one.heading)
        for one in became(old.encode(), new.encode())
    ]


def unit(old: bytes, new: bytes, words: str) -> TextChange:
    """What became of the piece that has these words."""
    return next(
        one
        for one in became(old, new)
        if words in (one.old.text if one.old else "") + (one.new.text if one.new else "")
    )


def back(then: str, now: str, words: str) -> str | None:
    """`now` with the piece of `then` that has these words, as the view asks for it."""
    found = unit(now.encode(), then.encode(), words)
    assert found.new is not None
    instead = found.old.text if found.old else ""
    data = put_back(then.encode(), found.new, now.encode(), instead)
    return None if data is None else data.decode()


def test_a_bullet_is_one_piece_with_its_continuation_lines() -> None:
    now = THEN.replace("- Ana has the key.\n  Since May.\n", "")
    assert units(THEN, now) == [("- Ana has the key.\n  Since May.", None, "People")]


def test_a_bullet_worded_anew_is_told_with_both_wordings() -> None:
    now = THEN.replace("in Porto", "in Lisbon").replace("- The report is due in May.\n", "")
    assert units(THEN, now) == [
        ("- Mara lives in Porto.", "- Mara lives in Lisbon.", "People"),
        ("- The report is due in May.", None, "Work"),
    ]


def test_line_endings_and_blank_lines_make_no_piece() -> None:
    assert became(b"- a\n- b\n", b"- a\r\n\r\n- b\r\n") == ()
    assert became(b"- a\n", b"- a\n") == ()


@pytest.mark.parametrize(
    "gone",
    [
        "- Mara lives in Porto.\n",
        "- Ana has the key.\n  Since May.\n",
        "- The report is due in May.\n",
    ],
)
def test_a_bullet_that_went_comes_back_where_it_was(gone: str) -> None:
    assert back(THEN, THEN.replace(gone, ""), gone.strip()) == THEN


def test_a_bullet_worded_anew_gets_its_old_wording_back() -> None:
    now = THEN.replace("in Porto", "in Lisbon").replace("## Work", "## Work\n- New one.")
    assert back(THEN, now, "Porto") == now.replace("in Lisbon", "in Porto")


def test_a_wording_that_is_not_the_one_that_was_shown_is_not_replaced() -> None:
    now = THEN.replace("- Mara lives in Porto.", "- Mara lives in Lisbon now.").encode()
    piece = TextPiece(3, 4, "- Mara lives in Porto.")
    data = put_back(THEN.encode(), piece, now, "- Mara lives in Lisbon.")
    assert data == now.replace(b"- Mara lives in L", b"- Mara lives in Porto.\n- Mara lives in L")


def test_a_bullet_whose_section_moved_comes_under_its_heading() -> None:
    now = "# Memory\n\n## Work\n- The report is due in May.\n\n## People\n- Mara lives in Porto.\n"
    assert back(THEN, now, "Ana has the key") == now + "- Ana has the key.\n  Since May.\n"


def test_a_bullet_whose_heading_is_gone_brings_it_back() -> None:
    now = "# Memory\n\n## People\n- Mara lives in Porto.\n- Ana has the key.\n  Since May.\n"
    assert back(THEN, now, "report") == THEN
    now = "# Memory\n\n## Work\n- The report is due in May.\n"
    assert back(THEN, now, "Mara") == (
        "# Memory\n\n## People\n- Mara lives in Porto.\n\n## Work\n- The report is due in May.\n"
    )


def test_a_line_after_a_last_one_without_an_end_gets_a_line_of_its_own() -> None:
    assert back("- a\n- bravo charlie\n", "- a", "bravo") == "- a\n- bravo charlie\n"


def test_a_paragraph_does_not_become_part_of_the_bullet_before() -> None:
    then = "- a\n\nSome prose that stood alone.\n"
    assert back(then, "- a\n", "prose") == then


def test_headings_in_fences_are_no_headings() -> None:
    then = "## Real\n- kept\n\n```\n## Work\n```\n\n## Work\n- The report is due.\n"
    now = "## Real\n- kept\n\n```\n## Work\n```\n"
    assert back(then, now, "report") == then


_LINES = st.lists(
    st.sampled_from(
        ["# Memory", "## People", "## Work", "- a b c", "- a b d", "  more", "prose", "", "* x y"]
    ),
    max_size=12,
)


@example(["# Memory", "- a b c", "", "  more"], ["- a b c"], "\n")
@settings(max_examples=300)
@given(_LINES, _LINES, st.sampled_from(["\n", "\r\n"]))
def test_whatever_is_put_back_no_other_line_of_today_is_lost(
    then: list[str], now: list[str], style: str
) -> None:
    was, is_ = "\n".join(then).encode(), style.join(now).encode()
    for one in became(is_, was):
        if one.new is None:
            continue
        instead = one.old.text if one.old else ""
        data = put_back(was, one.new, is_, instead)
        if data is None:
            continue
        wanted = one.new.text.split("\n")
        lines = data.decode().replace("\r\n", "\n").split("\n")
        assert any(lines[n : n + len(wanted)] == wanted for n in range(len(lines)))
        kept = Counter(line for line in now if line)
        if instead:
            kept -= Counter(instead.split("\n"))
        assert not kept - Counter(lines)
