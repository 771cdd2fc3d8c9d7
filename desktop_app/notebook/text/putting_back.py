"""One bullet or line of an earlier text put back into the present one. Knows two texts, no file.

Nothing else changes: every other byte of the present text stays.
"""

import re
from collections.abc import Sequence

from desktop_app.notebook.text.became import TextPiece, paired, pieces
from desktop_app.notebook.text.compare import Region, regions
from desktop_app.notebook.text.sheet import Sheet

_BULLET = re.compile(r"\s*(?:[-*+]|\d+[.)])\s")


def put_back(then: bytes, piece: TextPiece, now: bytes, instead: str = "") -> bytes | None:
    """`now` with a piece of `then` in it again; None if the piece is there already.

    It replaces `instead`, its present wording, if exactly that is still there. Otherwise it gets
    its old place. If that is under another heading now, it goes under its own heading, which is
    made again if it is missing.
    """
    earlier, present = Sheet(then), Sheet(now)
    parts = list(regions(present.plain, earlier.plain))
    missing = _missing(earlier, parts, piece)
    if not missing or _stands(present, earlier, piece):
        return None
    first, last = missing[0], missing[-1] + 1
    lines = [line + present.style for line in earlier.plain[first:last]]
    part = next(part for part in parts if part.j <= first < part.j_end)
    every = pieces(present, part.i, part.i_end) if instead else []
    today = next((one for one in every if one.text == instead), None)
    if today is not None:
        return present.data([*present.lines[: today.start], *lines, *present.lines[today.end :]])
    at = _place(present, earlier, part, first)
    title = earlier.heading(first)
    if title and not earlier.is_heading(first) and present.heading_line(title) is None:
        at = present.section_end(at - 1)
        lines, air = _with_heading(present, earlier, at, first, lines), (False, False)
    else:
        air = _air(present, earlier, at, first, last)
    before, blank = present.lines[:at], [present.style]
    if before and not before[-1].endswith("\n"):
        before[-1] += present.style
    return present.data([*before, *blank * air[0], *lines, *blank * air[1], *present.lines[at:]])


def _missing(earlier: Sheet, parts: Sequence[Region], piece: TextPiece) -> list[int]:
    """The lines of the piece that are not blank and not in the present text."""
    same = {line for part in parts if part.same for line in range(part.j, part.j_end)}
    lines = range(piece.start, piece.end)
    return [line for line in lines if line not in same and not earlier.blank(line)]


def _stands(present: Sheet, earlier: Sheet, piece: TextPiece) -> bool:
    """Whether the piece is in the present text after all, somewhere under the same heading."""
    wanted = earlier.plain[piece.start : piece.end]
    title = earlier.heading(piece.start)
    return any(
        present.plain[at : at + len(wanted)] == wanted and present.heading(at) == title
        for at, line in enumerate(present.plain)
        if line == wanted[0]
    )


def _place(present: Sheet, earlier: Sheet, part: Region, first: int) -> int:
    """The line before which the piece goes: its old place, or the end below its heading."""
    at = part.i
    for now_piece, then_piece in paired(
        pieces(present, part.i, part.i_end), pieces(earlier, part.j, part.j_end)
    ):
        if then_piece.end <= first:
            at = now_piece.end
    title = earlier.heading(first)
    if earlier.is_heading(first) or title == present.heading(at - 1):
        return at
    start = present.heading_line(title) if title else None
    return at if start is None else _end_below(present, start)


def _end_below(present: Sheet, start: int) -> int:
    """The line after the text below the heading on line `start`."""
    end = present.section_end(start)
    while end > start + 1 and present.blank(end - 1):
        end -= 1
    if end == start + 1 and end < len(present.lines) and present.blank(end):
        end += 1  # an empty section keeps the blank line below its heading
    return end


def _with_heading(
    present: Sheet, earlier: Sheet, at: int, first: int, lines: list[str]
) -> list[str]:
    """The lines under their heading, with blank lines around both where there are none."""
    start = earlier.heading_line(earlier.heading(first)) or 0
    below = start + 1
    while below < first and earlier.is_heading(below):  # underlined with dashes
        below += 1
    head = [line + present.style for line in earlier.plain[start:below]]
    below_it = [present.style] * (below < first and earlier.blank(below))
    before = [present.style] * (at > 0 and not present.blank(at - 1))
    after = [present.style] * (at < len(present.lines) and not present.blank(at))
    return [*before, *head, *below_it, *lines, *after]


def _air(present: Sheet, earlier: Sheet, at: int, first: int, last: int) -> tuple[bool, bool]:
    """Whether to put back the blank lines before and after it."""
    is_item = bool(_BULLET.match(earlier.plain[first]))
    had_before = first > 0 and earlier.blank(first - 1)
    had_after = last < len(earlier.lines) and earlier.blank(last)
    return (
        had_before and at > 0 and not _joins(present, at - 1, is_item=is_item),
        had_after and at < len(present.lines) and not _joins(present, at, is_item=is_item),
    )


def _joins(present: Sheet, line: int, *, is_item: bool) -> bool:
    """Whether no blank line is needed beside this one: it is blank, or the list goes on."""
    return present.blank(line) or (is_item and bool(_BULLET.match(present.plain[line])))
