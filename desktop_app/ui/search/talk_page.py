"""A transcript as a page to read: who spoke, when, and what was said. Knows JSON lines, no widget.

Every piece carries the line of its turn, so that a turn that was found stays where it was found.
May run in any thread.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from desktop_app import dates
from desktop_app.notebook.text.records import message_in
from desktop_app.notebook.text.runs import TextRun
from desktop_app.notebook.text.sections import Section
from desktop_app.ui.conversation.words import speaker
from desktop_app.ui.reading import render
from desktop_app.ui.reading.reader import Form
from desktop_app.ui.reading.render import Piece, PieceKind

_SECTION = 40_000  # characters of a part that is set at once
_LONGEST = 20_000  # characters of a turn that is not cut
_PARAGRAPHS = re.compile(r"\n[ \t]*\n\s*")
_STRONG = frozenset({"strong"})
_QUIET = frozenset({"quiet"})


def sections(text: str) -> list[Section]:
    """The transcript in parts of some turns each; a very long turn is in several of its own."""
    read: list[Section] = []
    taken: list[str] = []
    size, first = 0, 1

    def end(number: int) -> None:
        nonlocal taken, size, first
        if taken:
            read.append(Section(first, len(taken), "\n".join(taken)))
        taken, size, first = [], 0, number

    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > _LONGEST:
            end(number)
            read += [Section(number, 1, part) for part in _parts(line)]
            first = number + 1
            continue
        if size > _SECTION:
            end(number)
        taken.append(line)
        size += len(line) + 1
    end(0)
    return read or [Section(1, 1, "")]


def pieces(section: Section) -> list[Piece]:
    """Its turns: the speaker over what was said. What an assistant says is Markdown."""
    lines = enumerate(section.text.split("\n"), section.first)
    return [piece for number, line in lines if line.strip() for piece in _turn(number, line)]


TALK = Form(sections, pieces)


def _turn(line: int, text: str) -> Iterator[Piece]:
    turn = message_in(text)
    role, time, words = turn.role, turn.time, _shown(turn.content).strip()
    if not words:
        return
    runs = [TextRun(speaker(role.casefold()))] if role else []
    runs += [TextRun(f"  {_moment(time)}".rstrip(), _QUIET)] if time else []
    if runs:
        yield Piece(PieceKind.HEADING3, tuple(runs), line, line)
    if role.casefold() in ("assistant", "ai", "model"):
        for piece in render.pieces(
            Section(2, 0, words), plain_links=False
        ):  # 2: its first line is no front matter
            yield _below(piece, line)
    else:
        for part in _PARAGRAPHS.split(words):
            yield Piece(PieceKind.TEXT, (TextRun(part),), line, line)


def _parts(line: str) -> Iterator[str]:
    """A very long turn as several, cut after a line or a word where there is one."""
    turn = message_in(line)
    start = 0
    while start < len(turn.content):
        end = start + _LONGEST
        if end < len(turn.content):
            gaps = (turn.content.rfind(gap, start + _LONGEST // 2, end) + 1 for gap in "\n ")
            end = next(filter(None, gaps), end)
        part = {"role": turn.role, "content": turn.content[start:end], "time": turn.time}
        yield json.dumps(part, ensure_ascii=False)
        start = end


def _shown(words: str) -> str:
    """Without what no page can show."""
    words = words.encode("utf-8", "replace").decode().replace("\0", "\ufffd")
    return words.replace("\r\n", "\n").replace("\r", "\n")


def _below(piece: Piece, line: int) -> Piece:
    """A piece of a turn: a heading inside it is no speaker."""
    if piece.kind.level:
        runs = tuple(replace(run, marks=run.marks | _STRONG) for run in piece.runs)
        piece = replace(piece, kind=PieceKind.TEXT, runs=runs)
    return replace(piece, line=line, end_line=line)


def _moment(time: str) -> str:
    """A day and a time of day; a time in other words as it stands."""
    try:
        return dates.moment(datetime.fromisoformat(time))
    except ValueError:
        return time[:25]
