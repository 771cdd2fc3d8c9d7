"""Chunks: a file cut into the pieces a search finds. Knows text and lines, not the index.

One chunk per bullet, heading or paragraph. Bytes that are no UTF-8 are replaced here, and only
here: the file keeps them.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from desktop_app.database import storable
from desktop_app.notebook.text.fences import Fences
from desktop_app.notebook.text.records import message_in, unsaid

LONGEST = 4000  # characters; a longer piece is cut, so that no single row can stall a search
_OVERLAP = 40  # characters two pieces share where a line had to be cut inside a word

_HEADING_OR_BULLET = re.compile(
    r" {0,3}(#{1,6})(?:[ \t]|$)|[ \t]*(?:[-*+]|[0-9]{1,9}[.)])(?:[ \t]+(?:\[[ xX]\][ \t]+)?|$)"
)
_RULES = "-*_=|: \t\n"  # a piece of nothing else is a rule or the edge of a table


class Chunk(NamedTuple):
    """A piece of a file. Lines are 1-based; `headings` are the titles above it, outermost first."""

    line: int
    end_line: int
    headings: tuple[str, ...]
    text: str


def chunks(path: str, data: bytes) -> list[Chunk]:
    """The pieces of the file `path`, in order. Any bytes will do."""
    text = data.decode("utf-8", "replace").removeprefix("\ufeff").replace("\0", "\ufffd")
    lines = text.replace("\r\n", "\n").removesuffix("\r").split("\n")
    pieces = _turns(lines) if path.endswith(".jsonl") else _markdown(lines)
    said = (chunk for chunk in pieces if chunk.text.strip(_RULES))
    return [
        piece
        for chunk in said
        for piece in ((chunk,) if len(chunk.text) <= LONGEST else _cut(chunk))
    ]


def _markdown(lines: list[str]) -> list[Chunk]:
    found: list[Chunk] = []
    above: list[tuple[int, str]] = []  # the headings we are under, with their levels
    titles: tuple[str, ...] = ()
    piece: list[str] = []
    start, fence_end, fences = 1, 0, Fences(lines)
    for number, line in enumerate(lines, 1):
        inside = number <= fence_end
        begun = None if inside else _HEADING_OR_BULLET.match(line)
        if piece and (begun or not (inside or line.strip())):
            found.append(Chunk(start, number - 1, titles, "\n".join(piece)))
            piece = []
        if inside:
            piece.append(line)
        elif begun and begun[1]:
            level = len(begun[1])
            above = [other for other in above if other[0] < level]
            titles = tuple(title for _, title in above)
            title = line[begun.end() :].strip().rstrip("#").rstrip()
            found.append(Chunk(number, number, titles, title))
            above.append((level, title))
            titles = (*titles, title)
        elif begun:
            start, piece = number, [line[begun.end() :].rstrip()]
        elif line.strip():
            start = start if piece else number
            piece.append(line.strip())
            fence_end = fences.end(number - 1)
    if piece:
        found.append(Chunk(start, len(lines), titles, "\n".join(piece)))
    return found


def _turns(lines: list[str]) -> Iterator[Chunk]:
    """The words on each line of a transcript that stand in the talk."""
    left_out = unsaid(lines)
    for number, line in enumerate(lines, 1):
        if number - 1 in left_out:
            continue
        # JSON can name half a surrogate pair, which no database stores.
        words = storable(message_in(line).content).replace("\0", "\ufffd")
        yield Chunk(number, number, (), words.strip())


def _cut(chunk: Chunk) -> Iterator[Chunk]:
    """The chunk in pieces of at most LONGEST characters, cut after a line or a word if it can."""
    text, line, start = chunk.text, chunk.line, 0
    in_file = chunk.end_line > chunk.line  # else the line breaks came out of a JSON string
    while len(text) - start > LONGEST:
        gap = _gap(text, start + LONGEST // 2, start + LONGEST)
        end = gap + 1 if gap >= 0 else start + LONGEST
        breaks = text.count("\n", start, end) if in_file else 0
        last = line + breaks - (in_file and text[end - 1] == "\n")
        yield Chunk(line, last, chunk.headings, text[start:end].rstrip())
        line += breaks
        start = end if gap >= 0 else end - _OVERLAP
    if text[start:].strip():
        yield Chunk(line, chunk.end_line, chunk.headings, text[start:])


def _gap(text: str, start: int, end: int) -> int:
    """Where to cut between `start` and `end`: the last line break there, else the last blank."""
    line_break = text.rfind("\n", start, end)
    return line_break if line_break >= 0 else text.rfind(" ", start, end)
