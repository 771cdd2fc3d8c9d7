"""Runs a few lines as a user whom permissions bind: root would pass every such test vacuously."""

import subprocess
import sys
import tempfile
import textwrap

_NOBODY = 65534
_BEFORE = f"""
import os, sys
# What is loaded when it is wanted: now, while its folder can be read.
import fcntl, markdown_it, opencc, sqlite_utils, Stemmer, tomlkit
from pathlib import Path
import desktop_app.dreams.whole_update, desktop_app.memory.saving
from desktop_app.memory import claims, days, dreams, history, index, memory, models, search
from desktop_app.memory import sessions
from desktop_app.errors import Problem
from desktop_app.notebook.files import NotebookFiles, Snapshot
from desktop_app.notebook.opening import create_notebook, open_notebook

root = Path(sys.argv[1])
exec(sys.argv[2])
if os.geteuid() == 0:  # only now: this user may have no way to Python or the checkout
    os.chown(root, {_NOBODY}, {_NOBODY})
    os.setgroups([])
    os.setgid({_NOBODY})
    os.setuid({_NOBODY})

def tell(act):
    try:
        print("no problem:", act())
    except Problem as problem:
        print(problem.message)
"""


def as_plain_user(lines: str, before: str = "") -> list[str]:
    """What `lines` print; in them `root` is a folder of the user's own, empty at first.

    `before` is done by root, where the tests are run by root.

    `NotebookFiles`, `Snapshot`, `open_notebook`, `create_notebook` and `tell(act)`, which prints a
    problem's message, are at hand.
    """
    with tempfile.TemporaryDirectory() as root:  # pytest's own folders are closed to others
        command = [sys.executable, "-c", _BEFORE + textwrap.dedent(lines), root]
        command.append(textwrap.dedent(before))
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.replace(root, "ROOT").splitlines()
