"""A keyed hash of each phrase that was forgotten, so that no machine learns it again."""

import hmac
import os
from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from desktop_app import own_files
from desktop_app.database import Database
from desktop_app.errors import Problem
from desktop_app.notebook.history import Cause
from desktop_app.notebook.kept_tables import KeptTables
from desktop_app.notebook.storage import trouble
from desktop_app.settings import write_own_file
from desktop_app.tables import NewTable, Tables, making
from desktop_app.words import tr

if TYPE_CHECKING:
    from desktop_app.notebook.forgetting.phrases import Phrase, Sought

_KEY = 32  # bytes


class ForgottenText(Problem):
    """What an agent wants to write was forgotten for good."""


class _Tombstone(NamedTuple):
    """The hash of a phrase, how many words it has, a short hash of its first one, and whether it
    names a topic."""

    hash: bytes
    words: int
    first: int
    topic: int


class Tombstones:
    """The tombstones of one notebook. Every method raises Problem when the disk refuses."""

    def __init__(self, database: Database) -> None:
        self._kept = KeptTables(database, _TABLES)
        self._file = database.path.with_name("forgotten.key")

    def add(self, phrases: "Iterable[Phrase]", topic: bool, now: datetime) -> None:
        """From now on no machine learns a line that says one of these phrases."""
        key = self._key()
        if key is None:  # or a damaged one, which protects nothing any more
            key = os.urandom(_KEY)
            write_own_file(self._file, key)
        rows = [
            (_hash(key, one), len(one), _first(key, one[0]), topic, now.isoformat())
            for one in phrases
        ]
        with self._kept.writing() as db:
            db.executemany("insert or ignore into forgotten values (?, ?, ?, ?, ?)", rows)

    def lift(self, phrases: "Iterable[Phrase]") -> int:
        """These may be learnt again; how many of them had a tombstone."""
        key = self._key()
        if key is None or not self._rows():
            return 0
        hashes = [(_hash(key, one),) for one in phrases]
        with self._kept.writing() as db:
            return db.executemany("delete from forgotten where hash = ?", hashes).rowcount

    def says(self, text: str) -> bool:
        """Whether a text says what was forgotten."""
        return self.named_in(text) is not None

    def without(self, text: str) -> str:
        """Markdown without the lines that say it."""
        met = self.named_in(text)
        return text if met is None else _cutting().cut_text(text, met).text

    def blanked(self, text: str) -> str:
        """The same with an empty line for each, so that the others keep their numbers."""
        met = self.named_in(text)
        return text if met is None else _cutting().blanked(text, met)

    def cut(self, data: bytes) -> bytes:
        """The same of a file."""
        met = self.named_in(data.decode("utf-8", "surrogateescape"))
        return data if met is None else _cutting().cut_file(data, met).data

    def refuse(self, cause: Cause, data: bytes, base: bytes = b"") -> None:
        """Raise ForgottenText where an agent writes a line that says it and `base` has not."""
        if cause.client:
            self.must_not_say(data, base)

    def must_not_say(self, data: bytes, base: bytes = b"") -> None:
        """Raise ForgottenText where a machine writes a line that says it and `base` has not."""
        met = self.named_in(data.decode("utf-8", "surrogateescape"))
        if met is None:
            return
        cut_file = _cutting().cut_file
        there = {line.text for line in cut_file(base, met).lines}
        if any(line.text not in there for line in cut_file(data, met).lines):
            raise ForgottenText(
                tr("A person has had this forgotten for good, so no machine writes it again."),
                tr("A person may write it by hand."),
            )

    def named_in(self, text: str) -> "Sought | None":
        """The forgotten phrases that a text says; None where it says none."""
        rows = self._rows()
        key = self._key() if rows else None
        if key is None:
            return None
        from desktop_app.notebook.forgetting.phrases import Sought, unescaped, words_in

        words = words_in(text)
        if "\\" in text:
            words += words_in(unescaped(text))
        sizes: dict[int, set[int]] = {}
        for row in rows:
            sizes.setdefault(row.first, set()).add(row.words)
        begins = {word: sizes.get(_first(key, word), ()) for word in set(words)}
        runs = {
            tuple(words[at : at + size])
            for at, word in enumerate(words)
            for size in begins[word]
            if at + size <= len(words)
        }
        by_hash = {_hash(key, run): run for run in runs}
        met = [row for row in rows if row.hash in by_hash]
        if not met:
            return None
        return Sought(tuple(sorted(by_hash[row.hash] for row in met)), any(r.topic for r in met))

    def _rows(self) -> list["_Tombstone"]:
        rows = self._kept.rows("select hash, words, first, topic from forgotten")
        return [_Tombstone(*row) for row in rows]

    def _key(self) -> bytes | None:
        return _read(self._file)


def _cutting() -> ModuleType:
    """What cuts texts; it is loaded where something was forgotten, and met."""
    from desktop_app.notebook.forgetting import cutting

    return cutting


def _read(file: Path) -> bytes | None:
    with trouble.with_file(tr("the key of what is forgotten")):
        try:
            key = own_files.read(file)
        except FileNotFoundError:
            return None
    return key if len(key) == _KEY else None


def _hash(key: bytes, phrase: "Phrase") -> bytes:
    return hmac.digest(key, " ".join(phrase).encode("utf-8", "surrogatepass"), "sha256")


@lru_cache(1 << 16)
def _first(key: bytes, word: str) -> int:
    """A short hash of a word: most words of a text are left alone by it, and it tells little."""
    return int.from_bytes(_hash(key, ("", word))[:2], "big")


_COLUMNS = {"hash": bytes, "words": int, "first": int, "topic": int, "at": str}
_TABLES = Tables("forgotten", making("_forgotten", NewTable("forgotten", _COLUMNS, "hash")))
