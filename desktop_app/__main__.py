"""The `nightstand` command: without arguments the window, with one the command line."""

import sys


def main() -> int:
    """Run Nightstand; returns the exit code. Headless use imports no Qt."""
    if len(sys.argv) == 1:
        from desktop_app.app import run_window

        return run_window(None)
    from desktop_app.faces.cli import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
