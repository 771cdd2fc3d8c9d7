"""A conversation out of a file or a text, as messages. Knows its forms, not memory.

JSON lines as agents write them, transcripts around them, one JSON document with a list of messages,
and plain text in which speakers are named. Nothing is guessed away: a line that cannot be read is a
Problem that names it, and what is left out is counted.
"""

import codecs
import hashlib
import itertools
import json
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import Any

from desktop_app.dreams.flush import Message
from desktop_app.errors import Problem
from desktop_app.notebook.text.records import NotOneError, loads, numbered, one_of, record
from desktop_app.notebook.text.speakers import turns

STANDARD_INPUT = "-"
MOST = 50 * 1024 * 1024
"""Bytes of a conversation; more is no talk that anybody had."""

_EXAMPLE = 'Each line is a JSON object such as {"role": "user", "content": "…"}.'
_WAYS = "Text with speakers (“User: …”, “Assistant: …”) and JSON lines are read."
_MACHINE = re.compile(r"\s*(?:\{\s*(?:[\"}]|\Z)|\[\s*(?:[{\]]|\Z))")
_PLAIN = frozenset({".txt", ".md", ".markdown", ".text"})


@dataclass(frozen=True)
class Conversation:
    """What was read. `session` is what it is known by when it comes again, grown meanwhile.

    `skipped` counts the lines of a transcript (`recorded`) that nobody said, and the lines of a
    plain text before its first speaker. `named` is False for a text without any speaker, taken as
    the user's own.
    """

    messages: tuple[Message, ...]
    session: str
    skipped: int = 0
    named: bool = True
    recorded: bool = True


def read_conversation(path: str, name: str = "") -> Conversation:
    """The conversation in a file, or on standard input for `-`; problems call it `name`.

    Raises Problem, naming the line, when one is no message, and when there is none at all. Only
    files called `.txt` or `.md` may be plain text.
    """
    plain = PurePath(path).suffix.casefold() in _PLAIN
    talk = parse(_bytes(path, name or path), name or path, plain=plain)
    return replace(talk, session=session_of(path, talk.messages))


def read_messages(path: str) -> tuple[Message, ...]:
    """The messages of a file: see `read_conversation`."""
    return read_conversation(path).messages


def parse(data: str | bytes, name: str, *, plain: bool = True) -> Conversation:
    """The conversation in a text that is called `name` in problems.

    With `plain`, what does not look like JSON is taken as plain text. Raises Problem.
    """
    if len(data) > MOST:
        raise _too_large(name)
    text = data if isinstance(data, str) else _decoded(data, name)
    text = text.removeprefix("\ufeff")
    recorded = not plain or _MACHINE.match(text) is not None
    if recorded:
        (messages, skipped), named = _recorded(text, name), True
    else:
        messages, skipped, named = _told(text)
    if not messages:
        raise Problem(_no_messages(name, skipped), _WAYS if plain else _EXAMPLE)
    session = session_of(STANDARD_INPUT, messages)
    return Conversation(messages, session, skipped, named, recorded)


def session_of(path: str, messages: tuple[Message, ...]) -> str:
    """What a conversation without a name is called: its file; without one, how it begins.

    So the same conversation, grown meanwhile, is known again.
    """
    if path != STANDARD_INPUT:
        return str(Path(path).resolve())
    first = messages[0]
    told = "\x1f".join((first.role, first.content, first.time))
    return f"-{hashlib.sha256(told.encode('utf-8', 'surrogatepass')).hexdigest()}"


def _bytes(path: str, name: str) -> bytes:
    if path == STANDARD_INPUT:
        if sys.stdin is None:
            raise Problem("There is no standard input.", "Name a file in place of -.")
        return sys.stdin.buffer.read(MOST + 1)
    try:
        with Path(path).open("rb") as file:
            return file.read(MOST + 1)
    except OSError as error:
        raise Problem(f"{name} cannot be read: {error.strerror}.", "Check the path.") from error


def _decoded(data: bytes, name: str) -> str:
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if wide else "utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Problem(f"Line {line} of {name} is not UTF-8 text.", _EXAMPLE) from None


def _told(text: str) -> tuple[tuple[Message, ...], int, bool]:
    """Plain text: its turns, or all of it as the user's."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    messages, before = turns(lines)
    if messages:
        return messages, before, True
    whole = "\n".join(lines).strip("\ufeff \t\n")
    return ((Message("user", whole),) if whole else ()), 0, False


def _recorded(text: str, name: str) -> tuple[tuple[Message, ...], int]:
    """JSON: one document with a list of messages, or an object a line."""
    lines = text.split("\n")
    if not text.strip():
        return (), 0
    listed = _listed(text, lines, name)
    if listed is not None:
        return _each(enumerate(listed, start=1), "Message", name)
    return _each(((n, _Line(line)) for n, line in numbered(lines)), "Line", name)


def _listed(text: str, lines: list[str], name: str) -> list[Any] | None:
    """The messages of one JSON document; None when each line is to be an object of its own."""
    (_, first), *rest = itertools.islice(numbered(lines), 2)
    if _parsed(first) is not None and rest:
        return None
    try:
        whole = json.loads(text)
    except RecursionError:
        return None
    except ValueError as error:
        many = rest and _parsed(rest[0][1]) is not None  # a bad first line of many
        if many or not isinstance(error, json.JSONDecodeError) or not _MACHINE.match(text):
            return None
        raise Problem(f"Line {error.lineno} of {name} is not JSON.", _EXAMPLE) from None
    messages = one_of(whole)
    return [whole] if messages is None and rest else messages


def _parsed(line: str) -> Any:
    try:
        return loads(line)
    except NotOneError:
        return None


class _Line(str):
    """A line that is still to be read as JSON."""


def _each(told: Iterable[tuple[int, Any]], what: str, name: str) -> tuple[tuple[Message, ...], int]:
    messages = []
    skipped = 0
    for number, one in told:
        try:
            found = record(loads(one) if isinstance(one, _Line) else one)
        except NotOneError as reason:
            raise Problem(f"{what} {number} of {name} {reason}.", _EXAMPLE) from None
        if found is None:
            skipped += 1
        else:
            messages.append(found)
    return tuple(messages), skipped


def _no_messages(name: str, skipped: int) -> str:
    shown = "Standard input" if name == STANDARD_INPUT else name
    if not skipped:
        return f"{shown} holds no messages."
    return f"{shown} holds no messages, only lines that nobody said."


def _too_large(name: str) -> Problem:
    size = MOST // (1024 * 1024)
    return Problem(f"{name} is larger than {size} MB.", "Take a part of it.")
