"""A conversation out of a file or a text, as messages. Knows its forms, not memory.

JSON lines as agents write them, transcripts around them, one JSON document with a list of messages,
exports of many conversations, and plain text in which speakers are named. Nothing is guessed away:
what is left out is counted, a line that cannot be read is named, and where most cannot it is a
Problem.
"""

import codecs
import hashlib
import itertools
import json
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import Any

from desktop_app.dreams.flush import Message
from desktop_app.errors import Problem
from desktop_app.notebook.text.records import NotOneError, loads, message_list, numbered, record
from desktop_app.notebook.text.speakers import turns
from desktop_app.sessions.exports import export, is_export, labels
from desktop_app.words import tr

STANDARD_INPUT = "-"
MOST = 50 * 1024 * 1024
"""Bytes of a conversation; more is no talk that anybody had."""

_EXAMPLE = tr('Each line is a JSON object such as {"role": "user", "content": "…"}.')
_WAYS = tr("Text with speakers (“User: …”, “Assistant: …”) and JSON lines are read.")
_MACHINE = re.compile(r"\s*(?:\{\s*(?:[\"}]|\Z)|\[\s*(?:[{\]]|\Z))")
_NO_TEXT = re.compile("[\udc80-\udcff]")  # bytes that are no UTF-8, as they stand in a text
_OFFERED = 20  # conversations of an export
_PLAIN = frozenset({".txt", ".md", ".markdown", ".text"})


@dataclass(frozen=True)
class Transcript:
    """What was read. `session` is what it is known by when it comes again, grown meanwhile.

    `skipped` counts the lines of a transcript (`recorded`) that nobody said, and the lines of a
    plain text before its first speaker. `named` is False for a text without any speaker, taken as
    the user's own. `unreadable` are the numbers of the lines, or in one document of the messages
    (`listed`), that cannot be read. `titles` are those of all conversations in the same export,
    the newest first, and `number` (from 0) says which of them this one is.
    """

    messages: tuple[Message, ...]
    session: str
    skipped: int = 0
    named: bool = True
    recorded: bool = True
    listed: bool = False
    unreadable: tuple[int, ...] = ()
    titles: tuple[str, ...] = ()
    number: int = 0


def read_conversation(path: str, name: str = "", pick: str = "") -> Transcript:
    """The conversation in a file, or on standard input for `-`; problems call it `name`.

    Of several in one export the newest, or the one that `pick` says: its number from 1, or a part
    of its title. Raises Problem, naming the line, when there is none or most is unreadable. Only
    files called `.txt` or `.md` may be plain text.
    """
    plain = PurePath(path).suffix.casefold() in _PLAIN
    talk = parse(_bytes(path, name or path), name or path, plain=plain, pick=pick)
    return talk if talk.titles else replace(talk, session=session_of(path, talk.messages))


def parse(data: str | bytes, name: str, *, plain: bool = True, pick: str = "") -> Transcript:
    """The conversation in a text that is called `name` in problems.

    With `plain`, what does not look like JSON is taken as plain text. Raises Problem.
    """
    if len(data) > MOST:
        raise _too_large(name)
    text = data if isinstance(data, str) else _decoded(data, name)
    text = text.removeprefix("\ufeff")
    recorded = not plain or _MACHINE.match(text) is not None
    talk = _recorded(text, name, pick) if recorded else _told(text, name)
    if not talk.messages:
        raise Problem(_no_messages(name, talk.skipped), _WAYS if plain else _EXAMPLE)
    session = talk.session or session_of(STANDARD_INPUT, talk.messages)
    return replace(talk, session=session)


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
            tr("{name} is not UTF-16 text, as it says.").format(name=name), _EXAMPLE
        ) from None


def _must_be_text(text: str, name: str) -> None:
    if odd := _NO_TEXT.search(text):
        line = text.count("\n", 0, odd.start()) + 1
        raise Problem(
            tr("Line {line} of {name} is not UTF-8 text.").format(line=line, name=name), _EXAMPLE
        )


def _told(text: str, name: str) -> Transcript:
    """Plain text: its turns, or all of it as the user's."""
    _must_be_text(text, name)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    messages, before = turns(lines)
    if messages:
        return Transcript(messages, "", before, recorded=False)
    whole = "\n".join(lines).strip("\ufeff \t\n")
    messages = (Message("user", whole),) if whole else ()
    return Transcript(messages, "", named=False, recorded=False)


def _recorded(text: str, name: str, pick: str) -> Transcript:
    """JSON: one document with a list of messages or of conversations, or an object a line."""
    lines = text.split("\n")
    if not text.strip():
        return Transcript((), "")
    listed = _listed(text, lines, name)
    if listed is None:
        return _each(numbered(lines), name, listed=False)
    _must_be_text(text, name)
    if any(map(is_export, listed)):
        return _exported(listed, name, pick)
    return _each(enumerate(listed, start=1), name, listed=True)


def _exported(told: list[Any], name: str, pick: str) -> Transcript:
    titles = labels(told)
    number = _picked(titles, name, pick) if pick else 0
    one = export(told, number)
    if not one.messages:
        raise Problem(
            tr("“{label}” in {name} holds no messages.").format(label=one.label, name=name),
            tr("Choose another one."),
        )
    session = one.session or session_of(STANDARD_INPUT, one.messages)
    return Transcript(one.messages, session, one.skipped, listed=True, titles=titles, number=number)


def _picked(titles: tuple[str, ...], name: str, pick: str) -> int:
    """Which title is meant, by its number from 1 or a part of it."""
    found = [n for n, title in enumerate(titles) if pick.casefold() in title.casefold()]
    if pick.isdecimal():
        found = [n for n in range(len(titles)) if n == int(pick) - 1]
    if len(found) == 1:
        return found[0]
    many = "Several conversations" if found else "No conversation"
    shown = [f"{n + 1} “{titles[n]}”" for n in (found or range(len(titles)))]
    raise Problem(
        tr("{many} of {name} would be “{pick}”.").format(many=many, name=name, pick=pick),
        offered(shown),
    )


def offered(shown: Sequence[str]) -> str:
    """The conversations that can be chosen, as a hint; of many the first."""
    more = f" and {len(shown) - _OFFERED} more" if len(shown) > _OFFERED else ""
    return tr("There are {shown}{more}.").format(shown=", ".join(shown[:_OFFERED]), more=more)


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


def _each(told: Iterable[tuple[int, Any]], name: str, *, listed: bool) -> Transcript:
    """The messages there are; a Problem where no more can be read than cannot.

    Those of one document (`listed`) are values, else each is a line that is read as JSON.
    """
    messages: list[Message] = []
    skipped = 0
    unreadable: dict[int, str] = {}
    for number, one in told:
        try:
            found = record(one if listed else _loaded(one))
        except NotOneError as reason:
            unreadable[number] = str(reason)
        else:
            messages += [found] if found else []
            skipped += found is None
    if unreadable and len(unreadable) >= len(messages):
        number, why = next(iter(unreadable.items()))
        what = "Message" if listed else "Line"
        raise Problem(
            tr("{what} {number} of {name} {why}.").format(
                what=what, number=number, name=name, why=why
            ),
            _EXAMPLE,
        )
    return Transcript(tuple(messages), "", skipped, listed=listed, unreadable=tuple(unreadable))


def _loaded(line: str) -> Any:
    if _NO_TEXT.search(line):
        raise NotOneError("is not UTF-8 text")
    return loads(line)


def _no_messages(name: str, skipped: int) -> str:
    shown = "Standard input" if name == STANDARD_INPUT else name
    if not skipped:
        return tr("{shown} holds no messages.").format(shown=shown)
    return tr("{shown} holds no messages, only lines that nobody said.").format(shown=shown)


def _too_large(name: str) -> Problem:
    size = MOST // (1024 * 1024)
    return Problem(
        tr("{name} is larger than {size} MB.").format(name=name, size=size),
        tr("Take a part of it."),
    )
