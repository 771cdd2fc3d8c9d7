"""Merge: two changed versions of one text become one, line by line. Knows bytes, no file."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from desktop_app.notebook.text.compare import common, regions


class OverlapAnswer(StrEnum):
    """Whose lines a person wants where both sides changed the same ones."""

    OURS = "ours"
    THEIRS = "theirs"
    BOTH = "both"


OURS, THEIRS, BOTH = OverlapAnswer

_MARK = b"\xef\xbb\xbf"  # of byte order; it belongs to the file, not to its first line


class Overlap(NamedTuple):
    """A place that both sides changed differently; it stands on `line` (1-based) of the merge."""

    base: bytes
    ours: bytes
    theirs: bytes
    line: int

    def settled(self, answer: OverlapAnswer) -> bytes:
        """The lines that an answer puts there; with `BOTH`, theirs come first."""
        if answer == BOTH:
            return b"".join(_both(_lines(self.ours), _lines(self.theirs)))
        return self.ours if answer == OURS else self.theirs


@dataclass(frozen=True)
class Merge:
    """A merged text as parts in their order: settled lines, and overlaps. `marked`: it begins with
    a byte order mark; `unended` is the break that its last line does not have."""

    parts: tuple[bytes | Overlap, ...]
    marked: bool = False
    unended: bytes = b""

    @cached_property
    def conflicts(self) -> tuple[Overlap, ...]:
        """The places where both sides differ."""
        return tuple(part for part in self.parts if isinstance(part, Overlap))

    @cached_property
    def data(self) -> bytes:
        """The text that carries theirs wherever both sides differ."""
        return self.settled([THEIRS] * len(self.conflicts))

    def settled(self, answers: Sequence[OverlapAnswer]) -> bytes:
        """The text with an answer to each conflict, in their order."""
        if len(answers) != len(self.conflicts):
            raise ValueError(f"{len(answers)} answers to {len(self.conflicts)} conflicts")
        remaining = iter(answers)
        data = b"".join(
            part if isinstance(part, bytes) else part.settled(next(remaining))
            for part in self.parts
        )
        if self.unended:
            data = data.removesuffix(self.unended if data.endswith(self.unended) else b"\n")
        return _MARK + data if self.marked else data


def merge3(base: bytes, ours: bytes, theirs: bytes) -> Merge:
    """Merge both sides' changes to `base`, by line. Lines that both added at one place all stay.

    A byte order mark and a missing last line break are merged by themselves: they change no line.
    If one side has other line endings throughout, no line counts as changed: `theirs` are kept.
    """
    if ours in (base, theirs):
        return Merge((theirs,))
    if theirs == base:
        return Merge((ours,))
    if _style(base):
        base, ours = _as_in(base, theirs), _as_in(ours, theirs)
    sides = (base, ours, theirs)
    together = b"".join(sides)
    style = b"\r\n" if together.count(b"\r\n") * 2 > together.count(b"\n") else b"\n"
    parts = tuple(_merged(*(_lines(side.removeprefix(_MARK), style) for side in sides)))
    ended = _has(sides, b"\n", start=False)
    return Merge(parts, _has(sides, _MARK, start=True), b"" if ended else style)


def differing(ours: bytes, theirs: bytes) -> Merge:
    """Two texts without a common base: all in which they differ is a person's to decide."""
    mine, other = _lines(ours), _lines(_as_in(theirs, ours))
    parts: list[bytes | Overlap] = []
    for run in regions(mine, other):
        lines = b"".join(mine[run.i : run.i_end])
        there = b"".join(other[run.j : run.j_end])
        parts.append(lines if run.same else Overlap(b"", lines, there, run.i + 1))
    return Merge(tuple(parts))


def _as_in(side: bytes, theirs: bytes) -> bytes:
    style = _style(theirs)
    if not style or _style(side) in (b"", style):
        return side
    return side.replace(b"\r\n", b"\n").replace(b"\n", style)


def _style(side: bytes) -> bytes:
    """The line ending that all lines of a side have; b"" if they differ, or if there is none."""
    windows, every = side.count(b"\r\n"), side.count(b"\n")
    return b"" if not every or windows not in (0, every) else b"\r\n" if windows else b"\n"


def _has(sides: Sequence[bytes], sign: bytes, *, start: bool) -> bool:
    """Whether the merge has a sign at its start or end. A side without text changes nothing."""
    base, *others = sides
    has = bytes.startswith if start else bytes.endswith
    base_has = has(base, sign) if base else not start
    return any(has(side, sign) != base_has for side in others if side) ^ base_has


class _Hunk(NamedTuple):
    """Lines `start` to `end` of the base become `lines`; a start that is the end only adds."""

    start: int
    end: int
    lines: list[bytes]
    ours: bool


def _merged(base: list[bytes], ours: list[bytes], theirs: list[bytes]) -> Iterator[bytes | Overlap]:
    settled: list[bytes] = []
    line = 1
    for old, mine, other in _pieces(base, ours, theirs):
        if old and mine != other and old not in (mine, other):
            if settled:
                yield b"".join(settled)
                settled = []
            yield Overlap(b"".join(old), b"".join(mine), b"".join(other), line)
            line += len(other)
            continue
        lines = (other if mine == old else mine) if old else _both(mine, other)
        settled += lines
        line += len(lines)
    if settled:
        yield b"".join(settled)


def _pieces(
    base: list[bytes], ours: list[bytes], theirs: list[bytes]
) -> Iterator[tuple[list[bytes], list[bytes], list[bytes]]]:
    done = 0
    for start, end, hunks in _groups([*_hunks(base, ours, True), *_hunks(base, theirs, False)]):
        untouched = base[done:start]
        yield untouched, untouched, untouched
        done = end
        old = base[start:end]
        mine, other = (
            _applied(base, start, end, [hunk for hunk in hunks if hunk.ours is side])
            for side in (True, False)
        )
        if _line_by_line(old, mine) and _line_by_line(old, other):
            yield from (([a], [b], [c]) for a, b, c in zip(old, mine, other, strict=True))
        else:
            yield old, mine, other
    yield base[done:], base[done:], base[done:]


def _line_by_line(old: list[bytes], new: list[bytes]) -> bool:
    """Whether each line became one line and none has moved; each is then decided by itself."""
    if len(old) != len(new):
        return False
    moved = set(old).intersection(b for a, b in zip(old, new, strict=True) if a != b)
    return not moved


def _hunks(base: list[bytes], side: list[bytes], ours: bool) -> list[_Hunk]:
    changed = [run for run in regions(base, side) if not run.same]
    return [_Hunk(run.i, run.i_end, side[run.j : run.j_end], ours) for run in changed]


def _groups(hunks: list[_Hunk]) -> Iterator[tuple[int, int, list[_Hunk]]]:
    """Hunks in order; those that touch the same lines, or add at the same place, are one group."""
    group: list[_Hunk] = []
    end = 0
    for hunk in sorted(hunks, key=lambda hunk: (hunk.start, hunk.end, hunk.ours)):
        adds_there = bool(group) and group[0].start == hunk.end
        if group and not (hunk.start < end or adds_there):
            yield group[0].start, end, group
            group = []
        end = max(end, hunk.end) if group else hunk.end
        group.append(hunk)
    if group:
        yield group[0].start, end, group


def _applied(base: list[bytes], start: int, end: int, hunks: list[_Hunk]) -> list[bytes]:
    result: list[bytes] = []
    for hunk in hunks:
        result += base[start : hunk.start] + hunk.lines
        start = hunk.end
    return result + base[start:end]


def _both(ours: list[bytes], theirs: list[bytes]) -> list[bytes]:
    """The lines that both added at one place: theirs first, and what both have only once."""
    start = common(theirs, ours)
    end = common(theirs[start:][::-1], ours[start:][::-1])
    return theirs[: len(theirs) - end] + ours[start:]


def _lines(side: bytes, style: bytes = b"\n") -> list[bytes]:
    """The lines of a side, each with an ending; `style` where the last has none."""
    if side and not side.endswith(b"\n"):
        side += style
    return [line + b"\n" for line in side.split(b"\n")[:-1]]
