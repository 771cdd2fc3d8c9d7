"""Chunks: how a file is cut into what a search finds."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.search.chunks import LONGEST, Chunk, chunks
from tests.support.odd_files import ODD_FILES


def cut(text: str, path: str = "memory/2026-11-20.md") -> list[Chunk]:
    return chunks(path, text.encode())


def test_every_bullet_and_paragraph_is_a_chunk_with_its_lines() -> None:
    found = cut("- one\n  goes on\n- two\n\nA paragraph\nof two lines\n\n1. first\n* [ ] a task\n")
    assert [(c.line, c.end_line, c.text) for c in found] == [
        (1, 2, "one\ngoes on"),
        (3, 3, "two"),
        (5, 6, "A paragraph\nof two lines"),
        (8, 8, "first"),
        (9, 9, "a task"),
    ]


def test_a_chunk_knows_the_headings_above_it() -> None:
    found = cut("# Memory\n\n## Work ##\n- a\n### Harbour\n- b\n## Home\n- c\n")
    assert [(c.text, c.headings) for c in found] == [
        ("Memory", ()),
        ("Work", ("Memory",)),
        ("a", ("Memory", "Work")),
        ("Harbour", ("Memory", "Work")),
        ("b", ("Memory", "Work", "Harbour")),
        ("Home", ("Memory",)),
        ("c", ("Memory", "Home")),
    ]


def test_code_between_fences_stays_in_one_piece() -> None:
    found = cut("Run it:\n```sh\n# no heading\n\n- no bullet\n```\n\nafter\n")
    assert [(c.line, c.end_line) for c in found] == [(1, 6), (8, 8)]
    assert found[1].headings == ()


def test_a_line_of_ten_megabytes_is_cut_between_words_in_little_time() -> None:
    start = time.thread_time()
    found = cut("- " + "harbour survey " * 700_000)
    assert time.thread_time() - start < 60  # by squares it would be hours
    assert max(len(c.text) for c in found) <= LONGEST
    assert {c.line for c in found} == {1}
    assert "".join(c.text for c in found).replace(" ", "") == "harboursurvey" * 700_000


def test_a_line_without_words_is_cut_so_that_no_pair_is_lost() -> None:
    text = "".join(chr(0x4E00 + n) for n in range(9000))
    pieces = [c.text for c in cut(f"- {text}")]
    assert all(any(text[i : i + 2] in piece for piece in pieces) for i in range(len(text) - 1))


def test_a_long_paragraph_is_cut_at_lines_and_its_pieces_know_theirs() -> None:
    lines = [f"line {n} " + "x" * 90 for n in range(1, 101)]
    found = cut("\n".join(lines) + "\n")
    assert len(found) == 3
    for piece in found:
        assert piece.text == "\n".join(lines[piece.line - 1 : piece.end_line])


def test_hash_signs_and_blanks_without_end_cost_little() -> None:
    start = time.thread_time()
    cut("# " + " " * 1_000_000 + "x\n" + "#" * 1_000_000 + "\n" + "- " * 500_000 + "x")
    assert time.thread_time() - start < 60  # by squares it would be hours


def test_a_transcript_is_cut_by_what_was_said() -> None:
    text = '{"role":"user","content":"Hello\\nyou"}\n{"role":"tool","n":1}\n{"text":"Hi"}\nhalf {'
    found = cut(text, "sessions/a.jsonl")
    assert [(c.line, c.text) for c in found] == [(1, "Hello\nyou"), (3, "Hi"), (4, "half {")]


@pytest.mark.parametrize("name", ODD_FILES)
@pytest.mark.parametrize("path", ["memory/a.md", "sessions/a.jsonl"])
def test_odd_files_are_cut_into_text_a_database_can_store(name: str, path: str) -> None:
    lines = ODD_FILES[name].count(b"\n") + 1
    for chunk in chunks(path, ODD_FILES[name]):
        assert "\0" not in chunk.text.encode().decode()
        assert 1 <= chunk.line <= chunk.end_line <= lines


@given(st.text(alphabet="-#` \n\ra1.~*中", max_size=200))
@settings(max_examples=300, deadline=None)
def test_no_word_of_a_file_is_left_out(text: str) -> None:
    found = "".join(chunk.text for chunk in cut(text))
    assert [c for c in text if c in "a中"] == [c for c in found if c in "a中"]
