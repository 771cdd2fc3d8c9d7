"""The `nightstand` command: without arguments the window, with one the command line."""

import errno
import os
import sys
from pathlib import Path

from desktop_app.faces import terminal

_SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


def main() -> int:
    """Run Nightstand; returns the exit code. Headless use imports no Qt."""
    try:
        terminal.guard()
        if len(sys.argv) == 1:
            return _open_window(None)
        if sys.argv[1:] == ["--smoke"]:
            from desktop_app.smoke import run_smoke

            return run_smoke()
        from desktop_app.faces.cli import run

        return run(sys.argv[1:], _open_window)
    except KeyboardInterrupt:  # before anything has begun
        return 130
    except OSError as error:
        if error.errno not in (errno.EMFILE, errno.ENFILE):
            raise
        # Wherever it was: even a module that is needed only now may be refused.
        print("Too many files are open at once.", file=sys.stderr)
        print("Close some programs, then try again.", file=sys.stderr)
        return 3


def _open_window(folder: Path | None) -> int:
    if sys.platform.startswith("linux") and not any(map(os.environ.get, _SCREENS)):
        print("There is no screen here, so no window can open.", file=sys.stderr)
        print("`nightstand --help` lists what works without one.", file=sys.stderr)
        return 3
    from desktop_app.app import run_window

    code: int = run_window(folder)
    return code


if __name__ == "__main__":
    sys.exit(main())
