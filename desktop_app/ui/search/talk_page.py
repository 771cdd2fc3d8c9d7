"""A transcript as a page to read: who spoke, when, and what was said. Knows JSON lines, no widget.

All of a turn has the line of it, so that a turn that was found stays where it was found.
May run in any thread.
"""

import json
from collections.abc import Iterator
from datetime import datetime
from html import escape

from desktop_app import dates
from desktop_app.notebook.text.records import message_in
from desktop_app.notebook.text.sections import Section
from desktop_app.ui.conversation.words import speaker
from desktop_app.ui.reading.reader import Form
from desktop_app.ui.reading.said import marked, plain, shown

_SECTION = 40_000  # characters of a part that is set at once
_LONGEST = 20_000  # characters of a turn that is not cut


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


def html(section: Section, _title: str = "") -> str:
    """Its turns: the speaker over what was said. What an assistant says is Markdown."""
    lines = enumerate(section.text.split("\n"), section.first)
    return "".join(_turn(number, line) for number, line in lines if line.strip())


TALK = Form(sections, html)


def _turn(line: int, text: str) -> str:
    turn = message_in(text)
    role, words = turn.role, shown(turn.content)
    if not words:
        return ""
    who = escape(speaker(role.casefold())) if role else ""
    when = f'<span class="quiet">&nbsp; {escape(_moment(turn.time))}</span>' if turn.time else ""
    head = f'<h3 title="{line}">{who}{when}</h3>' if who or when else ""
    markdown = role.casefold() in ("assistant", "ai", "model")
    return f'{head}<div title="{line}">{(marked if markdown else plain)(words)}</div>'


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
