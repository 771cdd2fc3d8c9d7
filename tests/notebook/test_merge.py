"""Merge: three texts put together by line, and a person's answers where two of them differ."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from desktop_app.notebook.merge import BOTH, OURS, THEIRS, Overlap, merge3

WHO = ["same", "ours", "theirs", "agree", "differ"]


def merged(base: bytes, ours: bytes, theirs: bytes) -> bytes:
    merge = merge3(base, ours, theirs)
    assert merge.conflicts == ()
    return merge.data


@given(
    st.lists(st.sampled_from(["ours", "theirs", "same", "same"]), min_size=1, max_size=20),
    st.booleans(),
    st.booleans(),
)
def test_edits_of_different_lines_are_all_there(who: list[str], ended: bool, crlf: bool) -> None:
    def side(name: str) -> bytes:
        text = "\n".join(f"{n} by {name}" if who[n] == name else f"{n}" for n in range(len(who)))
        text += "\n" if ended else ""
        return text.replace("\n", "\r\n" if crlf else "\n").encode()

    both = side("both").decode().splitlines(keepends=True)
    for n, name in enumerate(who):
        both[n] = both[n].replace(f"{n}", f"{n} by {name}" if name != "same" else f"{n}", 1)
    assert merged(side("base"), side("ours"), side("theirs")).decode() == "".join(both)


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "whole"),
    [
        (b"a\nb\n", b"a\nb\nmine\n", b"a\nb\nyours\n", b"a\nb\nyours\nmine\n"),
        (b"a\nb", b"a\nb\nmine", b"a\nb\nyours", b"a\nb\nyours\nmine"),
        (b"a\r\nb", b"a\r\nb\r\nmine", b"a\r\nb\r\nyours", b"a\r\nb\r\nyours\r\nmine"),
        (b"a\n", b"a\n\n## N\n- x\n", b"a\n\n## N\n- y\n", b"a\n\n## N\n- y\n- x\n"),
        (b"a\nb\nc\n", b"a\nc\n", b"a\nb\nc\nd\n", b"a\nc\nd\n"),
        (b"a\nb\nc\n", b"a\nB\nc\n", b"a\nb\nx\nc\n", b"a\nB\nx\nc\n"),
        (b"", b"mine\n", b"yours\n", b"yours\nmine\n"),
        (b"a\nb\n", b"", b"a\nb\nc\n", b"c\n"),
        (b"a\r", b"a\r\nb\r", b"c\na\r", b"c\na\r\nb\r"),
    ],
)
def test_changes_that_do_not_meet_are_merged(
    base: bytes, ours: bytes, theirs: bytes, whole: bytes
) -> None:
    assert merged(base, ours, theirs) == whole


@given(
    st.lists(st.tuples(st.sampled_from(WHO), st.sampled_from([OURS, THEIRS, BOTH])), max_size=12),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
    st.booleans(),
)
def test_an_answer_decides_its_place_and_no_other(
    places: list[tuple[str, str]], style: str, ended: bool, marked: bool
) -> None:
    """Every place stands between lines of its own that nobody touched."""

    def text(lines: list[list[str]]) -> bytes:
        whole = [line for n, some in enumerate(lines) for line in (f"- {n}", *some, f"= {n}")]
        data = style.join([*whole, "end"] + ([""] if ended else []))
        return (("\ufeff" if marked else "") + data).encode()

    base: list[list[str]] = []
    ours: list[list[str]] = []
    theirs: list[list[str]] = []
    wanted: list[list[str]] = []
    answers = []
    for n, (who, answer) in enumerate(places):
        old, mine, other = [f"old {n}"], [f"mine {n}", f"more {n}"], [f"other {n}"]
        base.append(old)
        ours.append(mine if who in ("ours", "differ", "agree") else old)
        theirs.append(other if who in ("theirs", "differ") else mine if who == "agree" else old)
        if who == "differ":
            answers.append(answer)
            wanted.append({OURS: mine, THEIRS: other, BOTH: other + mine}[answer])
        else:
            wanted.append({"same": old, "theirs": other}.get(who, mine))
    merge = merge3(text(base), text(ours), text(theirs))
    assert merge.settled(answers) == text(wanted)


odd_text = st.builds(
    lambda mark, lines, end: mark + b"".join(lines) + end,
    st.sampled_from([b"", b"\xef\xbb\xbf"]),
    st.lists(st.sampled_from([b"a\n", b"b\r\n", b"c\n", b"\xff\n", b"\n"]), max_size=8),
    st.sampled_from([b"", b"x", b"y\r", b"z"]),
)


@example(b"c\na\n", b"b\nc\n", b"")
@given(odd_text, odd_text, odd_text)
def test_both_loses_no_line_of_either_side(base: bytes, ours: bytes, theirs: bytes) -> None:
    merge = merge3(base, ours, theirs)
    for overlap in merge.conflicts:
        kept = overlap.settled(BOTH).split(b"\n")
        for side in (overlap.ours, overlap.theirs):
            at = iter(kept)
            assert all(line in at for line in side.split(b"\n")[:-1]), "in its own order"
    mark = b"\xef\xbb\xbf"

    def lines(text: bytes) -> set[bytes]:
        return {line.rstrip(b"\r") for line in text.removeprefix(mark).split(b"\n")}

    whole = lines(merge.settled([BOTH] * len(merge.conflicts)))
    for side in (ours, theirs):
        assert lines(side) - lines(base) <= whole | {b""}


@given(odd_text, odd_text, odd_text)
def test_of_texts_that_differ_from_end_to_end_an_answer_is_that_side_exactly(
    base: bytes, ours: bytes, theirs: bytes
) -> None:
    merge = merge3(base, ours, theirs)
    disputed = merge.conflicts[0].base.count(b"\n") if len(merge.conflicts) == 1 else 0
    if disputed == len(base.removesuffix(b"\n").split(b"\n")) and len(merge.parts) == 1:
        assert plain(merge.settled([OURS])) == plain(ours)
        assert plain(merge.settled([THEIRS])) == plain(theirs)


def plain(text: bytes) -> bytes:
    """Without what is merged by itself: kinds of line ends, the mark, a break at the end."""
    return text.replace(b"\r\n", b"\n").removeprefix(b"\xef\xbb\xbf").strip(b"\r\n")


def test_lines_in_a_row_are_decided_one_by_one() -> None:
    merge = merge3(b"a\nb\nc\n", b"a1\nb1\nc\n", b"a\nb2\nc2\n")
    assert merge.conflicts == (Overlap(b"b\n", b"b1\n", b"b2\n", 2),)
    assert merge.settled([BOTH]) == b"a1\nb2\nb1\nc2\n"


def test_lines_that_moved_are_decided_together() -> None:
    merge = merge3(b"a\nb\n", b"x\na\n", b"a\nB\n")
    for answer in (OURS, THEIRS, BOTH):
        assert b"a\n" in merge.settled([answer])


@pytest.mark.parametrize("answer", [OURS, THEIRS, BOTH])
def test_a_byte_order_mark_and_a_missing_last_newline_stay(answer: str) -> None:
    mark = b"\xef\xbb\xbf"
    merge = merge3(mark + b"a\r\nb", mark + b"A\r\nb", mark + b"Z\r\nb")
    lines = {OURS: b"A\r\n", THEIRS: b"Z\r\n", BOTH: b"Z\r\nA\r\n"}[answer]
    assert merge.settled([answer]) == mark + lines + b"b"


def test_a_mark_that_one_side_added_is_no_change_of_its_first_line() -> None:
    assert merged(b"a\nb\n", b"\xef\xbb\xbfa\nb\n", b"A\nb\n") == b"\xef\xbb\xbfA\nb\n"


def test_every_conflict_wants_an_answer() -> None:
    merge = merge3(b"a\nb\nc\n", b"A\nb\nC\n", b"1\nb\n2\n")
    with pytest.raises(ValueError, match="1 answers to 2 conflicts"):
        merge.settled([OURS])
    assert merge.settled([OURS, BOTH]) == b"A\nb\n2\nC\n"


def in_crlf(text: bytes) -> bytes:
    return text.replace(b"\n", b"\r\n")


@pytest.mark.parametrize("ended", [b"\n", b""])
def test_other_line_ends_of_the_whole_file_are_no_conflict_and_stay(ended: bytes) -> None:
    base, ours = b"a\nb\nc\nd" + ended, b"a\nb mine\nc\nd" + ended
    assert merged(base, ours, in_crlf(base)) == in_crlf(ours)
    assert merged(in_crlf(base), in_crlf(ours), base) == ours
    assert merged(base, in_crlf(base), ours) == ours, "the file decides"
    theirs = b"a\nb\nc\nd theirs" + ended
    assert merged(base, ours, in_crlf(theirs)) == in_crlf(b"a\nb mine\nc\nd theirs" + ended)


def test_beside_other_line_ends_a_true_conflict_is_still_one_and_of_one_line() -> None:
    merge = merge3(b"a\nb\nc\n", b"a\nB\nc\n", b"a\r\nb2\r\nc\r\n")
    assert merge.conflicts == (Overlap(b"b\r\n", b"B\r\n", b"b2\r\n", 2),)
    assert merge.settled([OURS]) == b"a\r\nB\r\nc\r\n"


def test_a_file_with_ends_of_both_kinds_keeps_each() -> None:
    assert merged(b"a\r\nb\nc\n", b"a\r\nb\nC\n", b"A\r\nb\nc\n") == b"A\r\nb\nC\n"
