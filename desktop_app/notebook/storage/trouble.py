"""Trouble: errors of a disk or a database, as sentences for a person. Knows error numbers only."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from desktop_app.errors import Problem
from desktop_app.salvage import is_damage
from desktop_app.words import size, tr

_FULL = (tr("The disk is full."), tr("Free some space, then try again."))
_READ_ONLY = (
    tr("The disk that holds {path} can only be read."),
    tr("Make it writable, or open a copy of the notebook somewhere else."),
)
_FORBIDDEN = (
    tr("Nightstand has no permission for {path}."),
    tr("Allow it for this file and the folder around it, then try again."),
)
_OUTSIDE = (
    tr("{path} is a link that leads out of the notebook."),
    tr("Put the file itself into the notebook's folder."),
)
_SICK = (
    tr("The disk that holds {path} reports a fault."),
    tr("Check that it is plugged in and in good health, then try again."),
)
_BUSY = (
    tr("Another program has {path} locked."),
    tr("Close it there, or wait a moment and try again."),
)

_DAMAGED = (
    tr("{path} is damaged."),
    tr("Your notes are untouched. A new one is begun if there is room for it: try again."),
)

_NO_FOLDER = (
    tr("A file stands where {path} needs a folder."),
    tr("Move that file away or rename it, then try again."),
)
_MANY = (tr("Too many files are open at once."), tr("Close some programs, then try again."))

_WORDS: dict[int, tuple[str, str]] = {
    errno.EFBIG: (
        tr("{path} would grow larger than this disk allows."),
        tr("Make room there, then try again."),
    ),
    errno.ENOENT: (
        tr("{path} is gone."),
        tr("Was it moved, or its disk unplugged? Put it back, then try again."),
    ),
    errno.EISDIR: (
        tr("{path} is a folder, where a file should be."),
        tr("Move the folder away or rename it."),
    ),
    errno.ENAMETOOLONG: (tr("The name {path} is too long."), tr("Choose a shorter name.")),
    errno.ELOOP: _OUTSIDE,
    errno.ENXIO: (
        tr("{path} is no ordinary file."),
        tr("Nightstand reads and writes ordinary files only."),
    ),
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT), _FULL),
    errno.EROFS: _READ_ONLY,
    **dict.fromkeys((errno.EACCES, errno.EPERM), _FORBIDDEN),
    **dict.fromkeys((errno.ENOTDIR, errno.EEXIST), _NO_FOLDER),
    **dict.fromkeys((errno.EIO, errno.ENODEV, errno.ESTALE), _SICK),
    **dict.fromkeys((errno.EMFILE, errno.ENFILE), _MANY),
    **dict.fromkeys((errno.EBUSY, errno.ETXTBSY), _BUSY),
}

_SHARED = (32, 33)  # Windows: another program has the file, or a part of it, to itself

# The disk failed to confirm a commit: the change may or may not be found there the next time.
_UNSURE = {sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_DIR_FSYNC}

_DATABASE_WORDS = {
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_IOERR_SHMSIZE: _FULL,  # no room for the file its readers share
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_PERM: _FORBIDDEN,
    sqlite3.SQLITE_CANTOPEN: (
        tr("{path} could not be opened."),
        tr("Look whether the program's own folder may be written and its disk has space."),
    ),
    sqlite3.SQLITE_IOERR: _SICK,
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_LOCKED: _BUSY,
}


class Outside(Problem):
    """A path that leads out of the notebook."""


class Unwritable(Problem):
    """A disk has no room, or can only be read."""


class Unsure(Problem):
    """The disk did not confirm a commit, so nobody knows yet whether it was kept."""


def of_system(error: OSError, path: str) -> Problem:
    """The problem behind an error of the system about the file `path`."""
    busy = getattr(error, "winerror", None) in _SHARED
    which = str(error.filename2 or error.filename)
    if error.errno == errno.EISDIR and Path(which).is_absolute():
        path = which  # what is to be moved away is this, not all that lies around it
    words = _BUSY if busy else _WORDS.get(error.errno or 0)
    problem = _problem(words, str(error.strerror or error), path)
    if words in (_FULL, _READ_ONLY):
        return Unwritable(problem.message, problem.hint)
    return problem


def of_outside(path: str) -> Outside:
    """The problem with a path that leads out of the notebook."""
    problem = _problem(_OUTSIDE, "", path)
    return Outside(problem.message, problem.hint)


def of_stranger(path: str) -> Problem:
    """The problem with a path that is to be written and is no file of the notebook."""
    return Problem(
        tr("{path} is not a file of this notebook.").format(path=path), tr("Nothing was written.")
    )


def of_size(path: str, count: int, most: int) -> Problem:
    """The problem with a file of `count` bytes, of which at most `most` are read."""
    return Problem(
        tr("{path} is too large: it has {size}, and Nightstand reads at most {most}.").format(
            path=path, size=size(count), most=size(most)
        ),
        tr("Split it, or move it out of the notebook."),
    )


def of_rival(path: str) -> Problem:
    """The problem with a file that another program writes again and again."""
    return Problem(
        tr("Another program keeps writing {path}.").format(path=path), tr("Try again in a moment.")
    )


class Damaged(Problem):
    """A database is broken. A new one was begun if the disk allowed it: another try may succeed."""


@contextmanager
def with_file(path: str) -> Iterator[None]:
    """Turn an error of the system inside the block into a `Problem` with the file `path`."""
    try:
        yield
    except OSError as error:
        raise of_system(error, path) from error


@contextmanager
def database_as_problem(name: str) -> Iterator[None]:
    """Turn an error of the disk below a database into a `Problem`; our own bugs stay bugs."""
    try:
        yield
    except OSError as error:  # its folder or file could not be made
        raise of_system(error, name) from error
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", 0)
        words = _DATABASE_WORDS.get(code) or _DATABASE_WORDS.get(code & 0xFF)  # the primary code
        if is_damage(error):
            words = _DAMAGED
        if words is None:
            raise
        problem = _problem(words, str(error), name)
        if code in _UNSURE:
            raise Unsure(problem.message, problem.hint) from error
        if words is _DAMAGED:
            raise Damaged(problem.message, problem.hint) from error
        raise problem from error


def _problem(words: tuple[str, str] | None, detail: str, path: str) -> Problem:
    unknown = tr("{path} could not be used: {detail}")
    message, hint = words or (unknown, tr("Try again."))
    shown = path.encode("utf-8", "replace").decode("utf-8", "replace")
    sentence = message.format(path=shown, detail=detail)
    if sentence.startswith(("the ", "its ")):  # it begins with a name of ours, not with a file's
        sentence = f"{sentence[0].upper()}{sentence[1:]}"
    return Problem(sentence, hint)
