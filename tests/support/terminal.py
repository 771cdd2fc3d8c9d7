"""Runs the command line on a terminal, or into a pipe, and tells every byte it wrote."""

import os
import pty
import subprocess
import sys
from pathlib import Path

_ROOT = Path(__file__).parents[2]
_WHOLE = 65_536
_STEPS = b"\r\x1b[K"  # our own: a step takes the place of the one before


def on_terminal(words: list[str], notebook: Path) -> bytes:
    """What a person's terminal gets of both outputs, without our own steps."""
    ours, theirs = pty.openpty()
    try:
        running = subprocess.Popen(
            _command(words, notebook), cwd=_ROOT, stdin=theirs, stdout=theirs, stderr=theirs
        )
    finally:
        os.close(theirs)
    written = b""
    try:
        while part := os.read(ours, _WHOLE):
            written += part
    except OSError:  # nobody writes any more
        pass
    finally:
        os.close(ours)
    running.wait(120)
    return written.replace(_STEPS, b"").replace(b"\r\n", b"\n")


def into_pipe(words: list[str], notebook: Path) -> bytes:
    """What a pipe gets of the answer."""
    command = _command(words, notebook)
    return subprocess.run(command, cwd=_ROOT, capture_output=True, timeout=120).stdout


def _command(words: list[str], notebook: Path) -> list[str]:
    return [sys.executable, "-m", "desktop_app", "--notebook", str(notebook), *words]
