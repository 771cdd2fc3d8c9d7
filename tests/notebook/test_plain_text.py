"""Plain text inside Markdown: shown as it was said."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from desktop_app.notebook.text import diary_words

signs = st.text(alphabet="ab1 #-+*_=~`|<>[]().:!/\\\t&好", max_size=20)


@given(signs)
def test_every_line_is_read_back_as_it_was(text: str) -> None:
    assert diary_words.read(diary_words.line(text)) == text
    assert diary_words.read(diary_words.inline(text)) == text


@example("[x]: http://x")
@given(signs.filter(lambda text: text.strip(" \t")))
def test_a_line_is_one_paragraph_whatever_it_says(text: str) -> None:
    line = diary_words.line(text).lstrip()
    assert shown_as(f"{line}\n\nbefore\n{line}\nafter") == ["paragraph_open"] * 2


def shown_as(text: str) -> list[str]:
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    inner = {child.type for token in tokens for child in token.children or []}
    assert "html_inline" not in inner
    return [token.type for token in tokens if token.nesting == 1]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain, as ever", "plain, as ever"),
        ("C:\\path", "C:\\path"),
        ("  # x", "  \\# x"),
        ("12. x", "12\\. x"),
        ("-5 degrees", "-5 degrees"),
        ("**bold** words", "**bold** words"),
        ("*all of it*", "\\*all of it*"),
        ("a < b", "a < b"),
        ("a <b>", "a \\<b>"),
        ("好。", "好。"),
    ],
)
def test_only_what_would_be_a_sign_is_escaped(text: str, shown: str) -> None:
    assert diary_words.line(text) == shown
