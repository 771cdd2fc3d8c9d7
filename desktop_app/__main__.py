"""The `nightstand` command: without arguments the window, with one the command line."""

import builtins
import errno
import gc
import os
import sys
from pathlib import Path

from desktop_app import __version__, release
from desktop_app.errors import Problem
from desktop_app.faces import terminal
from desktop_app.ui.frame import screen
from desktop_app.words import tr


def main() -> int:
    """Run Nightstand; returns the exit code. Headless use imports no Qt."""
    try:
        release.started_from()
        terminal.guard()
        if len(sys.argv) == 1:
            return open_window(None)
        if sys.argv[1:] == ["--welcome"]:
            return open_window(None, welcome=True)
        if sys.argv[1:] == ["--version"]:
            print(f"Nightstand {__version__}")
            return 0
        if sys.argv[1:] == ["--smoke"]:
            from desktop_app.smoke import run_smoke

            return run_smoke()
        from desktop_app.faces.cli import run

        return run(sys.argv[1:], open_window)
    except KeyboardInterrupt:  # before anything has begun
        return 130
    except Exception as error:
        # Wherever it was: even a module that is needed only now may be refused.
        problem = _problem(error)
        if problem is None:
            raise
        print(f"{problem.message}\n{problem.hint}", file=sys.stderr)
        return 3


def _problem(error: Exception) -> Problem | None:
    """What a person can act on, where that is behind an error; None: it is a mistake of ours."""
    if isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE):
        return Problem(
            tr("Too many files are open at once."), tr("Close some programs, then try again.")
        )
    if isinstance(error, Problem):
        return error
    if isinstance(error, ImportError) and (missing := screen.of_library(error)):
        return missing
    return release.replaced()


def open_window(folder: Path | None, *, welcome: bool = False) -> int:
    """Open the window on `folder`, else on the last notebook; returns the exit code.

    `welcome`: the first page.
    """
    screen.must_be_there(os.environ)
    load_qt()
    from desktop_app.app import run_window

    return run_window(folder, welcome=welcome)


def load_qt() -> None:
    """Load Qt in the way that is quickest for a window."""
    gc.disable()  # what is loaded now stays; frame/loop.py collects once the window is there
    plain = builtins.__import__
    import PySide6.QtCore  # noqa: F401  # before all that is loaded below

    # PySide's reads and keeps the source of each module that is loaded from then on, to see whether
    # it asks for other names of methods; nothing here does.
    builtins.__import__ = plain


if __name__ == "__main__":
    sys.exit(main())
