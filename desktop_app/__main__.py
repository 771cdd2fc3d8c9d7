"""The `nightstand` command: without arguments the window, with one the command line."""

import sys
from pathlib import Path


def main() -> int:
    """Run Nightstand; returns the exit code. Headless use imports no Qt."""
    if len(sys.argv) == 1:
        return _open_window(None)
    from desktop_app.faces.cli import run

    return run(sys.argv[1:], _open_window)


def _open_window(folder: Path | None) -> int:
    from desktop_app.app import run_window

    code: int = run_window(folder)
    return code


if __name__ == "__main__":
    sys.exit(main())
