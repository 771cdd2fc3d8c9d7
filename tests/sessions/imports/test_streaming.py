"""The values of a long JSON list come one by one, and nothing else is held."""

import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.sessions.imports import streaming
from desktop_app.sessions.imports.streaming import BrokenJsonError, values

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


def read(data: bytes, *lists: str) -> list[Any]:
    return list(values(io.BytesIO(data), lists))


@settings(max_examples=40)
@given(st.lists(JSON), st.sampled_from([None, 2]), st.integers(1, 40))
def test_a_list_is_read_as_it_was_written_in_pieces_of_any_size(
    whole: list[Any], indent: int | None, piece: int
) -> None:
    data = json.dumps(whole, indent=indent, ensure_ascii=False).encode("utf-8", "surrogatepass")
    before, streaming._PIECE = streaming._PIECE, piece
    try:
        assert read(data) == whole
    finally:
        streaming._PIECE = before


@pytest.mark.parametrize(
    "data",
    [b"", b"x", b"[1", b"[1,", b"[1 2]", b"[1] 2", b'{"a"', b'{"a" 1}', b'{1: 2}', b"{,}", b'["',
     b"[" * 200_000, b'{"entries": [1}'],
)  # fmt: skip
def test_what_is_no_json_or_breaks_off_is_told(data: bytes) -> None:
    with pytest.raises(BrokenJsonError):
        read(data, "entries")


@pytest.mark.parametrize("piece", [1, 7, 1 << 18])
def test_what_follows_a_broken_line_is_read(monkeypatch: pytest.MonkeyPatch, piece: int) -> None:
    monkeypatch.setattr(streaming, "_PIECE", piece)
    lines = [b'{"a": 1}', b'{"a": "torn', b"x", b'{"a": 2, ', b'{"a": {"b": 3}}', b'  {"a": ']
    found = values(io.BytesIO(b"\n".join(lines)), ())
    assert [next(found), next(found)] == [{"a": 1}, {"a": {"b": 3}}]
    with pytest.raises(BrokenJsonError):
        next(found)


def test_a_value_that_is_too_long_is_not_taken_into_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(streaming, "VALUE_MOST", 1_000_000)

    class Endless:
        given = 0

        def read(self, size: int, /) -> bytes:
            self.given += size
            return b'["' + b"a" * (size - 2) if self.given == size else b"a" * size

    endless = Endless()
    with pytest.raises(BrokenJsonError):
        list(values(endless, ()))
    assert endless.given < 6_000_000
