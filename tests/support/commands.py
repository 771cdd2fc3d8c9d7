"""Serves processes of the command line that have loaded what they need, to be killed.

    python -m tests.support.commands

It reads lines `[["WORD", ...], SECONDS]`: what stands after `nightstand`, and when to kill it (null
is never). For each it forks a process that is the command line from its first step on, and prints,
when that has ended, its exit code (negative: a signal's) and how long it took. Imports and word
lists, which would be most of it, were loaded by a dream of its own beforehand.
"""

import json
import os
import signal
import sys
import tempfile
import time
from datetime import date
from pathlib import Path

from desktop_app.__main__ import main
from desktop_app.notebook.sample import copy_sample

NULL = os.open(os.devnull, os.O_WRONLY)
HOME = ("XDG_DATA_HOME", "XDG_CONFIG_HOME")
ENDED = os.WEXITED | os.WNOHANG | os.WNOWAIT  # its number stays its own until it is waited for


def command(words: list[str]) -> int:
    sys.argv = ["nightstand", *words]
    return main()


def child(words: list[str]) -> None:
    code = 1
    try:
        os.dup2(NULL, 1)
        code = command(words)
    finally:
        os._exit(code)


def load() -> None:
    """A dream that is applied and taken back, in a notebook that nobody sees."""
    out, home = os.dup(1), {name: os.environ[name] for name in HOME}
    os.dup2(NULL, 1)
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= dict.fromkeys(HOME, f"{folder}/own")
        notebook = Path(folder) / "Memory"
        copy_sample(notebook, date.today())
        for words in (["dream", "--force"], ["apply"], ["undo"]):
            code = command([*words, "--notebook", str(notebook)])
            assert code == 0, words
    os.environ |= home
    os.dup2(out, 1)
    os.close(out)


if __name__ == "__main__":
    load()
    for line in sys.stdin:
        words, seconds = json.loads(line)
        begun = time.monotonic()
        pid = os.fork()
        if pid == 0:
            child(words)
        while seconds is not None and not os.waitid(os.P_PID, pid, ENDED):
            if time.monotonic() - begun >= seconds:
                os.kill(pid, signal.SIGKILL)
                break
            time.sleep(0.0005)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        print(code, time.monotonic() - begun, flush=True)
