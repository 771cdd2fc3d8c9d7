"""The `nightstand` command: without arguments the window, with one the command line."""

import builtins
import errno
import gc
import os
import sys
from pathlib import Path

from desktop_app.faces import terminal
from desktop_app.words import tr

_SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


def main() -> int:
    """Run Nightstand; returns the exit code. Headless use imports no Qt."""
    try:
        terminal.guard()
        if len(sys.argv) == 1:
            return open_window(None)
        if sys.argv[1:] == ["--smoke"]:
            from desktop_app.smoke import run_smoke

            return run_smoke()
        from desktop_app.faces.cli import run

        return run(sys.argv[1:], open_window)
    except KeyboardInterrupt:  # before anything has begun
        return 130
    except OSError as error:
        if error.errno not in (errno.EMFILE, errno.ENFILE):
            raise
        # Wherever it was: even a module that is needed only now may be refused.
        print(tr("Too many files are open at once."), file=sys.stderr)
        print(tr("Close some programs, then try again."), file=sys.stderr)
        return 3


def open_window(folder: Path | None) -> int:
    """Open the window on `folder`, else on the last notebook; returns the exit code."""
    if sys.platform.startswith("linux") and not any(map(os.environ.get, _SCREENS)):
        print(tr("There is no screen here, so no window can open."), file=sys.stderr)
        print(tr("`nightstand --help` lists what works without one."), file=sys.stderr)
        return 3
    load_qt()
    from desktop_app.app import run_window

    return run_window(folder)


def load_qt() -> None:
    """Load Qt in the way that is quickest for a window."""
    gc.disable()  # what is loaded now stays; frame/garbage.py collects once the window is there
    plain = builtins.__import__
    import PySide6.QtCore  # noqa: F401  # before all that is loaded below

    # PySide's reads and keeps the source of each module that is loaded from then on, to see whether
    # it asks for other names of methods; nothing here does.
    builtins.__import__ = plain


if __name__ == "__main__":
    sys.exit(main())
