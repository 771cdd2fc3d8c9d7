"""Small real programs whose system calls are made to fail. Served by a process of its own.

    python -m tests.support.fault_story

It reads lines `["STORY", "ROOT", "OWN", "TRIES", "WORDS"]`. For each it forks a process, which
stops at once so that a tracer can attach; prints its number; and, when it has ended, its exit
code: 0 when the story was done, 3 when a problem was told at each try, 1 after a traceback, which
is a bug. What it said is in the file WORDS. The tests import what it writes and how, to look for
it and do it again.
"""

import ctypes
import json
import os
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from desktop_app.errors import Problem
from desktop_app.notebook.files import sha_of
from desktop_app.notebook.notebook import Notebook
from desktop_app.notebook.opening import open_notebook
from desktop_app.notebook.write_journal import Intent, Write

NOW = datetime(2026, 11, 21, 3, 0, tzinfo=UTC)
MEMORY, DIARY = "MEMORY.md", "memory/dreams/2026-11-21.md"
DAY, NEXT_DAY = "memory/2026-11-21.md", "memory/2026-11-22.md"
OLD_MEMORY = b"# Memory\n- old \xff\n" + b"o" * 9000 + b"\n"
NEW_MEMORY = b"# Memory\n- new \xff\n" + b"n" * 12000 + b"\n"
OLD_DAY = b"# Daily Memory: 2026-11-21\n\n- one\n"
ENTRY = "- two\n"
HEADER = "# Daily Memory: 2026-11-22\n\n"
NEW_DIARY = b"# Dream Diary: 2026-11-21\n"
UNDONE_DIARY = NEW_DIARY + b"\nundone at 03:00\n"


def prepare(notebook: Notebook) -> None:
    """The notebook as each story finds it: with texts that no history has seen."""
    (notebook.root / MEMORY).write_bytes(OLD_MEMORY)
    (notebook.root / DAY).write_bytes(OLD_DAY)
    (notebook.root / DIARY).parent.rmdir()
    with notebook.database.write() as database:
        database.execute("create table applied (dream text primary key)")


def read(notebook: Notebook) -> None:
    say(notebook.read(MEMORY).sha)


def replace(notebook: Notebook) -> None:
    notebook.save(MEMORY, NEW_MEMORY, notebook.read(MEMORY), "edit", NOW)


def twice(notebook: Notebook) -> None:
    notebook.append(MEMORY, ENTRY, "", "note", NOW)
    notebook.save(MEMORY, NEW_MEMORY, notebook.read(MEMORY), "update", NOW)


def session(notebook: Notebook) -> None:
    base = notebook.save(MEMORY, OLD_MEMORY + ENTRY.encode(), notebook.read(MEMORY), "edit", NOW)
    notebook.save(MEMORY, NEW_MEMORY, base, "edit", NOW)


def append(notebook: Notebook) -> None:
    notebook.append(DAY, ENTRY, "", "note", NOW)


def begin(notebook: Notebook) -> None:
    notebook.append(NEXT_DAY, ENTRY, HEADER, "note", NOW)


def apply(notebook: Notebook) -> None:
    writes = (Write(MEMORY, sha_of(OLD_MEMORY), NEW_MEMORY), Write(DIARY, "", NEW_DIARY))
    notebook.save_all(writes, {"dream": "d1"}, "dream", finisher(notebook), NOW)


def undo(notebook: Notebook) -> None:
    writes = (
        Write(MEMORY, sha_of(NEW_MEMORY), OLD_MEMORY),
        Write(DIARY, sha_of(NEW_DIARY), UNDONE_DIARY),
    )
    notebook.save_all(writes, {"undo": "d1"}, "undo", finisher(notebook), NOW)


def recover(notebook: Notebook) -> None:
    notebook.recover(finisher(notebook), NOW)


def finisher(notebook: Notebook) -> Callable[[Intent], None]:
    def finish(intent: Intent) -> None:
        books = notebook.database.connection()
        if "undo" in intent.purpose:
            books.execute("delete from applied where dream = ?", [intent.purpose["undo"]])
        else:
            books.execute("insert or ignore into applied values (?)", [intent.purpose["dream"]])

    return finish


STORIES: dict[str, Callable[[Notebook], None]] = {
    "read": read,
    "replace": replace,
    "twice": twice,
    "session": session,
    "append": append,
    "begin": begin,
    "apply": apply,
    "undo": undo,
    "recover": recover,
    "recover undo": recover,
}


def say(words: object) -> None:
    """Tell the tests by a system call that is never made to fail."""
    os.writev(1, [f"{words}\n".encode()])


def tell(story: str, root: Path, own: Path, tries: int) -> int:
    """Tell a story, again after a problem while tries are left; the exit code."""
    try:
        notebook = open_notebook(root, own)
    except Problem as problem:
        say(problem)
        return tell(story, root, own, tries - 1) if tries > 1 else 3
    with closing(notebook):
        for _ in range(tries):
            try:
                STORIES[story](notebook)
                os.writev(1, [b""])  # a mark among its system calls: from now on it is done
                return 0
            except Problem as problem:
                say(problem)
    return 3


def child(story: str, root: str, own: str, tries: str, words: str) -> None:
    """Be the process of one story; does not return."""
    code = 1
    try:
        out = os.open(words, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(out, 1)
        os.dup2(out, 2)
        may_be_traced_by_any = 0x59616D61
        ctypes.CDLL(None).prctl(may_be_traced_by_any, ctypes.c_ulong(-1))
        os.kill(os.getpid(), signal.SIGSTOP)
        code = tell(story, Path(root), Path(own), int(tries))
    except BaseException:
        say(traceback.format_exc())
    finally:
        os._exit(code)


def serve() -> None:
    for line in sys.stdin:
        request = json.loads(line)
        pid = os.fork()
        if pid == 0:
            child(*request)
        os.waitpid(pid, os.WUNTRACED)
        print(pid, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)


if __name__ == "__main__":
    serve()
