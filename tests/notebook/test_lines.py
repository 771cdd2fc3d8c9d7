"""Lines: buffers put back onto bytes."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from desktop_app.notebook.lines import as_buffer, eol, map_buffer, split
from tests.support.odd_files import ODD_FILES

ODD_SIGNS = ["\u00a0", "\u2028", "\u2029", "\ufeff", "好", "😀"]
ODD_BYTES = [b"a", b"b ", b"\n", b"\r\n", b"\r", b"\xff", b"\xfe\xff", b"\0"]
odd_bytes = st.lists(
    st.sampled_from(ODD_BYTES) | st.sampled_from(ODD_SIGNS).map(str.encode), max_size=24
).map(b"".join)
typed = st.text(alphabet="ab \u00a0\n好😀", max_size=24)


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


@given(odd_bytes, typed)
def test_what_the_editor_shows_is_what_the_file_shows_afterwards(base: bytes, text: str) -> None:
    assert as_buffer(map_buffer(base, text)) == shown(text)


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
    base = b"word " * 150_000 + b"\xff\r\n"
    shown_text = as_buffer(base)
    assert map_buffer(base, "Q" + shown_text) == b"Q" + base
    assert map_buffer(base, shown_text + "Q") == base + b"Q"
