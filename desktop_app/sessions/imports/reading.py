"""Reading: what a file, an archive or a folder holds, as entries. Knows the shapes, not the
notebook.

Values of JSON have their shapes in a table here, notes theirs in `forms.py`.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from itertools import islice
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from desktop_app.errors import Problem
from desktop_app.notebook.finding import (
    DAILY_NOTES,
    LOGSEQ,
    DailyNotes,
    daily_notes,
    logseq_days,
)
from desktop_app.notebook.text.records import NotOneError, loads
from desktop_app.sessions.imports import chats, day_one, forms, memories, notes
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
from desktop_app.sessions.imports.files import NOTES, Bounded, Bundle, ImportFile, text_of
from desktop_app.sessions.imports.streaming import BrokenJsonError, values
from desktop_app.words import tr

_CHATS = re.compile(r"(?:.*/)?conversations(?:-[0-9]+)?\.json")
_LISTS = ("conversations", day_one.LIST)
_FIRST = 50  # values of a file by which its shape is known
_OF_LOGSEQ = f"{PurePosixPath(LOGSEQ).parent}/"
_OF_HERMES = ("MEMORY.md", "USER.md")
FORMS = tr(
    "Known are the exports of ChatGPT and Claude (a zip, or conversations.json), Day One's JSON "
    "export, Joplin's .jex, Bear's backups, transcripts of agents, folders of Markdown, and "
    "vaults of Obsidian and Logseq."
)


class _Shape(NamedTuple):
    """What a value of JSON may be, and how the values of such a file are read: with its name, at a
    time, and what agents and persons said so far. `is_one` also takes the name of the list."""

    is_one: Callable[[str, Any], bool]
    read: Callable[[Iterable[Any], str, datetime, set[str]], ImportReads]


def _each(is_one: Callable[[Any], bool], read: Callable[[Any, datetime], ImportReads]) -> _Shape:
    """The shape of values that have nothing to do with each other."""

    def every(many: Iterable[Any], _name: str, now: datetime, _seen: set[str]) -> ImportReads:
        for value in many:
            yield from read(value, now) if is_one(value) else [UNKNOWN]

    return _Shape(lambda _, value: is_one(value), every)


def _keyed(read: Callable[[Any, datetime], ImportReads], *keys: str) -> _Shape:
    """The same of objects that have these keys."""
    return _each(lambda value: isinstance(value, dict) and value.keys() >= {*keys}, read)


def _journal(many: Iterable[Any], name: str, now: datetime, _seen: set[str]) -> ImportReads:
    return (day_one.entry(value, PurePosixPath(name).stem, now) for value in many)


def _is_entry(key: str, value: Any) -> bool:
    return key == day_one.LIST and isinstance(value, dict) and "creationDate" in value


_CHAT = _each(chats.is_conversation, chats.conversation)
_SHAPES = (
    _CHAT,
    _Shape(_is_entry, _journal),
    _keyed(memories.memory, "conversations_memory"),
    _keyed(memories.project, "uuid", "docs", "prompt_template"),
    _keyed(memories.history, "cursor", "timestamp", "content"),
    _Shape(lambda _, value: chats.is_record(value), chats.sessions),
)


def entries(bundle: Bundle, now: datetime) -> ImportReads:
    """Everything in it, in the order of its files, and what of them was not read. Raises Problem
    if it is nothing known."""
    recorded = list(_recorded(bundle))
    settings = (".", _OF_LOGSEQ) if LOGSEQ in bundle.files else "."
    left = {name for name in bundle.files
            if not name.startswith(settings) and not name.endswith(forms.INFO)}  # fmt: skip
    written = [bundle.files[name] for name in bundle.files
               if name in left and forms.is_note(name, bundle)]  # fmt: skip
    if not recorded and not written:
        unread = next((each for each in bundle.skipped if each.why != SkipWhy.OUTSIDE), None)
        if unread is not None and len(bundle.files) == 0:
            raise Problem(tr("{name} cannot be read.").format(name=unread.name), FORMS)
        raise Problem(tr("Nothing in {name} can be imported.").format(name=bundle.name), FORMS)
    yield from bundle.skipped
    attachments, seen = Attachments(bundle.files), set[str]()
    for file, shape in recorded:
        left.discard(file.name)
        for one in _of_json(file, shape, now, seen):
            yield from _with_files(one, file.name, attachments, left)
    daily = _vault(bundle)
    for file in written:
        left.discard(file.name)
        for one in _of_note(file, bundle, daily, now):
            yield from _with_files(one, file.name, attachments, left)
    yield from (SkippedEntry(name, SkipWhy.NOT_READ) for name in bundle.files if name in left)


def _recorded(bundle: Bundle) -> Iterator[tuple[ImportFile, _Shape]]:
    """The files of JSON that hold something known, and its shape.

    One that is called as an export names it is one even if it is broken, which is told.
    """
    for file in bundle.files.values():
        if file.name.casefold().endswith((".json", ".jsonl")) and file.name != DAILY_NOTES:
            shape = _shape(file) or (_CHATS.fullmatch(file.name) and _CHAT)
            if shape:
                yield file, shape


def _shape(file: ImportFile) -> _Shape | None:
    """The first shape that one of the first values of a file has."""
    with suppress(BrokenJsonError, Problem, OSError), file.open() as stream:
        for key, value in islice(values(Bounded(stream, file.name), _LISTS), _FIRST):
            for shape in _SHAPES:
                if shape.is_one(key, value):
                    return shape
    return None


def _of_json(file: ImportFile, shape: _Shape, now: datetime, seen: set[str]) -> ImportReads:
    some = False
    try:
        with file.open() as stream:
            many = (value for _, value in values(Bounded(stream, file.name), _LISTS))
            for one in shape.read(many, file.name, now, seen):
                yield one
                some = True
    except BrokenJsonError:
        if not some:
            raise Problem(
                tr("{name} is no JSON that can be read.").format(name=file.name), FORMS
            ) from None
        yield SkippedEntry(file.name, SkipWhy.BROKEN)


def _of_note(
    file: ImportFile, bundle: Bundle, daily: tuple[DailyNotes, ImportKind] | None, now: datetime
) -> ImportReads:
    text = text_of(file)
    if isinstance(text, str) and _is_of_hermes(file.name, bundle):
        yield from memories.entries(PurePosixPath(file.name).stem, text, now)
        return
    one = forms.formed(file, text, bundle) if isinstance(text, str) else text
    yield notes.note(file.name, one, daily, now) if isinstance(one, forms.FormedNote) else one


def _is_of_hermes(name: str, bundle: Bundle) -> bool:
    """Whether a note, or the other one beside it, is parted as Hermes parts its memory."""
    path = PurePosixPath(name)
    if path.name not in _OF_HERMES:
        return False
    others = [bundle.files.get(str(path.with_name(other))) for other in _OF_HERMES]
    return any(memories.has_entries(str(text_of(other))) for other in others if other)


def _with_files(
    read: ImportRead, name: str, attachments: Attachments, left: set[str]
) -> ImportReads:
    """A note with the files that it shows, which are not `left` then; before it those that did not
    come along. What leads to another note stays as it is."""
    if isinstance(read, ImportEntry) and not read.messages:
        found = {one.path: attachments.find(name, one.path) for one in attached(read.text)}
        yield from (SkippedEntry(f"{name}: {path}", SkipWhy.NO_FILE)
                    for path, file in found.items() if file is None)  # fmt: skip
        kept = {path: file for path, file in found.items()
                if file and not file.name.casefold().endswith(NOTES)}  # fmt: skip
        left -= {file.name for file in kept.values()}
        read = replace(read, attached=kept)
    yield read


def _vault(bundle: Bundle) -> tuple[DailyNotes, ImportKind] | None:
    """How a vault of Obsidian or a graph of Logseq names its daily notes; None for any other
    folder."""
    if settings := bundle.files.get(LOGSEQ):
        return logseq_days(str(text_of(settings))), ImportKind.LOGSEQ
    if not bundle.vault:
        return None
    found = None
    if settings := bundle.files.get(DAILY_NOTES):
        text = text_of(settings)
        with suppress(NotOneError):
            found = daily_notes(loads(text)) if isinstance(text, str) else None
    return found or DailyNotes(""), ImportKind.OBSIDIAN
