"""Markdown as HTML that runs nothing and fetches nothing: raw HTML is text, links are looked at,
pictures are those that whoever asks gives. Knows tokens and names, opens no file.

Specification: trust, 'Rendered Markdown runs and fetches nothing'.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from desktop_app.notebook.note_links import read_link
from desktop_app.notebook.pictures import picture_path
from desktop_app.notebook.statements.markup import FRONT_MARK, front_matter
from desktop_app.notebook.text import links
from desktop_app.notebook.text.markdown import BOX, COMMENT, falls_away, parser
from desktop_app.notebook.text.plain_links import inside_of, linked
from desktop_app.notebook.text.runs import TextRun
from desktop_app.notebook.text.sections import Section, sections_of


@dataclass(frozen=True)
class Surroundings:
    """What is around a note: its path, what is known of others, and how deep it stands.

    `anchor` is what names a note on the same page by its path, "" where it is not on it; `named` is
    the path of a note by its name. `picture` is the address of a picture by its path, "" for none.
    `deeper` is how much less its headings are than they say; none is as large as that of the page.
    `titles` are first headings that are left out, since they stand above already.
    """

    path: str
    anchor: Callable[[str], str]
    named: Callable[[str], str]
    picture: Callable[[str], str]
    deeper: int = 0
    titles: Sequence[str] = ()


def markup(text: str, around: Surroundings) -> Iterator[str]:
    """A note as HTML, a long one in several parts, each whole in itself."""
    for section in sections_of(text):
        if section.bare:
            yield f"<p>{escape(section.text)}</p>\n"
        else:
            yield _section(section, around)


def _section(section: Section, around: Surroundings) -> str:
    lines, front = section.text.split("\n"), ""
    end = front_matter(lines) if section.first == 1 else 0
    if end:
        fields = "\n".join(line for line in lines[:end] if not FRONT_MARK.fullmatch(line))
        front = f'<pre class="front">{escape(fields)}</pre>\n'
    text = "\n".join(lines[end:])
    tokens = list(_changed(parser().parse(text), around, first=section.first == 1))
    return front + str(_Writer().render(tokens, parser().options, {"around": around}))


def _changed(tokens: list[Token], around: Surroundings, *, first: bool) -> Iterator[Token]:
    """The tokens with check boxes, and headings where they belong; without what is not shown."""
    at = 0
    while at < len(tokens):
        token = tokens[at]
        inline = tokens[at + 1].content if at + 1 < len(tokens) else ""
        title = first and at == 0 and token.tag == "h1" and inline in around.titles
        if title or (token.type == "paragraph_open" and COMMENT.fullmatch(inline)):
            at += 3  # what opens, its words, what closes
            continue
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, max(2, int(token.tag[1])) + around.deeper)}"
        elif token.type == "list_item_open":
            _tick(token, tokens[at + 1 : at + 3])
        yield token
        at += 1


def _tick(item: Token, after: Sequence[Token]) -> None:
    """`[x]` at the beginning of an item is its check box."""
    words = after[1].children if len(after) == 2 and after[1].type == "inline" else None
    if words and words[0].type == "text" and (box := BOX.match(words[0].content)):
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

    def text(self, tokens: Sequence[Token], at: int, _options: Any, env: Any) -> str:
        words = tokens[at].content
        if self._ends:
            return escapeHtml(words)
        return "".join(self._run(run, env["around"]) for run in linked([TextRun(words)]))

    def softbreak(self, tokens: Sequence[Token], at: int, *_: Any) -> str:
        sides = tokens[at - 1].content[-1:], tokens[at + 1].content[:1]
        return "" if falls_away(*sides) else "\n"

    def link_open(self, tokens: Sequence[Token], at: int, _options: Any, env: Any) -> str:
        start, end = _link(str(tokens[at].attrs.get("href", "")), env["around"])
        self._ends.append(end)
        return start

    def link_close(self, *_: Any) -> str:
        return self._ends.pop()

    def image(self, tokens: Sequence[Token], at: int, _options: Any, env: Any) -> str:
        around, token = env["around"], tokens[at]
        source = str(token.attrs.get("src", ""))
        path = picture_path(around.path, source)
        words = escape(token.content or source)
        if path and (address := around.picture(path)):
            return f'<img src="{escape(address)}" alt="{words}">'
        return f'<span class="gone">{words}</span>'

    def _run(self, run: TextRun, around: Surroundings) -> str:
        words = escapeHtml(run.text)
        if not run.href:
            return words
        start, end = _link(run.href, around)
        return f"{start}{words}{end}"


def _link(href: str, around: Surroundings) -> tuple[str, str]:
    """What opens a link and what closes it: one that leads nowhere from here is only marked."""
    target = links.target(around.path, href)
    address = ""
    if target.kind == links.OUTSIDE:
        address = target.url
    elif target.kind == links.INSIDE:
        address = _on_page(around, target.path)
    elif target.kind == links.NAMED:
        name = read_link(inside_of(href)).name
        address = _on_page(around, around.named(name) if name else around.path)
    if address:
        return f'<a href="{escape(address)}" rel="noreferrer">', "</a>"
    return f'<span class="{target.kind}">', "</span>"


def _on_page(around: Surroundings, path: str) -> str:
    anchor = around.anchor(path)
    return f"#{anchor}" if anchor else ""
