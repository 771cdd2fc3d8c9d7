"""Became: bullets and lines that were removed, added or changed. Knows two texts, no file."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from desktop_app.notebook.lines import opened, split
from desktop_app.notebook.statements.markdown import Markdown
from desktop_app.notebook.text.compare import Region, regions

_MOST = 1_000_000  # characters; a longer text is not read as Markdown, since nobody waits for it


class Sheet:
    """The lines of a text, counted from 0; `plain` are they without their endings."""

    def __init__(self, data: bytes) -> None:
        text = opened(data)[1]
        self._short = len(text) <= _MOST
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
