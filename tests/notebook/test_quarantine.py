"""A line out of a file and back: byte for byte, wherever the file has gone meanwhile."""

from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.notebook.quarantine import put_back, taken

NOW = datetime(2026, 11, 20, 9, 12, tzinfo=UTC)
LINES = st.lists(
    st.sampled_from([b"- one", b"- two", b"", b"\xff\xfe odd", b"- three\r"]), max_size=6
)


@settings(max_examples=40)
@given(lines=LINES, last=st.booleans(), at=st.integers(1, 6))
def test_what_is_taken_out_goes_back_to_the_same_bytes(
    lines: list[bytes], last: bool, at: int
) -> None:
    data = b"\n".join(lines) + (b"\n" if last and lines else b"")
    parts = taken(data, "MEMORY.md", at, NOW)
    if parts is not None:
        rest, held = parts
        assert len(rest) + len(held.data) == len(data)
        assert sorted(put_back(rest, held).split(b"\n")) == sorted(data.split(b"\n"))
        if len(set(lines)) == len(lines):
            assert put_back(rest, held) == data


def test_a_line_goes_back_between_its_neighbours_though_the_file_has_grown() -> None:
    parts = taken(b"# M\n- a\n- bad\n- b\n", "MEMORY.md", 3, NOW)
    assert parts is not None
    _rest, held = parts
    assert (
        put_back(b"# M\n- new\n- new\n- a\n- b\n- c", held)
        == b"# M\n- new\n- new\n- a\n- bad\n- b\n- c"
    )
    assert put_back(b"- other", held) == b"- other\n- bad\n"
    assert put_back(b"", held) == b"- bad\n"
