"""Streaming: the values of a JSON list or of lines one by one, however many. Knows no file.

An export can have hundreds of megabytes, a computer not much more memory. Nothing but one value is
held at a time, and a value has a limit.
"""

import codecs
import hashlib
import json
import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from datetime import datetime
from typing import Any, Protocol
from zoneinfo import ZoneInfo

from desktop_app.sessions.agents.turns import inner, objects, word
from desktop_app.sessions.imports.entry import ImportKind, ImportReads, SkippedEntry, SkipWhy
from desktop_app.sessions.imports.notes import placed, undated
from desktop_app.sessions.session_date import local
from desktop_app.words import tr

VALUE_MOST = 64_000_000
"""The most characters of one value: no conversation is longer."""

_PIECE = 1 << 18
_BLANK = re.compile(r"[ \t\r\n\ufeff]*")
_GOES_ON = ("", *"0123456789.eE+-")  # of a number, when its text was cut


class ReadsBytes(Protocol):
    """An open file."""

    def read(self, size: int, /) -> bytes:
        """At most so many bytes; none at the end."""


class BrokenJsonError(Exception):
    """The text is no JSON from here on, breaks off, or has a value that is too long."""


def values(file: ReadsBytes, lists: Collection[str]) -> Iterator[Any]:
    """The values of a document that is a list, or of the lists in an object that have one of the
    names in `lists`.

    An object without such a list is a value itself, and others may follow it, as lines of their
    own, also after a broken one. Raises BrokenJsonError, at the end if only lines were broken.
    """
    text, broken = _Text(file), False
    start = text.next()
    if start == "[":
        yield from text.items()
    while start == "{" and text.next():
        try:
            yield from _of_object(text, lists)
        except BrokenJsonError:
            broken = True
            text.next_line()
    if text.next() or broken or not start:
        raise BrokenJsonError


def _of_object(text: "_Text", lists: Collection[str]) -> Iterator[Any]:
    whole: dict[str, Any] = {}
    listed = False
    text.take("{")
    while text.next() != "}":
        if text.next() != '"':
            raise BrokenJsonError
        key = text.value()
        text.take(":")
        if key in lists and text.next() == "[":
            listed = True
            yield from text.items()
        else:
            whole[key] = text.value()
        if text.next() != "}":
            text.take(",")
    text.take("}")
    if not listed:
        yield whole


class _Text:
    """The text of a file from where it is read; what was read is let go."""

    def __init__(self, file: ReadsBytes) -> None:
        self._file = file
        self._decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
        self._json = json.JSONDecoder()
        self._text, self._at, self._ended = "", 0, False

    def next(self) -> str:
        """The next sign that is not blank; "" at the end."""
        while True:
            self._at = _BLANK.match(self._text, self._at).end()  # type: ignore[union-attr]
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._more(_PIECE):
                return ""

    def take(self, sign: str) -> None:
        """Go on behind a sign, which has to be the next one."""
        if self.next() != sign:
            raise BrokenJsonError
        self._at += 1

    def next_line(self) -> None:
        """Go on at the next line that begins with an object, or at the end."""
        while (at := self._text.find("\n{", max(0, self._at - 1))) < 0:
            self._at = len(self._text)
            if not self._more(_PIECE):
                return
        self._at = at + 1

    def items(self) -> Iterator[Any]:
        """The values of the list that begins here."""
        self.take("[")
        while self.next() != "]":
            yield self.value()
            if self.next() != "]":
                self.take(",")
        self.take("]")

    def value(self) -> Any:
        """The next value."""
        self.next()
        wanted = _PIECE
        while True:
            try:
                value, end = self._json.raw_decode(self._text, self._at)
                if self._ended or self._text[end : end + 1] not in _GOES_ON:
                    self._at = end
                    return value
            except RecursionError:
                raise BrokenJsonError from None
            except ValueError:
                if self._ended:
                    raise BrokenJsonError from None
            if len(self._text) - self._at > VALUE_MOST:
                raise BrokenJsonError
            self._more(wanted)
            wanted *= 2  # so that a long value is begun again only a few times

    def _more(self, count: int) -> bool:
        """Read on; whether there was more."""
        if self._ended:
            return False
        data = self._file.read(count)
        self._ended = not data
        before = max(0, self._at - 1)  # a sign more, since an object may begin a line
        self._text = self._text[before:] + self._decoder.decode(data, final=self._ended)
        self._at -= before
        return bool(data)


_PICTURE = re.compile(r"!\[([^\]\n]*)\]\(dayone-moment:/*(?:\w+/)?(\w*)[^)\n]*\)")
_PLACE = ("placeName", "localityName", "administrativeArea", "country")
_ESCAPED = re.compile(r"(?<=[^\s\\0-9])\\[.\-+()!#_]|\\[()!]")  # needed at a line's start only
_SECTION = re.compile(r"\n(?=(?:\*\*[^*\n]+\*\*|#+ [^\n]+)\s*\n)")


def day_one(value: dict[str, Any], journal: str, now: datetime) -> ImportReads:
    """An entry of Day One's `journal`, on the day of the place where it was written."""
    text, made = value.get("text"), value.get("creationDate")
    name = f"{journal} {made}" if isinstance(made, str) else journal
    if not isinstance(text, str) or not (body := _named(text, value).strip()):
        yield SkippedEntry(name, SkipWhy.EMPTY)
        return
    tags = value.get("tags")
    if isinstance(tags, list) and (words := [tag for tag in tags if isinstance(tag, str)]):
        body += f"\n\nTags: {', '.join(words)}"
    place = value.get("location")
    if isinstance(place, dict) and (parts := [place[one] for one in _PLACE if place.get(one)]):
        body += f"\n\nPlace: {', '.join(dict.fromkeys(map(str, parts)))}"
    moment = _moment(made, value.get("timeZone"), now)
    day, at = moment and moment.date(), None if value.get("isAllDay") is True else moment
    sha = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    source = f"dayone:{word(value.get('uuid')) or f'-{sha}'}"
    yield placed(ImportKind.DAY_ONE, source, (journal,), day, at, body, now, name)


def _named(text: str, value: dict[str, Any]) -> str:
    """The text with the file of each photo, which it names by a number: photos/MD5.jpeg. Needless
    backslashes go.
    """
    files = {
        str(one.get("identifier")): f"photos/{one.get('md5')}.{one.get('type') or 'jpeg'}"
        for one in objects(value.get("photos"))
    }

    def picture(match: re.Match[str]) -> str:
        path = files.get(match[2])
        return f"![{match[1]}]({path})" if path else ""

    return _ESCAPED.sub(lambda sign: sign[0][1], _PICTURE.sub(picture, text.replace("\r\n", "\n")))


def _moment(made: Any, zone: Any, now: datetime) -> datetime | None:
    """When it was on the clock of the place; on ours where the system does not know its zone."""
    moment: datetime | None = None
    with suppress(ValueError, OverflowError, TypeError, OSError, KeyError):
        moment = datetime.fromisoformat(made)
        if moment.tzinfo is not None:
            moment = local(moment, now)
            moment = moment.astimezone(ZoneInfo(zone))
    return moment and moment.replace(tzinfo=None)


def memory(value: dict[str, Any], _name: str, now: datetime) -> ImportReads:
    """The sections of what Claude remembers of all conversations, and of each project."""
    of_projects = inner(value, "project_memories").values()
    for text in map(word, (value["conversations_memory"], *of_projects)):
        for section in filter(None, _SECTION.split(text)):
            yield undated(tr("Claude's memory"), section, now)
