"""The outline of a Markdown text: its headings and bullets by line. Knows blocks, not words.

Lines are counted from 0 here and ends are excluded, as slices want them.
"""

import re
from dataclasses import dataclass
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

_KEY = re.compile(r"[^\s:#-][^:]*:(\s|$)|---|\.\.\.")


@dataclass(frozen=True)
class HeadingLines:
    """A heading with its title and level, on lines `start` to `end`."""

    title: str
    level: int
    start: int
    end: int


@dataclass(frozen=True)
class MarkdownOutline:
    """Top-level headings and bullets (first line, end); `body` is where front matter ends."""

    headings: tuple[HeadingLines, ...]
    bullets: tuple[tuple[int, int], ...]
    body: int


def outline(lines: list[str]) -> MarkdownOutline:
    """The outline of these lines (with endings, split at newlines only), by CommonMark."""
    plain, body = _plain(lines)
    headings: list[HeadingLines] = []
    bullets: list[tuple[int, int]] = []
    tokens = _blocks(plain)
    for n, token in enumerate(tokens):
        start, end = token.map or (0, 0)
        if _is_heading(token):
            headings.append(HeadingLines(tokens[n + 1].content, int(token.tag[1]), start, end))
        elif _is_bullet(token):
            bullets.append((start, _end(plain, start, end)))
    return MarkdownOutline(tuple(headings), tuple(bullets), body)


def passages(lines: list[str]) -> list[tuple[int, int]]:
    """The lines that are no heading, bullet or blank: paragraphs, numbered lists, fences, tables.

    Each passage is a first line and an end; front matter is one.
    """
    plain, body = _plain(lines)
    taken = {n for n in range(body, len(plain)) if not plain[n].strip(" \t")}
    apart = {0, body}  # lines that something new begins on
    for token in _blocks(plain):
        start, end = token.map or (0, 0)
        if _is_bullet(token):
            taken |= set(range(start, _end(plain, start, end)))
        elif _is_heading(token):
            taken |= set(range(start, end))
        elif token.map and token.level == 0 and token.type != "bullet_list_open":
            taken -= set(range(start, _trimmed(plain, end)))
            apart.add(start)
    return _stretches(sorted(set(range(len(plain))) - taken), apart)


def _stretches(numbers: list[int], apart: set[int]) -> list[tuple[int, int]]:
    """Numbers that follow each other, as first ones and ends; those `apart` begin anew."""
    stretches: list[tuple[int, int]] = []
    for n in numbers:
        goes_on = stretches and stretches[-1][1] == n and n not in apart
        stretches[-1:] = [(stretches[-1][0], n + 1)] if goes_on else [*stretches[-1:], (n, n + 1)]
    return stretches


def open_end(lines: list[str]) -> int:
    """The line at which text can be added at the end, before an unclosed fence or comment."""
    plain, _ = _plain(lines)
    tokens = _blocks([*plain, "", "- probe"])
    if any(_is_bullet(token) and token.map == [len(plain) + 1, len(plain) + 2] for token in tokens):
        return len(plain)
    return max(token.map[0] for token in tokens if token.map and token.level == 0)


def _is_heading(token: Token) -> bool:
    return token.type == "heading_open" and token.level == 0


def _is_bullet(token: Token) -> bool:
    return token.type == "list_item_open" and token.level == 1 and token.markup in "-*+"


def _end(plain: list[str], start: int, end: int) -> int:
    """Where a bullet ends: before blank lines, and before a table set right under it."""
    return _trimmed(
        plain, next((n for n in range(start + 1, end) if plain[n].startswith("|")), end)
    )


def _trimmed(plain: list[str], end: int) -> int:
    """The end without the blank lines before it."""
    while not plain[end - 1].strip(" \t"):
        end -= 1
    return end


def _plain(lines: list[str]) -> tuple[list[str], int]:
    """The lines as the parser may count them: without front matter and lone carriage returns."""
    plain = [line.rstrip("\r\n").replace("\r", "\ufffd") for line in lines]
    if not plain or plain[0].rstrip() != "---" or not _KEY.match("".join(plain[1:2])):
        return plain, 0  # a rule across the page opens no front matter
    ends = (n for n, line in enumerate(plain[1:], 2) if line.rstrip() in ("---", "..."))
    body = next(ends, 0)
    return [""] * body + plain[body:], body


def _blocks(plain: list[str]) -> list[Token]:
    return _parser().parse("\n".join(plain))


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser
