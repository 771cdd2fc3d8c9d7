"""Snippet: the part of a long text around its marks. Knows characters and Markdown's signs."""

import re
from bisect import bisect_right
from collections.abc import Sequence

from desktop_app.language.tokens import cjk_runs

Span = tuple[int, int]

_WIDTH, _WIDTH_CJK = 84, 44  # characters of a plain one: about two lines of a list
_SIGNS = re.compile(r"\*\*|__|~~|`+|\\(?=[!-/:-@\[-`{-~])|\[(?=[^\]]*\]\()|(?<=[^\\])\]\([^)]*\)")
_GAP = "… "
_MORE = " …"


def snippet(text: str, marks: Sequence[Span], width: int = 160) -> tuple[str, tuple[Span, ...]]:
    """About `width` characters of `text` on one line, and the marks that lie in them, in order.

    The part with the most marks is taken, and cut between words where there are any.
    """
    start, end = 0, len(text)
    if len(text) > width:
        start = _start(text, marks, width)
        end = min(start + width, len(text))
        if end < len(text):
            end = max(text.rfind(" ", start + width * 3 // 4, end), 0) or end
    before = _GAP if start else ""
    after = _MORE if end < len(text) else ""
    part = text[start:end].translate(_BLANKS)
    shift = len(before) - start
    inside = tuple(
        (max(one, start) + shift, min(other, end) + shift)
        for one, other in marks
        if one < end and other > start
    )
    return f"{before}{part}{after}", inside


def plain_snippet(text: str, marks: Sequence[Span]) -> tuple[str, tuple[Span, ...]]:
    """Some 80 characters around the marks, without Markdown's signs; marks moved along."""
    kept: list[str] = []
    places = [0] * (len(text) + 1)  # where each character has gone
    end = 0
    for sign in _SIGNS.finditer(text):
        kept.append(text[end : sign.start()])
        end = sign.end()
        for at in range(sign.start(), end):
            places[at] = -1
    kept.append(text[end:])
    moved = 0
    for at, place in enumerate(places):
        gone = place < 0
        places[at] = moved
        moved += not gone
    plain = "".join(kept)
    spans = [(places[start], places[stop]) for start, stop in marks]
    wide = sum(end - start for start, end in cjk_runs(plain)) * 3 > len(plain)
    return snippet(plain, [s for s in spans if s[0] < s[1]], _WIDTH_CJK if wide else _WIDTH)


def _start(text: str, marks: Sequence[Span], width: int) -> int:
    """Where the window begins that holds the most marks, with a few words before the first."""
    if not marks or (marks[0][1] <= width * 3 // 4 and len(marks) == 1):
        return 0
    lead = width // 5
    ends = [end for _, end in marks]
    marks_inside = [bisect_right(ends, at + width - lead) - n for n, (at, _) in enumerate(marks)]
    first = marks[marks_inside.index(max(marks_inside))][0]
    start = min(max(first - lead, 0), len(text) - width)
    if start == 0:
        return 0
    blank = text.find(" ", start, first)
    return blank + 1 if blank >= 0 else start


# One blank for one character, so that the marks stay where they are.
_BLANKS = {ord(character): " " for character in "\n\r\t\v\f\u2028\u2029"}
