"""MEMORY.md written by an agent or a script in one go. Pure: bytes and a text in, bytes out.

Specification: 'memory_update(mode append|replace, text)'; `replace` obeys the rule that memory does
not shrink: every old bullet is kept, repeated or changed by a line of the new text.
"""

from typing import Literal

from desktop_app.dreams.builtin.book import Book
from desktop_app.dreams.builtin.relating.relate import relate
from desktop_app.dreams.builtin.relating.sense import sense
from desktop_app.errors import Problem
from desktop_app.notebook.bullets import Add, MemoryFile

Mode = Literal["append", "replace"]
_ACCOUNTED = frozenset({"duplicate", "merged", "update"})


def updated(data: bytes, text: str, mode: Mode, heading: str = "") -> bytes:
    """MEMORY.md with `text` added under `heading`, or with `text` in its place.

    Bullets of `text` are added one by one; a text without any becomes one bullet. What memory has
    already is not added again. Raises Problem when there is no text or nothing would change.
    """
    if not text.strip():
        raise Problem("There is nothing to write.", "Write a few words.")
    written = text.encode("utf-8", "surrogateescape")
    new = _replaced(data, written) if mode == "replace" else _appended(data, written, heading)
    if new == data:
        raise Problem("MEMORY.md says this already.", "Nothing was changed.")
    return new


def _appended(data: bytes, text: bytes, heading: str) -> bytes:
    memory, given = MemoryFile(data), MemoryFile(text)
    bullets = given.bullets
    lines = [(one.heading or heading, one.text) for one in bullets] or [
        (heading, text.decode("utf-8", "surrogateescape").strip())
    ]
    return memory.changed([Add(where, one) for where, one in lines if memory.find(one) is None])


def _replaced(data: bytes, text: bytes) -> bytes:
    """The text, and after it the old bullets that no line of it accounts for."""
    given = MemoryFile(text if text.endswith(b"\n") else text + b"\n")
    book = Book(given, "")
    kept = []
    for bullet in MemoryFile(data).bullets:
        said = sense(bullet.text)
        near = (line.now for line in (*book.same(said), *book.near(said)))
        if not any(relate(said, line, book.rarity).kind in _ACCOUNTED for line in near):
            kept.append(Add(bullet.heading, bullet.text))
    return given.changed(kept)
