"""Imports into an open notebook: looked at, written, and taken back as one.

Thousands of days are written in pieces, each one step, so that nobody waits long for the notebook.
All pieces are one import, which one undo takes back.
"""

import asyncio
import itertools
import os
from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Callable,
    Collection,
    Generator,
    Iterable,
    Sequence,
)
from contextlib import ExitStack, aclosing, closing, suppress
from dataclasses import dataclass, replace
from datetime import date, datetime
from pathlib import Path
from typing import TypeVar

from desktop_app.dreams import flush as flushing
from desktop_app.dreams.engine_choice import USUAL, Engine
from desktop_app.dreams.talk import talk_store as flushed
from desktop_app.dreams.talk.worth import familiar
from desktop_app.errors import Problem
from desktop_app.jobs import Report
from desktop_app.memory.room import Room
from desktop_app.notebook import days
from desktop_app.notebook.files import Conflict, Snapshot
from desktop_app.notebook.history import Cause
from desktop_app.notebook.write_journal import Intent, Write
from desktop_app.sessions.imports import books, files
from desktop_app.sessions.imports.books import (
    Brought,
    ImportRun,
    KnownLines,
    fingerprint,
    plain,
    taken_out,
)
from desktop_app.sessions.imports.entry import ImportEntry, ImportKind, ImportPreview, SkippedEntry
from desktop_app.sessions.imports.reading import entries
from desktop_app.threads import to_its_end
from desktop_app.words import counted, tr

T = TypeVar("T")

_ATTEMPTS = 4
_PIECE = 50  # days that are written while others wait for the notebook
_AT_ONCE = 25  # entries that are read before a cancel is heard


@dataclass(frozen=True)
class Imported:
    """What an import wrote: `entries` into `days`. `id` is "" if that was nothing.

    `known` entries were there already. In `nothing` conversations nothing was worth keeping, and
    `held_back` sentences looked like secrets or gave orders.
    """

    id: str
    entries: int
    days: tuple[date, ...]
    paths: tuple[str, ...]
    known: int
    nothing: int
    held_back: int


@dataclass(frozen=True)
class ImportUndone:
    """An import that was taken back. `conflicts` places were edited since, and stay."""

    id: str
    paths: tuple[str, ...]
    conflicts: int


class Imports(Room):
    """Brings exports of other programs into the days of an open notebook."""

    async def look(self, path: str, *, report: Report = lambda step: None) -> ImportPreview:
        """What an import of a file, a zip or a folder would bring. Writes nothing.

        Raises Problem if it cannot be read or holds nothing that is known.
        """
        found, number = ImportPreview(path, Path(path).name or path), 0
        async with aclosing(self._read(path, self._clock.now(), tuple(ImportKind))) as every:
            async for each in every:
                number += 1
                report(tr("Looking at what is there: {number:,}").format(number=number))
                if isinstance(each, SkippedEntry):
                    found.left_out.setdefault(each.why, []).append(each.name)
                elif each.sha:
                    found.new[each.kind, each.day] += 1
                else:
                    found.known[each.kind] += 1
        return found

    async def write(
        self,
        preview: ImportPreview,
        chosen: Collection[ImportKind],
        *,
        engine: Engine = USUAL,
        report: Report = lambda step: None,
    ) -> Imported:
        """Bring what is new of the chosen kinds into its days.

        Until the first day is written a cancel leaves nothing behind; one that comes later changes
        nothing. Of conversations `engine` writes what matters.
        Raises Problem when the source cannot be read any more or a day cannot be written; what was
        written before is taken back.
        What a crash cut short can be undone, or imported again for what is missing.
        """
        brought, now = Brought(), self._clock.now()
        async with aclosing(self._read(preview.path, now, chosen)) as every:
            await self._gather(every, preview.entries(chosen), brought, engine, report)
        count = len(brought.blocks)
        report(counted("Writing into {count} day", "Writing into {count} days", count))
        return await _in_spite_of_a_cancel(lambda: self._put(preview.path, brought, now))

    async def _gather(
        self,
        every: AsyncIterator[ImportEntry | SkippedEntry],
        whole: int,
        brought: Brought,
        engine: Engine,
        report: Report,
    ) -> None:
        """What is new of all that was read, as blocks of days."""
        number, forgotten = 0, self._notebook.tombstones.without
        words = await asyncio.to_thread(familiar, self._notebook)
        summarizer = self._engines.summarizer(engine, report)
        async for each in every:
            if isinstance(each, SkippedEntry):
                continue
            if not each.sha:
                brought.known += 1
                continue
            number += 1
            report(tr("Reading: {number:,} of {whole:,}").format(number=number, whole=whole))
            entry = replace(each, title=forgotten(each.title), text=forgotten(each.text))
            if not entry.messages:
                brought.note(entry)
                continue
            draft = await flushing.draft(
                self._notebook,
                entry.messages,
                session=entry.source,
                summarizer=summarizer,
                only=entry.numbers,
                words=words,
            )
            new = draft.new + entry.keys
            brought.conversation(entry, replace(draft, text=forgotten(draft.text), new=new))

    def undo(self, id: str) -> ImportUndone:  # noqa: A002
        """Take an import back: each of its days becomes what it was before.

        What was written there since stays. Where lines of the import were edited, they stay too and
        are counted. Raises Problem when it was taken back already; what a crash cut short can be
        taken back again.
        """
        now = self._clock.now()
        run = next((each for each in books.runs(self._notebook) if each.id == id), None)
        if run is None:
            raise Problem(
                tr("There is no import to undo."),
                tr("Each import can be undone once."),
            )
        undone: list[str] = []
        conflicts = 0
        pieces = _in_pieces(run.ends.items())
        for n, piece in enumerate(pieces, 1):
            with self._writing.own() as paths, self._notebook.lock():
                found = [self._without(path, *ends) for path, ends in piece]
                writes = [write for write, _ in found if write]
                conflicts += sum(left for _, left in found)
                kind = books.UNDO if n == len(pieces) else books.UNDO_PIECE
                purpose: dict[str, object] = {"kind": kind, "id": id, "at": now.isoformat()}
                self._save(writes, purpose, Cause.UNDO, now)
                paths += [write.path for write in writes]
            undone += paths
        return ImportUndone(id, tuple(undone), conflicts)

    def latest(self) -> ImportRun | None:
        """The newest import that was not taken back."""
        return next(iter(books.runs(self._notebook)), None)

    async def _read(
        self, path: str, now: datetime, chosen: Collection[ImportKind]
    ) -> AsyncGenerator[ImportEntry | SkippedEntry, None]:
        """What `_judged` says, a handful at a time in a thread; a cancel waits for the handful."""
        with ExitStack() as stack:
            opening = files.opened(Path(path), self._notebook.root)
            bundle = await to_its_end(stack.enter_context, opening)
            steps = stack.enter_context(closing(self._judged(bundle, now, chosen)))
            while batch := await to_its_end(lambda: list(itertools.islice(steps, _AT_ONCE))):
                for each in batch:
                    yield each

    def _judged(
        self, bundle: files.Bundle, now: datetime, chosen: Collection[ImportKind]
    ) -> Generator[ImportEntry | SkippedEntry, None, None]:
        """Everything that is read, each entry with what of it the notebook does not have."""
        notebook, seen = self._notebook, set[str]()
        known = books.known(notebook)
        flushed.settle(notebook)
        standing = KnownLines(lambda day: notebook.read(notebook.day_path(day)).text)
        for one in entries(bundle, now):
            if isinstance(one, SkippedEntry):
                yield one
            elif one.kind in chosen and one.messages:
                yield self._conversation(one, seen)
            elif one.kind in chosen:
                yield standing.judged(one, *known)

    def _conversation(self, entry: ImportEntry, seen: set[str]) -> ImportEntry:
        """The same with the numbers of its new messages. One that was kept under the name of its
        session is known as well.
        """
        every = flushing.message_keys(entry.source, entry.messages)
        told = flushing.message_keys(entry.session or entry.source, entry.messages)
        both = [key for n in entry.numbers for key in (every[n], told[n])]
        had = flushed.already_written(self._notebook, both) | seen
        numbers = tuple(n for n in entry.numbers if not {every[n], told[n]} & had)
        seen.update(both)
        sha = fingerprint(entry.day, "\n".join(every[n] for n in numbers)) if numbers else ""
        keys = tuple(told[n] for n in numbers) if entry.session else ()
        return replace(entry, numbers=numbers, sha=sha, keys=keys)

    def _put(self, path: str, brought: Brought, now: datetime) -> Imported:
        """Write all blocks, each piece as one intent of the journal."""
        days_ = tuple(sorted(brought.blocks))
        paths = tuple(map(self._notebook.day_path, days_))
        counts = (brought.known, brought.nothing, brought.held_back)
        if not days_:
            flushed.note(self._notebook, [key for row in brought.rows for key in row.keys], now)
            return Imported("", 0, days_, paths, *counts)
        id_ = f"{now:%Y%m%d-%H%M%S}-{os.urandom(3).hex()}"
        run = ImportRun(id_, now, plain(path), 0, {})
        pieces = _in_pieces(brought.texts())
        try:
            for n, piece in enumerate(pieces, 1):
                run = replace(run, entries=run.entries + sum(len(texts) for _, texts in piece))
                rows = brought.rows_of({day for day, _ in piece}, rest=n == len(pieces))
                self._put_piece(run, piece, rows)
        except Problem:
            with suppress(Problem):  # it can be undone by hand
                self.undo(id_)
            raise
        return Imported(id_, brought.entries, days_, paths, *counts)

    def _put_piece(
        self, run: ImportRun, piece: Sequence[tuple[date, list[str]]], rows: Sequence[ImportEntry]
    ) -> None:
        for attempt in range(1, _ATTEMPTS + 1):
            with self._writing.own() as paths, self._notebook.lock():
                writes = [self._with(day, texts) for day, texts in piece]
                ends = {write.path: (write.old_sha, write.sha) for write in writes}
                part = replace(run, ends=run.ends | ends)
                try:
                    self._save(writes, books.purpose(part, rows), Cause.IMPORT, run.at)
                except Conflict:  # another program wrote into one of these days right now
                    if attempt == _ATTEMPTS:
                        raise
                    continue
                paths += ends
                break

    def _with(self, day: date, texts: Sequence[str]) -> Write:
        there = self._notebook.read(self._notebook.day_path(day))
        text = days.with_blocks(there.text, days.opening(self._notebook, day), texts)
        return Write(there.path, there.sha, text.encode("utf-8", "surrogateescape"))

    def _save(
        self, writes: Iterable[Write], purpose: dict[str, object], cause: Cause, now: datetime
    ) -> None:
        def finish(intent: Intent) -> None:
            books.finish(self._notebook, intent)

        self._notebook.save_all(tuple(writes), purpose, cause, finish, now)

    def _without(self, path: str, before: str, after: str) -> tuple[Write | None, int]:
        """The write that takes an import out of a file, if one is needed, and what stays."""
        current: Snapshot = self._notebook.read(path)
        if not current.exists or current.sha == before:
            return None, 0
        was, became = (self._notebook.history.find(path, sha) for sha in (before, after))
        rest, conflicts = taken_out(was, became, current.data)
        gone = not before and days.is_empty(rest.decode("utf-8", "surrogateescape"))
        return Write(path, current.sha, None if gone else rest), conflicts


def _in_pieces(every: Iterable[T]) -> list[list[T]]:
    """At least one piece."""
    one_by_one = iter(every)
    pieces = iter(lambda: list(itertools.islice(one_by_one, _PIECE)), [])
    return list(pieces) or [[]]


async def _in_spite_of_a_cancel(work: Callable[[], T]) -> T:
    """The answer of blocking work, which no cancel interrupts."""
    task = asyncio.ensure_future(asyncio.to_thread(work))
    with suppress(asyncio.CancelledError):
        return await asyncio.shield(task)
    await asyncio.wait({task})
    return task.result()
