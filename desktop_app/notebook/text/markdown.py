"""How Markdown is read here: CommonMark with tables and struck words, HTML kept as text. Knows the
parser, not what becomes of its tokens.
"""

import re
from functools import cache
from typing import TYPE_CHECKING

from desktop_app.notebook.text.sections import LONG_LINE

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore

COMMENT = re.compile(r"<!--.*?-->\s*", re.DOTALL)
BOX = re.compile(r"\[([ xX])\]\s+")


def falls_away(before: str, after: str) -> bool:
    """Whether a line break of the source between these signs is nothing: it is a space, but between
    Chinese."""
    return all("\u2e80" <= sign < "\ufb00" or sign > "\uff00" for sign in (before, after))


@cache
def parser() -> "MarkdownIt":
    """The parser, made once; its tokens are to be rendered by whoever asked."""
    from markdown_it import MarkdownIt  # takes a moment to load, and not every page reads Markdown

    made = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    made.core.ruler.at("inline", _read_inline)
    return made


def _read_inline(state: "StateCore") -> None:
    """Words and signs of each paragraph. An endless one stays as it stands: some runs of signs
    take a time that grows with the square of their length."""
    from markdown_it.token import Token

    for token in state.tokens:
        if token.type != "inline":
            continue
        token.children = []
        if len(token.content) > LONG_LINE:
            token.children.append(Token("text", "", 0, content=token.content))
        else:
            state.md.inline.parse(token.content, state.md, state.env, token.children)
