"""Conversations as text: which one a file holds, and its turns set as a page to read. Knows JSON
lines, no widget; may run in any thread.

All of a turn has the line of it, so that a turn that was found stays where it was found.
"""

import json
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from html import escape
from typing import TYPE_CHECKING

from desktop_app import dates
from desktop_app.errors import Problem
from desktop_app.notebook.text.records import message_in
from desktop_app.notebook.text.sections import Section
from desktop_app.ui.conversation.words import speaker
from desktop_app.ui.reading.reader import Form
from desktop_app.ui.reading.said import marked, plain, shown
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.memory import Memory
    from desktop_app.memory.talk import Talk

_SECTION = 40_000  # characters of a part that is set at once
_LONGEST = 20_000  # characters of a turn that is not cut


def transcript_at(memory: "Memory", path: str) -> "tuple[Talk | None, str]":
    """The talk in a file, None where another program wrote it, and its text. Raises Problem when
    the file is not there."""
    head = next((one for one in memory.talks.listed() if one.path == path), None)
    snapshot = memory.files.read(path)
    if not snapshot.exists:
        raise Problem(tr("%1 is not there any more.").replace("%1", path))
    text = snapshot.data.decode("utf-8", "replace").removeprefix("\ufeff")
    text = text.replace("\r\n", "\n").replace("\r", " ")
    return (memory.talks.open(head.id) if head else None), text


def id_at(text: str, line: int) -> str:
    """The id of the message on a line of one of our transcripts, "" for none."""
    with suppress(ValueError, IndexError, RecursionError):
        found = json.loads(text.split("\n")[line - 1])
        return str(found.get("id", "")) if isinstance(found, dict) and "role" in found else ""
    return ""


# -- a page to read -----------------------------------------------------------------------------


def sections(text: str) -> list[Section]:
    """The transcript in parts of some turns each; a very long turn is in several of its own."""
    parts: list[tuple[int, list[str]]] = []
    room = 0  # characters that the last part can take
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > _LONGEST:
            parts += [(number, [part]) for part in _parts(line)]
            room = 0
            continue
        if room <= 0:
            parts.append((number, []))
            room = _SECTION
        parts[-1][1].append(line)
        room -= len(line) + 1
    return [Section(n, len(said), "\n".join(said)) for n, said in parts] or [Section(1, 1, "")]


def html(section: Section, _title: str = "") -> str:
    """Its turns: the speaker over what was said. What an assistant says is Markdown."""
    lines = enumerate(section.text.split("\n"), section.first)
    return "".join(_turn(number, line) for number, line in lines if line.strip())


TALK = Form(sections, html)


def _turn(line: int, text: str) -> str:
    turn = message_in(text)
    role, words = turn.role.casefold(), shown(turn.content)
    if not words:
        return ""
    who = escape(speaker(role)) if role else ""
    when = f'<span class="quiet">&nbsp; {escape(_moment(turn.time))}</span>' if turn.time else ""
    head = f'<h3 title="{line}">{who}{when}</h3>' if who or when else ""
    said = (marked if role in ("assistant", "ai", "model") else plain)(words)
    return f'{head}<div title="{line}">{said}</div>'


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


def _moment(time: str) -> str:
    """A day and a time of day; a time in other words as it stands."""
    try:
        return dates.moment(datetime.fromisoformat(time))
    except ValueError:
        return time[:25]
