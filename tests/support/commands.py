"""Serves processes of the command line that have Python's imports behind them, to be killed.

    python -m tests.support.commands

It reads lines `["WORD", ...]`, what stands after `nightstand`. For each it forks a process that is
the command line from its first step on, and prints its number; when that has ended, its exit code
and how many seconds it took.
"""

import json
import os
import sys
import time

import sqlite_utils

import desktop_app.dreams.builtin.dream
import desktop_app.faces.cli  # noqa: F401
from desktop_app.__main__ import main


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
        begun = time.monotonic()
        pid = os.fork()
        if pid == 0:
            child(json.loads(line))
        print(pid, flush=True)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        print(code, time.monotonic() - begun, flush=True)
