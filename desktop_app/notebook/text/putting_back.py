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
    """`now` with a piece of `then` in it again; None when it stands there already.

    It takes the place of `instead`, its wording of today, where that still stands exactly so;
    else it comes where it was, or, when that is under another heading now, under its own, which is
    made anew when it is gone.
    """
    was, is_ = Sheet(then), Sheet(now)
    parts = list(regions(is_.plain, was.plain))
    missing = _missing(was, parts, piece)
    if not missing or _stands(is_, was, piece):
        return None
    first, last = missing[0], missing[-1] + 1
    lines = [line + is_.style for line in was.plain[first:last]]
    part = next(part for part in parts if part.j <= first < part.j_end)
    found = _wording(is_, part, instead)
    if found is not None:
        return is_.data([*is_.lines[: found.start], *lines, *is_.lines[found.end :]])
    at = _place(is_, was, part, first)
    if _is_heading_gone(is_, was, first):
        at = is_.section_end(at - 1)
        lines, air = _with_heading(is_, was, at, first, lines), (False, False)
    else:
        air = _air(is_, was, at, first, last)
    before, blank = is_.lines[:at], [is_.style]
    if before and not before[-1].endswith("\n"):
        before[-1] += is_.style
    return is_.data([*before, *blank * air[0], *lines, *blank * air[1], *is_.lines[at:]])


def _missing(was: Sheet, parts: Sequence[Region], piece: TextPiece) -> list[int]:
    """The lines of the piece that say something and are not in the present text."""
    kept = {line for part in parts if part.same for line in range(part.j, part.j_end)}
    lines = range(piece.start, piece.end)
    return [line for line in lines if line not in kept and not was.blank(line)]


def _stands(is_: Sheet, was: Sheet, piece: TextPiece) -> bool:
    """Whether the piece is there after all, perhaps some lines away, under the same heading."""
    wanted = was.plain[piece.start : piece.end]
    title = was.heading(piece.start)
    return any(
        is_.plain[at : at + len(wanted)] == wanted and is_.heading(at) == title
        for at, line in enumerate(is_.plain)
        if line == wanted[0]
    )


def _wording(is_: Sheet, part: Region, instead: str) -> TextPiece | None:
    every = pieces(is_, part.i, part.i_end) if instead else []
    return next((one for one in every if one.text == instead), None)


def _is_heading_gone(is_: Sheet, was: Sheet, first: int) -> bool:
    title = was.heading(first)
    return bool(title) and not was.is_heading(first) and is_.heading_line(title) is None


def _place(is_: Sheet, was: Sheet, part: Region, first: int) -> int:
    """The line that it comes before: where it was, or at the end under its heading."""
    at = part.i
    for here, there in paired(pieces(is_, part.i, part.i_end), pieces(was, part.j, part.j_end)):
        if there.end <= first:
            at = here.end
    title = was.heading(first)
    if was.is_heading(first) or title == is_.heading(at - 1):
        return at
    start = is_.heading_line(title) if title else None
    return at if start is None else _end_below(is_, start)


def _end_below(is_: Sheet, start: int) -> int:
    """The line after what stands under the heading that is on line `start`."""
    end = is_.section_end(start)
    while end > start + 1 and is_.blank(end - 1):
        end -= 1
    if end == start + 1 and end < len(is_.lines) and is_.blank(end):
        end += 1  # an empty section keeps the blank line below its heading
    return end


def _with_heading(is_: Sheet, was: Sheet, at: int, first: int, lines: list[str]) -> list[str]:
    """The lines under their heading, with blank lines around both where there are none."""
    start = was.heading_line(was.heading(first)) or 0
    below = start + 1
    while below < first and was.is_heading(below):  # underlined with dashes
        below += 1
    head = [line + is_.style for line in was.plain[start:below]]
    below_it = [is_.style] * (below < first and was.blank(below))
    before = [is_.style] * (at > 0 and not is_.blank(at - 1))
    after = [is_.style] * (at < len(is_.lines) and not is_.blank(at))
    return [*before, *head, *below_it, *lines, *after]


def _air(is_: Sheet, was: Sheet, at: int, first: int, last: int) -> tuple[bool, bool]:
    """Whether the blank lines that it stood between are to come back with it."""
    is_item = bool(_BULLET.match(was.plain[first]))
    had_before = first > 0 and was.blank(first - 1)
    had_after = last < len(was.lines) and was.blank(last)
    return (
        had_before and at > 0 and not _joins(is_, at - 1, is_item=is_item),
        had_after and at < len(is_.lines) and not _joins(is_, at, is_item=is_item),
    )


def _joins(is_: Sheet, line: int, *, is_item: bool) -> bool:
    """Whether no blank line is needed beside this one: it is blank, or the list goes on."""
    return is_.blank(line) or (is_item and bool(_BULLET.match(is_.plain[line])))
