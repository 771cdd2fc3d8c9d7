"""Markdown as HTML that runs nothing and fetches nothing: raw HTML is text, a picture is told by
its words. Opens no file.

Specification: trust, 'Rendered Markdown runs and fetches nothing'.
"""

from collections.abc import Sequence
from functools import cache
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

_PLACED = {"heading_open", "paragraph_open", "list_item_open", "fence", "code_block", "th_open",
    "td_open"}  # fmt: skip


def as_html(text: str) -> str:
    """A text whose blocks have the number of their line, from 1, as their title."""
    tokens = _tokens(text)
    line = 1
    for token in tokens:
        if token.map:
            line = 1 + token.map[0] + (token.type == "fence")
        if token.type in _PLACED:
            token.attrSet("title", str(line))
    return str(_parser().renderer.render(tokens, _parser().options, {}))


def message_html(text: str) -> str:
    """What was said in a conversation: its headings are no larger than its words, and its links
    lead nowhere."""
    tokens = _tokens(text, "h4")
    for token in tokens:
        for inside in token.children or ():
            if inside.type == "link_open":
                inside.attrs = {}
    return str(_parser().renderer.render(tokens, _parser().options, {})).strip()


def _tokens(text: str, heading: str = "") -> list[Token]:
    """Qt gives a heading a size of its own, whatever the style says, so each is a paragraph of its
    class, or of one class."""
    tokens = _parser().parse(text)
    for token in tokens:
        if token.type == "heading_open":
            token.attrSet("class", heading or token.tag)
        if token.type in ("heading_open", "heading_close"):
            token.tag = "p"
    return tokens


class _Writer(RendererHTML):
    """Each method writes the tokens of its name."""

    def fence(self, tokens: Sequence[Token], idx: int, *_: Any) -> str:
        words = escape(tokens[idx].content.removesuffix("\n"))
        return f"<pre{self.renderAttrs(tokens[idx])}><code>{words}</code></pre>\n"

    def code_block(self, tokens: Sequence[Token], idx: int, *more: Any) -> str:
        return self.fence(tokens, idx, *more)

    def image(self, tokens: Sequence[Token], idx: int, *_: Any) -> str:
        words = tokens[idx].content or str(tokens[idx].attrs["src"])
        return f'<span class="gone">{escape(words)}</span>'


@cache
def _parser() -> MarkdownIt:
    """CommonMark with tables and struck words, HTML kept as text."""
    made = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Writer)
    return made.enable(["table", "strikethrough"])
