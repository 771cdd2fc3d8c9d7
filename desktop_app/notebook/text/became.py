"""Became: bullets and lines that were removed, added or changed. Knows two texts, no file."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest

from desktop_app.notebook.lines import opened, split
from desktop_app.notebook.statements.markdown import Markdown
from desktop_app.notebook.text.compare import Region, regions

_ALIKE = 50  # of 100; pieces that share less are not one and the same
_MOST = 2_000  # characters compared of a piece
_LONGEST = 1_000_000  # characters; a longer text is not read as Markdown: nobody waits for it


class Sheet:
    """The lines of a text, counted from 0; `plain` are they without their endings."""

    def __init__(self, data: bytes) -> None:
        text = opened(data)[1]
        self._short = len(text) <= _LONGEST
        self._lines = split(text)
        self.plain = [line.removesuffix("\n").removesuffix("\r") for line in self._lines]

    def blank(self, line: int) -> bool:
        return not self.plain[line].strip()

    def bullet(self, line: int) -> int:
        """The first line of the bullet that a line belongs to; -1 for none."""
        return self._bullet_of.get(line, -1)

    def heading(self, line: int) -> str:
        """The title above this line; "" before the first heading."""
        at = bisect_right(self._starts, line) - 1
        return self._outline.headings[at].title if at >= 0 else ""

    @cached_property
    def _outline(self) -> Markdown:
        return Markdown(self._lines if self._short else [])

    @cached_property
    def _starts(self) -> list[int]:
        return [one.start for one in self._outline.headings]

    @cached_property
    def _bullet_of(self) -> dict[int, int]:
        return {line: start for start, end in self._outline.bullets for line in range(start, end)}


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


def _units(before: Sheet, after: Sheet, part: Region) -> Iterator[TextChange]:
    """The changes of one stretch. Where it has as many pieces as before, those that are alike are
    the same ones, reworded."""
    from rapidfuzz import fuzz  # as in `compare`: not at a start

    olds = pieces(before, part.i, part.i_end)
    news = pieces(after, part.j, part.j_end)
    as_many = len(olds) == len(news)
    for old, new in zip_longest(olds, news):
        if old and new and as_many and fuzz.ratio(old.text[:_MOST], new.text[:_MOST]) >= _ALIKE:
            yield TextChange(old, new, after.heading(new.start))
            continue
        if old:
            yield TextChange(old, None, before.heading(old.start))
        if new:
            yield TextChange(None, new, after.heading(new.start))
