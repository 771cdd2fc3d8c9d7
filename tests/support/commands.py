"""Serves processes of the command line that have loaded what they need; `Commands` asks it.

    python -m tests.support.commands

It reads a JSON object a line: `words` stand after `nightstand`, `kill_after` is when to kill it in
seconds (null is never), `env` its environment, `out` and `err` are for what it prints, `memory`
and `files` bound its bytes and handles (null is as they are). For each it forks a process that is
the command line from its first step on, and prints, when that has ended, its exit code (negative: a
signal's) and how long it took. Imports and word lists, which would be most of it, were loaded by a
dream of its own beforehand.
"""

import gc
import json
import os
import pty
import resource
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import IO, Any

from desktop_app.__main__ import main
from desktop_app.notebook.sample import copy_sample

ROOT = Path(__file__).parents[2]
HOME = ("XDG_DATA_HOME", "XDG_CONFIG_HOME")
ENDED = os.WEXITED | os.WNOHANG | os.WNOWAIT  # its number stays its own until it is waited for


@dataclass(frozen=True)
class Ended:
    """A command that has ended: its exit code, the seconds it took, and what it printed."""

    returncode: int
    seconds: float
    stdout: str
    stderr: str


class Commands:
    """Carries out commands, each in a process of its own. `close` it in the end."""

    def __init__(
        self, environment: Mapping[str, str] | None = None, under: Sequence[str] = ()
    ) -> None:
        """`environment` is that of every command; None is what the test has when it asks. `under`
        is a program that starts them, such as a tracer.
        """
        self._environment = environment
        self._folder = tempfile.TemporaryDirectory()
        self._server = subprocess.Popen(
            [*under, sys.executable, "-m", "tests.support.commands"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(
        self,
        *words: str,
        kill_after: float | None = None,
        memory: int | None = None,
        files: int | None = None,
    ) -> Ended:
        """Carry out a command, or kill it after some seconds."""
        said = [Path(self._folder.name) / name for name in ("out", "err")]
        bounds = {"kill_after": kill_after, "memory": memory, "files": files}
        code, seconds = self._ask(words, *map(str, said), **bounds).readline().split()
        return Ended(
            int(code), float(seconds), *(path.read_text(errors="replace") for path in said)
        )

    def on_terminal(self, *words: str) -> bytes:
        """What a terminal gets of both outputs of a command."""
        ours, theirs = pty.openpty()
        written, place = b"", os.ttyname(theirs)
        ended = self._ask(words, place, place)
        while ours in select.select([ours, ended], [], [])[0]:
            written += os.read(ours, 65_536)
        ended.readline()
        os.close(ours)
        os.close(theirs)
        return written

    def _ask(self, words: Sequence[str], out: str, err: str, **bounds: float | None) -> IO[str]:
        """Begin a command; its end is a line of what is returned."""
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        limits = {"kill_after": None, "memory": None, "files": None} | bounds
        where = {"out": out, "err": err, "env": dict(self._environment or os.environ)}
        print(json.dumps({"words": words} | limits | where), file=self._server.stdin, flush=True)
        return self._server.stdout

    def close(self) -> None:
        self._server.communicate(timeout=120)
        self._folder.cleanup()


def command(words: list[str]) -> int:
    sys.argv = ["nightstand", *words]
    return main()


def child(asked: dict[str, Any]) -> None:
    code = 1
    try:
        os.environ.clear()
        os.environ.update(asked["env"])
        for number, path in enumerate((os.devnull, asked["out"], asked["err"])):
            os.dup2(os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_NOCTTY), number)
        if asked["memory"]:
            resource.setrlimit(resource.RLIMIT_AS, (asked["memory"],) * 2)
        if asked["files"]:
            resource.setrlimit(resource.RLIMIT_NOFILE, (asked["files"],) * 2)
        code = command(asked["words"])
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def load() -> None:
    """A dream that is applied and taken back, in a notebook that nobody sees."""
    out = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= dict.fromkeys(HOME, f"{folder}/own")
        notebook = Path(folder) / "Memory"
        copy_sample(notebook, date.today())
        for words in (["dream", "--force"], ["apply", "--kind", "added"], ["undo"]):
            code = command([*words, "--notebook", str(notebook)])
            assert code == 0, words
    os.dup2(out, 1)
    os.close(out)


if __name__ == "__main__":
    load()
    gc.freeze()  # no command looks through what was loaded
    for line in sys.stdin:
        asked = json.loads(line)
        seconds = asked["kill_after"]
        begun = time.monotonic()
        pid = os.fork()
        if pid == 0:
            child(asked)
        while seconds is not None and not os.waitid(os.P_PID, pid, ENDED):
            if time.monotonic() - begun >= seconds:
                os.kill(pid, signal.SIGKILL)
                break
            time.sleep(0.0005)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        print(code, time.monotonic() - begun, flush=True)
