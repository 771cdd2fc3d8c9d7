"""Serves processes of the command line that have Python's imports behind them, to be killed.

    python -m tests.support.commands

It reads lines `[["WORD", ...], SECONDS]`: what stands after `nightstand`, and when to kill it (null
is never). For each it forks a process that is the command line from its first step on, and prints,
when that has ended, its exit code (negative: a signal's) and how long it took.
"""

import json
import os
import signal
import sys
import time

import sqlite_utils

import desktop_app.dreams.builtin.dream
import desktop_app.faces.cli  # noqa: F401
from desktop_app.__main__ import main

ENDED = os.WEXITED | os.WNOHANG | os.WNOWAIT  # its number stays its own until it is waited for


def child(words: list[str]) -> None:
    code = 1
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        sys.argv = ["nightstand", *words]
        code = main()
    finally:
        os._exit(code)


if __name__ == "__main__":
    sqlite_utils.Database(memory=True).close()  # imports the last of what it needs
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
