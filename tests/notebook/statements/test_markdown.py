"""Markdown as headings and parts by line."""

from functools import cache

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from desktop_app.notebook.lines import split
from desktop_app.notebook.statements import markdown
from desktop_app.notebook.statements.markdown import Markdown

_BEFORE = st.sampled_from(
    ["", "", "- ", "- ", "- ", "* ", "+ ", "-  ", "-", "  - ", "    ", "> ", "1. ", "10) ", "# ",
     "- # ", "- > ", "- 1. ", "- - ", "- [ ] ", "- **", "•", "\t", "- \t"]
)  # fmt: skip
_WORDS = st.sampled_from(
    ["", "", "plain words", "words", "[a]: b", "[a](b.md)", "[a", "---", "***", "* * *", "===",
     "```", "~~~", "`code`", "| a | b |", "|---|---|", "a | b", "-|-",
     "<!--", "-->", "<div>", "12", "12.", "12) x",
     "2026-11-20: text", "**", "***", "__x", "#", "#x", "我", "\x1f", "\xa0x", "\\", "%%", "§"]
)  # fmt: skip
_AFTER = st.sampled_from(["", "", "", " ", "\r", "\n", "\n \n", "\n  below", "\nlazy"])
texts = st.lists(st.builds("{}{}{}\n".format, _BEFORE, _WORDS, _AFTER), max_size=9).map("".join)


def _told(text: str, note: bool) -> object:
    read = Markdown(split(text), note=note)
    whole = (read.headings, [*read.sections()], read.bullets, [*read.parts()])
    return whole if note else (*whole, read.passages(), read.open_end())


_made = markdown._parser.__wrapped__


@cache
def _without_the_rule(note: bool) -> MarkdownIt:
    return _made(note).disable("plain_items")


@settings(max_examples=500, deadline=None)
@example("- Boat\n- Rent | 1200\n-|-\n- Ann\n", False)
@given(texts, st.booleans())
def test_plain_items_are_read_as_the_parser_reads_them_by_its_own_rules(
    text: str, note: bool
) -> None:
    said = _told(text, note)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(markdown, "_parser", _without_the_rule)
        assert said == _told(text, note)
