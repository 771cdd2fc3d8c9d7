"""Merge: what two sides made of one text, put together by line. Knows bytes, no file.

Where both changed the same lines the merge has an overlap, to which a person gives an answer.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from desktop_app.notebook.text.compare import common, regions

OURS, THEIRS, BOTH = "ours", "theirs", "both"
"""The answers to an overlap."""

_MARK = b"\xef\xbb\xbf"  # of byte order; it belongs to the file, not to its first line


@dataclass(frozen=True)
class Overlap:
    """A place both sides changed differently; `line` (1-based) is where it is in the merge."""

    base: bytes
    ours: bytes
    theirs: bytes
    line: int

    def settled(self, answer: str) -> bytes:
        """What stands there by an answer; of both sides theirs comes first."""
        if answer == BOTH:
            return b"".join(_both(_lines(self.ours), _lines(self.theirs)))
        return self.ours if answer == OURS else self.theirs


@dataclass(frozen=True)
class Merge:
    """A merged text as parts in their order: what is settled, and overlaps."""

    parts: tuple[bytes | Overlap, ...]
    edges: tuple["Edge", ...] = ()

    @cached_property
    def conflicts(self) -> tuple[Overlap, ...]:
        """The places where both sides differ."""
        return tuple(part for part in self.parts if isinstance(part, Overlap))

    @cached_property
    def data(self) -> bytes:
        """The text that carries theirs wherever both sides differ."""
        return self.settled([THEIRS] * len(self.conflicts))

    def settled(self, answers: Sequence[str]) -> bytes:
        """The text with an answer (`OURS`, `THEIRS`, `BOTH`) to each conflict, in their order."""
        if len(answers) != len(self.conflicts):
            raise ValueError(f"{len(answers)} answers to {len(self.conflicts)} conflicts")
        left = iter(answers)
        said = [next(left) if isinstance(part, Overlap) else "" for part in self.parts]
        data = b"".join(
            part.settled(answer) if isinstance(part, Overlap) else part
            for part, answer in zip(self.parts, said, strict=True)
        )
        for edge in self.edges:
            data = edge.put(data, said[edge.place] if said else "")
        return data


@dataclass(frozen=True)
class Edge:
    """What a file has at one end beside its lines, and each side has or has not.

    `place` is the part at that end: its answer decides; `merged` is for where it has none.
    """

    place: int
    merged: bool
    ours: bool
    theirs: bool
    style: bytes = b""

    def put(self, data: bytes, answer: str) -> bytes:
        """The text with a byte order mark at its start, or without a break at its end, or not."""
        there = {OURS: self.ours, THEIRS: self.theirs}.get(answer, self.merged)
        if self.place == 0:
            return _MARK + data if there else data
        return data if there else data.removesuffix(self._last(data))

    def _last(self, data: bytes) -> bytes:
        return self.style if data.endswith(self.style) else b"\n"


def merge3(base: bytes, ours: bytes, theirs: bytes) -> Merge:
    """Both sides' changes to `base`, by line. Lines that both added at one place are all kept.

    A file's missing final newline is no change of its last line, nor its byte order mark one of
    its first; they are merged apart. Other ends of all lines are no change of each: those of
    `theirs` are kept.
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
    marked, ended = _told(sides, _MARK, start=True), _told(sides, b"\n", start=False)
    return Merge(parts, (Edge(-1, *ended, style), Edge(0, *marked)))


def _as_in(side: bytes, theirs: bytes) -> bytes:
    """The side with the line ends of the file as it is now, where all of either end otherwise."""
    style = _style(theirs)
    if not style or _style(side) in (b"", style):
        return side
    return side.replace(b"\r\n", b"\n").replace(b"\n", style)


def _style(side: bytes) -> bytes:
    """How every line of a side ends; b"" if they end in several ways, or none ends."""
    windows, every = side.count(b"\r\n"), side.count(b"\n")
    return b"" if not every or windows not in (0, every) else b"\r\n" if windows else b"\n"


def _told(sides: Sequence[bytes], sign: bytes, *, start: bool) -> tuple[bool, bool, bool]:
    """Whether the merge, ours and theirs have the sign; a side without text changes nothing."""
    base, *others = sides
    has = bytes.startswith if start else bytes.endswith
    was = has(base, sign) if base else not start
    merged = any(has(side, sign) != was for side in others if side) ^ was
    ours, theirs = (has(side, sign) if side or start else merged for side in others)
    return merged, ours, theirs


class _Hunk(NamedTuple):
    """Lines `start` to `end` of the base become `lines`; a start that is the end only adds."""

    start: int
    end: int
    lines: list[bytes]
    ours: bool


def _merged(base: list[bytes], ours: list[bytes], theirs: list[bytes]) -> Iterator[bytes | Overlap]:
    """The parts of the merge; what is settled in a row is one part."""
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
        come = (other if mine == old else mine) if old else _both(mine, other)
        settled += come
        line += len(come)
    if settled:
        yield b"".join(settled)


def _pieces(
    base: list[bytes], ours: list[bytes], theirs: list[bytes]
) -> Iterator[tuple[list[bytes], list[bytes], list[bytes]]]:
    """What stands in one place in the base, in ours and in theirs, from end to end."""
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
    """Whether each line became one line, and none has moved: then each is decided by itself."""
    if len(old) != len(new):
        return False
    moved = set(old).intersection(b for a, b in zip(old, new, strict=True) if a != b)
    return not moved


def _hunks(base: list[bytes], side: list[bytes], ours: bool) -> list[_Hunk]:
    changed = [run for run in regions(base, side) if not run.same]
    return [_Hunk(run.i, run.i_end, side[run.j : run.j_end], ours) for run in changed]


def _groups(hunks: list[_Hunk]) -> Iterator[tuple[int, int, list[_Hunk]]]:
    """Hunks that touch the same lines, or add at the same place, taken together, in order."""
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
    """Lines added at one place by both: what is on disk first; what they share, once."""
    start = common(theirs, ours)
    end = common(theirs[start:][::-1], ours[start:][::-1])
    return theirs[: len(theirs) - end] + ours[start:]


def _lines(side: bytes, style: bytes = b"\n") -> list[bytes]:
    """The lines of a side, each with an ending; `style` where the last has none."""
    if side and not side.endswith(b"\n"):
        side += style
    return [line + b"\n" for line in side.split(b"\n")[:-1]]
