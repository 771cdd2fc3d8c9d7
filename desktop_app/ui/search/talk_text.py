"""A transcript as a note to read: a line a turn, so that lines stay where they were found."""

import json


def as_talk(text: str) -> str:
    """Markdown of JSON lines, `**who:** what` in the same line; what is no turn stays as it is."""
    return "\n".join(_turn(line) for line in text.split("\n"))


def _turn(line: str) -> str:
    try:
        turn = json.loads(line)
    except (ValueError, RecursionError):
        return line
    said = turn.get("content", turn.get("text")) if isinstance(turn, dict) else None
    if not isinstance(said, str):
        return ""
    words = " ".join(said.encode("utf-8", "replace").decode().split())
    who = str(turn.get("role", "")).capitalize()
    return f"- **{who}:** {words}" if who else f"- {words}"
