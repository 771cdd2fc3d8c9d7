"""Which conversation a file holds, and which message stands on a line. Knows JSON lines, no Qt."""

import json
from typing import TYPE_CHECKING

from desktop_app.errors import Problem
from desktop_app.notebook.text.records import message_in
from desktop_app.sessions.talk_view import TalkHead, TalkMessage, TalkView
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.memory import Memory
    from desktop_app.memory.talk import Talk
    from desktop_app.memory.talks import Talks


def transcript_at(
    memory: "Memory", talks: "Talks", path: str, line: int
) -> "tuple[Talk | None, TalkView, str]":
    """The talk in a file, None where another program wrote it; its view; the id of the message on
    the line, "" for none. Raises Problem when the file is not there."""
    head = next((one for one in talks.listed() if one.path == path), None)
    snapshot = memory.files.read(path)
    if not snapshot.exists:
        raise Problem(tr("%1 is not there any more.").replace("%1", path))
    text = snapshot.data.decode("utf-8", "replace").removeprefix("\ufeff")
    lines = text.replace("\r\n", "\n").replace("\r", " ").split("\n")
    if head is not None:
        talk = talks.open(head.id)
        return talk, talk.view, _id_at(lines, line)
    found = []
    for number, row in enumerate(lines, 1):
        said = message_in(row) if row.strip() else None
        if said is not None and said.content.strip():
            role = said.role.casefold() or "user"
            found.append(TalkMessage(f"line {number}", role, said.content, said.time))
    now, name = memory.now(), path.rpartition("/")[2].removesuffix(".jsonl")
    head = TalkHead(path, name, path, now, now, len(found), private=False, model="")
    view = TalkView(head, tuple(found), 0, 0, 0, 0, reported=False, summary="", compacted=0)
    return None, view, f"line {line}"


def _id_at(lines: list[str], line: int) -> str:
    """The id of the message on a line of one of our transcripts."""
    try:
        found = json.loads(lines[line - 1]) if 0 < line <= len(lines) else {}
    except (ValueError, RecursionError):
        return ""
    return str(found.get("id", "")) if isinstance(found, dict) and "role" in found else ""
