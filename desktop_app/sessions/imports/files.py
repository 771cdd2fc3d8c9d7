"""Files of an import: a file, a folder or a zip, as names with text behind them. Only read.

Knows names and bytes. No link is followed out of a folder, and nothing is read without a limit:
a zip of some kilobytes can hold gigabytes.
"""

import os
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from desktop_app.errors import Problem
from desktop_app.notebook.storage import contain, trouble
from desktop_app.notebook.storage.disk import must_be_bounded
from desktop_app.notebook.vault_settings import DAILY_NOTES
from desktop_app.sessions.imports.entry import SkippedEntry, SkipWhy
from desktop_app.words import tr

MOST = 2_000_000_000
"""The most bytes of one file in an archive."""
MOST_FILES = 200_000
NOTE_MOST = 5_000_000
"""The most bytes of one note."""
NOTES = (".md", ".markdown")
ENDINGS = (*NOTES, ".json", ".jsonl", ".txt")

_NAME_OF_MAC = "__MACOSX/"
_VAULT = DAILY_NOTES.partition("/")[0]
_UTF8 = 0x800  # the flag of a zip whose names are UTF-8
_NO_TIME = (1980, 1, 1, 0, 0, 0)  # of a file in a zip
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError)


@dataclass(frozen=True)
class ImportFile:
    """A file that can be opened; `name` is its path from the top, with "/"; `changed` is the time
    of its last change, None where that is not known.
    """

    name: str
    size: int
    open: Callable[[], BinaryIO]
    changed: datetime | None = None


_Member = tuple[ImportFile, bool]
"""A file of an archive, and whether it can be opened."""


@dataclass(frozen=True)
class Bundle:
    """What is imported. `files` by name; `skipped` is what
    cannot be opened.

    `vault`: Obsidian has its settings there.
    """

    name: str
    files: Mapping[str, ImportFile] = field(default_factory=dict)
    skipped: tuple[SkippedEntry, ...] = ()
    vault: bool = False


@contextmanager
def opened(path: Path, without: Path | None = None) -> Iterator[Bundle]:
    """The files of a path while the block runs. Raises Problem when it cannot be read.

    In a folder, what lies in `without` (a notebook) is left out.
    """
    with trouble.with_file(str(path)), ExitStack() as stack:
        with reading(path.name):
            bundle = _bundle(path, without, stack)
        yield bundle


def _bundle(path: Path, without: Path | None, stack: ExitStack) -> Bundle:
    state = path.stat()
    if stat.S_ISDIR(state.st_mode):
        return _folder(path, without)
    if not stat.S_ISREG(state.st_mode):
        raise Problem(
            tr("{name} is no ordinary file.").format(name=path.name),
            tr("Choose a file or a folder."),
        )
    if zipfile.is_zipfile(path):
        return _packed(path, _in_zip(path, stack.enter_context(zipfile.ZipFile(path))))
    if path.suffix.casefold() == ".zip":
        raise _broken(path.name)
    return Bundle(path.name, {path.name: _file(path.name, path)})


def bytes_of(file: ImportFile, most: int) -> bytes | None:
    """The bytes of a file; None where they cannot be read or are more than `most`."""
    data = None
    with suppress(OSError, Problem, *_BROKEN), file.open() as stream:
        data = stream.read(most + 1)
    return data if data is not None and len(data) <= most else None


def text_of(file: ImportFile) -> str | SkippedEntry:
    """The text of a note, or why it has none that can be read."""
    if file.size > NOTE_MOST:
        return SkippedEntry(file.name, SkipWhy.TOO_LARGE)
    data = bytes_of(file, NOTE_MOST)
    try:
        if data is None:
            return SkippedEntry(file.name, SkipWhy.UNREADABLE)
        wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
        text = data.decode("utf-16" if wide else "utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError:
        return SkippedEntry(file.name, SkipWhy.UNREADABLE)
    if "\0" in text:
        return SkippedEntry(file.name, SkipWhy.UNREADABLE)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _folder(root: Path, without: Path | None) -> Bundle:
    files: dict[str, ImportFile] = {}
    skipped: list[SkippedEntry] = []
    real = Path(os.path.realpath(root))
    apart = Path(os.path.realpath(without)) if without else None
    if apart is not None and (real == apart or apart in real.parents):
        raise Problem(
            tr("This folder is part of the notebook."), tr("Choose a file or folder outside of it.")
        )

    def skip(path: Path, why: SkipWhy) -> None:
        skipped.append(SkippedEntry(_named(real, path), why))

    def closed(error: OSError) -> None:
        if error.filename == str(real):
            raise error
        skip(Path(error.filename), SkipWhy.UNREADABLE)

    for folder, inner, names in os.walk(real, onerror=closed):
        within = [Path(folder, name) for name in sorted(inner) if not name.startswith(".")]
        every = [Path(folder, name) for name in sorted(names) if not name.startswith(".")]
        for link in filter(Path.is_symlink, sorted((*within, *every))):
            # A link inside the folder leads to what is found there anyway.
            inside = Path(os.path.realpath(link)).is_relative_to(real)
            if not inside and (link in within or link.name.casefold().endswith(ENDINGS)):
                skip(link, SkipWhy.OUTSIDE)
        deep = contain.is_too_deep(_named(real, Path(folder, "x")))
        for path in within if deep else ():
            skip(path, SkipWhy.NOT_READ)
        inner[:] = [one.name for one in within if not deep and one != apart]
        for path in every:
            if path.is_file() and not path.is_symlink():
                name = _named(real, path)
                files[name] = _file(name, path)
        if len(files) > MOST_FILES:
            raise _too_many(root.name)
    if (real / DAILY_NOTES).is_file():
        files[DAILY_NOTES] = _file(DAILY_NOTES, real / DAILY_NOTES)
    vault = (real / _VAULT).is_dir()
    return Bundle(root.name or str(root), files, tuple(skipped), vault)


def _file(name: str, path: Path) -> ImportFile:
    size, changed = 0, None
    with suppress(OSError, OverflowError, ValueError):
        state = path.stat()
        size, changed = state.st_size, datetime.fromtimestamp(state.st_mtime, UTC)
    return ImportFile(name, size, lambda: path.open("rb"), changed)


def _named(root: Path, path: Path) -> str:
    return unicodedata.normalize("NFC", path.relative_to(root).as_posix())


def _in_zip(path: Path, archive: zipfile.ZipFile, *, inner: bool = False) -> Iterator[_Member]:
    """Its files; one that is encrypted cannot be opened. Where it holds nothing but zips, as a
    large export of Notion, those in them.
    """
    every = [one for one in archive.infolist() if not one.is_dir()]
    must_be_bounded(path, (one.file_size for one in every))
    if not inner and all(one.filename.endswith(".zip") for one in every):
        for one in every:
            yield from _in_zip(path, zipfile.ZipFile(archive.open(one)), inner=True)
        return
    for one in every:
        name, changed = _name_in(one), None
        with suppress(ValueError):
            changed = datetime(*one.date_time) if one.date_time > _NO_TIME else None
        opener = partial(_open, name, partial(archive.open, one))
        yield ImportFile(name, one.file_size, opener, changed), not one.flag_bits & 1


def _packed(path: Path, found: Iterator[_Member]) -> Bundle:
    """What an archive holds. Raises Problem for one that is too large."""
    members = list(islice(found, MOST_FILES + 1))
    must_be_bounded(path, (file.size for file, _ in members))
    if len(members) > MOST_FILES:
        raise _too_many(path.name)
    files: dict[str, ImportFile] = {}
    skipped: list[SkippedEntry] = []
    vault = False
    for file, fit in members:
        name, parts = file.name, file.name.split("/")
        vault = vault or _VAULT in parts[:2]
        hidden = any(part.startswith(".") for part in parts)
        if name.startswith(_NAME_OF_MAC) or (hidden and not name.endswith(DAILY_NOTES)):
            continue
        if not fit or file.size > MOST:
            why = SkipWhy.TOO_LARGE if fit else SkipWhy.UNREADABLE
            skipped.append(SkippedEntry(name, why))
        else:
            files[name] = file
    return Bundle(path.name, _without_top(files), tuple(skipped), vault)


def _open(name: str, opener: Callable[[], Any]) -> BinaryIO:
    with reading(name):
        return opener()  # type: ignore[no-any-return]


def _without_top(files: dict[str, ImportFile]) -> dict[str, ImportFile]:
    """The files without the one folder that all of them lie in, as when a folder was packed."""
    tops = {name.partition("/")[0] for name in files if "/" in name}
    if len(tops) != 1 or any("/" not in name for name in files) or _VAULT in tops:
        return files
    cut = len(tops.pop()) + 1
    return {name[cut:]: replace(file, name=name[cut:]) for name, file in files.items()}


def _name_in(member: zipfile.ZipInfo) -> str:
    """The name, also of programs that write UTF-8 and do not say so."""
    name = member.filename
    if not member.flag_bits & _UTF8:
        with suppress(UnicodeError):
            name = name.encode("cp437").decode("utf-8")
    return unicodedata.normalize("NFC", name.replace("\\", "/"))


@contextmanager
def reading(name: str) -> Iterator[None]:
    """Raises Problem where an archive breaks off in the block, or is none."""
    try:
        yield
    except _BROKEN as error:
        raise _broken(name) from error


def _broken(name: str) -> Problem:
    return Problem(
        tr("{name} is damaged, or is no archive that Nightstand can read.").format(name=name),
        tr("Download it again, or unpack it and choose the folder."),
    )


def _too_many(name: str) -> Problem:
    return Problem(
        tr("{name} holds more than {count:,} files.").format(name=name, count=MOST_FILES),
        tr("Choose a folder within it."),
    )
