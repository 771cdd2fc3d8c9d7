"""Streaming: the values of a JSON list or of lines one by one, however many. Knows no file.

An export can have hundreds of megabytes, a computer not much more memory. Nothing but one value is
held at a time, and a value has a limit.
"""

import codecs
import json
import re
from collections.abc import Collection, Iterator
from typing import Any, Protocol

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
