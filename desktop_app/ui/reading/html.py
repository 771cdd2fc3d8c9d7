"""Markdown as HTML that runs nothing and fetches nothing: raw HTML is text, links are looked at,
a picture is told by its words. Knows tokens and names, opens no file.

Specification: trust, 'Rendered Markdown runs and fetches nothing'.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from desktop_app.notebook.statements.markup import FRONT_MARK, front_matter
from desktop_app.notebook.text import links
from desktop_app.notebook.text.headings import LONG_LINE, Section, sections_of
from desktop_app.notebook.text.links import TextRun, linked

_COMMENT = re.compile(r"<!--.*?-->\s*", re.DOTALL)
_BOX = re.compile(r"\[([ xX])\]\s+")
_CELLS = 600  # of all tables of a section in the window, which sets one in 0.1 ms
_PLACED = {"heading_open", "paragraph_open", "list_item_open", "fence", "code_block", "th_open",
    "td_open"}  # fmt: skip


@dataclass(frozen=True)
class Surroundings:
    """What is around a text: `address` gives what a link of these words leads to, "" for nothing.

    `numbered`: what stands in a line of the source has the line's number as its title, headings
    keep their size, and names, tags and bare addresses are links, too.
    """

    address: Callable[[str, str], str]
    numbered: bool = False


def markup(text: str, around: Surroundings) -> Iterator[str]:
    """A text as HTML, a long one in several parts, each whole in itself."""
    for section in sections_of(text):
        yield section_markup(section, around)


def section_markup(section: Section, around: Surroundings) -> str:
    """A part of a text as HTML, whole in itself."""
    place = f' title="{section.first}"' if around.numbered else ""
    if section.bare:
        return f"<p{place}>{escape(section.text)}</p>\n"
    lines, front = section.text.split("\n"), ""
    end = front_matter(lines) if section.first == 1 else 0
    if end:
        fields = "\n".join(line for line in lines[:end] if not FRONT_MARK.fullmatch(line))
        front = f'<pre{place} class="front">{escape(fields)}</pre>\n'
    text = "\n".join(lines[end:])
    tokens = _parser().parse(text)
    if around.numbered:
        if sum(token.type in ("th_open", "td_open") for token in tokens) > _CELLS:
            return f"<pre{place}>{escape(section.text)}</pre>\n"
        _number(tokens, section.first + end)
    tokens = list(_changed(tokens, around))
    return front + str(_Writer().render(tokens, _parser().options, {"around": around}))


def _number(tokens: list[Token], first: int) -> None:
    line = first
    for token in tokens:
        if token.map:
            line = first + token.map[0] + (token.type == "fence")
        if token.type in _PLACED:
            token.attrSet("title", str(line))


def _changed(tokens: list[Token], around: Surroundings) -> Iterator[Token]:
    """The tokens with check boxes; without comments, and with small headings beside messages."""
    at = 0
    while at < len(tokens):
        token = tokens[at]
        inline = tokens[at + 1].content if at + 1 < len(tokens) else ""
        if token.type == "paragraph_open" and _COMMENT.fullmatch(inline):
            at += 3  # what opens, its words, what closes
            continue
        if token.type in ("heading_open", "heading_close") and not around.numbered:
            token.tag = "h6"
        elif token.type == "list_item_open":
            _tick(token, tokens[at + 1 : at + 3])
        yield token
        at += 1


def _tick(item: Token, after: Sequence[Token]) -> None:
    """`[x]` at the beginning of an item is its check box."""
    words = after[1].children if len(after) == 2 and after[1].type == "inline" else None
    if words and words[0].type == "text" and (box := _BOX.match(words[0].content)):
        state = "unchecked" if box[1] == " " else "checked"
        item.attrSet("class", state)
        words[0].content = words[0].content[box.end() :]
        words.insert(0, Token("box", "input", 0, meta={"state": state}))


class _Writer(RendererHTML):
    """One pass over the tokens of a section. Each method writes the tokens of its name."""

    def __init__(self) -> None:
        super().__init__()
        self._ends: list[str] = []  # of the links that are open

    def box(self, tokens: Sequence[Token], at: int, *_: Any) -> str:
        ticked = " checked" if tokens[at].meta["state"] == "checked" else ""
        return f'<input type="checkbox" disabled{ticked}> '

    def fence(self, tokens: Sequence[Token], at: int, *_: Any) -> str:
        token = tokens[at]
        words = escapeHtml(token.content.removesuffix("\n"))
        return f"<pre{self.renderAttrs(token)}><code>{words}</code></pre>\n"

    def code_block(self, tokens: Sequence[Token], idx: int, *_: Any) -> str:
        return self.fence(tokens, idx)

    def text(self, tokens: Sequence[Token], at: int, _options: Any, env: Any) -> str:
        words = tokens[at].content
        if self._ends or not env["around"].numbered:
            return escapeHtml(words)
        return "".join(self._run(run, env["around"]) for run in linked([TextRun(words)]))

    def softbreak(self, tokens: Sequence[Token], at: int, *_: Any) -> str:
        sides = tokens[at - 1].content[-1:], tokens[at + 1].content[:1]
        return "" if _falls_away(*sides) else "\n"

    def link_open(self, tokens: Sequence[Token], at: int, _options: Any, env: Any) -> str:
        words = tokens[at + 1].content if at + 1 < len(tokens) else ""
        start, end = _link(str(tokens[at].attrs.get("href", "")), words, env["around"])
        self._ends.append(end)
        return start

    def link_close(self, *_: Any) -> str:
        return self._ends.pop()

    def image(self, tokens: Sequence[Token], at: int, *_: Any) -> str:
        token = tokens[at]
        words = escape(token.content or str(token.attrs.get("src", "")))
        return f'<span class="gone">{words}</span>'

    def _run(self, run: TextRun, around: Surroundings) -> str:
        words = escapeHtml(run.text)
        if not run.href:
            return words
        start, end = _link(run.href, run.text, around)
        return f"{start}{words}{end}"


def _link(href: str, words: str, around: Surroundings) -> tuple[str, str]:
    """What opens a link and what closes it: one that leads nowhere from here is only marked."""
    if address := around.address(href, words):
        return f'<a href="{escape(address)}" rel="noreferrer">', "</a>"
    return f'<span class="{links.target("", href).kind}">', "</span>"


def _falls_away(before: str, after: str) -> bool:
    """Whether a line break of the source between these signs is nothing: it is a space, but between
    Chinese."""
    return all("\u2e80" <= sign < "\ufb00" or sign > "\uff00" for sign in (before, after))


@cache
def _parser() -> MarkdownIt:
    """CommonMark with tables and struck words, HTML kept as text; made once."""
    made = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    made.core.ruler.at("inline", _read_inline)
    return made


def _read_inline(state: StateCore) -> None:
    """Words and signs of each paragraph. An endless one stays as it stands: some runs of signs
    take a time that grows with the square of their length."""
    for token in state.tokens:
        if token.type != "inline":
            continue
        token.children = []
        if len(token.content) > LONG_LINE:
            token.children.append(Token("text", "", 0, content=token.content))
        else:
            state.md.inline.parse(token.content, state.md, state.env, token.children)
