"""What is pasted becomes text for a note: no HTML, nothing fetched, no odd signs; pictures kept."""

from pathlib import Path

import pytest

from desktop_app.errors import Problem
from desktop_app.notebook.layout import Layout
from desktop_app.notebook.pictures import MOST, new_picture, picture_link, picture_path, read_given
from desktop_app.notebook.text.pasted import cleaned

PNG = b"\x89PNG\r\n\x1a\n" + b"0" * 20


def test_odd_signs_are_cleaned() -> None:
    assert cleaned("a\r\nb\rc\u2028d\x00\x1b\ufeff\te\u00a0港") == "a\nb\nc\nd\te\u00a0港"


def test_a_picture_gets_a_path_and_a_link_that_shows_it(tmp_path: Path) -> None:
    path = new_picture(Layout(), "港口 (quay).PNG", PNG)
    assert path == "memory/pictures/港口-quay.png"
    for base in ("MEMORY.md", "memory/2026-11-20.md", "memory/people/ana.md"):
        assert picture_path(base, picture_link(base, path)[4:-1]) == path
    assert picture_link("a b/c.md", "x y/p.png") == "![](../x%20y/p.png)"
    for data, words in ((b"<svg/>", "no picture"), (PNG + b"0" * MOST, "too large")):
        with pytest.raises(Problem, match=words):
            new_picture(Layout(), "x", data)
    (tmp_path / "a.zip").write_bytes(b"PK\x03\x04\0\xff")
    (tmp_path / "港.csv").write_bytes("a,港\r\n".encode())
    assert read_given(tmp_path / "港.csv").text == "a,港\n"
    for name, words in (("a.zip", "neither a picture nor text"), ("gone", "gone"), (".", "folder")):
        with pytest.raises(Problem, match=words):
            read_given(tmp_path / name)
