"""A conversation of the notebook at a line of its file: one of our talks, or a transcript to read.

Blocks: run it in a thread. Knows memory and JSON lines, no widget.
"""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from desktop_app.errors import Problem
from desktop_app.notebook.text.records import message_in
from desktop_app.sessions.talk_view import TalkHead, TalkMessage, TalkView
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.memory import Memory
    from desktop_app.memory.talk import Talk


@dataclass(frozen=True)
class OpenedTranscript:
    """What was opened: `talk` is None for a transcript that another program wrote. `at` is the id
    of the message on the line, "" for none."""

    path: str
    talk: "Talk | None"
    view: TalkView
    at: str


def opened(memory: "Memory", path: str, line: int) -> OpenedTranscript:
    """The conversation at `path`. Raises Problem when it is not there."""
    head = next((one for one in memory.talks.listed() if one.path == path), None)
    snapshot = memory.files.read(path)
    if not snapshot.exists:
        raise Problem(tr("%1 is not there any more.").replace("%1", path))
    text = snapshot.data.decode("utf-8", "replace").removeprefix("\ufeff")
    lines = text.replace("\r\n", "\n").replace("\r", " ").split("\n")
    if head is not None:
        talk = memory.talks.open(head.id)
        return OpenedTranscript(path, talk, talk.view, _id_at(lines, line))
    view = transcript(lines, path, memory.now())
    return OpenedTranscript(path, None, view, f"line {line}" if line else "")


def transcript(lines: list[str], path: str, now: datetime) -> TalkView:
    """The messages of another program's transcript, each with its line for an id."""
    found = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            said = message_in(line)
            if said.content.strip():
                role = said.role.casefold() or "user"
                found.append(TalkMessage(f"line {number}", role, said.content, said.time))
    name = path.rpartition("/")[2].removesuffix(".jsonl")
    head = TalkHead(path, name, path, now, now, len(found), private=False, model="")
    return TalkView(head, tuple(found), 0, 0, 0, 0, reported=False, summary="", compacted=0)


def _id_at(lines: list[str], line: int) -> str:
    """The id of the message on a line of one of our transcripts."""
    try:
        found = json.loads(lines[line - 1]) if 0 < line <= len(lines) else {}
    except (ValueError, RecursionError):
        return ""
    return str(found.get("id", "")) if isinstance(found, dict) and "role" in found else ""
