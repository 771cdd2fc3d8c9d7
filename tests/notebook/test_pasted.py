"""What is pasted becomes text for a note: no HTML, nothing fetched, no odd signs; pictures kept."""

from pathlib import Path
from time import process_time

import pytest

from desktop_app.errors import Problem
from desktop_app.notebook.layout import Layout
from desktop_app.notebook.pictures import MOST, new_picture, picture_link, picture_path, read_given
from desktop_app.notebook.text.pasted import cleaned, pasted

PNG = b"\x89PNG\r\n\x1a\n" + b"0" * 20


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        (
            "<h2>Hi <b>you</b></h2><p>A <a href='https://x.org/a(b)'>link</a>, <em>it</em> and "
            "<code>c</code>.<img src=https://t/x.gif></p>",
            "## Hi **you**\n\nA [link](https://x.org/a%28b%29), *it* and `c`.",
        ),
        (
            "<ul><li>one<ul><li>two</li></ul></li><li><p>three</p></li></ul><ol start=3><li>x<li>y",
            "- one\n  - two\n- three\n\n3. x\n4. y",
        ),
        ("<pre>a\n  b</pre>c<script>alert(1)</script>", "```\na\n  b\n```\n\nc"),
        ("<p>a</p><hr>b <b>c</b>", "a\n\n---\n\nb **c**"),
        ("<blockquote><p>一</p><p>二</p></blockquote>三", "> 一\n>\n> 二\n\n三"),
        ("<table><tr><th>a<th>b</tr><tr><td>1<td><b>2</b></table>", "a | b\n1 | **2**"),
        ("<b style='font-weight:normal'><p>a <b>港口</b>：</p></b>", "a **港口**："),
        ("<a href='javascript:x'>bad</a> <b>two<br>lines</b>", "bad **two**\n**lines**"),
        ("<div>no</div><div>sign</div><img src='https://t/x.gif'>", "plain"),
        ("</b></a></li></ul></pre></blockquote><b><a href='https://x'", "plain"),
    ],
)
def test_html_becomes_markdown_where_it_says_more(html: str, markdown: str) -> None:
    assert pasted(html, "plain") == markdown


def test_odd_signs_are_cleaned_and_html_alone_still_gives_its_words() -> None:
    assert cleaned("a\r\nb\rc\u2028d\x00\x1b\ufeff\te\u00a0港") == "a\nb\nc\nd\te\u00a0港"
    assert pasted("<div>only</div><div>words</div>", "") == "only\nwords"
    assert "<" not in pasted("<p>" * 3_000 + "<b>x</b>", "plain")


def test_what_is_open_a_thousand_times_or_never_ends_costs_no_more_than_its_length() -> None:
    began = process_time()
    for open_ in ("<b>", "<ul>", "<blockquote>", "<a "):
        assert pasted(open_ * 1_000 + "<li>a<br>" * 3_000, "plain") == "plain"
    assert pasted("<a href=x>" * 3_000 + "a<br>" * 3_000, "").startswith("a\na")
    assert pasted("<b>a</b> " * 10_000, "").startswith("**a** **a**")
    assert process_time() - began < 0.8


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
