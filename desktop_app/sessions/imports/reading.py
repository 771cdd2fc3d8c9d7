"""Reading: what a file, an archive or a folder holds, as entries. Knows the shapes, not the
notebook.
"""

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime
from itertools import islice
from pathlib import PurePosixPath
from typing import Any

from desktop_app.errors import Problem
from desktop_app.notebook.layout import Layout
from desktop_app.notebook.text.records import NotOneError, loads
from desktop_app.notebook.vault_settings import DAILY_NOTES, LOGSEQ, daily_notes, logseq_days
from desktop_app.sessions.agents.every import recognised
from desktop_app.sessions.imports import chats, notes
from desktop_app.sessions.imports.entry import (
    UNKNOWN,
    ImportKind,
    ImportReads,
    SkippedEntry,
    SkipWhy,
)
from desktop_app.sessions.imports.files import NOTES, Bundle, ImportFile, reading, text_of
from desktop_app.sessions.imports.streaming import BrokenJsonError, values
from desktop_app.words import tr

_CHATS = re.compile(r"(?:.*/)?conversations(?:-[0-9]+)?\.json")
_LISTS = ("conversations",)
_FIRST = 50  # values of a file by which its shape is known
_OF_LOGSEQ = f"{PurePosixPath(LOGSEQ).parent}/"
FORMS = tr(
    "Nightstand imports exports of ChatGPT and Claude (a zip, or conversations.json), transcripts "
    "of agents, folders of Markdown, and vaults of Obsidian and Logseq."
)

_Reader = Callable[[Iterable[Any], str, datetime], ImportReads]  # of all values of a file


def entries(bundle: Bundle, now: datetime) -> ImportReads:
    """Everything in it, in the order of its files, and what of them was not read. Raises Problem
    if it is nothing known."""
    recorded = [(one, read) for one in bundle.files.values() if (read := _reader(one))]
    settings = (".", _OF_LOGSEQ) if LOGSEQ in bundle.files else "."
    left = {name for name in bundle.files if not name.startswith(settings)}
    written = [bundle.files[name] for ending in NOTES for name in bundle.files
               if name in left and name.casefold().endswith(ending)]  # fmt: skip
    if not recorded and not written:
        unread = next((each for each in bundle.skipped if each.why != SkipWhy.OUTSIDE), None)
        if unread is not None and len(bundle.files) == 0:
            raise Problem(tr("{name} cannot be read.").format(name=unread.name), FORMS)
        raise Problem(tr("Nothing in {name} can be imported.").format(name=bundle.name), FORMS)
    yield from bundle.skipped
    for file, read in recorded:
        left.discard(file.name)
        yield from _of_json(file, read, now)
    daily = _vault(bundle)
    for file in written:
        left.discard(file.name)
        text = text_of(file)
        yield notes.note(file.name, text, daily, now) if isinstance(text, str) else text
    yield from (SkippedEntry(name, SkipWhy.NOT_READ) for name in bundle.files if name in left)


def _reader(file: ImportFile) -> _Reader | None:
    """How a file of JSON is read, by one of its first values; None where none is known.

    One that is called as an export names it is one even if it is broken, which is told.
    """
    if not file.name.casefold().endswith((".json", ".jsonl")) or file.name == DAILY_NOTES:
        return None
    with (
        suppress(BrokenJsonError, Problem, OSError),
        reading(file.name),
        file.open() as stream,
    ):
        for value in islice(values(stream, _LISTS), _FIRST):
            if chats.is_conversation(value):
                return _each
            if recognised([value]):
                return chats.sessions
    return _each if _CHATS.fullmatch(file.name) else None


def _each(many: Iterable[Any], _name: str, now: datetime) -> ImportReads:
    for value in many:
        yield from chats.conversation(value, now) if chats.is_conversation(value) else [UNKNOWN]


def _of_json(file: ImportFile, read: _Reader, now: datetime) -> ImportReads:
    some = False
    try:
        with reading(file.name), file.open() as stream:
            for one in read(values(stream, _LISTS), file.name, now):
                yield one
                some = True
    except BrokenJsonError:
        if not some:
            raise Problem(
                tr("{name} is no JSON that can be read.").format(name=file.name), FORMS
            ) from None
        yield SkippedEntry(file.name, SkipWhy.BROKEN)


def _vault(bundle: Bundle) -> tuple[Layout, ImportKind] | None:
    """How a vault of Obsidian or a graph of Logseq names its daily notes; None for any other
    folder."""
    if settings := bundle.files.get(LOGSEQ):
        return logseq_days(str(text_of(settings))), ImportKind.LOGSEQ
    found = None
    if settings := bundle.files.get(DAILY_NOTES):
        with suppress(NotOneError):
            found = daily_notes(loads(str(text_of(settings))))
    return (found or Layout(days=""), ImportKind.OBSIDIAN) if bundle.vault else None
