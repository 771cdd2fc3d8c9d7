"""Became: bullets and lines that were removed, added or changed. Knows two texts, no file."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from desktop_app.notebook.lines import newline, opened, split
from desktop_app.notebook.statements.markdown import Markdown
from desktop_app.notebook.text.compare import Region, regions

_MOST = 1_000_000  # characters; a longer text is not read as Markdown, since nobody waits for it


class Sheet:
    """Lines counted from 0: `lines` with their endings, `plain` without them."""

    def __init__(self, data: bytes) -> None:
        self._mark, text = opened(data)
        self._short = len(text) <= _MOST
        self.style = newline(text)
        self.lines = split(text)
        self.plain = [line.removesuffix("\n").removesuffix("\r") for line in self.lines]

    def data(self, lines: list[str]) -> bytes:
        """The bytes of these lines, with the mark that this text begins with."""
        return (self._mark + "".join(lines)).encode("utf-8", "surrogateescape")

    def blank(self, line: int) -> bool:
        return not self.plain[line].strip()

    def bullet(self, line: int) -> int:
        """The first line of the bullet that a line belongs to; -1 for none."""
        return self._bullet_of.get(line, -1)

    def heading(self, line: int) -> str:
        """The title above this line; "" before the first heading."""
        at = bisect_right(self._starts, line) - 1
        return self._outline.headings[at].title if at >= 0 else ""

    def heading_line(self, title: str) -> int | None:
        """The first line of the heading with this title."""
        return next((one.start for one in self._outline.headings if one.title == title), None)

    def is_heading(self, line: int) -> bool:
        return any(one.start <= line < one.end for one in self._outline.headings)

    def section_end(self, line: int) -> int:
        """The end of the section of a line: the next heading, or the end of the text."""
        at = bisect_right(self._starts, line)
        return self._starts[at] if at < len(self._starts) else len(self.lines)

    @cached_property
    def _outline(self) -> Markdown:
        return Markdown(self.lines if self._short else [])

    @cached_property
    def _starts(self) -> list[int]:
        return [one.start for one in self._outline.headings]

    @cached_property
    def _bullet_of(self) -> dict[int, int]:
        return {line: start for start, end in self._outline.bullets for line in range(start, end)}


_ALIKE = 50.0  # of 100; pieces that share less are not one and the same
_MOST_PAIRS = 40_000  # of old and new ones within one stretch; beyond, none is looked for
_LONGEST = 2_000  # characters compared of a piece


@dataclass(frozen=True)
class TextPiece:
    """A bullet or a line, on lines `start` to `end` (from 0, the end excluded), unended."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class TextChange:
    """A change of one piece: removed (`old` alone), added (`new` alone), or reworded (both)."""

    old: TextPiece | None
    new: TextPiece | None
    heading: str


def became(old: bytes, new: bytes) -> tuple[TextChange, ...]:
    """The changes from `old` to `new`, in order. Blank lines and line endings alone are none."""
    before, after = Sheet(old), Sheet(new)
    parts = (part for part in regions(before.plain, after.plain) if not part.same)
    return tuple(unit for part in parts for unit in _units(before, after, part))


def pieces(sheet: Sheet, start: int, end: int) -> list[TextPiece]:
    """The bullets and lines between two lines; a bullet may be cut there."""
    between: list[TextPiece] = []
    line = start
    while line < end:
        bullet, first = sheet.bullet(line), line
        line += 1
        while bullet >= 0 and line < end and sheet.bullet(line) == bullet:
            line += 1
        last = line
        while last > first and sheet.blank(last - 1):
            last -= 1
        while first < last and sheet.blank(first):  # inside a bullet of which the rest is the same
            first += 1
        if last > first:
            between.append(TextPiece(first, last, "\n".join(sheet.plain[first:last])))
    return between


def paired(
    olds: Sequence[TextPiece], news: Sequence[TextPiece]
) -> list[tuple[TextPiece, TextPiece]]:
    """The pairs of pieces that are probably the same one, reworded: in order, and most alike."""
    if not 0 < len(olds) * len(news) <= _MOST_PAIRS:
        return []
    alike = [[_alike(old, new) for new in news] for old in olds]
    best = _best(alike)
    pairs: list[tuple[TextPiece, TextPiece]] = []
    i = j = 0
    while i < len(olds) and j < len(news):
        if alike[i][j] and best[i][j] == alike[i][j] + best[i + 1][j + 1]:
            pairs.append((olds[i], news[j]))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs


def _best(alike: list[list[float]]) -> list[list[float]]:
    """The largest sum of likenesses, in order, from each pair of pieces to the end."""
    best = [[0.0] * (len(alike[0]) + 1) for _ in range(len(alike) + 1)]
    for i in reversed(range(len(alike))):
        for j, likeness in reversed(list(enumerate(alike[i]))):
            both = likeness + best[i + 1][j + 1] if likeness else 0.0
            best[i][j] = max(both, best[i + 1][j], best[i][j + 1])
    return best


def _alike(old: TextPiece, new: TextPiece) -> float:
    from rapidfuzz import fuzz  # as in `compare`: not at a start

    return fuzz.ratio(old.text[:_LONGEST], new.text[:_LONGEST], score_cutoff=_ALIKE)


def _units(before: Sheet, after: Sheet, part: Region) -> Iterator[TextChange]:
    olds = pieces(before, part.i, part.i_end)
    news = pieces(after, part.j, part.j_end)
    o = n = 0
    for old, new in [*paired(olds, news), (None, None)]:
        o_end = olds.index(old) if old else len(olds)
        n_end = news.index(new) if new else len(news)
        yield from (TextChange(one, None, before.heading(one.start)) for one in olds[o:o_end])
        yield from (TextChange(None, one, after.heading(one.start)) for one in news[n:n_end])
        if old and new:
            yield TextChange(old, new, after.heading(new.start))
        o, n = o_end + 1, n_end + 1


_BULLET = re.compile(r"\s*(?:[-*+]|\d+[.)])\s")


def put_back(then: bytes, piece: TextPiece, now: bytes, instead: str = "") -> bytes | None:
    """`now` with a piece of `then` in it again; None if the piece is there already.

    It replaces `instead`, its present wording, if exactly that is still there. Otherwise it gets
    its old place. If that is under another heading now, it goes under its own heading, which is
    made again if it is missing.
    """
    earlier, present = Sheet(then), Sheet(now)
    parts = list(regions(present.plain, earlier.plain))
    same = {line for part in parts if part.same for line in range(part.j, part.j_end)}
    lines = range(piece.start, piece.end)
    missing = [line for line in lines if line not in same and not earlier.blank(line)]
    if not missing or _stands(present, earlier, piece):
        return None
    first, last = missing[0], missing[-1] + 1
    new = [line + present.style for line in earlier.plain[first:last]]
    part = next(part for part in parts if part.j <= first < part.j_end)
    every = pieces(present, part.i, part.i_end) if instead else []
    today = next((one for one in every if one.text == instead), None)
    if today is not None:
        return present.data([*present.lines[: today.start], *new, *present.lines[today.end :]])
    at = _place(present, earlier, part, first)
    title = earlier.heading(first)
    if title and not earlier.is_heading(first) and present.heading_line(title) is None:
        at = present.section_end(at - 1)
        new = _with_heading(present, earlier, at, first, new)
    else:
        above, below = _air(present, earlier, at, first, last)
        new = [*[present.style] * above, *new, *[present.style] * below]
    before = present.lines[:at]
    if before and not before[-1].endswith("\n"):
        before[-1] += present.style
    return present.data([*before, *new, *present.lines[at:]])


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
    end = present.section_end(start)
    while end > start + 1 and present.blank(end - 1):
        end -= 1
    if end == start + 1 and end < len(present.lines) and present.blank(end):
        end += 1  # an empty section keeps the blank line below its heading
    return end


def _with_heading(
    present: Sheet, earlier: Sheet, at: int, first: int, lines: list[str]
) -> list[str]:
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
    is_item = bool(_BULLET.match(earlier.plain[first]))
    had_before = first > 0 and earlier.blank(first - 1)
    had_after = last < len(earlier.lines) and earlier.blank(last)
    return (
        had_before and at > 0 and not _joins(present, at - 1, is_item=is_item),
        had_after and at < len(present.lines) and not _joins(present, at, is_item=is_item),
    )


def _joins(present: Sheet, line: int, *, is_item: bool) -> bool:
    return present.blank(line) or (is_item and bool(_BULLET.match(present.plain[line])))
