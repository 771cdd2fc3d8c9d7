"""Reading: what a file, a zip or a folder holds, as entries. Knows the shapes, not the notebook."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import PurePosixPath
from typing import Any

from desktop_app.errors import Problem
from desktop_app.notebook.finding import DAILY_NOTES, DailyNotes, daily_notes
from desktop_app.notebook.text.records import NotOneError, loads
from desktop_app.sessions.exports import is_export
from desktop_app.sessions.imports import chats, day_one, notes
from desktop_app.sessions.imports.attached import Attachments, attached
from desktop_app.sessions.imports.entry import (
    ImportEntry,
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
_TRIED = 40  # files of JSON whose first value is looked at
_FORMS = tr(
    "Known are the exports of ChatGPT and Claude (a zip, or conversations.json), Day One's JSON "
    "export, folders of Markdown and Obsidian vaults."
)


def entries(bundle: Bundle, now: datetime) -> ImportReads:
    """Everything in it, in the order of its files. Raises Problem if it is nothing known."""
    recorded = list(_recorded(bundle))
    written = [file for file in bundle.files.values() if file.name.casefold().endswith(NOTES)]
    if not recorded and not written:
        unread = next((each for each in bundle.skipped if each.why != SkipWhy.OUTSIDE), None)
        if unread is not None and len(bundle.files) == 0:
            raise Problem(tr("{name} cannot be read.").format(name=unread.name), _FORMS)
        raise Problem(tr("Nothing in {name} can be imported.").format(name=bundle.name), _FORMS)
    yield from bundle.skipped
    for file in recorded:
        yield from _of_json(file, Attachments(bundle.files), now)
    if not recorded:
        yield from _of_notes(bundle, written, now)


def _recorded(bundle: Bundle) -> Iterator[ImportFile]:
    """The files of JSON that hold conversations or a journal.

    One that is called as an export names it is one even if it is broken, which is told.
    """
    found = [file for file in bundle.files.values() if _is_json(file.name)]
    for file in found[:_TRIED]:
        if _CHATS.fullmatch(file.name) or _shape(file):
            yield file


def _is_json(name: str) -> bool:
    return name.casefold().endswith(".json") and not name.endswith(DAILY_NOTES)


def _shape(file: ImportFile) -> bool:
    """Whether the first value of a file is one that is known."""
    try:
        with file.open() as stream:
            for key, value in values(Bounded(stream, file.name), _LISTS):
                return _is_known(key, value)
    except (BrokenJsonError, Problem, OSError):
        return False
    return False


def _is_known(key: str, value: Any) -> bool:
    journal = key == day_one.LIST and isinstance(value, dict) and "creationDate" in value
    return journal or is_export(value) or chats.is_claude(value)


def _of_json(file: ImportFile, files: Attachments, now: datetime) -> ImportReads:
    journal = PurePosixPath(file.name).stem
    some = False
    try:
        with file.open() as stream:
            for key, value in values(Bounded(stream, file.name), _LISTS):
                if key == day_one.LIST:
                    yield from _with_files(day_one.entry(value, journal, now), file.name, files)
                else:
                    yield from chats.conversation(value, now)
                some = True
    except BrokenJsonError:
        if not some:
            raise Problem(
                tr("{name} is no JSON that can be read.").format(name=file.name), _FORMS
            ) from None
        yield SkippedEntry(file.name, SkipWhy.BROKEN)


def _of_notes(bundle: Bundle, written: Iterable[ImportFile], now: datetime) -> ImportReads:
    daily, attachments = _vault(bundle), Attachments(bundle.files)
    for file in written:
        text = text_of(file)
        if isinstance(text, SkippedEntry):
            yield text
            continue
        yield from _with_files(notes.note(file.name, text, daily, now), file.name, attachments)


def _with_files(read: ImportRead, name: str, attachments: Attachments) -> ImportReads:
    """A note with the files that it shows; before it those that did not come along."""
    if isinstance(read, ImportEntry):
        found = {one.path: attachments.find(name, one.path) for one in attached(read.text)}
        yield from (SkippedEntry(f"{name}: {path}", SkipWhy.NO_FILE)
                    for path, file in found.items() if file is None)  # fmt: skip
        read = replace(read, attached={path: file for path, file in found.items() if file})
    yield read


def _vault(bundle: Bundle) -> DailyNotes | None:
    """How a vault names its daily notes; None for any other folder."""
    if not bundle.vault:
        return None
    usual = DailyNotes("")
    if settings := bundle.files.get(DAILY_NOTES):
        text = text_of(settings)
        with suppress(NotOneError):
            return (isinstance(text, str) and daily_notes(loads(text))) or usual
    return usual
