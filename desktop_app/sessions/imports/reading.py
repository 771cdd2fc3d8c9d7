"""Reading: what a file, an archive or a folder holds, as entries. Knows the shapes, not the
notebook.

Values of JSON have their shapes in a table here, notes theirs in `forms.py`.
"""

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from itertools import islice
from pathlib import PurePosixPath
from typing import Any

from desktop_app.errors import Problem
from desktop_app.notebook.layout import Layout
from desktop_app.notebook.pictures import MOST
from desktop_app.notebook.text.records import NotOneError, loads
from desktop_app.notebook.vault_settings import DAILY_NOTES, LOGSEQ, daily_notes, logseq_days
from desktop_app.sessions.agents.every import recognised
from desktop_app.sessions.imports import chats, forms, json_notes, notes
from desktop_app.sessions.imports.attached import Attachments, attached
from desktop_app.sessions.imports.entry import (
    UNKNOWN,
    ImportEntry,
    ImportKind,
    ImportRead,
    ImportReads,
    SkippedEntry,
    SkipWhy,
)
from desktop_app.sessions.imports.files import NOTES, Bundle, ImportFile, reading, text_of
from desktop_app.sessions.imports.streaming import BrokenJsonError, values
from desktop_app.words import tr

_CHATS = re.compile(r"(?:.*/)?conversations(?:-[0-9]+)?\.json")
_LISTS = ("conversations", "entries")
_FIRST = 50  # values of a file by which its shape is known
_OF_LOGSEQ = f"{PurePosixPath(LOGSEQ).parent}/"
_OF_HERMES = ("MEMORY.md", "USER.md")
FORMS = tr(
    "Nightstand imports exports of ChatGPT and Claude (a zip, or conversations.json), Day One's "
    "JSON, Joplin's .jex or RAW folder, Bear's backups, Notion's Markdown, Google Keep's "
    "Takeout, Notesnook's zip, transcripts of agents, nanobot's history, Hermes' memory, folders "
    "of Markdown, and vaults of Obsidian and Logseq."
)

_SHAPES: tuple[tuple[set[str], Callable[[Any, str, datetime], ImportReads]], ...] = (
    ({"mapping"}, chats.conversation),
    ({"chat_messages"}, chats.conversation),
    ({"creationDate", "uuid"}, json_notes.day_one),
    ({"userEditedTimestampUsec", "isTrashed"}, json_notes.keep),
    ({"conversations_memory"}, json_notes.memory),
    ({"docs", "prompt_template"}, json_notes.project),
    ({"cursor", "timestamp", "content"}, json_notes.history),
)
"""How an object of JSON is read that has these keys: with the name of its file, at a time."""

_Reader = Callable[[Iterable[Any], str, datetime], ImportReads]  # of all values of a file


def entries(bundle: Bundle, now: datetime) -> ImportReads:
    """Everything in it, in the order of its files, and what of them was not read. Raises Problem
    if it is nothing known."""
    recorded = [(one, read) for one in bundle.files.values() if (read := _reader(one))]
    settings = (".", _OF_LOGSEQ) if LOGSEQ in bundle.files else "."
    left = {name for name in bundle.files
            if not name.startswith(settings) and not name.endswith(forms.INFO)}  # fmt: skip
    written = [bundle.files[name] for ending in forms.TEXTS for name in bundle.files
               if name in left and name.casefold().endswith(ending)]  # fmt: skip
    if not recorded and not written:
        unread = next((each for each in bundle.skipped if each.why != SkipWhy.OUTSIDE), None)
        if unread is not None and len(bundle.files) == 0:
            raise Problem(tr("{name} cannot be read.").format(name=unread.name), FORMS)
        raise Problem(tr("Nothing in {name} can be imported.").format(name=bundle.name), FORMS)
    yield from bundle.skipped
    attachments = Attachments(bundle.files)
    for file, read in recorded:
        left -= {
            file.name,
            f"{file.name.removesuffix('.json')}.html",
        }  # Keep's, which says the same
        for one in _of_json(file, read, now):
            yield from _with_files(one, file.name, attachments, left)
    daily = _vault(bundle)
    for file in written:
        noted = _of_note(file, bundle, daily, now) if file.name in left else ()
        left.discard(file.name)
        for one in noted:
            yield from _with_files(one, file.name, attachments, left)
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
            if _shape(value):
                return _each
            if recognised([value]):
                return chats.sessions
    return _each if _CHATS.fullmatch(file.name) else None


def _shape(value: Any) -> Callable[[Any, str, datetime], ImportReads] | None:
    keys = value.keys() if isinstance(value, dict) else set()
    return next((read for needed, read in _SHAPES if needed <= keys), None)


def _each(many: Iterable[Any], name: str, now: datetime) -> ImportReads:
    for value in many:
        read = _shape(value)
        yield from read(value, PurePosixPath(name).stem, now) if read else [UNKNOWN]


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


def _of_note(
    file: ImportFile, bundle: Bundle, daily: tuple[Layout, ImportKind] | None, now: datetime
) -> ImportReads:
    text = text_of(file)
    if isinstance(text, str) and _is_of_hermes(file.name, bundle):
        yield from notes.of_hermes(PurePosixPath(file.name).stem, text, now)
        return
    one = forms.formed(file, text, bundle) if isinstance(text, str) else text
    yield notes.note(file, one, daily, now) if isinstance(one, forms.FormedNote) else one


def _is_of_hermes(name: str, bundle: Bundle) -> bool:
    """Whether a note, or the other one beside it, is parted as Hermes parts its memory."""
    path = PurePosixPath(name)
    if path.name not in _OF_HERMES:
        return False
    others = [bundle.files.get(str(path.with_name(other))) for other in _OF_HERMES]
    return any(notes.is_of_hermes(str(text_of(other))) for other in others if other)


def _with_files(
    read: ImportRead, name: str, attachments: Attachments, left: set[str]
) -> ImportReads:
    """A note with the files that it shows, which are not `left` then; before it those that did not
    come along. What leads to another note stays as it is."""
    if isinstance(read, ImportEntry) and not read.messages:
        kept = {}
        for path in dict.fromkeys(one.path for one in attached(read.text)):
            file = attachments.find(name, path)
            if file is None or file.size > MOST:
                why = SkipWhy.TOO_LARGE if file else SkipWhy.NO_FILE
                yield SkippedEntry(f"{name}: {path}", why)
            if file and not file.name.casefold().endswith(NOTES):
                left.discard(file.name)
                kept[path] = file
        read = replace(read, attached=kept)
    yield read


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
