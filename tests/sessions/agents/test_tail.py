"""Following a file that another program writes: torn lines, cuts, rotation, other files."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.sessions.agents import tail
from desktop_app.sessions.agents.tail import START, TailPlace, end_of, read_lines, stands_in


def line(number: int, more: str = "") -> bytes:
    return json.dumps({"n": number, "more": more}).encode() + b"\n"


def followed(path: Path, place: TailPlace, most: int = tail.PIECE) -> tuple[list[int], TailPlace]:
    """The numbers of the records that are new, and where to go on; None for unreadable ones."""
    numbers, more = [], True
    while more:
        piece = read_lines(path, place, most)
        numbers += [one.value["n"] if one.value else None for one in piece.records]
        place, more = piece.place, piece.more
    return numbers, place


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "talk.jsonl"


def test_a_file_that_was_cut_or_replaced_is_read_from_its_start(path: Path) -> None:
    path.write_bytes(line(1) + line(2))
    _, place = followed(path, START)
    path.write_bytes(line(7))
    assert followed(path, place)[0] == [7]
    path.write_bytes(line(7) + line(8) + line(9, "longer than before"))
    piece = read_lines(path, place)
    assert piece.again
    assert [one.value["n"] for one in piece.records if one.value] == [7, 8, 9]


def test_what_is_no_object_is_told_as_unreadable_and_blank_lines_are_nothing(path: Path) -> None:
    path.write_bytes(b"\n{broken\n[1, 2]\n\xff\xfe\n  \r\n" + line(1))
    assert followed(path, START)[0] == [None, None, None, 1]


def test_a_line_that_is_too_long_is_passed_over_and_the_next_one_is_read(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tail, "LONGEST", 1_000)
    path.write_bytes(line(1) + line(2, "x" * 5_000) + line(3) + line(4, "y" * 900) + line(5))
    assert followed(path, START, 100)[0] == [1, 3, 4, 5]


def test_the_end_is_behind_the_last_whole_line(path: Path) -> None:
    path.write_bytes(line(1) + line(2) + b'{"n": 3')
    place = end_of(path)
    path.write_bytes(line(1) + line(2) + line(3))
    assert followed(path, place)[0] == [3]
    path.write_bytes(b"")
    assert end_of(path).offset == 0


def test_a_copy_of_the_file_is_known_by_the_bytes_before_the_place(path: Path) -> None:
    path.write_bytes(line(1) + line(2))
    _, place = followed(path, START)
    copy = path.with_name("talk.jsonl.1")
    copy.write_bytes(path.read_bytes() + line(3))
    assert stands_in(copy, place)
    copy.write_bytes(line(9) * 40)
    assert not stands_in(copy, place)
    assert not stands_in(copy, START)
    assert not stands_in(path.with_name("gone"), place)


@given(
    cuts=st.lists(st.integers(1, 60), max_size=40),
    most=st.integers(1, 90),
    count=st.integers(0, 12),
)
def test_however_it_grows_each_record_is_read_once(
    tmp_path_factory: pytest.TempPathFactory, cuts: list[int], most: int, count: int
) -> None:
    path = tmp_path_factory.mktemp("tail") / "talk.jsonl"
    whole = b"".join(line(n, "é" * (n % 5)) for n in range(count))
    read, place, at = [], START, 0
    for cut in (*cuts, len(whole)):
        at = min(len(whole), at + cut)
        path.write_bytes(whole[:at])
        numbers, place = followed(path, place, most)
        read += numbers
    assert read == list(range(count))
