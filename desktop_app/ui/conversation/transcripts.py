"""Conversations as text: which one a file holds, and its turns as one reads them. Knows JSON lines,
no widget; may run in any thread.

All of a turn has the line of it, so that a turn that was found stays where it was found.
"""

import json
import re
from contextlib import suppress
from datetime import datetime
from html import escape
from typing import TYPE_CHECKING

from desktop_app import dates
from desktop_app.errors import Problem
from desktop_app.notebook.text.records import message_in
from desktop_app.notebook.text.sections import Section
from desktop_app.ui.conversation.talk_words import speaker
from desktop_app.ui.parts.column import folded
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.memory import Memory
    from desktop_app.memory.talk import Talk


def read_note(memory: "Memory", path: str) -> str:
    """The text of a note, its lines counted as the index counts them. Raises Problem."""
    snapshot = memory.files.read(path)
    if not snapshot.exists:
        raise Problem(tr("%1 is not there any more.", path))
    words = snapshot.data.decode("utf-8", "replace").removeprefix("\ufeff")
    return words.replace("\r\n", "\n").replace("\r", " ")


def transcript_at(memory: "Memory", path: str) -> "tuple[Talk | None, str]":
    """The talk in a file, None where another program wrote it, and its text. Raises Problem when
    the file is not there."""
    head = next((one for one in memory.talks.listed() if one.path == path), None)
    text = read_note(memory, path)
    return (memory.talks.open(head.id) if head else None), text


def id_at(text: str, line: int) -> str:
    """The id of the message on a line of one of our transcripts, "" for none."""
    with suppress(ValueError, IndexError, RecursionError):
        found = json.loads(text.split("\n")[line - 1])
        return str(found.get("id", "")) if isinstance(found, dict) and "role" in found else ""
    return ""


def as_rows(text: str) -> tuple[str, list[int]]:
    """A transcript as one reads it, the speaker over what was said, and the row (from 0) in which
    each of its lines begins."""
    return folded(text, _turn)


def _turn(line: str) -> list[str]:
    turn = message_in(line)
    words = shown(turn.content)
    if not words:
        return []
    who = speaker(turn.role.casefold()) if turn.role else ""
    head = " · ".join(filter(None, (who, _moment(turn.time) if turn.time else "")))
    return [f"### {head}", *words.split("\n"), ""] if head else [*words.split("\n"), ""]


def _moment(time: str) -> str:
    """A day and a time of day; a time in other words as it stands."""
    try:
        return dates.moment(datetime.fromisoformat(time))
    except ValueError:
        return time[:25]


_PARAGRAPHS = re.compile(r"\n[ \t]*\n\s*")


def marked(words: str) -> str:
    """Markdown, whose headings are no larger than its words; names and addresses are no links."""
    from desktop_app.ui.reading.html import Surroundings, section_markup  # takes a moment to load

    around = Surroundings(lambda href, _words: href)
    return section_markup(Section(2, 0, shown(words)), around).strip()  # 2: no front matter


def plain(words: str) -> str:
    """Paragraphs, every line kept."""
    parts = _PARAGRAPHS.split(escape(shown(words)))
    return "".join(f"<p>{part}</p>" for part in parts).replace("\n", "<br>")


def shown(words: str) -> str:
    """Without what no page can show."""
    words = words.encode("utf-8", "replace").decode().replace("\0", "\ufffd")
    return words.replace("\r\n", "\n").replace("\r", "\n").strip()
