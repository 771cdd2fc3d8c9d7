"""Trouble: every refusal of the system in words that a person can act on."""

import errno
import os
import sqlite3

import pytest

from desktop_app.errors import Problem
from desktop_app.notebook.storage import trouble


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "The disk is full."),
        (errno.EROFS, "The disk that holds memory/day.md can only be read."),
        (errno.EACCES, "Nightstand has no permission for memory/day.md."),
        (errno.EISDIR, "memory/day.md is a folder, where a file should be."),
        (errno.ENAMETOOLONG, "The name memory/day.md is too long."),
        (errno.EIO, "The disk that holds memory/day.md reports a fault."),
        (errno.EPROTO, "memory/day.md could not be used: Protocol error"),
    ],
)
def test_an_error_of_the_system_is_told_in_words(number: int, words: str) -> None:
    with pytest.raises(Problem) as caught, trouble.with_file("memory/day.md"):
        raise OSError(number, os.strerror(number))
    assert caught.value.message == words
    assert caught.value.hint


def test_a_name_with_odd_bytes_can_be_shown() -> None:
    told = trouble.of_system(OSError(errno.ENOENT, ""), "caf\udce9.md")
    told.message.encode("utf-8")


def refused(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("refused")
    error.sqlite_errorcode = code
    return error


def test_a_refusal_below_the_database_is_told_in_words() -> None:
    with pytest.raises(Problem, match="disk is full"), trouble.database_as_problem("The history"):
        raise refused(sqlite3.SQLITE_FULL)
    with pytest.raises(trouble.Unsure), trouble.database_as_problem("The history"):
        raise refused(sqlite3.SQLITE_IOERR_FSYNC)


def test_a_bug_of_ours_in_the_database_stays_a_bug() -> None:
    with pytest.raises(sqlite3.OperationalError), trouble.database_as_problem("The history"):
        raise refused(sqlite3.SQLITE_ERROR)
