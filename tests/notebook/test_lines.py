"""Lines: buffers put back onto bytes, and merges of three texts."""

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from desktop_app.notebook.lines import Overlap, as_buffer, eol, map_buffer, merge3, split
from tests.support.odd_files import ODD_FILES

ODD_SIGNS = ["\u00a0", "\u2028", "\u2029", "\ufeff", "好", "😀"]
ODD_BYTES = [b"a", b"b ", b"\n", b"\r\n", b"\r", b"\xff", b"\xfe\xff", b"\0"]
odd_bytes = st.lists(
    st.sampled_from(ODD_BYTES) | st.sampled_from(ODD_SIGNS).map(str.encode), max_size=24
).map(b"".join)
typed = st.text(alphabet="ab \u00a0\n好😀", max_size=24)
small_lines = st.lists(st.sampled_from([b"a\n", b"b\n", b"c\n", b"d\n"]), max_size=12)


def shown(buffer: str) -> str:
    return buffer.replace("\u00a0", " ")


def test_lines_end_at_newlines_only() -> None:
    assert split("a\r\nb\u2028c\x0bd\re\n\nf") == ["a\r\n", "b\u2028c\x0bd\re\n", "\n", "f"]
    assert split("") == []
    assert split("a\n") == ["a\n"]


@pytest.mark.parametrize(
    ("text", "style"),
    [("", "\n"), ("a", "\n"), ("a\r\nb", "\r\n"), ("a\r\nb\nc\n", "\n"), ("a\rb\r", "\r")],
)
def test_the_style_is_that_of_most_lines(text: str, style: str) -> None:
    assert eol(text) == style


@given(st.binary(max_size=200) | odd_bytes)
@example("\ufeff".encode() + b"\x80" + "\ufeff".encode())
def test_an_untouched_buffer_gives_the_same_bytes(data: bytes) -> None:
    assert map_buffer(data, as_buffer(data)) == data


@given(odd_bytes, typed)
def test_what_the_editor_shows_is_what_the_file_shows_afterwards(base: bytes, text: str) -> None:
    assert as_buffer(map_buffer(base, text)) == shown(text)


@given(odd_bytes, st.data())
def test_one_typed_character_changes_nothing_else(base: bytes, data: st.DataObject) -> None:
    before = as_buffer(base)
    at = data.draw(st.integers(0, len(before)))
    after = map_buffer(base, before[:at] + "Q" + before[at:])
    assert after.replace(b"Q", b"", 1) == base


@given(odd_bytes, st.data())
def test_one_new_line_changes_nothing_else(base: bytes, data: st.DataObject) -> None:
    before = as_buffer(base)
    at = data.draw(st.integers(0, len(before)))
    after = map_buffer(base, before[:at] + "Q\n" + before[at:])
    style = eol(base.decode("utf-8", "surrogateescape")).encode()
    at_line_feed = b"Q\r" + style if style == b"\n" else b"Q" + style  # a CR never joins an LF
    assert base in (after.replace(b"Q" + style, b"", 1), after.replace(at_line_feed, b"", 1))


@given(odd_bytes, st.data())
def test_one_deleted_character_takes_at_most_its_own_bytes(
    base: bytes, data: st.DataObject
) -> None:
    before = as_buffer(base)
    assume(before)
    at = data.draw(st.integers(0, len(before) - 1))
    after = map_buffer(base, before[:at] + before[at + 1 :])
    rest = iter(base)
    assert all(byte in rest for byte in after if byte != ord("\r"))  # nothing but taken away
    # A mark that comes to stand first is the file's own, and is no longer shown.
    rest_of_buffer = before[:at] + before[at + 1 :]
    assert as_buffer(after) in (rest_of_buffer, rest_of_buffer.removeprefix("\ufeff"))


@pytest.mark.parametrize("data", ODD_FILES.values(), ids=ODD_FILES.keys())
def test_odd_files_keep_every_other_byte(data: bytes) -> None:
    before = as_buffer(data)
    for at in {0, len(before) // 2, len(before)}:
        after = map_buffer(data, before[:at] + "Q" + before[at:])
        assert after.replace(b"Q", b"", 1) == data


@pytest.mark.parametrize(
    ("base", "buffer", "after"),
    [
        # two edits in one line leave the odd bytes between them
        (b"one caf\xe9 two\n", "One caf two!\n", b"One caf\xe9 two!\n"),
        # joining and splitting lines
        (b"caf\xe9\r\nnext\r\n", "cafnext\n", b"caf\xe9next\r\n"),
        (b"ab\xff\xc2\xa0c\r\nd", "ab\n c\nd", b"ab\xff\r\n\xc2\xa0c\r\nd"),
        # the final newline is the person's
        (b"a\r\nb\r\n", "a\nb", b"a\r\nb"),
        (b"a\r\nb", "a\nb\n", b"a\r\nb\r\n"),
        (b"", "a\n", b"a\n"),
        (b"a\n", "", b""),
        # the mark stays at the front
        ("\ufeffa".encode(), "ba", "\ufeffba".encode()),
        ("\ufeff".encode(), "", "\ufeff".encode()),
        (b"a\xef\xbb\xbfb", "\ufeffb", b"\xef\xbb\xbfb"),
        (b"\xef\xbb\xbfb", "\ufeffbc", b"\xef\xbb\xbfbc"),
        # a last line of undecodable bytes is never dropped
        (b"a\n\xff", "b\n", b"b\n\xff"),
        # two breaks that come together stay two
        (b"a\rX\nb", "a\n\nb", b"a\r\r\nb"),
        # a lone surrogate from the editor can't become a raw byte
        (b"ab", "a\udcffb\ud83d", "a\ufffdb\ufffd".encode()),
    ],
)
def test_a_changed_line_keeps_what_was_not_changed(base: bytes, buffer: str, after: bytes) -> None:
    assert map_buffer(base, buffer) == after


def test_a_raw_buffer_keeps_typed_no_break_spaces() -> None:
    base = "10\u00a0km\n20 km\n".encode()
    assert (
        map_buffer(base, "10\u00a0km\u202920\u00a0km\u2029") == "10\u00a0km\n20\u00a0km\n".encode()
    )
    assert map_buffer(base, "10 km\n20 km\n") == base


def test_a_huge_file_edited_at_both_ends_is_mapped_exactly() -> None:
    lines = [b"line %d caf\xe9\r\n" % n if n % 3 else b"\r\n" for n in range(100_000)]
    base = b"".join(lines)
    buffer = "Q" + as_buffer(base) + "Q"
    assert map_buffer(base, buffer) == b"Q" + base + b"Q"


def test_a_huge_line_is_mapped_exactly() -> None:
    base = b"word " * 600_000 + b"\xff\r\n"
    shown_text = as_buffer(base)
    assert map_buffer(base, "Q" + shown_text) == b"Q" + base
    assert map_buffer(base, shown_text + "Q") == base + b"Q"


def merged(base: bytes, ours: bytes, theirs: bytes) -> bytes:
    merge = merge3(base, ours, theirs)
    assert merge.conflicts == ()
    return merge.data


@given(st.binary(max_size=60) | small_lines.map(b"".join), st.binary(max_size=60))
def test_a_side_that_changed_nothing_takes_the_other(base: bytes, side: bytes) -> None:
    assert merged(base, base, side) == side
    assert merged(base, side, base) == side
    assert merged(base, side, side) == side


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


@given(small_lines, small_lines, small_lines)
def test_no_added_line_is_lost_in_a_merge(
    base: list[bytes], ours: list[bytes], theirs: list[bytes]
) -> None:
    merge = merge3(b"".join(base), b"".join(ours), b"".join(theirs))
    kept = merge.data + b"".join(overlap.ours for overlap in merge.conflicts)
    for line in {*ours, *theirs} - set(base):
        assert line in kept


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


def test_an_overlap_carries_theirs_and_tells_ours() -> None:
    merge = merge3(b"a\nb\nc\nd\n", b"a\nmine\nc\nD\n", b"z\na\nyours\nc\nd\n")
    assert merge.data == b"z\na\nyours\nc\nD\n"
    assert merge.conflicts == (Overlap(b"b\n", b"mine\n", b"yours\n", 3),)


def test_a_deletion_against_a_change_is_an_overlap() -> None:
    merge = merge3(b"a\nb\nc\n", b"a\nc\n", b"a\nB\nc\n")
    assert merge.data == b"a\nB\nc\n"
    assert merge.conflicts == (Overlap(b"b\n", b"", b"B\n", 2),)
