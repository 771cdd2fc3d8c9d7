"""Lines: an editor's buffer put back onto its bytes. Knows no file.

An editor can't show every byte. It drops a byte order mark and bytes that are not UTF-8, and shows
all kinds of line breaks and spaces alike. So a buffer is never the file: a comparison finds the
person's changes, and only these change the bytes.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from desktop_app.notebook.text.compare import common, regions
from desktop_app.regex import regex
from desktop_app.words import counted, tr

_MARK = "\ufeff"
_NBSP = "\u00a0"
_BREAKS = "\r\n\u2028\u2029\ufdd0\ufdd1"  # the last two are private to Qt, which breaks there too
_HIDDEN = "\ud800-\udfff"  # surrogates stand for bytes that are not UTF-8
_BREAK = regex(f"\r\n|[{_BREAKS}]")
_LINE = regex(f"[^{_BREAKS}]*(?:\r\n|[{_BREAKS}])|[^{_BREAKS}]+")
_UNWRITABLE = regex("[\ud800-\udc7f\udd00-\udfff]")
_UNSHOWN = regex(f"[{_HIDDEN}]+")
# One shown character with the hidden bytes after it, and before it at the start of a line.
_CELL = regex(f"[{_HIDDEN}]*(?:\r\n|[{_BREAKS}]|[^{_HIDDEN}][{_HIDDEN}]*)")


def split(text: str) -> list[str]:
    """The lines with their endings; a line ends at "\\n" and nowhere else."""
    parts = text.split("\n")
    last = parts.pop()
    return [part + "\n" for part in parts] + ([last] if last else [])


def opened(data: bytes) -> tuple[str, str]:
    """A file's byte order mark ("" if it has none), and its text; odd bytes become surrogates."""
    text = data.decode("utf-8", "surrogateescape")
    return (_MARK, text[1:]) if text.startswith(_MARK) else ("", text)


def eol(text: str) -> str:
    """The line ending that most lines of the text have; "\\n" when it has none."""
    windows = text.count("\r\n")
    unix = text.count("\n") - windows
    if windows > unix:
        return "\r\n"
    return "\r" if not windows and not unix and "\r" in text else "\n"


def newline(text: str) -> str:
    """The line ending for new lines of the text: a lone carriage return is never written."""
    return "\r\n" if eol(text) == "\r\n" else "\n"


def writable(text: str) -> str:
    """The text without lone surrogates that stand for no byte: no file can hold them."""
    return text if text.isascii() else _UNWRITABLE.sub("\ufffd", text)


def as_buffer(data: bytes) -> str:
    """The text an editor shows for these bytes: exactly what Qt's `toPlainText` gives back."""
    return _shown(opened(data)[1])


def bytes_of(text: str) -> bytes:
    """A text as a file has it; what was no UTF-8 is as it was."""
    return text.encode("utf-8", "surrogateescape")


def text_of(data: bytes) -> str:
    """A file's bytes as text; what is no UTF-8 becomes surrogates."""
    return data.decode("utf-8", "surrogateescape")


def map_buffer(base: bytes, buffer: str) -> bytes:
    """The bytes of `base` with the changes that a person made in the editor's `buffer`.

    `buffer` may come from `toPlainText` or from `toRawText`. Unchanged lines keep their bytes,
    whatever they are, and so does the unchanged part of a changed line. New line breaks have the
    file's own style. A space in the buffer leaves a no-break space of the file alone.
    """
    mark, text = opened(base)
    buffer = _UNSHOWN.sub("\ufffd", _BREAK.sub("\n", buffer))
    shown = _shown(text)
    if mark and not shown.startswith(_MARK):
        buffer = buffer.removeprefix(_MARK)
    if shown == buffer:
        return base
    style = eol(text)
    old, keys, new = _LINE.findall(text), split(shown), split(buffer)
    tail = "".join(old[len(keys) :])  # a last line of undecodable bytes only, which shows nothing
    pieces: list[str] = []
    for run in regions(keys, split(_plain(buffer))):
        before, wanted = old[run.i : run.i_end], new[run.j : run.j_end]
        if not run.same:
            pieces += _remapped("".join(before), "".join(wanted), style)
        elif _NBSP not in buffer:
            pieces += before
        else:
            for line, wish in zip(before, wanted, strict=True):
                pieces += _remapped(line, wish, style) if _NBSP in wish else [line]
    return (mark + _joined(pieces) + tail).encode("utf-8", "surrogateescape")


def _plain(text: str) -> str:
    return text.replace(_NBSP, " ")


def _shown(text: str) -> str:
    if text.isascii() and "\r" not in text:
        return text
    # By line, since a pattern over megabytes would hold up every other thread meanwhile.
    return "".join(
        line
        if line.isascii() and "\r" not in line
        else _plain(_UNSHOWN.sub("", _BREAK.sub("\n", line)))
        for line in split(text)
    )


def _remapped(old: str, new: str, style: str) -> Iterator[str]:
    """`new`, made of the characters of `old` (with their hidden bytes) wherever they are equal."""
    # One character is left on either side, so that no hidden byte or half of a CRLF is cut off.
    start = max(0, common(old, new) - 1)
    old_rest, new_rest = old[start:], new[start:]
    end = max(0, common(old_rest[::-1], new_rest[::-1]) - 1)
    middle, wanted = old_rest[: len(old_rest) - end], new_rest[: len(new_rest) - end]
    yield old[:start]
    cells: list[str] = []
    for run in regions(_shown(middle), _plain(wanted)):
        signs = wanted[run.j : run.j_end]
        if not run.same:
            yield signs.replace("\n", style)
            continue
        cells = cells or _CELL.findall(middle)
        for cell, sign in zip(cells[run.i : run.i_end], signs, strict=True):
            yield cell.replace(" ", _NBSP) if sign == _NBSP else cell
    yield old_rest[len(old_rest) - end :]


def _joined(pieces: Iterable[str]) -> str:
    whole: list[str] = []
    for piece in filter(None, pieces):
        if piece.startswith("\n") and whole and whole[-1].endswith("\r"):
            whole.append("\r")  # two line breaks that came together must not become one
        whole.append(piece)
    return "".join(whole)


class Length(NamedTuple):
    """The size of a text as agents count it."""

    lines: int
    characters: int


class Limits(NamedTuple):
    """How much of MEMORY.md agents read; 0 is no limit."""

    lines: int = 0
    characters: int = 0

    def passed(self, length: Length) -> str:
        """What a text has too many of, `lines` or `characters`; "" for neither."""
        many = (name for name, most in self._asdict().items() if 0 < most < getattr(length, name))
        return next(many, "")


UNLIMITED = Limits()


def length_of(data: bytes) -> Length:
    """The length of a file's bytes; one that is no UTF-8 counts as a character."""
    text = data.decode("utf-8", "surrogateescape")
    return Length(len(split(text)), len(text))


def limits_of(get: Callable[[str], Any]) -> Limits:
    """The limits that the person's settings name; `get` is that of `Settings`."""
    return Limits(get("memory.lines"), get("memory.characters"))


def length_in_words(length: Length, limits: Limits) -> str:
    """The length, and the part that agents read of a text that is too long."""
    size = tr("{lines}, {characters}").format(
        lines=counted("{count} line", "{count} lines", length.lines),
        characters=counted("{count} character", "{count} characters", length.characters),
    )
    passed = limits.passed(length)
    if not passed:
        return size
    lines, characters = (
        tr("agents read the first {count:,} lines"),
        tr("agents read the first {count:,} characters"),
    )
    part = lines if passed == "lines" else characters
    return f"{size}; {part.format(count=getattr(limits, passed))}"
