"""What each part of a line of Markdown is, for colouring it while it is written. Knows no Qt.

Kinds: `mark` (signs that only format), `bullet`, `box`, `heading1` to `heading3`, `strong`, `em`,
`code`, `link`, `quote`, `fence` (a line inside a code block), `comment`.
"""

import itertools
import re
from collections import Counter, defaultdict
from typing import NamedTuple

from desktop_app.notebook.text.links import places

NORMAL, FENCE, TILDES, COMMENT = range(4)  # what the line before left open

_LONGEST = 4_000  # beyond it a line is coloured by its start only: patterns would take too long
_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})")
_HEADING = re.compile(r" {0,3}(#{1,6})(?=[ \t]|$)")
_BULLET = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])(?=[ \t])")
_TOP_BULLET = re.compile(r"[-*+](?=[ \t])")
_QUOTE = re.compile(r" {0,3}(?:> ?)+")
_CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")
_STRONG = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_EM = re.compile(r"(?<![\w*])([*_])(?![\s*_])([^*_]+?)(?<![\s*_])\1(?![\w*])")
_LINK = re.compile(r"(!?)\[[^\[\]\n]*\]\(([^)\n]*)\)|<(https?://[^>\s]+)>")
_BOX = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])[ \t]+(\[[ xX]\])(?=\s|$)")
_COMMENT = re.compile(r"<!--.*?(?:-->|$)")


class MarkupRun(NamedTuple):
    """Characters `start` to `end` of a line and every kind that holds for them."""

    start: int
    end: int
    kinds: frozenset[str]


def runs(line: str, before: int = NORMAL) -> tuple[list[MarkupRun], int]:
    """The coloured runs of a line, in order, and what it leaves open for the next one."""
    after = state_after(line, before)
    if before in (FENCE, TILDES):
        return _whole(line, "mark" if after == NORMAL else "fence"), after
    if before == COMMENT:
        end = line.find("-->")
        if end < 0:
            return _whole(line, "comment"), after
        return [MarkupRun(0, end + 3, frozenset({"comment"}))], after
    if after in (FENCE, TILDES):
        return _whole(line, "mark"), after
    return _flat(_spans(line)), after


def heading_level(line: str) -> int:
    """1 to 6 for a heading, 0 for any other line. Whether it is code is for the caller to know."""
    heading = _HEADING.match(line)
    return len(heading[1]) if heading else 0


def state_after(line: str, before: int) -> int:
    """What a line leaves open for the next one: what `runs` says, without the runs."""
    if before == COMMENT:
        return COMMENT if "-->" not in line else NORMAL
    fence = _FENCE.match(line)
    if before in (FENCE, TILDES):
        closes = fence is not None and (fence[1][0] == "~") == (before == TILDES)
        return NORMAL if closes else before
    if fence:
        return TILDES if fence[1][0] == "~" else FENCE
    return COMMENT if line.rfind("<!--") > line.rfind("-->") else NORMAL


def list_mark(line: str) -> str:
    """The indent, marker and space a list item begins with; "" for any other line."""
    match = _BULLET.match(line)
    return line[: match.end() + 1] if match else ""


def begins_bullet(line: str) -> bool:
    """Whether a bullet of MEMORY.md begins here (nested ones belong to theirs)."""
    return _TOP_BULLET.match(line) is not None


def carries_on(line: str) -> bool:
    """Whether this line may still belong to the bullet above it."""
    return line[:1] in (" ", "\t") and not line.isspace()


def links(line: str) -> list[tuple[int, int, str]]:
    """Where each link of a line begins and ends, and where it leads; none of a picture."""
    if len(line) > _LONGEST:
        return []
    free = line
    for pattern in (_CODE, _COMMENT):
        free = pattern.sub(lambda match: " " * len(match[0]), free)
    return [one for one in _links(free) if line[one[0]] != "!"]


def pictures(line: str) -> list[str]:
    """Where the pictures of a line lie."""
    return [href for at, _end, href in _links(line) if line[at] == "!"] if "![" in line else []


def box(line: str) -> tuple[int, int]:
    """Where the check box of a list item begins and ends; (0, 0) where it has none."""
    return found.span(1) if (found := _BOX.match(line)) else (0, 0)


def _links(free: str, start: int = 0) -> list[tuple[int, int, str]]:
    found = []
    for match in _LINK.finditer(free, start):
        href = match[3] or (match[2].strip().split() or [""])[0].strip("<>")
        found.append((*match.span(), href))
    for at, end, _href in found:
        free = free[:at] + " " * (end - at) + free[end:]
    return found + [one for one in places(free) if one[0] >= start]


def _whole(line: str, kind: str) -> list[MarkupRun]:
    return [MarkupRun(0, len(line), frozenset({kind}))] if line else []


def _spans(line: str) -> list[tuple[int, int, str]]:
    """Overlapping spans, each of one kind."""
    spans: list[tuple[int, int, str]] = []
    body = 0
    if heading := _HEADING.match(line):
        body = heading.end()
        spans.append((0, len(line), f"heading{min(3, len(heading[1]))}"))
        spans.append((0, body, "mark"))
    elif bullet := _BULLET.match(line):
        body = bullet.end()
        spans.append((0, body, "bullet"))
        if (tick := box(line))[1]:
            spans.append((*tick, "box"))
            body = tick[1]
    elif quote := _QUOTE.match(line):
        body = quote.end()
        spans += [(0, body, "mark"), (body, len(line), "quote")]
    return spans + (_inline(line, body) if len(line) <= _LONGEST else [])


def _inline(line: str, start: int) -> list[tuple[int, int, str]]:
    spans: list[tuple[int, int, str]] = []
    free = line
    for pattern, kind in ((_CODE, "code"), (_COMMENT, "comment")):
        for match in pattern.finditer(free, start):
            spans.append((match.start(), match.end(), kind))
            if kind == "code":
                spans += _edges(match)
            blank = " " * (match.end() - match.start())  # which formats nothing
            free = free[: match.start()] + blank + free[match.end() :]
    for at, end, _href in _links(free, start):
        spans += [(at, end, "link"), *_signs(line, at, end)]
    for pattern, kind in ((_STRONG, "strong"), (_EM, "em")):
        for match in pattern.finditer(free, start):
            spans += [(match.start(), match.end(), kind), *_edges(match)]
    return spans


def _signs(line: str, start: int, end: int) -> list[tuple[int, int, str]]:
    """What of a link is no word: brackets, and the address behind them."""
    if line.startswith("[[", start):
        return [(start, start + 2, "mark"), (end - 2, end, "mark")]
    if line[start] in "[!":
        return [
            (start, line.index("[", start) + 1, "mark"),
            (line.index("](", start), end, "mark"),
        ]
    return [(start, start + 1, "mark"), (end - 1, end, "mark")] if line[start] == "<" else []


def _edges(match: re.Match[str]) -> list[tuple[int, int, str]]:
    width = len(match[1])
    return [
        (match.start(), match.start() + width, "mark"),
        (match.end() - width, match.end(), "mark"),
    ]


def _flat(spans: list[tuple[int, int, str]]) -> list[MarkupRun]:
    """Side by side instead of over one another."""
    edges: defaultdict[int, list[tuple[str, int]]] = defaultdict(list)
    for start, end, kind in spans:
        edges[start].append((kind, 1))
        edges[end].append((kind, -1))
    flat: list[MarkupRun] = []
    open_: Counter[str] = Counter()
    for start, end in itertools.pairwise(sorted(edges)):
        for kind, by in edges[start]:
            open_[kind] += by
        if kinds := frozenset(+open_):
            flat.append(MarkupRun(start, end, kinds))
    return flat
