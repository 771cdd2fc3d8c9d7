"""A conversation as a file of JSON lines, as agents write it, read as messages. Knows no memory."""

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from desktop_app.dreams.flush import Message
from desktop_app.errors import Problem

STANDARD_INPUT = "-"
_ROLES = {
    "user": "user",
    "human": "user",
    "assistant": "assistant",
    "ai": "assistant",
    "model": "assistant",
    "system": "system",
    "developer": "system",
    "tool": "tool",
    "function": "tool",
}
_SAID = frozenset({"text", "input_text", "output_text"})
_EXAMPLE = 'Each line is a JSON object such as {"role": "user", "content": "…"}.'


def read_messages(path: str) -> tuple[Message, ...]:
    """The messages of a file, of standard input for `-`.

    Raises Problem, naming the line, when one is no message, and when there is none at all.
    """
    if path == STANDARD_INPUT:
        messages = tuple(_messages(sys.stdin.buffer, "standard input"))
    else:
        try:
            with Path(path).open("rb") as lines:
                messages = tuple(_messages(lines, path))
        except OSError as error:
            raise Problem(f"{path} cannot be read: {error.strerror}.", "Check the path.") from error
    if not messages:
        raise Problem(f"{_name(path)} holds no messages.", _EXAMPLE)
    return messages


def session_of(path: str, messages: tuple[Message, ...]) -> str:
    """What a conversation without a name is called: its file; from standard input, how it begins.

    So the same conversation, grown meanwhile, is known again.
    """
    if path != STANDARD_INPUT:
        return str(Path(path).resolve())
    first = messages[0]
    told = "\x1f".join((first.role, first.content, first.time))
    return f"-{hashlib.sha256(told.encode('utf-8', 'surrogatepass')).hexdigest()}"


def _messages(lines: BinaryIO, name: str) -> Iterator[Message]:
    for number, line in enumerate(lines, start=1):
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
        if line.strip():
            try:
                yield _message(line)
            except _NoMessageError as reason:
                raise Problem(f"Line {number} of {name} {reason}.", _EXAMPLE) from None


class _NoMessageError(Exception):
    """Why a line is no message, as the end of a sentence."""


def _message(line: bytes) -> Message:
    try:
        told = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError:
        raise _NoMessageError("is not UTF-8 text") from None
    except (ValueError, RecursionError):  # nested deeper than anybody talks
        raise _NoMessageError("is not JSON") from None
    if not isinstance(told, dict):
        raise _NoMessageError("is not a JSON object")
    role = told.get("role")
    if not isinstance(role, str) or role.casefold() not in _ROLES:
        raise _NoMessageError(f"has {_shown(role)} for a role, not user, assistant, system or tool")
    if "content" not in told:
        raise _NoMessageError("has no content")
    time = told.get("time")
    if not (time is None or isinstance(time, str | int | float)):
        raise _NoMessageError("has a time that is no text")
    content = _text(told["content"])
    return Message(_ROLES[role.casefold()], content, "" if time is None else str(time))


def _text(content: Any) -> str:
    """The text of a content: words, or parts of which some are text; None for a call of a tool."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        raise _NoMessageError("has content that is no text")
    return "\n".join(filter(None, map(_part, content)))


def _part(part: Any) -> str:
    if isinstance(part, str):
        return part
    if not isinstance(part, dict):
        raise _NoMessageError("has content with a part that is no text and no object")
    text = part.get("text")
    is_said = part.get("type", "text") in _SAID and isinstance(text, str)
    return str(text) if is_said else ""  # a picture, a call of a tool, a thought


def _shown(value: Any) -> str:
    return (
        f"“{value[:40]}”" if isinstance(value, str) else "nothing" if value is None else "no text"
    )


def _name(path: str) -> str:
    return "Standard input" if path == STANDARD_INPUT else path
