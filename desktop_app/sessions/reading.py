"""Reading: a conversation in a file or a text becomes messages. Knows its forms, not memory.

The forms are JSON lines as agents write them, their transcripts, one JSON document with a list of
messages, and plain text with named speakers. What is left out is
counted, and the numbers of unreadable lines are kept. A mostly unreadable text is a Problem.
"""

import codecs
import hashlib
import itertools
import json
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import Any

from desktop_app.errors import Problem
from desktop_app.notebook.statements.dumps import turns
from desktop_app.notebook.text.marks import NOT_UTF8
from desktop_app.notebook.text.records import (
    Message,
    NotOneError,
    Role,
    loads,
    message_list,
    numbered,
    record,
)
from desktop_app.sessions.agents.every import AgentTalk, recognised
from desktop_app.sessions.exports import is_export
from desktop_app.sessions.live_events import TurnKind
from desktop_app.sessions.transcript import read_transcript
from desktop_app.words import filled, listed, tr

STANDARD_INPUT = "-"
MOST = 50 * 1024 * 1024
"""The most bytes of a conversation; nobody talks more."""

_EXAMPLE = tr('Each line is a JSON object such as {"role": "user", "content": "…"}.')
_WAYS = tr("Text with speakers (“User: …”, “Assistant: …”) and JSON lines are read.")
_MACHINE = re.compile(r"\s*(?:\{\s*(?:[\"}]|\Z)|\[\s*(?:[{\]]|\Z))")
_FIRST = 50  # lines by which an agent's transcript is known
_PLAIN = frozenset({".txt", ".md", ".markdown", ".text"})


@dataclass(frozen=True)
class Transcript:
    """A conversation that was read. Its `session` stays the same when it comes again, grown.

    `skipped` counts the lines of a transcript (`recorded`) that are no messages, and the lines of a
    plain text before its first speaker. `named` is False for a text without any speaker, which
    counts as the user's own. `unreadable` are the numbers of unreadable lines, or of unreadable
    messages in one document (`listed`). `named_session`: the program that wrote it gave it that
    name.
    """

    messages: tuple[Message, ...]
    session: str
    skipped: int = 0
    named: bool = True
    recorded: bool = True
    listed: bool = False
    unreadable: tuple[int, ...] = ()
    named_session: bool = False

    @property
    def unreadable_in_words(self) -> str:
        """Which lines, or messages of a list, cannot be read and are left out; "" for none."""
        numbers = [f"{number}" for number in self.unreadable]
        if not numbers:
            return ""
        one = tr("message %1 is not readable") if self.listed else tr("line %1 is not readable")
        if len(numbers) == 1:
            return filled(one, numbers[0])
        few, more = numbers[:3], tr("%1 more", f"{len(numbers) - 3:,}")
        *before, last = few if len(numbers) == len(few) else [*few, more]
        shown = tr("%1 and %2", listed(before), last)
        if self.listed:
            return tr("messages %1 are not readable", shown)
        return tr("lines %1 are not readable", shown)


def read_conversation(path: str, name: str = "") -> Transcript:
    """The conversation in a file, or on standard input for `-`; problems call it `name`.

    Raises Problem, with the line, if there is none or most of it is unreadable, and for an export
    of many. Only files called `.txt` or `.md` may be plain text.
    """
    plain, data = PurePath(path).suffix.casefold() in _PLAIN, _bytes(path, name or path)
    if own := _own(data, PurePath(path).name):
        return own
    talk = parse(data, name or path, plain=plain)
    return talk if talk.named_session else replace(talk, session=session_of(path, talk.messages))


def parse(data: str | bytes, name: str, *, plain: bool = True) -> Transcript:
    """The conversation in a text that is called `name` in problems.

    With `plain`, a text that does not look like JSON is read as plain text. Raises Problem.
    """
    if len(data) > MOST:
        size = MOST // (1024 * 1024)
        raise Problem(
            tr("{name} is larger than {size} MB.").format(name=name, size=size),
            tr("Choose a part of it."),
        )
    text = data if isinstance(data, str) else _decoded(data, name)
    text = text.removeprefix("\ufeff")
    recorded = not plain or _MACHINE.match(text) is not None
    talk = _recorded(text, name) if recorded else _spoken(text, name)
    if not talk.messages:
        shown = tr("Standard input") if name == STANDARD_INPUT else name
        told = tr("{shown} holds no messages.")
        if talk.skipped:
            told = tr("{shown} holds no messages, only tool lines.")
        raise Problem(told.format(shown=shown), _WAYS if plain else _EXAMPLE)
    session = talk.session or session_of(STANDARD_INPUT, talk.messages)
    return replace(talk, session=session)


def _own(data: bytes, name: str) -> Transcript | None:
    """A transcript of a talk in this program, known by the talk's own id; None for anything else.

    It has what was said and was neither taken back nor to be left out of memory.
    """
    read = read_transcript(data, name) if len(data) <= MOST else None
    if read is None:
        return None
    said = [one for one in read.messages if one.kind is TurnKind.TALK and one.remembered]
    messages = tuple(Message(one.role, one.content, one.time) for one in said)
    return Transcript(messages, read.head.id, len(read.messages) - len(messages)) if said else None


def session_of(path: str, messages: tuple[Message, ...]) -> str:
    """The name of a conversation that has none: its file, or else a hash of its first message.

    So the same conversation is recognised when it has grown.
    """
    if path != STANDARD_INPUT:
        return str(Path(path).resolve())
    first = messages[0]
    start = "\x1f".join((first.role, first.content, first.time))
    return f"-{hashlib.sha256(start.encode('utf-8', 'surrogatepass')).hexdigest()}"


def _bytes(path: str, name: str) -> bytes:
    if path == STANDARD_INPUT:
        if sys.stdin is None:
            raise Problem(tr("There is no standard input."), tr("Name a file in place of -."))
        return sys.stdin.buffer.read(MOST + 1)
    try:
        with Path(path).open("rb") as file:
            return file.read(MOST + 1)
    except OSError as error:
        raise Problem(
            tr("{name} cannot be read: {strerror}.").format(name=name, strerror=error.strerror),
            tr("Check the path."),
        ) from error


def _decoded(data: bytes, name: str) -> str:
    """The text; bytes that are no text stay in it, so that the lines around them can be read."""
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16") if wide else data.decode("utf-8", "surrogateescape")
    except UnicodeDecodeError:
        raise Problem(
            tr("{name} begins like UTF-16 text, and is none.").format(name=name), _EXAMPLE
        ) from None


def _must_be_text(text: str, name: str) -> None:
    if odd := NOT_UTF8.search(text):
        line = text.count("\n", 0, odd.start()) + 1
        raise Problem(
            tr("Line {line} of {name} is not UTF-8 text.").format(line=line, name=name), _EXAMPLE
        )


def _spoken(text: str, name: str) -> Transcript:
    """Plain text: its turns, or all of it as the user's."""
    _must_be_text(text, name)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    messages, before = turns(lines)
    if messages:
        return Transcript(messages, "", before, recorded=False)
    whole = "\n".join(lines).strip("\ufeff \t\n")
    messages = (Message(Role.USER, whole),) if whole else ()
    return Transcript(messages, "", named=False, recorded=False)


def _recorded(text: str, name: str) -> Transcript:
    """JSON: one document with a list of messages or of conversations, or an object a line."""
    lines = text.split("\n")
    if not text.strip():
        return Transcript((), "")
    listed = _listed(text, lines, name)
    if listed is None:
        agent = recognised(_parsed(line) for _, line in itertools.islice(numbered(lines), _FIRST))
        if agent is None:
            return _each(numbered(lines), name)
        talk = AgentTalk(agent)  # the same messages and session as when it is followed
        read = _each(numbered(lines), name, of=talk.said)
        return replace(read, session=talk.session, named_session=bool(talk.session))
    _must_be_text(text, name)
    if any(map(is_export, listed)):
        raise Problem(
            tr("{name} is an export of many conversations.").format(name=name),
            tr("Import it: nightstand import FILE"),
        )
    return _each(enumerate(listed, start=1), name, listed=True)


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
        raise Problem(
            tr("Line {lineno} of {name} is not JSON.").format(lineno=error.lineno, name=name),
            _EXAMPLE,
        ) from None
    messages = message_list(whole)
    return [whole] if messages is None and (rest or is_export(whole)) else messages


def _parsed(line: str) -> Any:
    try:
        return loads(line)
    except NotOneError:
        return None


def _one(value: Any) -> list[Message]:
    message = record(value)
    return [message] if message else []


def _each(
    numbered_values: Iterable[tuple[int, Any]],
    name: str,
    *,
    listed: bool = False,
    of: Callable[[Any], list[Message]] = _one,
) -> Transcript:
    """The messages. Raises Problem unless most of them can be read.

    In one document (`listed`) they are values; else each is a line that is read as JSON. `of` gives
    the messages of a value, or raises NotOneError.
    """
    messages: list[Message] = []
    skipped = 0
    unreadable: dict[int, str] = {}
    for number, one in numbered_values:
        try:
            new = of(one if listed else _loaded(one))
        except NotOneError as reason:
            unreadable[number] = str(reason)
        else:
            messages += new
            skipped += not new
    if unreadable and len(unreadable) >= len(messages) + skipped:
        number, why = next(iter(unreadable.items()))
        sentence = (
            tr("Message {number} of {name} {why}.")
            if listed
            else tr("Line {number} of {name} {why}.")
        )
        raise Problem(sentence.format(number=number, name=name, why=why), _EXAMPLE)
    return Transcript(tuple(messages), "", skipped, listed=listed, unreadable=tuple(unreadable))


def _loaded(line: str) -> Any:
    if NOT_UTF8.search(line):
        raise NotOneError(tr("is not UTF-8 text"))
    return loads(line)
