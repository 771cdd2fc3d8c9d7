"""Lines: an editor's buffer put back onto its bytes, and three texts merged. Knows no file.

An editor can't show every byte: it drops a byte order mark and what is not UTF-8, and shows every
kind of line break and of space alike. So a buffer is never the file: what the person changed in it
is found by comparing, and only that is changed in the bytes.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from desktop_app.notebook.text.compare import common, regions

_MARK = "\ufeff"
_NBSP = "\u00a0"
_BREAKS = "\r\n\u2028\u2029\ufdd0\ufdd1"  # the last two are private to Qt, which breaks there too
_HIDDEN = "\ud800-\udfff"  # surrogates stand for bytes that are not UTF-8
_BREAK = re.compile(f"\r\n|[{_BREAKS}]")
_LINE = re.compile(f"[^{_BREAKS}]*(?:\r\n|[{_BREAKS}])|[^{_BREAKS}]+")
_UNWRITABLE = re.compile("[\ud800-\udc7f\udd00-\udfff]")
_UNSHOWN = re.compile(f"[{_HIDDEN}]+")
# One shown character with the hidden bytes after it, and before it at the start of a line.
_CELL = re.compile(f"[{_HIDDEN}]*(?:\r\n|[{_BREAKS}]|[^{_HIDDEN}][{_HIDDEN}]*)")


def split(text: str) -> list[str]:
    """The lines with their endings; a line ends at "\\n" and nowhere else."""
    parts = text.split("\n")
    last = parts.pop()
    return [part + "\n" for part in parts] + ([last] if last else [])


def eol(text: str) -> str:
    """The line ending that most lines of the text have; "\\n" when it has none."""
    windows = text.count("\r\n")
    unix = text.count("\n") - windows
    if windows > unix:
        return "\r\n"
    return "\r" if not windows and not unix and "\r" in text else "\n"


def writable(text: str) -> str:
    """The text without what no file can hold: lone surrogates that stand for no byte."""
    return _UNWRITABLE.sub("\ufffd", text)


def as_buffer(data: bytes) -> str:
    """The text an editor shows for these bytes: exactly what Qt's `toPlainText` gives back."""
    return _shown(_opened(data)[1])


def map_buffer(base: bytes, buffer: str) -> bytes:
    """The bytes of `base` with what was changed in the editor's `buffer` changed, and no more.

    `buffer` may come from `toPlainText` or from `toRawText`. Untouched lines keep their bytes,
    whatever they are, and so does the untouched part of a changed line; new line breaks take the
    file's own style. A space in the buffer leaves a no-break space of the file alone.
    """
    mark, text = _opened(base)
    buffer = _UNSHOWN.sub("\ufffd", _BREAK.sub("\n", buffer))
    shown = _shown(text)
    if mark and not shown.startswith(_MARK):
        buffer = buffer.removeprefix(_MARK)
    if shown == buffer:
        return base
    style = eol(text)
    old, keys, new = _LINE.findall(text), split(shown), split(buffer)
    tail = "".join(old[len(keys) :])  # a last line of undecodable bytes only, which shows nothing
    pieces: list[str] = []
    for run in regions(keys, split(_plain(buffer))):
        was, wanted = old[run.i : run.i_end], new[run.j : run.j_end]
        if not run.same:
            pieces += _remapped("".join(was), "".join(wanted), style)
        elif _NBSP not in buffer:
            pieces += was
        else:
            for line, wish in zip(was, wanted, strict=True):
                pieces += _remapped(line, wish, style) if _NBSP in wish else [line]
    return (mark + _joined(pieces) + tail).encode("utf-8", "surrogateescape")


@dataclass(frozen=True)
class Overlap:
    """A place both sides changed differently; `line` (1-based) is where it is in the merge."""

    base: bytes
    ours: bytes
    theirs: bytes
    line: int


@dataclass(frozen=True)
class Merge:
    """A merged text and the places where it carries `theirs` because both sides differ."""

    data: bytes
    conflicts: tuple[Overlap, ...]


def merge3(base: bytes, ours: bytes, theirs: bytes) -> Merge:
    """Both sides' changes to `base`, by line. Lines that both added at one place are all kept.

    A file's missing final newline is no change of its last line; it is merged apart.
    """
    if ours in (base, theirs):
        return Merge(theirs, ())
    if theirs == base:
        return Merge(ours, ())
    sides = (base, ours, theirs)
    together = b"".join(sides)
    style = b"\r\n" if together.count(b"\r\n") * 2 > together.count(b"\n") else b"\n"
    whole, conflicts = _merged(*(_closed(side, style) for side in sides))
    data = b"".join(whole)
    was, mine, other = (side.endswith(b"\n") or not side for side in sides)
    if not (mine if mine != was else other):
        data = data.removesuffix(style if data.endswith(style) else b"\n")
    return Merge(data, tuple(conflicts))


def _opened(data: bytes) -> tuple[str, str]:
    text = data.decode("utf-8", "surrogateescape")
    return (_MARK, text[1:]) if text.startswith(_MARK) else ("", text)


def _plain(text: str) -> str:
    return text.replace(_NBSP, " ")


def _shown(text: str) -> str:
    if text.isascii() and "\r" not in text:
        return text
    # By line, since a pattern over megabytes would hold up every other thread meanwhile.
    return "".join(
        line if line.isascii() and "\r" not in line else _shown_line(line) for line in split(text)
    )


def _shown_line(line: str) -> str:
    return _plain(_UNSHOWN.sub("", _BREAK.sub("\n", line)))


def _remapped(old: str, new: str, style: str) -> Iterator[str]:
    """`new`, made of the characters of `old` (with their hidden bytes) wherever they are equal."""
    # One character is left on either side, so that no hidden byte or half of a CRLF is cut off.
    start = max(0, common(old, new) - 1)
    old_rest, new_rest = old[start:], new[start:]
    end = max(0, common(old_rest[::-1], new_rest[::-1]) - 1)
    middle, wanted = old_rest[: len(old_rest) - end], new_rest[: len(new_rest) - end]
    yield old[:start]
    cells: list[str] = []
    for run in regions(_shown(middle), _plain(wanted)):
        signs = wanted[run.j : run.j_end]
        if not run.same:
            yield signs.replace("\n", style)
            continue
        cells = cells or _CELL.findall(middle)
        for cell, sign in zip(cells[run.i : run.i_end], signs, strict=True):
            yield cell.replace(" ", _NBSP) if sign == _NBSP else cell
    yield old_rest[len(old_rest) - end :]


def _joined(pieces: Iterable[str]) -> str:
    whole: list[str] = []
    for piece in filter(None, pieces):
        if piece.startswith("\n") and whole and whole[-1].endswith("\r"):
            whole.append("\r")  # two line breaks that came together must not become one
        whole.append(piece)
    return "".join(whole)


class _Hunk(NamedTuple):
    """Lines `start` to `end` of the base become `lines`; a start that is the end only adds."""

    start: int
    end: int
    lines: list[bytes]
    ours: bool


def _merged(
    base: list[bytes], ours: list[bytes], theirs: list[bytes]
) -> tuple[list[bytes], list[Overlap]]:
    merged: list[bytes] = []
    conflicts: list[Overlap] = []
    done = 0
    for start, end, hunks in _groups([*_hunks(base, ours, True), *_hunks(base, theirs, False)]):
        merged += base[done:start]
        done = end
        mine, other = (
            _applied(base, start, end, [hunk for hunk in hunks if hunk.ours is side])
            for side in (True, False)
        )
        if all(hunk.ours for hunk in hunks):
            merged += mine
        elif start == end:
            merged += _both(mine, other)
        else:
            if mine != other and any(hunk.ours for hunk in hunks):
                was = b"".join(base[start:end])
                overlap = Overlap(was, b"".join(mine), b"".join(other), len(merged) + 1)
                conflicts.append(overlap)
            merged += other
    return merged + base[done:], conflicts


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


def _closed(side: bytes, style: bytes) -> list[bytes]:
    """The lines of a side, each with an ending; `style` where the last has none."""
    if side and not side.endswith(b"\n"):
        side += style
    return [line + b"\n" for line in side.split(b"\n")[:-1]]
